"""Settlement, which every reader of the book ends in. Line by line, with the provision that decides it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from croupier.errors import IllegalAction
from croupier.game.case import Then, decide
from croupier.kit.money import dollars, printed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game.played import Played, Seat
    from croupier.game.rules import Rules
    from croupier.game.wager import Wager
    from croupier.kit.pays import Pay
    from croupier.kit.paytables import Paytable
    from croupier.law import Cite, Reading

Result = Literal["win", "lose", "push", "forfeit", "void"]
REMEMBERED = 4096
"""Lines of wagers that rules keep, so that equal showdowns are not decided anew."""

LineKey = tuple[str, int | None, str | None]
"""Which line of a seat: its wager, and for an Envy Bonus from which seat and for which wager."""


@dataclass(frozen=True, slots=True)
class Line:
    """One wager, settled. `paid` is what the house hands over beyond a returned stake; `net` is the player's
    gain or loss. `cite` decides, `pays_cite` sets the amount. `row` is the paytable row as printed. `readings` are
    those that decide it: of the case that holds, and those under another answer to which the money would be another."""

    wager: str
    stake: int
    result: Result
    odds: str | None
    paid: int
    net: int
    cite: Cite
    pays_cite: Cite | None = None
    row: str | None = None
    readings: tuple[Reading, ...] = ()
    envy_from: int | None = None
    envy_for: str | None = None
    limited_by: Cite | None = None

    @property
    def reading(self) -> Reading | None:
        """The first of its readings."""
        return self.readings[0] if self.readings else None

    @property
    def place(self) -> LineKey:
        """Which line of a seat this is."""
        return self.wager, self.envy_from, self.envy_for

    def to_json(self) -> dict[str, object]:
        """The line in the contract's words."""
        values: dict[str, object] = {
            "wager": self.wager,
            "stake": dollars(self.stake),
            "result": self.result,
            "odds": self.odds,
            "paid": dollars(self.paid),
            "net": dollars(self.net),
            "cite": str(self.cite),
            "pays-cite": None if self.pays_cite is None else str(self.pays_cite),
            "row": self.row,
        }
        if self.envy_from is not None:
            values |= {"from": str(self.envy_from), "for": self.envy_for}
        if self.readings:
            values |= {"reading": self.readings[0].key, "readings": [one.key for one in self.readings]}
        if self.limited_by is not None:
            values["limited-by"] = str(self.limited_by)
        return values


@dataclass(frozen=True, slots=True)
class SeatSettlement:
    """A seat's lines in the law's order of settlement."""

    hand: Mapping[str, object] | None
    lines: tuple[Line, ...]

    @property
    def net(self) -> int:
        """The player's gain or loss at this seat."""
        return sum([line.net for line in self.lines])

    def line(self, wager: str) -> Line:
        """The one line of a wager."""
        (found,) = [line for line in self.lines if line.wager == wager]
        return found


@dataclass(frozen=True, slots=True)
class Settlement:
    """A round, settled: seats in their order, the dealer's hand, the meter after the last payment."""

    seats: Mapping[int, SeatSettlement]
    dealer: Mapping[str, object] | None
    meter: int | None

    def to_json(self) -> dict[str, object]:
        """The settlement in the contract's words."""
        return {
            "seats": {
                str(number): {
                    "hand": seat.hand,
                    "lines": [line.to_json() for line in seat.lines],
                    "net": dollars(seat.net),
                }
                for number, seat in self.seats.items()
            },
            "dealer": self.dealer,
            "meter": None if self.meter is None else dollars(self.meter),
        }


def settle_plainly(rules: Rules, played: Played) -> Settlement:
    """Settle a round seat by seat in the law's order; the meter is read when each winner's turn comes. (`settle` also
    says which lines other answers to a reading would have moved.)"""
    lines, meter = settle_lines(rules, played)
    show = rules.game.show
    seats = {n: SeatSettlement(show(rules, played, n), tuple(own)) for n, own in sorted(lines.items())}
    return Settlement(seats, show(rules, played, None), meter)


def settle_lines(rules: Rules, played: Played) -> tuple[dict[int, list[Line]], int | None]:
    """The lines of every seat, in the order in which they are settled, and the meter after them."""
    game = rules.game
    meter = played.meter
    settled: dict[int, list[Line]] = {}
    budget: dict[object, int] = {}
    limit = rules.payout_limit
    for number in game.settled:
        seat = played.seats.get(number)
        if seat is None:
            continue
        owner = number if seat.player is None else seat.player
        left = None if limit is None else budget.get(owner, limit)
        lines, meter = settle_seat(rules, played, number, meter, left=left)
        if left is not None:
            budget[owner] = left - sum(line.paid for line in lines if line.wager in game.limited)
        settled[number] = lines
    return once_a_player(rules, played, settled) if game.once_a_player else settled, meter


def settle_seat(
    rules: Rules, played: Played, number: int, meter: int | None, *, left: int | None = None, envy: bool = True
) -> tuple[list[Line], int | None]:
    """One seat's lines and the meter after them. `left` is what remains of the player's payout limit, if there is one;
    without `envy` the bonuses from other people's hands are left for later."""
    seat = played.seats[number]
    lines: list[Line] = []
    seen: dict[object, Any] = {}
    for wager in rules.offered():
        stake = seat.stakes.get(wager.of or wager.id)
        if stake is None:
            continue
        sees = wager.sees or wager.see
        if sees not in seen:
            seen[sees] = wager.see(rules, played, number)
        try:
            line, meter = settle_wager(rules, wager, stake, seen[sees], meter)
        except IllegalAction as error:
            raise error.within(f"seats.{number}") from None
        if wager.of is not None and line.result != "win":  # nothing is paid, and nothing was staked
            continue
        lines.append(line)
        if seat.coupon and wager.id == rules.game.ante:
            lines.append(_coupon(rules, seat.coupon, line))
        if envy and wager.envy is not None:
            lines.extend(envy_lines(rules, played, number, wager, line))
    if rules.game.one_envy:
        lines = highest_envy(lines)
    return (lines if left is None else _limit(rules, lines, left)), meter


def settle_wager(
    rules: Rules,
    wager: Wager[Any],
    stake: int,
    showdown: object,
    meter: int | None,
) -> tuple[Line, int | None]:
    """One wager's line for a showdown, and the meter after it: the case that holds, through the paytable."""
    key = wager.id, stake, showdown
    known = rules.settled.get(key)
    if known is not None and known[0] is wager:
        return known[1], meter
    line, meter = _settle(rules, wager, stake, showdown, meter)
    if wager.of is not None:
        line = replace(line, stake=0)
    if line.result != "win" or rules.tables[wager.id].progression is None:  # which a meter may have paid
        if len(rules.settled) >= REMEMBERED:
            rules.settled.clear()
        rules.settled[key] = wager, line
    return line, meter


def _settle(
    rules: Rules, wager: Wager[Any], stake: int, showdown: object, meter: int | None
) -> tuple[Line, int | None]:
    table = rules.tables[wager.id]
    row = wager.row(showdown)
    pay = table[row]
    case = decide(wager.cases, showdown, pay)
    if case.then is Then.PAY:
        assert pay is not None
        assert row is not None
        if not (pay.is_push or pay.is_loss):
            paid, meter = amount(pay, stake, table, meter, field=f"wagers.{wager.id}")
            in_dollars = pay.dollars > 0 and table.keeps_on_dollars
            kept = pay.stake_included or in_dollars or not table.returns_stake
            net = paid - stake if kept else paid
            line = Line(
                wager.id, stake, "win", pay.text, paid, net, case.cite, table.cite, table.labels[row], case.readings
            )
            return line, meter
        result: Result = "push" if pay.is_push else "lose"
        net = 0 if pay.is_push else -stake
        line = Line(wager.id, stake, result, None, 0, net, case.cite, table.cite, table.labels[row], case.readings)
        return line, meter
    if case.then is Then.PUSH:
        return Line(wager.id, stake, "push", None, 0, 0, case.cite, readings=case.readings), meter
    result = "lose" if case.then is Then.LOSE else "forfeit"
    lost = (stake + 1) // 2 if case.then is Then.HALF else stake
    return Line(wager.id, stake, result, None, 0, -lost, case.cite, readings=case.readings), meter


def amount(pay: Pay, stake: int, table: Paytable, meter: int | None, *, field: str = "") -> tuple[int, int | None]:
    """What the house hands over for a pay, and the meter after it.

    Odds must come out in whole cents, or are rounded down where the table has it so. A share of the meter is rounded
    down and the rest stays; taking all of it puts the meter back to its seed.
    """
    paid, rest = divmod(stake * pay.numerator, pay.denominator)
    if rest and not table.rounds:
        raise IllegalAction(
            f"{printed(stake)} at {pay.text} would not pay in whole cents", field=field, cite=table.cite
        )
    paid += pay.dollars
    if pay.percent:
        if meter is None or table.progression is None:
            raise IllegalAction("the amount on the meter must be given", field="meter", cite=table.cite)
        share = meter * pay.percent // 100
        paid += share
        meter = table.progression.seed(stake) if pay.percent == 100 else meter - share
    return paid, meter


def envy_rows(rules: Rules, played: Played, wager: Wager[Any]) -> dict[int, str]:
    """The hands still on the table that may earn somebody else an Envy Bonus by this wager: the rows they fall in, by
    their seats, in the order in which these are settled."""
    table, envy = rules.tables[wager.id], wager.envy
    assert envy is not None
    rows: dict[int, str] = {}
    for number in rules.game.settled:
        if number not in played.seats or not rules.game.on_table(rules, played, number):
            continue
        if envy.hands == "bettors" and not played.seats[number].has_made(wager.id):
            continue
        showdown = wager.see(rules, played, number)
        row = wager.row(showdown)
        if row is None or not any(row in schedule for schedule in table.envy.values()):
            continue
        if envy.survives_fold or wager.decided(rules, showdown).then is not Then.FORFEIT:
            rows[number] = row
    return rows


def envy_lines(
    rules: Rules,
    played: Played,
    number: int,
    wager: Wager[Any],
    own: Line,
    rows: Mapping[int, str] | None = None,
) -> list[Line]:
    """The Envy Bonuses this seat's wager earns from other people's hands still on the table. Who asks for several seats
    gives the `envy_rows`."""
    table, envy, seat = rules.tables[wager.id], wager.envy, played.seats[number]
    assert envy is not None
    if not table.envy or own.stake < envy.minimum or (own.result == "forfeit" and not envy.survives_fold):
        return []
    if envy.owed == "winners" and own.result != "win":
        return []
    lines = []
    for other, row in (envy_rows(rules, played, wager) if rows is None else rows).items():
        if other == number or _same_person(seat, played.seats[other]):
            continue
        if envy.so_far and rules.game.settled.index(other) > rules.game.settled.index(number):
            continue
        owed = table.envy_for(own.stake, row)
        if owed:
            lines.append(
                Line(
                    "envy",
                    0,
                    "win",
                    printed(owed),
                    owed,
                    owed,
                    envy.cite,
                    envy.pays,
                    table.labels[row],
                    readings=() if envy.reading is None else (envy.reading,),
                    envy_from=other,
                    envy_for=wager.id,
                )
            )
    return lines


def highest_envy(lines: list[Line]) -> list[Line]:
    """The lines with one Envy Bonus for each hand, the higher."""
    best: dict[int, Line] = {}
    for line in lines:
        if line.envy_from is not None and line.paid > (best[line.envy_from].paid if line.envy_from in best else 0):
            best[line.envy_from] = line
    return [line for line in lines if line.envy_from is None or best[line.envy_from] is line]


def once_a_player(rules: Rules, played: Played, settled: Mapping[int, list[Line]]) -> dict[int, list[Line]]:
    """The lines of every seat with one Envy Bonus to a player for each hand, the highest of all boxes, by each of the
    wagers that have an Envy column. Reading: envy-boxes."""
    best: dict[object, Line] = {}

    def same(number: int, line: Line) -> object:
        player = played.seats[number].player
        return number if player is None else player, line.envy_from, None if rules.game.one_envy else line.envy_for

    for number, lines in settled.items():
        for line in lines:
            at = same(number, line)
            if line.envy_from is not None and (at not in best or line.paid > best[at].paid):
                best[at] = line
    return {
        n: [line for line in lines if line.envy_from is None or best[same(n, line)] is line]
        for n, lines in settled.items()
    }


def _coupon(rules: Rules, face: int, ante: Line) -> Line:
    """A match play coupon follows the ante: it wins its face value, and is collected either way."""
    cite = next(c.cite for c in rules.game.choices if c.key == "match-play")
    paid = face if ante.result == "win" else 0
    odds = "1 to 1" if paid else None
    return Line("match-play", 0, ante.result, odds, paid, paid, cite, ante.pays_cite)


def _same_person(one: Seat, other: Seat) -> bool:
    return one.player is not None and one.player == other.player


def limited(rules: Rules, lines: list[Line]) -> list[Line]:
    """The lines of a seat under the payout limit, where there is one."""
    return lines if rules.payout_limit is None else _limit(rules, lines, rules.payout_limit)


def _limit(rules: Rules, lines: list[Line], left: int) -> list[Line]:
    """Cut the capped wagers' winnings to what is left of the payout limit, the last wager first."""
    capped = [line for line in lines if line.wager in rules.game.limited]
    excess = sum(line.paid for line in capped) - left
    cite = next(c.cite for c in rules.game.choices if c.key == "payout-limit")
    cut = dict.fromkeys((line.wager for line in capped), 0)
    for wager in reversed(rules.game.limited):
        line = next((line for line in capped if line.wager == wager), None)
        if line is not None and excess > 0:
            cut[wager] = min(excess, line.paid)
            excess -= cut[wager]
    return [_cut(line, cut.get(line.wager, 0), cite) for line in lines]


def _cut(line: Line, by: int, cite: Cite) -> Line:
    if not by:
        return line
    paid = line.paid - by
    return replace(line, paid=paid, net=line.net - by, odds=line.odds if paid else None, limited_by=cite)
