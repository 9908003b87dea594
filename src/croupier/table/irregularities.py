"""When something goes wrong: every irregularity is an event with the remedy its paragraph orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.errors import IllegalAction
from croupier.game import Line
from croupier.kit.cards import write
from croupier.table import events as e
from croupier.table.dealing import left_in, named, shown
from croupier.table.money import move
from croupier.table.postings import returned_entries
from croupier.table.skips import open_wagers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.game.conduct import Irregularity
    from croupier.table import commands as c
    from croupier.table.act import Act
    from croupier.table.state import Due


def report(act: Act, command: c.Report) -> None:
    """Somebody who watches says what went wrong."""
    table = act.table
    found = table.conduct.irregularity(command.irregularity)
    if found is None:
        known = ", ".join(i.id for i in table.conduct.irregularities)
        raise IllegalAction(f"{command.irregularity!r} is none of {known}", field="irregularity")
    act.require(found.by, found.cite)
    if table.phase not in found.when:
        raise IllegalAction(
            f"{found.words}: that can be while {' or '.join(found.when)}, not now ({table.phase})",
            field="irregularity", cite=found.cite,
        )  # fmt: skip
    if found.before and not any(found.before in {due.id, due.to} for due in table.todo):
        raise IllegalAction(f"{found.words}: that time is over", field="irregularity", cite=found.cite)
    if found.ways and table.way not in found.ways:
        raise IllegalAction(f"the cards are dealt by {table.way}", field="irregularity", cite=found.cite)
    if found.id == "face-up" and table.play is not None and table.play.face_up:
        second = table.conduct.irregularity("two-face-up")
        if second is not None:
            _discard(act, found, command)
            found = second
    if found.id == "two-face-up" and (table.play is None or not table.play.face_up):
        raise IllegalAction(f"{found.words}: no first one was reported", field="irregularity", cite=found.cite)
    remedy = found.remedy
    for word, check in _CHECKS.items():
        if word in remedy:
            check(act, found, command)
    act.emit(
        e.IrregularityFound(
            irregularity=found.id, cite=str(found.cite), remedy=remedy, seat=command.seat or None, note=command.note,
            reading=found.reading.key if found.reading else "", by=act.actor.role, who=act.actor.name,
        )
    )  # fmt: skip
    for word in remedy:
        if word in _REMEDIES:
            _REMEDIES[word](act, found, command)


def _needs_seat(act: Act, found: Irregularity, command: c.Report) -> None:
    if command.seat not in act.play.round.seats:
        raise IllegalAction("say which seat of the round", field="seat", cite=found.cite)


def _needs_device(act: Act, found: Irregularity, command: c.Report) -> None:
    devices = _devices(act)
    if command.device not in devices:
        raise IllegalAction(f"say which device: {' or '.join(devices) or 'none is in use'}", field="device",
                            cite=found.cite)  # fmt: skip


def _devices(act: Act) -> list[str]:
    table = act.table
    shuffler = ["shuffler"] if table.shuffler != "none" or table.way == "continuous-shuffler" else []
    return [*shuffler, *(["shoe"] if table.way == "automated-shoe" else [])]


def _needs_device_in_use(act: Act, found: Irregularity, _: c.Report) -> None:
    if found.id == "shuffler-jam" and "shuffler" not in _devices(act):
        raise IllegalAction("no shuffling device is in use", field="irregularity", cite=found.cite)


def _needs_shaker(act: Act, found: Irregularity, _: c.Report) -> None:
    if act.table.due is None or act.table.due.id != "shake" or act.table.rules.chosen.get("start") == "generator":
        raise IllegalAction("the dice are not being shaken", field="irregularity", cite=found.cite)


def _needs_dealt(act: Act, found: Irregularity, command: c.Report) -> None:
    if found.id == "wrong-total" and act.play.start == "":
        raise IllegalAction("the starting position is not yet found", field="irregularity", cite=found.cite)
    if found.id == "skipped":
        _needs_seat(act, found, command)
        if len(act.play.round.seats[command.seat].cards) >= act.table.rules.game.hand_size:
            raise IllegalAction(f"seat {command.seat} has all its cards", field="seat", cite=found.cite)
        if any(due.id == "decide" for due in act.table.todo):
            raise IllegalAction("the additional cards come after the decisions", field="irregularity", cite=found.cite)
    elif "ask-player" in found.remedy:
        _needs_seat(act, found, command)


def _needs_cards(act: Act, found: Irregularity, _: c.Report) -> None:
    """No card is exposed or one too many before the first is dealt."""
    if found.id in _OF_DEALT_CARDS and act.table.play is not None and not act.play.dealt:
        raise IllegalAction("no card has been dealt yet", field="irregularity", cite=found.cite)


_OF_DEALT_CARDS = frozenset({"exposed", "wrong-number", "dealer-exposed", "exposed-dealing", "all-six-exposed"})


def _needs_a_deal(act: Act, found: Irregularity, _: c.Report) -> None:
    if not any(due.id in {"deal", "count-stub", "stub"} for due in act.table.todo):
        raise IllegalAction("every card has been dealt and the stub put away", field="irregularity", cite=found.cite)


def _needs_counter(act: Act, found: Irregularity, _: c.Report) -> None:
    if found.id == "device-count" and act.table.shuffler not in {"counting", "reshuffling"}:
        raise IllegalAction("no device counts the cards here", field="irregularity", cite=found.cite)
    if found.id == "bad-deck" and not act.table.packs[_looked_at(act, found)].present:
        raise IllegalAction("no deck has come to the table yet", field="irregularity", cite=found.cite)


def _needs_shortage(act: Act, found: Irregularity, _: c.Report) -> None:
    if any(due.id == "shuffle" for due in act.table.todo):
        raise IllegalAction("the discards are being shuffled already", field="irregularity", cite=found.cite)
    needed = sum(due.count for due in act.table.todo if due.id == "deal")
    if act.table.cards == "shuffled" and left_in(act.table.pack) >= needed:
        raise IllegalAction(
            f"{left_in(act.table.pack)} cards are left and {needed} are needed", field="irregularity", cite=found.cite
        )


_CHECKS: dict[str, Callable[[Act, Irregularity, c.Report], None]] = {
    "void": _needs_cards,
    "void-seat": _needs_seat,
    "return-wager": _needs_cards,
    "discard-card": _needs_a_deal,
    "remove-deck": _needs_counter,
    "forfeit": _needs_seat,
    "ask-player": _needs_dealt,
    "replenish": _needs_shortage,
    "reshake": _needs_shaker,
    "out-of-order": _needs_device,
    "remove-device": _needs_device,
    "reshuffle": _needs_device_in_use,
}


# Remedies.


def _discard(act: Act, found: Irregularity, command: c.Report) -> None:
    """A card that lay face up is not used; everybody has seen which it was."""
    face = named(command.cards, 1, "cards", found.cite)
    shown(act, face, found.cite, racked=True)
    act.emit(e.Discarded(what="face-up", count=1, at=act.table.pack.at, cite=str(found.cite), cards=write(face),
                         by=act.actor.role, who=act.actor.name))  # fmt: skip


def void_lines(
    act: Act, number: int, wagers: Iterable[str], cite: Any, *, out: bool = False  # noqa: ANN401 - a Cite
) -> None:  # fmt: skip
    """Give a seat's wagers back; a progressive's share leaves the meter again."""
    stakes = {w: s for w, s in open_wagers(act.play, number).items() if w in set(wagers)}
    back = returned_entries(act.table, number, stakes)
    lines = tuple(Line(w, s, "void", None, 0, 0, cite).to_json() for w, s in stakes.items())
    if lines:
        act.emit(e.Voided(seat=number, lines=lines, entries=back.entries, cite=str(cite), meters=back.meters,
                          carries=back.carries, out=out, by=act.actor.role, who=act.actor.name))  # fmt: skip


def void_round(act: Act, found: Irregularity, _: c.Report | None = None) -> None:
    """All hands are void: every wager goes back but those the paragraph has settled all the same."""
    for number in act.table.rules.game.settled:
        if number in act.play.round.seats:
            void_lines(act, number, set(act.play.round.seats[number].stakes) - set(found.settles), found.cite)


def void_seat(act: Act, found: Irregularity, command: c.Report) -> None:
    """One player's hand is void."""
    void_lines(act, command.seat, act.play.round.seats[command.seat].stakes, found.cite, out=True)


def _return_wager(act: Act, found: Irregularity, _: c.Report) -> None:
    for number in act.table.rules.game.settled:
        if number in act.play.round.seats:
            void_lines(act, number, found.returns, found.cite)


def forfeit(act: Act, seat: int, cite: Any) -> None:  # noqa: ANN401 - a Cite
    """A player's wagers are lost by the player's own doing; the hand goes to the rack."""
    play = act.play
    stakes = open_wagers(play, seat)
    if not stakes:
        raise IllegalAction(f"seat {seat} has no wager left", field="seat", cite=cite)
    lines = tuple(Line(w, s, "forfeit", None, 0, -s, cite).to_json() for w, s in stakes.items())
    on_layout = sum(s for w, s in stakes.items() if f"{seat}:{w}" not in play.collected)
    act.emit(e.Settled(seat=seat, lines=lines, entries=move(("layout", "inventory", on_layout)), out=True,
                       by=act.actor.role, who=act.actor.name))  # fmt: skip


def _forfeit(act: Act, found: Irregularity, command: c.Report) -> None:
    forfeit(act, command.seat, found.cite)


def _remove(act: Act, found: Irregularity, _: c.Report) -> None:
    act.emit(e.PackChanged(pack=_looked_at(act, found), what="removed", cite=str(found.cite), by=act.actor.role,
                           who=act.actor.name))  # fmt: skip


def _looked_at(act: Act, found: Irregularity) -> int:
    """The pack that a report is about: at the opening, the one whose step is due."""
    due = act.table.due
    return due.pack if found.id == "bad-deck" and due is not None and due.pack >= 0 else act.table.active


def _out_of_order(act: Act, found: Irregularity, command: c.Report) -> None:
    what = "out-of-order" if "out-of-order" in found.remedy else "removed"
    act.emit(e.DeviceChanged(device=command.device, what=what, cite=str(found.cite), by=act.actor.role,
                             who=act.actor.name))  # fmt: skip


_REMEDIES: dict[str, Callable[[Act, Irregularity, c.Report], None]] = {
    "discard-card": _discard,
    "void": void_round,
    "void-seat": void_seat,
    "return-wager": _return_wager,
    "forfeit": _forfeit,
    "remove-deck": _remove,
    "out-of-order": _out_of_order,
    "remove-device": _out_of_order,
}


# Answers to questions an irregularity raised.


def determine(act: Act, due: Due, command: c.Perform) -> None:
    """A stub that does not add up: misdealt cards void the round; otherwise the deck goes too."""
    if command.value not in ("misdealt", "not-misdealt"):
        raise IllegalAction("say misdealt or not-misdealt", field="value", cite=due.cite)
    remedy = ("void", "reshuffle") if command.value == "misdealt" else ("void", "remove-deck")
    act.performed(due, command.value)
    act.emit(e.IrregularityFound(irregularity=f"wrong-stub-{command.value}", cite=due.cite, remedy=remedy,
                                 by=act.actor.role, who=act.actor.name))  # fmt: skip
    stub = act.table.conduct.ways[act.table.way].stub
    assert stub is not None
    for number in act.table.rules.game.settled:
        if number in act.play.round.seats:
            void_lines(act, number, act.play.round.seats[number].stakes, stub.wrong)
    if command.value == "not-misdealt":
        act.emit(e.PackChanged(pack=act.table.active, what="removed", cite=due.cite, by=act.actor.role,
                               who=act.actor.name))  # fmt: skip


def choose(act: Act, due: Due, command: c.Perform) -> None:
    """A player's choice: play on or void the hand, cards last or a dead hand."""
    if act.actor.role != "player" and due.seat not in act.play.gone and due.seat in act.table.seats:
        raise IllegalAction(f"seat {due.seat} chooses", field="actor", cite=due.cite)
    if command.value not in due.options:
        raise IllegalAction(f"choose {' or '.join(due.options)}", field="value", cite=due.cite)
    act.performed(due, {"seat": due.seat, "choice": command.value})
    if command.value in {"void", "dead-hand"}:
        found = next(i for i in act.table.conduct.irregularities if str(i.cite) == due.cite and i.options)
        void_lines(act, due.seat, act.play.round.seats[due.seat].stakes, found.cite, out=True)
