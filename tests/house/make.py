"""Houses and registers as tests make them: with the cards and dice of the test, and passwords hashed quickly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argon2 import PasswordHasher

from croupier.house.house import House
from croupier.house.people.passwords import Passwords
from croupier.house.people.sign_in import People
from tests.chance import chance_of_test

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from croupier.house.storage.database import Database
    from croupier.journal.keys import Key

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORDS = Passwords(QUICK)


class CountingHasher:
    """Counts what is verified."""

    hash = QUICK.hash

    def __init__(self) -> None:
        self.verified: list[str] = []

    def verify(self, kept: str, secret: str) -> bool:
        self.verified.append(kept)
        return QUICK.verify(kept, secret)


def make_house(database: Database, key: Key, **settings: Any) -> House:
    """A house on a database; `settings` as `House` takes them."""
    return House(database, key, chance=chance_of_test(), passwords=PASSWORDS, **settings)


def make_house_at(url: str | Path, key: Path, **settings: Any) -> House:
    """A house whose signing key is a file; `settings` as `House.at` takes them."""
    return House.at(url, key, chance=chance_of_test(), passwords=PASSWORDS, **settings)


def make_people(database: Database, clock: Callable[[], int], **settings: Any) -> People:
    """A register of people; `settings` as `People` takes them."""
    return People(database, clock, passwords=PASSWORDS, **settings)
