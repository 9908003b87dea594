"""``croupier deal``: one seat, one round, in the terminal."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.options import AS_OF, EDITION, READINGS, SETTINGS, SUBMISSION
from croupier.errors import CroupierError, IllegalAction

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Game, Rules, Settlement
    from croupier.game.streets import Decision
    from croupier.kit.cards import Card
    from croupier.round import Choose, Round

SEAT = 1


def deal(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game's id; asked for without it.")] = None,
    edition: EDITION = None,
    as_of: AS_OF = None,
    submission: SUBMISSION = None,
    settings: SETTINGS = None,
    reading: READINGS = None,
    wager: Annotated[
        list[str] | None,
        typer.Option("--wager", metavar="ID=AMOUNT", help="Place a wager without being asked. Repeatable."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Deal the same cards again (a test deal).")] = None,
) -> None:
    """Deal one seat a random round, ask for the decisions, and settle it with reasons.

    Example: croupier deal dj-wild --wager ante=10 --wager trips=5
    """
    from croupier.cli.options import pairs, read_submission, rules_from

    named = read_submission(submission).get("game") if submission and not game else None
    chosen = game or (named if isinstance(named, str) else None) or _which_game()
    rules = rules_from(
        chosen,
        edition,
        submission,
        settings,
        reading,
        as_of=as_of,
        default=house_choice,
        complete=submission is not None,
    )
    generator = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - a test deal
    wagers = _placed(rules, pairs(wager, "--wager")) if wager else _ask_wagers(rules)
    round_ = _begin(rules, wagers)
    shoe = list(rules.game.deck.all())
    generator.shuffle(shoe)
    _play(round_, shoe)


def house_choice(game: Game) -> dict[str, Any]:
    """Every wager the chapter prints, on its first paytable."""
    return {w.key: w.tables[0].id for w in game.wagers if w.key and w.tables}


def _which_game() -> str:
    from croupier.cli import show
    from croupier.games import editions, open_game

    names = list(editions())
    show.heading("croupier: a round at the table")
    for number, id_ in enumerate(names, 1):
        show.say(f"  {number}  {open_game(id_).name}")
    while True:
        said = _ask(f"Which game? 1 to {len(names)}", "1")
        if said in names:
            return said
        if said.isdigit() and 1 <= int(said) <= len(names):
            return names[int(said) - 1]
        show.say(f"  Please type a number from 1 to {len(names)}.")


def _ask(question: str, default: str = "") -> str:
    """A line from the player; end of input leaves the table."""
    try:
        said = input(f"{question}{f' [{default}]' if default else ''}: ").strip()
    except (EOFError, KeyboardInterrupt) as left:
        print("\nYou left the table before the round was over; nothing was settled.")
        raise typer.Exit(130 if isinstance(left, KeyboardInterrupt) else 1) from None
    return said or default


def _placed(rules: Rules, given: Mapping[str, str]) -> dict[str, str]:
    """Wagers from the command line; a Blind that must equal the Ante follows it."""
    placed = dict(given)
    for wager in rules.game.wagers:
        if wager.equals and wager.equals in placed and wager.id not in placed:
            placed[wager.id] = placed[wager.equals]
    return placed


def _ask_wagers(rules: Rules) -> dict[str, str]:
    from croupier.cli import show
    from croupier.game.played import place_wagers
    from croupier.kit.money import dollars

    show.heading(f"{show.named(rules.game)}: your wagers")
    show.say("  An amount like 10 or 12.50; just Enter for what stands in brackets, 0 for none.")
    while True:
        given: dict[str, str] = {}
        for wager in rules.offered():
            if not wager.is_placed:
                continue
            if wager.equals:
                given[wager.id] = given[wager.equals]
                show.say(f"  {wager.name}: {given[wager.id]}, equal to the {wager.equals} ({wager.cite})")
                continue
            progression = rules.tables[wager.id].progression
            usual = "10" if wager.placed == "required" else "0"
            only = f" of {' or '.join(map(dollars, progression.wagers))}" if progression else ""
            said = _ask(f"  {wager.name}{only}", usual)
            if said not in {"0", "0.00"}:
                given[wager.id] = said
        try:
            place_wagers(rules, given)
        except CroupierError as error:
            show.say(f"  {error}. Once more, please.")
        else:
            return given


def _begin(rules: Rules, wagers: dict[str, str]) -> Round:
    from croupier.kit.money import cents, dollars
    from croupier.round import Round

    meter = None
    for wager in rules.offered():
        progression = rules.tables[wager.id].progression
        if progression and wager.id in wagers:
            stake = cents(wagers[wager.id])
            if stake in progression.wagers:
                meter = dollars(progression.seed(stake))
    return Round.begin(rules, {SEAT: wagers}, meter=meter)


def _play(round_: Round, shoe: list[Card]) -> None:
    from croupier.cli import show
    from croupier.round import Choose, Deal

    shown: Mapping[str, tuple[Card, ...]] = {}
    while (need := round_.needs) is not None:
        if isinstance(need, Deal):
            round_ = round_.dealt([shoe.pop() for _ in range(need.count)])
            if need.to == f"seats.{SEAT}":
                show.say(f"\n  Your cards    {_faces(round_.seats[SEAT].cards)}")
        assert not isinstance(need, Choose) or need.seat == SEAT
        shown = _show_turned(round_, shown)
        if isinstance(need, Choose):
            round_ = _decide(round_, need)
    _show_turned(round_, shown)
    _settle(round_.rules, round_.settle())


def _faces(cards: tuple[Card, ...]) -> str:
    marks = dict(zip("cdhs", "♣♦♥♠", strict=True))
    return "  ".join("Jk" if c.is_joker else str(c)[0].replace("T", "10") + marks[str(c)[1]] for c in cards)


def _show_turned(round_: Round, before: Mapping[str, tuple[Card, ...]]) -> Mapping[str, tuple[Card, ...]]:
    from croupier.cli import show

    now = round_.turned
    names = {"dealer": "Dealer", "community": "Community", "all-six": "All-Six", "replacement": "Extra card"}
    for place, cards in now.items():
        if cards and cards != before.get(place):
            show.say(f"  {names[place]:<13} {_faces(cards)}")
            if place == "dealer" and "house-way" in round_.rules.chosen:
                setting = round_.rules.chosen["house-way"].set(round_.rules.ranking, cards)
                show.say(f"  Dealer sets   {_faces(setting.high)}   and   {_faces(setting.low)}")
    return now


def _decide(round_: Round, need: Choose) -> Round:
    from croupier.cli import show
    from croupier.kit.money import printed

    seat = round_.seats[SEAT]
    ante = seat.wagers[round_.rules.game.ante]
    costs = {o.id: f" ({printed(o.times * ante)})" if o.times else "" for o in need.street.options}
    ways = [f"{id_}{costs[id_]}" for id_ in need.options]
    if need.street.setting:
        ways.append("or the two cards of your low hand, as in Kd 9h")
    show.say(f"\n  You may {', '.join(ways)}  ({need.street.cite})")
    while True:
        said = _ask("  Your decision")
        try:
            decision = _read(said, seat.cards, need)
            decided = round_.chose(decision)
        except CroupierError as error:
            show.say(f"  {error.message}.")
            continue
        if not isinstance(decision, str) and _is_foul(round_.rules, decision):
            show.say("  That is a foul: the low hand would be higher than the high hand, and it would lose.")
            if _ask("  Set it so all the same? yes or no", "no") != "yes":
                continue
        return decided


def _read(said: str, held: tuple[Card, ...], need: Choose) -> Decision:
    """An option by name or its first letters, or the low hand of a setting."""
    from croupier.game import Setting
    from croupier.kit.cards import cards

    if said in need.options:
        return said
    near = [option for option in need.options if said and option.startswith(said.lower())]
    if len(near) == 1:
        return near[0]
    if need.street.setting and said:
        low = cards(said)
        if len(low) != 2 or len(set(low)) != 2 or not set(low) <= set(held):
            raise IllegalAction("name two of your seven cards for the low hand")
        return Setting(tuple(card for card in held if card not in low), low)
    raise IllegalAction(f"{said!r} is not open here; say {', '.join(need.options)}")


def _is_foul(rules: Rules, setting: Any) -> bool:  # noqa: ANN401
    from croupier.games.pa.house_way import is_legal, low_hand

    assert rules.ranking is not None
    return not is_legal(rules.ranking, rules.ranking.rank(setting.high), low_hand(setting.low))


def _settle(rules: Rules, settlement: Settlement) -> None:
    from croupier.cli import show
    from croupier.kit.money import dollars

    seat = settlement.seats[SEAT]
    if settlement.dealer:
        show.say(f"\n  Dealer's hand: {settlement.dealer['text']}")
    if seat.hand:
        show.say(f"  Your hand:     {seat.hand['text']}")
    rows = []
    for line in seat.lines:
        wager = rules.game.wager(line.wager)
        why = line.row if line.row and line.row != "Win" else ""
        pays = f"{line.odds} by {line.pays_cite.short}" if line.odds and line.pays_cite else ""
        rows.append(
            (
                wager.name if wager else line.wager,
                dollars(line.stake),
                line.result,
                why,
                pays,
                dollars(line.net),
                line.cite.short,
            )
        )
    show.table(("wager", "stake", "", "row", "pays", "you", "decided by"), rows)
    word = "You win" if seat.net > 0 else "You lose" if seat.net < 0 else "You come out even at"
    show.say(f"{word} {dollars(abs(seat.net))}.")
    if settlement.meter is not None:
        show.say(f"The meter stands at {dollars(settlement.meter)}.")
