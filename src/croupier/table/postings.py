"""The entries that lines make: what settlement posts, and what anyone who reads the lines can compute again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.kit.money import cents
from croupier.table.money import feed, meter_of, move

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.game import Line
    from croupier.kit.pays import Pay
    from croupier.table.state import Meter, Table


class PostedLine(NamedTuple):
    """What of a line decides where its money goes, in cents."""

    wager: str
    stake: int
    result: str
    net: int
    row: str | None


class Returned(NamedTuple):
    """Entries of wagers that go back, with the meters after them and the parts of a cent that these carry."""

    entries: dict[str, int]
    meters: dict[str, int]
    carries: dict[str, str]


def settled_entries(
    table: Table, seat: int, lines: Iterable[Line | PostedLine], *, cage: str = "house"
) -> tuple[dict[str, int], dict[str, int]]:
    """Entries of lines that are paid and collected, and the meters after them. Stakes on the layout move with the
    lines; progressive stakes were collected before.

    No part of a payout that is a share of a meter comes from the inventory (688a.11(h)(3)(i)(B)(4),
    669a.11(i)(3)(i)(D); other chapters do not say): the share is the meter's, and dollars printed beside it are paid by
    hand, out of the `cage`. A stake that goes back was the player's, and lies in the inventory.
    """
    moves: list[tuple[str, str, int]] = []
    after: dict[str, int] = {}
    for line in lines:
        moves += _settled_moves(table, seat, line, table.accounts, after, cage)
    return move(*moves), after


def _settled_moves(
    table: Table,
    seat: int,
    line: Line | PostedLine,
    stand: Mapping[str, int],
    after: dict[str, int],
    cage: str = "house",
) -> list[tuple[str, str, int]]:
    """What one line moves while the accounts of the meters `stand` so; the meter `after` it, if it paid."""
    assert table.play is not None
    player = f"player:{table.play.players[seat]}"
    on_layout = 0 if f"{seat}:{line.wager}" in table.play.collected else line.stake
    gets = line.stake + line.net
    moves: list[tuple[str, str, int]] = []
    pay = _metered(table, line)
    if pay is not None:
        meter = meter_of(table, line.wager, line.stake)
        assert meter is not None
        account = f"meter:{meter.id}"
        share = stand[account] * pay.percent // 100
        moves += [(account, player, share), (cage, player, pay.dollars)]
        after[meter.id] = stand[account] - share
        if pay.percent == 100:  # nothing else re-seeds a meter: a smaller share may leave it below its seed
            moves.append(("house", account, meter.seed))
            after[meter.id] = meter.seed
        gets -= share + pay.dollars
    return [*moves, ("layout", "inventory", on_layout), ("inventory", player, gets)]


def share_of(table: Table, line: Line | PostedLine, stand: Mapping[str, int]) -> int:
    """How much of a line's payment comes from a meter, while the meters' accounts `stand` so."""
    pay = _metered(table, line)
    if pay is None:
        return 0
    meter = meter_of(table, line.wager, line.stake)
    assert meter is not None
    return stand.get(f"meter:{meter.id}", 0) * pay.percent // 100


def _metered(table: Table, line: Line | PostedLine) -> Pay | None:
    """The pay of a line that wins a share of a meter."""
    if line.result != "win" or line.row is None:
        return None
    paytable = table.rules.tables.get(line.wager)
    if paytable is None or paytable.progression is None:
        return None
    row = next(key for key, label in paytable.labels.items() if label == line.row)
    return paytable.rows[row] if paytable.rows[row].percent else None


def posted_line(line: Mapping[str, Any]) -> PostedLine:
    """A line as an event tells it."""
    net = line["net"]
    signed = -cents(net[1:]) if net.startswith("-") else cents(net)
    return PostedLine(line["wager"], cents(line["stake"]), line["result"], signed, line["row"])


def unwound_entries(table: Table, seat: int, lines: Iterable[tuple[PostedLine, Mapping[str, int]]]) -> Returned:
    """Entries that undo settled lines, each with the meters' accounts as they stood before it; and the meters after.
    With a win of a whole meter comes back what the house has borne of it since, and leaves it as it should have."""
    moves: list[tuple[str, str, int]] = []
    touched: dict[str, int] = {}
    carries: dict[str, str] = {}
    for line, stood in lines:
        moves += [(to, source, amount) for source, to, amount in _settled_moves(table, seat, line, stood, touched)]
        won = _won_whole(table, line)
        if won is not None and won.id not in carries and (stakes := _borne(table, won)):
            grown, carry, _, _ = feed(won, -stakes)
            moves.append(("inventory", f"meter:{won.id}", grown))
            carries[won.id] = f"{carry} {won.reserve_carry}"
    return Returned(*_bearing(table, moves, touched), carries)


def _borne(table: Table, meter: Meter) -> int:
    """The wagers whose shares the house bore when they went back, and that lay in what was won here."""
    assert table.play is not None
    if meter.id in table.play.swept:
        return 0
    fed = [table.play.collected[spot] for spot in table.play.borne]
    return sum(stake for name, stake, _ in fed if name == meter.id)


def _bearing(
    table: Table, moves: list[tuple[str, str, int]], meters: Iterable[str]
) -> tuple[dict[str, int], dict[str, int]]:
    """Entries that take money off meters, and the meters after them. A linked one may have paid it to somebody at
    another table meanwhile: the house bears what is not on it any more."""
    accounts = {meter: f"meter:{meter}" for meter in meters}
    changed = move(*moves)
    short = {one: max(0, -table.accounts[one] - changed.get(one, 0)) for one in accounts.values()}
    entries = move(*moves, *(("house", one, lacking) for one, lacking in short.items()))
    return entries, {meter: table.accounts[one] + entries.get(one, 0) for meter, one in accounts.items()}


def claimed_entries(player: str, amount: int) -> dict[str, int]:
    """Entries of a claim: the house stands in for chips that the player does not hold, and holds the claim."""
    return move(("house", f"player:{player}", amount), ("house", f"claim:{player}", amount))


def returned_entries(table: Table, seat: int, stakes: Mapping[str, int]) -> Returned:
    """Entries of a seat's wagers that go back; a progressive's share leaves the meter again, if it is still there."""
    assert table.play is not None
    player = f"player:{table.play.players[seat]}"
    moves: list[tuple[str, str, int]] = []
    carries: dict[str, str] = {}
    for wager, stake in stakes.items():
        collected = table.play.collected.get(f"{seat}:{wager}")
        if collected is None:
            moves.append(("layout", player, stake))
            continue
        meter = table.meters[collected[0]]
        grown, carry, kept, rest = feed(meter, -stake)
        if share_gone(table, meter):
            grown, carry = 0, meter.carry
        moves += [
            ("inventory", player, stake),
            ("inventory", f"meter:{meter.id}", grown),
            ("inventory", f"reserve:{meter.id}", kept),
        ]
        carries[meter.id] = f"{carry} {rest}"
    return Returned(*_bearing(table, moves, carries), carries)


def share_gone(table: Table, meter: Meter) -> bool:
    """Whether somebody has won the whole of a meter in this round, here or at a table that shares it, and with it every
    share of the round's wagers: it stands at its seed. Reading: returned-share."""
    if table.play is None or table.procedure < 6:
        return False
    if meter.id in table.play.swept:
        return True
    lines = (posted_line(line) for posted in table.play.settled for line in posted.lines)
    return any(_won_whole(table, line) == meter for line in lines)


def _won_whole(table: Table, line: Line | PostedLine) -> Meter | None:
    """The meter of which a line won the whole."""
    pay = _metered(table, line)
    return meter_of(table, line.wager, line.stake) if pay is not None and pay.percent == 100 else None


def contributed_entries(meter: Meter, chips: int) -> tuple[dict[str, int], int, str]:
    """Entries of so many cents of progressive wagers, what the meter grows by, and the parts of a cent carried."""
    grown, carry, kept, rest = feed(meter, chips)
    entries = move(
        ("layout", "inventory", chips),
        ("inventory", f"meter:{meter.id}", grown),
        ("inventory", f"reserve:{meter.id}", kept),
    )
    return entries, grown, f"{carry} {rest}"
