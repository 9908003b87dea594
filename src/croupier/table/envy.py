"""Envy Bonuses: which hands earn them, how these are acknowledged, and how they are paid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.game import envy_lines, settle_wager
from croupier.table import events as e
from croupier.table.money import meter_of
from croupier.table.showdown import as_played, as_seat
from croupier.table.skips import forfeited

if TYPE_CHECKING:
    from croupier.game import Line, Played, Wager
    from croupier.table.act import Act
    from croupier.table.state import Table


def holders(table: Table) -> Played:
    """The round with every hand that may earn another player an Envy Bonus: those in play, and those that were
    forfeited, but not void."""
    assert table.play is not None
    play, lost = table.play, forfeited(table)
    known = [n for n in play.round.seats if n in lost and None not in play.round.seats[n].cards]
    return as_played(table, {n: as_seat(table, n) for n in play.round.seats if n not in play.out or n in known})


def acknowledge(act: Act, number: int) -> None:
    """688a.11(h)(2), (3): a hand that earns an Envy Bonus is acknowledged aloud, and stays face up: where its player
    placed the wager if anybody has a Qualifying Wager, otherwise if another player has."""
    table, cites = act.table, act.table.conduct.acknowledged
    played = holders(table)
    if cites is None or act.play.void or number not in played.seats:
        return
    bettors = {act.play.players[n] for n in table.plans.qualifying(act.play.round) if n not in act.play.out}
    for wager in table.plans.enviable:
        mine = wager.id in act.play.round.seats[number].stakes
        cite = cites[wager.id][0 if mine else 1]
        if cite is None or not (bettors if mine else bettors - {act.play.players[number]}):
            continue
        paytable = table.rules.tables[wager.id]
        row = wager.row(wager.see(table.rules, played, number))
        if row is not None and any(row in column for column in (paytable.envy or {}).values()):
            value = {"seat": number, "hand": paytable.labels[row]}
            act.emit(e.Performed(step="acknowledge", cite=str(cite), value=value, by=act.actor.role,
                                 who=act.actor.name))  # fmt: skip


def earned(act: Act) -> dict[int, list[Line]]:
    """Every Envy Bonus of the round, by the seat that it is paid to, in the order in which seats are settled."""
    table, played = act.table, holders(act.table)
    bettors = [n for n in table.rules.game.settled if n in played.seats and n not in act.play.out]
    return {
        number: [
            line
            for wager in table.plans.enviable
            if wager.id in played.seats[number].stakes
            for line in envy_lines(table.rules, played, number, wager, _own_line(act, played, number, wager))
        ]
        for number in bettors
    }


def _own_line(act: Act, played: Played, number: int, wager: Wager[Any]) -> Line:
    """A bettor's own line on a wager that earns an Envy Bonus: a forfeited one may not."""
    stake = played.seats[number].stakes[wager.id]
    meter = meter_of(act.table, wager.id, stake)
    amount = act.table.accounts[f"meter:{meter.id}"] if meter is not None else None
    return settle_wager(act.table.rules, wager, stake, wager.see(act.table.rules, played, number), amount)[0]
