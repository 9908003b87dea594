"""Cards and equipment: were they shuffled, dealt, discarded, turned, revealed and racked when the law expected it?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.journal.money_audit import CONDUCT, Wrong
from croupier.journal.step_conduct import expects, not_due
from croupier.table import events as e
from croupier.table.dealing import discards, left_in
from croupier.table.devices import CLEAR
from croupier.table.equipment import DECK, next_deck, of_the_way
from croupier.table.occasions import shoe_deals
from croupier.table.skips import to_draw

if TYPE_CHECKING:
    from croupier.journal.step_conduct import Checks
    from croupier.table.state import Table


def _shuffled(table: Table, event: e.Shuffled, _: e.Event | None) -> Wrong | None:
    due = expects(table, "shuffle")
    if due is None or event.pack != due.pack:
        return not_due(table, f"a shuffle of pack {event.pack}")
    if event.of != discards(table):
        return Wrong(CONDUCT, "shuffles other cards than were to be shuffled")
    sealed = table.procedure > 3 and table.cards == "shuffled"
    if sealed and table.play is None and table.layout and event.pack == table.active:
        return Wrong(CONDUCT, "shuffles sealed cards under wagers, whose players have then no share in the order")
    return None


def _opened_order(table: Table, event: e.OrderOpened, _: e.Event | None) -> Wrong | None:
    due = expects(table, "open-order")
    return None if due is not None and due.pack == event.pack else not_due(table, f"the order of pack {event.pack}")


def _pack_changed(table: Table, event: e.PackChanged, _: e.Event | None) -> Wrong | None:
    if event.what != "received":
        return None
    due = expects(table, "receive")
    if due is None or due.pack != event.pack:
        return not_due(table, f"to receive pack {event.pack}")
    came = next_deck(table, event.pack)
    if event.deck != (came.id if came is not None else "") or (table.equipment and came is None):
        return Wrong(CONDUCT, f"receives {event.deck or 'a deck'} that is not the next one registered for this table")
    return None


def _equipment(table: Table, event: e.EquipmentBrought, _: e.Event | None) -> Wrong | None:
    held = {item.id for item in table.equipment}
    comes = {DECK, *(needed.kind for needed in of_the_way(table))}
    if not held or any(item.id in held or item.kind not in comes for item in event.items):
        return Wrong(CONDUCT, "brings equipment that does not come to an open table")
    return None


def _began(table: Table, event: e.RoundBegan, _: e.Event | None) -> Wrong | None:
    if table.due is not None or table.play is not None:
        return not_due(table, "a round")
    if event.pack != table.active:
        return Wrong(CONDUCT, f"begins with pack {event.pack}, and pack {table.active} is in play")
    if event.round != table.rounds + 1:
        return Wrong(CONDUCT, f"begins round {event.round}, and round {table.rounds + 1} is next")
    if event.wagers != table.layout:
        return Wrong(CONDUCT, "has other wagers than lie on the layout")
    if event.players != {seat: table.seats[seat] for seat in table.layout}:
        return Wrong(CONDUCT, "has other players than sit at these positions")
    if event.coupons != {seat: face for seat, face in table.coupons.items() if seat in table.layout}:
        return Wrong(CONDUCT, "has other coupons than were laid")
    return None


# Cards.


def _dealt(table: Table, event: e.Dealt, _: e.Event | None) -> Wrong | None:
    due = expects(table, "deal")
    if due is None or (event.to, event.count) != (due.to, due.count or 1):
        return not_due(table, f"a deal of {event.count} to {event.to}")
    if table.procedure > 1 and "shoe" in table.broken and shoe_deals(table):
        return Wrong(CONDUCT, f"deals to {event.to} from a shoe that is out of order")
    if bool(event.cards) != due.up or (due.up and event.seals):
        return Wrong(CONDUCT, f"deals to {event.to} face {'down' if due.up else 'up'}, which was not due")
    bound = table.procedure > 4 and not due.count
    if event.drawn_for != (next(iter(to_draw(table, event.to)), 0) if bound else 0):
        return Wrong(CONDUCT, f"draws a card for seat {event.drawn_for}, which was not the next to lack one")
    return None


def _discarded(table: Table, event: e.Discarded, before: e.Event | None) -> Wrong | None:
    due = table.due
    if event.count == 1 and due is not None:
        if event.what == due.id and not event.cards and due.id in {"burn", "new-dealer-burn"}:
            return None
        if event.what == "joker" and event.cards == "Jk" and due.id == "deal" and due.up and not due.count:
            return None
        if event.what == "face-up" and event.cards and _found_face_up(table, before):
            return None
    return not_due(table, f"to discard ({event.what})")


def _found_face_up(table: Table, before: e.Event | None) -> bool:
    """A card found face up follows its report; of a second one the discard comes first."""
    if isinstance(before, e.IrregularityFound) and "discard-card" in before.remedy:
        return True
    second = table.conduct.irregularity("two-face-up")
    return second is not None and table.play is not None and table.play.face_up > 0


def _turned(table: Table, event: e.Turned, _: e.Event | None) -> Wrong | None:
    due = expects(table, "turn")
    if due is None or event.to != due.to or table.play is None:
        return not_due(table, f"to turn cards of {event.to}")
    first = table.play.shown.get(due.to, 0)
    count = min(due.count, len(table.play.round.places[due.to]) - first)
    if (event.first, len(event.cards.split())) != (first, count):
        return Wrong(CONDUCT, f"turns other cards of {event.to} than the {count} from place {first} on")
    return None


def _revealed(table: Table, event: e.Revealed, _: e.Event | None) -> Wrong | None:
    due = expects(table, "reveal")
    return None if due is not None and due.seat == event.seat else not_due(table, f"to reveal seat {event.seat}")


def _racked(table: Table, event: e.Racked, _: e.Event | None) -> Wrong | None:
    if event.what not in {"stub", "empty-shoe", CLEAR}:
        return None
    due = expects(table, event.what)
    if due is None:
        return not_due(table, event.what)
    left = left_in(table.pack if event.what == "stub" else table.packs[due.pack])
    return None if event.count == left else Wrong(CONDUCT, f"racks {event.count} cards, and {left} were left")


CARD_CHECKS: Checks = {
    e.Shuffled: _shuffled,
    e.OrderOpened: _opened_order,
    e.PackChanged: _pack_changed,
    e.EquipmentBrought: _equipment,
    e.RoundBegan: _began,
    e.Dealt: _dealt,
    e.Discarded: _discarded,
    e.Turned: _turned,
    e.Revealed: _revealed,
    e.Racked: _racked,
}
"""How each kind of record of cards is checked."""
