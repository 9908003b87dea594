"""Cards that are known beforehand, for tests alone: a shuffle whose seed is looked for until a round ends as wanted."""

from __future__ import annotations

import random
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from croupier.errors import CroupierError
from croupier.table import Actor, BuyIn, Decide, Perform, Place, Sit, Staff, Vault, step

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.house.keeper import Keeper
    from croupier.table import Table

FLOOR = Actor("floorperson", "Floor")


class Steady(random.Random):
    """Always the least."""

    def randint(self, a: int, b: int) -> int:  # noqa: ARG002
        return a


def rig(keeper: Keeper, wagers: Mapping[str, int], decision: str, wanted: Callable[[Table], bool]) -> None:
    """Let the next shuffle be one after which a player at seat 1 with these wagers comes to what is wanted.

    The table must not have shuffled yet.
    """
    for number in range(20_000):
        seed = sha256(b"rigged %d" % number).digest()
        if _comes(keeper.decided, seed, wagers, decision, wanted):
            keeper.vault._randomness = _always(seed)
            keeper.staff.chance = Steady()
            return
    raise AssertionError("no such round was found")


def _always(seed: bytes) -> Callable[[int], bytes]:
    return lambda _: seed


def _comes(table: Table, seed: bytes, wagers: Mapping[str, int], decision: str, wanted: Any) -> bool:
    staff = Staff(Vault(lambda _: seed, lock=lambda _: "x"), Steady(), scanner=True)
    ann = Actor("player", "Ann")
    if 1 not in table.seats:
        _, table = step(table, Sit(player="Ann", seat=1), ann, table.clock)
    else:
        ann = Actor("player", table.seats[1])
    began = False
    while not began or table.play is not None:
        if wanted(table):
            return True
        answer = staff.answer(table)
        if answer is None and table.due is not None:
            answer = Decide(seat=1, decision=decision), ann
            if table.due.id == "cut":
                answer = Perform(step="decline-cut"), ann
        elif answer is None:
            if not table.accounts.get(f"player:{ann.name}"):
                _, table = step(table, BuyIn(player=ann.name, amount=1_000_000), ann, table.clock)
            for wager, amount in wagers.items():
                _, table = step(table, Place(seat=1, wager=wager, amount=amount), ann, table.clock)
            began = True
            answer = Perform(step="no-more-bets"), staff.dealer
        try:
            _, table = step(table, *answer, table.clock)
        except CroupierError as error:
            return bool(error.field == "inventory" and wanted(error))
    return False
