"""What the choices of a Rules Submission are worth: every paytable and house way that could be chosen, counted exactly.

Counting takes from milliseconds to half a minute, so it is done in one thread beside the house and kept; whoever asks
gets the figures when they are there.
"""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from croupier.errors import CroupierError, HouseError, IllegalAction
from croupier.game.template import LINK, keyed
from croupier.games import open_game
from croupier.games.pa.house_way import SHIPPED
from croupier.house.screens.submissions import payloads
from croupier.house.screens.submissions.form import opened

if TYPE_CHECKING:
    from collections.abc import Mapping
    from concurrent.futures import Future
    from fractions import Fraction

    from croupier.game import Game, Rules, Wager
    from croupier.kit.payload import Json
    from croupier.odds.figures.analysis import Side
    from croupier.odds.study.study import Study


WAY = "house-way"
COUNTS = ("contribution", "folded-progressive", WAY, "payout-limit", LINK)
"""Choices besides paytables and readings that change a figure."""
KEPT, WAITING = 128, 8


class Counting:
    """One count at a time; a few wait, and the latest are kept."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "worth")
        self._asked: OrderedDict[tuple[str, str, bytes], Future[payloads.SubmissionFigures]] = OrderedDict()

    def ask(self, submission: Mapping[str, object]) -> Future[payloads.SubmissionFigures]:
        """The figures of a submission, or of what can be read of it."""
        game = opened(submission)
        base = _base(game, submission)
        key = (game.id, game.edition, msgspec.json.encode(base, order="deterministic"))
        if found := self._asked.get(key):
            self._asked.move_to_end(key)
            return found
        if sum(not one.done() for one in self._asked.values()) >= WAITING:
            raise HouseError("other submissions are being counted; ask again in a moment", fault="busy")
        for old in [old for old, one in self._asked.items() if one.done()][: max(0, len(self._asked) + 1 - KEPT)]:
            del self._asked[old]
        self._asked[key] = self._thread.submit(worth, *key)
        return self._asked[key]


def _base(game: Game, submission: Mapping[str, object]) -> Json:
    """What the figures depend on, less whatever is refused."""
    keys = {wager.key for wager in keyed(game) if wager.placed != "optional"}
    base: Json = {key: submission[key] for key in (*sorted(filter(None, keys)), *COUNTS) if key in submission}
    if "payout-limit" in base and isinstance(limits := submission.get("limits"), dict) and game.ante in limits:
        base["limits"] = {game.ante: limits[game.ante]}
    if isinstance(readings := submission.get("readings"), dict):
        base["readings"] = dict(readings)
    while True:
        try:
            base["readings"] = dict(game.rules(base).readings)
        except CroupierError as error:
            taken = [_taken_out(base, refusal.field) for refusal in error.refusals]
            base = base if any(taken) else {}
        else:
            return base


def _taken_out(base: Json, field: str) -> bool:
    first, _, rest = field.partition(".")
    if first == "readings" and rest:
        return base["readings"].pop(rest, None) is not None
    return base.pop(first, None) is not None


def worth(game: str, edition: str, base: bytes) -> payloads.SubmissionFigures:
    """The figures of a chapter under the choices that change them."""
    from croupier.odds.rounds.weighted import ANTE  # noqa: PLC0415 - as above
    from croupier.odds.study.study import main_of, main_wagers, solve  # noqa: PLC0415 - slow to import

    submission = msgspec.json.decode(base)
    chapter = open_game(game, edition)

    def rules(**more: object) -> Rules:
        return chapter.rules({**submission, **{key.replace("_", "-"): value for key, value in more.items()}})

    study = solve(rules())
    main, own = main_of(study), main_wagers(chapter)
    ante = chapter.wager(chapter.ante)
    assert ante is not None
    figures = payloads.MainFigures(
        edge=percent(main.house_edge),
        exact=str(main.house_edge),
        return_=percent(1 - main.element_of_risk),
        risk=percent(main.element_of_risk),
        wager=f"{float(main.average_wager):.3f}",
        unit=ante.name,
        at="" if study.ante == ANTE else "at the table's maximum",
        wins=percent(main.outcomes["win"]),
    )
    tables: dict[str, dict[str, payloads.WagerFigures]] = {}
    choices: dict[str, dict[str, payloads.WagerFigures]] = {}
    for wager in keyed(chapter):
        key = str(wager.key)
        tables[key] = {}
        for table in wager.tables:
            here = chapter.rules({**submission, key: table.id})
            priced = _main(main_of(solve(here)).house_edge) if wager.id in own else _side(study, here, wager)
            tables[key][table.id] = priced
    link = chapter.wager(LINK)
    if link is not None and LINK in submission:
        tables[LINK] = {"link": _side(study, rules(), link)}
    if any(choice.key == WAY for choice in chapter.choices):
        choices[WAY] = {name: _main(main_of(solve(rules(house_way=name))).house_edge) for name in SHIPPED}
    return payloads.SubmissionFigures(figures, tables, choices)


def _main(edge: Fraction) -> payloads.WagerFigures:
    return payloads.WagerFigures(edge=percent(edge), exact=str(edge), return_="", note="main game")


def _side(study: Study, rules: Rules, wager: Wager[Any]) -> payloads.WagerFigures:
    from croupier.odds.study.study import side_of, table_of  # noqa: PLC0415 - as above

    rules = replace(rules, limits=MappingProxyType({}))
    try:
        if wager.looks == "table":
            by = table_of(rules, wager).by
            return _players(by)
        side = side_of(study, rules, wager)
    except IllegalAction as error:
        return payloads.WagerFigures(edge="", return_="", note=error.message)
    edge = -side.net.mean
    notes, run = [], None
    if side.meter:
        run = side.meter.get("long-run-paid", side.meter["long-run"])  # reading: reserve
        notes.append("meter at its seed" + ", its reserve paid to nobody" * ("long-run-paid" in side.meter))
    if side.forfeited is not None:
        notes.append(f"main game played as if alone; jointly a return of {percent(1 + side.forfeited.joint)}")
    return payloads.WagerFigures(
        edge=percent(edge),
        exact=str(edge),
        return_=percent(1 - edge),
        note="; ".join(notes),
        wins=percent(side.net.chance(above=0)),
        long_run=UNSET if run is None else percent(run),
        long_edge=UNSET if run is None else percent(1 - run),
    )


def _players(by: Mapping[int, Side]) -> payloads.WagerFigures:
    few, many = min(by), max(by)
    edges = {players: percent(-side.net.mean) for players, side in by.items()}
    sampled = by[many].sample is not None
    return payloads.WagerFigures(
        edge=edges[many],
        exact="" if sampled else str(-by[many].net.mean),
        return_=percent(1 + by[many].net.mean),
        wins=percent(by[many].net.chance(above=0)),
        note=f"{many} players{', sampled' if sampled else ''}; with {few} player exactly {edges[few]}",
        players={str(players): edge for players, edge in edges.items()},
    )


def percent(share: Fraction) -> str:
    """To four places."""
    return f"{100 * float(share):.4f}%".replace("-", "−")
