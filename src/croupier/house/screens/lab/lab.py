"""The lab: any wager of the book under any paytable, reading and pay, priced while somebody types.

What is asked stands in an address: `read` takes it apart, `subject` finds the rules that are meant, and `Lab` keeps
what has been worked out, so that visitors share it.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass
from fractions import Fraction
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.house.screens.lab.query import LabQuery, Subject, main_key, subject, together

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.game import Line, Rules
    from croupier.odds.figures.analysis import Main, Side
    from croupier.odds.study.study import Study

KEPT, HEAVY = 256, 16
"""Answers kept of each kind, the oldest goes first; few of those that hold a whole plan of play."""


@dataclass(frozen=True)
class LabResult:
    """What a wager is worth. `lines` are its rows with counts and nets in units; `study` is the main game
    where that is meant, and `hands` how many the dealer can hold."""

    worth: Main | Side
    lines: tuple[tuple[str, int, Fraction], ...]
    study: Study | None = None
    hands: int = 1

    @property
    def edge(self) -> Fraction:
        """What the house expects to keep of one unit."""
        return -self.worth.net.mean


class Lab:
    """What has been worked out, for everyone. Its methods are called in worker threads; what is long in the making is
    made by one of them while the others wait."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._making: dict[object, Lock] = {}
        self._kept: dict[str, OrderedDict[object, Any]] = {}
        self.counting: tuple[str, int, int] | None = None

    def keep(self, key: tuple[Any, ...], make: Callable[[], Any]) -> Any:  # noqa: ANN401
        """What is kept under a key, whose first part is its kind, or made now; whoever asks for the same meanwhile
        waits for it."""
        with self._lock:
            kept = self._kept.setdefault(key[0], OrderedDict())
            if key in kept:
                kept.move_to_end(key)
                return kept[key]
            gate = self._making.setdefault(key, Lock())
        with gate:
            found = kept.get(key)
            if found is None:
                found = self._watched(make)
                with self._lock:
                    kept[key] = found
                    if len(kept) > (HEAVY if key[0] in {"study", "main", "lookup"} else KEPT):
                        kept.popitem(last=False)
        with self._lock:
            self._making.pop(key, None)
        return found

    def _watched(self, make: Callable[[], Any]) -> Any:  # noqa: ANN401
        from croupier.odds.facts import store  # noqa: PLC0415 - as above

        def hear(what: str, done: int, total: int) -> None:
            self.counting = (what, done, total)

        try:
            with store.watched(hear):
                return make()
        finally:
            self.counting = None

    def study(self, rules: Rules) -> Study:
        """The main game, solved once for all that rests on it."""
        from croupier.odds.study.study import solve  # noqa: PLC0415 - as above

        return self.keep(("study", *main_key(rules)), lambda: solve(rules))  # type: ignore[no-any-return]

    def found(self, query: LabQuery, *, printed: bool = False) -> LabResult:
        """The worth of what is asked, or of the same as printed."""
        if printed:
            query = msgspec.structs.replace(query, pays=())
        about = subject(query)
        kind = "main" if about.is_main else "side"
        return self.keep((kind, query), lambda: self.price(about))  # type: ignore[no-any-return]

    def beneath(self, about: Subject) -> Study | None:
        """The main game as printed, where the wager's worth rests on it."""
        from croupier.odds.sides.forfeits import rests  # noqa: PLC0415 - as above

        if about.wager is None or rests(about.printed, about.wager):
            return self.study(about.printed)
        return None

    def price(self, about: Subject) -> LabResult:
        """Work out what a wager is worth."""
        from croupier.odds.study.study import main_of, showdowns_of, side_from, table_of  # noqa: PLC0415 - as above

        if about.is_main:
            study = self.study(about.rules)
            settled = study.settled()
            return LabResult(main_of(study, settled), _main_lines(about, study, settled), study)
        assert about.wager is not None
        if about.wager.looks == "table":
            side = table_of(about.rules, about.wager).by[about.asked.players]
            return LabResult(side, tuple((row.label, row.count, row.net) for row in side.rows))
        beneath: Any = self.beneath(about)
        wager, bare = about.wager, msgspec.structs.replace(about.asked, pays=())
        seen = self.keep(("seen", bare), lambda: showdowns_of(beneath, about.printed, wager))
        side = side_from(beneath, about.rules, wager, seen)
        hands = 1 if beneath is None else beneath.unseen_hands
        return LabResult(side, tuple((row.label, row.count, row.net) for row in side.rows), hands=hands)


def _main_lines(
    about: Subject, study: Study, settled: list[tuple[int, dict[str, Line]]]
) -> tuple[tuple[str, int, Fraction], ...]:
    """The rows of one of the main game's tables: how often each decides, and what all wagers on the table net then."""
    from croupier.odds.study.study import main_of  # noqa: PLC0415 - as above

    if about.wager is None:
        return ()
    labels = list(about.rules.tables[about.wager.id].labels.values())
    if study.totals is not None:
        named = {True: labels[0], False: "lose"}
        return tuple(
            (named[net > 0] if net else "push", count, net) for net, count in main_of(study).net.counts.items()
        )
    names = together(about.rules, about.wager)
    counts: Counter[tuple[str, Fraction]] = Counter()
    for count, lines in settled:
        here = [lines[name] for name in names if name in lines]
        if not here:
            continue
        paid = next((line.row for line in here if line.row in labels and line.net >= 0), None)
        net = Fraction(sum(line.net for line in here), study.ante)
        counts[paid or here[0].result, net] += count
    return tuple((label, count, net) for (label, net), count in counts.items())


def join_lines(lines: Iterable[tuple[str, int, Fraction]]) -> dict[str, tuple[int, Fraction]]:
    """Lines of the same label as one: how often, and the sum of their nets over all deals."""
    made: dict[str, tuple[int, Fraction]] = {}
    for label, count, net in lines:
        before = made.get(label, (0, 0 * net))
        made[label] = (before[0] + count, before[1] + count * net)
    return made
