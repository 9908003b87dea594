"""How to play, for somebody who never has: a first round step by step, the hands and what each wager pays for them.

All of it is the chapter's or what the mathematics makes of it; the steps are our words with their provisions.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import replace

from croupier.house.cloth import felt
from croupier.house.screens.lab.numbers import percent, upper
from croupier.house.screens.lab.query import MAIN, PLAYED, LabQuery, unit_word
from croupier.house.screens.lab.strategy import strategy
from croupier.house.screens.player import payloads
from croupier.kit.cards import Card

if TYPE_CHECKING:
    from croupier.game import Lesson, Rules, Wager
    from croupier.house.screens.lab.lab import Lab
    from croupier.kit.rankings import Ranking

BACK = "??"
CHARTED = frozenset({"round", "replaced", "final", "all-six"})
"""Wagers that look at a whole hand of the ranking."""
ENOUGH = 5
"""Rows that a paytable shares with the ranking before both stand in one chart."""


def how_to_play(rules: Rules) -> payloads.HowToPlay:
    """The page, but for what must be worked out."""
    game = rules.game
    ranking = game.ranking(rules.readings) if game.ranking is not None else None
    charted = [] if ranking is None else [w for w in _wagers(rules) if _in_chart(rules, w, ranking)]
    return payloads.HowToPlay(
        game=game.id,
        edition=game.edition,
        title=game.name,
        words=felt.felt(rules).words,
        chapter=felt.chapter(rules),
        status=felt.status(rules),
        proposed=game.chapter.status != "in force",
        lessons=[_lesson(rules, ranking, lesson) for lesson in game.lessons],
        chart=None if ranking is None else _chart(rules, ranking, charted),
        tables=[_table(rules, w) for w in _wagers(rules) if w not in charted and not _is_even(rules, w)],
        even=[felt.label(rules, w.id) for w in rules.offered() if _is_even(rules, w)],
    )


def prices(lab: Lab, rules: Rules) -> payloads.HowToPlayPrices:
    """What the house expects to keep of each wager, and rules to play the main game by."""
    game = rules.game
    readings = tuple(sorted((key, str(value)) for key, value in rules.readings.items()))

    def asked(wager: str) -> LabQuery:
        table = rules.tables[game.ante if wager == MAIN else wager]
        return LabQuery(game.id, game.edition, wager, table.id, 1, (), readings)

    sides = [w for w in _wagers(rules) if w.placed not in PLAYED]
    short = payloads.ShortStrategy(rules=UNSET, cost=UNSET, house=UNSET)
    if game.streets:
        best = strategy(lab, asked(MAIN))
        lines = (
            [replace(line, option=_option(line.option)) for line in best.rules] if best.rules is not UNSET else UNSET
        )
        short = payloads.ShortStrategy(rules=lines, cost=best.cost, house=best.house)
    return payloads.HowToPlayPrices(
        main=payloads.MainEdge(edge=percent(lab.found(asked(MAIN)).edge), of=f"of one {unit_word(game)}"),
        edges={w.id: percent(lab.found(asked(w.id)).edge) for w in sides},
        strategy=short,
    )


def _option(words: str) -> str:
    """What a player says, and what it takes: ``raise 3`` is three times the Ante."""
    name, _, times = words.rpartition(" ")
    return upper(f"{name} {times} × Ante" if times.isdecimal() else words)


def _wagers(rules: Rules) -> list[Wager[Any]]:
    """One wager of each paytable that several are paid by."""
    found: dict[int, Wager[Any]] = {}
    for wager in rules.offered():
        found.setdefault(id(rules.tables[wager.id]), wager)
    return list(found.values())


def _is_even(rules: Rules, wager: Wager[Any]) -> bool:
    return list(rules.tables[wager.id].rows) == ["win"]


def _in_chart(rules: Rules, wager: Wager[Any], ranking: Ranking) -> bool:
    rows = {row.partition("/")[0] for row in rules.tables[wager.id].rows}
    return wager.looks in CHARTED and len(rows & {each.name for each in ranking.categories}) >= ENOUGH


# The steps.


def _lesson(rules: Rules, ranking: Ranking | None, lesson: Lesson) -> payloads.Lesson:
    offered = {wager.id for wager in rules.offered()}
    return payloads.Lesson(
        title=lesson.title,
        words=lesson.words,
        cite=str(lesson.cite),
        when=lesson.when,
        of=lesson.of,
        spots=[
            payloads.LessonSpot(label=felt.label(rules, id_), note=note) for id_, note in lesson.spots if id_ in offered
        ],
        hands=[_hand(ranking, text, note) for text, note in lesson.hands],
        answers=[payloads.LessonAnswer(words=words, note=note) for words, note in lesson.answers],
    )


def _hand(ranking: Ranking | None, text: str, note: str) -> payloads.LessonHand:
    """Cards, those that are wild marked; a whole hand is called by its name."""
    faces = text.split()
    whole = ranking is not None and BACK not in faces and len(faces) == ranking.size
    if whole and not note:
        assert ranking is not None
        note = ranking.text(ranking.rank([Card.of(face) for face in faces]))
    wild = ranking.wild if ranking is not None else frozenset()
    return payloads.LessonHand(
        note=note,
        cards=[
            payloads.LessonCard(
                face="" if face == BACK else face,
                wild=face != BACK and (face == "Jk" or Card.of(face).rank in wild),
            )
            for face in faces
        ],
    )


# The chart.


def _chart(rules: Rules, ranking: Ranking, wagers: list[Wager[Any]]) -> payloads.HandChart:
    """The hands, best first, each with an example and what every wager pays for it; rows of a paytable that are no hand
    of the ranking stand after the hand that they follow there."""
    rows: dict[str, str] = {each.name: upper(each.name.replace("-", " ")) for each in ranking.categories}
    for wager in wagers:
        table = rules.tables[wager.id]
        kinds = [(key.partition("/")[0], table.labels[key]) for key in table.rows]
        for (before, _), (name, words) in pairwise(kinds):
            if name not in rows and not _is_rest(words):
                at = list(rows).index(before) + 1
                rows = dict([*list(rows.items())[:at], (name, words), *list(rows.items())[at:]])
    if any(name.startswith("pair-of") for name in rows):
        rows["pair"] = "Any other pair"
    columns = [(wager, half) for wager in wagers for half in _halves(rules, wager)]
    return payloads.HandChart(
        columns=[
            payloads.ChartColumn(
                wager=w.id,
                label=_together(rules, w),
                half=half,
                main=w.placed in PLAYED,
                table=rules.tables[w.id].id if len(w.tables) > 1 else "",
                note=_note(rules, w),
                cite=str(rules.tables[w.id].cite),
            )
            for w, half in columns
        ],
        rows=[
            payloads.ChartRow(
                hand=words,
                example=_hand(ranking, rules.game.examples[name], "").cards if name in rules.game.examples else [],
                pays=[_pay(rules, w, name, half, list(rows)) for w, half in columns],
            )
            for name, words in rows.items()
        ],
        cite=str(ranking.categories[0].cite),
    )


def _halves(rules: Rules, wager: Wager[Any]) -> list[str]:
    return sorted({row.partition("/")[2] for row in rules.tables[wager.id].rows})


def _note(rules: Rules, wager: Wager[Any]) -> str:
    """When a pay is owed, or at what its edge is reckoned, where a row alone does not say so."""
    if rules.tables[wager.id].progression is not None:
        return "at the opening meter"
    against = any(place.id == "dealer" for place in rules.game.places)
    return "if you win" if wager.placed in PLAYED and against else ""


def _is_rest(words: str) -> bool:
    """Whether a row is for all that is less than the rows above it."""
    return words.lower().endswith(("or less", "others"))


def _pay(rules: Rules, wager: Wager[Any], name: str, half: str, names: list[str]) -> str:
    table = rules.tables[wager.id]
    found = table.rows.get(f"{name}/{half}" if half else name)
    if found is not None:
        return found.text
    last = list(table.rows)[-1]
    paid = [at for at, one in enumerate(names) if one in table.rows]
    rest = _is_rest(table.labels[last]) and names.index(name) > max(paid)
    return table.rows[last].text if rest else ""


def _together(rules: Rules, wager: Wager[Any]) -> str:
    """The wagers that one paytable pays: ``Ante and Raises``."""
    shared = [w for w in rules.offered() if rules.tables[w.id] is rules.tables[wager.id]]
    label = felt.label(rules, wager.id)
    return label if len(shared) == 1 else f"{label} and {shared[1].name.split()[1]}s"


def _table(rules: Rules, wager: Wager[Any]) -> payloads.PaytableSign:
    found = felt.sign(rules, wager)
    return payloads.PaytableSign(
        id=found.id,
        label=found.label,
        columns=found.columns,
        rows=found.rows,
        cite=found.cite,
        table=found.table if found.named else "",
        note=_note(rules, wager),
    )
