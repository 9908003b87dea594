"""What players do beside wagering: sit, buy in, cash out, leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import IllegalAction
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.entitled import awaits_envy
from croupier.table.equipment import positions
from croupier.table.money import move
from croupier.table.wagers import adjacent_cite, cut_off_boxes, player_at, refuse_watcher, withdraw

if TYPE_CHECKING:
    from croupier.table.act import Act

LONGEST_NAME = 40


def sit(act: Act, command: c.Sit) -> None:
    """Take a free betting position."""
    table, game = act.table, act.table.rules.game
    player = command.player.strip()
    if not player or len(player) > LONGEST_NAME or not player.isprintable():
        raise IllegalAction("a player needs a name of 1 to 40 letters", field="player")
    if act.actor.role == "player" and act.actor.name != player:
        raise IllegalAction("a player sits down for oneself", field="player")
    refuse_watcher(act)
    most = positions(table)
    if not 1 <= command.seat <= most:
        raise IllegalAction(f"the table has seats 1 to {most}", field="seat", cite=game.seats_cite)
    if command.seat in table.seats:
        raise IllegalAction(
            f"seat {command.seat} is taken by {table.seats[command.seat]}", field="seat", cite=game.seats_cite
        )
    held = sorted([command.seat, *(n for n, name in table.seats.items() if name == player)])
    if len(held) > 1:
        if game.one_position is not None:
            raise IllegalAction(f"{player} may not hold more than one position", field="seat", cite=game.one_position)
        most = table.rules.chosen.get("adjacent-boxes") or 1
        cite = adjacent_cite(table)
        if len(held) > most or held[-1] - held[0] >= len(held):
            raise IllegalAction(
                f"{player} may hold {most} adjacent position{'s' if most > 1 else ''} here", field="seat", cite=cite
            )
    act.emit(e.Sat(player=player, seat=command.seat, by=act.actor.role, who=act.actor.name))


def leave(act: Act, command: c.Leave) -> None:
    """Give up a position: between rounds at once; in mid-round the hand stays and goes on without its player."""
    table = act.table
    name = player_at(act, command.seat, table.conduct.seated)
    play = table.play
    if play is not None and play.players.get(command.seat) == name and _live(act, command.seat):
        if command.seat in play.gone:
            raise IllegalAction(f"{name} has already left", field="seat", cite=table.conduct.seated)
        act.emit(e.Left(player=name, seat=command.seat, midround=True, by=act.actor.role, who=act.actor.name))
        return
    going = (command.seat, *cut_off_boxes(table, name, command.seat))
    if table.conduct.stays is not None and act.actor.role == "player" and any(n in table.layout for n in going):
        words = "a wager on the layout stays there, and its player until the betting is closed"
        raise IllegalAction(words, field="seat", cite=table.conduct.stays)
    for seat in going:
        for wager in list(table.layout.get(seat, {})):
            withdraw(act, seat, wager)
    act.emit(e.Left(player=name, seat=command.seat, by=act.actor.role, who=act.actor.name))


def _live(act: Act, seat: int) -> bool:
    """Whether a seat has a wager open, or may still be paid an Envy Bonus."""
    play = act.play
    waiting = any(w not in play.closed.get(seat, ()) for w in play.round.seats[seat].stakes)
    return waiting or awaits_envy(act.table, seat)


def buy_in(act: Act, command: c.BuyIn) -> None:
    """Cash to the drop box, chips from the inventory."""
    refuse_watcher(act)
    if command.amount <= 0:
        raise IllegalAction("a buy-in is more than nothing", field="amount")
    if act.actor.role == "player" and act.actor.name != command.player:
        raise IllegalAction("a player buys in for oneself", field="player")
    if command.player not in act.table.seats.values():
        raise IllegalAction(f"{command.player!r} does not sit at this table", field="player")
    if act.table.accounts.get("inventory", 0) < command.amount:
        raise IllegalAction("the inventory does not hold so many chips; a fill is needed", field="inventory")
    entries = move(("house", "drop", command.amount), ("inventory", f"player:{command.player}", command.amount))
    act.emit(e.MoneyMoved(what="buy-in", entries=entries, player=command.player, by=act.actor.role, who=act.actor.name))


def cash_out(act: Act, command: c.CashOut) -> None:
    """Chips leave the table with their player."""
    refuse_watcher(act)
    if act.actor.role == "player" and act.actor.name != command.player:
        raise IllegalAction("a player cashes out for oneself", field="player")
    amount = act.table.accounts.get(f"player:{command.player}", 0)
    if amount <= 0:
        raise IllegalAction(f"{command.player!r} has no chips here", field="player")
    entries = move((f"player:{command.player}", "house", amount))
    act.emit(
        e.MoneyMoved(what="cash-out", entries=entries, player=command.player, by=act.actor.role, who=act.actor.name)
    )
