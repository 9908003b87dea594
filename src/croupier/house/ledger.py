"""Double entry: every event's entries as postings of the house's books.

A table's own accounts stand under its name (``T1/inventory``, ``T1/player:Ann``). What the table calls ``house`` is the
player's wallet for a cash-out, what was held of it for a buy-in, and the cage for everything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table import events as e

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

CAGE = "cage"


def wallet(player: str) -> str:
    """A person's money with the house, outside of any table."""
    return f"wallet:{player}"


def hold(table: str, player: str) -> str:
    """A person's money that has left the wallet and has not reached the table yet."""
    return f"{table}/hold:{player}"


def postings(table: str, n: int, event: e.Event) -> list[tuple[int, str, int, str]]:
    """(record, account, cents, what) for everything an event moved."""
    entries: Mapping[str, int] = getattr(event, "entries", {})
    if not entries:
        return []
    what = str(event.__struct_config__.tag)
    outside = CAGE
    if isinstance(event, e.MoneyMoved):
        what = event.what
        if event.what == "buy-in":
            outside = hold(table, event.player)
        elif event.what == "cash-out":
            outside = wallet(event.player)
    return [(n, outside if account == "house" else f"{table}/{account}", cents, what)
            for account, cents in entries.items()]  # fmt: skip


def grant(account: str, cents: int, what: str) -> list[tuple[int, str, int, str]]:
    """Money from the cage to a wallet, as postings of the house itself."""
    return [(0, CAGE, -cents, what), (0, account, cents, what)]


def balanced(entries: Iterable[tuple[int, str, int, str]]) -> bool:
    """Whether entries sum to nothing."""
    return sum(cents for _, _, cents, _ in entries) == 0
