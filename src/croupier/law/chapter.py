"""A chapter of a regulation, and the only way to cite it: by looking the provision up."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, get_args

from croupier.errors import LawError, UnknownCite

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

Kind = Literal["heading", "definition", "physical", "rule"]
"""What a provision asks for: nothing itself, a meaning, a duty of people or furniture, or a rule to execute."""

Status = Literal["in force", "proposed"]

LOOKED_UP: dict[Cite, set[tuple[str, int]]] = {}
"""Where in the code each provision was looked up: file and line."""

_PROVISIONS = Path(__file__).parent / "provisions"


@dataclass(frozen=True, slots=True)
class Cite:
    """One provision, named. Made only by `Chapter.__getitem__`, so that every cite in the code exists."""

    chapter: str
    path: str
    prefix: str = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.prefix + self.path

    @property
    def short(self) -> str:
        """The cite without its code: ``687a.11(b)(2)``, ``MA 9(d)(1)``."""
        return f"MA {self.path}" if self.chapter == "ma" else f"{self.chapter}.{self.path}"


@dataclass(frozen=True, slots=True)
class Provision:
    """A line of the list of provisions: what it asks for, in our words."""

    cite: Cite
    kind: Kind
    words: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """One edition of one chapter. ``law["11(b)(2)"]`` is a `Cite`, or `UnknownCite` if there is none.

    >>> from croupier.law.chapters import DJ_WILD_PA_2021 as law
    >>> str(law["11(b)(2)"])
    '58 Pa. Code § 687a.11(b)(2)'
    >>> law["11(z)"]
    Traceback (most recent call last):
    croupier.errors.UnknownCite: 58 Pa. Code § 687a.11(z) does not exist
    """

    number: str
    title: str
    prefix: str
    edition: str
    status: Status
    effective: date | None
    source: str

    def __getitem__(self, path: str) -> Cite:
        provision = self.provisions.get(path)
        if provision is None:
            raise UnknownCite(f"{self.prefix}{path} does not exist")
        caller = sys._getframe(1)  # noqa: SLF001 - the one way to know where a cite is used
        LOOKED_UP.setdefault(provision.cite, set()).add((caller.f_code.co_filename, caller.f_lineno))
        return provision.cite

    @property
    def provisions(self) -> Mapping[str, Provision]:
        """Every provision by its path, in the order of the text."""
        return _load(self.number, self.prefix)


@cache
def _load(number: str, prefix: str) -> Mapping[str, Provision]:
    provisions: dict[str, Provision] = {}
    for line in (_PROVISIONS / f"{number}.tsv").read_text(encoding="utf-8").splitlines():
        path, kind, words = line.split("\t")
        if kind not in get_args(Kind) or path in provisions:
            raise LawError(f"the list of provisions of {number} is broken at {path}")
        provisions[path] = Provision(Cite(number, path, prefix), kind, words)  # type: ignore[arg-type]
    return MappingProxyType(provisions)
