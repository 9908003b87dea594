"""``croupier journal reconstruct`` and ``croupier journal explain``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.options import JSON
from croupier.errors import BadText, JournalError

if TYPE_CHECKING:
    from croupier.journal.explain import Explained
    from croupier.journal.gather_round import Order
    from croupier.journal.held_cards import Held
    from croupier.journal.reconstruct import Rebuilt

FILE = Annotated[Path, typer.Argument(metavar="FILE", help="A journal.")]
ROUND = Annotated[int, typer.Argument(metavar="ROUND", help="The number of a round that is closed.")]


def reconstruct(file: FILE, round_: ROUND, json: JSON = False) -> None:
    """Rebuild every hand of a round from the journal: shuffle, cut, each card, decisions, settlement, rack.

    Cards that nobody was shown are there too, once the order they came from is opened; exits 3 if the opening is not
    what was committed to, or if the round settled anew differs from what was paid. With --json, what `croupier settle`
    reads, so that it can be piped there unless a hand of entered cards was never shown.

    Example: croupier journal reconstruct table-7.journal 12
    """
    from croupier.cli import show

    rebuilt = _rebuilt(file, round_)
    if json:
        show.as_json({**(rebuilt.to_json() or {}), "reconstructed": _to_json(rebuilt)})
    else:
        _print(rebuilt)
    if rebuilt.differences():
        raise typer.Exit(3)


def explain(
    file: FILE,
    round_: ROUND,
    seat: Annotated[int, typer.Argument(metavar="SEAT", help="A seat that wagered in it.")],
    json: JSON = False,
) -> None:
    """Say why a seat was paid what it was paid: cards, hand, the provision that decides, the row, the arithmetic.

    Example: croupier journal explain table-7.journal 12 3
    """
    from croupier.cli import show
    from croupier.journal.explain import explain as explain_seat

    rebuilt = _rebuilt(file, round_)
    found = explain_seat(rebuilt, seat)
    if json:
        show.as_json(_as_json(found))
    else:
        _print_reasons(rebuilt, found)
    if rebuilt.differences():
        print(f"{file}: what was paid is not what these cards settle to: {rebuilt.differences()[0]}", file=sys.stderr)
        raise typer.Exit(3)


def _rebuilt(file: Path, number: int) -> Rebuilt:
    from croupier.cli.journal import broken
    from croupier.journal.reconstruct import reconstruct as rebuild

    try:
        return rebuild(file, number)
    except JournalError as error:
        broken(file, error)
    except BadText as error:
        raise error if error.field == str(file) else error.within(str(file)) from None


# As JSON -----------------------------------------------------------------------------------------------------------


def _to_json(rebuilt: Rebuilt) -> dict[str, Any]:
    began = rebuilt.gathered.began
    return {
        "table": rebuilt.gathered.opening.table,
        "test": rebuilt.gathered.opening.test,
        "round": began.round,
        "day": _day(rebuilt),
        "standing": rebuilt.rules.game.chapter.standing,
        "void": rebuilt.void,
        "shuffles": [_order(order) for order in rebuilt.orders],
        "hands": {to: _held(held) for to, held in rebuilt.hands.items()},
        "rack": [{"what": what, "cards": _faces(found)} for what, found in rebuilt.rack],
        "irregularities": [e.event for e in rebuilt.gathered.entries if type(e.event).__name__ == "IrregularityFound"],
        "settlement": rebuilt.settlement(),
        "settled-anew": rebuilt.unsettled() or ("differs" if rebuilt.differences() else "agrees"),
        **({"by-older-steps": list(older)} if (older := rebuilt.by_older_steps()) else {}),
    }


def _day(rebuilt: Rebuilt) -> str:
    """The day of the round, in UTC."""
    from croupier.kit.days import day_of

    return day_of(rebuilt.gathered.entries[0].record.at).isoformat()


def _order(order: Order) -> dict[str, Any]:
    from croupier.kit.cards import write

    return {
        "pack": order.pack,
        "record": order.record,
        "method": order.shuffled.method,
        "commitment": order.shuffled.commitment or None,
        "opened": order.opened,
        "seed": order.seed or None,
        "contributions": {str(seat): given for seat, given in order.contributions.items()},
        "order": write(order.cards) or None,
        "cut": order.cut,
    }


def _held(held: Held) -> dict[str, Any]:
    return {"cards": held.text(), "at": held.at, "shown": held.shown, "seals-opened": held.sealed}


def _faces(found: Any) -> str:  # noqa: ANN401 - cards, some unknown
    from croupier.journal.held_cards import UNKNOWN

    return " ".join(UNKNOWN if card is None else str(card) for card in found)


def _as_json(found: Explained) -> dict[str, Any]:
    return {
        "seat": found.seat,
        "player": found.player,
        "cards": found.cards,
        "never-shown": found.never_shown,
        "hand": found.hand,
        "dealer": found.dealer,
        "decisions": found.decisions,
        "lines": [{**r.line, "words": r.words, "arithmetic": r.sums} for r in found.reasons],
        "notes": found.notes,
        "net": found.net,
    }


# For people --------------------------------------------------------------------------------------------------------


def _print(rebuilt: Rebuilt) -> None:
    from croupier.cli import show
    from croupier.journal.record_text import time_of

    _heading(rebuilt)
    first, last = rebuilt.gathered.entries[0].record, rebuilt.gathered.entries[-1].record
    show.say(f"records {first.n} to {last.n}, {time_of(first.at)} to {time_of(last.at)}")
    show.say(f"played by {rebuilt.gathered.opening.edition}, {rebuilt.rules.game.chapter.standing}")
    for order in rebuilt.orders:
        for line in _shuffle(order):
            show.say(line)
    rows = [
        (_place(rebuilt, to), _spans(held.at), held.text(), _seen(rebuilt, held)) for to, held in rebuilt.hands.items()
    ]
    show.table(("place", "in the order", "cards", ""), rows, title="Cards")
    _decided(rebuilt)
    for number in rebuilt.gathered.began.wagers:
        lines = [*rebuilt.lines.get(number, ()), *rebuilt.voided.get(number, ())]
        cells = [(x["wager"], x["stake"], x["result"], x.get("row"), x["odds"], x["net"], x["cite"]) for x in lines]
        show.table(("wager", "stake", "", "row", "pays", "net", "decided by"), cells, title=f"Seat {number}, settled")
    show.table(
        ("", "what", "cards"),
        [(n, _place(rebuilt, what), _faces(found)) for n, (what, found) in enumerate(rebuilt.rack, 1)],
        title="Discard rack, from the bottom",
        keep=2,
    )
    for note in rebuilt.differences():
        show.say(f"DIFFERS: {note}")
    for note in rebuilt.by_older_steps():
        show.say(f"OLDER STEPS: {note}")
    why = rebuilt.unsettled()
    show.say(f"Not settled anew: {why}." if why else _verdict(rebuilt))


def _verdict(rebuilt: Rebuilt) -> str:
    if rebuilt.differences():
        return "Settled anew: it differs."
    if rebuilt.by_older_steps():
        return "Settled as the list of steps has it that the table followed; every other line agrees."
    return "Settled anew from these cards: every line agrees."


def _heading(rebuilt: Rebuilt) -> None:
    from croupier.cli import show

    game, opening = rebuilt.rules.game, rebuilt.gathered.opening
    test = ", a test run" if opening.test else ""
    void = ", void" if rebuilt.void else ""
    show.heading(f"Round {rebuilt.gathered.began.round} of table {opening.table}: {show.named(game)}{test}{void}")


def _shuffle(order: Order) -> list[str]:
    cuts = ", ".join(f"cut at {cut.value} by {' '.join(filter(None, (cut.by, cut.who)))}" for cut in order.cuts)
    cut = f"; {cuts}" if cuts else ""
    if not order.shuffled.commitment:
        return [f"pack {order.pack + 1} was shuffled by hand (record {order.record}){cut}"]
    lines = [f"pack {order.pack + 1} was shuffled (record {order.record}) under {order.shuffled.commitment}{cut}"]
    if order.opened is None:
        return [*lines, "its order is still in play and not opened: cards that nobody was shown are ??"]
    given = f"{len(order.contributions)} players contributed" if order.shuffled.scheme > 1 else "the house's seed alone"
    return [*lines, f"opened in record {order.opened}: seed ({given}), order and commitment recomputed, they agree"]


def _place(rebuilt: Rebuilt, to: str) -> str:
    if not to.startswith("seats."):
        return to
    number = int(to.removeprefix("seats."))
    player = rebuilt.gathered.began.players.get(number)
    return f"seat {number}, {player}" if player else f"seat {number}, empty"


def _spans(at: list[int]) -> str:
    """Places from 1, runs shortened: ``1-5``, ``1 8 15``."""
    lines: list[str] = []
    for place in at:
        if lines and int(lines[-1].split("-")[-1]) == place:
            lines[-1] = f"{lines[-1].split('-')[0]}-{place + 1}"
        else:
            lines.append(str(place + 1))
    return " ".join(lines)


def _seen(rebuilt: Rebuilt, held: Held) -> str:
    opened = ", seals opened" if held.sealed else ""
    if held.shown >= len(held.cards):
        return "turned up" + opened
    if held.to.startswith("seats.") and int(held.to[6:]) not in rebuilt.gathered.began.wagers:
        return "nobody's" + opened
    return (f"{held.shown} turned up" if held.shown else "never shown") + opened


def _decided(rebuilt: Rebuilt) -> None:
    from croupier.cli import show

    rows = []
    for number, said in rebuilt.decisions.items():
        lines = ", ".join(x if isinstance(x, str) else f"high {x['high']}, low {x['low']}" for x in said)  # type: ignore[index]
        rows.append((f"seat {number}, {rebuilt.gathered.began.players[number]}", lines))
    show.table(("seat", "decided"), rows, title="Decisions")


def _print_reasons(rebuilt: Rebuilt, found: Explained) -> None:
    from croupier.cli import show

    _heading(rebuilt)
    shown = " (never shown)" if found.never_shown else ""
    hand = f": {found.hand['text']}" if found.hand and "text" in found.hand else ""
    show.say(f"Seat {found.seat}, {found.player}: {found.cards}{shown}{hand}")
    if found.dealer and "text" in found.dealer:
        show.say(f"Dealer: {rebuilt.hands['dealer'].text()}: {found.dealer['text']}")
    for note in found.notes:
        show.say(f"Irregularity: {note}")
    for reason in found.reasons:
        line = reason.line
        show.heading(f"{reason.name}, {line['stake']}: {line['result']}, {line['net']}")
        show.say(f"  {reason.cite}: {reason.words}")
        for text in reason.sums:
            show.say(f"  {text}")
        if line.get("pays-cite"):
            show.say(f"  the table stands in {line['pays-cite']}")
    show.say(f"\nAltogether: {found.net}")
