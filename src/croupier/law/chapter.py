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

Status = Literal["in force", "proposed", "example", "draft"]
"""What the book declares of an edition: that it has been law since a day, or was published for comment; and of rules
that are nobody's law: a worked example, or a draft of somebody who works on a game."""

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
class Earlier:
    """A text that was in force before an edition and that the book does not hold: from the day it took effect to the
    day on which another took its place. `words` say what of it was otherwise."""

    effective: date
    ceased: date
    source: str
    words: str

    def in_force(self, on: date) -> bool:
        """Whether it was the law on a day."""
        return self.effective <= on < self.ceased


@dataclass(frozen=True, slots=True)
class Chapter:
    """One edition of one chapter. ``law["11(b)(2)"]`` is a `Cite`, or `UnknownCite` if there is none.

    >>> from croupier.law.chapters import DJ_WILD_PA_2021 as law
    >>> str(law["11(b)(2)"])
    '58 Pa. Code § 687a.11(b)(2)'
    >>> law["11(z)"]
    Traceback (most recent call last):
    croupier.errors.UnknownCite: 58 Pa. Code § 687a.11(z) does not exist

    It is in force from the day `effective` on and no longer on the day it `ceased`; a source may state neither, and the
    edition is then in force as the book declares it, on any day. `published` is the day of a proposal, which is in
    force on none. `earlier` are texts that were in force before and are not in the book. `listed` is the file of
    its provisions, for a chapter that a package brings.

    >>> from datetime import date
    >>> [law.in_force(date(2021, 5, day)) for day in (28, 29)]
    [False, True]
    """

    number: str
    title: str
    prefix: str
    edition: str
    status: Status
    effective: date | None
    source: str
    jurisdiction: str
    code: str
    ceased: date | None = None
    published: date | None = None
    earlier: tuple[Earlier, ...] = ()
    listed: Path | None = None

    def in_force(self, on: date) -> bool:
        """Whether it is the law on a day."""
        if self.status != "in force":
            return False
        return (self.effective is None or self.effective <= on) and (self.ceased is None or on < self.ceased)

    @property
    def standing(self) -> str:
        """Its status with its days: ``in force since 2021-05-29``.

        >>> from croupier.law.chapters import DJ_WILD_MA, OVER_UNDER_PA_2019_PROPOSED
        >>> DJ_WILD_MA.standing, OVER_UNDER_PA_2019_PROPOSED.standing
        ('in force, the day not stated', 'proposed 2019-07-13, not in force')
        """
        if self.status == "proposed":
            return f"proposed {self.published or ''}".rstrip() + ", not in force"
        if self.status != "in force":
            return f"{_KINDS[self.status]}, not law"
        if self.ceased is not None:
            return f"in force from {self.effective or 'a day not stated'} until {self.ceased}"
        return "in force, the day not stated" if self.effective is None else f"in force since {self.effective}"

    def why_not(self, on: date) -> str:
        """Why nobody plays by it on a day; nothing where it is in force."""
        if self.in_force(on):
            return ""
        what = f"{self.prefix.rstrip('. §')} ({self.title}, {self.edition})"
        if self.status != "in force":
            return f"{what} is {_KINDS[self.status]}, in force on no day: {self.source}"
        if self.ceased is not None and on >= self.ceased:
            return f"{what} was not in force any more on {on}: it ceased on {self.ceased}"
        words = f"{what} was not in force yet on {on}: it took effect on {self.effective} by {self.source}"
        for text in self.earlier:
            if text.in_force(on):
                words += f"; {text.words} stood otherwise then, in a text that the book does not hold ({text.source})"
        return words

    def __getitem__(self, path: str) -> Cite:
        provision = self.provisions.get(path)
        if provision is None:
            raise UnknownCite(f"{self.prefix}{path} does not exist")
        caller = sys._getframe(1)  # noqa: SLF001 - the one way to know where a cite is used
        LOOKED_UP.setdefault(provision.cite, set()).add((caller.f_code.co_filename, caller.f_lineno))
        return provision.cite

    @property
    def notice(self) -> str:
        """What must be said of it on paper: nothing if it is in force."""
        if self.status == "in force":
            return ""
        return f"This edition is {_NOTICES[self.status]}"

    @property
    def provisions(self) -> Mapping[str, Provision]:
        """Every provision by its path, in the order of the text."""
        return _load(self.number, self.prefix, self.listed or _PROVISIONS / f"{self.number}.tsv")


_KINDS: dict[Status, str] = {"proposed": "a proposal", "example": "a worked example", "draft": "a draft"}
_NOTICES: dict[Status, str] = {
    "proposed": "PROPOSED: it was published for comment and is not in force.",
    "example": "an EXAMPLE: it is nobody's law, and nobody may play by it for real money.",
    "draft": "a DRAFT: it is nobody's law, and nobody may play by it for real money.",
}


@cache
def _load(number: str, prefix: str, listed: Path) -> Mapping[str, Provision]:
    provisions: dict[str, Provision] = {}
    for place, line in enumerate(listed.read_text(encoding="utf-8").splitlines(), 1):
        path, kind, words = [*line.split("\t"), "", ""][:3]
        if kind not in get_args(Kind) or path in provisions or line.count("\t") != 2:
            raise LawError(f"the list of provisions of {number} is broken at {path or f'line {place}'}")
        provisions[path] = Provision(Cite(number, path, prefix), kind, words)  # type: ignore[arg-type]
    return MappingProxyType(provisions)
