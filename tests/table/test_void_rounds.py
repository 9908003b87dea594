"""A void round returns everything: what was settled is undone, and what is not there any more is a claim."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from croupier.errors import JournalError
from croupier.journal.conduct_audit import ConductAudit
from croupier.kit.money import cents
from croupier.table import CashOut, Direct, Leave, Perform, Place, Report, link, open_table, step
from croupier.table import events as e
from croupier.table.link import SYSTEM
from croupier.table.narration import tell
from tests.support import provision
from tests.table.drive import Driver
from tests.table.offered import OfferedDriver
from tests.table.void_rounds import CASES, Case, copied, moments


def at_the_rack(case: Case) -> tuple[Driver, dict[str, int]]:
    """A round with all settled and paid and the cards still out; and what everybody had before it."""
    driver = case.began()
    before = {f"player:P{seat}": driver.chips(seat) + sum(wagers.values()) for seat, wagers in case.bets.items()}
    for moment in moments(driver, case):
        if moment.due.id == "rack":
            return moment, before
    raise AssertionError("the cards are never racked")


def held(driver: Driver) -> dict[str, int]:
    return {name: cents for name, cents in driver.money().items() if name.startswith("player:")}


def nets(driver: Driver, seat: int) -> dict[str, str]:
    """What stands of a seat's lines."""
    left = list[dict[str, Any]]()
    for event, _ in driver.log:
        if isinstance(event, e.Settled) and event.seat == seat:
            left += event.lines
        elif isinstance(event, e.Unwound) and event.seat == seat:
            for line in event.lines:
                left.remove(line)
    return {line["wager"] + line.get("from", ""): line["net"] for line in left}


@pytest.mark.parametrize(
    ("name", "irregularity"),
    [
        pytest.param("687a", "wrong-number", marks=provision("687a.13(c)")),
        pytest.param("683a", "wrong-number", marks=provision("683a.13(c)")),
        pytest.param("669a", "wrong-number", marks=provision("669a.13(c)")),
        pytest.param("669a", "exposed", marks=provision("669a.13(d)")),
        pytest.param("688a", "wrong-number", marks=provision("688a.13(g)", "688a.13(j)")),
        pytest.param("688a", "wrong-total", marks=provision("688a.13(c)")),
        pytest.param("ma", "dealer-exposed", marks=provision("MA 13(a)")),
    ],
)
def test_a_round_found_void_when_all_is_paid_leaves_everybody_with_what_they_had(name: str, irregularity: str):
    driver, before = at_the_rack(CASES[name])
    meters = {m: meter.seed for m, meter in driver.table.meters.items()}
    assert held(driver) != before
    driver.do(Report(irregularity=irregularity), "surveillance")
    by_hand = {claim.player: claim.amount for claim in driver.table.claims}
    assert {p: cents - by_hand.get(p.removeprefix("player:"), 0) for p, cents in held(driver).items()} == before
    assert {m: driver.meter(m) for m in meters} == meters
    assert all(meter.carry == "0" for meter in driver.table.meters.values())
    assert driver.money()["layout"] == 0
    assert {event.cite for event in driver.events(e.Unwound)} == {driver.events(e.IrregularityFound)[-1].cite}
    assert (driver.due.id, driver.playing.settled) == ("rack", ())
    driver.advance()
    assert driver.events(e.RoundClosed)[-1].void


# 687a.13(d): Progressive and Trips are settled all the same.


@provision("687a.13(d)", "687a.11(f)(1)(ii)")
def test_a_folded_players_progressive_is_settled_although_folds_forfeit_it_here():
    driver, _ = at_the_rack(CASES["687a-forfeits"])
    assert nets(driver, 6)["progressive"] == "-1.00"
    assert "envy4" not in nets(driver, 6)
    driver.do(Report(irregularity="exposed"), "floorperson")
    driver.finish()
    # a tenth of $2,000.49 for seat 6, which comes first; then all that is left for seat 4, and a tenth of the seed
    assert {seat: nets(driver, seat)["progressive"] for seat in (6, 4, 3, 1)} == {
        6: "199.04",
        4: "1799.45",
        3: "199.00",
        1: "-1.00",
    }
    assert set(nets(driver, 6)) == {"progressive", "trips", "envy4", "envy3", "envy2"}
    assert nets(driver, 2) == {}
    assert driver.meter() == 180_000
    assert driver.events(e.Revealed)[-1].seat == 2  # out of the rack, for the Envy Bonuses it earns others


@provision("687a.13(d)")
def test_a_win_that_was_being_validated_is_validated_before_it_is_paid():
    case = CASES["687a-validated"]
    for moment in moments(case.began(), case):
        if moment.due.id == "validate" and moment.due.seat == 4:
            break
    moment.do(Report(irregularity="exposed"), "floorperson")
    began = len(moment.log)
    moment.finish()
    told = [event for event, _ in moment.log[began:]]
    paid = next(n for n, event in enumerate(told) if isinstance(event, e.Settled) and event.meters and event.seat == 4)
    assert any(isinstance(event, e.Performed) and event.step == "validate" for event in told[:paid])


@provision("687a.13(c)", "687a.13(d)")
def test_of_two_reports_the_one_that_returns_more_holds_in_either_order():
    ends = []
    for first, second in (("exposed", "wrong-number"), ("wrong-number", "exposed")):
        driver, before = at_the_rack(CASES["687a"])
        driver.do(Report(irregularity=first), "floorperson")
        driver.do(Report(irregularity=second), "floorperson")
        driver.finish()
        assert held(driver) == before
        ends.append(driver.money())
    assert ends[0] == ends[1]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("687a", marks=provision("687a.13(d)", "687a.7(b)")),
        pytest.param("683a", marks=provision("683a.13(d)", "683a.7(b)")),
    ],
)
def test_who_left_loses_nothing_in_a_void_round_whatever_came_first(name: str):
    case, ends = CASES[name], list[object]()
    for abandoned in (True, False):
        driver = case.began()
        driver.until("decide")
        driver.do(Leave(seat=1), "player", "P1")
        order = Direct(order="abandon", seat=1)
        if abandoned:
            driver.do(order, "floorperson", "Flo")
        driver.do(Report(irregularity="exposed"), "floorperson", "Flo")
        refusal = driver.refused(order, "floorperson", "Flo")
        assert (refusal.field, refusal.cite) == ("order", f"58 Pa. Code § {name}.13(d)")
        driver.finish()
        ends.append((nets(driver, 1), driver.money()))
    assert ends[0] == ends[1]


@provision("683a.13(d)", "683a.11(i)(1)(i)", "683a.11(i)(2)(i)", "683a.11(i)(4)(i)")
def test_wagers_that_had_all_been_given_up_are_settled_on_cards_that_are_turned_over_for_them():
    driver = Driver("cajun-stud", {"pocket": "A", "board": "A", "all-six": "A"}).ready(1)
    driver.hold(s1="3d 9c", community="As Kd 2h", all_six="4s 6s 8h Td")
    driver.bet(1, ante=1000, pocket=500, board=500, all_six=500)
    driver.close_bets()
    driver.until("decide")
    driver.do(Leave(seat=1), "player", "P1")
    driver.do(Direct(order="abandon", seat=1), "floorperson")
    driver.do(Report(irregularity="exposed"), "floorperson")
    driver.finish()
    assert [event.cards for event in driver.events(e.Turned)] == ["As", "Kd", "2h", "4s 6s 8h Td"]
    assert [event.cards for event in driver.events(e.Revealed)] == ["3d 9c"]
    assert nets(driver, 1) == {"pocket": "-5.00", "board": "-5.00", "all-six": "-5.00"}


@pytest.mark.parametrize("step_", ["turn", "rack"])
@provision("687a.13(d)", "687a.11(f)(1)(ii)", "687a.12(c)")
def test_the_only_progressive_wager_that_a_fold_had_forfeited_is_settled_with_its_envy(step_: str):
    submission = {"progressive": "1", "contribution": "20%", "folded-progressive": False}
    driver = Driver("dj-wild", submission, edition="pa-2021").ready(1, 3)
    driver.hold(s1="As Ah Ad 7c 4h", s3="Ts Js Qs Ks 9s", dealer="Kd Kh 8d 4s 4c", replacement="9d")
    driver.bet(1, ante=1000, blind=1000, progressive=100)
    driver.bet(3, ante=1000, blind=1000)
    driver.close_bets()
    driver.until("decide")
    driver.decide(1, "fold")
    driver.decide(3, "fold")
    driver.until(step_)
    driver.do(Report(irregularity="exposed"), "floorperson")
    driver.finish()
    assert nets(driver, 1) == {"progressive": "8.00", "envy3": "300.00"}
    assert driver.chips(3) == 1_000_000


@provision("687a.13(d)", "687a.12(c)")
def test_a_win_that_was_claimed_and_given_up_is_validated_when_it_is_settled_after_all():
    submission = {"progressive": "1", "contribution": "20%", "validate-from": "1"}
    driver = Driver("dj-wild", submission, edition="pa-2021").ready(1)
    driver.hold(s1="As Ah Ad 7c 4h", dealer="Kd Kh 8d 4s 4c", replacement="9d")
    driver.bet(1, ante=1000, blind=1000, progressive=100)
    driver.close_bets()
    driver.until("decide")
    driver.decide(1, "raise")
    driver.until("validate")
    driver.do(Leave(seat=1), "player", "P1")
    driver.do(Direct(order="abandon", seat=1), "floorperson")
    driver.do(Report(irregularity="exposed"), "floorperson")
    began = len(driver.log)
    driver.finish()
    assert driver.steps(began)[:2] == ["claim", "validate"]
    assert nets(driver, 1) == {"progressive": "8.00"}


@provision("683a.13(d)")
def test_all_six_wagers_that_were_paid_go_back_and_the_rest_stays_settled():
    driver, _ = at_the_rack(CASES["683a"])
    others = {seat: {w: net for w, net in nets(driver, seat).items() if w != "all-six"} for seat in (1, 4, 6)}
    driver.do(Report(irregularity="all-six-exposed"), "floorperson")
    assert {seat: nets(driver, seat) for seat in (1, 4, 6)} == others
    assert {tuple(line["wager"] for line in event.lines) for event in driver.events(e.Voided)} == {("all-six",)}
    assert driver.due.id == "rack"


# Claims.


def left_with(case: Case, seat: int) -> tuple[Driver, dict[str, int]]:
    """A player whose wagers are settled cashes out and leaves before the round is over."""
    driver, before = at_the_rack(case)
    driver.do(CashOut(player=f"P{seat}"), "player", f"P{seat}")
    driver.do(Leave(seat=seat), "player", f"P{seat}")
    return driver, before


@provision("683a.13(c)")
def test_what_a_player_left_with_is_a_claim_that_two_orders_close():
    driver, _ = left_with(CASES["683a"], 6)
    driver.do(Report(irregularity="wrong-number"), "floorperson")
    (claim,) = driver.events(e.Claimed)
    assert claim.amount == nets_before(driver, 6)  # P6 took the own stakes away too, and may keep those
    assert (claim.player, claim.round, claim.reading) == ("P6", 1, "void-payments")
    assert driver.money()["player:P6"] == 0
    assert driver.money()["claim:P6"] == claim.amount
    assert "has a claim of" in tell(claim)[0].words
    driver.advance()
    driver.until_phase("betting")
    order = Direct(order="collect-claim", player="P6", amount=1000, what="1")
    assert driver.refused(order, "dealer").field == "actor"
    for wrong in ({"player": "P1"}, {"what": "2"}, {"what": ""}):
        told: dict[str, Any] = {"order": "write-off-claim", "player": "P6", "amount": 1000, "what": "1"} | wrong
        assert driver.refused(Direct(**told), "floorperson").field == "player"
    for amount in (0, -5, claim.amount + 1):
        assert (
            driver.refused(Direct(order="collect-claim", player="P6", amount=amount, what="1"), "floorperson").field
            == "amount"
        )
    assert "owes" in driver.refused(Direct(order="close"), "floorperson").message
    driver.do(order, "floorperson")
    assert [one.amount for one in driver.table.claims] == [claim.amount - 1000]
    driver.do(Direct(order="write-off-claim", player="P6", amount=claim.amount - 1000, what="1"), "shift-manager")
    assert (driver.table.claims, driver.money()["claim:P6"]) == ((), 0)
    assert [event.what for event in driver.events(e.MoneyMoved)[-2:]] == ["claim-collected", "claim-written-off"]
    audited(driver)


@provision("687a.13(c)", "687a.13(d)")
def test_what_is_claimed_of_a_player_twice_in_a_round_is_one_debt():
    driver, _ = left_with(CASES["687a"], 4)
    driver.do(Report(irregularity="exposed"), "floorperson")
    driver.until("rack")
    driver.do(Report(irregularity="wrong-number"), "floorperson")
    first, second = (event.amount for event in driver.events(e.Claimed) if event.player == "P4")
    owed = first + second
    assert [one.amount for one in driver.table.claims if one.player == "P4"] == [owed]
    assert driver.money()["claim:P4"] == owed
    for order, amount in (("collect-claim", first), ("write-off-claim", second)):
        driver.do(Direct(order=order, player="P4", amount=amount, what="1"), "floorperson")
        owed -= amount
        assert driver.money()["claim:P4"] == owed == sum(c.amount for c in driver.table.claims if c.player == "P4")
    audited(driver)


def nets_before(driver: Driver, seat: int) -> int:
    """What a seat had won or lost in all before it was undone, in cents."""
    lines = [line for event in driver.events(e.Settled) if event.seat == seat for line in event.lines]
    return sum(int(line["net"].replace(".", "")) for line in lines)


@provision("687a.13(c)")
def test_a_player_who_left_with_less_than_the_own_wagers_gets_the_difference():
    driver, _ = left_with(CASES["687a"], 2)
    driver.do(Report(irregularity="wrong-number"), "floorperson")
    assert driver.events(e.Claimed) == []
    assert driver.chips(2) == -nets_before(driver, 2) == 2000  # what P2 had lost lies at the table


@pytest.mark.parametrize(
    ("name", "seat"),
    [
        pytest.param("669a", 6, marks=provision("669a.13(c)", "669a.11(i)(3)(i)(D)")),
        pytest.param("688a", 4, marks=provision("688a.13(j)", "688a.11(h)(3)(i)(B)(4)")),
    ],
)
def test_a_payment_from_the_meter_with_its_documents_is_claimed_and_not_taken(name: str, seat: int):
    driver, before = at_the_rack(CASES[name])
    assert seat in driver.playing.documented
    paid = driver.lines(seat)["progressive"]["paid"]
    driver.do(Report(irregularity="wrong-number"), "floorperson")
    claim = next(event for event in driver.events(e.Claimed) if event.player == f"P{seat}")
    assert claim.amount == int(paid.replace(".", ""))
    assert driver.chips(seat) == before[f"player:P{seat}"] + claim.amount
    audited(driver)


@provision("683a.13(c)")
def test_undoing_waits_for_a_fill_that_the_inventory_needs():
    driver, _ = at_the_rack(replace(CASES["683a"], bets={4: {"ante": 1000}}))
    driver.do(Direct(order="credit", amount=driver.money()["inventory"]), "floorperson")
    lost = driver.refused(Report(irregularity="wrong-number"), "floorperson")
    assert (lost.field, "a fill is needed" in lost.message) == ("inventory", True)
    short = cents(re.search(r"short by \$?([\d,.]+);", lost.message)[1])  # type: ignore[index]
    driver.do(Direct(order="fill", amount=short - 1), "floorperson")
    assert driver.refused(Report(irregularity="wrong-number"), "floorperson").field == "inventory"
    driver.do(Direct(order="fill", amount=1), "floorperson")
    driver.do(Report(irregularity="wrong-number"), "floorperson")
    assert driver.playing.void
    assert driver.money()["inventory"] == 0


# Meters.


@provision("688a.2(d)", "688a.13(j)")
def test_a_linked_meter_is_undone_at_every_table_and_what_another_won_meanwhile_stays_paid():
    driver = CASES["688a"].opened(carried={"progressive": 1_000_000}, linked=["progressive"])
    other = open_table(driver.rules, table="T2", at=0, carried={"progressive": 1_000_000}, linked=["progressive"])[1]
    shared = link([driver.table, other], "progressive")
    for moment in moments(CASES["688a"].bet(driver), CASES["688a"]):
        driver = moment
    assert driver.due.id == "rack"
    assert driver.meter() == 800_000  # all of it, the seed again, and a fifth of that
    driver.do(Direct(order="meter", what="progressive", amount=200_000), "system")  # T2 won it all, and seeded it
    driver.do(Report(irregularity="wrong-number"), "floorperson")
    for event, at in driver.log[1:]:
        for _, order in shared.tell("T1", [event]):
            _, other = step(other, order, SYSTEM, at)
    assert driver.meter() == 1_200_000
    assert other.accounts["meter:progressive"] == 1_000_000  # as T1's own events leave it, less what T2 won


@provision("688a.2(d)", "688a.13(j)")
def test_the_house_bears_what_a_linked_meter_has_paid_elsewhere_meanwhile():
    driver = CASES["688a"].opened(carried={"progressive": 20_000}, linked=["progressive"])
    for moment in moments(CASES["688a"].bet(driver), CASES["688a"]):
        driver = moment
    taken = driver.meter() - 3
    driver.do(Direct(order="meter", what="progressive", amount=-taken), "system")
    driver.do(Report(irregularity="wrong-number"), "floorperson")
    assert driver.meter() == 0  # the seed of $10,000 and this round's share of wagers are not there any more
    assert {
        p: cents - sum(c.amount for c in driver.table.claims if f"player:{c.player}" == p)
        for p, cents in held(driver).items()
    } == dict.fromkeys(held(driver), 1_000_000)
    audited(driver)


# One hand of several: Massachusetts.


@provision("MA 13(c)", "MA 11(c)", "MA 11(e)")
def test_a_hand_found_void_when_all_is_paid_takes_back_what_others_won_because_of_it():
    driver, before = at_the_rack(CASES["ma"])
    assert nets(driver, 3)["cover-all"] == "300.00"  # a royal flush among four players: 60 to 1
    driver.do(Report(irregularity="wrong-number", seat=1), "floorperson")
    assert driver.chips(1) == before["player:P1"]
    driver.finish()
    # without the void hand a straight flush is the highest, still among the four players displayed: 25 to 1
    assert {seat: nets(driver, seat)["cover-all"] for seat in (3, 4, 6)} == {3: "125.00", 4: "125.00", 6: "125.00"}
    audited(driver)


@provision("MA 13(c)")
def test_what_the_player_of_a_void_hand_left_with_is_a_claim():
    driver, _ = left_with(CASES["ma"], 1)
    driver.do(Report(irregularity="wrong-number", seat=1), "floorperson")
    (claim,) = driver.events(e.Claimed)
    assert (claim.player, claim.round) == ("P1", 1)
    assert (driver.money()["player:P1"], driver.money()["claim:P1"]) == (0, claim.amount)
    assert claim.amount == nets_before(driver, 1) > 0


def audited(driver: Driver) -> None:
    audit = ConductAudit()
    for n, (event, at) in enumerate(driver.log):
        audit.hear(SimpleNamespace(body=event, at=at, n=n, offset=0))  # type: ignore[arg-type]


@provision("683a.13(c)")
@pytest.mark.parametrize("change", ["lines", "entries", "seat"])
def test_an_unwinding_that_is_not_of_what_was_settled_is_found(change: str):
    driver, _ = at_the_rack(CASES["683a"])
    driver.do(Report(irregularity="wrong-number"), "floorperson")
    place = next(n for n, (event, _) in enumerate(driver.log) if isinstance(event, e.Unwound))
    event, at = driver.log[place]
    assert isinstance(event, e.Unwound)
    other: dict[str, Any] = {"lines": event.lines[1:], "entries": {}, "seat": 6 if event.seat != 6 else 4}
    told = {name: getattr(event, name) for name in event.__struct_fields__} | {change: other[change]}
    driver.log[place] = (e.Unwound(**told), at)
    with pytest.raises(JournalError) as caught:
        audited(driver)
    assert (caught.value.fault, caught.value.record) == ("books", place)


@provision("683a.13(c)")
def test_lines_are_undone_only_after_an_irregularity_that_says_so():
    driver, _ = at_the_rack(CASES["683a"])
    done = copied(driver)
    done.do(Report(irregularity="wrong-number"), "floorperson")
    driver.log.append((done.events(e.Unwound)[0], driver.now))
    with pytest.raises(JournalError, match="to undo lines of seat"):
        audited(driver)


# Hands given up, then void or dead by a player's choice.


EXPOSED = Report(irregularity="exposed-player", seat=1)


@provision("688a.13(d)")
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
def test_a_surrendered_hand_is_not_its_players_to_void(cards):
    driver = OfferedDriver("face-up-pai-gow", cards=cards).ready(1, 2)
    for seat in (1, 2):
        driver.bet(seat, pai_gow=1000)
    driver.close_bets()
    driver.until("decide")
    driver.decide(1, "surrender")
    assert str(driver.refused(EXPOSED, "floorperson").cite) == "58 Pa. Code § 688a.13(d)"
    driver.until("decide")  # the seven cards are counted and go to the rack
    wrong = driver.refused(EXPOSED, "floorperson")
    assert str(wrong.cite) == "58 Pa. Code § 688a.13(d)"
    if cards == "entered":
        assert wrong.message == "the wagers of seat 1 are done with: no hand of it is left to void"
    driver.finish(s2="house-way")
    assert driver.chips(1) == 999_000
    assert not driver.events(e.Voided)


@provision("688a.13(d)")
def test_two_cards_of_a_hand_that_were_exposed_are_one_question_once_it_is_void():
    driver = CASES["688a"].began()
    driver.until("set-dealer")
    for _ in range(2):
        driver.do(EXPOSED, "floorperson")
    again = copied(driver)
    driver.perform("choose", "player", "P1", value="void")
    assert driver.due.id == "set-dealer"
    again.perform("choose", "player", "P1", value="play")
    assert (again.due.id, again.due.seat) == ("choose", 1)  # the second card is another question
    again.perform("choose", "player", "P1", value="void")
    assert again.due.id == "set-dealer"
    assert driver.chips(1) == again.chips(1)


@provision("688a.13(d)", "688a.7(b)")
@pytest.mark.parametrize("procedure", [7, 8])
def test_a_hand_whose_wagers_were_abandoned_is_void_by_nobodys_choice(procedure: int):
    driver = CASES["688a"].began()
    driver.table = structs.replace(driver.table, procedure=procedure)
    driver.log[0] = (structs.replace(driver.events(e.TableOpened)[0], procedure=procedure), driver.log[0][1])
    driver.until("set-dealer")
    driver.do(Leave(seat=1), "player", "P1")
    asked = copied(driver)
    driver.do(Direct(order="abandon", seat=1), "floorperson")
    assert "no hand of it is left" in driver.refused(EXPOSED, "floorperson").message
    before = asked.chips(1)
    asked.do(EXPOSED, "floorperson")
    asked.do(Direct(order="abandon", seat=1), "floorperson")  # while the choice is open
    wrong = asked.refused(Perform(step="choose", value="void"), "floorperson")
    if procedure < 8:
        assert (wrong.field, str(wrong.cite)) == ("value", "58 Pa. Code § 688a.13(d)")
        asked.perform("choose", "floorperson", value="play")
    else:
        assert (wrong.field, asked.due.id) == ("step", "set-dealer")
    asked.until("decide")
    assert (asked.chips(1), asked.events(e.Voided)) == (before, [])
    audited(asked)


@provision("686a.9(c)")
@pytest.mark.parametrize(
    ("answer", "bonus", "back"),
    [
        ("returned", 500, 1500),
        ("returned", 0, 1000),
        ("lost", 500, 500),
        ("lost", 0, 0),
    ],
)
def test_the_ante_of_a_dead_hand_is_returned_although_it_was_surrendered(answer, bonus, back):
    driver = OfferedDriver("over-under", {"bonus": "1"}, readings={"skipped-surrender": answer})
    driver.ready(1, 2)
    for seat in (1, 2):
        driver.bet(seat, ante=1000, **({"bonus": bonus} if bonus else {}))
    before = driver.chips(1)
    driver.close_bets()
    driver.until("decide")
    driver.decide(1, "surrender")
    driver.decide(2, "surrender")
    driver.until("deal", to="seats.1")
    driver.do(Report(irregularity="skipped", seat=1), "floorperson")
    driver.perform("choose", "player", "P1", value="dead-hand")
    assert driver.chips(1) == before + back
    assert driver.playing.out == (1,)
    driver.finish()
    assert [event.to for event in driver.events(e.Dealt)] == ["seats.1", "seats.2", "seats.2"]
    audited(driver)


# Cover All and its shuffler.


@provision("MA 11(d)")
def test_cover_all_is_not_taken_once_its_shuffler_is_gone():
    case = CASES["ma"]
    driver = Driver(case.game, case.submission, edition=case.edition)
    driver.ready(1, 3)
    driver.bet(1, ante=1000, blind=1000, cover_all=500)
    before = driver.chips(1)
    driver.do(Report(irregularity="remove-device", device="shuffler"), "floorperson")
    assert driver.chips(1) == before + 500  # what lay there goes back
    assert driver.table.layout == {1: {"ante": 1000, "blind": 1000}}
    driver.until_phase("betting")
    driver.bet(3, ante=1000, blind=1000)
    refused = driver.refused(Place(seat=3, wager="cover-all", amount=500), "player", "P3")
    assert (str(refused.cite), refused.field) == ("MA DJ Wild § 11(d)", "seats.3.wagers.cover-all")
    driver.close_bets()
    driver.finish(s1="raise", s3="fold")
    assert "green-button" not in driver.steps()
    driver.do(Direct(order="repair", what="shuffler"), "floorperson")
    driver.until_phase("betting")
    driver.bet(3, ante=1000, blind=1000, cover_all=500)


@provision("MA 11(d)")
@provision("MA 11(c)", "MA 11(e)", held="outcome")
def test_a_shuffler_that_goes_during_the_deal_leaves_the_number_of_players_as_it_was():
    case = CASES["ma"]
    driver = case.began()
    driver.until("deal", to="seats.4")
    driver.do(Report(irregularity="remove-device", device="shuffler"), "floorperson")
    driver.finish(**{f"s{seat}": words for seat, words in case.said.items()})
    assert "green-button" not in driver.steps()
    assert nets(driver, 3)["cover-all"] == "300.00"
