"""What a person may say with a step of the round. Whatever else a step carries is supplied by whoever keeps the order.

On shuffled cards the house keeps it: cards, seals, salts, seeds, commitments, counts and dice are its own, and a person
chooses only what `CHOICES` lists. On entered (real) cards the dealer says what lies on the table, in `ENTERED`; nobody
ever gives a seal or a salt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.errors import NotAllowed
from croupier.table import Perform
from croupier.table.inspection import DEFECTS, WRONG
from croupier.table.payouts import RULINGS
from croupier.table.recount import early_count

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.table import Actor, Due, Table
    from croupier.table.commands import Command


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that the law leaves to a person: what it is, whose it is, the section, and the words it may be. Whole
    numbers are allowed where there is a `number`, one for each place where there are `counts`; the table holds them to
    the chapter's bounds."""

    what: str
    by: tuple[str, ...]
    section: str
    words: tuple[str, ...] = ()
    number: bool = False
    counts: bool = False

    def allows(self, role: str, value: Any) -> bool:  # noqa: ANN401 - as a person gave it
        """Whether this is a value of the right kind, and this role's to give."""
        if role not in self.by:
            return False
        if type(value) is int:
            return self.number
        if self.counts:
            return isinstance(value, dict) and all(type(count) is int for count in value.values())
        return isinstance(value, str) and (value in self.words or not (self.words or self.number))


_ANYONE = ("player", "floorperson", "shift-manager")
_FLOOR = ("floorperson", "shift-manager")
_STAFF = ("dealer", *_FLOOR)

CHOICES: Mapping[str, Choice] = {
    "cut": Choice("the place of the cover card", ("player", "dealer"), "§ 5, the cut", number=True),
    "insert-cover": Choice(
        "the height of the cover card over the bottom, or the rack",
        ("dealer",),
        "§ 5, the cover card",
        ("rack",),
        number=True,
    ),
    "choose": Choice("what an irregularity lets a player choose", _ANYONE, "§ 9 or § 13, irregularities"),
    "dead-hand": Choice("what an irregularity lets a player choose", _ANYONE, "§ 9 or § 13, irregularities"),
    "view": Choice("how the first player wants to see the cards", ("player",), "§ 5, an idle table"),
    "receive": Choice("cards that come preshuffled", _STAFF, "§ 4, preshuffled cards", ("preshuffled",)),
    "stored-deck": Choice(
        "a player's wish to see the stored deck", ("player", *_STAFF), "§ 5, the stored deck", ("spread",)
    ),
    "spread-idle": Choice(
        "how the cards of an idle table lie", ("dealer",), "§ 5, an idle table", ("face-up", "face-down")
    ),
    "inspect": Choice("what is wrong with a card", ("dealer",), "§ 4, the inspection", DEFECTS),
    "verify": Choice("what is wrong with a card", _FLOOR, "§ 4, the inspection", DEFECTS),
    "tear-joker": Choice("whether a second joker was torn", ("dealer",), "§ 4, the jokers", ("torn",)),
    "witness-joker": Choice("whether two jokers are left", _FLOOR, "§ 4, the jokers", ("two",)),
    "check-rack": Choice("whether the rack is wrong", _FLOOR, "§ 2, the table", (WRONG,)),
    "cover-all-mode": Choice("whether the shuffler is in another mode", _STAFF, "§ 11, the shuffler's mode", (WRONG,)),
    "verify-winner": Choice("that the hand does not win", ("dealer",), "§ 11, the payout", ("not-a-winner",)),
    "verify-light": Choice("that the light is not lit", ("dealer",), "§ 11, the payout", ("unlit",)),
    "validate": Choice("why a payout is refused, or that a doubted one was accepted", _FLOOR, "§ 11, the payout"),
    "rule-claim": Choice("whether a refused claim is paid or its wager returned", _FLOOR, "§ 11, the payout", RULINGS),
    "determine": Choice(
        "how many cards lie in each hand and in the stub when it does not add up",
        ("floorperson", "shift-manager"),
        "§§ 8 to 10, the stub",
        counts=True,
    ),
}
"""Everything a person may choose on shuffled cards, by step."""

NAMED = frozenset({"deal", "turn", "reveal", "inspect"})
"""Steps at which the dealer of real cards names what lies face up, or is wrong with the deck."""
ENTERED = frozenset(
    {
        "device-count",
        "count-stub",
        "empty-shoe",
        "start-game",
        "verify-chips",
        "shake",
        "generator",
        "set-dealer",
        "turn",
        "reveal",
        "count-surrendered",
    }
)
"""Steps whose outcome is the word of the dealer of real cards: counts, dice, hands as they were set or announced."""

SAID = frozenset({"decline-cut", "validate", "rule-claim"})
"""Steps that are a person's word and nothing else: the house does not say that a doubted win was accepted."""


def check_values(table: Table, command: Perform, role: str) -> None:
    """Refuse what is not this person's to say with a step, by its field."""
    for field in ("seals", "salts"):
        if getattr(command, field):
            raise NotAllowed("whoever keeps the order of the cards supplies their seals", field=field)
    names = table.cards == "entered" and role == "dealer"
    if command.cards and not (names and command.step in NAMED):
        raise NotAllowed("a card is named by whoever keeps the order, not by a command", field="cards")
    if command.value is None or (names and command.step in ENTERED):
        return
    choice = CHOICES.get(command.step)
    if choice is None or not choice.allows(role, command.value):
        own = "nothing is chosen with this step" if choice is None else f"one may choose only {choice.what}"
        raise NotAllowed(f"{own}; the house supplies the rest", field="value")


def supplied(keeper: Keeper, table: Table, command: Perform, actor: Actor) -> Command:
    """The command as the house gives it: the person's choice, and everything else from whoever keeps the order.

    Only the step that is due, asked for by one whose step it is, takes anything from the house.
    """
    check_values(table, command, actor.role)
    due = table.due
    plain = Perform(step=command.step, value=command.value, seat=command.seat, cards=command.cards)
    early = early_count(table) if command.step == "count-stub" else None
    if due is not None and due.id != command.step and early is not None and actor.role in early.by:
        return plain if table.cards == "entered" else replace(plain, value=keeper.staff.stub_count(table))
    if due is None or actor.role not in due.by or not _is(command.step, due):
        return plain
    if table.cards == "entered":
        generated = due.id == "shake" and table.rules.chosen.get("start") == "generator"
        return replace(plain, step="generator") if generated else plain
    if command.step in SAID or command.value is not None or actor.role == "player":
        return plain
    made = keeper.staff.answer(table)
    return plain if made is None else made[0]


def _is(named: str, due: Due) -> bool:
    return named == due.id or (named, due.id) in _OTHER_NAMES


_OTHER_NAMES = frozenset({("decline-cut", "cut"), ("generator", "shake"), ("dead-hand", "choose")})
