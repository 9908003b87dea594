"""Whether a journal tells of lawful conduct: folds the table, and holds every record against what was due before it.

Cards are dealt, cut, burned, shuffled and shown only when the law expects it; a round begins with the pack in play and
the wagers on the layout; entries are those that their own lines make.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.errors import CroupierError, JournalError
from croupier.game import Then
from croupier.games import open_game
from croupier.journal.money_audit import BOOKS, CONDUCT, MoneyAudit, Wrong, overdrawn
from croupier.journal.record import IMPOSSIBLE
from croupier.kit.money import cents
from croupier.table import events as e
from croupier.table.asking import late_at
from croupier.table.dealing import COVER_ASIDE, discards, left_in, progressive_wagers
from croupier.table.decisions import check_boxes
from croupier.table.devices import CLEAR
from croupier.table.entitled import entitled
from croupier.table.equipment import DECK, lacks_of_the_way, next_deck, of_the_way
from croupier.table.equipment import check as check_equipment
from croupier.table.evolve import evolve, opened
from croupier.table.floor import may_recut
from croupier.table.in_force import REAL, begun_wrongly, opened_wrongly
from croupier.table.money import move
from croupier.table.occasions import shoe_deals
from croupier.table.postings import (
    claimed_entries,
    contributed_entries,
    posted_line,
    returned_entries,
    settled_entries,
)
from croupier.table.recount import early_count
from croupier.table.skips import open_wagers, still_open, to_draw, undecided
from croupier.table.undone import CLOSING
from croupier.table.unwinding import owed, undone_entries, without

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.journal.record import Record
    from croupier.table.postings import PostedLine
    from croupier.table.state import Due, Table


EDITION = "edition"
"""The fault of a table that plays for real money by what is not the law on its day."""


class ConductAudit:
    """Hears the events of one table from its opening on. A fault is raised as a `JournalError` that names the record.
    A table whose rules are not known here is not judged. `sealed` as for `MoneyAudit`; `real` money is what the house
    plays for, or what the table's first record says."""

    def __init__(self, *, sealed: bool = False, real: bool = False) -> None:
        self.table: Table | None = None
        self._real = real
        self._money = MoneyAudit(sealed=sealed)
        self._before: e.Event | None = None
        self._touched: set[str] = set()
        """Accounts to look at: what is undone may be made up for by what follows."""

    def hear(self, record: Record) -> None:
        """One record more."""
        event, table = record.body, self.table
        wrong = None
        try:
            if table is not None and isinstance(event, e.Event):
                wrong = self._follow(table, event, record.at)
            elif table is None and isinstance(event, e.TableOpened) and self._before is None:
                words = self._open(event, record.at)
                wrong = Wrong(EDITION, words) if words else None
        except IMPOSSIBLE as error:
            why = str(error) or type(error).__name__
            wrong = Wrong(CONDUCT, f"no table could have come to it: {why}")
        if wrong is not None:
            raise JournalError(wrong.words, fault=wrong.fault, record=record.n, offset=record.offset)

    def _follow(self, table: Table, event: e.Event, at: int) -> Wrong | None:
        """The table after an event, or what is wrong with it."""
        check = _CHECKS.get(type(event))
        wrong = check(table, event, self._before) if check is not None else None
        if wrong is None and isinstance(event, e.Decided):
            wrong = _spoken_for(table, event, at)
        if wrong is None and self._real and isinstance(event, e.RoundBegan):
            words = begun_wrongly(table.rules.game.chapter, at)
            wrong = Wrong(EDITION, words) if words else None
        wrong = wrong or self._money.check(table, event)
        if wrong is not None:
            return wrong
        after = evolve(table, event, at)
        self._touched.update(getattr(event, "entries", ()))
        undoing = isinstance(event, e.Unwound | e.Voided | e.Claimed)
        wrong = None if undoing else overdrawn(after, self._touched)
        if wrong is None:
            self.table, self._before = after, event
            if not undoing:
                self._touched.clear()
        return wrong

    def _open(self, event: e.TableOpened, at: int) -> str:
        """Begin with a table; what is wrong with its day."""
        self._before = event
        self._real = self._real or event.money == REAL
        try:
            game = open_game(event.game, event.edition)
            wrong = opened_wrongly(game.chapter, event, at) if self._real else ""
            rules = None if wrong else game.rules(event.submission, event.readings)
        except CroupierError:
            return ""
        if rules is not None:
            if event.equipment:
                check_equipment(rules, event.equipment)
            self.table = opened(rules, event, at)
        return wrong


def _not_due(table: Table, what: str) -> Wrong:
    due = table.due
    expected = "nothing before the betting closes" if due is None else f"{due.id} {due.to}".strip()
    return Wrong(CONDUCT, f"{what} was not due: the law expected {expected}")


def _expects(table: Table, *ids: str) -> Due | None:
    """The step that is due, if it is one of these."""
    due = table.due
    return due if due is not None and due.id in ids else None


# Steps.


def _performed(table: Table, event: e.Performed, _: e.Event | None) -> Wrong | None:
    lawful = _UNASKED.get(event.step)
    due = table.due
    if lawful is not None and lawful(table, event):
        return None
    if event.step == "load" and table.procedure > 2 and (wrong := lacks_of_the_way(table)):
        return Wrong(CONDUCT, wrong[0].message)
    name = "cut" if event.step == "decline-cut" else event.step
    if name == "count-stub" and due is not None and due.id != name:
        due = early_count(table)
    if due is None or name != due.id or name in _OTHERWISE:
        return _not_due(table, event.step)
    if event.pack != (due.pack if due.pack >= 0 else None):
        return Wrong(CONDUCT, f"{event.step} is of pack {event.pack}, and was due for pack {due.pack}")
    return _cut(table, event, due) if name == "cut" else None


def _cut(table: Table, event: e.Performed, due: Due) -> Wrong | None:
    """A cut within the chapter's bounds; only a player declines."""
    rule, size = table.conduct.cut, table.packs[due.pack].size
    if event.step == "decline-cut":
        return None if due.seat else _not_due(table, event.step)
    most = size - (rule.least if rule.both_ends else 1)
    if type(event.value) is not int or not rule.least <= event.value <= most:
        return Wrong(CONDUCT, f"cuts at {event.value}, and a cut is from {rule.least} to {most}")
    return None


def _between_rounds(table: Table, _: e.Performed) -> bool:
    return table.phase == "betting" and table.play is None and not table.layout


def _may_reshuffle(table: Table) -> bool:
    ready = table.phase == "betting" and table.play is None
    return ready and (not table.layout or table.cards == "entered")


def _idle(table: Table, event: e.Performed) -> bool:
    return table.due is None and _between_rounds(table, event) and not table.seats and not table.idle


def _playing(table: Table, _: e.Performed) -> bool:
    return table.play is not None


_UNASKED: dict[str, Callable[[Table, e.Performed], bool]] = {
    "recut": lambda table, event: event.pack == table.active and may_recut(table),
    "direct-reshuffle": lambda table, event: event.pack == table.active and _may_reshuffle(table),
    "relieve": lambda *_: True,
    "spread-idle": _idle,
    "change-dice": lambda *_: True,
    "claim": lambda table, event: _expects(table, "settle") is not None and table.todo[0].seat == event.value,
    "settle-table": _playing,
    "expose": _playing,
    "count-surrendered": _playing,
    "acknowledge": _playing,
    COVER_ASIDE: lambda table, event: table.cover_came >= 0 and table.cover_came == event.value,
}
"""Steps that come by an order or with another step, and when they may."""
_OTHERWISE = frozenset({"deal", "shuffle", "burn", "new-dealer-burn", "turn", "reveal", "stub", "receive", "settle",
                        "empty-shoe", "open-order", CLEAR})  # fmt: skip
"""Steps that have an event of their own."""


def _shuffled(table: Table, event: e.Shuffled, _: e.Event | None) -> Wrong | None:
    due = _expects(table, "shuffle")
    if due is None or event.pack != due.pack:
        return _not_due(table, f"a shuffle of pack {event.pack}")
    if event.of != discards(table):
        return Wrong(CONDUCT, "shuffles other cards than were to be shuffled")
    sealed = table.procedure > 3 and table.cards == "shuffled"
    if sealed and table.play is None and table.layout and event.pack == table.active:
        return Wrong(CONDUCT, "shuffles sealed cards under wagers, whose players have then no share in the order")
    return None


def _opened_order(table: Table, event: e.OrderOpened, _: e.Event | None) -> Wrong | None:
    due = _expects(table, "open-order")
    return None if due is not None and due.pack == event.pack else _not_due(table, f"the order of pack {event.pack}")


def _pack_changed(table: Table, event: e.PackChanged, _: e.Event | None) -> Wrong | None:
    if event.what != "received":
        return None
    due = _expects(table, "receive")
    if due is None or due.pack != event.pack:
        return _not_due(table, f"to receive pack {event.pack}")
    came = next_deck(table, event.pack)
    if event.deck != (came.id if came is not None else "") or (table.equipment and came is None):
        return Wrong(CONDUCT, f"receives {event.deck or 'a deck'} that is not the next one registered for this table")
    return None


def _equipment(table: Table, event: e.EquipmentBrought, _: e.Event | None) -> Wrong | None:
    held = {item.id for item in table.equipment}
    comes = {DECK, *(needed.kind for needed in of_the_way(table))}
    if not held or any(item.id in held or item.kind not in comes for item in event.items):
        return Wrong(CONDUCT, "brings equipment that does not come to an open table")
    return None


def _began(table: Table, event: e.RoundBegan, _: e.Event | None) -> Wrong | None:
    if table.due is not None or table.play is not None:
        return _not_due(table, "a round")
    if event.pack != table.active:
        return Wrong(CONDUCT, f"begins with pack {event.pack}, and pack {table.active} is in play")
    if event.round != table.rounds + 1:
        return Wrong(CONDUCT, f"begins round {event.round}, and round {table.rounds + 1} is next")
    if event.wagers != table.layout:
        return Wrong(CONDUCT, "has other wagers than lie on the layout")
    if event.players != {seat: table.seats[seat] for seat in table.layout}:
        return Wrong(CONDUCT, "has other players than sit at these positions")
    if event.coupons != {seat: face for seat, face in table.coupons.items() if seat in table.layout}:
        return Wrong(CONDUCT, "has other coupons than were laid")
    return None


# Cards.


def _dealt(table: Table, event: e.Dealt, _: e.Event | None) -> Wrong | None:
    due = _expects(table, "deal")
    if due is None or (event.to, event.count) != (due.to, due.count or 1):
        return _not_due(table, f"a deal of {event.count} to {event.to}")
    if table.procedure > 1 and "shoe" in table.broken and shoe_deals(table):
        return Wrong(CONDUCT, f"deals to {event.to} from a shoe that is out of order")
    if bool(event.cards) != due.up or (due.up and event.seals):
        return Wrong(CONDUCT, f"deals to {event.to} face {'down' if due.up else 'up'}, which was not due")
    bound = table.procedure > 4 and not due.count
    if event.drawn_for != (next(iter(to_draw(table, event.to)), 0) if bound else 0):
        return Wrong(CONDUCT, f"draws a card for seat {event.drawn_for}, which was not the next to lack one")
    return None


def _discarded(table: Table, event: e.Discarded, before: e.Event | None) -> Wrong | None:
    due = table.due
    if event.count == 1 and due is not None:
        if event.what == due.id and not event.cards and due.id in {"burn", "new-dealer-burn"}:
            return None
        if event.what == "joker" and event.cards == "Jk" and due.id == "deal" and due.up and not due.count:
            return None
        if event.what == "face-up" and event.cards and _found_face_up(table, before):
            return None
    return _not_due(table, f"to discard ({event.what})")


def _found_face_up(table: Table, before: e.Event | None) -> bool:
    """A card found face up follows its report; of a second one the discard comes first."""
    if isinstance(before, e.IrregularityFound) and "discard-card" in before.remedy:
        return True
    second = table.conduct.irregularity("two-face-up")
    return second is not None and table.play is not None and table.play.face_up > 0


def _turned(table: Table, event: e.Turned, _: e.Event | None) -> Wrong | None:
    due = _expects(table, "turn")
    if due is None or event.to != due.to or table.play is None:
        return _not_due(table, f"to turn cards of {event.to}")
    first = table.play.shown.get(due.to, 0)
    count = min(due.count, len(table.play.round.places[due.to]) - first)
    if (event.first, len(event.cards.split())) != (first, count):
        return Wrong(CONDUCT, f"turns other cards of {event.to} than the {count} from place {first} on")
    return None


def _revealed(table: Table, event: e.Revealed, _: e.Event | None) -> Wrong | None:
    due = _expects(table, "reveal")
    return None if due is not None and due.seat == event.seat else _not_due(table, f"to reveal seat {event.seat}")


def _racked(table: Table, event: e.Racked, _: e.Event | None) -> Wrong | None:
    if event.what not in {"stub", "empty-shoe", CLEAR}:
        return None
    due = _expects(table, event.what)
    if due is None:
        return _not_due(table, event.what)
    left = left_in(table.pack if event.what == "stub" else table.packs[due.pack])
    return None if event.count == left else Wrong(CONDUCT, f"racks {event.count} cards, and {left} were left")


# Money.


def _placed(table: Table, event: e.WagerPlaced, _: e.Event | None) -> Wrong | None:
    if event.amount < 0:  # also when a player leaves while the cards are readied anew
        if table.layout.get(event.seat, {}).get(event.wager) != -event.amount:
            return Wrong(BOOKS, f"takes back {event.wager} of seat {event.seat}, which does not lie there")
    elif table.play is not None or table.due is not None:
        return _not_due(table, "a wager")
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
    told = (event.wagers, event.chips, event.entries, event.increment, event.carry)
    if told != (own, sum(own.values()), *contributed_entries(meter, sum(own.values()))):
        return Wrong(BOOKS, f"its entries are not those of the round's wagers on {event.meter}")
    return None


def _decided(table: Table, event: e.Decided, _: e.Event | None) -> Wrong | None:
    assert table.play is not None
    due = _expects(table, "decide")
    instead = {option.id for option in still_open(table, event.seat)}
    if (due is None or event.seat not in undecided(table.play, due.street)) and event.decision not in instead:
        return _not_due(table, f"a decision of seat {event.seat}")
    if table.procedure > 4 and event.decision != "set":
        said = len(table.play.round.seats[event.seat].decisions)
        street = table.rules.game.streets[said - 1 if event.decision in instead else said]
        check_boxes(table, event.seat, street.option(event.decision))
    player = f"player:{table.play.players[event.seat]}"
    if event.entries != move((player, "layout", sum(event.stakes.values()))):
        return Wrong(BOOKS, "its entries are not those of its stakes")
    return None


def _spoken_for(table: Table, event: e.Decided, at: int) -> Wrong | None:
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
        due = _expects(table, "settle", "envy", "settle-table")
        if due is None or (due.id == "settle" and due.seat != event.seat):
            return _not_due(table, f"a settlement of seat {event.seat}")
    stakes = open_wagers(table.play, event.seat)
    if event.seat in table.play.coupons:
        stakes["match-play"] = 0
    for line in lines:
        if line.wager != "envy" and stakes.pop(line.wager, None) != line.stake:
            return Wrong(BOOKS, f"settles {line.wager}, which seat {event.seat} has not open with this stake")
        if (line.result == "forfeit" and -line.net not in _forfeited(table, line)) or (
            line.wager == "envy" and line.stake
        ):
            return Wrong(BOOKS, f"settles {line.wager} of seat {event.seat} as no result does")
        if line.wager == "envy" and line.result == "forfeit" and not (event.out and entitled(table, event.seat)):
            return Wrong(CONDUCT, f"forfeits a right to Envy Bonuses that seat {event.seat} does not have")
    told = (event.entries, event.meters)
    before = not any(meter.by_hand for meter in table.meters.values())  # opened when the inventory still paid dollars
    if told != settled_entries(table, event.seat, lines) and not (
        before and told == settled_entries(table, event.seat, lines, cage="inventory")
    ):
        return Wrong(BOOKS, f"its entries are not those of its lines for seat {event.seat}")
    return None


def _voided(table: Table, event: e.Voided, _: e.Event | None) -> Wrong | None:
    assert table.play is not None
    stakes = {line["wager"]: cents(line["stake"]) for line in event.lines}
    held = open_wagers(table.play, event.seat) | ({"match-play": 0} if event.seat in table.play.coupons else {})
    if not stakes.items() <= held.items():
        return Wrong(BOOKS, f"gives back what seat {event.seat} has not open")
    if (event.entries, event.meters, event.carries) != returned_entries(table, event.seat, stakes):
        return Wrong(BOOKS, f"its entries are not those of its lines for seat {event.seat}")
    return None


def _unwound(table: Table, event: e.Unwound, before: e.Event | None) -> Wrong | None:
    assert table.play is not None
    if not (table.play.void or _undoes(before)):
        return _not_due(table, f"to undo lines of seat {event.seat}")
    posted = [line for one in table.play.settled if one.seat == event.seat for line in one.lines]
    if not event.lines or len(without(posted, event.lines)) != len(posted) - len(event.lines):
        return Wrong(BOOKS, f"undoes what seat {event.seat} was not settled")
    if (event.entries, event.meters) != undone_entries(table, event.seat, event.lines):
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


_CHECKS: dict[type[Any], Callable[[Table, Any, e.Event | None], Wrong | None]] = {
    e.Performed: _performed,
    e.Shuffled: _shuffled,
    e.OrderOpened: _opened_order,
    e.PackChanged: _pack_changed,
    e.MoneyMoved: _moved,
    e.EquipmentBrought: _equipment,
    e.WagerPlaced: _placed,
    e.RoundBegan: _began,
    e.Contributed: _contributed,
    e.Dealt: _dealt,
    e.Discarded: _discarded,
    e.Decided: _decided,
    e.Turned: _turned,
    e.Revealed: _revealed,
    e.Settled: _settled,
    e.Voided: _voided,
    e.Racked: _racked,
    e.Unwound: _unwound,
    e.Claimed: _claimed,
}
