"""A stub that does not add up: every card of the deck is counted again, and the count decides (sections 8 to 10).

A hand or place with another number than was to be dealt to it was misdealt. If all cards are there the round is void
and the deck stays; a deck that does not have its cards leaves the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.errors import IllegalAction
from croupier.game.conduct import FLOOR
from croupier.table import events as e
from croupier.table.dealing import left_in
from croupier.table.irregularities import void_round, void_seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game.conduct import Remedy, Stub
    from croupier.table import commands as c
    from croupier.table.act import Act
    from croupier.table.state import Due, Table

STUB = "stub"
RACK = "rack"

MISCOUNTED = "miscounted"
REMEDIES: Mapping[str, tuple[Remedy, ...]] = {
    "misdealt": ("void", "reshuffle"),
    "misdealt-incomplete": ("void", "remove-deck"),
    "not-misdealt": ("void", "remove-deck"),
}
"""What follows each outcome of the count; a stub that was only miscounted goes to the rack, and the round goes on."""


def early_count(table: Table) -> Due | None:
    """The count of the stub in a round for which none is due: at least every five rounds, so that a dealer may count in
    any. Before the stub goes to the rack; where it stays at hand (MA 12(a)), once every card is dealt and until the
    first decision."""
    due, play = table.due, table.play
    counted = table.plans.count(table.way) if play is not None else None
    if due is None or play is None or counted is None or due.id == STUB:
        return counted
    stays = all(step.id != STUB for step in table.conduct.ways[table.way].after)
    dealt = not any(
        one.phase in {"starting", "shuffling"} or one.id == "deal" for one in table.todo if one.phase != "settling"
    )
    decided = any(seat.decisions for seat in play.round.seats.values())
    ready = stays and dealt and not decided and not play.void and table.uncounted >= 0
    return counted if ready and table.phase in {"dealing", "deciding"} else None


def recorded(table: Table) -> dict[str, int]:
    """How many cards lie where by the record: each hand and place, the discards of the round, and the stub."""
    assert table.play is not None
    lying = {to: len(at) for to, at in table.play.dealt.items() if to not in table.play.racked}
    racked = table.pack.at - sum(lying.values())
    return {**lying, **({RACK: racked} if racked else {}), STUB: left_in(table.pack)}


def outcome(table: Table, counted: Mapping[str, int]) -> str:
    """What a count of every card comes to."""
    lawful = recorded(table)
    misdealt = any(counted[place] != lawful[place] for place in lawful if place not in {STUB, RACK})
    if sum(counted.values()) == table.pack.size:
        return "misdealt" if misdealt else MISCOUNTED
    return "misdealt-incomplete" if misdealt else "not-misdealt"


def determine(act: Act, due: Due, command: c.Perform) -> None:
    """Every card is counted; what is misdealt and not complete besides is for a floorperson to record."""
    table = act.table
    counted = _counts(table, command.value, due)
    found = outcome(table, counted)
    if found == "misdealt-incomplete":
        act.require(FLOOR, due.cite)
    act.performed(due, {"found": found, "counted": counted, "cards": sum(counted.values()), "of": table.pack.size})
    remedy = REMEDIES.get(found)
    if remedy is None:
        return
    stub = table.conduct.ways[table.way].stub
    assert stub is not None
    read = stub.reading if stub.reading is not None and (stub.silent or found == "misdealt-incomplete") else None
    if stub.goes_on and counted.get("dealer") == recorded(table).get("dealer"):
        _settle_the_rest(act, due, found, counted, stub)
        return
    act.emit(
        e.IrregularityFound(
            irregularity=f"wrong-stub-{found}",
            cite=due.cite,
            remedy=remedy,
            reading=read.key if read is not None else "",
            by=act.actor.role,
            who=act.actor.name,
        )
    )
    void_round(act, stub.wrong)
    if "remove-deck" in remedy:
        act.emit(
            e.PackChanged(pack=act.table.active, what="removed", cite=due.cite, by=act.actor.role, who=act.actor.name)
        )


def _settle_the_rest(act: Act, due: Due, found: str, counted: Mapping[str, int], stub: Stub) -> None:
    """The round goes on without the hands of a wrong number of cards, and the deck leaves unless it is complete."""
    lawful, read = recorded(act.table), stub.reading
    wrong = [int(to[6:]) for to in lawful if to.startswith("seats.") and counted[to] != lawful[to]]
    event = e.IrregularityFound(
        irregularity=f"wrong-stub-{found}",
        cite=due.cite,
        remedy=("remove-deck",),
        reading=read.key if read is not None else "",
        by=act.actor.role,
        who=act.actor.name,
    )
    for seat in wrong:
        act.emit(replace(event, remedy=("void-seat",), seat=seat))
        void_seat(act, seat, stub.wrong)
    if found != "misdealt":
        act.emit(event)
        act.emit(
            e.PackChanged(pack=act.table.active, what="removed", cite=due.cite, by=act.actor.role, who=act.actor.name)
        )


def _counts(table: Table, told: Any, due: Due) -> dict[str, int]:  # noqa: ANN401 - as a person gave it
    places, most = recorded(table), 2 * table.pack.size
    if not isinstance(told, dict) or set(told) != set(places):
        raise IllegalAction(f"count the cards of each: {', '.join(places)}", field="value", cite=due.cite)
    for place, count in told.items():
        if type(count) is not int or not 0 <= count <= most:
            raise IllegalAction(f"a count is a whole number from 0 to {most}", field=f"value.{place}", cite=due.cite)
    return {place: told[place] for place in places}
