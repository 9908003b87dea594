"""DJ Wild, Pennsylvania's and Massachusetts': random rounds settled by the package and by plain functions written
from the sections on completion and payout, with tables typed a second time."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from croupier import open_game
from tests.property import plain_hands as hands
from tests.property.payments import ROUNDS, Nets, Told, compare, seat, some_cards, some_of, some_seats
from tests.property.plain_hands import JOKER, TRIPS, five, is_natural, read, with_wilds
from tests.support import provision

# 687a and Massachusetts: DJ Wild.

BLIND = {
    hands.WILDS: 1000, hands.ROYAL: 50, hands.FIVE: 10, hands.STRAIGHT_FLUSH: 9, hands.QUADS: 4, hands.FULL: 3,
    hands.FLUSH: 2, hands.STRAIGHT: 1,
}  # fmt: skip
COMMON = ((25, 4), (20, 3))
"""Trips pays, natural and with wild cards, from five wilds down."""
TRIPS_PAYS = {
    "DJWT-04": ((0, 2000), (1000, 90), (0, 70), (200, 25), (60, 6), (30, 5), *COMMON, (6, 1)),
    "DJWT-05": ((0, 2000), (1000, 70), (0, 60), (200, 25), (50, 6), (30, 5), *COMMON, (6, 1)),
    "DJWT-06": ((0, 500), (400, 70), (0, 60), (200, 25), (50, 6), (30, 5), *COMMON, (6, 1)),
    "DJWT-07": ((0, 2000), (1000, 60), (0, 50), (200, 25), (40, 6), (30, 5), *COMMON, (6, 1)),
    "01": ((0, 2000), (1000, 100), (0, 100), (200, 30), (90, 6), (40, 5), *COMMON, (7, 1)),
    "02": ((0, 2000), (1000, 100), (0, 100), (200, 30), (90, 6), (40, 5), (30, 4), (20, 3), (6, 1)),
    "03": ((0, 2000), (1000, 100), (0, 100), (200, 30), (90, 6), (30, 5), *COMMON, (6, 1)),
    "04": ((0, 2000), (1000, 90), (0, 70), (200, 25), (60, 6), (30, 5), *COMMON, (6, 1)),
    "05": ((0, 2000), (1000, 70), (0, 60), (200, 25), (50, 6), (30, 5), *COMMON, (6, 1)),
    "06": ((0, 500), (400, 70), (0, 60), (200, 25), (50, 6), (30, 5), *COMMON, (6, 1)),
    "07": ((0, 2000), (1000, 60), (0, 50), (200, 25), (40, 6), (30, 5), *COMMON, (6, 1)),
}
BAD_BEAT = {  # from a royal flush down
    "DJWBB-01": (500, 500, 500, 500, 400, 300, 100, 9),
    "DJWBB-02": (10000, 10000, 5000, 500, 400, 300, 100, 9),
    "DJWBB-03": (500, 500, 500, 300, 200, 100, 50, 15),
    "DJWBB-04": (299, 299, 299, 299, 200, 100, 50, 15),
    "1": (10000, 10000, 5000, 500, 400, 300, 100, 9),
}
FIXED = {hands.QUADS: 300, hands.FULL: 50, hands.FLUSH: 40, hands.STRAIGHT: 30, TRIPS: 9}
PROGRESSIVE = {"1": (1, 2_000, {hands.ROYAL: 1000, hands.STRAIGHT_FLUSH: 300}),
               "2": (5, 10_000, {hands.ROYAL: 5000, hands.STRAIGHT_FLUSH: 1500})}  # fmt: skip
COVER_ALL = {  # for one to six players; reading cover-all-rows
    hands.WILDS: (500, 400, 300, 200, 150, 100),
    hands.ROYAL: (100, 90, 80, 60, 50, 40),
    hands.FIVE: (90, 80, 70, 50, 40, 35),
    hands.STRAIGHT_FLUSH: (70, 40, 30, 25, 20, 20),
    hands.QUADS: (15, 9, 6, 5, 4, 3),
}


def stud(mine: hands.Value, dealers: hands.Value, ante: int, *, folds: bool) -> Nets:
    """Ante, Blind and Raise."""
    if folds:
        return {"ante": Fraction(-ante), "blind": Fraction(-ante)}
    if mine > dealers:
        return {"ante": Fraction(ante), "raise": Fraction(2 * ante), "blind": Fraction(ante * BLIND.get(mine[0], 0))}
    lost = 0 if mine == dealers else -ante
    return {"ante": Fraction(lost), "blind": Fraction(lost), "raise": Fraction(2 * lost)}


def trips(table: str, hand: str, mine: hands.Value) -> Fraction:
    if mine[0] < TRIPS:
        return Fraction(-5)
    natural, wild = TRIPS_PAYS[table][hands.WILDS - mine[0]]
    return Fraction(5 * (natural if is_natural(hand, mine) else wild))


def dj_wild(chance: Random) -> None:
    chosen: dict[str, Any] = {
        "trips": chance.choice(["DJWT-04", "DJWT-05", "DJWT-06", "DJWT-07"]),
        "bad-beat": chance.choice(["DJWBB-01", "DJWBB-02", "DJWBB-03", "DJWBB-04"]),
        "progressive": chance.choice(["1", "2"]),
        "contribution": "20%",
        "folded-progressive": chance.random() < 0.5,
    }
    stake, seed_of_meter, envy = PROGRESSIVE[chosen["progressive"]]
    cards = some_cards(chance, 21, joker=True)
    spare = next(card for card in reversed(cards) if card != JOKER)
    cards.remove(spare)
    dealer, meter = " ".join(cards[:5]), Fraction(12_345)
    told: Told = {"seats": {}, "dealer": dealer}
    wanted: dict[int, Nets] = {}
    qualifying: dict[int, int] = {}
    for place, number in enumerate(reversed(some_seats(chance, 3))):  # 11(e): from the dealer's right
        held, said = cards[5 * place + 5 : 5 * place + 10], chance.choice(["raise", "raise", "fold"])
        hand, ante = " ".join(held), chance.choice((5, 10))
        bets = {"ante": ante, "blind": ante, **some_of(chance, "trips", "bad-beat")}
        if chance.random() < 0.7:
            bets["progressive"] = stake
        told["seats"][str(number)] = seat(held, bets, [said], number)
        mine, theirs = with_wilds(hand), with_wilds(dealer)
        own = wanted[number] = stud(mine, theirs, ante, folds=said == "fold")
        if "trips" in bets:
            own["trips"] = trips(chosen["trips"], hand, mine)
        if "bad-beat" in bets:
            beaten = said == "raise" and mine[0] >= TRIPS and mine < theirs
            own["bad-beat"] = Fraction(5 * BAD_BEAT[chosen["bad-beat"]][hands.ROYAL - mine[0]] if beaten else -5)
        made = five(read(hand.replace(JOKER, spare)))[0]
        open_ = said == "raise" or chosen["folded-progressive"]
        if open_ and (said == "raise" or {"trips", "progressive"} & bets.keys()):
            qualifying[number] = envy.get(made, 0)
        if "progressive" in bets:
            own["progressive"] = Fraction(-stake)
            if open_ and made in FIXED:
                own["progressive"] += FIXED[made] * stake
            elif open_ and made in envy:
                won = meter if made == hands.ROYAL else Fraction(int(10 * meter), 100)
                own["progressive"] += won
                meter = Fraction(seed_of_meter) if made == hands.ROYAL else meter - won
            own["envy"] = Fraction(0 if open_ else -1)
    for number, own in wanted.items():
        right = own.pop("envy", Fraction(-1)) == 0
        own["envy"] = Fraction(sum(paid for other, paid in qualifying.items() if right and other != number))
    placed = any("progressive" in one["wagers"] for one in told["seats"].values())
    jokers = [one for one in told["seats"].values() if JOKER in one["cards"]]
    if placed:
        told["meter"] = "12345.00"
        told["replacement"] = spare
    rules = open_game("dj-wild").rules(chosen)
    if not jokers:
        told.pop("replacement", None)
    compare(rules, told, wanted)


@provision(
    "687a.11(b)(1)", "687a.11(b)(2)", "687a.11(b)(3)", "687a.11(e)(1)", "687a.11(e)(2)", "687a.11(e)(3)",
    "687a.11(f)(1)(i)", "687a.11(f)(1)(ii)", "687a.11(f)(2)(i)", "687a.11(f)(2)(ii)", "687a.11(f)(3)(i)",
    "687a.11(f)(3)(ii)", "687a.12(a)", "687a.12(b)", "687a.12(c)", "687a.12(d)", "687a.12(e)",
)  # fmt: skip
def test_dj_wild():
    for seed in range(ROUNDS):
        dj_wild(Random(seed))


def massachusetts(chance: Random) -> None:
    table = chance.choice(["01", "02", "03", "04", "05", "06", "07"])
    rules = open_game("dj-wild", "ma").rules(
        {"trips": table, "bad-beat": "1", "cover-all": "1", "shuffler": "automated"}
    )
    seats = some_seats(chance, 6)
    cards = some_cards(chance, 5 * len(seats) + 5, joker=True)
    dealer = " ".join(cards[:5])
    told: Told = {"seats": {}, "dealer": dealer}
    theirs = highest = with_wilds(dealer)
    wanted: dict[int, Nets] = {}
    for place, number in enumerate(seats):
        held, said = cards[5 * place + 5 : 5 * place + 10], chance.choice(["raise", "raise", "fold"])
        hand, ante = " ".join(held), chance.choice((5, 10))
        bets = {"ante": ante, "blind": ante, **some_of(chance, "trips", "bad-beat", "cover-all")}
        told["seats"][str(number)] = seat(held, bets, [said], number)
        mine = with_wilds(hand)
        own = wanted[number] = stud(mine, theirs, ante, folds=said == "fold")
        if "trips" in bets:
            own["trips"] = trips(table, hand, mine)
        if "bad-beat" in bets:
            beaten = min(mine, theirs)
            pays = mine != theirs and beaten[0] >= TRIPS
            own["bad-beat"] = Fraction(5 * BAD_BEAT["1"][hands.ROYAL - beaten[0]] if pays else -5)
        highest = max(highest, mine)
    for number, own in wanted.items():
        if "cover-all" in told["seats"][str(number)]["wagers"]:
            row = COVER_ALL.get(highest[0])
            own["cover-all"] = Fraction(-5 if row is None else 5 * row[len(seats) - 1])
    compare(rules, told, wanted)


@provision("MA 9(d)(1)", "MA 9(d)(2)", "MA 9(d)(3)", "MA 9(d)(4)", "MA 9(d)(5)", "MA 10(a)", "MA 10(c)", "MA 11(g)")
def test_massachusetts():
    for seed in range(ROUNDS):
        massachusetts(Random(seed))
