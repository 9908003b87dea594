"""What stands beside a figure of the lab: what others published, what a reading is worth, the pay for a target."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.errors import CroupierError, SubmissionError
from croupier.games import open_game
from croupier.house.screens.lab import payloads
from croupier.house.screens.lab.numbers import decimal, percent, plain, points, upper
from croupier.house.screens.lab.query import MAIN, odds_word, subject

if TYPE_CHECKING:
    from croupier.house.screens.lab.lab import Lab, LabResult
    from croupier.house.screens.lab.query import LabQuery, Subject

MAX_SIZE = 100_000
"""No pay to 1 that is sought is larger."""

# Published figures ---------------------------------------------------------------------------------------------

VERDICTS = {
    "match": ("agrees", "The same to its last digit."),
    "near": ("near", "So near that the published figure looks sampled."),
    "misprint": ("differs", "A misprint: with one digit changed it is ours."),
    "unexplained": ("differs", "We cannot explain the difference."),
}


def published(lab: Lab, about: Subject) -> list[payloads.PublishedFigure]:
    """What others have published for this paytable, each beside ours under the reading it rests on."""
    from croupier.odds.figures.published import FIGURES  # noqa: PLC0415 - as above
    from croupier.odds.study.compare import compare  # noqa: PLC0415 - as above

    game, wager = about.game, MAIN if about.is_main else about.asked.wager
    if game.chapter.number != open_game(game.id).chapter.number:
        return []
    table = about.printed.tables[game.ante if about.is_main else wager].id
    rows = []
    for figure in FIGURES:
        if (figure.game, figure.wager) != (game.id, wager) or figure.paytable not in {"", table}:
            continue
        readings = dict([figure.reading]) if figure.reading else {}
        rules = game.rules({k: v for k, v in about.printed.submission.items() if isinstance(v, str)}, readings)
        found = compare(figure, lab.study(rules) if _rests(about) else None, rules)  # type: ignore[arg-type]
        word, why = VERDICTS[found.verdict]
        under = f" Ours stands under the reading {': '.join(map(plain, figure.reading))}." if figure.reading else ""
        kind = "house edge " if figure.is_edge else ""
        rows.append(
            payloads.PublishedFigure(
                source=figure.source,
                published=f"{kind}{figure.figure}%",
                ours=percent(found.ours / 100, 4),
                word=word,
                verdict=found.verdict,
                why=f"{why}{under}",
                remark=upper(figure.remark),
            )
        )
    return rows


def _rests(about: Subject) -> bool:
    """Whether a figure rests on the main game."""
    from croupier.odds.sides.forfeits import rests  # noqa: PLC0415 - as above

    return about.is_main or (about.wager is not None and rests(about.printed, about.wager))


# Readings ------------------------------------------------------------------------------------------------------


def readings(lab: Lab, query: LabQuery) -> list[payloads.ReadingWorth]:
    """Every reading that can be chosen, and what each other answer would do to the figure shown."""
    about, here = subject(query), lab.found(query)
    rows = []
    for reading in about.game.readings:
        if not reading.choices:
            continue
        now = about.printed.readings[reading.key]
        others = [
            (choice, _worth(lab, query, reading.key, choice, here)) for choice in reading.choices if choice != now
        ]
        rows.append(
            payloads.ReadingWorth(key=reading.key, worth=[payloads.AnswerWorth(choice=c, words=w) for c, w in others])
        )
    return rows


def prices(lab: Lab, query: LabQuery) -> list[payloads.ReadingPrice]:
    """Every rejected answer of the chapter with each figure that it moves, as ``law readings --prices``."""
    from croupier.odds.study.reading_prices import prices as priced  # noqa: PLC0415 - as above

    game = subject(query).game
    opened = open_game(game.id, game.edition)
    found = lab.keep(("prices", game.id, game.edition), lambda: priced(opened, patient=False))
    return [
        payloads.ReadingPrice(
            reading=plain(one.reading.key),
            answer=plain(one.value),
            question=one.reading.question,
            wager=plain(one.wager),
            paytable=one.paytable,
            per=one.per,
            why=one.why,
            unmoved=one.unmoved,
            return_="" if one.found is None else percent(one.found, 4),
            default="" if one.default is None else percent(one.default, 4),
            moved=""
            if one.found is None or one.default is None or one.found == one.default
            else f"{points(one.found - one.default)} points",
        )
        for one in found
    ]


def _worth(lab: Lab, query: LabQuery, key: str, choice: str, here: LabResult) -> str:
    from croupier.odds.pai_gow.certified import certified  # noqa: PLC0415 - as above

    others = msgspec.structs.replace(query, readings=tuple(sorted({**dict(query.readings), key: choice}.items())))
    try:
        about = subject(others)
        if about.is_main and about.game.study == "two-hands" and certified(about.rules) is None:
            return "counted when it is chosen, in about half a minute"
        there = lab.found(others)
    except CroupierError:
        return "has other rows than these"
    moved = there.edge - here.edge
    return f"{points(moved)} points" if moved else "no effect here"


# The pay for a target ------------------------------------------------------------------------------------------


def find(lab: Lab, query: LabQuery, row: str, target: str) -> payloads.PayForTarget:
    """The pays around the one that meets a target: a return for a side wager, an edge for the main game."""
    from croupier.odds.study.design import pay_for, with_pays  # noqa: PLC0415 - as above

    about = subject(query)
    wager = about.wager
    if wager is None:
        raise SubmissionError("choose one of the wagers whose pays are printed", field="row")
    if row not in about.printed.tables[wager.id].rows:
        raise SubmissionError("the paytable has no such row", field="row", cite=about.printed.tables[wager.id].cite)
    goal = _target(target)
    edge = goal if about.is_main else 1 - goal
    said = odds_word(about.printed.tables[wager.id])

    def edge_of(rules: Any) -> Fraction:  # noqa: ANN401
        return lab.price(type(about)(about.asked, about.printed, rules, wager)).edge

    study: Any = lab.beneath(about)
    whole = pay_for(
        study,
        about.rules,
        wager,
        row=row,
        target=edge,
        most=MAX_SIZE,
        unit=said,
        edge_of=edge_of if wager.looks == "table" else None,
    )
    nearest = int(whole.pay.partition(" ")[0])
    around = (floor(whole.exact), floor(whole.exact) + 1) if whole.exact is not None else (nearest, nearest + 1)
    tried = sorted({odds for odds in (*around, nearest - 1 if whole.exact is None else nearest) if odds >= 1})
    tried = [odds for odds in tried if odds <= MAX_SIZE] or [MAX_SIZE]
    made = []
    for odds in tried:
        there = edge_of(with_pays(about.rules, wager, {row: f"{odds} {said}"}))
        made.append(
            payloads.TriedPay(
                pay=str(odds),
                text=f"{odds:,} {said}",
                edge=percent(there),
                return_=percent(1 - there),
                nearest=odds == nearest,
            )
        )
    met = whole.exact is None or whole.exact >= 1
    return payloads.PayForTarget(
        row=row,
        exactly=None if whole.exact is None else decimal(whole.exact, 4),
        around=made,
        words="" if met else f"No pay on this row gives away so little: even {made[0].text} returns more.",
    )


def _target(text: str) -> Fraction:
    bare = text.strip().removesuffix("%").strip()
    if not bare.replace(".", "", 1).isdecimal() or len(bare) > 12:
        raise SubmissionError(f"{text[:20]!r} is not a share: write 94% or 94.5", field="target")
    found = Fraction(bare) / 100
    if not 0 < found < 2:
        raise SubmissionError("a target lies between 0% and 200%", field="target")
    return found
