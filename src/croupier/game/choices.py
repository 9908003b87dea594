"""What a certificate holder may choose in a Rules Submission, and how each choice is read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.errors import Refusal, SubmissionError
from croupier.kit.money import cents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from croupier.game.rules import Rules
    from croupier.law import Cite

    Check = Callable[[Rules], Iterable[Refusal]]


DAY = 86_400
"""Seconds."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One key of a Rules Submission besides the wagers' paytables.

    `read` turns what was written into the value the rules use, or refuses it. `default` is in force when the
    key is absent; `required` says when a complete submission may not leave it out. `sample` is what a new
    submission file starts with; where it is None, the file shows `other` as a comment. `conduct` marks what says how
    the table is run and changes no figure.
    """

    key: str
    cite: Cite
    words: str
    read: Callable[[object], object]
    default: object = None
    required: Callable[[Mapping[str, object]], bool] = lambda _: False
    sample: str | None = None
    other: str = ""
    conduct: bool = False


@dataclass(frozen=True, slots=True)
class OneOf:
    """Exactly one of these words."""

    values: tuple[str, ...]

    def __call__(self, value: object) -> object:
        """The value, or a refusal."""
        if value not in self.values:
            raise SubmissionError(f"{value!r} is not offered; choose one of {', '.join(self.values)}")
        return value


def one_of(*values: str) -> OneOf:
    """Exactly one of these words."""
    return OneOf(values)


def yes_no(value: object) -> object:
    """``true`` or ``false``."""
    if not isinstance(value, bool):
        raise SubmissionError(f"{value!r} is neither true nor false")
    return value


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    least: int
    most: int

    def __call__(self, value: object) -> object:
        """The value, or a refusal."""
        if type(value) is not int or not self.least <= value <= self.most:
            raise SubmissionError(f"{value!r} is not a whole number from {self.least} to {self.most}")
        return value


def whole(least: int, most: int) -> Whole:
    """A whole number within bounds."""
    return Whole(least, most)


def amount(value: object) -> object:
    """Money, in cents."""
    return cents(value)


def rate(value: object) -> object:
    """A share of each wager, exactly: ``"14%"`` or ``"0.14"``."""
    text = str(value).strip()
    bare = text.removesuffix("%")
    try:
        found = Fraction(bare if _SHORT.fullmatch(bare) else "") / (1 if bare == text else 100)
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if isinstance(value, bool) or not 0 <= found < 1:
        shown = repr(value)
        shown = shown if len(shown) <= 40 else f"{shown[:40]}..."
        raise SubmissionError(f'{shown} is not a share of the wager: write "14%" (0% to under 100%)')
    return found


def seconds(value: object) -> object:
    """A time that people are given, in seconds: more than nothing, at most a day."""
    try:
        found = float("nan") if isinstance(value, bool) else float(str(value))
    except ValueError:
        found = 0.0
    if not 0 < found <= DAY:
        raise SubmissionError(f"{value!r} is no time that anybody has: more than 0 seconds, at most a day")
    return int(found) if found.is_integer() else found


def always(_: Mapping[str, object]) -> bool:
    """A complete submission may never leave this out."""
    return True


def with_wager(wager: str) -> Callable[[Mapping[str, object]], bool]:
    """A complete submission may not leave this out when it offers the wager."""
    return lambda submission: wager in submission


# Choices that several chapters offer, each with that chapter's own cite -----------------------------------------


def adjacent_boxes(cite: Cite, most: int, *, required: bool = True) -> Choice:
    """How many adjacent betting positions one player may hold."""
    return Choice(
        "adjacent-boxes",
        cite,
        f"the number of adjacent boxes one player may wager on in a round (1 to {most})",
        whole(1, most),
        required=always if required else (lambda _: False),
        sample="1",
        conduct=True,
    )


def dealing(cite: Cite, *ways: str) -> Choice:
    """From where the cards are dealt."""
    words = "where the cards are dealt from: " + ", ".join(ways)
    return Choice("dealing", cite, words, one_of(*ways), default=ways[0], sample=f'"{ways[0]}"', conduct=True)


VALIDATE_FROM = "validate-from"


def validate_from(cite: Cite, name: str) -> Choice:
    """From which amount on a floorperson validates a progressive payment: the house's own rule where the chapter that
    sets the payment asks for none."""
    words = f"the house's own rule: the payment of the {name} from which on a floorperson validates it; without it none"
    return Choice(VALIDATE_FROM, cite, words, amount, other='"600.00"', conduct=True)


SHUFFLERS = ("none", "automated", "counting", "reshuffling")


def shuffler(cite: Cite, default: str = "none") -> Choice:
    """What shuffles: the dealer, a device, one that also counts the cards, one that reshuffles by itself."""
    words = "what shuffles the cards: " + ", ".join(SHUFFLERS)
    return Choice("shuffler", cite, words, one_of(*SHUFFLERS), default=default, sample=f'"{default}"', conduct=True)


def decks(cite: Cite, what: str = "decks") -> Choice:
    """One deck or batch, or two in alternation."""
    words = f"how many {what} alternate (1, or 2 with an automated shuffler)"
    return Choice("decks", cite, words, whole(1, 2), default=1, sample="1", conduct=True)


DECISION_SECONDS = 25
"""What a player has for a decision where a submission states no other time."""
_SHORT = re.compile(r"[0-9._/+ -]{1,40}(?:[eE][+-]?[0-9]{1,2})?")
"""A number that is read at once: an exponent of seven digits is one with millions."""


def decision_seconds(cite: Cite) -> Choice:
    """How long a player may think: the texts have no clock (reading `late`)."""
    words = f"the seconds a player has for a decision before the dealer acts for one who is late ({DECISION_SECONDS})"
    return Choice("decision-seconds", cite, words, seconds, other=str(DECISION_SECONDS), conduct=True)


def two_decks_need_a_shuffler(cite: Cite) -> Callable[[Rules], Iterable[Refusal]]:
    """Two decks or batches may alternate only beside an automated shuffling device."""

    def check(rules: Rules) -> Iterable[Refusal]:
        if rules.chosen["decks"] == 2 and rules.chosen["shuffler"] in {"none", "reshuffling"}:
            yield Refusal("decks", "two may be used only with an automated shuffling device", str(cite))

    return check


def hand_dealing_needs_a_shuffler(cite: Cite) -> Callable[[Rules], Iterable[Refusal]]:
    """Cards dealt from the hand must have been shuffled by a device."""

    def check(rules: Rules) -> Iterable[Refusal]:
        if rules.chosen["dealing"] == "hand" and rules.chosen["shuffler"] == "none":
            yield Refusal("shuffler", "an automated device must shuffle cards dealt from the hand", str(cite))

    return check


def steps_pay_whole_cents(rules: Rules) -> Iterable[Refusal]:
    """A limit whose stakes some row could not pay to the cent is refused."""
    for wager in rules.offered():
        placed = wager.of or (rules.game.ante if wager.placed == "by-decision" else wager.equals or wager.id)
        limit = rules.limits.get(placed)
        if limit is None or rules.tables[wager.id].rounds:
            continue
        stakes = [stake for stake in (limit.minimum, limit.step) if stake is not None and stake > 1]
        if limit.step == 1:
            stakes.append(1)
        for pay in rules.tables[wager.id].rows.values():
            if any(stake * pay.numerator % pay.denominator for stake in stakes):
                words = f"the {wager.name} at {pay.text} would not always pay in whole cents"
                yield Refusal(f"limits.{placed}", words, str(rules.tables[wager.id].cite))
                break
