"""Cards and furniture looked at before play: what is found wrong takes a deck off the table, or keeps it closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import IllegalAction
from croupier.kit.cards import write
from croupier.table import events as e
from croupier.table.dealing import left_in, named, number
from croupier.table.equipment import DECK
from croupier.table.irregularities import void_round

if TYPE_CHECKING:
    from croupier.kit.cards import Card
    from croupier.table import commands as c
    from croupier.table.act import Act
    from croupier.table.state import Due

DEFECTS = ("defective", "missing", "extra")
"""What an inspection may find wrong with a card."""
WRONG = "wrong"
"""What a check of the table finds that is not as the chapter asks."""


def inspect(act: Act, due: Due, command: c.Perform) -> None:
    """§ 4(a): the dealer inspects, and the floorperson verifies. A deck with a bad card does not come into play."""
    if command.value is None and not command.cards:
        act.performed(due)
        return
    if command.value not in DEFECTS:
        raise IllegalAction(
            f"an inspection finds a card {', '.join(DEFECTS[:-1])} or {DEFECTS[-1]}, or nothing",
            field="value",
            cite=due.cite,
        )
    found = named(command.cards, 1, "cards", due.cite) if command.cards else ()
    note = " ".join([str(command.value), write(found)]).strip()
    _check_card(act, due, command.value, found)
    act.performed(due, note)
    bad_deck(act, due.pack, due.cite, note)


def _check_card(act: Act, due: Due, what: str, found: tuple[Card, ...]) -> None:
    """No card is missing that the deck never had; one too many may be any card."""
    if found and what != "extra" and found[0] not in act.table.deck(due.pack).all():
        raise IllegalAction(f"the deck has no {found[0]}", field="cards", cite=due.cite)


def bad_deck(act: Act, pack: int, cite: str, note: str) -> None:
    """A deck that is not whole leaves the table as a whole, and another is received."""
    found = act.table.conduct.irregularity("bad-deck")
    assert found is not None
    assert found.reading is not None
    act.emit(
        e.IrregularityFound(
            irregularity=found.id,
            cite=cite,
            remedy=found.remedy,
            note=note,
            reading=found.reading.key,
            by=act.actor.role,
            who=act.actor.name,
        )
    )
    act.emit(e.PackChanged(pack=pack, what="removed", cite=cite, by=act.actor.role, who=act.actor.name))


def tear_joker(act: Act, due: Due, command: c.Perform) -> None:
    """688a.4(b): of two jokers one is torn; a deck that was registered with one card more has two."""
    if command.value not in (None, "torn"):
        raise IllegalAction("one joker is torn, or there is only one", field="value", cite=due.cite)
    registered = next((item for item in act.table.equipment if item.id == act.table.packs[due.pack].deck), None)
    if registered is not None and registered.kind == DECK:
        two = registered.cards > len(act.table.rules.game.deck)
        if two != (command.value == "torn"):
            words = f"{registered.id} came with {registered.cards} cards: {'one joker' if two else 'none'} is torn"
            raise IllegalAction(words, field="value", cite=due.cite)
    act.performed(due, command.value)


def witness_joker(act: Act, due: Due, command: c.Perform) -> None:
    """688a.4(b): the floorperson sees that one joker is left; if two are, one has still to be torn."""
    if command.value not in (None, "two"):
        raise IllegalAction("one joker is left, or two", field="value", cite=due.cite)
    act.performed(due, command.value)


def check_table(act: Act, due: Due, command: c.Perform) -> None:
    """§ 2: the table is as the chapter asks, or the step is due until it is."""
    if command.value not in (None, WRONG):
        raise IllegalAction(f"it is in order, or {WRONG}", field="value", cite=due.cite)
    act.performed(due, command.value)


def sign_device(act: Act, due: Due, _: c.Perform) -> None:
    """§ 13: nobody takes the failed device for one that works."""
    act.performed(due, due.to)


def empty_shoe(act: Act, due: Due, command: c.Perform) -> None:
    """686a.7(d)(1): the cards left in the shoe join the discards, and are counted so that none is missing."""
    table, size = act.table, len(act.table.rules.game.deck)
    left = left_in(table.packs[due.pack])
    lying = 0
    if table.play is not None:
        lying = sum(len(places) for to, places in table.play.dealt.items() if to not in table.play.racked)
    held = left + lying + sum(count for _, count in table.rack)
    if held != size:
        raise IllegalAction(f"{held} cards where the batch has {size}", field="step", cite=due.cite)
    if table.cards == "entered" and command.value is None:
        raise IllegalAction("say how many cards the rack holds now", field="value", cite=due.cite)
    size -= lying  # in mid-round those on the table are not in the rack
    counted = size if command.value is None else number(command.value, due, 0, 2 * size, "the count")
    if counted != size and lying:
        raise IllegalAction(
            f"the rack holds {counted} cards where {size} should be: call the floorperson", field="value", cite=due.cite
        )
    act.emit(e.Racked(what=due.id, count=left, cite=due.cite, by=act.actor.role, who=act.actor.name))
    if counted != size:
        bad_deck(act, due.pack, due.cite, f"{counted} cards where {size} should be")


def clear_shoe(act: Act, due: Due, _: c.Perform) -> None:
    """§ 13: the cards are removed from the automated shoe, to be shuffled with those already dealt."""
    left = left_in(act.table.packs[due.pack])
    act.emit(e.Racked(what=due.id, count=left, cite=due.cite, by=act.actor.role, who=act.actor.name))


def count_surrendered(act: Act, due: Due, command: c.Perform) -> None:
    """688a.11(d): at real cards the dealer counts a surrendered hand; another number than seven voids the round."""
    size = act.table.rules.game.hand_size
    counted = number(command.value, due, 0, 2 * size, "the count")
    act.performed(due, counted)
    if counted == size:
        act.emit(e.Racked(what=f"seats.{due.seat}", count=size, cite=due.cite, by=act.actor.role, who=act.actor.name))
        return
    wrong = act.table.conduct.irregularity("wrong-number")
    assert wrong is not None
    act.emit(
        e.IrregularityFound(
            irregularity=wrong.id,
            cite=str(wrong.cite),
            remedy=wrong.remedy,
            seat=due.seat,
            note=f"{counted} cards where {size} should be",
            by=act.actor.role,
            who=act.actor.name,
        )
    )
    void_round(act, wrong.cite, wrong.settles)
