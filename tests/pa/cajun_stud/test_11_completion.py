"""§ 683a.11. Procedures for completion of each round of play."""

from __future__ import annotations

import pytest

from croupier import IllegalAction, open_game
from tests.support import one_seat, provision, rules_of, settled

CITE = "58 Pa. Code § 683a."
OFFERED = {"pocket": "A", "board": "A", "lo-ball": "A", "all-six": "A"}
RULES = rules_of("cajun-stud", OFFERED)
OPTIONAL = {"pocket": "5", "board": "5", "lo-ball": "5", "all-six": "5"}
RAISED = ("raise-1", "raise-1", "raise-1")
MAIN = ("ante", "raise-third", "raise-fourth", "raise-fifth")
STREETS = [
    pytest.param((), "11(b)", marks=provision("683a.11(b)")),
    pytest.param(("raise-2",), "11(d)", marks=provision("683a.11(d)")),
    pytest.param(("raise-2", "raise-3"), "11(f)", marks=provision("683a.11(f)")),
]


def told(line):
    return line.result, line.net, str(line.cite)


# (b), (d), (f): raise or fold


@pytest.mark.parametrize(("raised", "path"), STREETS)
def test_a_fold_forfeits_the_ante_and_the_raises_made_so_far(raised, path):
    lines = one_seat(RULES, "As Ah", {"ante": "10"}, *raised, "fold", community="Ad Ac 2c")
    stakes = {"ante": 1000, "raise-third": 2000, "raise-fourth": 3000}
    made = MAIN[: len(raised) + 1]
    assert {wager: told(line) for wager, line in lines.items()} == {
        wager: ("forfeit", -stakes[wager], CITE + path) for wager in made
    }
    assert all((line.odds, line.paid, line.pays_cite) == (None, 0, None) for line in lines.values())


@pytest.mark.parametrize(("raised", "path"), STREETS)
def test_a_fold_forfeits_no_optional_wager(raised, path):
    cards = {"community": "7h 7s 4c", "all_six": "9h 9s 6c 3d"}
    lines = one_seat(RULES, "9c 9d", {"ante": "10", **OPTIONAL}, *raised, "fold", **cards)
    assert told(lines["ante"]) == ("forfeit", -1000, CITE + path)
    assert told(lines["pocket"]) == ("win", 2500, CITE + "11(i)(1)(ii)")
    assert told(lines["board"]) == ("win", 500, CITE + "11(i)(2)(ii)")
    assert told(lines["lo-ball"]) == ("lose", -500, CITE + "11(i)(3)(i)")
    assert told(lines["all-six"]) == ("win", 25000, CITE + "11(i)(4)(ii)")


@pytest.mark.parametrize(("raised", "path"), STREETS)
def test_a_lo_ball_wager_wins_after_a_fold(raised, path):
    lines = one_seat(RULES, "2c 7d", {"ante": "10", "lo-ball": "5"}, *raised, "fold", community="3h 4s 5c")
    assert told(lines["ante"])[0] == "forfeit"
    assert told(lines["lo-ball"]) == ("win", 50000, CITE + "11(i)(3)(ii)")


@pytest.mark.parametrize(("raised", "path"), STREETS)
@pytest.mark.parametrize("said", ["raise", "raise-4", "raise-0", "check", "call", "FOLD", ""])
def test_only_a_raise_of_one_to_three_antes_or_a_fold(raised, path, said):
    seat = {"cards": "As Ah", "wagers": {"ante": "10"}, "decisions": [*raised, said]}
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"1": seat}, community="Ad Ac 2c")
    assert refused.value.field == f"seats.1.decisions.{len(raised)}"
    assert refused.value.cite == CITE + path


@pytest.mark.parametrize(("raised", "path"), STREETS)
def test_a_missing_decision_is_refused(raised, path):
    seat = {"cards": "As Ah", "wagers": {"ante": "10"}, "decisions": list(raised)}
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"1": seat}, community="Ad Ac 2c")
    assert (refused.value.field, refused.value.cite) == ("seats.1.decisions", CITE + path)


@pytest.mark.parametrize(("raised", "path"), STREETS)
@pytest.mark.parametrize("said", ["raise-1", "fold"])
def test_a_fold_ends_the_players_participation(raised, path, said):
    seat = {"cards": "As Ah", "wagers": {"ante": "10"}, "decisions": [*raised, "fold", said]}
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"1": seat}, community="Ad Ac 2c")
    assert refused.value.field == f"seats.1.decisions.{len(raised) + 1}"
    assert refused.value.cite == CITE + path


@provision("683a.11(f)")
@pytest.mark.parametrize("said", ["raise-1", "fold"])
def test_the_third_raise_is_the_last_decision(said):
    seat = {"cards": "As Ah", "wagers": {"ante": "10"}, "decisions": [*RAISED, said]}
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"1": seat}, community="Ad Ac 2c")
    assert (refused.value.field, refused.value.cite) == ("seats.1.decisions.3", CITE + "11(f)")


@pytest.mark.parametrize(
    ("decisions", "field"),
    [("fold", "decisions"), (None, "decisions"), ([None], "decisions.0"), ([["fold"]], "decisions.0")],
)
def test_decisions_are_a_list_of_words(decisions, field):
    seat = {"cards": "As Ah", "wagers": {"ante": "10"}, "decisions": decisions}
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"1": seat}, community="Ad Ac 2c")
    assert refused.value.field == f"seats.1.{field}"


# the community and All-Six cards


@pytest.mark.parametrize("wagers", [{}, {"pocket": "5"}, {"all-six": "5"}, {"pocket": "5", "all-six": "5"}])
def test_no_community_cards_are_needed_when_all_have_folded(wagers):
    seat = {"cards": "As Ah", "wagers": {"ante": "10", **wagers}, "decisions": ["fold"]}
    other = {"cards": "2c 3c", "wagers": {"ante": "10"}, "decisions": ["raise-1", "fold"]}
    done = settled(RULES, {"1": seat, "2": other}, all_six="9h 9s 6c 3d" if "all-six" in wagers else None)
    assert [line.wager for line in done.seats[1].lines] == ["ante", *wagers]
    assert done.seats[1].hand is None
    assert done.seats[2].net == -2000


@provision("683a.11(b)")
@pytest.mark.parametrize("wager", ["board", "lo-ball"])
@pytest.mark.parametrize("bettor", ["1", "2"])
def test_a_live_board_or_lo_ball_wager_needs_the_community_cards(wager, bettor):
    fold = {"wagers": {"ante": "10"}, "decisions": ["fold"]}
    seats = {"1": {"cards": "As Ah", **fold}, "2": {"cards": "2c 3c", **fold}}
    seats[bettor]["wagers"] = {"ante": "10", wager: "5"}
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, seats)
    assert (refused.value.field, refused.value.cite) == ("community", CITE + "8(d)")
    assert settled(RULES, seats, community="Kc 9d 4h").seats[int(bettor)].net == -1500


def test_a_player_still_in_needs_the_community_cards():
    fold = {"cards": "As Ah", "wagers": {"ante": "10"}, "decisions": ["fold"]}
    play = {"cards": "2c 3c", "wagers": {"ante": "10"}, "decisions": list(RAISED)}
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"1": fold, "2": play})
    assert refused.value.field == "community"


def test_no_all_six_cards_are_needed_without_the_wager():
    assert set(one_seat(RULES, "As Ah", {"ante": "10"}, *RAISED, community="Kc 9d 4h")) == set(MAIN)


def test_a_hand_is_told_even_when_folded():
    seat = {"cards": "As Ah", "wagers": {"ante": "10"}, "decisions": ["fold"]}
    done = settled(RULES, {"1": seat}, community="Ad Ac 2c").to_json()
    assert done["dealer"] is None
    assert done["meter"] is None
    hand = done["seats"]["1"]["hand"]  # type: ignore[index]
    assert hand["name"] == "four-of-a-kind"
    assert "natural" not in hand


# (h), Ante and Raises


@pytest.mark.parametrize(
    ("held", "community", "result", "path"),
    [
        pytest.param("6c 6d", "Kh 9s 4c", "push", "11(h)(1)", marks=provision("683a.11(h)(1)")),
        pytest.param("6c Ad", "6h 9s 4c", "push", "11(h)(1)", marks=provision("683a.11(h)(1)")),
        pytest.param("Ac 3d", "Th Ts 4c", "push", "11(h)(1)", marks=provision("683a.11(h)(1)")),
        pytest.param("Jc 3d", "Jh Ts 4c", "win", "11(h)(1)", marks=provision("683a.11(h)(1)")),
        pytest.param("2c 3d", "2h 3s 4c", "win", "11(h)(1)", marks=provision("683a.11(h)(1)")),
        pytest.param("5c 5d", "Kh 9s 4c", "lose", "11(h)(2)", marks=provision("683a.11(h)(2)")),
        pytest.param("Ac Kd", "5h 5s 4c", "lose", "11(h)(2)", marks=provision("683a.11(h)(2)")),
        pytest.param("2c 2d", "Kh 9s 4c", "lose", "11(h)(2)", marks=provision("683a.11(h)(2)")),
        pytest.param("Ac Kd", "Qh Js 9c", "lose", "11(h)(2)", marks=provision("683a.11(h)(2)")),
    ],
)
def test_a_pair_of_sixes_or_better_does_not_lose(held, community, result, path):
    lines = one_seat(RULES, held, {"ante": "10"}, "raise-1", "raise-2", "raise-3", community=community)
    assert list(lines) == list(MAIN)
    for line, stake in zip(lines.values(), (1000, 1000, 2000, 3000), strict=True):
        assert (line.stake, line.result, str(line.cite)) == (stake, result, CITE + path)
        assert line.net == {"win": line.paid, "push": 0, "lose": -stake}[result]
        assert (line.paid > 0) == (line.odds is not None) == (result == "win")
        assert (None if line.pays_cite is None else str(line.pays_cite)) == (
            None if result == "lose" else CITE + "12(a)"
        )


@provision("683a.11(h)", held="outcome")
def test_a_hand_is_the_players_two_and_the_three_community_cards():
    seats = {
        "1": {"cards": "As Ks", "wagers": {"ante": "10"}, "decisions": list(RAISED)},
        "4": {"cards": "2c 3d", "wagers": {"ante": "10"}, "decisions": list(RAISED)},
        "6": {"cards": "Qc Qd", "wagers": {"ante": "10"}, "decisions": list(RAISED)},
    }
    done = settled(RULES, seats, community="Qs Js Ts").seats
    names = {number: (seat.hand or {})["name"] for number, seat in done.items()}
    assert names == {1: "royal-flush", 4: "high-card", 6: "three-of-a-kind"}
    assert {number: seat.net for number, seat in done.items()} == {1: 2_000_000, 4: -4000, 6: 12000}


@provision("683a.11(h)")
@pytest.mark.parametrize(
    ("first", "second", "nets"),
    [("8s 9s", "As Ks", (500_000, 4_500_000)), ("As Ks", "8s 9s", (4_200_000, 800_000))],
)
def test_players_are_settled_from_the_dealers_right(first, second, nets):
    """Seats of one player share the payout limit; the seat farther right has what it won before the other."""
    game = open_game("cajun-stud")
    assert (game.settled, str(game.settled_cite)) == ((6, 5, 4, 3, 2, 1), CITE + "11(h)")
    rules = rules_of("cajun-stud", {"payout-limit": "50000"})
    low = {"wagers": {"ante": "20"}, "decisions": ["raise-1", "raise-1", "raise-1"], "player": "Ann"}
    royal = {"wagers": {"ante": "10"}, "decisions": ["raise-3", "raise-3", "raise-2"], "player": "Ann"}
    hands = {"8s 9s": low, "As Ks": royal}
    seats = {"1": {"cards": first, **hands[first]}, "2": {"cards": second, **hands[second]}}
    done = settled(rules, seats, community="Qs Js Ts").seats
    assert (done[1].net, done[2].net) == nets


# (i), the optional wagers


@provision("683a.11(i)", held="outcome")
def test_optional_wagers_are_settled_after_ante_and_raises():
    wagers = {"all-six": "5", "lo-ball": "5", "board": "5", "pocket": "5", "ante": "10"}
    done = settled(
        RULES,
        {"3": {"cards": "6c 6d", "wagers": wagers, "decisions": list(RAISED)}},
        community="Kh 9s 4c",
        all_six="6h 6s 2c 3d",
    )
    assert [line.wager for line in done.seats[3].lines] == [*MAIN, "pocket", "board", "lo-ball", "all-six"]
    assert done.seats[3].net == 0 + 2500 - 500 - 500 + 25000


DECIDED = {  # wager, cards, community, All-Six cards, result, paytables
    "11(i)(1)(i)": ("pocket", "As Ts", "Ac Ad 2h", None, "lose", None),
    "11(i)(1)(ii)": ("pocket", "2c 2d", "Kh 9s 4c", None, "win", "12(b)"),
    "11(i)(2)(i)": ("board", "Kc Kd", "Kh 9s 4c", None, "lose", None),
    "11(i)(2)(ii)": ("board", "Kc 9d", "2h 2s 4c", None, "win", "12(c)"),
    "11(i)(3)(i)": ("lo-ball", "2c 3d", "3h 4s 7c", None, "lose", None),
    "11(i)(3)(ii)": ("lo-ball", "2c 3d", "Jh 4s 7c", None, "win", "12(d)"),
    "11(i)(4)(i)": ("all-six", "Kc Kd", "Kh 9s 4c", "9h 9d 2c 2d", "lose", None),
    "11(i)(4)(ii)": ("all-six", "Kc 7d", "5h 9s 4c", "7h 7s 2c 3d", "win", "12(e)"),
}


@pytest.mark.parametrize("path", [pytest.param(path, marks=provision(f"683a.{path}")) for path in DECIDED])
def test_what_decides_each_optional_wager(path):
    wager, held, community, all_six, result, pays = DECIDED[path]
    wagers = {"ante": "10", wager: "5"}
    line = one_seat(RULES, held, wagers, *RAISED, community=community, all_six=all_six)[wager]
    assert (line.result, str(line.cite)) == (result, CITE + path)
    assert (None if line.pays_cite is None else str(line.pays_cite)) == (CITE + pays if pays else None)


@provision("683a.11(i)(4)", held="outcome")
def test_every_bettor_uses_the_same_four_all_six_cards():
    seats = {
        "1": {"cards": "As Ks", "wagers": {"ante": "10", "all-six": "5"}, "decisions": ["fold"]},
        "2": {"cards": "7c 2d", "wagers": {"ante": "10", "all-six": "5"}, "decisions": ["fold"]},
        "3": {"cards": "7h 7d", "wagers": {"ante": "10"}, "decisions": ["fold"]},
    }
    done = settled(RULES, seats, all_six="Qs Js Ts 7s").seats
    assert (done[1].line("all-six").odds, done[2].line("all-six").result) == ("1,000 to 1", "lose")
    assert [line.wager for line in done[3].lines] == ["ante"]
