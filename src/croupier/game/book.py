"""A game as a package hands it over: what an entry point of the group ``croupier.games`` leads to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Package(NamedTuple):
    """Where a game comes from: the distribution, its version, and the SHA-256 of all files of the package it stands in.
    A journal records them, so that whoever verifies it knows by what it was played."""

    name: str
    version: str
    digest: str

    def __str__(self) -> str:
        return f"{self.name} {self.version} (sha256 {self.digest[:16]})"


@dataclass(frozen=True, slots=True)
class Book:
    """One game and its editions. `editions` says of each where its `Game` stands (``package.module:NAME``), the default
    one first; its chapter, provisions, layout and lessons come with it. `rounds` is a folder of described rounds and
    `scripts` one of golden scripts, where there are such.

    >>> Book("faro", {"house": "faro.game:FARO"}).editions
    {'house': 'faro.game:FARO'}
    """

    id: str
    editions: Mapping[str, str]
    rounds: Path | None = None
    scripts: Path | None = None
