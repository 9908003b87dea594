"""The entries that lines make: what settlement posts, and what anyone who reads the lines can compute again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

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
    assert table.play is not None
    player = f"player:{table.play.players[seat]}"
    moves: list[tuple[str, str, int]] = []
    after: dict[str, int] = {}
    for line in lines:
        on_layout = 0 if f"{seat}:{line.wager}" in table.play.collected else line.stake
        gets = line.stake + line.net
        pay = _metered(table, line)
        if pay is not None:
            meter = meter_of(table, line.wager, line.stake)
            assert meter is not None
            account = f"meter:{meter.id}"
            share = table.accounts[account] * pay.percent // 100
            moves += [(account, player, share), (cage, player, pay.dollars)]
            after[meter.id] = table.accounts[account] - share
            if pay.percent == 100:  # nothing else re-seeds a meter: a smaller share may leave it below its seed
                moves.append(("house", account, meter.seed))
                after[meter.id] = meter.seed
            gets -= share + pay.dollars
        moves.append(("layout", "inventory", on_layout))
        moves.append(("inventory", player, gets))
    return move(*moves), after


def _metered(table: Table, line: Line | PostedLine) -> Pay | None:
    """The pay of a line that wins a share of a meter."""
    paytable = table.rules.tables.get(line.wager)
    if line.result != "win" or paytable is None or paytable.progression is None or line.row is None:
        return None
    row = next(key for key, label in paytable.labels.items() if label == line.row)
    return paytable.rows[row] if paytable.rows[row].percent else None


def returned_entries(table: Table, seat: int, stakes: Mapping[str, int]) -> Returned:
    """Entries of a seat's wagers that go back; a progressive's share leaves the meter again."""
    assert table.play is not None
    player = f"player:{table.play.players[seat]}"
    moves: list[tuple[str, str, int]] = []
    meters: dict[str, int] = {}
    carries: dict[str, str] = {}
    for wager, stake in stakes.items():
        collected = table.play.collected.get(f"{seat}:{wager}")
        if collected is None:
            moves.append(("layout", player, stake))
            continue
        meter = table.meters[collected[0]]
        grown, carry, kept, rest = feed(meter, -stake)
        moves += [("inventory", player, stake), ("inventory", f"meter:{meter.id}", grown),
                  ("inventory", f"reserve:{meter.id}", kept)]  # fmt: skip
        meters[meter.id] = table.accounts[f"meter:{meter.id}"] + grown
        carries[meter.id] = f"{carry} {rest}"
    return Returned(move(*moves), meters, carries)


def contributed_entries(meter: Meter, chips: int) -> tuple[dict[str, int], int, str]:
    """Entries of so many cents of progressive wagers, what the meter grows by, and the parts of a cent carried."""
    grown, carry, kept, rest = feed(meter, chips)
    entries = move(("layout", "inventory", chips), ("inventory", f"meter:{meter.id}", grown),
                   ("inventory", f"reserve:{meter.id}", kept))  # fmt: skip
    return entries, grown, f"{carry} {rest}"
