"""Wagers, decisions and settlements: were they taken when they were due, and are the entries those of their lines?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game import Then
from croupier.journal.money_audit import BOOKS, CONDUCT, Wrong
from croupier.journal.step_conduct import expects, not_due
from croupier.kit.money import cents
from croupier.table import events as e
from croupier.table.asking import late_at
from croupier.table.dealing import progressive_wagers
from croupier.table.decisions import check_boxes
from croupier.table.entitled import entitled
from croupier.table.money import move
from croupier.table.postings import (
    claimed_entries,
    contributed_entries,
    posted_line,
    returned_entries,
    settled_entries,
)
from croupier.table.skips import open_wagers
from croupier.table.turns import still_open, undecided
from croupier.table.undone import CLOSING
from croupier.table.unwinding import owed, undone_entries, without

if TYPE_CHECKING:
    from croupier.journal.step_conduct import Checks
    from croupier.table.postings import PostedLine
    from croupier.table.state import Table


# Money.


def _placed(table: Table, event: e.WagerPlaced, _: e.Event | None) -> Wrong | None:
    if event.amount < 0:  # also when a player leaves while the cards are readied anew
        if table.layout.get(event.seat, {}).get(event.wager) != -event.amount:
            return Wrong(BOOKS, f"takes back {event.wager} of seat {event.seat}, which does not lie there")
    elif table.play is not None or table.due is not None:
        return not_due(table, "a wager")
    if event.wager == "match-play":
        return None if not event.entries else Wrong(BOOKS, "its entries are not those of its coupon")
    player, amount = f"player:{table.seats[event.seat]}", event.amount
    bought = [("house", "drop", amount), ("inventory", player, amount)] if event.verbal and amount > 0 else []
    placed = (player, "layout", amount)
    if event.entries not in (move(placed), move(*bought, placed)):
        return Wrong(BOOKS, f"its entries are not those of a wager of {amount} cents")
    return None


def _moved(table: Table, event: e.MoneyMoved, _: e.Event | None) -> Wrong | None:
    """A meter is set between rounds, and told of other tables only if they share it; nothing else moves one. A claim
    is closed that is open."""
    if event.what in CLOSING:
        return _closes_claim(table, event)
    touched = [account for account in event.entries if account.startswith(("meter:", "reserve:"))]
    if event.what not in {"linked", "meter"}:
        return Wrong(BOOKS, f"moves {touched[0]} by a {event.what}") if touched else None
    account = f"meter:{event.meter}"
    if event.meter not in table.meters or event.entries != move(("house", account, event.entries.get(account, 0))):
        return Wrong(BOOKS, f"its entries are not those of a change of {account}")
    if event.what == "linked" and not table.meters[event.meter].linked:
        return Wrong(CONDUCT, f"changes {account} from outside, which no other table shares")
    if event.what == "meter" and (table.play is not None or table.layout):
        return Wrong(CONDUCT, f"sets {account} while wagers are on the layout")
    return None


def _contributed(table: Table, event: e.Contributed, _: e.Event | None) -> Wrong | None:
    meter = table.meters[event.meter]
    own = {n: s for n, wager, s in progressive_wagers(table) if (wager, s) == (meter.wager, meter.stake)}
    recorded = (event.wagers, event.chips, event.entries, event.increment, event.carry)
    if recorded != (own, sum(own.values()), *contributed_entries(meter, sum(own.values()))):
        return Wrong(BOOKS, f"its entries are not those of the round's wagers on {event.meter}")
    return None


def _decided(table: Table, event: e.Decided, _: e.Event | None) -> Wrong | None:
    assert table.play is not None
    due = expects(table, "decide")
    instead = {option.id for option in still_open(table, event.seat)}
    if (due is None or event.seat not in undecided(table.play, due.street)) and event.decision not in instead:
        return not_due(table, f"a decision of seat {event.seat}")
    if table.procedure > 4 and event.decision != "set":
        said = len(table.play.round.seats[event.seat].decisions)
        street = table.rules.game.streets[max(said - 1, 0) if event.decision in instead else said]
        check_boxes(table, event.seat, street.option(event.decision))
    player = f"player:{table.play.players[event.seat]}"
    if event.entries != move((player, "layout", sum(event.stakes.values()))):
        return Wrong(BOOKS, "its entries are not those of its stakes")
    return None


def spoken_for(table: Table, event: e.Decided, at: int) -> Wrong | None:
    """A dealer decides for a player who is late, by the time that the submission states, or announces at real cards."""
    if event.announced and (table.cards != "entered" or event.by != "dealer"):
        return Wrong(CONDUCT, f"announces a decision of seat {event.seat}, where players decide for themselves")
    if event.by != "player" and not (event.late or event.announced):
        return Wrong(CONDUCT, f"a {event.by} decides for seat {event.seat}, whose player was not late")
    if event.late and table.rules.chosen.get("decision-seconds") and (left := late_at(table, event.seat) - at) > 0:
        return Wrong(CONDUCT, f"decides for seat {event.seat}, whose player still had {left} ms")
    return None


def _forfeited(table: Table, line: PostedLine) -> set[int]:
    """What giving up may cost of a wager: all of it, or by some readings half."""
    wager = table.rules.game.wager(line.wager)
    halved = wager is not None and any(case.then is Then.HALF for case in wager.cases)
    return {line.stake, (line.stake + 1) // 2} if halved else {line.stake}


def _settled(table: Table, event: e.Settled, _: e.Event | None) -> Wrong | None:
    assert table.play is not None
    lines = [posted_line(line) for line in event.lines]
    if any(line.result != "forfeit" for line in lines):
        due = expects(table, "settle", "envy", "settle-table")
        if due is None or (due.id == "settle" and due.seat != event.seat):
            return not_due(table, f"a settlement of seat {event.seat}")
    stakes = dict(open_wagers(table.play, event.seat))
    if event.seat in table.play.coupons:
        stakes["match-play"] = 0
    seconds = {w.id: w.of for w in table.rules.offered() if w.of is not None and w.of in stakes}
    for line in lines:
        if line.wager in seconds:
            if line.stake or line.result != "win" or seconds.pop(line.wager) not in {one.wager for one in lines}:
                return Wrong(BOOKS, f"settles {line.wager} of seat {event.seat} as no result does")
            continue
        if line.wager != "envy" and stakes.pop(line.wager, None) != line.stake:
            return Wrong(BOOKS, f"settles {line.wager}, which seat {event.seat} has not open with this stake")
        if (line.result == "forfeit" and -line.net not in _forfeited(table, line)) or (
            line.wager == "envy" and line.stake
        ):
            return Wrong(BOOKS, f"settles {line.wager} of seat {event.seat} as no result does")
        if line.wager == "envy" and line.result == "forfeit" and not (event.out and entitled(table, event.seat)):
            return Wrong(CONDUCT, f"forfeits a right to Envy Bonuses that seat {event.seat} does not have")
    recorded = (event.entries, event.meters)
    before = not any(meter.by_hand for meter in table.meters.values())  # opened when the inventory still paid dollars
    if recorded != settled_entries(table, event.seat, lines) and not (
        before and recorded == settled_entries(table, event.seat, lines, cage="inventory")
    ):
        return Wrong(BOOKS, f"its entries are not those of its lines for seat {event.seat}")
    return None


def _voided(table: Table, event: e.Voided, _: e.Event | None) -> Wrong | None:
    assert table.play is not None
    stakes = {line["wager"]: cents(line["stake"]) for line in event.lines}
    coupon = {"match-play": 0} if event.seat in table.play.coupons else {}
    held = {**open_wagers(table.play, event.seat), **coupon}
    if not stakes.items() <= held.items():
        return Wrong(BOOKS, f"gives back what seat {event.seat} has not open")
    if (event.entries, event.meters, event.carries) != returned_entries(table, event.seat, stakes):
        return Wrong(BOOKS, f"its entries are not those of its lines for seat {event.seat}")
    return None


def _unwound(table: Table, event: e.Unwound, before: e.Event | None) -> Wrong | None:
    assert table.play is not None
    if not (table.play.void or _undoes(before)):
        return not_due(table, f"to undo lines of seat {event.seat}")
    posted = [line for one in table.play.settled if one.seat == event.seat for line in one.lines]
    if not event.lines or len(without(posted, event.lines)) != len(posted) - len(event.lines):
        return Wrong(BOOKS, f"undoes what seat {event.seat} was not settled")
    if (event.entries, event.meters, event.carries) != undone_entries(table, event.seat, event.lines):
        return Wrong(BOOKS, f"its entries are not those of its lines for seat {event.seat}")
    return None


def _undoes(before: e.Event | None) -> bool:
    """Whether the event before has a hand's or a wager's settlement undone."""
    if isinstance(before, e.IrregularityFound):
        return not {"void-seat", "return-wager", "forfeit"}.isdisjoint(before.remedy)
    if isinstance(before, e.Performed) and before.step == "choose" and isinstance(before.value, dict):
        return before.value.get("choice") in {"void", "dead-hand"}
    return isinstance(before, e.Unwound)


def _claimed(table: Table, event: e.Claimed, _: e.Event | None) -> Wrong | None:
    if table.play is None or event.round != table.play.number or event.amount != owed(table, event.player):
        return Wrong(BOOKS, f"claims what {event.player} does not owe")
    if event.entries != claimed_entries(event.player, event.amount):
        return Wrong(BOOKS, "its entries are not those of its claim")
    return None


def _closes_claim(table: Table, event: e.MoneyMoved) -> Wrong | None:
    amount = event.entries.get("house", 0)
    open_ = next((one.amount for one in table.claims if (one.player, one.round) == (event.player, event.round)), 0)
    if not 0 < amount <= open_ or event.entries != move((f"claim:{event.player}", "house", amount)):
        return Wrong(BOOKS, f"closes a claim that is not open against {event.player}")
    return None


WAGER_CHECKS: Checks = {
    e.MoneyMoved: _moved,
    e.WagerPlaced: _placed,
    e.Contributed: _contributed,
    e.Decided: _decided,
    e.Settled: _settled,
    e.Voided: _voided,
    e.Unwound: _unwound,
    e.Claimed: _claimed,
}
"""How each kind of record of wagers and money is checked."""
