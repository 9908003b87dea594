"""What players decide, at their turn and in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.errors import IllegalAction
from croupier.game import LOW_HAND, Played
from croupier.game.conduct import DEALER, PIT
from croupier.kit.money import printed
from croupier.table import events as e
from croupier.table.asking import late_at
from croupier.table.money import move
from croupier.table.turns import deciding, still_open, undecided

if TYPE_CHECKING:
    from croupier.game import Option, Street
    from croupier.table import commands as c
    from croupier.table.act import Act
    from croupier.table.state import Due, Table


def ask_decision(act: Act, due: Due, _: c.Perform) -> None:
    """A decision is a player's own command."""
    raise IllegalAction(f"seat {deciding(act.table)[0]} has to decide", field="step", cite=due.cite)


def decide(act: Act, command: c.Decide) -> None:
    """A player's decision at the player's turn, by the player; or by the dealer for one who is late, and at real cards
    as the player has said it."""
    table, play = act.table, act.play
    due = table.due
    if instead := [option for option in still_open(table, command.seat) if option.id == command.decision]:
        _check_speaker(act, command, cite=instead[0].cite)
        check_boxes(table, command.seat, instead[0])
        act.emit(
            e.Decided(
                seat=command.seat,
                decision=command.decision,
                cite=str(instead[0].cite),
                announced=command.announced,
                by=act.actor.role,
                who=act.actor.name,
            )
        )
        return
    street = None if due is None or due.id != "decide" else table.plans.street(due.street, table.way)
    if street is None or due is None:
        cite = due.cite if due is not None else table.conduct.closed
        raise IllegalAction("no decision is asked for now", field="decision", cite=cite)
    turns = deciding(table)
    if command.seat not in turns and command.seat not in undecided(play, due.street):
        # 688a.11(b)(3): hands that are set may not be touched again
        cite = table.conduct.touch[-1] if street.setting and command.seat in play.round.seats else street.cite
        raise IllegalAction(f"seat {command.seat} has nothing to decide now", field="seat", cite=cite)
    if not table.conduct.together and command.seat not in turns:
        raise IllegalAction(f"seat {turns[0]} decides first", field="seat", cite=street.cite)
    late = act.actor.role != "player" and not command.announced
    if late:
        _check_late(act, command, street)
    else:
        _check_speaker(act, command, cite=street.cite)
    if command.seat not in turns:
        first = next(n for n in turns if play.players[n] == play.players[command.seat])
        raise IllegalAction(f"the hand of seat {first} is set first", field="seat", cite=table.conduct.two_hands)
    _check_setting(act, command, cite=street.cite, entered=table.cards == "entered", setting=street.setting)
    option = street.option(command.decision)
    if option is None and command.decision != "set":  # by the paragraph of this way of dealing
        raise street.closed(command.decision, len(play.round.seats[command.seat].decisions))
    check_boxes(table, command.seat, option)
    stakes: dict[str, int] = {}
    if option is not None and option.wager:
        _check_seated(table, command.seat)
        stakes[option.wager] = option.times * play.round.seats[command.seat].wagers[table.rules.game.ante]
    total = sum(stakes.values())
    name = play.players[command.seat]
    chips = table.accounts.get(f"player:{name}", 0)
    if total > chips:
        raise IllegalAction(
            f"{name} has {printed(chips)} in chips, and {command.decision} takes {printed(total)}",
            field="decision",
            cite=street.cite,
        )
    act.emit(
        e.Decided(
            seat=command.seat,
            decision=command.decision,
            cite=str(option.cite if option else street.cite),
            low=command.low,
            stakes=stakes,
            entries=move((f"player:{name}", "layout", total)),
            late=late,
            announced=command.announced,
            by=act.actor.role,
            who=act.actor.name,
        )
    )


def check_boxes(table: Table, seat: int, option: Option | None) -> None:
    """Refuse to give a hand up where the chapter asks what its player has on every box (688a.11(d))."""
    refuse = table.rules.game.refuse
    if refuse is None or option is None or not option.folds:
        return
    assert table.play is not None
    decided, players = table.play.round.chose(option.id, seat=seat), table.play.players
    seats = {number: replace(held, player=players[number]) for number, held in decided.seats.items()}
    refuse(table.rules, Played(seats, decided.places, None), seat)


def _check_seated(table: Table, seat: int) -> None:
    """Refuse a wager of a player who has left in mid-round: only who is seated may wager, where the chapter says so."""
    assert table.play is not None
    cite = table.conduct.seated
    if cite is not None and seat in table.play.gone:
        words = f"{table.play.players[seat]} has left seat {seat}, and only players who are seated wager"
        raise IllegalAction(words, field="seat", cite=cite)


def _check_speaker(act: Act, command: c.Decide, *, cite: object) -> None:
    """Refuse whoever is not the player of a hand; at real cards the dealer may announce what the player has said."""
    name = act.play.players[command.seat]
    if command.announced:
        act.require(DEALER, cite)
        if act.table.cards != "entered":
            words = f"a dealer announces a decision only at real cards; here {name} decides for seat {command.seat}"
            raise IllegalAction(words, field="announced", cite=cite)
    elif act.actor.role != "player":
        raise IllegalAction(f"{name} decides for seat {command.seat}", field="actor", cite=cite)
    elif act.actor.name != name:
        raise IllegalAction(f"seat {command.seat} is {name}'s", field="seat", cite=cite)


def _check_late(act: Act, command: c.Decide, street: Street) -> None:
    """Refuse to act for a player who still has time, and otherwise than the reading `late` has it."""
    act.require(PIT, street.cite)
    if command.decision != street.late:
        words = f"for a player whose time is over the table can only {street.late}"
        raise IllegalAction(words, field="decision", cite=street.cite)
    left = late_at(act.table, command.seat) - act.at
    if left > 0:
        words = f"{act.play.players[command.seat]} still has {-(-left // 1000)} seconds"
        raise IllegalAction(words, field="seat", cite=street.cite)


def _check_setting(act: Act, command: c.Decide, *, cite: object, entered: bool, setting: bool) -> None:
    if command.decision != "set":
        if command.low:
            raise IllegalAction("only a setting has a low hand", field="low", cite=cite)
        return
    if not setting:
        raise IllegalAction("there is nothing to set in this game", field="decision", cite=cite)
    size = act.table.rules.game.hand_size
    if entered and not command.low:
        return
    if len(command.low) != LOW_HAND or len(set(command.low)) != LOW_HAND or not all(0 <= i < size for i in command.low):
        raise IllegalAction("the low hand is two of the seven cards, by their places 0 to 6", field="low", cite=cite)
