"""How two editions of a game differ: all that they declare, compared field by field.

A difference is cosmetic where both editions ask for the same in other words, under another number or another name, and
substantive otherwise; what cannot be told apart so is substantive.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from types import FunctionType
from typing import TYPE_CHECKING, Any, Literal

from croupier.game.layout import Layout
from croupier.kit.cards import Card
from croupier.kit.pays import Pay
from croupier.law import Cite

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.game import Game

Kind = Literal["substantive", "cosmetic"]
NONE = "-"
LETTERS = frozenset(("name", "title", "words", "labels", "text", "question", "because", "rejected", "sample", "other"))
"""Fields whose words may differ where the rule does not."""
NUMBERS = frozenset(("number", "prefix", "code", "edition", "source", "published", "sections"))
"""Fields that say where a text stands."""
SAID = frozenset(("Inscription",))
"""What must be printed in these words."""
ELEMENT = {
    "wagers": "wager",
    "tables": "paytable",
    "cases": "case",
    "rows": "row",
    "choices": "choice",
    "ways": "way",
    "readings": "reading",
    "streets": "street",
    "options": "option",
    "irregularities": "irregularity",
    "places": "place",
    "course": "course",
    "categories": "hand",
    "marks": "mark",
    "lays": "lay",
}
UNORDERED = frozenset(
    (
        "cases",
        "rows",
        "labels",
        "tables",
        "choices",
        "readings",
        "variants",
        "ways",
        "deck hours",
        "irregularities",
        "marks",
        "places",
        "requirements",
        "checks",
    )
)
"""Lists whose order is that of the text and decides nothing: of cases only one holds."""
NAMED = ("id", "key", "kind", "name", "to", "place", "street", "reading", "words")
"""Fields by which the elements of two lists are told to be the same, the first that is there."""


@dataclass(frozen=True, slots=True)
class Difference:
    """`path` leads to it, from the game inwards; `one` and `other` are what the two editions have there."""

    path: tuple[str, ...]
    one: str
    other: str
    kind: Kind = "substantive"

    @property
    def what(self) -> str:
        """Where it is, in words."""
        return ", ".join(self.path)


OURS = ("lessons", "examples")
"""What is no law but shown to beginners."""
DRAWN = ("table", "lobby", "colour", "shape", "fan", "reminders", "spots", "brief", "areas", "counts", "slots", "notes")
"""What of a layout is no law but how our pages show it."""


def differences(a: Game, b: Game) -> tuple[Difference, ...]:
    """Everything that differs: the chapter, table, cards, wagers, decisions, paytables, choices, readings, conduct,
    equipment and, where both are editions of one text, the words of each provision."""
    compared = _Compared()
    for field in fields(a):
        if field.name not in {"changes", "ranking", *OURS}:
            compared.field((), a, b, field.name)
    compared.hands(a, b)
    return (*compared.found, *_texts(a, b))


def _texts(a: Game, b: Game) -> Iterator[Difference]:
    """Provisions: word by word where both editions number them alike; otherwise each has a text of its own."""
    if a.chapter.number != b.chapter.number:
        one, other = (f"{len(g.chapter.provisions)} of {g.chapter.prefix.rstrip('. §')}" for g in (a, b))
        yield Difference(("provisions",), one, other)
        return
    ours, theirs = ({change.cite: change for change in game.changes} for game in (a, b))
    for cite in dict.fromkeys([*ours, *theirs]):
        mine, its = ours.get(cite), theirs.get(cite)
        if mine == its:
            continue
        left = mine.before if mine else its.after if its else NONE
        right = its.before if its else mine.after if mine else NONE
        cosmetic = all(change.cosmetic for change in (mine, its) if change)
        yield Difference((f"words of {cite.short}",), left, right, "cosmetic" if cosmetic else "substantive")


class _Compared:
    """Walks two values of the same shape side by side."""

    def __init__(self) -> None:
        self.found: list[Difference] = []
        self._within: set[tuple[int, int]] = set()

    def hands(self, a: Game, b: Game) -> None:
        """The rankings of hands, under the answers that each edition's readings have by default."""
        if a.ranking is b.ranking:
            return
        if callable(a.ranking) and callable(b.ranking):
            mine, its = ({r.key: r.default for r in game.readings if r.choices} for game in (a, b))
            self.value(("ranking",), a.ranking(mine), b.ranking(its), "substantive")
        self.value(("ranking", "made"), a.ranking, b.ranking, "substantive")

    def field(self, path: tuple[str, ...], one: object, other: object, name: str) -> None:
        """One field of two values of the same class."""
        owner = type(one).__name__
        letters = name in LETTERS and owner not in SAID
        renamed = (owner, name) == ("Paytable", "id") or (owner == "Chapter" and name in NUMBERS)
        kind: Kind = "cosmetic" if letters or renamed or (owner, name) == ("Game", "sections") else "substantive"
        self.value((*path, name.replace("_", " ")), getattr(one, name), getattr(other, name), kind)

    def value(self, path: tuple[str, ...], one: object, other: object, kind: Kind) -> None:
        """Two values of one field."""
        if one is other or (id(one), id(other)) in self._within:
            return
        self._within.add((id(one), id(other)))  # a function may hold itself
        self._compare(path, one, other, kind)
        self._within.discard((id(one), id(other)))

    def _compare(self, path: tuple[str, ...], one: object, other: object, kind: Kind) -> None:
        if isinstance(one, Cite) and isinstance(other, Cite):
            self._leaf(path, one, other, "cosmetic")
        elif isinstance(one, Pay) and isinstance(other, Pay):
            same = all(getattr(one, f.name) == getattr(other, f.name) for f in fields(one) if f.name != "text")
            self._leaf(path, one, other, "cosmetic" if same else kind)
        elif is_dataclass(one) and type(one) is type(other):
            for field in (field for field in fields(one) if field.init and field.compare):  # not what is made from them
                if isinstance(one, Layout) and field.name in DRAWN:
                    continue
                self.field(path, one, other, field.name)
        elif isinstance(one, FunctionType) and isinstance(other, FunctionType) and one.__code__ == other.__code__:
            self._closures(path, one, other, kind)
        elif isinstance(one, Mapping) and isinstance(other, Mapping):
            self._elements(path, {str(k): v for k, v in one.items()}, {str(k): v for k, v in other.items()}, kind)
        elif isinstance(one, tuple) and isinstance(other, tuple):
            self._lists(path, one, other, kind)
        else:
            self._leaf(path, one, other, kind)

    def _lists(self, path: tuple[str, ...], one: tuple[Any, ...], other: tuple[Any, ...], kind: Kind) -> None:
        """Two lists: of provisions or of plain values as one, of declared things by their names, of others by place."""
        both = (*one, *other)
        if all(isinstance(value, Cite) for value in both):
            self._leaf(path, one, other, "cosmetic" if one and other else kind)
        elif all(_has_name(value) for value in both):
            cited = bool({*_cites(one)} & {*_cites(other)})
            self._elements(path, _keyed(one, cited=cited), _keyed(other, cited=cited), kind)
        elif len(one) == len(other) and any(is_dataclass(value) for value in both):
            for place, (left, right) in enumerate(zip(one, other, strict=True), 1):
                self.value((*path, str(place)), left, right, kind)
        else:
            self._leaf(path, one, other, kind)

    def _closures(self, path: tuple[str, ...], one: FunctionType, other: FunctionType, kind: Kind) -> None:
        """The same function over other data."""
        cells = zip(one.__code__.co_freevars, one.__closure__ or (), other.__closure__ or (), strict=True)
        for name, left, right in cells:
            self.value((*path, name), left.cell_contents, right.cell_contents, kind)
        self.value((*path, "default"), one.__defaults__, other.__defaults__, kind)
        self.value((*path, "default"), one.__kwdefaults__, other.__kwdefaults__, kind)

    def _elements(self, path: tuple[str, ...], one: Mapping[str, Any], other: Mapping[str, Any], kind: Kind) -> None:
        """Two lists, element by element, and their order where both have the same."""
        called = ELEMENT.get(path[-1], path[-1])
        for key in dict.fromkeys([*one, *other]):
            here = (*path[:-1], f"{called} {key}")
            if key in one and key in other:
                self.value(here, one[key], other[key], kind)
            else:
                left, right = (_described(had[key]) if key in had else NONE for had in (one, other))
                self.found.append(Difference(here, left, right, kind))
        mine, its = ([key for key in had if key in one and key in other] for had in (one, other))
        if mine != its:
            moved = [key != its[place] for place, key in enumerate(mine)]
            span = slice(moved.index(True), len(moved) - moved[::-1].index(True))
            how: Kind = "cosmetic" if path[-1] in UNORDERED else kind
            self.found.append(Difference((*path, "order"), ", ".join(mine[span]), ", ".join(its[span]), how))

    def _leaf(self, path: tuple[str, ...], one: object, other: object, kind: Kind) -> None:
        if one == other:
            return
        left, right = _described(one), _described(other)
        if left == right:
            left, right = repr(one), repr(other)
        self.found.append(Difference(path, left, right, kind))


def _has_name(value: object) -> bool:
    """Whether it is declared, and so is found again by what it is called."""
    return callable(value) or (is_dataclass(value) and not isinstance(value, Cite | Card))


def _cites(values: Sequence[object]) -> list[Cite]:
    return [value.cite for value in values if isinstance(getattr(value, "cite", None), Cite)]  # type: ignore[attr-defined]


def _keyed(values: Sequence[object], *, cited: bool) -> dict[str, object]:
    """Elements by what they are called; those of one name are counted, cases told apart by their provisions where both
    editions have the same."""
    mixed = len({type(value) for value in values}) > 1
    made: dict[str, object] = {}
    for value in values:
        name = _called(value)
        base = f"{type(value).__name__.lower()} {name}" if mixed else name
        if cited and hasattr(value, "then"):
            base += f" {value.cite.short}"  # type: ignore[attr-defined]
        key, count = base, 1
        while key in made:
            count += 1
            key = f"{base} {count}"
        made[key] = value
    return made


def _called(value: object) -> str:
    if (then := getattr(value, "then", None)) is not None:
        return str(then.value)
    if hasattr(value, "answer") and hasattr(value, "change"):
        return f"{value.reading}={value.answer}"  # type: ignore[attr-defined]
    found = next((getattr(value, name) for name in NAMED if hasattr(value, name)), value)
    if type(value).__name__ == "Paytable":  # DJWT-04 and 04 are one table
        return str(found).rpartition("-")[2]
    return found if isinstance(found, str | int) else getattr(value, "__qualname__", type(value).__name__)  # type: ignore[return-value]


def _described(value: object) -> str:  # noqa: PLR0911 - one answer for each kind of value
    """A value in a few words."""
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Cite):
        return value.short
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, frozenset):
        return ", ".join(sorted(map(str, value)))
    if isinstance(value, tuple):
        return ", ".join(map(_described, value)) or NONE
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_described(each)}" for key, each in value.items()) or NONE
    if isinstance(value, FunctionType):
        where = f"{value.__module__.removeprefix('croupier.').replace('.', '/')}.py"
        line = f":{value.__code__.co_firstlineno}" if "<lambda>" in value.__qualname__ else f" {value.__qualname__}"
        return f"code: {where}{line}"
    for name in ("name", "words", "text", "answer"):
        if isinstance(found := getattr(value, name, None), str):
            return found
    if is_dataclass(value) and isinstance(cite := getattr(value, "cite", None), Cite):
        return f"{_called(value)} by {cite.short}"
    return _called(value) if is_dataclass(value) and not isinstance(value, Card) else str(value)
