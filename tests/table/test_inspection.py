"""Steps that can fail: the inspection, counts, the emptied shoe, checks of the table, claims on a progressive; and what
is said aloud and signed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from croupier import IllegalAction, open_game
from croupier.games import all_games
from croupier.kit.cards import cards
from croupier.table import Direct, Perform, Report
from croupier.table import events as e
from tests.support import provision
from tests.table.drive import Driver

GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda g: f"{g.id}-{g.edition}")
INSPECTED = provision("687a.4(a)", "683a.4(a)", "669a.4(a)", "686a.4(a)", "688a.4(a)", "MA 3(a)", "MA 3(b)")


def opening(game, **more):
    driver = Driver(game.id, {}, edition=game.edition, **more)
    driver.until("inspect")
    return driver


# The inspection.


@INSPECTED
@GAMES
@pytest.mark.parametrize("step", ["inspect", "verify"])
@pytest.mark.parametrize("found", ["defective", "missing", "extra"])
def test_a_deck_with_a_bad_card_leaves_the_table_and_another_is_inspected(game, step, found):
    driver = opening(game)
    cite = driver.until(step).cite
    role = driver.due.by[0]
    told = driver.perform(step, role, value=found, cards="7h")
    assert [type(event).__name__ for event in told] == ["Performed", "IrregularityFound", "PackChanged"]
    assert told[0].value == f"{found} 7h"
    assert (told[1].irregularity, told[1].reading, told[1].note) == ("bad-deck", "bad-deck", f"{found} 7h")
    assert (told[2].what, told[2].pack, told[2].cite) == ("removed", 0, cite)
    assert not driver.table.packs[0].present
    assert driver.due.id == "receive"
    driver.until("verify")
    assert driver.steps().count("inspect") == 2


@INSPECTED
@GAMES
def test_the_staff_inspects_the_very_cards_that_came(game):
    driver = opening(game)
    whole = game.deck
    driver.staff.delivered[0] = replace(whole, cards=whole.cards[:-1])
    driver.advance()
    missing = driver.events(e.Performed)[-1]
    assert missing.value == f"missing {whole.cards[-1]}"
    driver.until("inspect")
    driver.staff.delivered[0] = replace(whole, cards=(*whole.cards, cards("As")[0]))
    driver.advance()
    assert driver.events(e.Performed)[-1].value == "extra As"
    driver.until("verify")
    assert driver.events(e.Performed)[-1].value is None


@INSPECTED
def test_an_inspection_finds_nothing_else():
    driver = opening(open_game("dj-wild", "pa-2021"))
    for value, named, field in (
        ("torn", "", "value"),
        (53, "", "value"),
        ("missing", "7h 8h", "cards"),
        (None, "7h", "value"),
    ):
        assert driver.refused(Perform(step="inspect", value=value, cards=named)).field == field
    stud = opening(open_game("cajun-stud"))
    assert "no Jk" in stud.refused(Perform(step="inspect", value="missing", cards="Jk")).message
    assert stud.perform("inspect", value="extra", cards="Jk")[0].value == "extra Jk"


@provision("687a.4(a)", "687a.4(d)")
def test_the_second_deck_alone_leaves_if_it_is_the_bad_one():
    driver = Driver("dj-wild", {"decks": 2, "shuffler": "automated"}, edition="pa-2021")
    driver.sit(1)
    driver.until("inspect", pack=1)
    driver.perform("inspect", value="defective")
    assert [pack.present for pack in driver.table.packs] == [True, False]
    assert (driver.due.id, driver.due.pack) == ("receive", 1)
    driver.until_phase("betting")
    assert all(pack.method for pack in driver.table.packs)


@INSPECTED
def test_a_watcher_reports_a_bad_deck_while_it_lies_spread():
    driver = opening(open_game("dj-wild", "pa-2021"))
    driver.until("view")
    driver.do(Report(irregularity="bad-deck", note="two sevens of hearts"), "surveillance")
    assert driver.due.id == "receive"
    assert "yet" in driver.refused(Report(irregularity="bad-deck"), "surveillance").message
    driver.ready(1)
    assert driver.refused(Report(irregularity="bad-deck"), "surveillance").field == "irregularity"


@provision("688a.4(b)")
def test_a_second_joker_is_torn_before_the_floor_lets_it_pass():
    driver = opening(open_game("face-up-pai-gow"))
    driver.until("witness-joker")
    assert driver.refused(Perform(step="witness-joker", value="none"), "floorperson").field == "value"
    driver.perform("witness-joker", "floorperson", value="two")
    assert driver.due.id == "tear-joker"
    assert driver.refused(Perform(step="tear-joker", value="burnt")).field == "value"
    driver.perform("tear-joker", value="torn")
    driver.perform("witness-joker", "floorperson")
    assert driver.due.id == "spread"


# The table itself, and the shoe.


@provision("686a.2(d)", "686a.2(d)(1)", "686a.2(d)(2)")
def test_a_rack_that_is_too_low_keeps_the_table_from_opening():
    driver = Driver("over-under", {})
    assert driver.refused(Perform(step="check-rack", value="low"), "floorperson").field == "value"
    driver.perform("check-rack", "floorperson", value="wrong")
    assert driver.due.id == "check-rack"
    assert driver.refused(Perform(step="receive")).field == "step"
    driver.perform("check-rack", "floorperson")
    assert driver.due.id == "receive"


@provision("MA 11(d)")
def test_a_shuffler_in_another_mode_keeps_the_table_from_opening():
    driver = Driver("dj-wild", {"cover-all": "1"}, edition="ma")
    driver.perform("cover-all-mode", "dealer", value="wrong")
    assert driver.due.id == "cover-all-mode"
    driver.perform("cover-all-mode", "dealer")
    assert driver.due.id == "receive"


def emptied(cards_="entered"):
    driver = Driver("over-under", {}, cards=cards_)
    driver.until("view")
    driver.sit(1)
    driver.until("cut")
    driver.perform("cut", "player", "P1", value=20)
    driver.until_phase("betting")
    driver.do(Direct(order="reshuffle"), "floorperson")
    driver.until("empty-shoe")
    return driver


@provision("686a.7(d)(1)")
def test_an_emptied_shoe_that_lacks_a_card_takes_the_batch_off_the_table():
    driver = emptied()
    assert driver.refused(Perform(step="empty-shoe")).field == "value", "at real cards somebody counts them"
    for wrong in (-1, 625, "all"):
        assert driver.refused(Perform(step="empty-shoe", value=wrong)).field == "value"
    told = driver.perform("empty-shoe", value=311)
    assert [type(event).__name__ for event in told] == ["Racked", "IrregularityFound", "PackChanged"]
    assert (told[1].note, told[1].cite) == ("311 cards where 312 should be", "58 Pa. Code § 686a.7(d)(1)")
    assert driver.due.id == "receive"
    whole = emptied()
    assert [type(event).__name__ for event in whole.perform("empty-shoe", value=312)] == ["Racked"]
    assert whole.due.id == "shuffle"


@provision("687a.5(b)", "683a.5(b)", "669a.5(b)", "MA 8(g)")
@pytest.mark.parametrize(
    ("game", "edition"),
    [("dj-wild", "pa-2021"), ("cajun-stud", "pa-2019"), ("raise-it-up", "pa-2019"), ("dj-wild", "ma")],
)
def test_a_device_counts_the_cards_that_lie_in_it(game, edition):
    driver = Driver(game, {"shuffler": "counting"}, edition=edition, cards="shuffled")
    driver.sit(1)
    driver.until("device-count")
    staff = driver.staff
    name, context = "0", driver.table.context(0)
    short = replace(driver.rules.game.deck, cards=driver.rules.game.deck.cards[:-1])
    staff.vault.restore(name, b"0" * 32, short, context)
    with pytest.raises(IllegalAction, match="in the order that was committed to"):  # it is counted, and not assumed
        driver.advance()


@provision("688a.11(d)")
@pytest.mark.parametrize("cards_", ["entered", "shuffled"])
def test_a_surrendered_hand_is_counted_before_it_is_racked(cards_):
    driver = Driver("face-up-pai-gow", {"shuffler": "automated"}, cards=cards_).ready(1, 3)
    driver.bet(1, pai_gow=2000)
    driver.bet(3, pai_gow=2000)
    driver.close_bets()
    driver.until("decide")
    at = len(driver.log)
    driver.decide(1, "surrender")
    if cards_ == "entered":
        assert (driver.due.id, driver.due.seat) == ("count-surrendered", 1)
        assert driver.refused(Perform(step="count-surrendered")).field == "value"
        driver.advance()
    told = [event for event, _ in driver.log[at:] if isinstance(event, e.Performed | e.Racked)]
    assert [type(event).__name__ for event in told] == ["Performed", "Racked"]
    assert driver.events(e.Performed, at)[0].value == 7
    driver.finish(s3="house-way")
    assert driver.chips(1) == 1_000_000 - 2000


@provision("688a.11(d)", "688a.13(j)")
def test_a_surrendered_hand_of_another_number_voids_the_round():
    driver = Driver("face-up-pai-gow", {"shuffler": "automated"}).ready(1, 3)
    driver.bet(1, pai_gow=2000)
    driver.bet(3, pai_gow=2000)
    driver.close_bets()
    driver.until("decide")
    driver.decide(1, "surrender")
    told = driver.perform("count-surrendered", value=6)
    assert isinstance(told[1], e.IrregularityFound)
    assert (told[1].irregularity, told[1].note) == ("wrong-number", "6 cards where 7 should be")
    driver.finish()
    assert driver.chips(3) == 1_000_000


# Claims.

SPADES = "As Ks Qs"


def claimed(*steps, cards_="entered"):
    driver = Driver("raise-it-up", {"progressive": "1"}, cards=cards_).ready(1, 3)
    driver.bet(1, ante=1000, blind=1000, progressive=100)
    driver.bet(3, ante=1000, blind=1000)
    driver.hold(s1=SPADES, s3="9h 8h 7c", community="2d 3c 4h")
    driver.close_bets()
    driver.until("decide")
    driver.decide(1, "play-1")
    driver.decide(3, "play-1")
    driver.until(steps[0] if steps else "validate", seat=1)
    return driver


@provision("669a.11(i)(3)(i)(C)")
def test_a_refused_claim_is_not_paid_and_another_person_returns_the_wager():
    driver = claimed()
    before = driver.chips(1)
    assert driver.refused(Perform(step="validate", value=" "), "floorperson", "Flo").field == "value"
    assert driver.refused(Perform(step="validate", value="accepted"), "floorperson", "Flo").field == "value"
    told = driver.perform("validate", "floorperson", "Flo", value="no wager was accepted")
    assert told[0].value == {"seat": 1, "refused": "no wager was accepted", "by": "Flo"}
    assert (driver.due.id, driver.due.seat) == ("rule-claim", 1)
    assert driver.refused(Perform(step="settle")).field == "step"
    assert driver.refused(Perform(step="rule-claim", value="return"), "floorperson", "Flo").field == "actor"
    assert driver.refused(Perform(step="rule-claim", value="return"), "dealer", "Dee").field == "actor"
    assert driver.refused(Perform(step="rule-claim", value="keep"), "shift-manager", "Max").field == "value"
    told = driver.perform("rule-claim", "shift-manager", "Max", value="return")
    assert [type(event).__name__ for event in told] == [
        "Performed",
        "IrregularityFound",
        "Voided",
        "Racked",
    ], "nobody else has a wager that its hand could earn an Envy Bonus"
    assert (told[1].irregularity, told[1].reading, told[1].note) == (
        "claim-refused",
        "refused-claim",
        "no wager was accepted",
    )
    assert driver.chips(1) == before + 100
    assert driver.meter("progressive-1") == 100_000
    driver.finish()
    assert "progressive" not in driver.lines(1)
    assert driver.lines(1)["ante"]["result"] == "lose"


@provision("669a.11(i)(3)(i)(C)", "669a.11(i)(3)(i)(D)")
def test_whoever_refused_may_have_it_paid_and_two_people_sign_for_it():
    driver = claimed()
    driver.perform("validate", "floorperson", "Flo", value="the lamp is dark")
    driver.perform("rule-claim", "floorperson", "Flo", value="pay")
    driver.perform("settle", "dealer", "Dee")
    assert driver.due.id == "document"
    assert driver.refused(Perform(step="document"), "dealer", "Flo").field == "actor"
    assert driver.refused(Perform(step="document"), "floorperson", "Dee").field == "actor", "one person signs once"
    told = driver.perform("document", "floorperson", "Flo")
    assert told[0].value == {"seat": 1, "amount": "1000.14", "signed": ["Dee", "Flo"]}
    assert driver.lines(1)["progressive"]["paid"] == "1000.14"


@provision("669a.11(i)(3)(i)(B)")
def test_an_unlit_light_makes_the_floor_say_why_the_claim_stands():
    driver = claimed("verify-light")
    assert driver.refused(Perform(step="verify-light", value="dark")).field == "value"
    driver.perform("verify-light", value="unlit")
    refused = driver.refused(Perform(step="validate"), "floorperson")
    assert (refused.field, "unlit" in refused.message) == ("value", True)
    driver.perform("validate", "floorperson", value="accepted")
    assert driver.due.id == "settle"
    by_itself = claimed("verify-light")
    by_itself.perform("verify-light", value="unlit")
    by_itself.finish()
    assert by_itself.lines(1)["progressive"]["result"] == "win"


@provision("669a.11(i)(3)(i)(A)")
def test_a_hand_that_does_not_win_after_all_goes_to_the_floor():
    driver = claimed("verify-winner")
    driver.perform("verify-winner", value="not-a-winner")
    driver.perform("verify-light")
    assert "not a winner" in driver.refused(Perform(step="validate"), "floorperson").message


@provision("688a.11(h)(3)(i)(B)(2)", "688a.11(h)(3)(i)(B)(3)", "688a.11(h)(3)(i)(B)(4)")
def test_face_up_pai_gow_verifies_validates_and_documents():
    def won():
        driver = Driver("face-up-pai-gow", {"progressive": "1", "shuffler": "automated"}).ready(1)
        driver.bet(1, pai_gow=2000, progressive=100)
        driver.hold(s1="8s 7s 6s 5s 4s 3s 2s", dealer="Ad Kd Jc 9h 7d 5c 3h")
        driver.close_bets()
        driver.until("decide")
        driver.decide(1, "house-way")
        driver.until("verify-light")
        return driver

    driver = won()
    driver.perform("verify-light", value="unlit")
    driver.perform("validate", "floorperson", "Flo", value="tampered with")
    driver.perform("rule-claim", "shift-manager", "Max", value="return")
    driver.finish()
    assert "progressive" not in driver.lines(1)
    paid = won()
    paid.until("document")
    amount = paid.lines(1)["progressive"]["paid"]
    assert paid.advance()[0].value == {"seat": 1, "amount": amount, "signed": ["Dealer", "Floor"]}


# Said aloud.


@provision("687a.11(d)", "687a.11(e)", "MA 9(d)")
@pytest.mark.parametrize("edition", ["pa-2021", "pa-2019-proposed", "ma"])
def test_the_dealer_announces_the_hands(edition):
    driver = Driver("dj-wild", {}, edition=edition).ready(1)
    driver.bet(1, ante=1000, blind=1000)
    driver.hold(s1="As 2h Ad 7c 4h", dealer="8c 8d 8h Tc Td")
    driver.close_bets()
    driver.until("decide")
    driver.decide(1, "raise")
    driver.until("turn")
    wrong = driver.refused(Perform(step="turn", cards="8c 8d 8h Tc Td", value="flush"))
    assert wrong.field == "value"
    assert "full house" in wrong.message
    driver.perform("turn", cards="8c 8d 8h Tc Td", value="full-house")
    driver.finish()
    assert [event.announced for event in driver.events(e.Turned)] == ["full house, eights full of tens"]
    spoken = [event.announced for event in driver.events(e.Revealed)]
    assert spoken == (["three aces"] if edition != "ma" else [""])


@provision("688a.11(h)(2)(i)(B)", "688a.11(h)(2)(i)(C)", "688a.11(h)(3)(i)(C)")
@pytest.mark.parametrize(
    ("first", "second", "cites"),
    [
        ({}, {"fortune": 500}, ["11(h)(2)(i)(C)", "11(h)(3)(i)(C)"]),
        ({"fortune": 500}, {"fortune": 500}, ["11(h)(2)(i)(B)", "11(h)(3)(i)(C)"]),
        ({"fortune": 500}, {}, ["11(h)(2)(i)(B)"]),  # any player's Qualifying Wager, the own one too
        ({"fortune": 100}, {"fortune": 400}, []),  # none that qualifies
        ({"progressive": 500}, {}, []),  # (2)(i)(C) and (3)(i)(C) speak of another's
        ({"progressive": 500}, {"progressive": 500}, ["11(h)(2)(i)(C)"]),
        ({"fortune": 100}, {"progressive": 500}, ["11(h)(2)(i)(B)", "11(h)(3)(i)(C)"]),
        ({"fortune": 100, "progressive": 500}, {}, ["11(h)(2)(i)(B)"]),
        ("surrender", {"fortune": 500}, ["11(h)(2)(i)(C)", "11(h)(3)(i)(C)"]),
    ],
)
def test_an_envy_bonus_qualifying_hand_is_acknowledged(first, second, cites):
    driver = Driver("face-up-pai-gow", {"fortune": "1", "progressive": "4", "shuffler": "automated"}).ready(1, 3)
    gives_up = first == "surrender"
    first = {} if gives_up else first
    driver.bet(1, pai_gow=2000, **first)
    driver.bet(3, pai_gow=2000, **second)
    driver.hold(s1="As Ks Qs Js Ts 4d 4c", s3="Jk Qd 9d 7c 6h 4h 2c", dealer="Ad Kd Jc 9h 7d 5c 3h")
    driver.close_bets()
    driver.until("decide")
    driver.finish(s1="surrender" if gives_up else "house-way", s3="house-way")
    told = [event for event in driver.events(e.Performed) if event.step == "acknowledge"]
    assert [event.cite.removeprefix("58 Pa. Code § 688a.") for event in told] == cites
    assert all(event.value == {"seat": 1, "hand": "Royal flush"} for event in told)
    envy = [line for event in driver.events(e.Settled) for line in event.lines if line["wager"] == "envy"]
    assert bool(envy) == any(stake >= 500 for stake in second.values())
    if not cites:  # no Qualifying Wager keeps a hand on the table
        assert bool(first.get("progressive")) == ("envy" in driver.steps())


@provision("688a.11(g)", "688a.11(i)")
def test_without_a_qualifying_wager_each_hand_is_racked_as_it_is_settled():
    driver = Driver("face-up-pai-gow", {"fortune": "1", "shuffler": "automated"}).ready(1, 3)
    driver.bet(1, pai_gow=2000, fortune=400)
    driver.bet(3, pai_gow=2000, fortune=400)
    driver.close_bets()
    driver.until("decide")
    driver.finish(s1="house-way", s3="house-way")
    after = [event for event, _ in driver.log if isinstance(event, e.Settled | e.Racked)]
    hands = [event.seat if isinstance(event, e.Settled) else event.what for event in after]
    assert hands[hands.index(3) : hands.index(1) + 2] == [3, "seats.3", 1, "seats.1"]
