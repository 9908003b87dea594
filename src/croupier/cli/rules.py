"""``croupier rules``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.cli.options import AS_OF, EDITION, GAME, JSON

if TYPE_CHECKING:
    from croupier.game import Case, Game, Wager
    from croupier.kit.paytables import Paytable
    from croupier.law import Cite


def rules(game: GAME, edition: EDITION = None, as_of: AS_OF = None, json: JSON = False) -> None:
    """Print a game's rules: cards, hands, wagers, decisions and every paytable, with their provisions.

    Example: croupier rules cajun-stud
    """
    from croupier.cli import show
    from croupier.cli.options import game_from

    opened = game_from(game, edition, as_of)
    if json:
        show.as_json(as_data(opened))
        return
    _print(opened)


def _print(game: Game) -> None:
    from croupier.cli import show

    chapter = game.chapter
    show.heading(show.named(game))
    show.say(f"{chapter.source}; {chapter.standing}")
    show.say(f"Table: up to {game.seats} players ({game.seats_cite}).")
    show.say(f"Cards: {game.deck.name} ({game.deck.cite}); {game.hand_size} to each player ({game.hand_cite}).")
    for hours, cite in sorted(set(game.deck_hours.values()), key=lambda entry: entry[0]):
        ways = ", ".join(way for way, found in game.deck_hours.items() if found == (hours, cite))
        show.say(f"Decks are changed at least every {hours} hours when dealt from: {ways} ({cite}).")
    verbal, cite = game.verbal
    show.say(f"A verbal wager with cash is {'accepted if confirmed' if verbal else 'not accepted'} ({cite}).")
    if game.one_position:
        show.say(f"A player may hold one position only ({game.one_position}).")
    seats = ", ".join(map(str, game.settled))
    show.say(f"Settled in the order of seats {seats} ({game.settled_cite}).")
    show.heading("How it is played, in our words")
    for path, provision in game.chapter.provisions.items():
        if path.partition("(")[0] in game.sections and provision.kind != "physical":
            depth = path.count("(")
            show.say(f"{'  ' * depth}{provision.words} ({provision.cite.short})")
    if game.ranking:
        ranking = game.ranking({r.key: r.default for r in game.readings if r.choices})
        hands = [(place, c.name, c.cite.short) for place, c in enumerate(ranking.categories, 1)]
        show.table(("", "hand", "by"), hands, title="Hands, highest first")
    placed = {
        "required": "required",
        "optional": "if offered",
        "always-offered": "always offered",
        "by-decision": "by a decision",
        "second-line": "with another",
    }
    wagers = [(w.id, w.name, placed[w.placed], _tables(w), w.cite.short) for w in game.wagers]
    show.table(("wager", "name", "placed", "paytables", "by"), wagers, title="Wagers, in the order of settlement")
    decisions = [
        (street.name, option.id, _cost(option.wager, option.times, game.ante), option.cite.short)
        for street in game.streets
        for option in street.options
    ] + [("", "a setting of the cards", "", street.cite.short) for street in game.streets if street.setting]
    show.table(("when", "decision", "cost", "by"), decisions, title="Decisions")
    cases = [
        (
            w.id,
            case.then.value,
            case.reading.answer if case.reading else _words(game, case.cite),
            case.cite.short,
            case.reading.key if case.reading else "",
        )
        for w in game.wagers
        for case in _reached(game, w)
    ] + [(w.id, "survives", _words(game, w.survives), w.survives.short, "") for w in game.wagers if w.survives]
    show.table(
        ("wager", "is", "when", "by", "reading"), cases, title="What decides each wager (exactly one case holds)"
    )
    for wager in game.wagers:
        if wager.key in {None, wager.id}:
            _print_tables(wager)
    choices = [(c.key, c.words, c.cite.short) for c in game.choices]
    show.table(("key", "what a Rules Submission may choose", "by"), choices, title="Choices")
    readings = [(r.key, r.question, r.answer, " | ".join(r.choices)) for r in game.readings]
    show.table(("key", "where the text is unclear", "we read", "switch"), readings, title="Readings")


def _words(game: Game, cite: Cite) -> str:
    return game.chapter.provisions[cite.path].words


def _reached(game: Game, wager: Wager[Any]) -> list[Case[Any]]:
    """The cases that some showdown comes to, on some paytable."""
    offered = [
        {w.key: w.tables[min(n, len(w.tables) - 1)].id for w in game.wagers if w.key and w.tables} for n in range(7)
    ]
    switched = [{r.key: r.choices[n] for r in game.readings if r.choices} for n in (0, 1)]
    found: set[int] = set()
    for chosen in offered:
        for readings in switched:
            rules = game.rules(chosen, readings)
            if wager.id in rules.tables:
                found |= {id(wager.decided(rules, showdown)) for showdown in wager.classes(rules)}
    return [case for case in wager.cases if id(case) in found or not wager.tables]


def _cost(wager: str | None, times: int, ante: str) -> str:
    if not wager:
        return ""
    return f"{wager}: {'1' if times == 1 else times} x {ante}"


def _tables(wager: Wager[Any]) -> str:
    return ", ".join(table.id for table in wager.tables) if wager.key and wager.tables else ""


def _print_tables(wager: Wager[Any]) -> None:
    from croupier.cli import show

    for group in _grouped(wager.tables):
        if len(group) == 1 and len({key.partition("/")[2] for key in group[0].rows}) > 2:
            _print_matrix(wager, group[0])
            continue
        if list(group[0].rows) == ["win"]:
            pay = group[0].rows["win"].text
            show.heading(f"{wager.name}: a win pays {pay} ({group[0].cite.short})")
            continue
        rows = []
        labels = {key: label for table in group for key, label in table.labels.items()}
        for key, label in labels.items():
            pays = [table.rows[key].text if key in table.rows else "" for table in group]
            envy = [_envy(table, key) for table in group] if any(t.envy for t in group) else []
            rows.append((label, *pays, *envy))
        heads = ["", *(t.id if wager.key else "pays" for t in group)]
        if any(t.envy for t in group):
            heads += [f"envy {t.id}" for t in group]
        show.table(heads, rows, title=f"{wager.name}: {_called(wager, group)} ({group[0].cite.short})")
        for table in group:
            if table.progression:
                show.say(_progression(table))


def _print_matrix(wager: Wager[Any], table: Paytable) -> None:
    """A paytable with a column for each number of players."""
    from croupier.cli import show

    columns = list(dict.fromkeys(key.partition("/")[2] for key in table.rows))
    hands = list(dict.fromkeys(key.partition("/")[0] for key in table.rows))
    rows = [
        (table.labels[f"{hand}/{columns[0]}"].rpartition(", ")[0], *(table.rows[f"{hand}/{c}"].text for c in columns))
        for hand in hands
    ]
    heads = ["", *(f"{column} players" for column in columns)]
    show.table(heads, rows, title=f"{wager.name}: paytable {table.id} ({table.cite.short})")


def _called(wager: Wager[Any], group: list[Paytable]) -> str:
    if wager.key is None:
        return "what a win pays"
    return f"paytable{'s' if len(group) > 1 else ''} {', '.join(table.id for table in group)}"


def _grouped(tables: tuple[Paytable, ...]) -> list[list[Paytable]]:
    """Tables with the same rows stand side by side, as many as a terminal holds."""
    groups: list[list[Paytable]] = []
    for table in tables:
        most = 2 if table.envy else 5
        if groups and groups[-1][0].labels == table.labels and len(groups[-1]) < most:
            groups[-1].append(table)
        else:
            groups.append([table])
    return groups


def _envy(table: Paytable, key: str) -> str:
    from croupier.kit.money import printed

    sums = [(stake, schedule[key]) for stake, schedule in table.envy.items() if key in schedule]
    return ", ".join(printed(owed) + (f" for {printed(stake)}" if stake else "") for stake, owed in sums)


def _progression(table: Paytable) -> str:
    from croupier.kit.money import printed

    progression = table.progression
    assert progression is not None
    wagers = " or ".join(map(printed, progression.wagers))
    seeds = " or ".join(map(printed, progression.seeds))
    rate = f"{progression.rate}% to the meter" if progression.rate is not None else "rate by the Rules Submission"
    reserve = f", {progression.reserve}% to the reserve" if progression.reserve else ""
    stake = "wager returned with a win" if table.returns_stake else "wager not returned"
    wild = ", fully wild joker" if table.fully_wild else ""
    return f"Paytable {table.id}: wager {wagers}, seed {seeds}, {rate}{reserve}, {stake}{wild}."


def as_data(game: Game) -> dict[str, object]:
    """The rules as JSON."""
    return {
        "game": game.id,
        "edition": game.edition,
        "name": game.name,
        "status": game.chapter.status,
        "effective": game.chapter.effective,
        "ceased": game.chapter.ceased,
        "standing": game.chapter.standing,
        "source": game.chapter.source,
        "seats": game.seats,
        "settled": game.settled,
        "deck": {"name": game.deck.name, "cards": len(game.deck), "cite": str(game.deck.cite)},
        "wagers": [
            {
                "id": w.id,
                "name": w.name,
                "placed": w.placed,
                "cite": str(w.cite),
                "cases": [{"then": c.then.value, "cite": str(c.cite)} for c in w.cases],
                "paytables": [_table_data(t) for t in w.tables],
            }
            for w in game.wagers
        ],
        "streets": [
            {"name": s.name, "cite": str(s.cite), "options": [o.id for o in s.options], "setting": s.setting}
            for s in game.streets
        ],
        "choices": [{"key": c.key, "words": c.words, "cite": str(c.cite)} for c in game.choices],
        "readings": [
            {
                "key": r.key,
                "question": r.question,
                "answer": r.answer,
                "because": r.because,
                "rejected": r.rejected,
                "choices": r.choices,
                "cites": [str(c) for c in r.cites],
            }
            for r in game.readings
        ],
    }


def _table_data(table: Paytable) -> dict[str, object]:
    from croupier.kit.money import dollars

    made: dict[str, object] = {
        "id": table.id,
        "cite": str(table.cite),
        "rows": [
            {"row": key, "label": table.labels[key], "pays": pay.text, "envy": _envy(table, key) or None}
            for key, pay in table.rows.items()
        ],
    }
    if table.progression:
        made["progression"] = {
            "wagers": [dollars(w) for w in table.progression.wagers],
            "seeds": [dollars(s) for s in table.progression.seeds],
            "rate": table.progression.rate,
            "reserve": table.progression.reserve,
            "stake-returned": table.returns_stake,
            "fully-wild": table.fully_wild,
        }
    return made
