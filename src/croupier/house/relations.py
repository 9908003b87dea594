"""Accounts that count as one person's."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.house.database import Database


def related(database: Database, name: str) -> frozenset[str]:  # noqa: ARG001 - the register is asked
    """The names that count as the same person's as `name`, itself included."""
    return frozenset({name})
