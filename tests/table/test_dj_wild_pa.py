"""58 Pa. Code §§ 687a.8(c) and 687a.11 at the table: Start Game, decisions, settlement and the progressive meter."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from croupier.journal import verify_bytes
from croupier.journal.reconstruct import rebuild
from croupier.table import Decide, Direct, Leave, Perform, Place, Report
from croupier.table import events as e
from tests.journal.test_reconstruct import journal, sound
from tests.support import provision
from tests.table.stud import DJ_WILD, DJ_WILD_PROPOSED, Chapter

if TYPE_CHECKING:
    from tests.table.drive import Driver

EDITIONS = pytest.mark.parametrize("chapter", [DJ_WILD, DJ_WILD_PROPOSED], ids=lambda chapter: chapter.edition)
ROYAL = "As Ks Qs Js Ts"
OTHER_ROYAL = "Ah Kh Qh Jh Th"
NOTHING = "Ad Qc 9d 7c 4h"
LESS = "Kd Jc 9c 6h 3s"
DEALER = "8d 8h 7s 5h 4c"


def _bets(*progressive: int, others: tuple[int, ...] = (), **choices: Any) -> Driver:
    driver = DJ_WILD.table(*sorted({*progressive, *others}), **choices)
    DJ_WILD.bets(driver, *others)
    DJ_WILD.bets(driver, *progressive, progressive=100)
    driver.close_bets()
    return driver


# § 687a.8(c), 9(b): Start Game.


@pytest.mark.parametrize(
    ("way", "path"),
    [
        pytest.param("manual-shoe", "8(c)", marks=provision("687a.8(c)")),
        pytest.param("hand", "9(b)", marks=provision("687a.9(b)")),
        pytest.param("automated-shoe", "8(c)"),
    ],
)
def test_start_game_collects_the_progressive_wagers_before_the_deal(way: str, path: str):
    driver = _bets(2, 5, others=(3,), dealing=way)
    cite = DJ_WILD.cite(path)
    assert (driver.due.id, driver.due.cite, driver.due.by) == ("start-game", cite, ("dealer",))
    assert driver.refused(Perform(step="deal")).cite == cite
    for role in ("player", "floorperson"):
        assert driver.refused(Perform(step="start-game"), role, "P2").cite == cite
    for wrong in (1, 3, "2", -1, 2.0):
        assert driver.refused(Perform(step="start-game", value=wrong)).cite == cite
    layout, meter, inventory = driver.table.accounts["layout"], driver.meter(), driver.table.accounts["inventory"]
    driver.perform("start-game", value=2)
    collected = driver.events(e.Contributed)[-1]
    assert (collected.wagers, collected.chips, collected.increment, collected.cite) == ({2: 100, 5: 100}, 200, 40, cite)
    assert driver.table.accounts["layout"] == layout - 200
    assert driver.meter() == meter + 40
    assert driver.table.accounts["inventory"] == inventory + 160
    assert driver.due.id == "deal"


@provision("687a.8(c)")
def test_without_a_progressive_wager_there_is_nothing_to_start():
    driver = _bets(others=(1, 2))
    assert driver.due.id == "deal"
    assert driver.events(e.Contributed) == []


@provision("687a.12(c)")
def test_parts_of_a_cent_are_carried_exactly():
    driver = DJ_WILD.table(1, 2, 3, contribution="12.345%")
    rate = Fraction("0.12345")
    for number in range(1, 8):
        DJ_WILD.bets(driver, 1, 2, 3, progressive=100)
        driver.close_bets()
        driver.hold(s1=NOTHING, s2=LESS, s3="Kh Jd 9s 6c 3h", dealer=DEALER)
        driver.finish(s1="fold", s2="fold", s3="fold")
        driver.until_phase("betting")
        exact = 200_000 + number * 300 * rate
        carry = Fraction(driver.table.meters["progressive"].carry)
        assert driver.meter() + carry == exact
        assert 0 <= carry < 1
        assert driver.meter() == exact.numerator // exact.denominator


@provision("687a.12(c)")
def test_a_meter_is_not_changed_while_it_is_live():
    driver = DJ_WILD.table(1)
    refusal = driver.refused(Direct(order="meter", what="progressive", amount=500), "floorperson")
    assert refusal.cite == DJ_WILD.cite("12(c)")
    assert driver.refused(Place(seat=1, wager="progressive", amount=200), "player", "P1").cite is not None


# § 687a.11. Decisions.


@EDITIONS
@provision("687a.11(b)")
@provision("687a.11(a)", held="refusal")
def test_players_decide_in_turn_when_the_deal_is_done(chapter: Chapter):
    driver = chapter.table(2, 4, 5)
    chapter.bets(driver, 2, 4, 5)
    driver.close_bets()
    while driver.table.phase != "deciding":  # nobody has looked at the own cards before
        refusal = driver.refused(Decide(seat=2, decision="raise"), "player", "P2")
        assert (refusal.field, refusal.cite) == ("decision", driver.due.cite)
        driver.advance()
    cite = chapter.cite("11(b)")
    assert (driver.due.id, driver.due.cite, driver.due.by) == ("decide", cite, ("player",))
    for seat in (4, 5, 1):
        assert driver.refused(Decide(seat=seat, decision="raise"), "player", f"P{seat}").cite == cite
    assert driver.refused(Decide(seat=2, decision="raise"), "player", "P4").cite == cite
    for role in ("floorperson", "dealer", "surveillance"):
        assert driver.refused(Decide(seat=2, decision="raise"), role).cite == cite
    for word in ("check", "raise-2", "set", "", "RAISE"):
        driver.refused(Decide(seat=2, decision=word), "player", "P2")
    chips = driver.chips(2)
    driver.decide(2, "raise")
    made = driver.events(e.Decided)[-1]
    assert (made.stakes, made.entries) == ({"raise": 2000}, {"player:P2": -2000, "layout": 2000})
    assert driver.chips(2) == chips - 2000
    assert driver.refused(Decide(seat=2, decision="fold"), "player", "P2").cite == cite
    driver.decide(4, "fold")
    driver.now += 25_000
    driver.do(Decide(seat=5, decision="fold"))  # the dealer's word when the player's time is over
    assert driver.events(e.Decided)[-1].late


@provision("687a.11(b)")
def test_a_raise_that_cannot_be_covered_is_refused():
    driver = DJ_WILD.opened().ready(1, chips=3999)
    DJ_WILD.bets(driver, 1)
    driver.close_bets()
    driver.until("decide")
    assert driver.refused(Decide(seat=1, decision="raise"), "player", "P1").cite == DJ_WILD.cite("11(b)")
    driver.decide(1, "fold")


@provision("687a.11(c)", "687a.11(b)(1)", "687a.11(b)(2)")
def test_forfeited_wagers_and_cards_are_collected_when_all_have_decided():
    driver = DJ_WILD.table(1, 2, 3, 4)
    DJ_WILD.bets(driver, 1, 2, 3, 4)
    driver.bet(2, trips=500)
    driver.bet(3, progressive=100)
    driver.bet(4, bad_beat=500)
    driver.close_bets()
    driver.hold(s1=NOTHING, s2="3d 3h 3c 9h 5c", s3=LESS, s4="Kh Jd 9s 6c 3s", dealer=DEALER)
    driver.until("decide")
    for seat in (1, 2, 3, 4):
        assert driver.events(e.Settled) == []
        driver.decide(seat, "fold")
    assert (driver.due.id, driver.due.cite) == ("collect-forfeited", DJ_WILD.cite("11(c)"))
    began = len(driver.log)
    driver.advance()
    forfeited = {event.seat: [line["wager"] for line in event.lines] for event in driver.events(e.Settled, began)}
    assert forfeited == {
        1: ["ante", "blind"],
        2: ["ante", "blind"],
        3: ["ante", "blind"],
        4: ["ante", "blind", "bad-beat"],
    }
    assert {line["result"] for event in driver.events(e.Settled) for line in event.lines} == {"forfeit"}
    # the cards of those with a Trips or Progressive Bonus Wager stay
    assert [event.what for event in driver.events(e.Racked, began)] == ["seats.1", "seats.4"]
    assert {event.cite for event in driver.events(e.Racked, began)} == {DJ_WILD.cite("11(c)")}
    driver.finish()
    assert driver.lines(2)["trips"]["net"] == "30.00"
    assert driver.lines(3)["progressive"]["result"] == "lose"
    assert [event.seat for event in driver.events(e.Revealed)] == [3, 2]


@provision("687a.11(b)(3)")
@pytest.mark.parametrize(("allowed", "result"), [(True, "win"), (False, "forfeit")])
def test_the_house_says_whether_a_folded_hand_may_win_the_progressive(allowed: bool, result: str):
    driver = _bets(1, others=(2,), **{"folded-progressive": allowed})
    driver.hold(s1="3d 3h 3c 9h 5c", s2=NOTHING, dealer=DEALER, replacement="6s")
    driver.finish(s1="fold", s2="fold")
    assert driver.lines(1)["progressive"]["result"] == result


# § 687a.11(d) to (g). Settlement.


@EDITIONS
@provision("687a.11(d)", "687a.11(e)", "687a.11(f)")
def test_the_dealers_hand_is_turned_over_and_players_are_settled_from_seat_6_to_1(chapter: Chapter):
    driver = chapter.table(1, 3, 6)
    chapter.bets(driver, 1, 3, 6, progressive=100, trips=500, bad_beat=500)
    driver.close_bets()
    driver.hold(s1="9s 9h 9d 5s 2c", s3="Ad Kc Td 7c 4h", s6="8c 8s 7h 5d 4s", dealer=DEALER, replacement="6s")
    driver.until("decide")
    for seat in (1, 3, 6):
        driver.decide(seat, "raise")
    assert (driver.due.id, driver.due.to, driver.due.cite) == ("turn", "dealer", chapter.cite("11(d)"))
    assert driver.refused(Perform(step="reveal", cards="8c 8s 7h 5d 4s")).cite == chapter.cite("11(d)")
    driver.finish()
    assert driver.events(e.Turned)[0].cards == DEALER
    assert [event.seat for event in driver.events(e.Settled)] == [6, 6, 3, 1]  # the extra card is turned in between
    assert [event.seat for event in driver.events(e.Revealed)] == [6, 3, 1]
    for seat in (6, 3, 1):
        assert list(driver.lines(seat)) == ["ante", "blind", "raise", "progressive", "trips", "bad-beat"]
    results = {seat: {w: line["result"] for w, line in driver.lines(seat).items()} for seat in (1, 3, 6)}
    assert results[1]["ante"] == "win"
    assert results[3]["ante"] == "lose"
    assert results[6]["ante"] == "push"


@EDITIONS
@provision("687a.11(g)")
def test_cards_are_racked_so_that_every_hand_can_be_rebuilt(chapter: Chapter):
    driver = chapter.table(1, 3, 6, cards="shuffled")
    chapter.bets(driver, 1, 3, 6, progressive=100)
    driver.close_bets()
    driver.finish(s1="raise", s3="raise", s6="raise")
    last = driver.events(e.Racked)[-1]
    assert last.cite == chapter.cite("11(g)")
    racked = [(event.what, event.count) for event in driver.events(e.Racked)]
    assert racked[0][0] == "stub"
    assert dict(racked) == {"stub": 53 - 21, "seats.6": 5, "seats.3": 5, "seats.1": 5, "dealer": 5, "replacement": 1}
    hands = [what for what, _ in racked if what.startswith("seats")]
    assert hands == ["seats.6", "seats.3", "seats.1"]
    shown = {event.seat: event.cards for event in driver.events(e.Revealed)}
    driver.until("shuffle")
    opened = driver.events(e.OrderOpened)[-1]
    order = opened.order.split()
    order = order[opened.cut :] + order[: opened.cut]
    for event in driver.events(e.Dealt):
        if event.to.startswith("seats."):
            assert shown[int(event.to[6:])] == " ".join(order[event.at : event.at + event.count])


@provision("687a.11(g)")
def test_a_round_is_not_racked_while_a_wager_is_open():
    driver = DJ_WILD.dealt(1, 2)
    for seat in (1, 2):
        driver.decide(seat, "raise")
    assert driver.refused(Perform(step="rack")).cite == driver.due.cite
    driver.until("settle", seat=1)
    assert driver.refused(Perform(step="rack")).cite == DJ_WILD.cite("11(e)")


@provision("687a.11(f)(1)")
def test_the_joker_is_replaced_for_the_progressive_only():
    driver = _bets(1)
    driver.hold(s1="9s 9h Jk 5s 3c", dealer=DEALER, replacement="9d")
    driver.finish(s1="raise")
    assert driver.lines(1)["progressive"]["row"] == "Three-of-a-kind"
    driver.until_phase("betting")
    DJ_WILD.bets(driver, 1, progressive=100, trips=500)
    driver.close_bets()
    driver.hold(s1="9s 9h Jk 5s 3c", dealer=DEALER, replacement="6d")
    began = len(driver.log)
    driver.finish(s1="raise")
    lines = driver.lines(1, began)
    assert (lines["progressive"]["result"], lines["trips"]["result"]) == ("lose", "win")


# The meter.


@provision("687a.11(f)(1)(ii)", "687a.12(c)")
def test_two_royals_in_one_round_are_paid_in_turn_and_the_meter_is_seeded_anew_after_each():
    driver = _bets(2, 5, others=(1,))
    driver.hold(s1=NOTHING, s2=ROYAL, s5=OTHER_ROYAL, dealer=DEALER, replacement="6s")
    driver.until("decide")
    for seat in (1, 2, 5):
        driver.decide(seat, "raise")
    meter = driver.meter()
    assert meter == 200_040
    house = driver.table.accounts["house"]
    driver.until("settle", seat=5)
    inventory = driver.table.accounts["inventory"]
    for _ in ("ante, blind and raise", "the extra card", "the progressive"):
        driver.advance()
    first = driver.events(e.Settled)[-1]
    # the meter pays the share, the house seeds it; the dollar was collected before
    assert first.entries["meter:progressive"] == 200_000 - 200_040
    assert first.meters == {"progressive": 200_000}
    assert driver.table.accounts["house"] == house - 200_000
    line = driver.lines(5)["progressive"]
    assert (line["paid"], line["odds"]) == ("2000.40", "100% of meter")
    others = sum(int(line["paid"].replace(".", "")) for w, line in driver.lines(5).items() if w != "progressive")
    assert driver.table.accounts["inventory"] == inventory - others  # nothing of it from the inventory
    driver.finish()
    assert driver.lines(2)["progressive"]["paid"] == "2000.00"  # what the meter says when the turn comes
    assert driver.meter() == 200_000


@provision("687a.11(f)(1)(ii)", "687a.12(c)")
@pytest.mark.parametrize(
    ("least", "validated"),
    [
        (None, []),
        ("2000.61", []),
        ("2000.60", [5]),
        ("2000.00", [5, 2]),
        ("300.00", [5, 2]),
        ("0.01", [5, 2, 1]),
    ],
)
def test_the_chapter_has_no_payment_validated_and_a_house_has_from_the_amount_it_submits(least, validated):
    driver = _bets(1, 2, 5, **({} if least is None else {"validate-from": least}))
    driver.hold(s1="9h 9d 9c 4d 3c", s2=ROYAL, s5=OTHER_ROYAL, dealer=DEALER, replacement="6s")
    driver.until("decide")
    for seat in (1, 2, 5):
        driver.decide(seat, "raise")
    found = []
    while driver.table.play is not None:
        if driver.due.id == "validate":
            found.append(driver.due.seat)
            assert (driver.due.by, driver.due.cite) == (("floorperson", "shift-manager"), DJ_WILD.cite("12(c)"))
            for role in ("dealer", "player", "surveillance"):
                assert driver.refused(Perform(step="validate"), role, f"P{driver.due.seat}").field == "actor"
            assert driver.refused(Perform(step="settle")).field == "step"
        driver.advance()
    assert found == validated
    assert {driver.lines(seat)["progressive"]["result"] for seat in (1, 2, 5)} == {"win"}


@provision("687a.11(f)(1)(ii)", "687a.12(c)")
def test_a_tenth_of_the_meter_leaves_the_rest_and_its_part_of_a_cent():
    driver = _bets(1, 2, contribution="12.345%")
    driver.hold(s1="9s 8s 7s 6s 5s", s2="9h 8h 7h 6h 5h", dealer="Ac Ad Kc Jh 3d", replacement="2s")
    driver.finish(s1="raise", s2="raise")
    # 2,000.00 and twice 12.345 cents are 2,000.24 and 0.69 cents; a tenth, rounded down, to seat 2 and then to seat 1
    assert driver.lines(2)["progressive"]["paid"] == "200.02"
    assert driver.lines(1)["progressive"]["paid"] == "180.02"
    assert driver.meter() == 200_024 - 20_002 - 18_002
    assert Fraction(driver.table.meters["progressive"].carry) == Fraction("0.69")


@provision("687a.12(c)")
def test_every_other_progressive_bettor_has_an_envy_bonus_for_every_qualifying_hand():
    driver = _bets(1, 3, 6, others=(4,))
    driver.hold(s1=ROYAL, s3="7d 6d 5d 4d 3d", s4=NOTHING, s6=LESS, dealer=DEALER, replacement="6s")
    driver.until("decide")
    for seat in (1, 3, 4, 6):
        driver.decide(seat, "raise")
    driver.until("envy")
    assert driver.refused(Perform(step="envy"), "floorperson").cite == driver.due.cite
    meter = driver.meter()
    began = len(driver.log)
    driver.advance()
    paid = driver.events(e.Settled, began)
    envy = {event.seat: [(line["from"], line["paid"]) for line in event.lines] for event in paid}
    assert envy == {6: [("3", "300.00"), ("1", "1000.00")], 3: [("1", "1000.00")], 1: [("3", "300.00")]}
    assert driver.meter() == meter  # from the inventory
    driver.finish()


@provision("687a.12(c)")
def test_an_abandoned_hand_neither_earns_nor_gives_an_envy_bonus():
    driver = _bets(1, 3)
    driver.hold(s3=ROYAL, dealer=DEALER, replacement="6s")
    driver.until("decide")
    driver.do(Leave(seat=1), "player", "P1")
    driver.do(Direct(order="abandon", seat=1), "floorperson")
    driver.finish(s3="raise")
    assert "envy" not in driver.lines(3)
    assert "envy" not in driver.lines(1)
    assert driver.lines(1)["progressive"]["result"] == "forfeit"


@EDITIONS
@provision("687a.11(f)", "687a.11(f)(1)")
def test_the_extra_card_is_turned_when_the_first_progressive_wager_is_settled(chapter: Chapter):
    driver = chapter.table(1, 3, 6)
    chapter.bets(driver, 6, trips=500)
    chapter.bets(driver, 1, 3, progressive=100, trips=500)
    driver.close_bets()
    driver.hold(s1=NOTHING, s3=ROYAL, s6=LESS, dealer=DEALER, replacement="6s")
    driver.until("decide")
    for seat in (1, 3, 6):
        driver.decide(seat, "raise")
    driver.until("turn", to="replacement")
    assert (driver.due.seat, driver.due.cite) == (3, chapter.cite("11(f)(1)"))
    settled = {event.seat: [line["wager"] for line in event.lines] for event in driver.events(e.Settled)}
    assert settled == {6: ["ante", "blind", "raise", "trips"], 3: ["ante", "blind", "raise"]}
    assert "replacement" not in driver.playing.shown
    driver.finish()
    assert [line["wager"] for line in driver.events(e.Settled)[2].lines] == ["progressive", "trips"]
    assert verify_bytes(journal(driver.log)).records


@provision("687a.2(b)(4)", held="step")
def test_the_extra_card_stays_face_down_where_nobody_made_the_progressive_wager():
    driver = DJ_WILD.table(1)
    DJ_WILD.bets(driver, 1, trips=500)
    driver.close_bets()
    driver.finish(s1="raise")
    assert [event.to for event in driver.events(e.Turned)] == ["dealer"]
    assert sum(event.count for event in driver.events(e.Racked)) == 53


@EDITIONS
@provision("687a.10(c)")
@pytest.mark.parametrize("progressive", [True, False])
def test_the_rest_of_the_deck_is_taken_out_of_the_automated_shoe(chapter: Chapter, progressive: bool):
    driver = chapter.table(1, dealing="automated-shoe", shuffler="automated")
    chapter.bets(driver, 1, **({"progressive": 100} if progressive else {}))
    driver.close_bets()
    driver.until("take-out")
    assert [event.to for event in driver.events(e.Dealt)] == ["seats.1", "dealer"]
    assert driver.due.cite == chapter.cite("10(c)")
    assert driver.refused(Perform(step="stub")).cite == chapter.cite("10(c)")
    driver.perform("take-out")
    driver.until("decide")
    assert [event.to for event in driver.events(e.Dealt)][2:] == ["replacement"] * progressive


@EDITIONS
@provision("687a.10(e)")
@pytest.mark.parametrize(("procedure", "section"), [(5, "10(c)"), (6, "10(e)")])
def test_the_stub_of_an_automated_shoe_goes_to_the_rack_unseen(chapter: Chapter, procedure: int, section: str):
    driver = chapter.table(1, dealing="automated-shoe", shuffler="automated")
    driver.table = replace(driver.table, procedure=procedure)
    chapter.bets(driver, 1)
    driver.close_bets()
    driver.until("stub")
    assert driver.due.cite == chapter.cite(section)
    (racked,) = [event for event in driver.advance() if isinstance(event, e.Racked)]
    assert (racked.what, racked.count, racked.cite) == ("stub", 43, chapter.cite(section))


@EDITIONS
@provision("687a.8(g)")
def test_a_preshuffled_deck_is_none_that_the_device_has_counted(chapter: Chapter):
    driver = chapter.table(1, shuffler="counting")
    for _ in range(5):
        chapter.round(driver, 1)
        driver.until_phase("betting")
    assert "count-stub" not in driver.steps()
    driver.preshuffled = True
    driver.do(Direct(order="change-cards"), "floorperson")
    driver.until_phase("betting")
    assert driver.table.pack.method == "preshuffled"
    chapter.round(driver, 1)
    (count,) = [event for event in driver.events(e.Performed) if event.step == "count-stub"]
    assert count.cite == chapter.cite("8(g)")
    driver.until_phase("betting")
    before = len(driver.log)
    for _ in range(6):
        chapter.round(driver, 1)
        driver.until_phase("betting")
    assert "count-stub" not in driver.steps(before)


def test_a_table_that_was_opened_before_keeps_its_list_of_steps():
    driver = DJ_WILD.table(1, dealing="automated-shoe", shuffler="automated")
    driver.table = replace(driver.table, procedure=3)
    DJ_WILD.bets(driver, 1, progressive=100)
    driver.close_bets()
    driver.until("deal", to="dealer")
    driver.do(Report(irregularity="shoe-jam"))
    assert driver.due.id == "rack"
    driver.until_phase("betting")
    DJ_WILD.bets(driver, 1, progressive=100)
    driver.close_bets()
    before = len(driver.log)
    driver.finish(s1="raise")
    assert "take-out" not in driver.steps(before)
    shown = [event for event, _ in driver.log[before:] if isinstance(event, e.Turned | e.Revealed)]
    assert [type(event).__name__ for event in shown] == ["Turned", "Turned", "Revealed"]
    driver.until_phase("betting")
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    assert "shuffle" in [due.id for due in driver.table.todo]


@provision("687a.7(b)", "687a.8(c)", "687a.9(b)")
@pytest.mark.parametrize(("way", "section"), [("manual-shoe", "8(c)"), ("hand", "9(b)")])
def test_progressive_wagers_are_collected_before_any_is_abandoned(way: str, section: str):
    driver = DJ_WILD.table(1, 3, dealing=way, shuffler="automated")
    DJ_WILD.bets(driver, 1, 3, progressive=100)
    driver.close_bets()
    driver.do(Leave(seat=1), "player", "P1")
    assert driver.refused(Direct(order="abandon", seat=1), "floorperson").cite == DJ_WILD.cite(section)
    driver.perform("start-game")
    driver.do(Direct(order="abandon", seat=1), "floorperson")
    driver.finish(s3="fold")
    assert driver.table.accounts["layout"] == 0
    assert [event.wagers for event in driver.events(e.Contributed)] == [{1: 100, 3: 100}]
    verify_bytes(journal(driver.log))


@provision("687a.7(b)", "687a.11(b)(3)")
def test_a_folded_joker_that_was_abandoned_is_rebuilt_without_the_card_that_nobody_turned():
    driver = DJ_WILD.table(3, 5, **{"folded-progressive": False})
    DJ_WILD.bets(driver, 3, 5, progressive=100, trips=500)
    driver.hold(s3="3c 3d 3h 8s 9c", s5="Jk Kd Kh 5h 6c", dealer="4c 4h 4d Tc Jd")
    driver.close_bets()
    driver.until("decide")
    for seat in (3, 5):
        driver.decide(seat, "fold")
    driver.until("settle", seat=5)
    driver.do(Leave(seat=5), "player", "P5")
    driver.do(Direct(order="abandon", seat=5), "floorperson")
    driver.finish()
    assert [event.to for event in driver.events(e.Turned)] == ["dealer"]
    again = rebuild(sound(driver.log), 1)
    assert (again.unsettled(), again.differences()) == ("", ())
