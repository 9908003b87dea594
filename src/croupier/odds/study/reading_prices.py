"""What every reading is worth: each figure of a chapter under another answer, beside the one in use."""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.errors import CroupierError
from croupier.odds.facts import store
from croupier.odds.figures.analysis import exact
from croupier.odds.pai_gow import certified
from croupier.odds.sides.envy import together
from croupier.odds.sides.forfeits import forfeits, rests
from croupier.odds.sides.joint import if_kept
from croupier.odds.study.study import main_alone, main_of, main_wagers, showdowns_of, solve, table_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from croupier.game import Game, Rules
    from croupier.law import Reading
    from croupier.law.reading import Fate
    from croupier.odds.study.study import Study

MAIN = "main"
LONG = "takes half a minute to count"
NO_FIGURE = "moves no figure of a single player"
ENVY = ", envy of 1 other player"
NEVER = ", never folded"


@dataclass(frozen=True, slots=True)
class Price:
    """A figure under another answer: the `return` of a wager (of the main game: one and its expected net, per ante) and
    what it is by default. `per` names the occasion where it is the return of a wager that meets one. `why` says what
    stands in the way of a figure, or when money moves that no figure shows. `error` is the standard error of the return
    where it is sampled."""

    game: str
    edition: str
    reading: Reading
    value: str
    wager: str
    paytable: str
    found: Fraction | None
    default: Fraction | None
    why: str = ""
    per: str = ""
    error: float | None = None

    @property
    def unmoved(self) -> bool:
        """Whether no figure moves."""
        return self.found == self.default is not None and not self.per

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
            **({"per": self.per} if self.per else {}),
            **({} if self.error is None else {"method": "sampled", "standard-error": f"{self.error:.3g}"}),
        }


def prices(game: Game, *, patient: bool = True) -> list[Price]:
    """Every rejected answer to every reading of a chapter, with each figure that it moves: from disk, or priced now.
    What takes half a minute to count is left out for whoever is not `patient`."""
    if not patient and not store.has(_name(game)):
        return list(priced(game, patient=False))
    readings = {reading.key: reading for reading in game.readings}
    arrays = store.kept(_name(game), lambda: _written(priced(game)))
    rows: list[list[Any]] = json.loads(bytes(arrays["prices"]))
    return [
        Price(game.id, game.edition, readings[key], value, wager, table, _read(found), _read(default), why, per, error)
        for key, value, wager, table, found, default, why, per, error in rows
    ]


def _name(game: Game) -> str:
    """What prices are kept under: all that could change one, the source of the engines and of the game."""
    asked = [wager.sees or wager.see for wager in game.wagers]
    modules = sorted({function.__module__ for function in asked})
    files = [Path(str(sys.modules[module].__file__)) for module in modules]
    here = Path(__file__).parents[2]
    files += sorted(file for part in ("law", "kit", "game", "games", "odds") for file in (here / part).rglob("*.py"))
    source = hashlib.sha256(b"".join(hashlib.sha256(file.read_bytes()).digest() for file in files)).hexdigest()
    return store.key("prices", game.id, game.edition, source)


def _written(found: Iterable[Price]) -> dict[str, NDArray[Any]]:
    rows = [
        [
            one.reading.key,
            one.value,
            one.wager,
            one.paytable,
            str(one.found),
            str(one.default),
            one.why,
            one.per,
            one.error,
        ]
        for one in found
    ]
    return {"prices": np.frombuffer(json.dumps(rows).encode(), np.uint8)}


def _read(text: str) -> Fraction | None:
    return None if text == "None" else Fraction(text)


def priced(game: Game, *, patient: bool = True) -> Iterator[Price]:
    """The prices, one by one as they are found."""
    disputed = [reading for reading in game.readings if answers(reading)]
    tell, steps = store.progress(f"the readings of {game.name}"), sum(len(answers(one)) for one in disputed) + 1
    tell(0, steps)
    usual = {at: worth for at, worth, _ in _figures(game, {}, patient=patient)} if disputed else {}
    done = 0
    for reading in disputed:
        for place, value in enumerate(answers(reading)):
            done += 1
            tell(done, steps)
            if reading.occasions:
                found = list(_on_occasion(game, reading, value, place, usual))
            elif reading.choices and not reading.conduct:
                found = [*_moved(game, reading, value, usual, patient=patient), *_envied(game, reading, value),
                         *on_two_boxes(game, reading, value, usual)]  # fmt: skip
            else:
                found = []
            yield from found or [_unmoved(game, reading, value, usual)]
    tell(steps, steps)


def answers(reading: Reading) -> tuple[str, ...]:
    """The answers that are not in use: those that can be chosen, or else what was rejected."""
    return reading.choices[1:] or reading.rejected


Figure = tuple[str, str]
Worth = Fraction | str


def _moved(game: Game, reading: Reading, value: str, usual: dict[Figure, Worth], *, patient: bool) -> list[Price]:
    made = []
    for (wager, table), found, error in _figures(game, {reading.key: value}, patient=patient):
        before = usual.get((wager, table), "")
        if table.endswith(NEVER):
            before = 1 + _unforfeited(game, wager, table.removesuffix(NEVER))
        if found == before:
            continue
        why = found if isinstance(found, str) else reading.moves
        under, usually = _number(found), _number(before)
        made.append(Price(game.id, game.edition, reading, value, wager, table, under, usually, why, error=error))
    return made


def _unforfeited(game: Game, id_: str, table: str) -> Fraction:
    """The expected net of a wager by default if no fold could take it."""
    rules = game.rules({id_: table})
    wager, study = rules.game.wager(id_), solve(rules)
    assert wager is not None
    return if_kept(study, rules, wager, showdowns_of(study, rules, wager).folding)


def _envied(game: Game, reading: Reading, value: str) -> Iterator[Price]:
    """What one other player's hand adds to two wagers with an Envy column at once, where the answer pays one alone."""
    if game.rules({}, {reading.key: value}).game.one_envy == game.one_envy:
        return
    tables = {w.id: [t.id for t in w.tables if t.envy] for w in game.wagers if w.envy is not None and w.key == w.id}
    for chosen in product(*tables.values()):
        offered = dict(zip(tables, chosen, strict=True))
        by = []
        for readings in ({}, {reading.key: value}):
            rules = game.rules(offered, readings)
            found = {}
            for id_ in offered:
                wager = rules.game.wager(id_)
                assert wager is not None
                side = main_alone(rules, wager, showdowns_of(None, rules, wager))  # type: ignore[arg-type]
                assert side.envied is not None
                found[id_] = side.envied
            by.append(together(rules, found))
        wagers, table = " and ".join(offered), " and ".join(chosen)
        yield Price(game.id, game.edition, reading, value, wagers, f"{table}{ENVY}", by[1], by[0], reading.moves)


def on_two_boxes(game: Game, reading: Reading, value: str, usual: Mapping[Figure, Worth]) -> Iterator[Price]:
    """What one other player's hand adds to the same wager on two boxes, where the answer pays a player once."""
    if game.rules({}, {reading.key: value}).game.once_a_player == game.once_a_player:
        return
    for (wager, table), worth in usual.items():
        if table.endswith(ENVY) and isinstance(worth, Fraction):
            yield Price(game.id, game.edition, reading, value, wager, f"{table}, on two boxes", worth / 2, worth,
                        reading.moves)  # fmt: skip


def _unmoved(game: Game, reading: Reading, value: str, usual: dict[Figure, Worth]) -> Price:
    same = _number(usual[MAIN, ""])
    return Price(game.id, game.edition, reading, value, MAIN, "", same, same, reading.told or NO_FIGURE)


def _number(worth: Worth) -> Fraction | None:
    return worth if isinstance(worth, Fraction) else None


def _on_occasion(game: Game, reading: Reading, value: str, place: int, usual: dict[Figure, Worth]) -> Iterator[Price]:
    """What a wager that meets the occasion returns by the answer in use and by another."""
    for occasion in reading.occasions:
        fates = (occasion.usual, occasion.others[place])
        found = set()
        for (wager, printed), worth in usual.items():
            kind = MAIN if wager == MAIN else "side"
            table = printed if "settled" in fates else ""
            touched = not {wager, kind}.isdisjoint(occasion.wagers)
            if ENVY in printed or NEVER in printed or (wager, table) in found or not touched:
                continue
            found.add((wager, table))
            before, after = (_fate(game, wager, fate, worth) for fate in fates)
            if before != after:
                yield Price(game.id, game.edition, reading, value, wager, table, _number(after), _number(before),
                            reading.told, occasion.per)  # fmt: skip


def _fate(game: Game, wager: str, fate: Fate, worth: Worth) -> Worth:
    """What a unit of a wager returns that comes to this: of the main game one and the net of all its wagers."""
    if fate == "settled":
        return worth
    if fate == "returned":
        return Fraction(1)
    if wager != MAIN:
        return Fraction(0)
    if fate == "lost":
        return Fraction(1 - sum(one.placed == "required" for one in game.wagers))
    return Fraction(1 - max(option.times for street in game.streets for option in street.options))


def _figures(game: Game, readings: dict[str, object], *, patient: bool) -> Iterator[tuple[Figure, Worth, float | None]]:
    """The return of the main game and of every wager on every paytable, or why there is none; and its standard error
    where it is sampled."""
    rules = game.rules({}, readings)
    if rules.game.study == "two-hands" and not patient and certified.certified(rules) is None:
        yield (MAIN, ""), LONG, None
        study = None
    else:
        study = solve(rules)
        yield (MAIN, ""), 1 + main_of(study).net.mean, None
    own = main_wagers(rules.game)
    for wager in rules.game.wagers:
        if wager.id in own or wager.key is None:
            continue
        for table in wager.tables:
            here = game.rules({wager.key: table.id, **_needs(game)}, readings)
            for players, worth, error in _side(study, here, wager.id):
                yield (wager.id, f"{table.id}{players}"), worth, error


def _needs(game: Game) -> dict[str, object]:
    """A device that some wagers cannot be offered without."""
    device = any(choice.key == "shuffler" and choice.default == "automated" for choice in game.choices)
    return {"shuffler": "automated"} if device else {}


def _side(study: Study | None, rules: Rules, id_: str) -> Iterator[tuple[str, Worth, float | None]]:
    wager = rules.game.wager(id_)
    assert wager is not None
    try:
        if wager.looks == "table":
            for players, side in table_of(rules, wager).by.items():
                yield _players(players), 1 + side.net.mean, None if side.sample is None else side.sample.standard_error
        elif study is None and rests(rules, wager):
            yield "", LONG, None
        else:
            found = main_alone(rules, wager, showdowns_of(study, rules, wager))  # type: ignore[arg-type]
            # what looks at more cards than those that are decided by is counted without the fold that would take it
            yield NEVER if wager.looks == "best" and forfeits(rules, wager) else "", 1 + found.net.mean, None
            if found.envied is not None and found.envied.chances:
                yield ENVY, found.envied.by[1], None
    except CroupierError as error:
        seats = range(1, rules.game.seats + 1) if wager.looks == "table" else ()
        yield from ([(_players(n), error.message, None) for n in seats] or [("", error.message, None)])


def _players(number: int) -> str:
    return f", {number} player{'s' if number > 1 else ''}"
