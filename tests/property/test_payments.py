"""Cajun Stud, Raise It Up and Over/Under: random rounds settled by the package and by plain functions written from the
sections on completion and payout, with tables typed a second time."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from croupier import open_game
from tests.property import plain_hands as hands
from tests.property.payments import ROUNDS, Nets, Told, compare, seat, some_cards, some_of, some_seats
from tests.property.plain_hands import DECK, TRIPS, best, five, read, three
from tests.support import provision

# 683a: Cajun Stud.

BY_HAND = (hands.ROYAL, hands.STRAIGHT_FLUSH, hands.QUADS, hands.FULL, hands.FLUSH, hands.STRAIGHT, TRIPS, hands.TWO)
ANTES: dict[str, tuple[int | Fraction, ...]] = {
    "A": (500, 100, 40, 10, 6, 4, 3, 2),
    "B": (500, 100, 40, 11, 7, 4, 3, Fraction(3, 2)),
    "C": (500, 100, 40, 11, 7, 5, 3, Fraction(3, 2)),
}
POCKET = {"A": (30, 20, 10, 5), "B": (25, 20, 10, 5), "C": (30, 20, 10, 4)}
BOARD = {
    "A": (40, 40, 30, 6, 4, 1),
    "B": (40, 40, 30, 5, 4, 1),
    "C": (50, 40, 30, 5, 4, 1),
    "D": (50, 40, 30, 6, 3, 1),
}
LO_BALL = {"A": (100, 50, 15, 5, 1, -1), "B": (100, 50, 10, 5, 1, 0)}
ALL_SIX = {
    "A": (1000, 200, 50, 25, 20, 10, 5),
    "B": (1000, 200, 50, 25, 15, 10, 5),
    "C": (1000, 200, 100, 20, 15, 9, 8),
    "D": (1000, 200, 100, 20, 15, 10, 7),
    "E": (1000, 200, 50, 20, 15, 10, 5),
}


def pocket(hand: str) -> int:
    """The row of two cards, or -1."""
    (high, one), (low, other) = sorted(read(hand), reverse=True)
    if high == low:
        return 0 if high == 14 else 3
    if high != 14 or low < 11:
        return -1
    return 1 if one == other else 2


def by_row(pays: tuple[int, ...], row: int) -> Fraction:
    return Fraction(-5 if row < 0 else 5 * pays[row])


def cajun_stud(chance: Random) -> None:
    chosen = {"ante": chance.choice("ABC"), "pocket": chance.choice("ABC"), "board": chance.choice("ABCD"),
              "lo-ball": chance.choice("AB"), "all-six": chance.choice("ABCDE")}  # fmt: skip
    cards = some_cards(chance, 15)
    board, six = " ".join(cards[:3]), " ".join(cards[3:7])
    told: Told = {"seats": {}}
    wanted: dict[int, Nets] = {}
    for place, number in enumerate(some_seats(chance, 4)):
        held, ante = cards[2 * place + 7 : 2 * place + 9], chance.choice((10, 20))
        said = [chance.choice(("raise-1", "raise-2", "raise-3")) for _ in range(3)]
        if chance.random() < 0.5:
            said = [*said[: chance.randrange(3)], "fold"]
        bets = {"ante": ante, **some_of(chance, "pocket", "board", "lo-ball", "all-six")}
        told["seats"][str(number)] = seat(held, bets, said, number)
        raises = zip(("raise-third", "raise-fourth", "raise-fifth"), said, strict=False)
        stakes = {"ante": ante, **{id_: ante * int(word[-1]) for id_, word in raises if word != "fold"}}
        hand = " ".join(held)
        kind, order = five(read(f"{hand} {board}"))
        if said[-1] == "fold" or kind == hands.HIGH or (kind == hands.PAIR and order[0] < 6):
            odds = Fraction(-1)
        elif kind == hands.PAIR:
            odds = Fraction(order[0] >= 11)
        else:
            odds = Fraction(ANTES[chosen["ante"]][BY_HAND.index(kind)])
        own = wanted[number] = {wager: stake * odds for wager, stake in stakes.items()}
        made = best(read(f"{hand} {six}"))[0]
        rows = {
            "pocket": by_row(POCKET[chosen["pocket"]], pocket(hand)),
            "board": by_row(
                BOARD[chosen["board"]],
                ("nothing", "pair", "flush", "straight", "trips", "straight-flush", "royal")[::-1].index(three(board))
                if three(board) != "nothing"
                else -1,
            ),
            "lo-ball": by_row(LO_BALL[chosen["lo-ball"]], order[0] - 7 if kind == hands.HIGH and order[0] < 13 else -1),
            "all-six": by_row(ALL_SIX[chosen["all-six"]], BY_HAND.index(made) if made >= TRIPS else -1),
        }
        cards_of_six = read(f"{hand} {six}")
        royal = len({suit for _, suit in cards_of_six}) == 1 and {rank for rank, _ in cards_of_six} == set(range(9, 15))
        if chosen["all-six"] == "E" and royal:
            rows["all-six"] = Fraction(5 * (200_000 if cards_of_six[0][1] == "d" else 20_000))
        own |= {wager: net for wager, net in rows.items() if wager in bets}
    all_bets = list(told["seats"].values())
    if any("all-six" in one["wagers"] for one in all_bets):
        told["all-six"] = six
    if any(one["decisions"][-1] != "fold" or {"board", "lo-ball"} & one["wagers"].keys() for one in all_bets):
        told["community"] = board
    compare(open_game("cajun-stud").rules(chosen), told, wanted)


@provision(
    "683a.11(b)", "683a.11(d)", "683a.11(f)", "683a.11(h)(1)", "683a.11(h)(2)", "683a.11(i)(1)(i)", "683a.11(i)(1)(ii)",
    "683a.11(i)(2)(i)", "683a.11(i)(2)(ii)", "683a.11(i)(3)(i)", "683a.11(i)(3)(ii)", "683a.11(i)(4)(i)",
    "683a.11(i)(4)(ii)", "683a.12(a)", "683a.12(b)", "683a.12(c)", "683a.12(d)", "683a.12(e)",
)  # fmt: skip
def test_cajun_stud():
    for seed in range(ROUNDS):
        cajun_stud(Random(seed))


# 669a: Raise It Up Stud Poker.

PLAY: dict[int, int | Fraction] = {
    **dict(zip(BY_HAND, (100, 20, 10, 6, 5, 4, 3, Fraction(3, 2)), strict=True)),
    hands.PAIR: 1,
}
RAISED_BLIND = {**dict(zip(BY_HAND, (1000, 200, 30, 4, 3, 2, 1, 0), strict=True)), hands.PAIR: 0}
PAIR_PLUS = {"A": (40, 30, 6, 4, 1), "B": (40, 25, 6, 4, 1)}
THREE_CARDS = ("straight-flush", "trips", "straight", "flush", "pair")
SIX_CARD = {key: ALL_SIX[key] for key in "ABCD"}
METERS = {1: Fraction(1_500), 5: Fraction(7_000)}
FOR_ONE = {"royal": 500, "straight-flush": 70, "trips": 60, "straight": 6}
SPADES = {"As", "Ks", "Qs"}
SAID = (["play-3"], ["play-1"], ["check", "play-2"], ["check", "check", "play-1"], ["check", "check", "fold"])


def raise_it_up(chance: Random) -> None:
    stake = chance.choice((1, 5))
    chosen = {"progressive": "1", "pair-plus": chance.choice("AB"), "six-card": chance.choice("ABCD")}
    cards, meter = some_cards(chance, 15), METERS[stake]
    board = " ".join(cards[:3])
    told: Told = {"seats": {}, "community": board}
    wanted: dict[int, Nets] = {}
    envied: dict[int, int] = {}
    for place, number in enumerate(reversed(some_seats(chance, 4))):  # 11(i): from the dealer's right
        held, ante, said = cards[3 * place + 3 : 3 * place + 6], chance.choice((10, 20)), chance.choice(SAID)
        bets = {"ante": ante, "blind": ante, **some_of(chance, "pair-plus", "six-card")}
        if chance.random() < 0.7:
            bets["progressive"] = stake
        told["seats"][str(number)] = seat(held, bets, said, number)
        hand, folds = " ".join(held), said[-1] == "fold"
        kind, order = best(read(f"{hand} {board}"))
        wins = not folds and (kind > hands.PAIR or (kind == hands.PAIR and order[0] >= 10))
        own = wanted[number] = {"ante": Fraction(ante if wins else -ante)}
        own["blind"] = Fraction(ante * RAISED_BLIND[kind] if wins else -ante)
        if not folds:
            own["play"] = ante * int(said[-1][-1]) * Fraction(PLAY[kind] if wins else -1)
        own["pair-plus"] = Fraction(0)
        row = "straight-flush" if three(hand) == "royal" else three(hand)
        if "pair-plus" in bets:
            at = THREE_CARDS.index(row) if row in THREE_CARDS else -1
            own["pair-plus"] = by_row(PAIR_PLUS[chosen["pair-plus"]], at)
        if "six-card" in bets:
            own["six-card"] = by_row(SIX_CARD[chosen["six-card"]], BY_HAND.index(kind) if kind >= TRIPS else -1)
        if "progressive" in bets:
            own["progressive"] = Fraction(-stake)
            if not folds and set(held) == SPADES:
                own["progressive"] += meter
                meter = Fraction(1_000 * stake)
            elif not folds:
                own["progressive"] += stake * FOR_ONE.get(three(hand), 0)
        if three(hand) == "royal" and (not folds or {"pair-plus", "six-card", "progressive"} & bets.keys()):
            envied[number] = (100 if set(held) == SPADES else 25) * stake
    for number, own in wanted.items():
        right = "progressive" in told["seats"][str(number)]["wagers"]
        own["envy"] = Fraction(sum(paid for other, paid in envied.items() if right and other != number))
    if any("progressive" in one["wagers"] for one in told["seats"].values()):
        told["meter"] = f"{METERS[stake]}.00"
    compare(open_game("raise-it-up").rules(chosen), told, wanted)


@provision(
    "669a.11(g)", "669a.11(i)(1)", "669a.11(i)(2)(i)", "669a.11(i)(2)(ii)", "669a.11(i)(3)(i)", "669a.11(i)(3)(i)(D)",
    "669a.11(i)(3)(i)(E)", "669a.11(i)(3)(ii)", "669a.12(a)", "669a.12(b)", "669a.12(c)", "669a.12(d)", "669a.12(e)(1)",
    "669a.12(e)(3)", "669a.12(e)(4)", "669a.12(e)(5)", "669a.12(f)",
)  # fmt: skip
def test_raise_it_up():
    for seed in range(ROUNDS):
        raise_it_up(Random(seed))


# 686a: Over/Under.

BONUS = {6: 50, 7: 10, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}


def over_under(chance: Random) -> None:
    told: Told = {"seats": {}}
    wanted: dict[int, Nets] = {}
    for number in some_seats(chance, 6):
        held = [chance.choice(chance.choice((DECK, DECK[:12], DECK[-12:]))) for _ in range(3)]
        ante, said = chance.choice((5, 10)), chance.choice(("over", "under", "surrender"))
        bets = {"ante": ante, **some_of(chance, "bonus")}
        told["seats"][str(number)] = seat(held, bets, [said], number)
        total = sum(11 if rank == 14 else min(rank, 10) for rank, _ in read(" ".join(held)))
        own = wanted[number] = {"ante": Fraction(-ante)}
        if said != "surrender":
            wins = total >= 24 if said == "over" else total <= 17
            own["ante"] = own[said] = Fraction(ante if wins else -ante)
        if "bonus" in bets:
            own["bonus"] = Fraction(5 * BONUS.get(min(total, 39 - total), -1))
    compare(open_game("over-under").rules({"bonus": "1"}), told, wanted)


@provision("686a.3(d)(1)", "686a.3(d)(2)", "686a.3(d)(3)", "686a.7(g)(3)", "686a.7(h)", "686a.7(i)(1)", "686a.7(i)(2)",
           "686a.7(k)", "686a.7(l)", "686a.8(a)", "686a.8(b)")  # fmt: skip
def test_over_under():
    for seed in range(ROUNDS):
        over_under(Random(seed))
