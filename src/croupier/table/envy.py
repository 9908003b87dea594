"""Envy Bonuses: which hands earn them, how these are acknowledged, and how they are paid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.game import SettledSeat, envy_lines, envy_rows, highest_envy, named, once_a_player, settle_wager
from croupier.table import events as e
from croupier.table.entitled import entitled, found_not_to_win, standing
from croupier.table.lines import as_played, as_seat
from croupier.table.money import meter_of
from croupier.table.skips import forfeited

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Line, Played, Rules, Seat, Wager
    from croupier.table.act import Act
    from croupier.table.state import Table


def holders(table: Table) -> Played:
    """The round with every hand that may earn another player an Envy Bonus: those in play, and those that were
    forfeited, but not void. Wagers that have gone back are none of it any more."""
    return as_played(table, {number: _holder(table, number) for number in _held(table)})


def _held(table: Table) -> list[int]:
    """The seats of these hands."""
    assert table.play is not None
    play = table.play
    if not play.out:
        return list(play.round.seats)
    lost = forfeited(table)
    known = [n for n in play.round.seats if n in lost and None not in play.round.seats[n].cards]
    return [n for n in play.round.seats if n not in play.out or n in known]


def _holder(table: Table, number: int) -> Seat:
    """A seat with such a hand."""
    assert table.play is not None
    return as_seat(table, number, standing(table.play, number))


def acknowledge(act: Act, number: int) -> None:
    """688a.11(h)(2), (3): a hand that earns an Envy Bonus is acknowledged aloud by the dealer, and stays face up: where
    its player placed the wager if anybody has a Qualifying Wager, otherwise if another player has."""
    table, cites = act.table, act.table.conduct.acknowledged
    if cites is None or act.play.void or number in found_not_to_win(act.play):
        return
    bettors = {act.play.players[n] for n in act.play.round.seats if entitled(table, n)}
    if not bettors or number not in _held(table):
        return
    played = holders(table) if table.plans.shares_replacements else as_played(table, {number: _holder(table, number)})
    for wager in table.plans.enviable:
        mine = wager.id in played.seats[number].stakes
        cite = cites[wager.id][0 if mine else 1]
        if cite is None or not (bettors if mine else bettors - {act.play.players[number]}):
            continue
        paytable = table.rules.tables[wager.id]
        row = wager.row(wager.see(table.rules, played, number))
        if row is not None and any(row in column for column in (paytable.envy or {}).values()):
            value = {"seat": number, "hand": paytable.labels[row]}
            who = act.actor.name if act.actor.role == "dealer" else table.dealer
            act.emit(e.Performed(step="acknowledge", cite=str(cite), value=value, by="dealer", who=who))


def earned(act: Act) -> dict[int, list[Line]]:
    """Every Envy Bonus of the round, by the seat that it is paid to, in the order in which seats are settled."""
    table, played = act.table, holders(act.table)
    bettors = [n for n in table.rules.game.settled if n in played.seats and n not in act.play.out]

    def owed(under: Rules) -> dict[int, list[Line]]:
        rows = {wager.id: envy_rows(under, played, wager) for wager in _enviable(under)}
        lines = {number: _envy(act, under, played, number, rows) for number in bettors}
        return once_a_player(under, played, lines) if under.game.once_a_player else lines

    found = owed(table.rules)
    seats = [SettledSeat(table.rules, played, number, lines, None) for number, lines in found.items()]
    return {**found, **named(table.rules, seats, owed)}


def _enviable(rules: Rules) -> list[Wager[Any]]:
    """The wagers that earn Envy Bonuses."""
    return [wager for wager in rules.offered() if wager.envy is not None and rules.tables[wager.id].envy]


def _envy(act: Act, rules: Rules, played: Played, number: int, rows: Mapping[str, Mapping[int, str]]) -> list[Line]:
    """The Envy Bonuses of a seat, of all its wagers that earn one, from the `rows` that hands fall in."""
    lines: list[Line] = []
    for wager in _enviable(rules):
        if rows.get(wager.id) and wager.id in played.seats[number].stakes:
            own = _own_line(act, rules, played, number, wager)
            lines += envy_lines(rules, played, number, wager, own, rows[wager.id])
    lost = found_not_to_win(act.play)
    lines = [line for line in lines if line.envy_from not in lost]
    return highest_envy(lines) if rules.game.one_envy else lines


def _own_line(act: Act, rules: Rules, played: Played, number: int, wager: Wager[Any]) -> Line:
    """A bettor's own line on a wager that earns an Envy Bonus: a forfeited one may not."""
    stake = played.seats[number].stakes[wager.id]
    meter = meter_of(act.table, wager.id, stake)
    amount = act.table.accounts[f"meter:{meter.id}"] if meter is not None else None
    return settle_wager(rules, wager, stake, wager.see(rules, played, number), amount)[0]
