"""What every reading is worth: each figure of a chapter under another answer, beside the one in use."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.errors import CroupierError
from croupier.odds import certified
from croupier.odds.analysis import exact
from croupier.odds.forfeits import rests
from croupier.odds.study import main_of, main_wagers, side_of, solve, table_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.game import Game, Rules
    from croupier.law import Reading
    from croupier.odds.study import Study

MAIN = "main"
LONG = "takes half a minute to count"
NO_FIGURE = "moves no figure of a single player"


@dataclass(frozen=True, slots=True)
class Price:
    """A figure under another answer: the `return` of a wager (of the main game: one and its expected net, per ante) and
    what it is by default. `why` says what stands in the way of a figure, or that none moves."""

    game: str
    edition: str
    reading: Reading
    value: str
    wager: str
    paytable: str
    found: Fraction | None
    default: Fraction | None
    why: str = ""

    def to_json(self) -> dict[str, Any]:
        """In the contract's words."""
        return {
            "game": self.game,
            "edition": self.edition,
            "key": self.reading.key,
            "value": self.value,
            "wager": self.wager,
            "paytable": self.paytable,
            "return": None if self.found is None else exact(self.found),
            "default": None if self.default is None else exact(self.default),
            **({"why": self.why} if self.why else {}),
        }


def prices(game: Game, *, patient: bool = True) -> Iterator[Price]:
    """Every other answer to every reading of a chapter, with each figure that it moves. What takes half a minute to
    count is left out for whoever is not `patient`."""
    switches = [reading for reading in game.readings if reading.choices]
    usual = dict(_figures(game, {}, patient=patient)) if switches else {}
    for reading in switches:
        for value in reading.choices[1:]:
            yield from _moved(game, reading, value, usual, patient=patient)


Figure = tuple[str, str]
Worth = Fraction | str


def _moved(game: Game, reading: Reading, value: str, usual: dict[Figure, Worth], *, patient: bool) -> list[Price]:
    made = []
    for (wager, table), found in _figures(game, {reading.key: value}, patient=patient):
        before = usual[wager, table]
        if found == before:
            continue
        why = found if isinstance(found, str) else ""
        under, usually = (one if isinstance(one, Fraction) else None for one in (found, before))
        made.append(Price(game.id, game.edition, reading, value, wager, table, under, usually, why))
    if not made:
        main = usual[MAIN, ""]
        same = main if isinstance(main, Fraction) else None
        made.append(Price(game.id, game.edition, reading, value, MAIN, "", same, same, NO_FIGURE))
    return made


def _figures(game: Game, readings: dict[str, object], *, patient: bool) -> Iterator[tuple[Figure, Worth]]:
    """The return of the main game and of every wager on every paytable, or why there is none."""
    rules = game.rules({}, readings)
    if rules.game.study == "two-hands" and not patient and certified.certified(rules) is None:
        yield (MAIN, ""), LONG
        study = None
    else:
        study = solve(rules)
        yield (MAIN, ""), 1 + main_of(study).net.mean
    own = main_wagers(rules.game)
    for wager in rules.game.wagers:
        if wager.id in own or wager.key is None:
            continue
        for table in wager.tables:
            here = game.rules({wager.key: table.id, **_needs(game)}, readings)
            for players, worth in _side(study, here, wager.id):
                yield (wager.id, f"{table.id}{players}"), worth


def _needs(game: Game) -> dict[str, object]:
    """A device that some wagers cannot be offered without."""
    device = any(choice.key == "shuffler" and choice.default == "automated" for choice in game.choices)
    return {"shuffler": "automated"} if device else {}


def _side(study: Study | None, rules: Rules, id_: str) -> Iterator[tuple[str, Worth]]:
    wager = rules.game.wager(id_)
    assert wager is not None
    try:
        if wager.looks == "table":
            for players, side in table_of(rules, wager).by.items():
                yield _players(players), 1 + side.net.mean
        elif study is None and rests(rules, wager):
            yield "", LONG
        else:
            yield "", 1 + side_of(study, rules, wager).net.mean  # type: ignore[arg-type]
    except CroupierError as error:
        seats = range(1, rules.game.seats + 1) if wager.looks == "table" else ()
        yield from ([(_players(n), error.message) for n in seats] or [("", error.message)])


def _players(number: int) -> str:
    return f", {number} player{'s' if number > 1 else ''}"
