"""Passwords: how one is hashed and verified, and which ones are too easy to guess."""

from __future__ import annotations

import secrets
import unicodedata
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Protocol

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from croupier.errors import HouseError

if TYPE_CHECKING:
    from collections.abc import Iterable

SHORTEST = 8
SHORTEST_STAFF = 12
MAX_PASSWORD_LENGTH = 256
"""Characters. More would only keep the house busy with hashing."""
NONE = "!"
"""In place of a guest's hash: no password fits."""
RESET = "?"
"""In place of the hash of an account whose new password is yet to be chosen: none fits either."""
ROW_LENGTH = 4
"""Characters in a row that are one step apart, or the same, at which a row counts as one character."""
DISTINCT = 5
"""Different characters that a password has at least, rows counted as one."""
AROUND = 4
"""Digits and marks before or after a common password that leave it common."""

_LEET = str.maketrans("01345789@$!+", "oleastbgasit")
_KEYBOARD = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890", "qwertzuiop", "azertyuiop")


class Hasher(Protocol):
    """What argon2-cffi's `PasswordHasher` does; the tests give one that is cheaper or that counts."""

    def hash(self, password: str, /) -> str:
        """The hash of a password, with its salt and parameters in it."""

    def verify(self, hash: str, password: str, /) -> bool:  # noqa: A002 - argon2-cffi's own name
        """Whether the password has this hash; an exception of argon2-cffi if not."""


class Passwords:
    """Hashes and verifies passwords. `ARGON2` is the one of every house; its cost is argon2-cffi's own default."""

    def __init__(self, hasher: Hasher) -> None:
        self._hasher = hasher

    def hash(self, secret: str) -> str:
        """What is kept of a password."""
        return self._hasher.hash(secret)

    def verify(self, kept: str | None, secret: str) -> bool:
        """Whether a password fits what is kept. It takes one verification whatever is kept, and if nothing is."""
        usable = kept is not None and kept not in {NONE, RESET}
        try:
            return self._hasher.verify(kept if usable and kept is not None else self._nobody, secret) and usable
        except (VerificationError, InvalidHashError):
            return False

    def warm(self) -> None:
        """Make ready what is verified where there is no password, so that the first guess takes no longer."""
        _ = self._nobody

    @cached_property
    def _nobody(self) -> str:
        """Verified against where there is no password, so that a guess takes as long either way."""
        return self._hasher.hash(secrets.token_hex(16))


ARGON2 = Passwords(PasswordHasher())


def check_password(secret: str, field: str, *, names: Iterable[str] = (), staff: bool = False) -> None:
    """Refuse a password that is too short, too long, or among the first that anyone would try."""
    shortest = SHORTEST_STAFF if staff else SHORTEST
    if len(secret) < shortest:
        who = "a password of someone at work" if staff else "a password"
        raise HouseError(f"{who} has {shortest} letters or more", fault="conflict", field=field)
    if len(secret) > MAX_PASSWORD_LENGTH:
        raise HouseError(f"a password has {MAX_PASSWORD_LENGTH} letters at most", fault="conflict", field=field)
    plain = _plain(secret)
    if _distinct(plain) < DISTINCT:
        raise HouseError(
            "a password is more than a row of characters that follow each other", fault="conflict", field=field
        )
    if any(_around(plain, name) for name in map(_plain, names) if len(name) > 2):
        raise HouseError("a password is not one's name", fault="conflict", field=field)
    if is_common(secret):
        raise HouseError(
            "this password is among the most used ones, which are tried first", fault="conflict", field=field
        )


def is_common(secret: str) -> bool:
    """Whether a password is on the list, also in other letters or with a few digits and marks around it.

    >>> is_common("P@ssw0rd123!"), is_common("Dragon2024"), is_common("seven lucky herons")
    (True, True, False)
    """
    plain = _plain(secret)
    forms = {plain, plain.translate(_LEET)}
    forms |= {bare for form in tuple(forms) for bare in _bare(form)}
    forms |= {form.translate(_LEET) for form in tuple(forms)}
    return not forms.isdisjoint(_common())


def _bare(text: str) -> set[str]:
    """Without a few digits and marks at the end, or at both ends."""
    left, right = text.lstrip("0123456789!?.,*#@$&+-_ "), text.rstrip("0123456789!?.,*#@$&+-_ ")
    both = right.lstrip("0123456789!?.,*#@$&+-_ ")
    return {bare for bare in (left, right, both) if len(bare) > 2 and len(text) - len(bare) <= 2 * AROUND}


def _around(text: str, name: str) -> bool:
    """Whether a text is a name, once or twice, with little else."""
    rest = text.replace(name, "", 2)
    return rest != text and len(rest) <= AROUND


def _distinct(text: str) -> int:
    """Different characters, where a row counts once: "aaaaaaaa" and "abcdefgh" have one each.

    >>> _distinct("abcdefgh"), _distinct("qwertyuiop"), _distinct("correct horse")
    (1, 1, 8)
    """
    found: set[str] = set()
    at = 0
    while at < len(text):
        length = _row(text, at)
        if length >= ROW_LENGTH:
            found.add("a row")
            at += length
        else:
            found.add(text[at])
            at += 1
    return len(found)


def _row(text: str, at: int) -> int:
    """How many characters from here on follow each other."""
    longest = 1
    for step in (-1, 0, 1):
        end = at + 1
        while end < len(text) and ord(text[end]) - ord(text[end - 1]) == step:
            end += 1
        longest = max(longest, end - at)
    for row in (*_KEYBOARD, *(row[::-1] for row in _KEYBOARD)):
        end = at + 1
        while end < len(text) and text[at : end + 1] in row:
            end += 1
        longest = max(longest, end - at)
    return longest


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace(" ", "")


@cache
def _common() -> frozenset[str]:
    text = files("croupier.house.people").joinpath("common_passwords.txt").read_text(encoding="utf-8")
    return frozenset(line for line in text.splitlines() if line and not line.startswith("#"))
