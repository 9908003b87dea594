"""`step`: what a command leads to: events, or an `IllegalAction` that names the provision. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.errors import IllegalAction
from croupier.game import check_complete
from croupier.kit.days import day_of
from croupier.table import (
    bounds,
    dealing,
    decisions,
    floor,
    holds,
    inspection,
    irregularities,
    payouts,
    players,
    recount,
    reveals,
    settling,
    wagers,
)
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.act import Act
from croupier.table.devices import CLEAR, SIGN
from croupier.table.equipment import check as check_equipment
from croupier.table.evolve import opened
from croupier.table.in_force import REAL, check_day
from croupier.table.money import meters, move
from croupier.table.state import PROCEDURE

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from datetime import date

    from croupier.game import Rules
    from croupier.table.equipment import Item
    from croupier.table.kept import Kept
    from croupier.table.state import Due, Table


def open_table(
    rules: Rules,
    *,
    table: str,
    at: int,
    inventory: int = 10_000_000,
    dealer: str = "",
    cards: str = "shuffled",
    test: bool = False,
    version: str = "",
    mid_shoe: bool = True,
    carried: Mapping[str, int] | None = None,
    linked: Collection[str] = (),
    kept: Iterable[Kept] = (),
    equipment: Sequence[Item] | None = None,
    day: date | None = None,
    real: bool = False,
) -> tuple[e.TableOpened, Table]:
    """Open a table under these rules: its first event and its first state.

    A submission that `croupier submission check` refuses opens none. `cards` are ``shuffled`` by the table itself or
    ``entered`` by a human dealer. Of its meters, `linked` are those that other tables share; `carried` gives one an
    amount other than its seed, and `kept` are those of a closed table in whose place this one opens. `equipment` is
    what stands there, as registered; without it the table has a standard set and plays for nothing real. `day` is the
    house's day, else that of the submission, if one says it; for `real` money the edition must be in force on it.
    """
    check_complete(rules)
    day = day or rules.day
    if real:
        day = day or day_of(at)
        check_day(rules, day)
    if cards not in {"shuffled", "entered"}:
        raise IllegalAction(f"{cards!r}: cards are shuffled by the table or entered by a dealer", field="cards")
    if inventory < 0:
        raise IllegalAction("an inventory is not negative", field="inventory")
    if equipment is not None:
        check_equipment(rules, equipment)
    made, carried = meters(rules), dict(carried or {})
    told: dict[str, dict[str, Any]] = {name: {"linked": name in linked, "by_hand": True} for name in made}
    moves = [("house", "inventory", inventory)]
    going_on = {one.meter: one for one in kept}
    unknown = {*carried, *linked, *going_on} - set(made)
    if unknown:
        raise IllegalAction(f"this table has no meter {', '.join(sorted(unknown))}", field="meters")
    for name, meter in made.items():
        before = going_on.get(name)
        if before is not None:
            if name in carried or name in linked:
                raise IllegalAction("a meter goes on from one table only", field=f"meters.{name}")
            before.check(rules, meter)
            told[name] |= {"kept": before.table, "carry": before.carry, "reserve_carry": before.reserve_carry}
            moves.append(("house", f"reserve:{name}", before.reserve))
        amount = carried.get(name, meter.seed) if before is None else before.amount
        if amount <= 0:
            raise IllegalAction(
                "a meter shows more than nothing", field=f"meters.{name}", cite=rules.tables[meter.wager].cite
            )
        moves.append(("house", f"meter:{name}", amount))
    event = e.TableOpened(
        table=table,
        game=rules.game.id,
        edition=rules.game.edition,
        submission=dict(rules.submission),
        cards=cards,
        readings=dict(rules.readings),
        entries=move(*moves),
        test=test,
        version=version,
        mid_shoe=mid_shoe,
        procedure=PROCEDURE,
        by="dealer",
        who=dealer,
        meters=told,
        mark=rules.game.mark,
        equipment=tuple(equipment or ()),
        day="" if day is None else day.isoformat(),
        money=REAL if real else "",
        package={} if rules.game.package is None else dict(rules.game.package._asdict()),
    )
    return event, opened(rules, event, at)


def step(
    table: Table, command: c.Command, actor: c.Actor, at: int, *, staged: bool = False
) -> tuple[tuple[e.Event, ...], Table]:
    """The events a command leads to, and the table after them. What goes wrong in a lesson is `staged`: it stands
    although the record disproves it."""
    if not table.open:
        raise IllegalAction("the table is closed")
    if at < table.clock:
        raise IllegalAction("time does not run backwards", field="at")
    bounds.check(command)
    if actor.role == "system" and not (isinstance(command, c.Direct) and command.order == "meter"):
        raise IllegalAction("the system tells a table of its meters, and does nothing else", field="actor")
    act = Act(table, actor, at, staged=staged)
    _COMMANDS[type(command)](act, command)
    after = act.table
    if after.layout and after.todo and _is_ordered_anew(after):
        wagers.wager_anew(act)
        after = act.table
    if not after.todo and after.play is not None:
        act.emit(e.RoundClosed(round=after.play.number, void=after.play.void))
    return tuple(act.events), act.table


def _is_ordered_anew(table: Table) -> bool:
    """Whether the cards that the wagers on the layout are for get another order."""
    return any(due.id in {"receive", "shuffle"} and due.pack == table.active for due in table.todo)


def _perform(act: Act, command: c.Perform) -> None:
    table = act.table
    due = table.due
    if due is None:
        handler = _BETWEEN.get(command.step)
        if handler is None:
            raise IllegalAction(_expected(table), field="step", cite=table.conduct.closed)
        handler(act, command)
        holds.check_step(table, command, table.conduct.closed)
        return
    name = _ALIASES.get(command.step, command.step)
    if name != due.id and name == "count-stub" and (counted := recount.early_count(table)) is not None:
        due = counted
    if name != due.id or (command.seat and due.seat and command.seat != due.seat):
        raise IllegalAction(_expected(table), field="step", cite=due.cite)
    act.check_role(due)
    take = _STEPS.get(due.id)
    if take is None:
        take = inspection.check_table if due.id in table.plans.checks else _simple
    take(act, due, command)
    holds.check_step(table, command, due.cite)


def _expected(table: Table) -> str:
    due = table.due
    if due is None:
        return "the betting is open; the law expects no step before no-more-bets"
    return f"the law expects {due.id} next: {due.words} ({' or '.join(due.by)})"


def _simple(act: Act, due: Due, _: c.Perform) -> None:
    act.performed(due)


def _decision(act: Act, command: c.Decide) -> None:
    decisions.decide(act, command)
    if act.play.round.seats[command.seat].folded is None:
        return
    act.actor = c.Actor("dealer", act.table.dealer)  # what follows is the dealer's doing
    if act.table.conduct.count_surrendered is not None:
        settling.surrender(act, command.seat)
    elif act.table.conduct.collects_at_once:
        settling.collect_at_once(act, command.seat)


_ALIASES = {"decline-cut": "cut", "generator": "shake", "dead-hand": "choose"}

_STEPS: dict[str, Callable[[Act, Due, c.Perform], None]] = {
    SIGN: inspection.sign_device,
    "receive": dealing.receive,
    "inspect": inspection.inspect,
    "verify": inspection.inspect,
    "tear-joker": inspection.tear_joker,
    "witness-joker": inspection.witness_joker,
    "change-cards": dealing.change_cards,
    "view": dealing.view,
    "shuffle": dealing.shuffle,
    "device-count": dealing.device_count,
    "cut": dealing.cut,
    "insert-cover": dealing.insert_cover,
    "load": dealing.load,
    "empty-shoe": inspection.empty_shoe,
    CLEAR: inspection.clear_shoe,
    "burn": dealing.burn,
    "new-dealer-burn": dealing.burn,
    "open-order": dealing.open_order,
    "lammers": dealing.lammers,
    "start-game": dealing.collect_progressives,
    "verify-chips": dealing.collect_progressives,
    "shake": dealing.start,
    "deal": dealing.deal,
    "count-stub": dealing.count_stub,
    "determine": recount.determine,
    "stub": dealing.stub,
    "collect-empty": dealing.collect_empty,
    "set-dealer": reveals.set_dealer,
    "decide": decisions.ask_decision,
    "collect-forfeited": settling.collect_forfeited,
    "count-surrendered": inspection.count_surrendered,
    "choose": irregularities.choose,
    "turn": reveals.turn,
    "reveal": reveals.reveal,
    "verify-winner": payouts.verify,
    "verify-light": payouts.verify,
    "validate": payouts.validate,
    "rule-claim": payouts.rule,
    "settle": settling.settle_hand,
    "document": payouts.document,
    "envy": settling.pay_envy,
    "settle-table": settling.settle_table,
    "high-hand": settling.high_hand,
    "green-button": settling.green_button,
    "stored-deck": dealing.stored_deck,
    "rack": settling.rack,
    "rack-hand": settling.rack_hand,
    "spread-idle": lambda act, _, command: floor.spread_idle(act, command),
}

_BETWEEN: dict[str, Callable[[Act, c.Perform], None]] = {
    "no-more-bets": dealing.no_more_bets,
    "spread-idle": floor.spread_idle,
}

_COMMANDS: dict[type[c.Command], Callable[[Act, Any], None]] = {
    c.Perform: _perform,
    c.Sit: players.sit,
    c.Leave: players.leave,
    c.BuyIn: players.buy_in,
    c.CashOut: players.cash_out,
    c.Place: wagers.place,
    c.PlaceWagers: wagers.place_wagers,
    c.TakeBack: wagers.take_back,
    c.Decide: _decision,
    c.Report: irregularities.report,
    c.Direct: floor.direct,
}
