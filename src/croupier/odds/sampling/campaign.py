"""A long run: chunk after chunk in order, on as many threads as there are, stopped and taken up again as one likes.

What a run has counted depends on the seed and the number of rounds alone. One that stops when an error is small enough
is asked after every chunk, in order, and so stops after the same round on any number of threads.
"""

from __future__ import annotations

import json
import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.errors import IllegalAction
from croupier.odds.sampling import philox
from croupier.odds.sampling.tallies import Tallies

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future
    from pathlib import Path

    from croupier.odds.sampling.fast import Sampler

    Chunk = tuple[int, int]
    Source = Callable[[Iterator[Chunk]], Iterator[Tallies]]

LARGEST = 1 << 18
"""Rounds in a chunk of a long run."""
AT_ONCE = 2
"""Chunks that wait for each thread."""
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Target:
    """Stop when the standard error of a wager is as small as this."""

    wager: str
    error: float


def chunks(rounds: int | None, done: int, size: int) -> Iterator[Chunk]:
    """First round and number of rounds of every chunk from here on; without end where no number is given."""
    while rounds is None or done < rounds:
        stop = done - done % size + size
        stop = stop if rounds is None else min(stop, rounds)
        yield done, stop - done
        done = stop


def on_threads(table: Sampler, seed: int, threads: int) -> Source:
    """Chunks played on threads of this process; results come in order."""

    def source(wanted: Iterator[Chunk]) -> Iterator[Tallies]:
        if threads <= 1:
            yield from (table.play(seed, first, rounds) for first, rounds in wanted)
            return
        with ThreadPoolExecutor(threads) as pool:
            waiting: deque[Future[Tallies]] = deque()
            try:
                for first, rounds in wanted:
                    waiting.append(pool.submit(table.play, seed, first, rounds))
                    if len(waiting) >= threads * AT_ONCE:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                for each in waiting:
                    each.cancel()

    return source


def run(
    table: Sampler,
    seed: int,
    *,
    rounds: int | None,
    until: Target | None = None,
    source: Source | None = None,
    so_far: Tallies | None = None,
    size: int | None = None,
) -> Iterator[Tallies]:
    """All that was counted, after every chunk. It goes on from what was counted before."""
    size = size or (LARGEST if rounds is None or rounds >= 8 * LARGEST else max(1 << 12, rounds // 32))
    table.check(seed)
    found = so_far
    if found is not None:
        yield found
        if _reached(table, found, until):
            return
    wanted = chunks(rounds, 0 if found is None else found.rounds, size)
    parts = (source or on_threads(table, seed, 1))(wanted)
    for part in parts:
        found = part if found is None else found + part
        yield found
        if _reached(table, found, until):
            break


def _reached(table: Sampler, found: Tallies, until: Target | None) -> bool:
    if until is None:
        return False
    error = table.estimate(found, until.wager).standard_error
    return error is not None and 0 < error <= until.error


# Checkpoints -----------------------------------------------------------------------------------------------------


def identity(table: Sampler) -> dict[str, Any]:
    """What a checkpoint must be of to be gone on with: the table, and everything of it that counts."""
    game, rules = table.rules.game, table.rules
    return {
        "format": FORMAT,
        "generator": philox.NAME,
        "game": game.id,
        "edition": game.edition,
        "seats": table.seats,
        "strategy": table.strategy,
        "wagers": {wager: None if wager == "main" else rules.tables[wager].id for wager in table.plan.wagers},
        "readings": dict(sorted(rules.readings.items())),
        "table": table.fingerprint,
    }


def save(path: Path, table: Sampler, tallies: Tallies) -> None:
    """Write a checkpoint, whole or not at all."""
    told = {**identity(table), "tallies": tallies.to_json()}
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8") as file:
            json.dump(told, file)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise IllegalAction(f"{path} cannot be written: {error.strerror}", field="--checkpoint") from None


def load(path: Path, table: Sampler, seed: int | None) -> Tallies | None:
    """What a checkpoint holds, None where there is none; one of another table or seed is refused."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        tallies = Tallies.from_json(told["tallies"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError):
        raise IllegalAction(f"{path} is no checkpoint of a simulation", field="--checkpoint") from None
    wanted = identity(table)
    other = [key for key in wanted if told.get(key) != wanted[key]]
    if other:
        raise IllegalAction(
            f"{path} is of another run: {', '.join(f'{key} {told.get(key)!r}' for key in other)}", field="--checkpoint"
        )
    if seed is not None and tallies.seed != seed:
        raise IllegalAction(f"{path} is of seed {tallies.seed}, not {seed}", field="--checkpoint")
    if {look: len(counts) for look, counts in tallies.counts.items()} != table.sizes:
        raise IllegalAction(f"{path} is of another run: it has other numbers of rounds", field="--checkpoint")
    return tallies
