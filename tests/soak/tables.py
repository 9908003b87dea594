"""Tables for hours: a million random commands a game; rounds against `settle`; side wagers against exact figures."""

from __future__ import annotations

import time
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

from croupier import open_game
from croupier.kit.money import cents
from croupier.odds.study.study import side_of, solve
from croupier.table import Crowd, Staff, Vault, open_table, play, seeded
from croupier.table import events as e
from tests.property.campaign import campaigns, expected
from tests.property.nonsense import TABLES
from tests.support import table_rules
from tests.table.drive import settled_as_told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier import Rules
    from croupier.odds.figures.analysis import Side

COMMANDS = 1_000_000
ROUNDS = 3_000
"""Rounds of six seats at each table, every line of which is compared."""
DEALS = 100_000
"""Rounds of one seat at each table of `SIDES`."""
CHUNK = 250
SIDES: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    # side wagers that no decision closes
    "dj-wild": ({"trips": "DJWT-04"}, ("trips",)),
    "cajun-stud": (
        {"pocket": "A", "board": "A", "lo-ball": "A", "all-six": "A"},
        ("pocket", "board", "lo-ball", "all-six"),
    ),
    "raise-it-up": ({"six-card": "A"}, ("pair-plus", "six-card")),
    "over-under": ({"bonus": "1", "dealing": "continuous-shuffler"}, ("bonus",)),
    "face-up-pai-gow": ({"ace-high": "1", "fortune": "1"}, ("ace-high", "fortune")),
}
FAR = 4.5
"""Standard errors that a right table does not stray, but once in a hundred thousand times."""


def soak(
    minutes: float | None,
    say: Callable[[str], object],
    commands: int = COMMANDS,
    rounds: int = ROUNDS,
    deals: int = DEALS,
    seed: int = 1,
) -> list[str]:
    """Lines of the report, one that failed beginning with FAILED; where `minutes` run out, a line says how far it
    came."""
    lines: list[str] = []
    for part, wanted in ((_commands, commands), (_rounds, rounds), (_deals, deals)):
        for game in TABLES:
            limit = None if minutes is None else 60 * minutes / (3 * len(TABLES))
            lines += part(game, wanted, seed, limit, say)
            say(lines[-1])
    return lines


def _left(begun: float, limit: float | None) -> bool:
    return limit is None or time.monotonic() - begun < limit


def _cut(done: int, wanted: int) -> str:
    return "" if done >= wanted else f" of {wanted:,} (time ran out)"


def _commands(game: str, wanted: int, seed: int, limit: float | None, say: Callable[[str], object]) -> list[str]:
    begun = time.monotonic()
    try:
        done = campaigns(game, wanted, 10_000 * seed, say, lambda: _left(begun, limit))
    except AssertionError as error:
        return [f"FAILED: {game}: random commands: {str(error)[:500]}"]
    missing = expected(game) - set(done.irregularities)
    failed = f"FAILED: never met: {', '.join(sorted(missing))}: " if missing else ""
    met = f"{sum(done.irregularities.values()):,} irregularities of {len(done.irregularities)} kinds"
    told = f"{game}: {done.commands:,}{_cut(done.commands, wanted)} random commands, {done.refused:,} refused"
    told += f", {done.events:,} events, {done.rounds:,} rounds, {met} in {time.monotonic() - begun:,.0f} s"
    return [f"{failed}{told}: books straight, replays equal, none hung"]


def _rounds(game: str, wanted: int, seed: int, limit: float | None, say: Callable[[str], object]) -> list[str]:
    """Random rounds of six seats, every line against `settle`."""
    begun, compared, played = time.monotonic(), 0, 0
    chunks = _chunks(game, wanted, seed)
    for rules, rounds, number in chunks:
        if not _left(begun, limit):
            break
        try:
            compared += settled_as_told(rules, rounds, number)
        except AssertionError as error:
            return [f"FAILED: {game}: a line at the table is not that of settle: {str(error)[:500]}"]
        played += rounds
        say(f"{game}: {compared:,} rounds compared with settle")
    total = wanted * len(TABLES[game])
    failed = "" if compared else "FAILED: nothing compared: "
    told = f"{game}: {compared:,} rounds of six seats at {len(TABLES[game])} tables compared with settle line by line"
    told += f", none differs, of {played:,} played{_cut(played, total)}, in {time.monotonic() - begun:,.0f} s"
    return [failed + told]


def _chunks(game: str, wanted: int, seed: int) -> Iterator[tuple[Rules, int, int]]:
    left = dict.fromkeys(range(len(TABLES[game])), wanted)
    turn = 0
    while any(left.values()):
        for number, (edition, submission) in enumerate(TABLES[game]):
            rounds = min(CHUNK, left[number])
            if rounds:
                left[number] -= rounds
                turn += 1
                plain = {key: value for key, value in submission.items() if key not in {"match-play", "adjacent-boxes"}}
                yield table_rules(game, plain, edition=edition), rounds, 1000 * seed + turn


def _deals(game: str, wanted: int, seed: int, limit: float | None, say: Callable[[str], object]) -> list[str]:
    """Rounds of one seat, side wagers against their exact figures."""
    submission, ids = SIDES[game]
    rules = table_rules(game, submission)
    study = solve(open_game(game).rules())
    exact = {id_: side_of(study, rules, _wager(rules, id_)) for id_ in ids}
    begun, dealt, turn = time.monotonic(), 0, 0
    nets: dict[str, list[Fraction]] = {id_: [] for id_ in ids}
    while dealt < wanted and _left(begun, limit):
        turn += 1
        rounds = min(CHUNK, wanted - dealt)
        for id_, net in _nets(rules, rounds, 1000 * seed + turn, ids):
            nets[id_].append(net)
        dealt += rounds
        if turn % 20 == 0:
            say(f"{game}: {dealt:,} deals of {', '.join(ids)}")
    lines = [_judged(game, id_, nets[id_], exact[id_]) for id_ in ids]
    lines[-1] += f"; {dealt:,}{_cut(dealt, wanted)} rounds in {time.monotonic() - begun:,.0f} s"
    return lines


def _wager(rules: Rules, id_: str) -> Any:
    return next(wager for wager in rules.offered() if wager.id == id_)


def _nets(rules: Rules, rounds: int, seed: int, ids: tuple[str, ...]) -> Iterator[tuple[str, Fraction]]:
    from random import Random

    _, table = open_table(rules, table="T1", at=0)
    chance = Random(seed)
    times = iter(range(10, 10**9, 10))
    staff, crowd = Staff(Vault(seeded(seed)), chance), Crowd(chance, 1, side=1.0, skip=0.0)
    for events, _, _ in play(table, staff, crowd, rounds, lambda: next(times)):
        for event in events:
            if isinstance(event, e.Settled):
                for line in event.lines:
                    if line["wager"] in ids:
                        yield line["wager"], Fraction(_signed(line["net"]), cents(line["stake"]))


def _signed(net: str) -> int:
    return -cents(net[1:]) if net.startswith("-") else cents(net)


def _judged(game: str, id_: str, nets: list[Fraction], exact: Side) -> str:
    """How far the mean and the share of winners are from the exact ones, in standard errors."""
    count = len(nets)
    if not count:
        return f"FAILED: {game} {id_}: nothing was settled"
    mean, won = sum(nets, Fraction()) / count, sum(net > 0 for net in nets)
    hit = exact.net.chance(above=0)
    by_mean = float(mean - exact.net.mean) / sqrt(float(exact.net.variance) / count)
    by_hits = float(Fraction(won, count) - hit) / sqrt(float(hit * (1 - hit)) / count)
    failed = "FAILED: " if abs(by_mean) > FAR or abs(by_hits) > FAR else ""
    told = f"{game} {id_}: {count:,} settled at the table, returned {100 * float(1 + mean):.2f}% where "
    told += f"{100 * float(1 + exact.net.mean):.2f}% is exact ({by_mean:+.2f} standard errors), won "
    return f"{failed}{told}{100 * won / count:.2f}% where {100 * float(hit):.2f}% is ({by_hits:+.2f})"
