"""Paytables, typed the way the law prints them and read at import."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeGuard

from croupier.errors import LawError
from croupier.kit.pays import Pay, pay

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.law import Cite


@dataclass(frozen=True, slots=True)
class Progression:
    """How a progressive table is fed: the wager it takes, its seed, and the shares of each wager (percent)."""

    wagers: tuple[int, ...]
    seeds: tuple[int, ...]
    rate: int | None
    reserve: int = 0

    def seed(self, stake: int) -> int:
        """The seed and reseed for a wager of this size."""
        return self.seeds[self.wagers.index(stake)]


@dataclass(frozen=True, slots=True)
class Paytable:
    """Rows of pays by key, best first. `labels` keeps the row names as printed.

    `envy` holds the fixed sums owed to other bettors, by stake where the law has a schedule per stake.
    `returns_stake` is False where a progressive wager was collected at the start and does not come back, and
    `keeps_on_dollars` where it never does with a row paid in dollars. `rounds` pays odds that do not come out in whole
    cents rounded down, where such a stake is refused otherwise.
    """

    id: str
    cite: Cite
    rows: Mapping[str, Pay]
    labels: Mapping[str, str]
    envy: Mapping[int, Mapping[str, int]] = field(default_factory=lambda: MappingProxyType({}))
    progression: Progression | None = None
    returns_stake: bool = True
    keeps_on_dollars: bool = False
    fully_wild: bool = False
    rounds: bool = False

    def __getitem__(self, row: str | None) -> Pay | None:
        return None if row is None else self.rows.get(row)

    def envy_for(self, stake: int, row: str | None) -> int:
        """What a bettor with this stake is owed when another player's hand falls in `row`."""
        schedule = self.envy.get(stake, self.envy.get(0, {}))
        return 0 if row is None else schedule.get(row, 0)


def slug(label: str) -> str:
    """A printed row name as a key: ``Three-of-a-kind or less`` is ``three-of-a-kind-or-less``."""
    return re.sub(r"[^a-z0-9]+", "-", label.lower().replace("'", "")).strip("-")


def table(id: str, cite: Cite, text: str, *, rows: Mapping[str, str] | None = None) -> Paytable:  # noqa: A002
    """One paytable with a single column of pays; see `tables`."""
    (only,) = tables(cite, f"Hand | {id}\n{text}", rows=rows)
    return only


def tables(cite: Cite, text: str, *, rows: Mapping[str, str] | None = None) -> tuple[Paytable, ...]:
    """Several paytables printed side by side.

    The first line heads the columns (``Hand | A | B | C``), every other line is a row. A column headed
    ``DJWT-04/natural`` is one half of table DJWT-04, and its rows get keys like ``flush/natural``. ``-`` and
    ``n/a`` mean the table has no such row. `rows` renames printed labels that are not the key itself.
    """
    rows = rows or {}
    lines = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines() if line.strip()]
    (_, *heads), *body = lines
    made: dict[str, dict[str, Pay]] = {head.split("/")[0]: {} for head in heads}
    labels: dict[str, dict[str, str]] = {head: {} for head in made}
    for label, *cells in body:
        if len(cells) != len(heads):
            raise LawError(f"{cite}: row {label!r} has {len(cells)} pays for {len(heads)} columns")
        for head, cell in zip(heads, cells, strict=True):
            if cell in {"-", "n/a", ""}:
                continue
            id_, _, half = head.partition("/")
            key = rows.get(label, slug(label)) + (f"/{half}" if half else "")
            if key in made[id_]:
                raise LawError(f"{cite}: row {key!r} stands twice in paytable {id_}")
            made[id_][key] = pay(cell)
            labels[id_][key] = f"{label}, {half}" if half else label
    return tuple(
        Paytable(id_, cite, MappingProxyType(found), MappingProxyType(labels[id_])) for id_, found in made.items()
    )


def progressive(
    table: Paytable,
    *,
    wagers: tuple[int, ...],
    seeds: tuple[int, ...],
    rate: int | None = None,
    reserve: int = 0,
    envy: Mapping[int, Mapping[str, int]] | None = None,
    returns_stake: bool = False,
    fully_wild: bool = False,
) -> Paytable:
    """The same table, with the meter lines printed under it. Rates are percent; money is cents."""
    for schedule in (envy or {}).values():
        if unknown := set(schedule) - set(table.rows):
            raise LawError(f"{table.cite}: envy for rows not in paytable {table.id}: {sorted(unknown)}")
    return replace(
        table,
        progression=Progression(wagers, seeds, rate, reserve),
        envy=MappingProxyType(dict(envy or {})),
        returns_stake=returns_stake,
        fully_wild=fully_wild,
    )


def only(pays: str, cite: Cite, id: str = "1") -> Paytable:  # noqa: A002
    """A wager that pays one thing whenever it wins: ``1 to 1``."""
    return Paytable(id, cite, MappingProxyType({"win": pay(pays)}), MappingProxyType({"win": "Win"}))


def wins(found: Pay | None) -> TypeGuard[Pay]:
    """Whether a row was found and it does not print a loss."""
    return found is not None and not found.is_loss
