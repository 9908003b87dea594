"""Who is paid an Envy Bonus when a wager went back, was forfeited or left behind, and for whose hand nobody is."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier import describe, open_game, settle
from croupier.journal import verify_bytes
from croupier.journal.reconstruct import rebuild
from croupier.table import Direct, Leave, Report
from croupier.table import events as e
from tests.journal.test_reconstruct import journal, sound
from tests.support import provision
from tests.table.drive import Driver

SPADES, HEARTS, FLUSH = "As Ks Qs", "Ah Kh Qh", "9s 8s 7s"
ON = ["check", "check"]


def raised(*seats: int, without: tuple[int, ...] = (), **hands: str) -> Driver:
    """A round of Raise It Up with $1 on the Progressive, but for the seats `without`."""
    driver = Driver("raise-it-up", {"progressive": "1"}).ready(*seats)
    for seat in seats:
        driver.bet(seat, ante=1000, blind=1000, **({} if seat in without else {"progressive": 100}))
    driver.hold(community="2c 4d 6h", **hands)
    driver.close_bets()
    return driver


def decide(driver: Driver, **said: str) -> None:
    """Everybody checks twice and then says this; up to the last community card."""
    for words in (*ON, None):
        for seat, last in sorted((int(to[1:]), last) for to, last in said.items()):
            driver.until("decide")
            driver.decide(seat, words or last)


def envied(driver: Driver) -> dict[int, list[str]]:
    """What each seat was paid in Envy Bonuses, and for whose hand."""
    lines = [(ev.seat, line) for ev in driver.events(e.Settled) for line in ev.lines if line["wager"] == "envy"]
    return {
        seat: [f"{line['paid']} from {line['from']}" for n, line in lines if n == seat and "from" in line]
        for seat in dict.fromkeys(n for n, _ in lines)
    }


def refuse(driver: Driver, seat: int, *, found: str = "") -> None:
    """The claim of a seat is refused for good."""
    driver.until("verify-winner", seat=seat)
    driver.perform("verify-winner", value=found or None)
    driver.perform("verify-light", value="unlit")
    driver.perform("validate", "floorperson", "Flo", value="it does not stand")
    driver.perform("rule-claim", "shift-manager", "Max", value="return")


# Wagers that went back, hands that were found not to win.


@provision("669a.11(i)(3)(i)(E)", "669a.12(e)(5)")
def test_a_wager_that_went_back_earns_no_envy_bonus_and_its_hand_earns_others_one():
    driver = raised(1, 3, 5, s1=SPADES, s3=HEARTS, s5="4c 5d 9h")
    decide(driver, s1="play-1", s3="play-1", s5="fold")
    driver.until("verify-winner", seat=3)
    driver.until("settle", seat=3)
    refuse(driver, 1)
    driver.finish()
    assert envied(driver) == {5: ["25.00 from 3", "100.00 from 1"], 3: ["100.00 from 1"]}


@provision("669a.11(i)(3)(i)(E)", "669a.11(i)(3)(i)(A)")
def test_a_hand_that_was_found_not_to_win_earns_nobody_an_envy_bonus():
    driver = raised(1, 3, s1=SPADES, s3="4c 5d 9h")
    decide(driver, s1="play-1", s3="play-1")
    refuse(driver, 1, found="not-a-winner")
    assert driver.playing.doubted == {1: "not-a-winner"}, "whatever the light shows"
    driver.finish()
    assert envied(driver) == {}
    paid = raised(1, 3, s1=SPADES, s3="4c 5d 9h")
    decide(paid, s1="play-1", s3="play-1")
    paid.until("verify-winner")
    paid.perform("verify-winner", value="not-a-winner")
    paid.perform("verify-light")
    paid.perform("validate", "floorperson", "Flo", value="I cannot see it")
    paid.perform("rule-claim", "shift-manager", "Max", value="pay")
    paid.finish()
    assert envied(paid) == {3: ["100.00 from 1"]}, "it was paid after all"


@provision("688a.11(h)(2)(ii)", "688a.11(h)(2)(i)(B)", "688a.11(h)(3)(i)(C)")
@pytest.mark.parametrize("found", ["", "not-a-winner"])
def test_of_two_qualifying_wagers_the_one_that_went_back_earns_nothing(found: str):
    submission = {"fortune": "1", "progressive": "4", "shuffler": "automated"}
    driver = Driver("face-up-pai-gow", submission).ready(1, 4)
    driver.bet(1, pai_gow=2000, fortune=500, progressive=500)
    driver.bet(4, pai_gow=2000, fortune=500)
    driver.hold(s1="8s 8d 8h 8c 3d 5c 6h", s4="Ah Kh Qh Jh Th 9h 7h", dealer="Ac Kc Jd 9s 7s 5d 3c")
    driver.close_bets()
    driver.until("decide")
    for seat in (4, 1):
        driver.decide(seat, "house-way")
    before = len(driver.log)
    refuse(driver, 1, found=found)
    driver.finish()
    told = {4: ["5.00 from 1"], 1: ["25.00 from 4"]}
    assert envied(driver) == ({1: told[1]} if found else told), "by Fortune's column alone"
    said = [(ev.value["seat"], ev.cite[-13:]) for ev in driver.events(e.Performed, before) if ev.step == "acknowledge"]
    mine = [] if found else [(1, "11(h)(2)(i)(B)"[-13:]), (1, "11(h)(3)(i)(C)"[-13:])]
    assert [one for one in said if one[0] == 1] == mine


@provision("687a.12(c)")
def test_envy_is_left_out_where_the_only_wager_for_it_went_back():
    submission = {"progressive": "1", "contribution": "20%", "validate-from": "1"}
    driver = Driver("dj-wild", submission, edition="pa-2021").ready(1, 3)
    driver.bet(1, ante=1000, blind=1000, progressive=100)
    driver.bet(3, ante=1000, blind=1000)
    driver.hold(s1="9s 9h 9d 4c 5h", s3="Th Jh Qh Kh Ah", dealer="4d 4h 8c Tc Jd", replacement="7c")
    driver.close_bets()
    driver.until("decide")
    driver.decide(1, "raise")
    driver.decide(3, "raise")
    driver.until("validate", seat=1)
    driver.perform("validate", "floorperson", "Flo", value="no wager was taken here")
    driver.perform("rule-claim", "shift-manager", "Max", value="return")
    assert all(due.id != "envy" for due in driver.table.todo)
    driver.finish()
    assert envied(driver) == {}


# A share of a meter that another has won.


@provision("687a.12(c)")
@pytest.mark.parametrize(("procedure", "meter"), [(5, 199_980), (6, 200_000)])
def test_a_wager_that_goes_back_after_the_whole_meter_was_won_takes_nothing_off_its_seed(procedure: int, meter: int):
    driver = Driver("dj-wild", {"progressive": "1", "contribution": "20%", "validate-from": "1"}, edition="pa-2021")
    driver.log[0] = (replace(driver.log[0][0], procedure=procedure), 0)
    driver.table = replace(driver.table, procedure=procedure)
    driver.ready(1, 3)
    for seat in (1, 3):
        driver.bet(seat, ante=1000, blind=1000, progressive=100)
    driver.hold(s1="9s 9h 9d Jc 5h", s3="Th Jh Qh Kh Ah", dealer="4d 4h 8c Tc Jd", replacement="7c")
    driver.close_bets()
    driver.until("decide")
    for seat in (1, 3):
        driver.decide(seat, "raise")
    driver.until("validate", seat=3)
    driver.advance()
    driver.until("validate", seat=1)
    driver.perform("validate", "floorperson", "Flo", value="no wager was taken here")
    driver.perform("rule-claim", "shift-manager", "Max", value="return")
    driver.finish()
    paid = [line["paid"] for event in driver.events(e.Settled) for line in event.lines if event.seat == 3]
    assert paid[-1] == "2000.40", "the whole meter, as it stood at the winner's turn"
    assert driver.table.accounts["meter:progressive"] == meter
    verify_bytes(journal(driver.log))
    again = rebuild(sound(driver.log), 1)
    assert (again.unsettled(), again.differences()) == ("", ()), "a table keeps the steps that it was opened with"
    assert again.by_older_steps() == (), "what was paid is the same, whatever became of the meter"


@provision("687a.12(c)", "687a.13(c)")
@pytest.mark.parametrize("rate", ["20%", "12.345%"])
def test_a_share_that_the_house_bore_leaves_the_meter_when_the_win_is_undone(rate: str):
    submission = {"progressive": "1", "contribution": rate, "validate-from": "1"}
    driver = Driver("dj-wild", submission, edition="pa-2021").ready(1, 3)
    before = {name: cents for name, cents in driver.table.accounts.items() if cents}, driver.table.meters
    for seat in (1, 3):
        driver.bet(seat, ante=1000, blind=1000, progressive=100)
    driver.hold(s1="9s 9h 9d Jc 5h", s3="Th Jh Qh Kh Ah", dealer="4d 4h 8c Tc Jd", replacement="7c")
    driver.close_bets()
    driver.until("decide")
    for seat in (1, 3):
        driver.decide(seat, "raise")
    driver.until("validate", seat=3)
    driver.advance()
    driver.until("validate", seat=1)
    driver.perform("validate", "floorperson", "Flo", value="no wager was taken here")
    driver.perform("rule-claim", "shift-manager", "Max", value="return")
    driver.do(Report(irregularity="wrong-number"), "floorperson", "Flo")
    driver.finish()
    after = {name: cents for name, cents in driver.table.accounts.items() if cents}, driver.table.meters
    assert after == before, "to the part of a cent"
    verify_bytes(journal(driver.log))


@provision("687a.12(c)", "687a.7(b)")
@pytest.mark.parametrize("hands", ["any-hand", "bettors-hands"])
def test_an_abandoned_royal_flush_of_a_bettor_earns_envy_and_is_rebuilt_so(hands: str):
    submission = {"progressive": "1", "contribution": "20%"}
    driver = Driver("dj-wild", submission, edition="pa-2021", readings={"envy": hands}).ready(1, 3)
    for seat in (1, 3):
        driver.bet(seat, ante=1000, blind=1000, progressive=100)
    driver.hold(s1="Th Jh Qh Kh Ah", s3="4s 7h 9d Jc 5h", dealer="4d 4h 8c Tc Jd", replacement="7c")
    driver.close_bets()
    driver.until("decide")
    driver.do(Leave(seat=1), "player", "P1")
    driver.do(Direct(order="abandon", seat=1), "floorperson", "Flo")
    driver.decide(3, "raise")
    driver.finish()
    assert envied(driver) == {3: ["1000.00 from 1"]}
    again = rebuild(sound(driver.log), 1)
    assert (again.unsettled(), again.differences()) == ("", ())


# Folded hands.


@provision("687a.12(c)", "687a.11(c)")
@pytest.mark.parametrize("ruled", ["pay", "return"])
def test_a_folded_hand_that_its_wager_kept_on_the_table_earns_envy_when_that_went_back(ruled: str):
    submission = {"progressive": "1", "contribution": "20%", "validate-from": "1"}
    driver = Driver("dj-wild", submission, edition="pa-2021").ready(1, 3)
    for seat in (1, 3):
        driver.bet(seat, ante=1000, blind=1000, progressive=100)
    driver.hold(s1="Th Jh Qh Kh Ah", s3="4s 7h 9d Jc 5h", dealer="4d 4h 8c Tc Jd", replacement="7c")
    driver.close_bets()
    driver.until("decide")
    driver.decide(1, "fold")
    driver.decide(3, "raise")
    driver.until("validate", seat=1)
    driver.perform("validate", "floorperson", "Flo", value="no wager was taken here")
    driver.perform("rule-claim", "shift-manager", "Max", value=ruled)
    driver.finish()
    assert envied(driver) == {3: ["1000.00 from 1"]}
    again = rebuild(sound(driver.log), 1)
    assert (again.unsettled(), again.differences()) == ("", ())


@provision("687a.11(b)(3)", "687a.12(c)")
@pytest.mark.parametrize(("allowed", "owed"), [(True, ["300.00"]), (False, [])])
def test_a_folded_hand_that_may_not_qualify_earns_nobody_an_envy_bonus(allowed: bool, owed: list[str]):
    rules = open_game("dj-wild", "pa-2021").rules(
        {"progressive": "1", "contribution": "20%", "folded-progressive": allowed, "trips": "DJWT-04"}
    )
    told: dict[str, Any] = {
        "seats": {
            "1": {
                "cards": "Jk 8s 7s 6s 5s",
                "wagers": {"ante": "10", "blind": "10", "trips": "5"},
                "decisions": ["fold"],
            },
            "3": {
                "cards": "3c 7d Jc 5h 9d",
                "wagers": {"ante": "10", "blind": "10", "progressive": "1"},
                "decisions": ["raise"],
            },
        },
        "dealer": "4c 4d 8h Tc Jd",
        "replacement": "9s",
        "meter": "2000",
    }
    lines = settle(rules, describe(rules, told)).seats[3].lines
    assert [f"{line.paid / 100:.2f}" for line in lines if line.wager == "envy"] == owed
    if not allowed:
        describe(rules, {**told, "replacement": None})  # nobody needs the card then


@provision("669a.11(a)(3)", "669a.11(g)")
@pytest.mark.parametrize("moment", ["turn", "envy", "rack"])
def test_whoever_told_of_a_folded_hand_loses_the_right_to_an_envy_bonus(moment: str):
    driver = raised(1, 3, s1=HEARTS, s3=SPADES)
    decide(driver, s1="play-1", s3="fold")
    assert driver.playing.closed[3] == ("ante", "blind", "progressive")
    driver.until(moment)
    before = driver.chips(3)
    report = Report(irregularity="information", seat=3)
    if moment == "rack":
        assert driver.refused(report).field == "actor", "what was paid is for the floor to undo"
    told = driver.do(report, "floorperson", "Flo")
    (lost,) = [line for ev in told if isinstance(ev, e.Settled) for line in ev.lines]
    assert (lost["wager"], lost["result"], lost["net"], lost["cite"]) == (
        "envy",
        "forfeit",
        "0.00",
        "58 Pa. Code § 669a.11(a)(3)",
    )
    assert "no wager left" in driver.refused(report, "floorperson", "Flo").message
    driver.finish()
    assert driver.chips(3) == before - (2500 if moment == "rack" else 0) == 1_000_000 - 2100
    assert envied(driver)[1] == ["100.00 from 3"], "the hand is not void"


@provision("669a.11(a)(3)")
def test_there_is_nothing_to_forfeit_where_a_fold_took_everything():
    driver = raised(1, 3, without=(3,), s1=HEARTS, s3=SPADES)
    decide(driver, s1="play-1", s3="fold")
    assert "no wager left" in driver.refused(Report(irregularity="information", seat=3)).message


@provision("669a.7(b)", "669a.11(g)")
def test_a_right_to_an_envy_bonus_that_is_left_behind_may_be_treated_as_abandoned():
    driver = raised(1, 3, 5, s1=HEARTS)
    decide(driver, s1="play-1", s3="fold", s5="fold")
    for seat in (3, 5):
        (left,) = driver.do(Leave(seat=seat), "player", f"P{seat}")
        assert isinstance(left, e.Left)
        assert left.midround
    abandon = Direct(order="abandon", seat=3)
    driver.do(abandon, "floorperson", "Flo")
    assert "no wager left" in driver.refused(abandon, "floorperson", "Flo").message
    driver.until("rack")
    assert envied(driver) == {3: [], 5: ["25.00 from 1"]}
    refused = driver.refused(Direct(order="abandon", seat=5), "floorperson", "Flo")
    assert "no wager left" in refused.message, "it was paid"
    driver.finish()
    assert list(driver.table.seats) == [1]


@provision("669a.7(b)")
def test_whoever_has_nothing_to_wait_for_leaves_at_once():
    driver = raised(1, 3, without=(3,))
    decide(driver, s1="play-1", s3="fold")
    (left,) = driver.do(Leave(seat=3), "player", "P3")
    assert isinstance(left, e.Left)
    assert not left.midround


# Two boxes of one player.


@provision("687a.12(c)", "687a.7(e)")
@pytest.mark.parametrize(("answer", "boxes"), [("each-box", [1, 2]), ("once-a-player", [2])])
def test_an_envy_bonus_is_paid_on_each_box_or_once_to_a_player(answer: str, boxes: list[int]):
    rules = open_game("dj-wild", "pa-2021").rules(
        {"progressive": "1", "contribution": "20%", "adjacent-boxes": 2}, {"envy-boxes": answer}
    )
    wagers = {"ante": "10", "blind": "10", "progressive": "1"}
    hands = {1: ("Ann", "3c 7d Jc 5h 9d"), 2: ("Ann", "5s 6s 7s 8s 9s"), 6: ("Fay", "Th Jh Qh Kh Ah")}
    told: dict[str, Any] = {
        "seats": {
            str(n): {"cards": cards, "wagers": wagers, "decisions": ["raise"], "player": player}
            for n, (player, cards) in hands.items()
        },
        "dealer": "4c 6d 8h Tc 9c",
        "meter": "2000",
    }
    settled = settle(rules, describe(rules, told)).seats
    owed = {n: [line for line in seat.lines if line.wager == "envy"] for n, seat in settled.items()}
    assert [n for n in (1, 2) if owed[n]] == boxes
    assert all(line.envy_from == 6 and line.paid == 1_000_00 for n in boxes for line in owed[n])
    assert [(line.envy_from, line.paid) for line in owed[6]] == [(2, 300_00)]
    named = [n for n in boxes for line in owed[n] if any(one.key == "envy-boxes" for one in line.readings)]
    assert named == ([1] if answer == "each-box" else [])


@provision("688a.11(h)(2)(ii)", "688a.7(f)")
@pytest.mark.parametrize(("both", "owed"), [("each-table", [25_00, 250_00]), ("higher-alone", [250_00])])
def test_once_to_a_player_by_each_column_or_by_the_higher_alone(both: str, owed: list[int]):
    readings = {"envy-boxes": "once-a-player", "envy-own-table": both}
    rules = open_game("face-up-pai-gow").rules({"fortune": "1", "progressive": "4", "adjacent-boxes": 2}, readings)
    hands = {
        "1": ("Ann", "8s 8d 8h 8c 3d 5c 6h", {"fortune": "10", "progressive": "5"}),
        "2": ("Ann", "2c 4d 6s 9c Tc Qd Kd", {"fortune": "5"}),
        "5": ("Eve", "Ah Kh Qh Jh Th 9h 7h", {}),
    }
    seats = {
        n: {"cards": cards, "wagers": {"pai-gow": "20", **wagers}, "decisions": ["house-way"], "player": player}
        for n, (player, cards, wagers) in hands.items()
    }
    told = {"seats": seats, "dealer": "Ac Kc Jd 9s 7s 5d 3c", "meter": "9000"}
    settled = settle(rules, describe(rules, told)).seats
    assert sorted(line.paid for n in (1, 2) for line in settled[n].lines if line.wager == "envy") == owed
