"""The Massachusetts DJ Wild rules at the table: sections 2 to 4, 6 to 9 and 13."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import SubmissionError
from croupier.journal import verify_bytes
from croupier.table import Decide, Direct, Leave, Perform, Place, Report, Sit, TakeBack
from croupier.table import events as e
from tests.journal.test_reconstruct import journal
from tests.support import provision, rules_of
from tests.table.drive import Driver, settled_as_told

LINK: dict[str, Any] = {
    "multi-game-link": {
        "wager": "1",
        "seed": "1000",
        "rows": {
            "royal-flush": "100% of meter",
            "straight-flush": "10% of meter",
            "four-of-a-kind": "300 for 1",
            "full-house": "50 for 1",
        },
    },
    "contribution": "20%",
}
BONUSES: dict[str, Any] = {"trips": "01", "bad-beat": "1", "cover-all": "1"}
HAND: dict[str, Any] = {"dealing": "hand"}
MANUAL: dict[str, Any] = {"shuffler": "none"}
DEVICE: dict[str, Any] = {"decks": 2}
WAYS = [pytest.param({}, id="automated-shoe"), pytest.param(HAND, id="hand")]


def opened(cards: str = "entered", **choices: Any) -> Driver:
    return Driver("dj-wild", {"trips": "01", "bad-beat": "1", **choices}, edition="ma", cards=cards)


def table(*seats: int, **choices: Any) -> Driver:
    return opened(**choices).ready(*seats)


def dealt(*seats: int, **choices: Any) -> Driver:
    """A table at the players' decisions."""
    driver = table(*seats, **choices)
    bets(driver, *seats)
    driver.close_bets()
    driver.until_phase("deciding")
    return driver


def bets(driver: Driver, *seats: int, **more: int) -> None:
    for seat in seats:
        driver.bet(seat, ante=1000, blind=1000, **more)


def play(driver: Driver, *seats: int) -> None:
    bets(driver, *seats)
    driver.close_bets()
    driver.finish(**{f"s{seat}": "fold" for seat in seats})
    driver.until_phase("betting")


def cite(path: str) -> str:
    return f"MA DJ Wild § {path}"


# 2. Cards; number of decks.


@provision("MA 2(b)(1)", "MA 2(b)(3)", "MA 2(b)(4)", "MA 2(b)(5)", held="step")
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
def test_two_decks_with_a_joker_each_take_turns_and_one_lies_in_the_rack(cards: str):
    driver = table(1, 2, cards=cards, **DEVICE)
    assert [pack.size for pack in driver.table.packs] == [53, 53]
    for number in range(4):
        assert (driver.table.active, driver.table.rack) == (number % 2, ())
        stored = driver.table.packs[1 - driver.table.active]
        assert (stored.present, stored.method, stored.at) == (True, "device", 0)
        bets(driver, 1, 2)
        driver.close_bets()
        began = len(driver.log)
        driver.finish(s1="fold", s2="fold")
        assert sum(event.count for event in driver.events(e.Racked, began)) <= 53
        driver.until_phase("betting")


# 3. Opening of the table for gaming.


@provision("MA 3(a)", "MA 3(b)", "MA 3(c)")
def test_the_opening():
    driver = opened()
    driver.until("inspect")
    for step, path, role in (
        ("inspect", "3(a)", "dealer"),
        ("verify", "3(b)", "floorperson"),
        ("spread", "3(b)", "dealer"),
    ):
        assert (driver.due.id, driver.due.cite) == (step, cite(path))
        assert ("dealer" in driver.due.by) == (role == "dealer")
        assert driver.refused(Perform(step=step), "player").field == "actor"
        driver.advance()
    assert str(driver.refused(Perform(step="view")).cite) == cite("3(b)")
    driver.sit(2)
    for step, path in (("view", "3(b)"), ("wash", "3(c)"), ("stack", "3(c)"), ("shuffle", "4(a)")):
        assert (driver.due.id, driver.due.cite) == (step, cite(path))
        driver.advance()


@provision("MA 3(d)")
def test_each_of_two_decks_is_opened_separately():
    driver = table(1, **DEVICE)
    for pack in (0, 1):
        done = [event.step for event in driver.events(e.Performed) if event.pack == pack]
        assert done[:6] == ["inspect", "verify", "spread", "view", "wash", "stack"]
    assert [event.cite for event in driver.events(e.PackChanged)] == [cite("3(a)"), cite("3(d)")]


@provision("MA 3(a)", "MA 4(b)(2)")
def test_preshuffled_cards_skip_the_opening_but_are_cut():
    driver = opened()
    driver.preshuffled = True
    driver.sit(1)
    driver.until_phase("betting")
    assert driver.steps() == ["cover-down", "cut", "rest-over", "cover-away", "load"]
    assert [(event.method, event.cite) for event in driver.events(e.Shuffled)] == [("preshuffled", cite("3(a)"))]


# 4. Shuffle and cut of the cards.


@provision("MA 4(a)", "MA 4(b)(1)", "MA 4(b)(2)", held="step")
@pytest.mark.parametrize(("choices", "cuts"), [({}, 0), (MANUAL, 3)])
def test_cards_are_shuffled_before_play_and_after_every_round_and_cut_unless_by_a_device(
    choices: dict[str, Any], cuts: int
):
    driver = table(1, **choices)
    play(driver, 1)
    play(driver, 1)
    assert [event.cite for event in driver.events(e.Shuffled)] == [cite("4(a)")] * 3
    assert driver.steps().count("cut") == cuts


@provision("MA 4(c)(1)(i)", "MA 4(c)(1)(ii)", "MA 4(c)(1)(iii)", "MA 4(c)(1)(iv)", "MA 4(c)(2)", held="step")
def test_the_cut_is_four_steps_of_the_dealers():
    driver = opened(**MANUAL)
    driver.until("view")
    driver.sit(1)
    driver.until("cover-down")
    steps = [("cover-down", "i"), ("cut", "ii"), ("rest-over", "iii"), ("cover-away", "iv")]
    for step, path in steps:
        assert (driver.due.id, driver.due.cite, driver.due.by) == (step, cite(f"4(c)(1)({path})"), ("dealer",))
        assert driver.refused(Perform(step="load")).cite == driver.due.cite
        if step == "cut":
            for wrong in (9, 0, 53):
                assert str(driver.refused(Perform(step="cut", value=wrong)).cite) == cite("4(c)(1)(ii)")
            driver.perform("cut", value=10)
        else:
            driver.advance()
    assert (driver.due.id, driver.table.pack.cut) == ("load", 10)
    driver.advance()
    bets(driver, 1)
    driver.close_bets()
    assert driver.due.id == "deal"


@provision("MA 4(d)")
def test_a_supervisor_may_have_the_cards_cut_again_before_a_card_is_dealt():
    driver = table(1, **MANUAL)
    assert str(driver.refused(Direct(order="recut"), "dealer").cite) == cite("4(d)")
    before = len(driver.log)
    driver.do(Direct(order="recut"), "floorperson")
    driver.until_phase("betting")
    assert driver.steps(before) == ["recut", "cover-down", "cut", "rest-over", "cover-away", "load"]
    bets(driver, 1)
    driver.close_bets()
    driver.advance()
    assert str(driver.refused(Direct(order="recut"), "floorperson").cite) == cite("4(d)")
    device = table(1)
    assert str(device.refused(Direct(order="recut"), "floorperson").cite) == cite("4(d)")


@provision("MA 4(e)")
@pytest.mark.parametrize("choices", [{}, MANUAL, DEVICE])
@pytest.mark.parametrize("face", ["face-up", "face-down"])
def test_idle_cards_are_turned_up_for_the_first_player_then_washed_and_shuffled(choices: dict[str, Any], face: str):
    driver = table(1, **choices)
    assert str(driver.refused(Perform(step="spread-idle")).cite) == cite("4(e)")
    driver.do(Leave(seat=1), "player", "P1")
    driver.perform("spread-idle", value=face)
    before = len(driver.log)
    driver.do(Sit(player="P2", seat=2), "player", "P2")
    driver.until_phase("betting")
    turned = ["turn-up"] if face == "face-down" else []
    assert driver.steps(before)[: len(turned) + 3] == [*turned, "view", "wash", "stack"]
    assert 0 in [event.pack for event in driver.events(e.Shuffled, before)]


# 6. Wagers.


@provision("MA 6(a)")
def test_no_spoken_wagers_with_cash():
    driver = table(1)
    wrong = driver.refused(Place(seat=1, wager="ante", amount=1000, verbal=True), "dealer")
    assert str(wrong.cite) == cite("6(a)")


@provision("MA 6(b)")
def test_wagers_come_before_no_more_bets():
    driver = table(1, 2)
    bets(driver, 1)
    driver.close_bets()
    for command in (
        Place(seat=2, wager="ante", amount=1000),
        Place(seat=1, wager="trips", amount=500),
        TakeBack(seat=1, wager="blind"),
    ):
        assert str(driver.refused(command, "player", f"P{command.seat}").cite) == cite("6(b)")


@provision("MA 6(d)")
def test_only_seated_players_wager_and_stay_to_the_end_of_the_round():
    driver = table(1, 2)
    assert str(driver.refused(Place(seat=5, wager="ante", amount=1000), "player", "P5").cite) == cite("6(d)")
    bets(driver, 1, 2)
    driver.close_bets()
    driver.until_phase("deciding")
    driver.do(Leave(seat=1), "player", "P1")
    assert driver.table.seats[1] == "P1"  # the position is held until the round is over
    assert str(driver.refused(Leave(seat=1), "player", "P1").cite) == cite("6(d)")
    assert str(driver.refused(Direct(order="abandon", seat=1), "floorperson").cite) == cite("6(d)")
    driver.now += 25_000
    driver.do(Decide(seat=1, decision="fold"), "dealer")
    driver.finish(s2="fold")
    assert 1 not in driver.table.seats


# 7 and 8. Dealing.


@provision("MA 7(a)", "MA 8(a)", held="refusal")
def test_there_are_two_ways_of_dealing_only():
    assert set(rules_of("dj-wild", {}, edition="ma").game.conduct.ways) == {"automated-shoe", "hand"}  # type: ignore[union-attr]
    with pytest.raises(SubmissionError):
        rules_of("dj-wild", {"dealing": "manual-shoe"}, edition="ma")
    with pytest.raises(SubmissionError):
        rules_of("dj-wild", {**HAND, **MANUAL}, edition="ma")


@pytest.mark.parametrize(
    ("choices", "paths"),
    [
        pytest.param(
            HAND,
            ("7(b)(2)", "7(b)(3)", "7(c)(1)", "7(c)(1)"),
            id="hand",
            marks=provision("MA 7(b)(3)", "MA 7(c)", "MA 7(c)(1)", "MA 7(c)(3)", held="step"),
        ),
        pytest.param(
            {},
            ("8(b)(1)", "8(b)(2)", "8(c)", "8(d)"),
            id="automated-shoe",
            marks=provision("MA 8(b)(1)", "MA 8(b)(2)", "MA 8(c)", "MA 8(d)"),
        ),
    ],
)
def test_no_more_bets_then_five_cards_face_down_clockwise_and_the_dealers_last(
    choices: dict[str, Any], paths: tuple[str, ...]
):
    load, close, seats, dealer = map(cite, paths)
    driver = opened(**choices)
    driver.until("view")
    driver.sit(2, 3, 6)
    assert driver.until("load").cite == load
    driver.advance()
    bets(driver, 6, 2)
    assert driver.refused(Perform(step="deal")).field == "step"
    (began,) = driver.close_bets()
    assert isinstance(began, e.RoundBegan)
    assert began.cite == close
    for to, path in (("seats.2", seats), ("seats.6", seats), ("dealer", dealer)):
        due = driver.due
        assert (due.id, due.to, due.count, due.up, due.cite) == ("deal", to, 5, False, path)
        assert str(driver.refused(Perform(step="deal", cards="As Ks Qs Js Ts")).cite) == path
        driver.advance()
    assert not any(event.cards for event in driver.events(e.Dealt))
    assert driver.table.phase == "deciding"


@provision("MA 6(c)", held="step")
@pytest.mark.parametrize(
    ("choices", "asked", "play_", "fold"),
    [
        pytest.param(HAND, "7(c)(2)", "7(c)(2)", "7(c)(2)", id="hand", marks=provision("MA 7(c)(2)", held="step")),
        pytest.param(
            {},
            "8(e)",
            "8(e)(1)",
            "8(e)(2)",
            id="automated-shoe",
            marks=provision("MA 8(e)", "MA 8(e)(1)", "MA 8(e)(2)", held="step"),
        ),
    ],
)
def test_decisions_are_offered_from_the_left_play_at_twice_the_ante_or_fold(
    choices: dict[str, Any], asked: str, play_: str, fold: str
):
    driver = dealt(2, 4, **choices)
    assert str(driver.refused(Decide(seat=4, decision="raise"), "player", "P4").cite) == cite(asked)
    assert driver.due.cite == cite(asked)
    closed = driver.refused(Decide(seat=2, decision="check"), "player", "P2")
    assert (str(closed.cite), closed.field) == (cite(asked), "decisions.0")
    driver.decide(2, "raise")
    assert driver.playing.round.seats[2].stakes["raise"] == 2000
    driver.decide(4, "fold")
    assert [event.cite for event in driver.events(e.Decided)] == [cite(play_), cite(fold)]


@pytest.mark.parametrize(
    ("choices", "path"),
    [
        pytest.param(HAND, "7(d)", id="hand", marks=provision("MA 7(d)")),
        pytest.param({}, "8(f)", id="automated-shoe", marks=provision("MA 8(f)")),
    ],
)
def test_the_stub_is_counted_every_fifth_round(choices: dict[str, Any], path: str):
    driver = table(1, **choices)
    rounds = []
    for number in range(1, 11):
        bets(driver, 1)
        driver.close_bets()
        before = len(driver.log)
        driver.finish(s1="fold")
        driver.until_phase("betting")
        counts = [event for event in driver.events(e.Performed, before) if event.step == "count-stub"]
        rounds += [number] * len(counts)
        assert all(event.cite == cite(path) for event in counts)
        assert all(event.value == {"counted": 43, "expected": 43} for event in counts)
    assert rounds == [5, 10]


@provision("MA 8(g)")
def test_a_device_that_counts_53_cards_takes_the_place_of_the_count():
    driver = opened(shuffler="counting")
    driver.until("view")
    driver.sit(1)
    driver.until("device-count")
    assert driver.due.cite == cite("8(g)")
    driver.perform("device-count", value=53)
    driver.until_phase("betting")
    for _ in range(6):
        play(driver, 1)
    assert "count-stub" not in driver.steps()
    bets(driver, 1)
    driver.close_bets()
    driver.finish(s1="fold")
    driver.until("device-count")
    driver.perform("device-count", value=52)
    assert driver.events(e.PackChanged)[-1].what == "removed"
    assert driver.events(e.PackChanged)[-1].cite == cite("8(g)")
    driver.until("inspect")


# 9. Completion of a round of play.


@provision("MA 9(c)")
def test_whoever_tells_of_the_own_hand_forfeits_every_wager():
    driver = table(1, 2)
    bets(driver, 1, 2, trips=500)
    driver.close_bets()
    driver.until_phase("deciding")
    driver.decide(1, "raise")
    told = Report(irregularity="information", seat=1)
    assert driver.refused(told, "player", "P2").field == "actor"
    driver.do(told)
    lines = driver.lines(1)
    assert {wager: line["result"] for wager, line in lines.items()} == dict.fromkeys(
        ("ante", "blind", "raise", "trips"), "forfeit"
    )
    assert {line["cite"] for line in lines.values()} == {cite("9(c)")}
    assert driver.chips(1) == 1_000_000 - 4500
    driver.hold(s2="As Ad Ac Ah Kd", dealer="9c 9d 4h 5s Jc")
    driver.finish(s2="raise")
    assert driver.chips(1) == 1_000_000 - 4500
    assert driver.lines(2)["ante"]["result"] == "win"


@provision("MA 9(c)", "MA 11(b)")
@pytest.mark.parametrize("moment", ["turn", "settle", "settle-table", "rack"])
def test_what_was_told_before_the_dealers_hand_was_turned_costs_every_wager_whenever_it_is_found(moment: str):
    driver = table(1, 2, **{"cover-all": "1"})
    bets(driver, 1, 2, trips=500, cover_all=500)
    driver.hold(s1="As Ad Ac Ah Kd", s2="3s 4d 6c 8h Td", dealer="9c 9d 4h 5s Jc")
    driver.close_bets()
    driver.until("decide")
    driver.decide(1, "raise")
    driver.decide(2, "raise")
    driver.until(moment)
    told = Report(irregularity="information", seat=1)
    if moment == "rack":
        assert driver.refused(told).field == "actor"  # what is settled is undone by the floor
    driver.do(told, "floorperson")
    driver.finish()
    assert driver.chips(1) == 1_000_000 - 5000
    assert {line["cite"] for line in driver.lines(1).values()} == {cite("9(c)")}
    assert driver.lines(2)["cover-all"]["result"] == "lose"  # the four aces are out of the round
    assert driver.chips(2) == 1_000_000 - 5000
    assert verify_bytes(journal(driver.log)).records


@provision("MA 9(d)")
def test_the_dealer_turns_the_own_five_cards_when_all_have_decided():
    driver = dealt(1, 2)
    driver.decide(1, "raise")
    assert str(driver.refused(Perform(step="turn", cards="9c 9d 4h 5s Jc")).cite) == cite("8(e)")
    driver.decide(2, "raise")
    assert (driver.due.id, driver.due.to, driver.due.cite, driver.due.count) == ("turn", "dealer", cite("9(d)"), 5)


@provision("MA 9(e)")
def test_the_cards_are_picked_up_in_order_so_that_each_hand_can_be_rebuilt():
    driver = dealt(1, 3, 6)
    driver.finish(s1="raise", s3="raise", s6="raise")
    racked = driver.events(e.Racked)
    assert [(event.what, event.count) for event in racked] == [
        ("seats.1", 5),
        ("seats.3", 5),
        ("seats.6", 5),
        ("dealer", 5),
    ]
    assert racked[-1].cite == cite("9(e)")


# 13. Irregularities.


def wagered(*seats: int, **choices: Any) -> Driver:
    driver = table(*seats, **{**LINK, **choices})
    bets(driver, *seats, trips=500, multi_game_link=100)
    driver.close_bets()
    return driver


def all_back(driver: Driver, path: str) -> None:
    """Every wager is back, the link's meter as it was, and nothing was shuffled without need."""
    assert all(driver.chips(seat) == 1_000_000 for seat in driver.playing.round.seats)
    assert driver.meter("multi-game-link") == 100_000
    assert {event.cite for event in driver.events(e.Voided)} == {cite(path)}
    assert driver.events(e.IrregularityFound)[-1].reading == "void-hands"
    driver.finish()
    assert driver.events(e.RoundClosed)[-1].void
    shuffles = len(driver.events(e.Shuffled))
    driver.until_phase("betting")
    assert len(driver.events(e.Shuffled)) == shuffles + 1


@provision("MA 13(a)")
@pytest.mark.parametrize("choices", WAYS)
def test_exposed_cards_of_the_dealers_void_all_hands(choices: dict[str, Any]):
    driver = wagered(1, 4, **choices)
    driver.until_phase("deciding")
    driver.decide(1, "raise")
    driver.do(Report(irregularity="dealer-exposed"), "surveillance", "Eye")
    all_back(driver, "13(a)")


@provision("MA 13(b)")
def test_one_face_up_card_is_discarded_and_a_second_one_voids_all_hands():
    driver = wagered(1, 4)
    driver.do(Report(irregularity="face-up", cards="Kc"))
    assert (driver.events(e.Discarded)[-1].cards, driver.table.pack.at) == ("Kc", 1)
    assert not driver.events(e.Voided)
    driver.advance()
    driver.do(Report(irregularity="face-up", cards="Kd"))
    all_back(driver, "13(b)")


@provision("MA 13(c)")
@pytest.mark.parametrize("phase", ["dealing", "deciding"])
def test_a_wrong_number_of_cards_voids_that_players_hand_alone(phase: str):
    driver = wagered(1, 4)
    driver.until_phase(phase)
    assert driver.refused(Report(irregularity="wrong-number")).field == "seat"
    if phase == "dealing":
        assert "no card" in driver.refused(Report(irregularity="wrong-number", seat=4)).message
        driver.advance()
    driver.do(Report(irregularity="wrong-number", seat=4))
    assert driver.chips(4) == 1_000_000
    assert driver.meter("multi-game-link") == 100_000 + 20
    driver.hold(s1="As Ad Ac Ah Kd", dealer="9c 9d 4h 5s Jc")
    driver.finish(s1="raise")
    assert [event.seat for event in driver.events(e.Revealed)] == [1]
    assert driver.lines(1)["ante"]["result"] == "win"
    assert driver.lines(4) == {}
    assert not driver.events(e.RoundClosed)[-1].void


@provision("MA 7(d)")
@pytest.mark.parametrize("shuffler", ["automated", "counting"])
def test_from_the_hand_the_stub_is_counted_every_fifth_round_whatever_the_device_counts(shuffler: str):
    driver = table(1, dealing="hand", shuffler=shuffler)
    counted = []
    for _ in range(6):
        before = len(driver.log)
        play(driver, 1)
        driver.until_phase("betting")
        counted += [one.cite for one in driver.events(e.Performed, before) if one.step == "count-stub"] or [""]
    assert counted == ["", "", "", "", cite("7(d)"), ""]


@provision("MA 9(c)")
def test_whoever_tells_of_the_own_hand_while_cards_are_dealt_forfeits_too():
    driver = table(1, 2)
    bets(driver, 1, 2, trips=500)
    driver.close_bets()
    driver.until("deal", to="seats.2")
    assert "no card" in driver.refused(Report(irregularity="information", seat=2)).message
    driver.do(Report(irregularity="information", seat=1))
    assert {line["result"] for line in driver.lines(1).values()} == {"forfeit"}
    assert set(driver.lines(1)) == {"ante", "blind", "trips"}
    driver.finish(s2="fold")
    assert not driver.events(e.RoundClosed)[-1].void


@provision("MA 7(b)(1)", "MA 4(c)(2)")
def test_a_preshuffled_deck_is_shuffled_by_the_device_before_it_is_dealt_from_the_hand():
    for choices, method, cuts in ((HAND, "device", False), ({}, "preshuffled", True)):
        driver = opened(**choices)
        driver.preshuffled = True
        driver.sit(1)
        driver.until("shuffle")
        assert (driver.due.cite == cite("7(b)(1)")) is (not cuts)
        driver.until_phase("betting")
        assert driver.events(e.Shuffled)[-1].method == method
        assert ("cut" in driver.steps()) is cuts


@provision("MA 13(d)")
def test_a_jam_of_the_shuffler_means_a_new_shuffle():
    driver = opened()
    driver.until("view")
    driver.sit(1)
    driver.until("load")
    driver.do(Report(irregularity="shuffler-jam"))
    assert driver.events(e.IrregularityFound)[-1].cite == cite("13(d)")
    driver.until_phase("betting")
    assert len(driver.events(e.Shuffled)) == 2
    by_hand = opened(**MANUAL)
    by_hand.until("view")
    by_hand.sit(1)
    by_hand.until("load")
    assert str(by_hand.refused(Report(irregularity="shuffler-jam")).cite) == cite("13(d)")


@provision("MA 13(e)")
def test_a_jam_of_the_automated_shoe_voids_the_round():
    driver = wagered(1, 4)
    driver.advance()
    driver.do(Report(irregularity="shoe-jam"))
    all_back(driver, "13(e)")
    from_hand = wagered(1, **HAND)
    assert str(from_hand.refused(Report(irregularity="shoe-jam")).cite) == cite("13(e)")


@provision("MA 13(f)")
@pytest.mark.parametrize(("choices", "device", "way"), [({}, "shoe", "hand"), (HAND, "shuffler", "automated-shoe")])
def test_a_device_leaves_the_table_before_another_method_is_used(choices: dict[str, Any], device: str, way: str):
    driver = table(1, **choices)
    driver.do(Report(irregularity="remove-device", device=device))
    gone = driver.events(e.DeviceChanged)[-1]
    assert (gone.device, gone.what, gone.cite) == (device, "removed", cite("13(f)"))
    before = len(driver.log)
    if device == "shuffler":  # what it has shuffled is dealt (reading ready-cards)
        driver.until_phase("betting")
        play(driver, 1)
    driver.until_phase("betting")
    assert driver.table.way == way
    assert ("cut" in driver.steps(before)) == (device == "shuffler")
    play(driver, 1)
    driver.do(Direct(order="repair", what=device), "floorperson")
    assert driver.table.way == driver.rules.chosen["dealing"]


@provision("MA 13(f)", "MA 7(b)(1)")
def test_without_shoe_and_shuffler_no_way_of_dealing_is_left():
    driver = table(1, **MANUAL)
    driver.do(Report(irregularity="remove-device", device="shoe"))
    driver.until_phase("betting")
    bets(driver, 1)
    assert driver.refused(Perform(step="no-more-bets")).field == "step"


# Payments at the table are those of `settle`.


@pytest.mark.parametrize(
    "choices",
    [
        BONUSES,
        {**BONUSES, **HAND},
        {**BONUSES, **DEVICE},
        {**BONUSES, **LINK},
        {"trips": "05", **MANUAL},
    ],
)
def test_every_payment_is_what_settle_says(choices: dict[str, Any]):
    assert settled_as_told(rules_of("dj-wild", choices, edition="ma"), 300, 205) >= 290


@provision("MA 4(b)(2)", "MA 4(c)(1)(ii)")
def test_a_device_that_reshuffles_by_itself_does_not_spare_the_cut_of_preshuffled_cards():
    driver = opened(shuffler="reshuffling")
    driver.preshuffled = True
    driver.sit(1)
    driver.until_phase("betting")
    assert "cut" in driver.steps()
    driver.do(Direct(order="recut"), "floorperson")
    before = len(driver.log)
    driver.until_phase("betting")
    assert driver.steps(before).count("cut") == 1
