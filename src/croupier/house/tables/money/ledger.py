"""Double entry: every event's entries as postings of the house's books.

A table's own accounts stand under its name (``T1/inventory``, ``T1/player:Ann``). What the table calls ``house`` is the
player's wallet for a cash-out, what was held of it for a buy-in, and the cage for everything else. A claim that is
collected is paid out of the player's wallet besides. A meter that several tables share is one account of the house
(``link:NAME``).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from croupier.table import events as e

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

CAGE = "cage"


def wallet(player: str) -> str:
    """A person's money with the house, outside of any table."""
    return f"wallet:{player}"


def hold(table: str, player: str) -> str:
    """A person's money that has left the wallet and has not reached the table yet."""
    return f"{table}/hold:{player}"


def pool(link: str) -> str:
    """The money on a meter that several tables share: in the books it stands once, whatever each of them shows."""
    return f"link:{link}"


def postings(
    table: str,
    n: int,
    event: e.Event,
    links: Mapping[str, str] = MappingProxyType({}),
    joined: Collection[str] = (),
) -> list[tuple[int, str, int, str]]:
    """(record, account, cents, what) for everything an event moved.

    `links` names the link of each shared meter. `joined` are the meters whose link had its money before this table
    opened: the table brought nothing to them. What a table is told of the others moved there. A meter that goes on from
    a closed table takes its money from that table's account, not from the cage.
    """
    entries: Mapping[str, int] = getattr(event, "entries", {})
    if not entries:
        return []
    what = str(event.__struct_config__.tag)
    outside = CAGE
    if isinstance(event, e.MoneyMoved):
        what = event.what
        if event.what == "linked":
            return []
        if event.what == "buy-in":
            outside = hold(table, event.player)
        elif event.what == "cash-out":
            outside = wallet(event.player)
    pools = {f"meter:{meter}": pool(link) for meter, link in links.items()}
    if joined:
        there = {f"meter:{meter}" for meter in joined}
        brought = sum(entries.get(meter, 0) for meter in there)
        entries = {
            account: cents + (brought if account == "house" else 0)
            for account, cents in entries.items()
            if account not in there
        }
    kept = _kept(table, event)
    if kept:
        brought = sum(entries[account] for account in kept)
        entries = {account: cents + (brought if account == "house" else 0) for account, cents in entries.items()}
    posted = [
        (n, pools.get(account) or (outside if account == "house" else f"{table}/{account}"), cents, what)
        for account, cents in entries.items()
    ]
    if isinstance(event, e.MoneyMoved) and event.what == "claim-collected":  # paid at the cage, which holds the claim
        paid = entries["house"]
        posted += [(n, wallet(event.player), -paid, what), (n, CAGE, paid, what)]
    return posted + [(n, f"{before}/{account}", -entries[account], what) for account, before in kept.items()]


def _kept(table: str, event: e.Event) -> dict[str, str]:
    """The accounts of a table that opens whose money lay at a closed one, and at which."""
    if not isinstance(event, e.TableOpened):
        return {}
    found = {
        f"{what}:{meter}": str(carried["kept"])
        for meter, carried in event.meters.items()
        if carried.get("kept")
        for what in ("meter", "reserve")
    }
    return {account: before for account, before in found.items() if account in event.entries and before != table}


def grant(account: str, cents: int, what: str) -> list[tuple[int, str, int, str]]:
    """Money from the cage to a wallet, as postings of the house itself."""
    return [(0, CAGE, -cents, what), (0, account, cents, what)]


def moved(entries: Iterable[tuple[int, str, int, str]]) -> dict[str, int]:
    """What postings change on each account.

    >>> moved(grant("wallet:Ann", 500, "deposit"))
    {'cage': -500, 'wallet:Ann': 500}
    """
    amounts: dict[str, int] = {}
    for _, account, cents, _ in entries:
        amounts[account] = amounts.get(account, 0) + cents
    return amounts
