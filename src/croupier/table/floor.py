"""Orders of a floorperson or above, and the idle table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.errors import IllegalAction
from croupier.game.conduct import DEALER, FLOOR, PIT
from croupier.kit.money import printed
from croupier.table import events as e
from croupier.table.dealing import progressive_wagers
from croupier.table.entitled import awaits_envy
from croupier.table.equipment import DECK, Item, deck_faults, faults, of_the_way
from croupier.table.holds import check_order
from croupier.table.idle import keeps_cards
from croupier.table.irregularities import forfeit
from croupier.table.kept import standing
from croupier.table.link import UNWON, WON
from croupier.table.money import move
from croupier.table.steps import new_dealer_burn
from croupier.table.wagers import wager_anew

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.table import commands as c
    from croupier.table.act import Act
    from croupier.table.state import Table


MOST_BARRED = 500
"""People whom a floorperson may keep out at a time: each is looked for at every wager."""


def direct(act: Act, command: c.Direct) -> None:
    """Carry out an order."""
    handler = _ORDERS.get(command.order)
    if handler is None:
        raise IllegalAction(f"{command.order!r} is none of {', '.join(_ORDERS)}", field="order")
    handler(act, command)
    check_order(command)


def _between_rounds(act: Act, cite: object) -> None:
    if act.table.play is not None or act.table.layout:
        raise IllegalAction("not while wagers are on the layout", field="order", cite=cite)


def reshuffle(act: Act, _: c.Direct) -> None:
    """§ 5(a): shuffle when directed. Wagers on the layout stay there at real cards; sealed ones, whose order they help
    to make, are wagered on anew."""
    table, cite = act.table, act.table.conduct.shuffle.cite
    act.require(FLOOR, cite)
    if table.phase != "betting" or table.idle:
        words = "the cards are not ready to be played" if table.play is None else "a round is being played"
        raise IllegalAction(words, field="order", cite=cite)
    wager_anew(act)
    act.emit(
        e.Performed(step="direct-reshuffle", cite=str(cite), pack=table.active, by=act.actor.role, who=act.actor.name)
    )


def recut(act: Act, _: c.Direct) -> None:
    """After the cut and before any card is dealt the cards may be ordered cut again."""
    table, rule = act.table, act.table.conduct.cut.recut
    act.require(rule.by, rule.cite)
    if not may_recut(table):
        raise IllegalAction("a recut is for cards that were cut and not yet dealt", field="order", cite=rule.cite)
    act.emit(e.Performed(step="recut", cite=str(rule.cite), pack=table.active, by=act.actor.role, who=act.actor.name))


def may_recut(table: Table) -> bool:
    """Whether the cards were cut, are not to be shuffled or spread first, and none was dealt, nor, where the chapter
    has it so, loaded."""
    ready = table.phase in {"shuffling", "betting", "starting", "dealing"}
    mine = {due.id for due in table.todo if due.pack == table.active}
    if table.procedure > 7 and table.conduct.idle.spread.id in mine:
        return False
    loaded = table.conduct.cut.recut_until == "load" and "load" not in mine
    dealt = table.pack.cut < 0 or table.pack.at > 0
    return ready and not dealt and not table.idle and mine.isdisjoint({"shuffle", "cut"}) and not loaded


def change_cards(act: Act, _: c.Direct) -> None:
    """New cards, at the latest when the hours are over. On sealed ones is wagered anew."""
    table = act.table
    hours = table.rules.game.deck_hours.get(table.way)
    cite = hours[1] if hours else table.conduct.opening[0].cite
    act.require(FLOOR, cite)
    if table.play is not None or table.phase != "betting":
        raise IllegalAction("cards are changed between rounds", field="order", cite=cite)
    wager_anew(act)
    act.emit(e.PackChanged(pack=table.active, what="changed", cite=str(cite), by=act.actor.role, who=act.actor.name))


def change_dice(act: Act, _: c.Direct) -> None:
    """New dice."""
    dice = act.table.conduct.dice
    if dice is None:
        raise IllegalAction("this game has no dice", field="order")
    act.require(FLOOR, dice.hours[1])
    act.emit(e.Performed(step="change-dice", cite=str(dice.hours[1]), by=act.actor.role, who=act.actor.name))


def abandon(act: Act, command: c.Direct) -> None:
    """§ 7(b): the wagers of a player who left in mid-round may be treated as lost, where the chapter says so."""
    cite = act.table.conduct.abandoned
    if cite is None:
        raise IllegalAction("this chapter knows no abandoned wagers", field="order", cite=act.table.conduct.seated)
    act.require(FLOOR, cite)
    if command.seat not in act.play.gone:
        raise IllegalAction("only a player who left during the round abandons wagers", field="seat", cite=cite)
    if act.play.settles:  # 687a.13(d), 683a.13(d): what does not go back is settled, whoever has folded or left
        settled = next(found.cite for found in act.table.conduct.irregularities if found.settles)
        words = "all hands are void: what does not go back is settled, and leaving loses nothing"
        raise IllegalAction(words, field="order", cite=settled)
    if act.play.void:
        raise IllegalAction("all hands are void, and every wager has gone back", field="order", cite=cite)
    collecting = next((due for due in act.table.todo if due.id in {"start-game", "verify-chips"}), None)
    if collecting is not None and any(seat == command.seat for seat, *_ in progressive_wagers(act.table)):
        words = f"first {collecting.words}: what is lost feeds the meter too"
        raise IllegalAction(words, field="order", cite=collecting.cite)
    forfeit(act, command.seat, cite, right=awaits_envy(act.table, command.seat))


def admit(act: Act, command: c.Direct) -> None:
    """686a.6(b)(1): let a player who skipped a round wager again."""
    cite = act.table.conduct.skipped_round
    if cite is None:
        raise IllegalAction("this chapter bars nobody for skipping a round", field="order")
    act.require(FLOOR, cite)
    if command.player not in act.table.barred:
        raise IllegalAction(f"{command.player!r} is not barred", field="player", cite=cite)
    act.emit(e.MoneyMoved(what="admitted", entries={}, player=command.player, by=act.actor.role, who=act.actor.name))


def bar(act: Act, command: c.Direct) -> None:
    """686a.6(b): keep a patron, seated or not, who did not wager in a round out until the next shuffle."""
    cite = act.table.conduct.skipped_round
    if cite is None:
        raise IllegalAction("this chapter bars nobody for skipping a round", field="order")
    act.require(FLOOR, cite)
    if not command.player or command.player in act.table.barred:
        raise IllegalAction("say whom to bar", field="player", cite=cite)
    if not act.table.bettors or command.player in act.table.bettors:
        raise IllegalAction(f"{command.player!r} has skipped no round", field="player", cite=cite)
    if len(act.table.barred) >= MOST_BARRED:
        words = f"{MOST_BARRED} are kept out already: have the cards shuffled, or admit somebody"
        raise IllegalAction(words, field="player", cite=cite)
    act.emit(e.MoneyMoved(what="barred", entries={}, player=command.player, by=act.actor.role, who=act.actor.name))


def fill(act: Act, command: c.Direct) -> None:
    """Chips from the cage."""
    act.require(FLOOR, None)
    if command.amount <= 0:
        raise IllegalAction("a fill is more than nothing", field="amount")
    act.emit(
        e.MoneyMoved(
            what="fill", entries=move(("house", "inventory", command.amount)), by=act.actor.role, who=act.actor.name
        )
    )


def credit(act: Act, command: c.Direct) -> None:
    """Chips back to the cage."""
    act.require(FLOOR, None)
    if not 0 < command.amount <= act.table.accounts.get("inventory", 0):
        raise IllegalAction("a credit is more than nothing and no more than the inventory", field="amount")
    act.emit(
        e.MoneyMoved(
            what="credit", entries=move(("inventory", "house", command.amount)), by=act.actor.role, who=act.actor.name
        )
    )


def repair(act: Act, command: c.Direct) -> None:
    """A device is in order again."""
    table = act.table
    if command.what not in table.broken:
        raise IllegalAction(f"{command.what!r} is not out of order", field="what")
    cite = next(i.cite for i in table.conduct.irregularities if i.id in {"out-of-order", "remove-device"})
    act.require(FLOOR, cite)
    _between_rounds(act, cite)
    act.emit(
        e.DeviceChanged(device=command.what, what="repaired", cite=str(cite), by=act.actor.role, who=act.actor.name)
    )


def relieve(act: Act, command: c.Direct) -> None:
    """Another dealer comes to the table, and burns a card where the chapter has it so. A dealer who may not go on is
    relieved in a round too; over wagers and before the cards are ready that is for the floor."""
    table = act.table
    act.require(PIT, None)
    if not command.player:
        raise IllegalAction("a dealer is relieved by name", field="player")
    if table.play is None and act.actor.role == "dealer":
        _between_rounds(act, None)
        if table.phase != "betting":
            raise IllegalAction("a dealer takes the table when the cards are ready", field="order")
    burn = new_dealer_burn(table)
    act.emit(
        e.Performed(
            step="relieve",
            cite=str(burn.cite) if burn is not None else "",
            value=command.player,
            by=act.actor.role,
            who=act.actor.name,
        )
    )


def meter(act: Act, command: c.Direct) -> None:
    """What a linked meter gained or lost at other tables, as the system tells it: no person may change a live one."""
    table = act.table
    found = table.meters.get(command.what)
    if found is None:
        raise IllegalAction(f"this table has no meter {command.what!r}", field="what")
    cite = table.rules.tables[found.wager].cite
    if not found.linked:
        raise IllegalAction("a meter is not changed while it is live", field="what", cite=cite)
    act.require(("system",), cite)
    entries = move(("house", f"meter:{found.id}", command.amount))
    if table.accounts[f"meter:{found.id}"] + command.amount < 0:
        raise IllegalAction("a meter is not negative", field="amount", cite=cite)
    if command.note not in {"", WON, UNWON}:
        raise IllegalAction(f"the change of a meter is {WON}, {UNWON}, or neither", field="note", cite=cite)
    act.emit(
        e.MoneyMoved(
            what="linked",
            entries=entries,
            meter=found.id,
            note=command.note,
            by=act.actor.role,
            who=act.actor.name,
        )
    )


def set_meter(act: Act, command: c.Direct) -> None:
    """A meter is set to an amount between rounds, by order of two people who say why; the cage bears the difference.

    The chapters name the wagers and the pays that change a meter, and nothing else (687a.12(c), 669a.12(e)(3),
    688a.12(d)): this is for the record of one that was wrong.
    """
    table = act.table
    found = table.meters.get(command.what)
    if found is None:
        raise IllegalAction(f"this table has no meter {command.what!r}", field="what")
    cite = table.rules.tables[found.wager].cite
    act.require(FLOOR, cite)
    _between_rounds(act, cite)
    if not command.second or command.second == act.actor.name or not act.actor.name:
        raise IllegalAction("two people set a meter, each by name", field="second", cite=cite)
    if not command.note.strip():
        raise IllegalAction("say why the meter is set", field="note", cite=cite)
    change = command.amount - table.accounts[f"meter:{found.id}"]
    if command.amount <= 0:
        raise IllegalAction("a meter shows more than nothing", field="amount", cite=cite)
    if not change:
        raise IllegalAction("the meter shows this already", field="amount", cite=cite)
    act.emit(
        e.MoneyMoved(
            what="meter",
            entries=move(("house", f"meter:{found.id}", change)),
            meter=found.id,
            second=command.second,
            note=command.note.strip(),
            by=act.actor.role,
            who=act.actor.name,
        )
    )


def collect_claim(act: Act, command: c.Direct) -> None:
    """A player pays what is owed of a round that was undone."""
    _close_claim(act, command, "claim-collected")


def write_off_claim(act: Act, command: c.Direct) -> None:
    """The house bears what a player owes."""
    _close_claim(act, command, "claim-written-off")


def _close_claim(act: Act, command: c.Direct, what: str) -> None:
    """So much of a claim is paid at the cage or borne there; `what` of the order is the round it is of."""
    found = next(
        (one for one in act.table.claims if one.player == command.player and str(one.round) == command.what), None
    )
    if found is None:
        raise IllegalAction(
            f"no claim of round {command.what or '?'} is open against {command.player!r}", field="player"
        )
    act.require(FLOOR, found.cite)
    if not 0 < command.amount <= found.amount:
        raise IllegalAction(
            f"{printed(found.amount)} is owed, and no more than that is closed", field="amount", cite=found.cite
        )
    entries = move((f"claim:{found.player}", "house", command.amount))
    act.emit(
        e.MoneyMoved(
            what=what, entries=entries, player=found.player, round=found.round, by=act.actor.role, who=act.actor.name
        )
    )


def bring(act: Act, command: c.Direct) -> None:
    """Another deck of the register comes to the table, to be received when the cards are changed; or the shoe that is
    dealt from while a device is out of order."""
    table, equipment = act.table, act.table.conduct.equipment
    act.require(FLOOR, equipment.deck)
    try:
        item = msgspec.json.decode(command.what, type=Item)
    except msgspec.MsgspecError as error:
        raise IllegalAction(f"not a piece of equipment: {error}", field="what", cite=equipment.deck) from None
    if not table.equipment:
        raise IllegalAction("this table has a standard set, and needs no more", field="what", cite=equipment.deck)
    wanted = [needed for needed in of_the_way(table) if needed.kind == item.kind]
    if item.kind != DECK and not wanted:
        words = "only decks are brought to an open table, and what is dealt from in place of a failed device"
        raise IllegalAction(words, field="what", cite=equipment.deck)
    if any(held.id == item.id for held in table.equipment):
        raise IllegalAction(f"{item.id} is at the table already", field="what", cite=equipment.deck)
    wrong = [refusal for needed in wanted for refusal in faults(table.rules, needed, item)]
    if item.kind == DECK:
        wrong += deck_faults(table.rules, item)
    if wrong:
        raise IllegalAction.of(tuple(wrong))
    cite = wanted[0].cite if wanted else equipment.deck
    act.emit(e.EquipmentBrought(items=(item,), cite=str(cite), by=act.actor.role, who=act.actor.name))


def close(act: Act, _: c.Direct) -> None:
    """The table closes; nothing is left on the layout, and nobody owes anything."""
    act.require(FLOOR, None)
    _between_rounds(act, act.table.conduct.closed)
    if act.table.claims:
        first = act.table.claims[0]
        raise IllegalAction(
            f"{first.player} owes {printed(first.amount)} of round {first.round}: have it collected or "
            "written off first",
            field="order",
            cite=first.cite,
        )
    if any(pack.commitment and pack.at for pack in act.table.packs):
        raise IllegalAction(
            "the order of the cards that were played must be opened first: have them reshuffled",
            field="order",
            cite=act.table.conduct.rack.cite,
        )
    act.emit(e.TableClosed(meters=standing(act.table), by=act.actor.role, who=act.actor.name))


def spread_idle(act: Act, command: c.Perform) -> None:
    """§ 5: with nobody at the table the cards are spread, face down unless a player asks otherwise."""
    table, idle = act.table, act.table.conduct.idle
    act.require(DEALER, idle.spread.cite)
    _between_rounds(act, idle.spread.cite)
    if table.due is None and (table.seats or table.idle):
        raise IllegalAction("the cards are spread when no one plays", field="step", cite=idle.spread.cite)
    if command.value not in (None, "face-up", "face-down"):
        raise IllegalAction("cards are spread face-up or face-down", field="value", cite=idle.spread.cite)
    if keeps_cards(table) and table.due is None:  # or the device is in order again since they were to be spread
        raise IllegalAction("the device keeps the cards", field="step", cite=table.conduct.reshuffling)
    if command.value == "face-up" and idle.request is not None:  # whoever comes may ask to have them turned up
        who = "the first player to arrive" if idle.first_only else "a player"
        raise IllegalAction(f"only {who} may ask for that, and nobody is there", field="value", cite=idle.request)
    act.emit(
        e.Performed(
            step="spread-idle",
            cite=str(idle.spread.cite),
            pack=table.active,
            value=command.value,
            by=act.actor.role,
            who=act.actor.name,
        )
    )


_ORDERS: dict[str, Callable[[Act, c.Direct], None]] = {
    "reshuffle": reshuffle,
    "recut": recut,
    "change-cards": change_cards,
    "change-dice": change_dice,
    "abandon": abandon,
    "admit": admit,
    "bar": bar,
    "fill": fill,
    "credit": credit,
    "repair": repair,
    "relieve": relieve,
    "meter": meter,
    "set-meter": set_meter,
    "collect-claim": collect_claim,
    "write-off-claim": write_off_claim,
    "bring": bring,
    "close": close,
}
