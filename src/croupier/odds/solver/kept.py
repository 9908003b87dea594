"""What was counted, kept on disk under the hash of the deck, the course and the features; never of prices or names."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.game.features import Own
from croupier.kit.rankings import Ranking
from croupier.odds.facts import store
from croupier.odds.solver.columns import Tuples
from croupier.odds.solver.counted import Counted, Level

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from croupier.odds.solver.shape import Shape

REMEMBERED = 6
"""What is held in memory: up to 60 megabytes each."""
LITTLE = 20_000
"""So many states are counted sooner than they are found."""
_HELD: dict[tuple[object, str], Counted] = {}


def content(item: object) -> object:
    """What a feature is made of, in plain values."""
    if isinstance(item, Ranking):
        return item
    if is_dataclass(item):
        return (type(item).__name__, *(content(getattr(item, each.name)) for each in fields(item)))
    if isinstance(item, frozenset):
        return tuple(sorted(content(each) for each in item))  # type: ignore[type-var]
    return tuple(map(content, item)) if isinstance(item, tuple) else item


def name_of(shape: Shape) -> str:
    """What a shape is kept under."""
    known = content(shape.features)
    return store.key("solver", shape.kinds, shape.held, shape.groups, shape.draws, shape.asks, shape.turns, known)


def found(shape: Shape, count: Callable[[Shape], Counted], work: int) -> Counted:
    """What was counted of a shape, found or counted now. What is soon counted is not kept, nor what rests on a function
    that has no content."""
    owned = any(isinstance(feature, Own) for feature in shape.features)
    if work < LITTLE or shape.drawn or owned:
        return count(shape)
    name = name_of(shape)
    where = (store.place(), name)
    if where not in _HELD:
        arrays = store.kept(name, lambda: _arrays(count(shape)), cards=shape.kinds)
        if len(_HELD) >= REMEMBERED:
            _HELD.pop(next(iter(_HELD)), None)
        _HELD[where] = _restored(shape, arrays)
    store.note(name)
    held = _HELD[where]
    return Counted(shape, held.tuples, held.levels)


def _small(array: NDArray[Any]) -> NDArray[Any]:
    if not array.size or int(array.min()) < 0:
        return array
    return array.astype(np.min_scalar_type(int(array.max())))


def _arrays(counted: Counted) -> dict[str, NDArray[Any]]:
    shape = counted.shape
    made: dict[str, NDArray[Any]] = {
        "met": np.array(counted.tuples.met, np.int64),
        "draws": np.array(shape.draws, np.int64),
        "asks": np.array(shape.asks, np.int64),
        "held": np.array(shape.held, np.int64),
    }
    for number, level in enumerate(counted.levels):
        for name in ("keys", "states", "weights", "counts"):
            made[f"{number}.{name}"] = _small(getattr(level, name))
        if level.own is not None and level.joint is not None:
            made |= {f"{number}.own": _small(level.own), f"{number}.joint": level.joint}
        for step, (onward, ways) in enumerate(level.steps):
            made |= {f"{number}.{step}.onward": _small(onward), f"{number}.{step}.ways": _small(ways)}
    return made


def _restored(shape: Shape, arrays: Mapping[str, NDArray[Any]]) -> Counted:
    levels = []
    for number in range(max(1, len(shape.asks))):
        steps: list[tuple[NDArray[np.int32], NDArray[np.int64]]] = []
        while f"{number}.{len(steps)}.onward" in arrays:
            at = f"{number}.{len(steps)}"
            steps.append((arrays[f"{at}.onward"].astype(np.int32), arrays[f"{at}.ways"].astype(np.int64)))
        own, joint = arrays.get(f"{number}.own"), arrays.get(f"{number}.joint")
        levels.append(
            Level(
                arrays[f"{number}.keys"].astype(np.int64),
                arrays[f"{number}.states"].astype(np.uint8),
                arrays[f"{number}.weights"].astype(np.int64),
                arrays[f"{number}.counts"].astype(np.int32 if own is not None else np.int64),
                tuple(steps),
                None if own is None else own.astype(np.int64),
                joint,
            )
        )
    return Counted(shape, Tuples(shape.features, shape.sizes(), arrays["met"].tolist()), levels)
