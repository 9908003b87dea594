"""6. Wagers, with the decision of 7(c)(2) and 8(e), and what a submission may choose."""

from __future__ import annotations

import pytest

from croupier import BadText, CroupierError, IllegalAction, SubmissionError, open_game
from tests.support import one_seat, provision, rules_of, settled

GAME = open_game("dj-wild", "ma")
RULES = rules_of("dj-wild", {"trips": "04", "bad-beat": "1", "cover-all": "1"}, edition="ma")
PLAIN = rules_of("dj-wild", edition="ma")
COUPONS = rules_of("dj-wild", {"match-play": True, "trips": "04"}, edition="ma")
BASE = {"ante": "10", "blind": "10"}
HAND, DEALER = "Kc Kd 9h 5s 4c", "Qs Qd 8c 7h 3s"
CODE = "MA DJ Wild § "


def refusal(wagers: object, *decisions: object, rules=RULES, **more: object) -> tuple[str, str | None]:
    seat = {"cards": HAND, "wagers": wagers, "decisions": list(decisions) or ["raise"], **more}
    with pytest.raises(CroupierError) as refused:
        settled(rules, {"1": seat}, dealer=DEALER)
    assert isinstance(refused.value, IllegalAction | BadText)
    return refused.value.field, refused.value.cite


# Ante, Blind and Play.


@provision("MA 6(c)", "MA 7(c)(2)", "MA 8(e)(1)", held="outcome")
@pytest.mark.parametrize(("ante", "raised"), [("10", 2000), ("12.50", 2500), ("0.01", 2)])
def test_the_play_wager_is_twice_the_ante(ante, raised):
    lines = one_seat(PLAIN, HAND, {"ante": ante, "blind": ante}, "raise", dealer=DEALER)
    assert list(lines) == ["ante", "blind", "raise"]
    assert (lines["ante"].stake, lines["blind"].stake, lines["raise"].stake) == (raised // 2, raised // 2, raised)


@provision("MA 6(c)")
def test_the_play_wager_is_not_placed_before_the_deal():
    assert refusal({**BASE, "raise": "20"}) == ("seats.1.wagers.raise", CODE + "6(c)")


@provision("MA 8(e)(2)", "MA 7(c)(2)")
@pytest.mark.parametrize(
    "dealer", ["Qs Qd 8c 7h 3s", "Ks Kh 9c 5d 4h", "As Ad 8c 7h 3s"], ids=["lower", "equal", "higher"]
)
def test_a_fold_forfeits_ante_and_blind(dealer):
    lines = one_seat(PLAIN, HAND, BASE, "fold", dealer=dealer)
    assert {w: (x.result, x.paid, x.net, str(x.cite)) for w, x in lines.items()} == dict.fromkeys(
        ("ante", "blind"), ("forfeit", 0, -1000, CODE + "8(e)(2)")
    )


@provision("MA 7(c)(2)")
@pytest.mark.parametrize("said", [["check"], ["play-2"], ["raise", "raise"], ["fold", "raise"]])
def test_only_play_or_fold_once(said):
    field, cite = refusal(BASE, *said)
    assert field == f"seats.1.decisions.{len(said) - 1}"
    assert cite == CODE + "7(c)(2)"


@provision("MA 7(c)(2)")
def test_the_decision_must_be_made():
    with pytest.raises(IllegalAction) as refused:
        settled(PLAIN, {"1": {"cards": HAND, "wagers": BASE, "decisions": []}}, dealer=DEALER)
    assert (refused.value.field, refused.value.cite) == ("seats.1.decisions", CODE + "7(c)(2)")


@provision("MA 6(b)")
def test_ante_blind_and_trips_are_placed_before_the_cards():
    for late in ("ante", "blind", "trips"):
        assert refusal(BASE, late)[0] == "seats.1.decisions.0"
        assert refusal(BASE, "raise", late)[0] == "seats.1.decisions.1"
    assert "trips" in one_seat(RULES, HAND, {**BASE, "trips": "5"}, "raise", dealer=DEALER)


@pytest.mark.parametrize(("wagers", "missing"), [({"ante": "10"}, "blind"), ({"blind": "10"}, "ante"), ({}, "ante")])
def test_ante_and_blind_are_required(wagers, missing):
    assert refusal(wagers) == (f"seats.1.wagers.{missing}", CODE + "1")


@pytest.mark.parametrize("blind", ["9.99", "10.01", "20"])
def test_the_blind_equals_the_ante(blind):
    assert refusal({"ante": "10", "blind": blind}) == ("seats.1.wagers.blind", CODE + "1")


@pytest.mark.parametrize("amount", [10.0, "1e1", "-10", "0", "10.5", None, True])
def test_amounts_that_are_no_money(amount):
    assert refusal({**BASE, "trips": amount}) == ("seats.1.wagers.trips", CODE + "6(b)")


@pytest.mark.parametrize(
    ("wager", "cite"), [("trips", "6(b)"), ("bad-beat", "10(a)"), ("cover-all", "11(a)"), ("multi-game-link", "12(a)")]
)
def test_optional_wagers_are_placed_only_where_offered(wager, cite):
    assert refusal({**BASE, wager: "5"}, rules=PLAIN) == (f"seats.1.wagers.{wager}", CODE + cite)


@pytest.mark.parametrize("wager", ["progressive", "pair-plus", "play"])
def test_wagers_of_other_rules_are_refused(wager):
    assert refusal({**BASE, wager: "1"})[0] == f"seats.1.wagers.{wager}"


# (a): the match play coupon.


@provision("MA 6(a)")
@pytest.mark.parametrize(
    ("dealer", "decision", "result", "paid"),
    [
        (DEALER, "raise", "win", 1000),
        ("Ks Kh 9c 5d 4h", "raise", "push", 0),
        ("As Ad 8c 7h 3s", "raise", "lose", 0),
        (DEALER, "fold", "forfeit", 0),
    ],
)
def test_a_coupon_wins_its_face_and_is_collected_either_way(dealer, decision, result, paid):
    seat = {"cards": HAND, "wagers": BASE, "decisions": [decision], "match-play": "10"}
    done = settled(COUPONS, {"1": seat}, dealer=dealer)
    without = settled(COUPONS, {"1": {**seat, "match-play": None}}, dealer=dealer)
    line = done.seats[1].line("match-play")
    assert (line.stake, line.result, line.paid, line.net) == (0, result, paid, paid)
    assert line.odds == ("1 to 1" if paid else None)
    assert str(line.cite) == CODE + "6(a)"
    assert done.seats[1].net - without.seats[1].net == paid
    assert [x.wager for x in done.seats[1].lines][:3] == ["ante", "match-play", "blind"]
    # The Play wager is twice the Ante in chips; the coupon adds nothing to it.
    assert [x.stake for x in done.seats[1].lines if x.wager == "raise"] == ([2000] if decision == "raise" else [])


@provision("MA 6(a)")
@pytest.mark.parametrize(
    ("face", "good"), [("5", True), ("10", True), ("10.01", False), ("0", False), ("-5", False), (5.0, False)]
)
def test_the_face_of_a_coupon(face, good):
    if good:
        seat = {"cards": HAND, "wagers": BASE, "decisions": ["raise"], "match-play": face}
        done = settled(COUPONS, {"1": seat}, dealer=DEALER)
        assert done.seats[1].line("match-play").paid == int(face) * 100
    else:
        assert refusal(BASE, rules=COUPONS, **{"match-play": face})[0] == "seats.1.match-play"


@provision("MA 6(a)")
def test_coupons_are_off_unless_offered_and_spoken_wagers_are_never_accepted():
    assert refusal(BASE, rules=PLAIN, **{"match-play": "10"}) == ("seats.1.match-play", CODE + "6(a)")
    off = rules_of("dj-wild", {"match-play": False}, edition="ma")
    assert refusal(BASE, rules=off, **{"match-play": "10"}) == ("seats.1.match-play", CODE + "6(a)")
    accepted, cite = GAME.verbal
    assert (accepted, cite.path) == (False, "6(a)")


# What a submission may choose.


@pytest.mark.parametrize(
    ("submission", "field", "cite"),
    [
        *(({"trips": id_}, "trips", "9(d)(4)") for id_ in ("00", "08", "1", "DJWT-04", 4)),
        ({"bad-beat": "DJWBB-01"}, "bad-beat", "10(c)"),
        ({"bad-beat": "2"}, "bad-beat", "10(c)"),
        ({"cover-all": "6"}, "cover-all", "11(k)"),
        ({"cover-all": True}, "cover-all", "11(k)"),
        ({"match-play": "yes"}, "match-play", "6(a)"),
        ({"shuffler": "i-deal"}, "shuffler", "4(a)"),
    ],
)
def test_choices_the_rules_do_not_offer(submission, field, cite):
    with pytest.raises(SubmissionError) as refused:
        GAME.rules(submission)
    assert [(r.field, r.cite) for r in refused.value.refusals] == [(field, CODE + cite)]


def test_every_fault_is_told_at_once():
    wrong = {"trips": "08", "progressive": "1", "folded-progressive": True, "match-play": 1, "multi-game-link": {}}
    with pytest.raises(SubmissionError) as refused:
        GAME.rules(wrong, {"bad-beat": "two-way", "cover-all-rows": "sideways"})
    assert {r.field for r in refused.value.refusals} == {
        "trips",
        "progressive",
        "folded-progressive",
        "match-play",
        "multi-game-link.wager",
        "multi-game-link.seed",
        "multi-game-link.rows",
        "readings.bad-beat",
        "readings.cover-all-rows",
    }


@provision("MA 6(d)", "MA 11(k)")
def test_a_player_holds_one_position():
    hands = {"1": HAND, "2": "Ac Qh 9d 6s 4d"}
    seats = {n: {"cards": held, "wagers": BASE, "decisions": ["raise"], "player": "ann"} for n, held in hands.items()}
    with pytest.raises(IllegalAction, match="at most 1") as refused:
        settled(PLAIN, seats, dealer=DEALER)
    assert (refused.value.field, refused.value.cite) == ("seats.2.player", CODE + "11(k)")
