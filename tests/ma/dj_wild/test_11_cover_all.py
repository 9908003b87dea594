"""11. Cover All Bonus Wager."""

from __future__ import annotations

import pytest

from croupier import IllegalAction, SubmissionError, open_game
from tests.support import provision, rules_of, settled

SHIFTED = rules_of("dj-wild", {"cover-all": "1"}, edition="ma")
PRINTED = rules_of("dj-wild", {"cover-all": "1"}, edition="ma", readings={"cover-all-rows": "as-printed"})
BASE = {"ante": "10", "blind": "10"}
CODE = "MA DJ Wild § "

# Six hands without a pair, and hands that share no card with them.
LOW = (
    "Ac Kd Th 7c 4d",
    "Ad Kh Tc 7d 4h",
    "Ah Kc Td 7h 4c",
    "Qc Jd 8h 6c 3d",
    "Qd Jh 8c 6d 5h",
    "Qh Jc 8d 6h 5c",
)
HANDS = {
    "five-wilds": "2c 2d 2h 2s Jk",
    "royal-flush": "As Ks Qs Js Ts",
    "five-of-a-kind": "9c 9d 9h 9s Jk",
    "straight-flush": "7s 6s 5s 4s 3s",
    "four-of-a-kind": "9c 9d 9h 9s 3s",
    "full-house": "9c 9d 9h 3s 3h",
    "flush": "As Qs 9s 7s 3s",
    "straight": "9c 8s 7s 6s 5s",
    "three-of-a-kind": "9c 9d 9h Ks 3s",
    "two-pairs": "9c 9d 3s 3h Ks",
}
# Odds to 1 for 6, 5, 4, 3, 2 and 1 players, row by row.
ROWS = (
    (100, 150, 200, 300, 400, 500),
    (40, 50, 60, 80, 90, 100),
    (35, 40, 50, 70, 80, 90),
    (20, 20, 25, 30, 40, 70),
    (3, 4, 5, 6, 9, 15),
)


def table(best, players, *, where="1", decision="raise", bettors="1"):
    """So many players and the dealer; all hold nothing but the one at `where`, a seat or the dealer."""
    hands = list(LOW[:players])
    hands.insert(players if where == "dealer" else int(where) - 1, best)
    *seats, dealer = hands
    told = {
        str(n): {
            "cards": cards,
            "wagers": {**BASE, **({"cover-all": "2"} if str(n) in bettors else {})},
            "decisions": [decision],
        }
        for n, cards in enumerate(seats, 1)
    }
    return told, dealer


def cover_all(rules, told, dealer):
    done = settled(rules, told, dealer=dealer)
    lines = {n: line for n, seat in done.seats.items() for line in seat.lines if line.wager == "cover-all"}
    return {n: (line.result, line.odds, line.paid, line.net) for n, line in lines.items()}, lines


def with_six(hands: list[str]) -> list[object]:
    """Every row for every number of players; 11(f) prints the column for six by itself."""
    return [
        pytest.param(
            HANDS[hand],
            players,
            ROWS[place][6 - players],
            id=f"{hand}-{players}",
            marks=[provision("MA 11(f)", held="outcome")] if players == 6 else [],
        )
        for place, hand in enumerate(hands)
        for players in (6, 5, 4, 3, 2, 1)
    ]


@provision("MA 11(k)", "MA 11(c)", "MA 11(b)")
@pytest.mark.parametrize(
    ("best", "players", "odds"),
    with_six(["five-wilds", "royal-flush", "five-of-a-kind", "straight-flush", "four-of-a-kind"]),
)
def test_rows_shifted(best, players, odds):
    told, dealer = table(best, players)
    results, lines = cover_all(SHIFTED, told, dealer)
    assert results == {1: ("win", f"{odds} to 1", odds * 200, odds * 200)}
    assert (str(lines[1].cite), str(lines[1].pays_cite)) == (CODE + "11(g)", CODE + "11(k)")


@provision("MA 11(k)", "MA 11(c)", "MA 11(b)")
@pytest.mark.parametrize(
    ("best", "players", "odds"),
    with_six(["five-wilds", "royal-flush", "straight-flush", "four-of-a-kind", "full-house"]),
)
def test_rows_as_printed(best, players, odds):
    told, dealer = table(best, players)
    results, _ = cover_all(PRINTED, told, dealer)
    assert results == {1: ("win", f"{odds} to 1", odds * 200, odds * 200)}


@provision("MA 11(k)")
@pytest.mark.parametrize("players", [6, 5, 4, 3, 2, 1])
def test_five_of_a_kind_has_no_printed_row_and_is_paid_as_four(players):
    results, _ = cover_all(PRINTED, *table(HANDS["five-of-a-kind"], players))
    assert results[1][1] == f"{ROWS[3][6 - players]} to 1"


@provision("MA 11(k)")
@pytest.mark.parametrize("players", [1, 6])
@pytest.mark.parametrize(
    ("rules", "best"),
    [
        *((SHIFTED, HANDS[hand]) for hand in ("full-house", "flush", "straight", "three-of-a-kind")),
        *((PRINTED, HANDS[hand]) for hand in ("flush", "straight", "three-of-a-kind")),
    ],
)
def test_hands_without_a_row_lose(rules, best, players):
    """11(b) speaks of three-of-a-kind; the rows that are listed decide."""
    results, lines = cover_all(rules, *table(best, players))
    assert results == {1: ("lose", None, 0, -200)}
    assert str(lines[1].cite) == CODE + "11(k)"
    assert lines[1].reading is not None
    assert lines[1].reading.key == "cover-all-rows"


@provision("MA 11(b)")
@pytest.mark.parametrize("rules", [SHIFTED, PRINTED], ids=["shifted", "as-printed"])
@pytest.mark.parametrize("best", [HANDS["two-pairs"], "9c 9d Ks 7s 3s", "Ks 9c 7s 5s 3s"])
def test_below_three_of_a_kind_loses(rules, best):
    results, lines = cover_all(rules, *table(best, 3))
    assert results == {1: ("lose", None, 0, -200)}
    assert str(lines[1].cite) == CODE + "11(b)"


@provision("MA 11(b)", "MA 11(g)")
@pytest.mark.parametrize("where", ["1", "2", "4", "dealer"])
@pytest.mark.parametrize("decision", ["raise", "fold"])
def test_the_highest_hand_counts_wherever_it_is_folded_or_not(where, decision):
    told, dealer = table(HANDS["straight-flush"], 4, where=where, decision=decision, bettors="12")
    results, _ = cover_all(SHIFTED, told, dealer)
    assert results == dict.fromkeys((1, 2), ("win", "25 to 1", 5000, 5000))


@provision("MA 11(g)")
def test_only_the_highest_hand_pays():
    told, _ = table(HANDS["straight-flush"], 3)
    results, lines = cover_all(SHIFTED, told, HANDS["three-of-a-kind"].replace("3s", "3h"))
    assert results == {1: ("win", "30 to 1", 6000, 6000)}
    assert len(lines) == 1
    told["2"]["cards"] = HANDS["five-of-a-kind"]
    results, _ = cover_all(SHIFTED, told, LOW[3])
    assert results == {1: ("win", "70 to 1", 14000, 14000)}  # five-of-a-kind is the higher of the two


@provision("MA 11(c)", held="outcome")
def test_every_seat_counts_as_a_player_bettor_or_not():
    for players, odds in ((1, 100), (2, 90), (3, 80), (4, 60), (5, 50), (6, 40)):
        results, _ = cover_all(SHIFTED, *table(HANDS["royal-flush"], players))
        assert results == {1: ("win", f"{odds} to 1", odds * 200, odds * 200)}


@provision("MA 11(a)")
def test_it_is_made_before_the_round():
    told, dealer = table(HANDS["royal-flush"], 1, bettors="")
    for said in (["cover-all"], ["raise", "cover-all"]):
        told["1"]["decisions"] = said
        with pytest.raises(IllegalAction) as refused:
            settled(SHIFTED, told, dealer=dealer)
        assert refused.value.field == f"seats.1.decisions.{len(said) - 1}"
    told["1"] |= {"decisions": ["raise"], "wagers": {**BASE, "cover-all": "2"}}
    with pytest.raises(IllegalAction) as refused:
        settled(rules_of("dj-wild", edition="ma"), told, dealer=dealer)
    assert (refused.value.field, refused.value.cite) == ("seats.1.wagers.cover-all", CODE + "11(a)")


@provision("MA 11(d)")
def test_it_needs_the_shufflers_own_mode():
    game = open_game("dj-wild", "ma")
    with pytest.raises(SubmissionError) as refused:
        game.rules({"cover-all": "1", "shuffler": "none"})
    assert (refused.value.field, refused.value.cite) == ("shuffler", CODE + "11(d)")
    assert game.rules({"cover-all": "1", "shuffler": "automated"}).offers("cover-all")
    assert game.rules({"shuffler": "none"}).chosen["shuffler"] == "none"
