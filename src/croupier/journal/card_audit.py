"""Whether the cards of a journal are those of its shuffles: hears every record, recomputes every order that is opened.

For every order: the commitment is to the house's seed for this very shuffle, and neither was ever used before; the
contributions are those that came with the wagers; order, seals, salts and dice are the final seed's; every card that
was dealt, turned over or discarded face up is the one at its place. Real cards, entered by people, cannot be proved.
Conduct and entries are heard too, of whatever cards (`ConductAudit`).
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from croupier.errors import CroupierError, JournalError
from croupier.journal.conduct_audit import ConductAudit
from croupier.journal.orders import (
    AuditedOrder,
    CardVerdict,
    Lying,
    Seen,
    compare,
    compare_dice,
    compare_shown,
    recomputed,
    refuse,
    unseal,
)
from croupier.journal.packages import game_of, package_of
from croupier.journal.record import IMPOSSIBLE
from croupier.kit.cards import cards
from croupier.table import events as e
from croupier.table.seeds import SCHEME, link
from croupier.table.shuffle import seal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from croupier.journal.record import Record
    from croupier.kit.cards import Deck


class CardAudit:
    """Hears the records of one journal, from its first on. A fault is raised as a `JournalError` that names the record
    which tells of the wrong card. Audits that share `seen` find what was used at another table; `sealed` and `real` as
    for `ConductAudit`."""

    def __init__(self, seen: Seen | None = None, *, sealed: bool = False, real: bool = False) -> None:
        self._seen = seen or Seen()
        self._table = ""
        self._entered = False
        self._unchecked = "no table was opened"
        self._deck: Deck | None = None
        self._orders: dict[int, AuditedOrder] = {}
        self._seeds: dict[int, bytes] = {}
        self._active = 0
        self._clock = 0
        self._rounds = 0
        self._playing = 0
        self._layout: dict[int, dict[str, int]] = {}
        self._given: dict[int, tuple[int, str]] = {}
        self._of_round: Mapping[int, str] = {}
        self._hands: dict[str, list[Lying]] = {}
        self._conduct = ConductAudit(sealed=sealed, real=real)
        self._found = dict.fromkeys(("orders", "cards", "house_only", "by_all", "by_some", "by_none"), 0)

    def verdict(self) -> CardVerdict:
        """What is proved so far."""
        waiting = sum(order.at for order in self._orders.values() if not order.cards)
        return CardVerdict(entered=self._entered, unchecked=self._unchecked, waiting=waiting, **self._found)

    def hear(self, record: Record) -> None:
        """One record more."""
        handler = _HANDLERS.get(type(record.body))
        if handler is not None and (self._deck is not None or isinstance(record.body, e.TableOpened)):
            try:
                handler(self, record, record.body)
            except JournalError:
                raise
            except IMPOSSIBLE as error:
                refuse(record, f"tells of cards as no table could: {error or type(error).__name__}")
        self._conduct.hear(record)
        if isinstance(record.body, e.Event):
            self._clock = record.at

    def _opened(self, _: Record, event: e.TableOpened) -> None:
        self._table, self._entered, self._unchecked = event.table, event.cards == "entered", ""
        if self._entered:
            return
        try:
            self._deck = game_of(event).deck
        except CroupierError as error:
            missing = package_of(event) is not None
            words = error.message if missing else f"the game {event.game} ({event.edition}) is not known here"
            self._unchecked = words

    # Wagers, and what comes with them.

    def _placed(self, record: Record, event: e.WagerPlaced) -> None:
        own = self._layout.setdefault(event.seat, {})
        if event.wager != "match-play":
            own[event.wager] = own.get(event.wager, 0) + event.amount
        if event.contribution:
            self._given[event.seat] = (record.n, event.contribution)
        elif not any(own.values()):
            self._given.pop(event.seat, None)

    def _began(self, record: Record, event: e.RoundBegan) -> None:
        dealt_from = self._orders.get(event.pack)
        since = 0 if dealt_from is None else dealt_from.record  # what came before that commitment does not count
        given = {seat: shown for seat, (n, shown) in sorted(self._given.items()) if seat in event.wagers and n > since}
        if event.contributions != given:
            differ = {seat for seat, _ in given.items() ^ event.contributions.items()}
            refuse(record, f"has not the contribution that came with the wagers of seat {min(differ)}")
        self._active, self._playing, self._hands, self._layout, self._given = event.pack, event.round, {}, {}, {}
        self._of_round = given
        order = self._order(record)
        if order.contributions is None:
            order.contributions = given
            if order.shuffled.scheme == SCHEME:
                how = "by_none" if not given else "by_all" if len(given) == len(event.wagers) else "by_some"
                self._found[how] += 1

    def _closed(self, _: Record, event: e.RoundClosed) -> None:
        self._rounds, self._playing, self._hands = event.round, 0, {}

    def _table_closed(self, record: Record, _: e.TableClosed) -> None:
        for order in self._orders.values():
            if order.at and not order.cards:
                refuse(record, f"closes the table, and the order of record {order.record} was never opened")

    # Shuffles.

    def _shuffled(self, record: Record, event: e.Shuffled) -> None:
        before = self._orders.get(event.pack)
        if before is not None and not before.cards:
            refuse(record, f"shuffles again, and the order of record {before.record} was never opened")
        if not event.commitment:
            refuse(record, "is a shuffle by the table without a commitment")
        if event.scheme == SCHEME:
            number = before.shuffled.number + 1 if before is not None else 1
            round_ = self._playing or self._rounds + 1
            for what, shown, due in (
                ("number", event.number, number),
                ("round", event.round, round_),
                ("clock", event.clock, self._clock),
            ):
                if shown != due:
                    refuse(record, f"its commitment is for {what} {shown}, and this is {what} {due}")
        elif event.scheme != 1 or (before is not None and before.shuffled.scheme == SCHEME):
            refuse(record, f"its commitment is of scheme {event.scheme}")
        self._fresh(record, "commitment", event.commitment)
        assert self._deck is not None
        size = len(event.of.split()) or len(self._deck)
        order = self._orders[event.pack] = AuditedOrder(event, record.n, size)
        if event.of and self._playing:  # 686a.9(b): the round's contributions count again
            order.contributions = self._of_round

    def _fresh(self, record: Record, what: str, value: str) -> None:
        if where := self._seen.use(what, value, self._table, record.n):
            refuse(record, f"its {what} was used before: {where}")

    def _performed(self, record: Record, event: e.Performed) -> None:
        if event.step == "shake":
            self._shaken(record, event)
        if event.pack is None:
            return
        if event.step == "load":
            self._active = event.pack
        order = self._orders.get(event.pack)
        if event.step == "cut" and order is not None and isinstance(event.value, int):
            order.cut = (order.cut + event.value) % order.size

    def _order_opened(self, record: Record, event: e.OrderOpened) -> None:
        order = self._orders.get(event.pack)
        if order is None or order.cards or event.commitment != order.shuffled.commitment:
            refuse(record, "opens no order that was committed to")
        assert self._deck is not None
        if event.contributions != (order.contributions or {}):
            refuse(record, "its contributions are not those that fixed the order")
        deck = replace(self._deck, cards=cards(order.shuffled.of), copies=1) if order.shuffled.of else self._deck
        try:
            final = recomputed(self._table, order.shuffled, event, deck)
        except (CroupierError, ValueError) as error:
            refuse(record, f"does not open the shuffle of record {order.record}: {error}")
        if event.cut != order.cut:
            refuse(record, f"says the cards were cut at {event.cut}, and they were cut at {order.cut}")
        house = bytes.fromhex(event.seed)
        self._fresh(record, "seed", event.seed)
        if order.shuffled.of and order.shuffled.scheme == SCHEME and link(house) != self._seeds.get(event.pack):
            refuse(record, "its seed is not the one that the shuffle before committed to for the discards")
        self._seeds[event.pack] = house
        order.final, order.cards = final, cards(event.order)
        checks, order.checks = order.checks, []
        for check in checks:
            check()
        self._found["orders"] += 1
        self._found["cards"] += order.at
        self._found["house_only"] += order.shuffled.scheme != SCHEME

    # Cards and dice.

    def _order(self, record: Record) -> AuditedOrder:
        order = self._orders.get(self._active)
        if order is None or order.cards:
            refuse(record, "deals from a pack that was not shuffled since its order was opened")
        return order

    def _take(self, record: Record, at: int, count: int) -> AuditedOrder:
        """Cards leave the pack, the next ones of its order."""
        order = self._order(record)
        if at != order.at or at + count > order.size:
            refuse(record, f"takes {count} cards from place {at} of the order, and place {order.at} is the next")
        order.at += count
        return order

    def _dealt(self, record: Record, event: e.Dealt) -> None:
        order = self._take(record, event.at, event.count)
        shown = cards(event.cards)
        if order.contributions is None:
            refuse(record, "deals before the order was fixed")
        if len(shown or event.seals) != event.count or (shown and event.seals):
            refuse(record, f"has not one card or seal for each of the {event.count} dealt")
        held = self._hands.setdefault(event.to, [])
        for place, sealed in enumerate(event.seals or ("",) * event.count, event.at):
            held.append(Lying(order, place, sealed))
        if shown:
            order.check(lambda: compare(record, order, range(event.at, event.at + event.count), shown))
        else:
            order.check(lambda: unseal(record, order, event.at, event.seals))

    def _discarded(self, record: Record, event: e.Discarded) -> None:
        order = self._take(record, event.at, event.count)
        if shown := cards(event.cards):
            if order.contributions is None or len(shown) != event.count:
                refuse(record, "shows cards before the order was fixed, or not as many as it discards")
            order.check(lambda: compare(record, order, range(event.at, event.at + event.count), shown))

    def _turned(self, record: Record, event: e.Turned) -> None:
        self._show(record, event.to, event.first, event.cards, event.salts)

    def _revealed(self, record: Record, event: e.Revealed) -> None:
        self._show(record, f"seats.{event.seat}", 0, event.cards, event.salts)

    def _show(self, record: Record, to: str, first: int, text: str, salts: Sequence[str]) -> None:
        shown = cards(text)
        lying = self._hands.get(to, [])[first : first + len(shown)]
        if len(lying) != len(shown):
            refuse(record, f"shows {len(shown)} cards of {to}, and {len(lying)} lie there")
        if len(salts) != sum(bool(each.seal) for each in lying):
            refuse(record, "has not one salt for each card that was sealed")
        opening = iter(salts)
        for each, card in zip(lying, shown, strict=True):
            opens = next(opening) if each.seal else ""
            if opens and seal(opens, card) != each.seal:
                refuse(record, f"shows {card}, which is not the card that was sealed")
            each.order.check(partial(compare_shown, record, each, card, opens))

    def _shaken(self, record: Record, event: e.Performed) -> None:
        order = self._order(record)
        if order.shuffled.scheme == SCHEME:
            round_ = self._playing
            order.check(lambda: compare_dice(record, order, round_, event.value))


_HANDLERS: dict[type[Any], Callable[[CardAudit, Record, Any], None]] = {
    e.TableOpened: CardAudit._opened,  # noqa: SLF001
    e.WagerPlaced: CardAudit._placed,  # noqa: SLF001
    e.RoundBegan: CardAudit._began,  # noqa: SLF001
    e.RoundClosed: CardAudit._closed,  # noqa: SLF001
    e.TableClosed: CardAudit._table_closed,  # noqa: SLF001
    e.Shuffled: CardAudit._shuffled,  # noqa: SLF001
    e.Performed: CardAudit._performed,  # noqa: SLF001
    e.OrderOpened: CardAudit._order_opened,  # noqa: SLF001
    e.Dealt: CardAudit._dealt,  # noqa: SLF001
    e.Discarded: CardAudit._discarded,  # noqa: SLF001
    e.Turned: CardAudit._turned,  # noqa: SLF001
    e.Revealed: CardAudit._revealed,  # noqa: SLF001
}
