"""Cards that are known beforehand, for tests alone: a shuffle whose seed is looked for until a round ends as wanted."""

from __future__ import annotations

import random
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from croupier.errors import CroupierError
from croupier.table import Actor, BuyIn, Decide, Perform, Place, Sit, Staff, Vault, step

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.kit.cards import Deck
    from croupier.table import Table
    from croupier.table.seeds import Context
    from croupier.table.vault import Shuffle

FLOOR = Actor("floorperson", "Floor")


class Steady(random.Random):
    """Always the least."""

    def randint(self, a: int, b: int) -> int:  # noqa: ARG002
        return a


class Rigged(Vault):
    """Looks for the house's seed when it is drawn, for then its context is known."""

    look: Callable[[Context], bytes] | None = None

    def shuffle(self, pack: str, deck: Deck, context: Context, *, again: int = 0) -> Shuffle:
        if self.look is not None:
            found, self.look = self.look(context), None
            return self.restore(pack, found, deck, context, again=again)
        return super().shuffle(pack, deck, context, again=again)


class Tried(Vault):
    """Puts the cards in the order that one seed would give in one context."""

    def __init__(self, seed: bytes, context: Context) -> None:
        super().__init__(lock=lambda _: "x")
        self.tried = seed, context

    def shuffle(self, pack: str, deck: Deck, _: Context, *, again: int = 0) -> Shuffle:
        seed, context = self.tried
        return self.restore(pack, seed, deck, context, again=again)


NOTHING = "() => { crypto.getRandomValues = (bytes) => bytes.fill(0); }"
"""A script after which a browser contributes 32 bytes of nothing, which `rig` can count on."""


def rig(
    keeper: Keeper, wagers: Mapping[str, int], decision: str, wanted: Callable[[Table], bool], contribution: str = ""
) -> None:
    """Let the next shuffle be one after which a player at seat 1 with these wagers comes to what is wanted.

    The table must not have shuffled yet, and the player must contribute this and nothing else to the seed.
    """
    table = keeper.decided

    def look(context: Context) -> bytes:
        for number in range(20_000):
            seed = sha256(b"rigged %d" % number).digest()
            if _comes(table, Tried(seed, context), wagers, decision, wanted, contribution):
                return seed
        raise AssertionError("no such round was found")

    vault = Rigged(lock=keeper.lock.seal)
    vault.look = look
    keeper.vault = keeper.staff.vault = vault
    keeper.staff.chance = Steady()


def _comes(
    table: Table, vault: Vault, wagers: Mapping[str, int], decision: str, wanted: Any, contribution: str
) -> bool:
    staff = Staff(vault, Steady(), scanner=True)
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
                _, table = step(
                    table, Place(seat=1, wager=wager, amount=amount, contribution=contribution), ann, table.clock
                )
            began = True
            answer = Perform(step="no-more-bets"), staff.dealer
        try:
            _, table = step(table, *answer, table.clock)
        except CroupierError as error:
            return bool(error.field == "inventory" and wanted(error))
    return False
