"""Rounds played by chance, millions a second. (`plain` is the slow sampler that shares nothing with the counters.)

A sampled round is dealt and decided from its own cards, and counted under the number it falls into; the numbers are
settled by the chapter's own cases. Counts are whole numbers, the same for the same seed however the rounds are split
up, and counts of different rounds can be added.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from hashlib import sha256
from threading import RLock
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from croupier.errors import IllegalAction, Impure
from croupier.game import Played as Round
from croupier.kit.cards import CARDS, write
from croupier.kit.money import dollars
from croupier.odds.rounds.weighted import ANTE, stake_of
from croupier.odds.sampling import compiled, compiled_sides, play
from croupier.odds.sampling.chunks import CHUNK, UNKNOWN, Plan, unknown
from croupier.odds.sampling.chunks import play as play_plan
from croupier.odds.sampling.deal import deal, layout
from croupier.odds.sampling.estimates import Sampled
from croupier.odds.sampling.features import MAIN, FeatureLook, Played, rests_on_play
from croupier.odds.sampling.forfeit import ForfeitLook
from croupier.odds.sampling.player import compiled as compiled_player
from croupier.odds.sampling.program import Builder
from croupier.odds.sampling.sides import SIDES
from croupier.odds.sampling.tallies import Tallies
from croupier.odds.sampling.two_hands import TwoHandsLook
from croupier.odds.sides.forfeits import forfeits
from croupier.odds.solver.pays import main_wagers
from croupier.odds.solver.shape import features_of
from croupier.odds.solver.solve import solve

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from numpy.typing import NDArray

    from croupier.game import Rules, Wager
    from croupier.odds.sampling.deal import Layout
    from croupier.odds.sampling.player import Player
    from croupier.odds.sampling.rounds import Look
    from croupier.odds.solver.solve import Solved

CHECKED = 1 << 14
"""Rounds of which some are settled one by one, before the first are counted."""
NUMBERS = 300
"""Numbers of each look of which several of these rounds are settled."""


@dataclass(frozen=True, slots=True)
class Sampler:
    """A table ready to be sampled. Make one with `sampler`."""

    rules: Rules
    strategy: str
    layout: Layout
    looks: Mapping[str, Look]
    plan: Plan
    solved: Solved | None
    _nets: dict[str, dict[int, Mapping[str, int]]] = field(default_factory=dict, compare=False, repr=False)
    _checked: set[str] = field(default_factory=set, compare=False, repr=False)
    _lock: RLock = field(default_factory=RLock, compare=False, repr=False)

    @property
    def seats(self) -> int:
        """How many players are at the table."""
        return self.layout.seats

    @property
    def deck(self) -> NDArray[np.uint8]:
        """Every card that can be dealt."""
        return self.plan.program.deck

    @property
    def wagers(self) -> tuple[str, ...]:
        """Every wager of the table, the main game first."""
        return tuple(self.plan.wagers)

    @property
    def sizes(self) -> dict[str, int]:
        """How many numbers each look has."""
        return {look: how.size for look, how in self.looks.items()}

    @property
    def fingerprint(self) -> str:
        """The same for tables of which every round falls into the same numbers."""
        program = self.plan.program
        made = sha256()
        for part in (program.deck, program.words, program.steps, program.cards, program.tables, program.keys):
            made.update(part.tobytes())
        made.update(program.options.tobytes())
        return made.hexdigest()

    def count(self, seed: int, rounds: int, first: int = 0, *, threads: int = 1) -> Tallies:
        """Play so many rounds, the one numbered `first` first, on so many threads."""
        if rounds < 1:
            raise IllegalAction(f"{rounds} rounds are none: one or more", field="--rounds")
        self.check(seed)
        size = min(CHUNK, -(-rounds // max(threads, 1)))
        starts = range(first, first + rounds, size)
        if threads <= 1 or len(starts) == 1:
            return Tallies.merge(self.play(seed, at, min(size, first + rounds - at)) for at in starts)
        with ThreadPoolExecutor(threads) as pool:
            parts = pool.map(lambda at: self.play(seed, at, min(size, first + rounds - at)), starts)
            return Tallies.merge(parts)

    def play(self, seed: int, first: int, rounds: int) -> Tallies:
        """`chunks.play`, with every net settled that it needs."""
        found = play_plan(self.plan, seed, first, rounds)
        while unknown(self.plan, found):
            self.learn(found)
            found = play_plan(self.plan, seed, first, rounds)
        return found

    def learn(self, tallies: Tallies) -> None:
        """Settle the numbers not met before, each by the first round that met it."""
        with self._lock:
            for look in tallies.counts:
                known = self._nets.setdefault(look, {})
                for which, _, met in tallies.met(look):
                    if which not in known:
                        known[which] = self._settled(look, which, tallies.seed, met)
                        for wager, net in known[which].items():
                            if wager in self.plan.nets:
                                self.plan.nets[wager][which] = net

    def _settled(self, look: str, which: int, seed: int, met: int) -> Mapping[str, int]:
        number, seat = divmod(met, self.seats)
        row = deal(seed, number, 1, self.deck, self.layout.width)[0]
        return self.looks[look].nets(which, row, seat)

    def nets(self, look: str, tallies: Tallies) -> dict[int, Mapping[str, int]]:
        """What every number met nets, by wager, in cents."""
        self.learn(tallies)
        return self._nets[look]

    def check(self, seed: int) -> None:
        """Settle a few rounds of the numbers met first: a number is settled once, so its rounds must net the same."""
        todo = [look for look, how in self.looks.items() if look not in self._checked and _is_folded(how)]
        self._checked.update(self.looks)
        if not todo:
            return
        dealt = deal(seed, 0, CHECKED, self.deck, self.layout.width)
        for look in todo:
            how = self.looks[look]
            flat = how.classes(dealt, 0)
            order = np.argsort(flat, kind="stable")
            starts = np.flatnonzero(np.diff(flat[order], prepend=-1))
            ends = np.append(starts[1:], len(flat)) - 1
            for start, end in list(zip(starts.tolist(), ends.tolist(), strict=True))[:: max(1, len(starts) // NUMBERS)]:
                rows = sorted({start, (2 * start + end) // 3, (start + 2 * end) // 3, end})
                found = [(how.nets(int(flat[order[n]]), dealt[order[n]], 0), dealt[order[n]]) for n in rows]
                for nets, row in found[1:]:
                    if nets != found[0][0]:
                        raise _impure(self.layout, (found[0][0], nets), (found[0][1], row))

    def estimate(self, tallies: Tallies, wager: str) -> Sampled:
        """What the tallies say about a wager, or about the main game."""
        look = self.plan.wagers[wager]
        known = self.nets(look, tallies)
        counts: dict[int, int] = {}
        for which, count, _ in tallies.met(look):
            net = known[which][wager]
            counts[net] = counts.get(net, 0) + count
        total, squares = tallies.totals.get(wager) or (
            sum(net * count for net, count in counts.items()),
            sum(net * net * count for net, count in counts.items()),
        )
        side = self.rules.game.wager(wager)
        unit = ANTE if side is None else stake_of(self.rules, side)
        table = None if side is None else self.rules.tables[wager].id
        return Sampled(wager, table, unit, self.seats, tallies.rounds, total, squares, MappingProxyType(counts))

    def estimates(self, tallies: Tallies) -> list[Sampled]:
        """Every wager of the table, the main game first."""
        return [self.estimate(tallies, wager) for wager in self.plan.wagers]


def threads_by_default() -> int:
    """Every processor that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def sampler(rules: Rules, *, seats: int = 1, strategy: str = play.OPTIMAL, player: Player | None = None) -> Sampler:
    """Prepare a table: every wager its rules offer, played by a strategy or a player of your own at so many seats."""
    game = rules.game
    if not 1 <= seats <= game.seats:
        raise IllegalAction(
            f"{seats} seats where the table has 1 to {game.seats}", field="--seats", cite=game.seats_cite
        )
    if player is None:
        play.check(rules, strategy)
    rules = replace(rules, limits=MappingProxyType({}))  # what may be staked says nothing of what comes of it
    sides = [w for w in rules.offered() if w.placed in {"optional", "always-offered"}]
    spread_out = layout(seats, game.hand_size, _places(rules, sides))
    if spread_out.width > len(game.deck):
        raise IllegalAction(
            f"{seats} seats take {spread_out.width} cards of {len(game.deck)}", field="--seats", cite=game.deck.cite
        )
    solved: Solved | None = None
    if player is not None:
        strategy, solved = f"{type(player).__name__} of your own", compiled_player(rules, player)
    elif strategy == play.OPTIMAL and game.streets and game.study != "two-hands":
        solved = solve(rules)
    looks = _looks(rules, spread_out, strategy, solved, sides)
    plan = _planned(rules, spread_out, looks)
    return Sampler(rules, strategy, spread_out, looks, plan, solved)


def _looks(
    rules: Rules, laid: Layout, strategy: str, solved: Solved | None, sides: list[Wager[Any]]
) -> dict[str, Look]:
    """Every way in which some wagers look at a round, the main game's first."""
    looks: dict[str, Look] = {}
    main = main_wagers(rules)
    if rules.game.study == "two-hands":
        beside = tuple(w for w in sides if w.looks == "round")
        looks["round"] = TwoHandsLook(rules, laid, strategy, tuple(w.id for w in beside))
        played = None
    else:
        played = Played(rules, strategy, solved)
        seen = set(features_of(rules, main))
        beside = tuple(w for w in sides if w.sees is not None and set(w.sees(rules).features) <= seen)
        undeclared = tuple(w for w in sides if w.sees is None and w.looks == "round")
        beside = (*beside, *undeclared)
        if main or beside:
            looks["round"] = FeatureLook(rules, laid, (*main, *_with_lines(rules, beside)), played)
    for wager in sides:
        if wager in beside:
            continue
        if wager.sees is not None:
            own = played if rests_on_play(rules, wager) else None
            looks[wager.id] = FeatureLook(rules, laid, _with_lines(rules, (wager,)), own)
        elif wager.looks in SIDES and forfeits(rules, wager):
            looks[wager.id] = ForfeitLook(SIDES[wager.looks](rules, laid, (wager,)), looks["round"])  # type: ignore[arg-type]
        elif wager.looks in SIDES:
            looks.setdefault(wager.looks, SIDES[wager.looks](rules, laid, _alike(rules, sides, wager)))  # type: ignore[arg-type]
    return looks


def _with_lines(rules: Rules, wagers: tuple[Wager[Any], ...]) -> tuple[Wager[Any], ...]:
    """Wagers with the second lines that stand on them."""
    names = {w.id for w in wagers}
    return tuple(w for w in rules.offered() if w.id in names or w.of in names)


def _alike(rules: Rules, sides: list[Wager[Any]], one: Wager[Any]) -> tuple[Wager[Any], ...]:
    """The wagers that are counted by the same look."""
    return tuple(w for w in sides if w.looks == one.looks and w.sees is None and not forfeits(rules, w))


def _planned(rules: Rules, laid: Layout, looks: Mapping[str, Look]) -> Plan:
    """Write every look that can be written as steps of a program."""
    deck = np.array(rules.game.deck.all(), np.uint8)
    b = Builder(deck, laid.width, laid.seats)
    written: list[str] = []
    for name, look in looks.items():
        before = b.mark()
        try:
            _write(b, look)
        except compiled.Untabled:
            b.back(before)
        else:
            written.append(name)
    wagers = {wager: name for name, look in looks.items() for wager in _names(look)}
    sizes = {name: look.size for name, look in looks.items()}
    order = [MAIN, *(w.id for w in rules.offered())]
    told = {wager: wagers[wager] for wager in order if wager in wagers}
    several = laid.seats > 1
    nets = {wager: np.full(sizes[name], UNKNOWN, np.int64) for wager, name in told.items() if several}
    rest = {name: look for name, look in looks.items() if name not in written}
    return Plan(b.program(), laid.seats, tuple(written), rest, told, nets)


def _write(b: Builder, look: Look) -> None:
    """A look at every seat, and its tally."""
    tally = None
    for seat in range(b.seats):
        if isinstance(look, FeatureLook):
            code = compiled.FeatureWriter(b, look, seat).write()[0]
        elif isinstance(look, ForfeitLook):
            code, own = b.register(), compiled_sides.write(b, look.look, seat)
            end = compiled.FeatureWriter(b, look.main, seat).ended()
            assert look.main.played is not None
            b.scale(code, own, 2)
            b.add(code, end, b.table(look.main.played.folds.astype(np.int64)))
        else:
            code = compiled_sides.write(b, look, seat)
        tally = b.tally(code, seat, look.size, tally)


def _names(look: Any) -> tuple[str, ...]:  # noqa: ANN401 - any look
    """The wagers that a look tells of."""
    if isinstance(look, FeatureLook):
        return look.names
    if isinstance(look, ForfeitLook):
        return tuple(w.id for w in look.look.wagers)
    if isinstance(look, TwoHandsLook):
        return (MAIN, *look.beside)
    return tuple(w.id for w in look.wagers)


def _places(rules: Rules, sides: list[Wager[Any]]) -> dict[str, int]:
    """The places where cards lie that some wager looks at, and how many."""
    empty = Round({}, {}, None)
    looks = {w.looks for w in sides}
    found = {}
    for place in rules.game.places:
        if place.id == "replacement":
            kind = max((_replaced(rules, w) for w in sides), default=0)
            found[place.id] = kind + 1 if kind else 0
        elif place.id != "all-six" or "all-six" in looks:
            found[place.id] = place.count(rules, empty)
    return {place: count for place, count in found.items() if count}


def _replaced(rules: Rules, wager: Wager[Any]) -> int:
    """How many cards of the deck the wager would have replaced."""
    return 0 if wager.replaces is None else sum(wager.replaces(rules, card) for card in rules.game.deck.cards)


def _is_folded(how: object) -> bool:
    """Whether several hands share a number that is not made of what the wagers declare."""
    return not getattr(how, "one_by_one", False) and not isinstance(how, FeatureLook)


def _impure(
    layout: Layout,
    nets: tuple[Mapping[str, int], Mapping[str, int]],
    rows: tuple[NDArray[np.uint8], NDArray[np.uint8]],
) -> Impure:
    one, other = ({"seats": {"1": {"cards": _cards(layout.hands(row[None], 0)[0])}}, **{
        place: _cards(layout.at(row[None], place)[0]) for place in layout.places}} for row in rows)  # fmt: skip
    wager = next(wager for wager, net in nets[0].items() if nets[1][wager] != net)
    words = f"{wager} nets {dollars(nets[0][wager])} with {one} and {dollars(nets[1][wager])} with {other}"
    return Impure(f"the fast sampler takes these rounds for one: {words}; sample plainly", (one, other))


def _cards(hand: NDArray[np.uint8]) -> str:
    return write(CARDS[card] for card in hand.tolist())
