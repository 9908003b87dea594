"""The lines of a script, from words to commands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import shake_256
from typing import TYPE_CHECKING, Any, cast

import msgspec
from msgspec.structs import replace

from croupier.errors import BadText, CroupierError
from croupier.kit.cards import cards, write
from croupier.kit.money import signed_cents
from croupier.table import commands as c
from croupier.table.automatic import FLOORPERSON
from croupier.table.equipment import DECK, STANDARD, Item
from croupier.table.link import SYSTEM
from croupier.table.seeds import CONTRIBUTION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.game.conduct import Role
    from croupier.kit.cards import Card
    from croupier.table.automatic import Staff
    from croupier.table.state import Table

EXPECTED = {
    "sit": "sit SEAT NAME",
    "leave": "leave SEAT",
    "buy": "buy NAME AMOUNT",
    "cash-out": "cash-out NAME",
    "bet": "bet SEAT WAGER AMOUNT [WAGER AMOUNT ...]",
    "verbal": "verbal SEAT WAGER AMOUNT",
    "coupon": "coupon SEAT AMOUNT",
    "take-back": "take-back SEAT WAGER",
    "open": "open",
    "deal": "deal",
    "go": "go on",
    "until": "until STEP [seat SEAT]",
    "wait": "wait 8h (hours h, minutes m, seconds s)",
    "stack": "stack SEAT-OR-PLACE CARDS",
    "report": "report IRREGULARITY [seat SEAT] [CARD] [shuffler or shoe]",
    "dealer": "dealer STEP [VALUE]",
    "floor": "floor STEP-OR-ORDER [VALUE]",
    "shift-manager": "shift-manager STEP-OR-ORDER [VALUE]",
    "surveillance": "surveillance STEP-OR-ORDER [VALUE]",
    "system": "system meter ID AMOUNT",
    "late": "late SEAT",
    "announce": "announce SEAT DECISION",
    "accounts": "accounts",
    "due": "due",
    "look": "look SEAT",
}
SEAT = "SEAT DECISION, SEAT cut DEPTH, SEAT decline-cut, SEAT choose CHOICE, SEAT set TWO-CARDS-OR-PLACES"
UNITS = {"h": 3_600_000, "m": 60_000, "s": 1000}
_ROLES: dict[str, Role] = {
    "dealer": "dealer",
    "floor": "floorperson",
    "shift-manager": "shift-manager",
    "surveillance": "surveillance",
}
_SHAPES = {
    "sit": r"\d+ \S.*",
    "leave": r"\d+",
    "buy": r"\S.* \S+",
    "cash-out": r"\S.*",
    "bet": r"-?\d+( \S+ \S+)+",
    "verbal": r"\d+ \S+ \S+",
    "coupon": r"\d+ \S+",
    "take-back": r"\d+ \S+",
    "open": "",
    "deal": "",
    "go": "on",
    "until": r"\S+( seat \d+)?( [a-z-]+)?",
    "wait": r"\d+[hms]( \d+[hms])*",
    "stack": r"\S+ \S.*",
    "report": r"\S+( seat \d+)?( [A-Z0-9][a-z]( [A-Z0-9][a-z])*)?( shuffler| shoe)?",
    "late": r"\d+",
    "announce": r"\d+ [a-z0-9-]+( \S+ \S+)?",
    "accounts": "",
    "due": "",
    "look": r"\d+",
}
_CARD = re.compile(r"[2-9TJQKA][cdhsk]")


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """A line, split: its first word, the rest, and who says it where the line begins with ``as WHO:``."""

    text: str
    word: str
    rest: tuple[str, ...]
    actor: c.Actor | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """Cards that the line names."""
        return cards(" ".join(word for word in self.rest if _CARD.fullmatch(word)))


def said(line: str) -> SpokenLine:
    """Split a line, or say what was expected.

    >>> said("as surveillance: 3 fold")
    SpokenLine(text='3 fold', word='3', rest=('fold',), actor=Actor(role='surveillance', name='surveillance'))
    >>> said("bet one ante ten")
    Traceback (most recent call last):
    croupier.errors.BadText: 'bet one ante ten' is not understood; expected: bet SEAT WAGER AMOUNT [WAGER AMOUNT ...]
    """
    actor = None
    if line.startswith("as ") and ": " in line:
        who, _, line = line.removeprefix("as ").partition(": ")
        actor = c.Actor(_ROLES.get(who, "player"), who)
    word, *rest = line.split()
    if word.isdecimal():
        if not rest:
            raise BadText(f"{line!r} is not understood; expected: {SEAT}")
        return SpokenLine(line, word, tuple(rest), actor)
    if word not in EXPECTED:
        known = ", ".join(EXPECTED)
        raise BadText(
            f"{line!r} is not understood; a line begins with a seat or one of {known}, or with refused:, "
            "quietly or as WHO:"
        )
    shape = _SHAPES.get(word, r"\S.*")
    if not re.fullmatch(shape, " ".join(rest)):
        raise BadText(f"{line!r} is not understood; expected: {EXPECTED[word]}")
    return SpokenLine(line, word, tuple(rest), actor)


def player(table: Table, seat: int) -> c.Actor:
    """Who sits there, or played there when the round began."""
    playing = table.play.players.get(seat, "") if table.play is not None else ""
    return c.Actor("player", playing or table.seats.get(seat, ""))


def acted(line: SpokenLine, table: Table, staff: Staff) -> tuple[c.Command, c.Actor]:  # noqa: PLR0911 - one answer for each word of a script
    """What a player asks for, and what the dealer says for one whose time is over or who sits at real cards."""
    word, rest = line.word, line.rest
    name = " ".join(rest[1:]) if word == "sit" else " ".join(rest[:-1]) if word == "buy" else " ".join(rest)
    if word == "sit":
        return c.Sit(seat=int(rest[0]), player=name), c.Actor("player", name)
    if word == "buy":
        return c.BuyIn(player=name, amount=signed_cents(rest[-1])), c.Actor("player", name)
    if word == "cash-out":
        return c.CashOut(player=name), c.Actor("player", name)
    if word == "announce":
        command, _ = acted(SpokenLine(line.text, rest[0], rest[1:]), table, staff)
        return replace(cast("c.Decide", command), announced=True), staff.dealer
    seat = int(rest[0] if word in {"leave", "take-back", "late"} else word)
    actor = player(table, seat)
    if word == "leave":
        return c.Leave(seat=seat), actor
    if word == "take-back":
        return c.TakeBack(seat=seat, wager=rest[1]), actor
    if word == "late":
        street = table.rules.game.streets[max(table.due.street, 0) if table.due is not None else 0]
        return c.Decide(seat=seat, decision=street.late), staff.dealer
    if rest[0] == "cut":
        return c.Perform(step="cut", seat=seat, value=_number(rest[1:])), actor
    if rest[0] in {"decline-cut", "view"}:
        return c.Perform(step=rest[0]), actor
    if rest[0] == "choose":
        return c.Perform(step="choose", seat=seat, value=" ".join(rest[1:])), actor
    low = _low(rest[1:], table, staff, seat) if rest[0] == "set" else ()
    return c.Decide(seat=seat, decision=rest[0], low=low), actor


def _number(words: tuple[str, ...]) -> Any:  # noqa: ANN401 - a step's value
    text = " ".join(words)
    return int(text) if re.fullmatch(r"-?\d+", text) else text or None


def _low(words: tuple[str, ...], table: Table, staff: Staff, seat: int) -> tuple[int, ...]:
    """The places of the low cards: as told, or where the named cards lie."""
    if all(re.fullmatch(r"-?\d+", word) for word in words) and words:
        return tuple(map(int, words))
    held = [staff.vault.card(str(table.active), at) for at in staff.lying(table, f"seats.{seat}")]
    wanted = cards(" ".join(words))
    if missing := [card for card in wanted if card not in held]:
        raise BadText(f"seat {seat} holds {write(held)}, not {write(missing)}")
    return tuple(held.index(card) for card in wanted)


def placed(line: SpokenLine, table: Table, staff: Staff) -> Iterator[tuple[c.Command, c.Actor]]:
    """Wagers on the layout, and coupons beside them. A seat's contribution is always the same at the same time."""
    seat, *rest = line.rest
    if line.word == "coupon":
        rest = ["match-play", *rest]
    actor = staff.dealer if line.word == "verbal" else player(table, int(seat))
    given = shake_256(b"%d %d" % (int(seat), table.clock)).hexdigest(CONTRIBUTION) if line.word == "bet" else ""
    for wager, amount in zip(rest[::2], rest[1::2], strict=True):
        yield (
            c.Place(
                seat=int(seat),
                wager=wager,
                amount=signed_cents(amount),
                verbal=line.word == "verbal",
                contribution=given,
            ),
            actor,
        )
        given = ""


def reported(line: SpokenLine, table: Table, staff: Staff) -> c.Report:
    """A report; a card found face up is the next one, whether the line names it or not."""
    words = list(line.rest[1:])
    seat = int(words[words.index("seat") + 1]) if "seat" in words else 0
    device = next((word for word in words if word in {"shuffler", "shoe"}), "")
    found = table.conduct.irregularity(line.rest[0])
    shown = line.cards
    if not shown and found is not None and found.id in {"face-up", "two-face-up"} and table.play is not None:
        try:
            shown = (staff.next_card(table),)
        except CroupierError:
            shown = ()
    return c.Report(irregularity=line.rest[0], seat=seat, cards=write(shown), device=device)


# Steps and orders.

_ORDERS = {
    "reshuffle",
    "recut",
    "change-cards",
    "change-dice",
    "abandon",
    "admit",
    "bar",
    "fill",
    "credit",
    "repair",
    "relieve",
    "meter",
    "set-meter",
    "collect-claim",
    "write-off-claim",
    "bring",
    "close",
}


def performed(line: SpokenLine, table: Table, staff: Staff) -> tuple[c.Command, c.Actor]:
    """A step that is due, as the staff would take it unless the line gives it another outcome; or an order."""
    actor = {"dealer": staff.dealer, "floor": FLOORPERSON, "system": SYSTEM}.get(line.word)
    if actor is None:
        actor = c.Actor(_ROLES[line.word], line.word)
    name, *words = line.rest
    due = table.due
    if name == "report":
        return reported(SpokenLine(line.text, "report", tuple(words)), table, staff), actor
    if name in _ORDERS and (due is None or due.id != name):
        return _order(name, words, table), actor
    answer = staff.answer(table) if due is not None and due.id == name else None
    command = cast("c.Perform", answer[0]) if answer is not None else c.Perform(step=name)
    return (_valued(command, words) if words else command), actor


def _order(name: str, words: list[str], table: Table) -> c.Direct:
    text = " ".join(words)
    if name == "bring":
        return c.Direct(order=name, what=msgspec.json.encode(_brought(table, words)).decode())
    if name == "abandon":
        return c.Direct(order=name, seat=int(text) if text.isdecimal() else 0)
    if name in {"fill", "credit"}:
        return c.Direct(order=name, amount=signed_cents(text))
    if name == "repair":
        return c.Direct(order=name, what=text)
    if name == "meter":
        return c.Direct(order=name, what=" ".join(words[:-1]), amount=signed_cents(words[-1]))
    if name == "set-meter":
        return _set_meter(text)
    if name in {"collect-claim", "write-off-claim"}:
        player, amount, _, number = words  # ann 20 of 3
        return c.Direct(order=name, player=player, amount=signed_cents(amount), what=number)
    return c.Direct(order=name, player=text)


def _brought(table: Table, words: list[str]) -> Item:
    """``D-3 blue`` for a deck with blue backs, ``dealing-shoe S-1`` for a shoe that stands in for a failed device."""
    known = next((one for one in table.conduct.equipment.requirements if one.kind == words[0]), None)
    if known is not None:
        marks = tuple(mark.id for mark in known.marks)
        return Item(id=" ".join(words[1:]), kind=known.kind, approval=STANDARD, place=STANDARD, marks=marks)
    id_, colour, *more = [*words, ""]
    return Item(id=id_, kind=DECK, design=STANDARD, colour=colour, cards=_cards(table, more))


def _counted(word: str) -> tuple[str, Any]:
    """``1=6`` for six cards at seat 1, ``stub=30`` for those of the stub."""
    place, _, count = word.partition("=")
    return (f"seats.{place}" if place.isdecimal() else place), _number((count,))


_SET_METER = re.compile(r"(\S+) (\S+)(?: with ([^:]+))?(?:: (.+))?")


def _set_meter(text: str) -> c.Direct:
    """``progressive 1500 with Sam: the display was wrong``."""
    found = _SET_METER.fullmatch(text)
    if found is None:
        raise BadText(f"{text!r} is not understood; expected: set-meter ID AMOUNT with NAME: WHY")
    meter, amount, second, note = found.groups("")
    return c.Direct(order="set-meter", what=meter, amount=signed_cents(amount), second=second, note=note)


def _cards(table: Table, more: list[str]) -> int:
    return int(more[0]) if more and more[0].isdecimal() else len(table.rules.game.deck)


def _valued(command: c.Perform, words: list[str]) -> c.Perform:
    if command.step in {"deal", "turn", "reveal"}:
        shown, _, low = " ".join(words).partition(" low ")
        return replace(command, cards=shown, value=low or command.value)
    if command.step in {"inspect", "verify"}:
        return replace(command, value=words[0], cards=" ".join(words[1:]))
    if command.step == "shake":
        numbers = [int(word) for word in words if word.isdecimal()]
        shakes = numbers.pop() if "shakes" in words else 3
        return replace(command, value={"dice": numbers, "shakes": shakes})
    if command.step == "determine" and all("=" in word for word in words):
        return replace(command, value={**(command.value or {}), **dict(map(_counted, words))})
    return replace(command, value=_number(tuple(words)))
