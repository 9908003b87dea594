"""Whether the installed uvicorn is one that a protocol of the house's own, which leans on its internals, was written
for; and the environment variables by which somebody asks for uvicorn's own."""

from __future__ import annotations

import os
import re
from importlib.metadata import version
from typing import TYPE_CHECKING

from croupier.errors import HouseError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    Release = tuple[int, int]


def asked_for(variable: str, kinds: tuple[str, ...]) -> str:
    """What the environment says of the kinds of a protocol, of which the first is the default."""
    given = os.environ.get(variable, kinds[0])
    if given not in kinds:
        raise HouseError(f"{variable} is {' or '.join(kinds)}, not {given!r}", fault="conflict", field=variable)
    return given


def untested(tested: Mapping[str, tuple[Release, Release]]) -> str:
    """Which package is none of the versions that were tested, from one and before another; empty if each is."""
    for package, (first, before) in tested.items():
        found = tuple(int(part) for part in re.findall(r"\d+", version(package))[:2])
        if not first <= found < before:
            return f"{package} {version(package)} is not one that it was tested with"
    return ""


def lacking(kind: type, methods: Collection[str], fields: Collection[str]) -> str:
    """What a class of uvicorn's lacks of the methods and the fields that are used of it; empty if nothing."""
    missing = {name for name in methods if not hasattr(kind, name)}
    missing |= set(fields) - set(kind.__init__.__code__.co_names)  # type: ignore[misc] # of the class, not of one
    return f"uvicorn's protocol has no {', '.join(sorted(missing))}" if missing else ""
