"""Facts kept on disk: counted once, found again under the hash of all they were made from.

A name is a hash of content: the cards in play, what the ranking makes of every kind of hand, and the source of the
counters. A file carries its name and a digest of its arrays; when it is read the digest is compared and the counts are
added up (see `checksums`). One that is torn, altered or of another making is counted anew with a `FactsWarning`; a
folder that cannot be written to only costs the time. Whoever has to wait may watch: counters tell how far they are,
and facts that were found tell nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import warnings
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from croupier.kit import catalogue
from croupier.kit.rankings import Ranking
from croupier.odds.facts.checksums import CHECKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    Progress = Callable[[int, int], None]
    Listener = Callable[[str, int, int], None]
    Arrays = Mapping[str, np.ndarray[Any, Any]]

FORMAT = 2
"""Raised when files are laid out differently."""
_ABOUT = "about"
_RANKED = ("kit/bulk.py", "kit/bulk_kernels.py", "kit/kernels.py")
COUNTERS: Mapping[str, tuple[str, ...]] = {
    "against": ("odds/facts/against.py", "odds/facts/classes.py", *_RANKED),
    "six-cards": ("odds/sides/deals.py", *_RANKED),
    "prices": (),
    "best-of": ("odds/sides/best_of.py", *_RANKED),
    "sevens": ("odds/facts/sevens.py", *_RANKED),
    "ace-high": ("odds/facts/sevens.py", *_RANKED),
    "settings": ("odds/pai_gow/settings.py", "odds/pai_gow/counts.py", "odds/pai_gow/hands.py", *_RANKED),
    "solver": (
        *(f"odds/solver/{name}.py" for name in ("folded", "unseen", "columns", "counted", "keys", "kept", "shape")),
        "odds/facts/classes.py",
        "game/features.py",
        "kit/worths.py",
        *_RANKED,
    ),
    "boards": (
        *(f"odds/solver/{name}.py" for name in ("boards", "board_play", "board_walks", "columns", "counted", "keys")),
        *(f"odds/solver/{name}.py" for name in ("kept", "pays", "plan", "shape")),
        "odds/facts/classes.py",
        "game/features.py",
        "kit/worths.py",
        *_RANKED,
    ),
    "high-hands": (*(f"odds/facts/{name}.py" for name in ("high_hands", "high_suits", "high_ranks")), *_RANKED),
    "two-high-beside-a-fold": ("odds/sides/cover_folded.py", "odds/facts/classes.py", *_RANKED),
}
"""The source of the counters behind each kind of facts."""


class FactsWarning(UserWarning):
    """Facts on disk could not be trusted and were counted anew."""


# Watching ------------------------------------------------------------------------------------------------------

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


# Where facts are kept ------------------------------------------------------------------------------------------

_USED: ContextVar[dict[str, str] | None] = ContextVar("used", default=None)
_UNCACHED: ContextVar[object] = ContextVar("uncached", default=None)
_DIGESTS: dict[tuple[object, str], str] = {}


def folder() -> Path:
    """``CROUPIER_CACHE``, or the user's cache folder."""
    if given := os.environ.get("CROUPIER_CACHE"):
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "croupier"


@contextmanager
def uncached() -> Iterator[None]:
    """While this lasts everything is counted anew: nothing kept before is read, in memory or on disk, and nothing is
    written."""
    token = _UNCACHED.set(object())
    try:
        yield
    finally:
        _UNCACHED.reset(token)


def is_uncached() -> bool:
    """Whether facts are to be counted anew."""
    return _UNCACHED.get() is not None


def place() -> object:
    """What facts held in memory belong to: the folder, or the time in which everything is counted anew."""
    return folder() if (token := _UNCACHED.get()) is None else token


@contextmanager
def noted() -> Iterator[Mapping[str, str]]:
    """While this lasts, the digest of all facts that are used, by their names."""
    outer = _USED.get()
    used: dict[str, str] = {}
    token = _USED.set(used)
    try:
        yield used
    finally:
        _USED.reset(token)
        if outer is not None:
            outer.update(used)


def note(*names: str) -> None:
    """Say that facts were used which somebody holds in memory."""
    used = _USED.get()
    if used is not None:
        used.update({name: _DIGESTS[place(), name] for name in names if (place(), name) in _DIGESTS})


def note_digest(name: str, digest: str) -> None:
    """Say that facts were used which no file of the folder holds."""
    used = _USED.get()
    if used is not None:
        used[name] = digest


# Names and digests ---------------------------------------------------------------------------------------------


def key(kind: str, *content: object) -> str:
    """A name for facts of this kind: the hash of what they are made from and of the source that counts them. Rankings
    are known by what they make of hands; else plain values only, since the name of a function says nothing."""
    made_from = (FORMAT, kind, counter(kind), *map(_content, content))
    return f"{kind}-{hashlib.sha256(repr(made_from).encode()).hexdigest()[:32]}"


def _content(item: object) -> object:
    if isinstance(item, Ranking):
        return catalogue.digest(item)
    if isinstance(item, tuple | list):
        return tuple(map(_content, item))
    if isinstance(item, int | str | None):
        return str(item) if isinstance(item, str) else None if item is None else int(item)
    raise TypeError(f"{item!r} is not known by its content")


@cache
def counter(kind: str) -> str:
    """A hash of the source that counts this kind of facts."""
    package = Path(__file__).parents[2]
    found = hashlib.sha256()
    for name in COUNTERS.get(kind, ()):
        found.update((package / name).read_bytes())
    return found.hexdigest()


def digest_of(arrays: Arrays) -> str:
    """A hash of arrays: names, types, shapes and all they hold."""
    found = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        found.update(f"{name} {array.dtype.str} {array.shape};".encode())
        found.update(array.data.cast("B") if array.size and array.dtype.kind != "U" else array.tobytes())
    return found.hexdigest()


# Reading and writing -------------------------------------------------------------------------------------------


def kept(name: str, make: Callable[[], Arrays], *, cards: Sequence[int] = ()) -> Arrays:
    """The arrays under this name, read from disk or made and written there. `cards` are those in play, for the sums
    that the counts must have."""
    file = folder() / f"{name}.npz"
    if not is_uncached():
        try:
            arrays, about = _read(file)
            _check(name, arrays, about, cards)
        except FileNotFoundError:
            pass
        except Exception as error:  # noqa: BLE001 - what somebody left there may fail in any way
            if not isinstance(error, NotADirectoryError):
                said = f"facts in {file} are not what was counted ({error}); they are counted anew"
                warnings.warn(said, FactsWarning, stacklevel=2)
        else:
            return _noting(name, arrays, about["digest"])
    made = dict(make())
    digest = digest_of(made)
    if not is_uncached():
        _write(file, made, {"name": name, "digest": digest, "cards": [int(card) for card in cards]})
    return _noting(name, made, digest)


def has(name: str) -> bool:
    """Whether something is kept under this name."""
    return not is_uncached() and (folder() / f"{name}.npz").exists()


def _noting(name: str, arrays: Arrays, digest: str) -> Arrays:
    _DIGESTS[place(), name] = digest
    note(name)
    return arrays


def _read(file: Path) -> tuple[Arrays, dict[str, Any]]:
    with file.open("rb") as stream, np.load(stream, allow_pickle=False) as found:
        arrays = dict(found)
    if _ABOUT not in arrays:
        raise ValueError("it does not say what it holds")
    about = json.loads(bytes(arrays.pop(_ABOUT)))
    if not isinstance(about, dict) or {"name", "digest", "cards"} - set(about):
        raise ValueError("it does not say what it holds")
    return arrays, about


def _check(name: str, arrays: Arrays, about: Mapping[str, Any], cards: Sequence[int] | None) -> None:
    """Refuse arrays that are not those written under this name, or whose counts do not add up."""
    if about["name"] != name:
        raise ValueError(f"they were kept as {about['name']}")
    if about["digest"] != digest_of(arrays):
        raise ValueError("their digest is another")
    if cards is not None and about["cards"] != [int(card) for card in cards]:
        raise ValueError("they were counted with other cards")
    if check := CHECKS.get(name.rpartition("-")[0]):
        check(arrays, np.array(about["cards"], np.int64))


def _write(file: Path, arrays: Arrays, about: Mapping[str, object]) -> None:
    """Whole or not at all: written beside its place and then moved there."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, suffix=".tmp", delete=False) as draft:
            description = np.frombuffer(json.dumps(about).encode(), np.uint8)
            np.savez(draft, **{**arrays, _ABOUT: description})  # type: ignore[arg-type]
        Path(draft.name).replace(file)


# Looking after the folder --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file of the folder: what kind of facts, how many bytes, and whether today's counters would use it."""

    path: Path
    size: int

    @property
    def kind(self) -> str:
        """What was counted."""
        return self.path.stem.rpartition("-")[0]

    def fault(self) -> str | None:
        """Why these facts cannot be trusted; None if they can."""
        try:
            arrays, about = _read(self.path)
            _check(self.path.stem, arrays, about, None)
        except Exception as error:  # noqa: BLE001 - as in `kept`
            return str(error) or type(error).__name__
        return None


def files() -> list[KeptFile]:
    """The facts of the folder by name."""
    found = sorted(folder().glob("*.npz")) if folder().is_dir() else []
    return [KeptFile(path, path.stat().st_size) for path in found if path.is_file()]


def clear() -> list[KeptFile]:
    """Delete the facts of the folder, and tell what they were; anything else that lies there is left alone."""
    found = [file for file in files() if file.kind in COUNTERS]
    for file in found:
        file.path.unlink(missing_ok=True)
    return found
