"""Whether something can have gone wrong now: the cards it needs, the device, the seat; and by which paragraphs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import IllegalAction
from croupier.table.dealing import left_in
from croupier.table.narration_words import place
from croupier.table.preparation import is_stored

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.game.conduct import Irregularity
    from croupier.table import commands as c
    from croupier.table.act import Act
    from croupier.table.state import Due, Table


def paragraphs(table: Table, command: c.Report) -> tuple[Irregularity, ...]:
    """The irregularities that a report comes to, in their order: a second card face up voids the round, and so does an
    automated shoe that cannot be used before it has dealt every card, whichever paragraph the report names."""
    found = table.conduct.irregularity(command.irregularity)
    if found is None:
        return ()
    second = table.conduct.irregularity("two-face-up")
    if second is not None and found.id == "face-up" and table.play is not None and table.play.face_up:
        return found, second
    jam = table.conduct.irregularity("shoe-jam")
    if jam is not None and _is_failing(found) and command.device == "shoe" and shoe_deals(table):
        return jam, found
    return (found,)


def _is_failing(found: Irregularity) -> bool:
    return not {"out-of-order", "remove-device"}.isdisjoint(found.remedy)


def shoe_deals(table: Table) -> bool:
    """Whether the automated shoe has still cards to deal in this round; some chapters have the last ones dealt by hand
    after it is emptied."""
    if table.play is None or table.way != "automated-shoe":
        return False
    lays = table.conduct.ways[table.way].lays
    dispensed = {lay.to for lay in lays if not lay.by_hand}

    def is_dispensed(due: Due) -> bool:
        if due.id != "deal":
            return False
        group = "seats" if due.to.startswith("seats.") else due.to
        return group in dispensed or ("positions" in dispensed and group in {"seats", "dealer"})

    return table.phase == "starting" or any(is_dispensed(due) for due in table.todo)


def check(act: Act, found: Irregularity, command: c.Report) -> None:
    """Refuse a report for which there is no occasion."""
    for word in found.remedy:
        if word in _BY_REMEDY:
            _BY_REMEDY[word](act, found, command)
    if found.id in _BY_ID:
        _BY_ID[found.id](act, found, command)


def _refuse(found: Irregularity, why: str, field: str = "irregularity") -> IllegalAction:
    return IllegalAction(why, field=field, cite=found.cite)


# Seats and cards.


def _needs_seat(act: Act, found: Irregularity, command: c.Report) -> None:
    if command.seat not in act.play.round.seats:
        raise _refuse(found, "say which seat of the round", "seat")


def _needs_unlooked(act: Act, found: Irregularity, command: c.Report) -> None:
    """688a.13(d): whoever chooses has not looked at the cards; at real ones, whoever has set or surrendered them has.
    A hand whose wagers are lost or have gone back is nobody's to choose for."""
    _needs_seat(act, found, command)
    if found.id == "skipped":
        return
    play, seat = act.play, command.seat
    if seat in play.out or f"seats.{seat}" in play.racked:
        raise _refuse(found, f"the wagers of seat {seat} are done with: no hand of it is left to void", "seat")
    if play.round.seats[seat].decisions or (act.table.cards == "shuffled" and seat in play.examined):
        words = f"seat {seat} has looked at its cards, and the choice is made without looking"
        raise _refuse(found, words, "seat")


def _needs_cards(act: Act, found: Irregularity, command: c.Report) -> None:
    """No card is exposed, told of or one too many before it is dealt."""
    if act.table.play is None:
        return
    where = _WHERE.get(found.id, "")
    if found.id == "exposed" and any(lay.to == "community" for lay in act.table.conduct.ways[act.table.way].lays):
        where = "community"
    if found.id in _OF_ONE_HAND and command.seat:
        where = f"seats.{command.seat}"
    dealt = act.play.dealt
    if not dealt.get(where) if where else not dealt:
        to = f" to {place(where)}" if where else ""
        raise _refuse(found, f"no card has been dealt{to} yet")


def _needs_the_deal_over(act: Act, found: Irregularity, command: c.Report) -> None:
    """688a.13(i) is of cards exposed while they are dealt, (d) of those exposed once all of them lie on the layout, and
    be it before the stub and the stacks without a wager are put away."""
    _needs_cards(act, found, command)
    if any(due.id == "deal" for due in act.table.todo):
        raise _refuse(found, "the cards are still being dealt: one that is exposed now voids the round")


_WHERE = {"dealer-exposed": "dealer", "dealer-number": "dealer", "all-six-exposed": "all-six"}
_OF_ONE_HAND = frozenset({"exposed-player", "exposed-after", "information"})


def _needs_additional(act: Act, found: Irregularity, command: c.Report) -> None:
    """686a.9(c): the dealer goes past a player whose turn it is (7(i), (j)), once."""
    _needs_seat(act, found, command)
    complete = [n for n, held in act.play.round.seats.items() if len(held.cards) >= act.table.rules.game.hand_size]
    if command.seat in complete:
        raise _refuse(found, f"seat {command.seat} has all its cards", "seat")
    if any(due.id == "decide" for due in act.table.todo):
        raise _refuse(found, "the additional cards come after the decisions")
    due = act.table.due
    if due is None or due.id != "deal" or due.to != f"seats.{command.seat}":
        raise _refuse(found, f"the dealer has not come to seat {command.seat} yet", "seat")
    if any(number > command.seat for number in complete):
        raise _refuse(found, f"seat {command.seat} has been asked and gets its cards now, after the others", "seat")


def _needs_a_deal(act: Act, found: Irregularity, _: c.Report) -> None:
    if not any(due.id in {"deal", "count-stub", "stub"} for due in act.table.todo):
        raise _refuse(found, "every card has been dealt and the stub put away")


def _needs_a_next_card(act: Act, found: Irregularity, _: c.Report) -> None:
    if not any(due.id == "deal" for due in act.table.todo):
        raise _refuse(found, "every card has been dealt: none is the next")


def _needs_a_first(act: Act, found: Irregularity, _: c.Report) -> None:
    if act.table.play is None or not act.play.face_up:
        raise _refuse(found, f"{found.words}: no first one was reported")


def _needs_first_card(act: Act, found: Irregularity, _: c.Report) -> None:
    """688a.13(c) is of dice that were added up; the generator of 5(i)(2) shows the number itself. Reading:
    generator-start."""
    if act.table.rules.chosen.get("start") == "generator" and found.reading is None:
        raise _refuse(found, "no dice are shaken here: the generator shows the starting position")
    if not act.play.dealt:
        raise _refuse(found, "the record shows no card dealt to any position yet")


def _needs_setting(act: Act, found: Irregularity, _: c.Report) -> None:
    if not act.play.dealer_low:
        raise _refuse(found, "the dealer's hands are not set yet")


def _needs_shortage(act: Act, found: Irregularity, _: c.Report) -> None:
    table = act.table
    if any(due.id == "shuffle" for due in table.todo):
        raise _refuse(found, "the discards are being shuffled already")
    out = {f"seats.{seat}" for seat in act.play.out}
    needed = sum(due.count for due in table.todo if due.id == "deal" and due.to not in out)
    if left_in(table.pack) >= needed:
        raise _refuse(found, f"the record shows {left_in(table.pack)} cards left in the shoe, and {needed} are needed")


# Devices.


def devices(table: Table) -> list[str]:
    """The devices in use that are in order."""
    shuffler = ["shuffler"] if table.shuffler != "none" or table.way == "continuous-shuffler" else []
    shoe = ["shoe"] if table.way == "automated-shoe" else []
    return [device for device in (*shuffler, *shoe) if device not in table.broken]


def _needs_device(act: Act, found: Irregularity, command: c.Report) -> None:
    in_use = devices(act.table)
    if command.device not in in_use:
        raise _refuse(found, f"say which device: {' or '.join(in_use) or 'none is in use'}", "device")


def _needs_shuffle(act: Act, found: Irregularity, _: c.Report) -> None:
    """A device jams while it shuffles: before the cards are in play, all the while the other deck is, and at any time
    where it shuffles continuously."""
    table = act.table
    if "shuffler" not in devices(table):
        raise _refuse(found, "no shuffling device is in use")
    always = len(table.packs) == 2 or table.way == "continuous-shuffler"
    if table.idle and not is_stored(table, 1 - table.active if len(table.packs) == 2 else table.active):
        raise _refuse(found, "the cards lie spread, and the device holds none")
    if table.phase != "shuffling" and not always:
        raise _refuse(found, "the device has shuffled the deck and holds no other")
    if table.way == "continuous-shuffler" and table.play is not None and not any(d.id == "deal" for d in table.todo):
        raise _refuse(found, "every card of the round has been dealt; the cards go back into the device after it")


def _needs_shoe(act: Act, found: Irregularity, _: c.Report) -> None:
    """That it did not deal every card may be found as long as real cards lie on the table."""
    late = "settling" in found.when and act.table.cards == "entered" and act.table.play is not None
    if not shoe_deals(act.table) and not late:
        raise _refuse(found, "the shoe has dealt every card of this round")


def _needs_counter(act: Act, found: Irregularity, _: c.Report) -> None:
    """A device counts a deck after it has shuffled it, and then says how many cards there are."""
    table = act.table
    if table.shuffler not in {"counting", "reshuffling"}:
        raise _refuse(found, "no device counts the cards here")
    if table.due is None or table.due.id != found.id:
        raise _refuse(found, "the device counts a deck when it has shuffled it, and none is counted now")


def looked_at(table: Table, found: Irregularity) -> int:
    """Which deck it is about: the one that is being prepared, or the one in play."""
    due = table.due
    return due.pack if found.id in {"bad-deck", "device-count"} and due is not None and due.pack >= 0 else table.active


def _needs_deck(act: Act, found: Irregularity, _: c.Report) -> None:
    if not act.table.packs[looked_at(act.table, found)].present:
        raise _refuse(found, "no deck has come to the table yet")


def _needs_shaker(act: Act, found: Irregularity, _: c.Report) -> None:
    if act.table.due is None or act.table.due.id != "shake" or act.table.rules.chosen.get("start") == "generator":
        raise _refuse(found, "the dice are not being shaken")


_BY_REMEDY: dict[str, Callable[[Act, Irregularity, c.Report], None]] = {
    "void-seat": _needs_seat,
    "discard-card": _needs_a_deal,
    "use-next": _needs_a_next_card,
    "forfeit": _needs_seat,
    "ask-player": _needs_unlooked,
    "replenish": _needs_shortage,
    "reshake": _needs_shaker,
    "reset": _needs_setting,
    "out-of-order": _needs_device,
    "remove-device": _needs_device,
}
_BY_ID: dict[str, Callable[[Act, Irregularity, c.Report], None]] = {
    **dict.fromkeys(("exposed", "wrong-number", "exposed-dealing", *_WHERE, *_OF_ONE_HAND), _needs_cards),
    "exposed-after": _needs_the_deal_over,
    "two-face-up": _needs_a_first,
    "wrong-total": _needs_first_card,
    "skipped": _needs_additional,
    "shoe-jam": _needs_shoe,
    "shuffler-jam": _needs_shuffle,
    "device-count": _needs_counter,
    "bad-deck": _needs_deck,
}
