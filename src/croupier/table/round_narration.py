"""The events of a round, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.kit.money import dollars
from croupier.table.narration_words import amounts, does, place, plain, short, so_many

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.table import events as e
    from croupier.table.state import Table


def began(event: e.RoundBegan, before: Table | None) -> Iterable[str | tuple[str, str]]:
    """The betting closed, and what stands on the layout."""
    close = does(before.conduct.ways[before.way].close[0].words) if before is not None else "closes the betting"
    yield f"{close}: round {event.round}"
    for seat, wagers in event.wagers.items():
        coupon = f", a coupon of {dollars(event.coupons[seat])}" if seat in event.coupons else ""
        yield f"  seat {seat}, {event.players.get(seat, 'nobody')}: {amounts(wagers)}{coupon}", ""


def contributed(event: e.Contributed, _: Table | None) -> Iterable[str]:
    """Progressive wagers collected, and the meter's growth to the part of a cent."""
    count = f"{len(event.wagers)} wager{'s' if len(event.wagers) != 1 else ''}"
    own, _sep, reserve = event.carry.partition(" ")
    rest = "".join(
        f", {part} cent carried{for_}"
        for part, for_ in ((own, ""), (reserve, " for the reserve"))
        if part not in {"", "0"}
    )
    grown = f"the meter grows by {dollars(event.increment)}{rest}"
    yield f"collects {count} for {event.meter}, {dollars(event.chips)}: {grown}"


def dealt(event: e.Dealt, _: Table | None) -> Iterable[str]:
    """Cards to a seat or place."""
    if event.cards:
        drawn = f" for a wild card of seat {event.drawn_for}" if event.drawn_for else ""
        yield f"deals {event.cards} face up to {place(event.to)}{drawn}"
    else:
        yield f"deals {so_many(event.count)} face down to {place(event.to)}"


def discarded(event: e.Discarded, _: Table | None) -> Iterable[str]:
    """A card straight to the rack."""
    what = event.cards or so_many(event.count)
    yield f"puts {what} in the discard rack ({event.what})"


def decided(event: e.Decided, _: Table | None) -> Iterable[str]:
    """A player's decision, and what it cost."""
    low = f", places {' and '.join(map(str, event.low))} low" if event.low else ""
    stakes = "".join(f", {dollars(amount)} on {wager}" for wager, amount in event.stakes.items())
    yield f"seat {event.seat}: {event.decision}{low}{stakes}" + (
        ", for a player whose time is over" * event.late + ", announced by the dealer" * event.announced
    )


def turned(event: e.Turned, _: Table | None) -> Iterable[str]:
    """Cards of a place."""
    yield f"turns over {event.cards} of {place(event.to)}" + (event.announced and f' and announces "{event.announced}"')


def revealed(event: e.Revealed, _: Table | None) -> Iterable[str]:
    """A player's hand."""
    low = f", {event.low} low" if event.low else ""
    winner = ", a progressive winner to be validated" * event.validate
    said = event.announced and f' and announces "{event.announced}"'
    yield f"turns over {event.cards} of seat {event.seat}{said}{low}{winner}"


def settled(event: e.Settled, before: Table | None) -> Iterable[str | tuple[str, str]]:
    """A line for each wager, and one for each meter that was hit."""
    if not event.lines:
        yield f"seat {event.seat}: nothing to settle"
    if event.announced:
        cite = before.conduct.announce_results if before is not None else None
        yield f'announces "seat {event.seat} {event.announced}"', short(str(cite or ""))
    for line in event.lines:
        yield _line(event.seat, line)
    for meter, amount in event.meters.items():
        yield f"  meter {meter} stands at {dollars(amount)}", ""


def _line(seat: int, line: Mapping[str, Any]) -> tuple[str, str]:
    """A wager's result as the contract tells it; a cite that sets the amount follows the one that decides."""
    if not {"wager", "stake", "result", "paid"} <= line.keys():
        return f"seat {seat}: {plain(dict(line))}", ""
    cites = ", ".join(
        map(short, dict.fromkeys(str(line[k]) for k in ("cite", "pays-cite", "limited-by") if line.get(k)))
    )
    keys = line.get("readings") or [line["reading"]] if line.get("reading") else []
    reading = f" [{', '.join(keys)}]" if keys else ""
    if line["wager"] == "envy" and not line.get("from"):
        return f"seat {seat}: the right to an Envy Bonus {_RESULTS.get(str(line['result']), line['result'])}", cites
    if line.get("from"):
        return (
            f"seat {seat}: {line['wager']} paid {line['paid']} for seat {line['from']}'s {line.get('row')}{reading}",
            cites,
        )
    words = f"seat {seat}: {line['wager']} {line['stake']} {_RESULTS.get(str(line['result']), line['result'])}"
    if line.get("row") and line["row"] != "Win":
        words += f", {line['row']}"
    if line["result"] == "win" or line["paid"] != "0.00":
        words += f", paid {line['paid']}" + (f" at {line['odds']}" if line.get("odds") else "")
    return words + reading, cites


_RESULTS = {"win": "wins", "lose": "loses", "push": "pushes", "forfeit": "is forfeited", "void": "is returned"}


def irregular(event: e.IrregularityFound, before: Table | None) -> Iterable[str | tuple[str, str]]:
    """What went wrong and what follows."""
    found = before.conduct.irregularity(event.irregularity) if before is not None else None
    words = f": {found.words}" if found is not None else ""
    seat = f", seat {event.seat}" if event.seat else ""
    note = f" ({event.note})" if event.note else ""
    reading = f" [{event.reading}]" if event.reading else ""
    yield f"reports {event.irregularity}{words}{seat}{note}{reading}"
    yield f"  the law's remedy: {', '.join(event.remedy)}", ""


def voided(event: e.Voided, _: Table | None) -> Iterable[str | tuple[str, str]]:
    """Wagers returned, and meters as before."""
    if not event.lines:
        yield f"seat {event.seat}: nothing to return"
    for line in event.lines:
        yield _line(event.seat, line)
    for meter, amount in event.meters.items():
        yield f"  meter {meter} stands at {dollars(amount)} again", ""


def unwound(event: e.Unwound, _: Table | None) -> Iterable[str | tuple[str, str]]:
    """What was settled and stands no more, and meters as before."""
    if not event.lines:
        yield f"seat {event.seat}: nothing to undo"
    for line in event.lines:
        yield f"undoes {_line(event.seat, line)[0]}", short(event.cite)
    for meter, amount in event.meters.items():
        yield f"  meter {meter} stands at {dollars(amount)} again", ""


def claimed(event: e.Claimed, _: Table | None) -> Iterable[str]:
    """What a player owes."""
    reading = f" [{event.reading}]" if event.reading else ""
    yield f"has a claim of {dollars(event.amount)} against {event.player}, of round {event.round}{reading}"


def racked(event: e.Racked, _: Table | None) -> Iterable[str]:
    """Cards to the discard rack."""
    many = "card" if event.count == 1 else f"{event.count} cards"
    yield f"puts the {many} of {place(event.what)} in the discard rack"


def round_closed(event: e.RoundClosed, _: Table | None) -> Iterable[str]:
    """The end of the round."""
    yield f"round {event.round} is over" + (", void" * event.void)
