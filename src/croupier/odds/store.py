"""Facts kept on disk: counted once, found again under a key made of the cards, the ranking and the reading.

A file that is missing, torn or of another making is counted anew and replaced; a folder that cannot be written to only
costs the time. Whoever has to wait may watch: counters tell how far they are, and facts that were found tell nothing.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import zipfile
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from croupier.kit.rankings import Ranking

    Progress = Callable[[int, int], None]
    Listener = Callable[[str, int, int], None]

MAKING = 1
"""Raised when facts are counted or laid out differently, so that older files are not read."""

_LISTENER: ContextVar[Listener | None] = ContextVar("listener", default=None)


@contextmanager
def watched(listener: Listener) -> Iterator[None]:
    """While this lasts, `listener` hears what is being counted, how many steps of it are done, and of how many."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)


def progress(what: str) -> Progress:
    """How the one who counts `what` tells it to whoever watches, if anybody does."""
    listener = _LISTENER.get()

    def tell(done: int, total: int) -> None:
        if listener is not None:
            listener(what, done, total)

    return tell


def folder() -> Path:
    """``CROUPIER_CACHE``, or the user's cache folder."""
    if given := os.environ.get("CROUPIER_CACHE"):
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "croupier"


def key(kind: str, ranking: Ranking, *more: object) -> str:
    """A file name for facts of this kind about this ranking."""
    told = (
        MAKING,
        kind,
        ranking.size,
        ranking.straights,
        sorted(ranking.wild),
        ranking.joker,
        ranking.fill,
        [(category.name, category.form.__name__) for category in ranking.categories],
        more,
    )
    return f"{kind}-{hashlib.sha256(repr(told).encode()).hexdigest()[:16]}"


def kept(name: str, make: Callable[[], Mapping[str, np.ndarray[Any, Any]]]) -> Mapping[str, np.ndarray[Any, Any]]:
    """The arrays under this name, read from disk or made and written there."""
    file = folder() / f"{name}.npz"
    try:
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as found:
            return dict(found)
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile):
        made = make()
        _write(file, made)
        return made


def _write(file: Path, arrays: Mapping[str, np.ndarray[Any, Any]]) -> None:
    """Whole or not at all: written beside its place and then moved there."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, suffix=".tmp", delete=False) as draft:
            np.savez(draft, **dict(arrays))  # type: ignore[arg-type]
        Path(draft.name).replace(file)
    except OSError:
        return
