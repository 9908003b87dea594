"""What each person may see of a table, cut on the server: nobody is sent a face-down card that is not their own.

A player's own cards are shown to that player from the step on at which the chapter lets players examine them; everyone
else, dealer, floor and surveillance included, sees what lies face up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict

from croupier.house.tables.views import payloads
from croupier.kit.cards import write
from croupier.table import evolve
from croupier.table.turns import deciding

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.house.tables.keeping.pending_writes import Step
    from croupier.kit.cards import Card
    from croupier.table import Staff, Table, Vault


def own_cards(table: Table, staff: Staff, seat: int) -> list[str]:
    """The cards of a seat as its player sees them; those that are not known (entered by hand), and all before the
    player may look at them, are empty. So they are where the table has been shuffled again since, and that is still to
    be stored: at their places lie the cards of another round."""
    play = table.play
    if play is None or seat not in play.round.seats:
        return []
    held = play.round.seats[seat].cards
    behind = not staff.vault.is_of(str(table.active), table.pack.commitment)
    if None not in held or table.cards == "entered" or seat not in play.examined or behind:
        return [_face(card) for card in held]
    return [str(card) for card in _lying(table, staff.vault, seat)]


def _lying(table: Table, vault: Vault, seat: int) -> list[Card]:
    """The cards before a seat, from the order they came from."""
    assert table.play is not None
    cut, size = max(table.pack.cut, 0), table.pack.size
    return [vault.card(str(table.active), (cut + at) % size) for at in table.play.dealt.get(f"seats.{seat}", ())]


class OwnHand(msgspec.Struct, frozen=True, gc=False):
    """A hand that one player alone may look at."""

    player: str
    seat: int
    cards: str


def own(vault: Vault, before: Table | None, after: Table) -> tuple[OwnHand, ...]:
    """The hands that players may look at since something happened: those that lie face down in a known order."""
    play = after.play
    if play is None or not play.examined or after.cards == "entered":
        return ()
    if before is not None and before.play is not None and before.play.examined:
        return ()
    return tuple(
        OwnHand(play.players[seat], seat, write(_lying(after, vault, seat)))
        for seat in play.examined
        if None in play.round.seats[seat].cards
    )


def owns(vault: Vault, table: Table, steps: Iterable[Step]) -> dict[tuple[int, int], tuple[OwnHand, ...]]:
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


def view(table: Table, staff: Staff, player: str, *, deadline: int = 0) -> payloads.View:
    """The whole table as one person sees it now."""
    seats = range(1, table.rules.game.seats + 1)
    return with_own(common(table), table, player, deadline, {n: seat_of(table, staff, n, player) for n in seats})


def with_own(
    seen: payloads.CommonView, table: Table, player: str, deadline: int, seats: dict[int, payloads.Seat | None]
) -> payloads.View:
    """What one person sees: what everyone does, and their own."""
    chips = table.accounts.get(f"player:{player}", 0) if player else None
    return payloads.View(**asdict(seen), deadline=deadline or None, chips=chips, seats=seats)


def common(table: Table) -> payloads.CommonView:
    """What everyone sees alike."""
    play, due, turns = table.play, table.due, deciding(table)
    return payloads.CommonView(
        table=table.id,
        game=table.rules.game.id,
        edition=table.rules.game.edition,
        phase=table.phase,
        round=play.number if play is not None else table.rounds,
        void=play is not None and play.void,
        due=None
        if due is None
        else payloads.Due(
            step=due.id,
            words=due.words,
            cite=due.cite,
            by=due.by,
            seat=_seat_to_act(table, turns),
            waiting=list(turns),
            options=_options(table, turns),
        ),
        places={place: [_face(card) for card in held] for place, held in play.round.places.items()}
        if play is not None
        else {},
        dealer_low=play.dealer_low if play is not None else "",
        start=play.start if play is not None else "",
        meters={m: table.accounts.get(f"meter:{m}", 0) for m in table.meters},
        inventory=table.accounts.get("inventory", 0),
        dealer=table.dealer,
        way=table.way,
        pack=payloads.Pack(
            left=table.pack.size - table.pack.at, size=table.pack.size, commitment=table.pack.commitment
        ),
    )


def _seat_to_act(table: Table, turns: tuple[int, ...]) -> int | None:
    due = table.due
    if due is None:
        return None
    return next(iter(turns), None) if due.id == "decide" else due.seat or None


def _options(table: Table, turns: tuple[int, ...]) -> list[payloads.Option]:
    """What the player who is asked may say, and what it costs."""
    due, play = table.due, table.play
    if due is None or play is None:
        return []
    if due.id == "choose":
        return [payloads.Option(option) for option in due.options]
    if due.id != "decide":
        return []
    if not turns:
        return []
    seat = turns[0]
    street = table.plans.street(due.street, table.way)
    ante = play.round.seats[seat].wagers[table.rules.game.ante]
    options = [payloads.Option(o.id, o.times * ante, o.wager, str(o.cite)) for o in street.options]
    return [*options, payloads.Option("set", cite=str(street.cite))] if street.setting else options


def seat_of(table: Table, staff: Staff, number: int, player: str) -> payloads.Seat | None:
    """A seat as one person may see it; nothing where nobody sits."""
    name = table.seats.get(number)
    play = table.play
    playing = play is not None and number in play.round.seats
    if name is None and not playing:
        return None
    yours = bool(player) and name == player
    chips = table.accounts.get(f"player:{name}", 0) if name is not None else UNSET
    if play is None or not playing:
        return payloads.Seat(player=name, yours=yours, wagers=dict(table.layout.get(number, {})), cards=[], chips=chips)
    seat = play.round.seats[number]
    own = play.players[number] == player and bool(player)
    return payloads.Seat(
        player=play.players[number],
        yours=yours,
        wagers=dict(seat.stakes),
        cards=own_cards(table, staff, number) if own else [_face(card) for card in seat.cards],
        chips=chips,
        closed=list(play.closed.get(number, ())),
        decisions=[d if isinstance(d, str) else "set" for d in seat.decisions],
        folded=seat.folded is not None,
        racked=f"seats.{number}" in play.racked,
        gone=number in play.gone,
    )


def _face(card: Card | None) -> str:
    return "" if card is None else str(card)
