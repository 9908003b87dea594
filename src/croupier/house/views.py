"""What each person may see of a table, cut on the server: nobody is sent a face-down card that is not their own.

A player's own cards are shown to that player from the step on at which the chapter lets players examine them; everyone
else, dealer, floor and surveillance included, sees what lies face up.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.kit.cards import write
from croupier.table import evolve
from croupier.table.skips import asked

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from croupier.house.written import Step
    from croupier.kit.cards import Card
    from croupier.table import Staff, Table, Vault

_encode = msgspec.json.Encoder().encode


def own_cards(table: Table, staff: Staff, seat: int) -> list[str]:
    """The cards of a seat as its player sees them; those that are not known (entered by hand), and all before the
    player may look at them, are empty."""
    play = table.play
    if play is None or seat not in play.round.seats:
        return []
    held = play.round.seats[seat].cards
    if None not in held or table.cards == "entered" or seat not in play.examined:
        return [_face(card) for card in held]
    return [str(card) for card in _lying(table, staff.vault, seat)]


def _lying(table: Table, vault: Vault, seat: int) -> list[Card]:
    """The cards before a seat, from the order they came from."""
    assert table.play is not None
    cut, size = max(table.pack.cut, 0), table.pack.size
    return [vault.card(str(table.active), (cut + at) % size) for at in table.play.dealt.get(f"seats.{seat}", ())]


OWN = frozenset({"deadline", "seats", "chips"})
"""What of a view is not the same for everyone at the same time."""


class Own(msgspec.Struct, frozen=True, gc=False):
    """A hand that one player alone may look at."""

    player: str
    seat: int
    cards: str


class Sent(msgspec.Struct, frozen=True, gc=False):
    """A stored record, and the hands that players may look at from it on."""

    n: int
    line: bytes
    own: tuple[Own, ...] = ()

    def to(self, player: str) -> bytes:
        """The record as a person is sent it, the same bytes every time."""
        yours = {hand.seat: hand.cards for hand in self.own if hand.player == player}
        return self.line.rstrip()[:-1] + b',"yours":' + _encode(yours) + b"}\n" if yours else self.line


class Piece:
    """Records that were stored together, in their order."""

    __slots__ = ("lines", "players", "records")

    def __init__(self, records: Sequence[Sent]) -> None:
        self.records = records
        self.lines = [one.line for one in records]
        self.players = {hand.player for one in records for hand in one.own}

    def to(self, player: str) -> list[bytes]:
        """Each record as a person is sent it."""
        return [one.to(player) for one in self.records] if player in self.players else self.lines


def own(vault: Vault, before: Table | None, after: Table) -> tuple[Own, ...]:
    """The hands that players may look at since something happened: those that lie face down in a known order."""
    play = after.play
    if play is None or not play.examined or after.cards == "entered":
        return ()
    if before is not None and before.play is not None and before.play.examined:
        return ()
    return tuple(Own(play.players[seat], seat, write(_lying(after, vault, seat))) for seat in play.examined
                 if None in play.round.seats[seat].cards)  # fmt: skip


def owns(vault: Vault, table: Table, steps: Iterable[Step]) -> dict[tuple[int, int], tuple[Own, ...]]:
    """The same for steps that are taken at a table: by the number of the step and of its event."""
    found = {}
    for number, (events, after) in enumerate(steps):
        if hands := own(vault, table, after):
            for place, event in enumerate(events):
                table = evolve(table, event, after.clock)
                if table.play is not None and table.play.examined:
                    found[number, place] = hands
                    break
        table = after
    return found


def view(
    table: Table, staff: Staff, player: str, *, deadline: int = 0, known: Mapping[int, Any] = MappingProxyType({})
) -> dict[str, Any]:
    """The whole table as one person sees it now; `known` are seats that look as they did."""
    play, due, turns = table.play, table.due, asked(table)
    return {
        "table": table.id,
        "game": table.rules.game.id,
        "edition": table.rules.game.edition,
        "phase": table.phase,
        "round": play.number if play is not None else table.rounds,
        "void": play is not None and play.void,
        "due": None if due is None else {"step": due.id, "words": due.words, "cite": due.cite, "by": due.by,
                                         "seat": _asked(table, turns), "waiting": list(turns),
                                         "options": _options(table, turns)},
        "places": {place: [_face(card) for card in held] for place, held in play.round.places.items()}
        if play is not None
        else {},
        "dealer-low": play.dealer_low if play is not None else "",
        "start": play.start if play is not None else "",
        "meters": {m: table.accounts.get(f"meter:{m}", 0) for m in table.meters},
        "inventory": table.accounts.get("inventory", 0),
        "dealer": table.dealer,
        "way": table.way,
        "pack": {"left": table.pack.size - table.pack.at, "size": table.pack.size,
                 "commitment": table.pack.commitment},
        "deadline": deadline or None,
        "chips": table.accounts.get(f"player:{player}", 0) if player else None,
        "seats": {n: known[n] if n in known else _seat(table, staff, n, player)
                  for n in range(1, table.rules.game.seats + 1)},
    }  # fmt: skip


class Views:
    """A table's views: what everyone sees is made once for each state, and each person's own is laid over it."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._all: dict[str, Any] = {"seats": {}}
        self._told = b""
        self._told_seats: dict[int, bytes] = {}
        self._seats: dict[str, list[int]] = {}
        self._rested: Table | None = None
        self._asks: dict[str, tuple[Any, ...]] = {}

    def of(self, table: Table, staff: Staff, player: str, *, deadline: int = 0) -> dict[str, Any]:
        """The same as `view`."""
        self._look(table, staff)
        mine = self._seats.get(player, ()) if player else ()
        return {
            **self._all,
            "deadline": deadline or None,
            "chips": table.accounts.get(f"player:{player}", 0) if player else None,
            "seats": {**self._all["seats"], **{n: _seat(table, staff, n, player) for n in mine}},
        }

    def told(self, table: Table, staff: Staff, player: str, *, deadline: int = 0) -> bytes:
        """The same as JSON: for everyone at the table only what is their own is written anew, and comes last."""
        self._look(table, staff)
        if not self._told:
            self._told = _encode({key: value for key, value in self._all.items() if key not in OWN})[:-1]
            told = self._told_seats
            self._told_seats = {n: told[n] if n in told else b'"%d":%b' % (n, _encode(seat))
                                for n, seat in self._all["seats"].items()}  # fmt: skip
        seats = self._told_seats
        mine = self._seats.get(player) if player else None
        if mine:
            seats = {**seats, **{n: b'"%d":%b' % (n, _encode(_seat(table, staff, n, player))) for n in mine}}
        return b'%b,"deadline":%b,"chips":%b,"seats":{%b}}' % (
            self._told,
            b"%d" % deadline if deadline else b"null",
            b"%d" % table.accounts.get(f"player:{player}", 0) if player else b"null",
            b",".join(seats.values()),
        )

    def _look(self, table: Table, staff: Staff) -> None:
        if self._table is not table:
            before, seats = self._table, self._all["seats"]
            known = {} if before is None else {n: seats[n] for n in seats if _looks_the_same(before, table, n)}
            self._told_seats = {n: self._told_seats[n] for n in known if n in self._told_seats}
            self._table, self._all, self._told = table, view(table, staff, "", known=known), b""
            self._seats = {}
            held = table.play.players if table.play is not None else {}
            for n, name in {*table.seats.items(), *held.items()}:
                self._seats.setdefault(name, []).append(n)

    def asks(self, table: Table) -> dict[str, tuple[Any, ...]]:
        """What the table waits for now from each person, which is equal for as long as it is the same."""
        if self._rested is not table:
            self._rested, self._asks = table, {}
            due, turns = table.due, asked(table)
            for seat in turns or ((due.seat,) if due is not None else table.seats):
                name = table.seats.get(seat, "")
                self._asks[name] = (*self._asks.get(name, (table.rounds, due)), seat)
        return self._asks


def _looks_the_same(before: Table, after: Table, seat: int) -> bool:
    """Whether nothing that `_seat` shows of a seat has changed: what a table keeps is the same object as before."""
    was, now = before.play, after.play
    name = after.seats.get(seat)
    account = f"player:{name}"
    if before.seats.get(seat) != name or before.accounts.get(account) != after.accounts.get(account):
        return False
    if was is None or now is None:
        return was is now and before.layout.get(seat) is after.layout.get(seat)
    return (
        was.round.seats.get(seat) is now.round.seats.get(seat)
        and was.players is now.players
        and was.closed is now.closed
        and was.racked is now.racked
        and was.gone is now.gone
    )


def _asked(table: Table, turns: tuple[int, ...]) -> int | None:
    due = table.due
    if due is None:
        return None
    return next(iter(turns), None) if due.id == "decide" else due.seat or None


def _options(table: Table, turns: tuple[int, ...]) -> list[dict[str, Any]]:
    """What the player who is asked may say, and what it costs."""
    due, play = table.due, table.play
    if due is None or play is None:
        return []
    if due.id == "choose":
        return [{"id": option} for option in due.options]
    if due.id != "decide":
        return []
    if not turns:
        return []
    seat = turns[0]
    street = table.plans.street(due.street, table.way)
    ante = play.round.seats[seat].wagers[table.rules.game.ante]
    told: list[dict[str, Any]] = [
        {"id": o.id, "cost": o.times * ante, "wager": o.wager, "cite": str(o.cite)} for o in street.options
    ]
    return [*told, {"id": "set", "cite": str(street.cite)}] if street.setting else told


def _seat(table: Table, staff: Staff, number: int, player: str) -> dict[str, Any] | None:
    name = table.seats.get(number)
    play = table.play
    playing = play is not None and number in play.round.seats
    if name is None and not playing:
        return None
    told: dict[str, Any] = {"player": name, "yours": bool(player) and name == player, "wagers": {}, "cards": []}
    if name is not None:
        told["chips"] = table.accounts.get(f"player:{name}", 0)
    if play is None or not playing:
        told["wagers"] = dict(table.layout.get(number, {}))
        return told
    seat = play.round.seats[number]
    own = play.players[number] == player and bool(player)
    told |= {
        "player": play.players[number],
        "wagers": dict(seat.stakes),
        "closed": list(play.closed.get(number, ())),
        "cards": own_cards(table, staff, number) if own else [_face(card) for card in seat.cards],
        "decisions": [d if isinstance(d, str) else "set" for d in seat.decisions],
        "folded": seat.folded is not None,
        "racked": f"seats.{number}" in play.racked,
        "gone": number in play.gone,
    }
    return told


def _face(card: Card | None) -> str:
    return "" if card is None else str(card)
