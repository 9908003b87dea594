"""What is looked for among rounds, and what people type to say it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.errors import CroupierError, HouseError
from croupier.house.cloth.felt import exact
from croupier.journal.record_text import time_of
from croupier.kit.cards import cards
from croupier.kit.money import cents

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from croupier.kit.payload import Json

MAX_DIGITS = 9
"""Digits of a number that somebody means."""
_CARD = re.compile(r"(?:[2-9TJQKA][cdhs]|Jk)", re.IGNORECASE)


class SearchTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is looked for; all of it must hold. `paid` is what one seat was paid at least, in cents."""

    number: int | None = None
    seat: int | None = None
    player: str = ""
    card: str = ""
    paid: int | None = None
    wager: str = ""
    void: bool = False
    irregular: bool = False
    late: bool = False
    marked: bool = False
    since: int | None = None
    until: int | None = None
    text: str = ""

    def words(self) -> str:
        """What was understood, for the person who asked."""
        terms = [
            f"round {self.number:,}" if self.number is not None else "",
            f"seat {self.seat}" if self.seat else "",
            f"player {self.player}" if self.player else "",
            f"{self.card} seen" if self.card else "",
            f"a seat paid {exact(self.paid)} or more" if self.paid is not None else "",
            f"with a {self.wager} wager" if self.wager else "",
            "void" if self.void else "",
            "an irregularity" if self.irregular else "",
            "a decision by timeout" if self.late else "",
            "marked" if self.marked else "",
            f"from {time_of(self.since)[:16]}" if self.since is not None else "",
            f"until {time_of(self.until)[:16]}" if self.until is not None else "",
            f"the words \u201c{self.text}\u201d" if self.text else "",
        ]
        return ", ".join(part for part in terms if part) or "every round"

    @property
    def in_records(self) -> bool:
        """Whether the index cannot tell by itself."""
        return bool(
            self.card or self.wager or self.irregular or self.late or self.marked or self.text or self.paid is not None
        )


# What people type.


def read_terms(text: str, wagers: Collection[str], given: Mapping[str, Any]) -> SearchTerms:
    """What somebody typed: ``seat 3 9h``, ``paid 500 trips``, ``1208``, ``void since 2026-11-15``."""
    found: Json = {key: value for key, value in given.items() if value not in {None, "", False}}
    rest: list[str] = []
    words = text.replace(",", "").split()
    at = 0
    while at < len(words):
        used = _take(words[at:], wagers, found)
        if not used:
            rest.append(words[at])
        at += used or 1
    if rest and not found.get("text"):
        found["text"] = " ".join(rest)
    if card := found.get("card"):
        try:
            found["card"] = " ".join(map(str, cards(card)))
        except CroupierError as error:
            raise HouseError(error.message, field="card") from None
    return SearchTerms(**found)


def _take(words: list[str], wagers: Collection[str], found: Json) -> int:
    """How many of the words say one thing that is understood."""
    word, after = words[0].lower(), words[1] if len(words) > 1 else ""
    if word == "seat" and after.isdecimal() and len(after) <= MAX_DIGITS:
        found["seat"] = int(after)
    elif word in {"round", "#"} and after.isdecimal() and len(after) <= MAX_DIGITS:
        found["number"] = int(after)
    elif word == "player" and after:
        found["player"] = after
    elif word in {"paid", "at"} and (amount := _amount(after)) is not None:
        found["paid"] = amount
    elif word in {"since", "from", "until", "to"} and (when := moment(after)) is not None:
        found["since" if word in {"since", "from"} else "until"] = when
    else:
        return _take_one(words[0], wagers, found)
    return 2


def _take_one(said: str, wagers: Collection[str], found: Json) -> int:
    word = said.lower()
    if word.isdecimal() and len(word) <= MAX_DIGITS:
        found["number"] = int(word)
    elif word.startswith("$") and (amount := _amount(word)) is not None:
        found["paid"] = amount
    elif _CARD.fullmatch(word):
        found["card"] = f"{found.get('card', '')} {said.capitalize() if word == 'jk' else said[0].upper() + word[1]}"
    elif word in {"joker", "jokers"}:
        found["card"] = f"{found.get('card', '')} Jk"
    elif word in {"void", "voids"}:
        found["void"] = True
    elif word in {"irregular", "irregularity", "irregularities"}:
        found["irregular"] = True
    elif word in {"late", "timeout", "timeouts"}:
        found["late"] = True
    elif word in wagers:
        found["wager"] = word
    else:
        return int(word in {"seen", "with", "a", "the", "by", "and"})
    return 1


def _amount(word: str) -> int | None:
    try:
        return cents(word.removeprefix("$").removesuffix("+")) if len(word) <= 2 * MAX_DIGITS else None
    except CroupierError:
        return None


def moment(word: str) -> int | None:
    """A day or a time in UTC as milliseconds: ``2026-11-15``, ``2026-11-15T14:00``."""
    try:
        at = datetime.fromisoformat(word)
    except ValueError:
        return None
    return int(at.replace(tzinfo=at.tzinfo or UTC).timestamp() * 1000)
