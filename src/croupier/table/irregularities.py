"""When something goes wrong: every irregularity is an event with the remedy its paragraph orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from croupier.errors import IllegalAction
from croupier.game import Line
from croupier.game.conduct import FLOOR
from croupier.kit.cards import write
from croupier.kit.money import printed
from croupier.table import events as e
from croupier.table import unwinding
from croupier.table.asking import late_at
from croupier.table.dealing import named, put_cover_aside, shown
from croupier.table.disproof import disproved
from croupier.table.entitled import entitled
from croupier.table.envy import acknowledge
from croupier.table.holds import check_report
from croupier.table.money import move
from croupier.table.occasions import check, looked_at, paragraphs
from croupier.table.postings import returned_entries, share_gone
from croupier.table.skips import open_wagers
from croupier.table.turns import who_speaks
from croupier.table.wagers import give_back

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

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
    dealing = table.due is not None and table.due.id == "deal"  # also a card that comes after the decisions
    if table.phase not in found.when and not (dealing and "dealing" in found.when):
        raise IllegalAction(
            f"{found.words}: that can be while {' or '.join(found.when)}, not now ({table.phase})",
            field="irregularity",
            cite=found.cite,
        )
    if found.ways and table.way not in found.ways:
        raise IllegalAction(f"the cards are dealt by {table.way}", field="irregularity", cite=found.cite)
    if not act.staged and (shown := disproved(table, found.id, command.seat)):
        raise IllegalAction(shown, field="irregularity", cite=found.cite)
    led = paragraphs(table, command)
    if found.id == "face-up" and len(led) == 2:  # the second card face up goes to the rack as the first did
        check(act, found, command)
        _discard(act, found, command)
        led = led[1:]
    for one in led:
        check(act, one, command)
        _apply(act, one, command)
    check_report(command, found)


def _apply(act: Act, found: Irregularity, command: c.Report) -> None:
    dealt = act.table.play is not None and act.table.way == "continuous-shuffler"
    remedy = found.remedy_in(continuous=dealt and any(due.id == "deal" for due in act.table.todo))
    reading = found.continuous if dealt and found.continuous is not None else found.reading
    act.emit(
        e.IrregularityFound(
            irregularity=found.id,
            cite=str(found.cite),
            remedy=remedy,
            seat=command.seat or None,
            note=command.note,
            reading=reading.key if reading else "",
            by=act.actor.role,
            who=act.actor.name,
        )
    )
    for word in remedy:
        if word in _REMEDIES:
            _REMEDIES[word](act, found, command)


# Remedies.


def _discard(act: Act, found: Irregularity, command: c.Report) -> None:
    """A card that lay face up is not used; everybody has seen which it was."""
    face = named(command.cards, 1, "cards", found.cite)
    shown(act, face, found.cite, racked=True)
    before = act.table
    act.emit(
        e.Discarded(
            what="face-up",
            count=1,
            at=act.table.pack.at,
            cite=str(found.cite),
            cards=write(face),
            by=act.actor.role,
            who=act.actor.name,
        )
    )
    put_cover_aside(act, before)


def void_lines(act: Act, number: int, wagers: Iterable[str], cite: Any, *, out: bool = False) -> None:  # noqa: ANN401
    """Give a seat's wagers back; a progressive's share leaves the meter again."""
    stakes = {w: s for w, s in open_wagers(act.play, number).items() if w in set(wagers)}
    back = returned_entries(act.table, number, stakes)
    lines = tuple(line.to_json() for line in _all_of_one_kind(act, number, stakes, "void", cite))
    if lines or (out and number not in act.play.out):  # a dead hand of which nothing goes back is out too
        act.emit(
            e.Voided(
                seat=number,
                lines=lines,
                entries=back.entries,
                cite=str(cite),
                meters=back.meters,
                carries=back.carries,
                out=out,
                by=act.actor.role,
                who=act.actor.name,
            )
        )


def _all_of_one_kind(
    act: Act,
    number: int,
    stakes: Mapping[str, int],
    result: Literal["void", "forfeit"],
    cite: Any,  # noqa: ANN401
) -> Iterable[Line]:
    """Lines of wagers that end alike; the match play coupon goes with the ante it was laid with."""
    lost = result == "forfeit"
    for wager, stake in stakes.items():
        gone = not lost and _share_gone(act, number, wager)
        reading = act.table.conduct.returned_share if gone else None
        yield Line(wager, stake, result, None, 0, -stake if lost else 0, cite, readings=(reading,) if reading else ())
        face = act.play.coupons.get(number, 0)
        if face and wager == act.table.rules.game.ante:
            yield Line("match-play", 0, result, None, 0, 0, cite, row=f"a coupon of {printed(face)}")


def _share_gone(act: Act, number: int, wager: str) -> bool:
    """Whether a wager that goes back has fed a meter which somebody has won whole since."""
    collected = act.play.collected.get(f"{number}:{wager}")
    return collected is not None and share_gone(act.table, act.table.meters[collected[0]])


def void_round(act: Act, cite: object, settles: tuple[str, ...] = ()) -> None:
    """All hands are void: every wager goes back, settled or not, but those the paragraph has settled all the same."""
    unwinding.unwind(act, cite, unwinding.in_void_round(settles))
    for number in act.table.rules.game.settled:
        if number in act.play.round.seats:
            void_lines(act, number, set(act.play.round.seats[number].stakes) - set(settles), cite)
    unwinding.claim(act, cite)


def void_seat(act: Act, seat: int, cite: object, returns: tuple[str, ...] = (), *, lost_stays: bool = False) -> None:
    """One player's hand is void, with all that it was paid or lost, and given up unless that stays lost; if only some
    wagers go back, others are lost."""
    undone = unwinding.before_forfeit if lost_stays else unwinding.of_seat
    unwinding.unwind(act, cite, undone(act.table, seat), returning=(seat,))
    back = set(returns or act.play.round.seats[seat].stakes)
    lost = set(open_wagers(act.play, seat)) - back
    void_lines(act, seat, back, cite, out=not lost)
    if lost:
        forfeit(act, seat, cite)
    unwinding.claim(act, cite)


def _void(act: Act, found: Irregularity, _: c.Report) -> None:
    void_round(act, found.cite, act.play.settles)


def _void_seat(act: Act, found: Irregularity, command: c.Report) -> None:
    void_seat(act, command.seat, found.cite)


def _return_wager(act: Act, found: Irregularity, _: c.Report) -> None:
    unwinding.unwind(act, found.cite, unwinding.of_wagers(found.returns))
    for number in act.table.rules.game.settled:
        if number in act.play.round.seats:
            void_lines(act, number, found.returns, found.cite)
    unwinding.claim(act, found.cite)


def forfeit(act: Act, seat: int, cite: Any, *, right: bool = False) -> None:  # noqa: ANN401 - a Cite
    """A player's wagers are lost by the player's own doing. Where none is open any more, the `right` to an Envy Bonus
    goes that one of them has left behind (669a.11(g)). A hand that lies face up and had still to be settled is
    acknowledged all the same if it earns others an Envy Bonus (688a.11(h)(2), (3))."""
    play = act.play
    settled_next = any(due.id == "settle" and due.seat == seat for due in act.table.todo)
    stakes = open_wagers(play, seat)
    if not stakes and not right:
        raise IllegalAction(f"seat {seat} has no wager left", field="seat", cite=cite)
    lost = _all_of_one_kind(act, seat, stakes, "forfeit", cite) if stakes else [no_envy(cite)]
    lines = tuple(line.to_json() for line in lost)
    on_layout = sum(s for w, s in stakes.items() if f"{seat}:{w}" not in play.collected)
    act.emit(
        e.Settled(
            seat=seat,
            lines=lines,
            entries=move(("layout", "inventory", on_layout)),
            out=True,
            by=act.actor.role,
            who=act.actor.name,
        )
    )
    if settled_next and None not in play.round.seats[seat].cards:
        acknowledge(act, seat)


def no_envy(cite: Any) -> Line:  # noqa: ANN401 - a Cite
    """The line of a right to Envy Bonuses that is lost."""
    return Line("envy", 0, "forfeit", None, 0, 0, cite)


def _forfeit(act: Act, found: Irregularity, command: c.Report) -> None:
    """What the player was paid before it was found is undone first."""
    right = entitled(act.table, command.seat)
    undone = unwinding.before_forfeit(act.table, command.seat)
    if any(undone(posted.seat, line) for posted in act.play.settled for line in posted.lines):
        act.require(FLOOR, found.cite)
        unwinding.unwind(act, found.cite, undone)
    forfeit(act, command.seat, found.cite, right=right)
    unwinding.claim(act, found.cite)


def _remove(act: Act, found: Irregularity, _: c.Report) -> None:
    act.emit(
        e.PackChanged(
            pack=looked_at(act.table, found),
            what="removed",
            cite=str(found.cite),
            by=act.actor.role,
            who=act.actor.name,
        )
    )


def _out_of_order(act: Act, found: Irregularity, command: c.Report) -> None:
    what = "out-of-order" if "out-of-order" in found.remedy else "removed"
    act.emit(
        e.DeviceChanged(device=command.device, what=what, cite=str(found.cite), by=act.actor.role, who=act.actor.name)
    )
    if act.table.shuffler == "none":
        give_back(act, act.table.conduct.needs_shuffler)


_REMEDIES: dict[str, Callable[[Act, Irregularity, c.Report], None]] = {
    "discard-card": _discard,
    "void": _void,
    "void-seat": _void_seat,
    "return-wager": _return_wager,
    "forfeit": _forfeit,
    "remove-deck": _remove,
    "out-of-order": _out_of_order,
    "remove-device": _out_of_order,
}


# Answers to questions an irregularity raised.


def choose(act: Act, due: Due, command: c.Perform) -> None:
    """A player's choice: play on or void the hand, cards last or a dead hand; the floor's for one who left, and the
    first for one who is late."""
    here = due.seat not in act.play.gone and who_speaks(act.table, due) is not None
    if act.actor.role != "player" and here and (act.at < late_at(act.table) or command.value != due.options[0]):
        raise IllegalAction(f"seat {due.seat} chooses", field="actor", cite=due.cite)
    if command.value not in due.options:
        raise IllegalAction(f"choose {' or '.join(due.options)}", field="value", cite=due.cite)
    if due.seat in act.play.out and command.value != due.options[0]:
        words = f"the wagers of seat {due.seat} are done with: no hand of it is left to void"
        raise IllegalAction(words, field="value", cite=due.cite)
    found = next(i for i in act.table.conduct.irregularities if str(i.cite) == due.cite and i.options)
    voids = command.value in {"void", "dead-hand"}
    decides = {"reading": found.given_up.key} if voids and found.given_up and _gave_up(act, due.seat) else {}
    act.performed(due, {"seat": due.seat, "choice": command.value, **decides})
    if voids:
        void_seat(act, due.seat, found.cite, found.returns, lost_stays=found.lost_stays)


def _gave_up(act: Act, seat: int) -> bool:
    """Whether a seat had given up a wager before."""
    return any(
        line["result"] == "forfeit" for posted in act.play.settled if posted.seat == seat for line in posted.lines
    )
