"""Irregularities for the one who deals: which can be now and why the others cannot, and what each remedy would do.

A remedy is tried on the table without being done; what it moves is read from the events it would lead to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from croupier.errors import CroupierError, IllegalAction
from croupier.house.cloth.felt import exact, label
from croupier.house.cloth.payloads import Said
from croupier.house.desk.dealing import Wrong, made_report
from croupier.house.desk.floor_reports import DEVICE_WORDS
from croupier.house.desk.two_person_commands import ASK, needs_second
from croupier.house.screens.dealer import payloads
from croupier.house.screens.dealer.next_step import capital
from croupier.house.screens.dealer.order_of_round import said
from croupier.kit.cards import write
from croupier.table import Actor, Report
from croupier.table import events as e
from croupier.table.disproof import disproved
from croupier.table.remedies import remedy
from croupier.table.skips import open_wagers

if TYPE_CHECKING:
    from croupier.game.conduct import Irregularity
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.table import Table


def wrongs(keeper: Keeper) -> list[payloads.IrregularityChoice]:
    """Everything that the chapter says can go wrong by this way of dealing."""
    return [_told(keeper, found) for found in offered(keeper.table)]


def offered(table: Table) -> list[Irregularity]:
    """The irregularities that belong to this table's way of dealing."""
    return [found for found in table.conduct.irregularities if not found.ways or table.way in found.ways]


def _told(keeper: Keeper, found: Irregularity) -> payloads.IrregularityChoice:
    needs, refused = _needs(keeper, found)
    return payloads.IrregularityChoice(
        id=found.id,
        words=capital(found.words),
        cite=str(found.cite),
        remedy=_sentence(remedy(found)),
        applies=not refused,
        why=_sentence(refused) if refused else "",
        needs=needs,
        second="" if refused else _second(keeper, found),
    )


def _second(keeper: Keeper, found: Irregularity) -> str:
    """Why the dealer cannot report this alone."""
    if keeper.settings.school:
        return ""
    reports = [Report(irregularity=found.id, device=device) for _, device in _ways(keeper.table, found)]
    return _sentence(ASK) if any(needs_second(keeper.table, report) for report in reports) else ""


def _needs(keeper: Keeper, found: Irregularity) -> tuple[payloads.IrregularityNeeds, str]:
    """What has to be said besides, and why it cannot be now."""
    table = keeper.table
    refused = ""
    for seat, device in _ways(table, found):
        try:
            tried(keeper, Wrong(found.id, seat=seat, device=device, cards=_any_card(table, found)))
        except CroupierError as error:
            refused = refused or error.message
            continue
        ways = _ways(table, found)
        needs = payloads.IrregularityNeeds(
            seats=[one for one, _ in ways if _applies(keeper, found, seat=one)] if seat else UNSET,
            devices=[one for _, one in ways if _applies(keeper, found, device=one)] if device else UNSET,
            card=True if "discard-card" in found.remedy and table.cards == "entered" else UNSET,
        )
        return needs, ""
    return payloads.IrregularityNeeds(), refused


def _ways(table: Table, found: Irregularity) -> list[tuple[int, str]]:
    """How it may be reported: as it is, or with a seat or a device if it needs one."""
    if {"out-of-order", "remove-device"} & set(found.remedy):
        return [(0, device) for device in DEVICE_WORDS]
    seats = _seats(table)
    if {"void-seat", "forfeit", "ask-player"} & set(found.remedy):
        return [(seat, "") for seat in seats] or [(0, "")]
    return [(0, "")]


def _applies(keeper: Keeper, found: Irregularity, *, seat: int = 0, device: str = "") -> bool:
    try:
        tried(keeper, Wrong(found.id, seat=seat, device=device))
    except CroupierError:
        return False
    return True


def _seats(table: Table) -> list[int]:
    return [] if table.play is None else list(table.play.round.seats)


def _any_card(table: Table, found: Irregularity) -> str:
    """Some card that nobody has seen, where a person would name the one that lies there."""
    if table.cards != "entered" or "discard-card" not in found.remedy:
        return ""
    seen = set(seen_cards(table))
    return next((write([card]) for card in table.deck(table.active).cards if int(card) not in seen), "")


def seen_cards(table: Table) -> list[int]:
    """Cards that lie face up or have been shown since the shuffle."""
    found = list(table.seen)
    if table.play is not None:
        lying = [card for seat in table.play.round.seats.values() for card in seat.cards]
        lying += [card for held in table.play.round.places.values() for card in held]
        found += [int(card) for card in lying if card is not None]
    return found


def tried(keeper: Keeper, report: Wrong) -> tuple[tuple[e.Event, ...], Table]:
    """What a report would lead to; refused where the record disproves it."""
    table = keeper.table
    found = table.conduct.irregularity(report.irregularity)
    shown = "" if keeper.settings.school else disproved(table, report.irregularity, report.seat)
    if shown and found is not None and table.phase in found.when:
        raise IllegalAction(shown, field="irregularity", cite=found.cite)
    return made_report(keeper, table, report.report(), Actor("dealer", keeper.settings.dealer))


def preview(keeper: Keeper, report: Wrong) -> payloads.Effects:
    """A remedy before it is confirmed: what goes back to whom, what is lost, what is settled all the same, what is due
    then. The card that would be shown is not."""
    table = keeper.table
    found = table.conduct.irregularity(report.irregularity)
    if found is not None and not report.cards:
        report = Wrong(report.irregularity, report.seat, _any_card(table, found), report.device, report.note)
    events, after = tried(keeper, report)
    return effects(table, events, after)


def effects(table: Table, events: tuple[e.Event, ...], after: Table) -> payloads.Effects:
    """What events of a remedy moved, in words."""
    back: dict[int, int] = {}
    lost: dict[int, int] = {}
    owed: dict[str, int] = {}
    for event in events:
        if isinstance(event, e.Voided | e.Unwound):
            back[event.seat] = back.get(event.seat, 0) + _to_players(event.entries)
        elif isinstance(event, e.WagerPlaced) and event.amount < 0:  # on sealed cards that get another order
            back[event.seat] = back.get(event.seat, 0) - event.amount
        elif isinstance(event, e.Claimed):
            owed[event.player] = event.amount
        elif isinstance(event, e.Settled):
            lost[event.seat] = lost.get(event.seat, 0) + event.entries.get("inventory", 0)
    players = table.play.players if table.play is not None else table.seats
    settled = _still_settled(after) if back and after.play is not None else []
    due = after.due
    taken = {n: -change for n, change in back.items() if change < 0}
    back = {n: change for n, change in back.items() if n not in taken}
    return payloads.Effects(
        returned=[payloads.SeatAmount(seat=n, player=players.get(n, ""), text=exact(back[n])) for n in sorted(back)],
        total=exact(sum(back.values())) if back else "",
        taken=[payloads.SeatAmount(seat=n, player=players.get(n, ""), text=exact(taken[n])) for n in sorted(taken)],
        owed=[payloads.PlayerAmount(player=player, text=exact(amount)) for player, amount in owed.items()],
        lost=[payloads.SeatAmount(seat=n, player=players.get(n, ""), text=exact(lost[n])) for n in sorted(lost)],
        settled=payloads.SettledMany(words=", ".join(dict.fromkeys(name for name, _ in settled)), count=len(settled)),
        then=Said(words=_sentence(said(after, due)), cite=due.cite) if due is not None else None,
    )


def _to_players(entries: dict[str, int]) -> int:
    return sum(amount for account, amount in entries.items() if account.startswith("player:"))


def _still_settled(after: Table) -> list[tuple[str, int]]:
    play = after.play
    assert play is not None
    return [
        (label(after.rules, wager), n) for n in play.round.seats for wager in open_wagers(play, n) if n not in play.out
    ]


def _sentence(words: str) -> str:
    return f"{capital(words.rstrip('.'))}."
