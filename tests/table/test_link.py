"""A meter over several tables: MA 12(b) and 688a.2(d)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from croupier import IllegalAction
from croupier.table import (
    SYSTEM,
    Actor,
    Crowd,
    Direct,
    Perform,
    Report,
    Sit,
    Staff,
    Table,
    Vault,
    open_table,
    play,
    seeded,
    step,
)
from croupier.table import events as e
from croupier.table.link import UNWON, WON, Link, link
from tests.support import provision, table_rules
from tests.table.drive import Driver
from tests.table.test_dj_wild_ma import LINK
from tests.table.test_face_up_pai_gow_completion import FIVE_ACES, SEVEN_FLUSH, deciding


def massachusetts(name: str, at: int = 100_000, **choices: Any) -> Table:
    rules = table_rules("dj-wild", {**LINK, **choices}, edition="ma")
    return open_table(rules, table=name, at=0, carried={"multi-game-link": at}, linked=["multi-game-link"])[1]


def pai_gow(name: str, progressive: str = "1", at: int = 1_000_000, **choices: Any) -> Table:
    rules = table_rules("face-up-pai-gow", {"progressive": progressive, **choices})
    return open_table(rules, table=name, at=0, carried={"progressive": at}, linked=["progressive"])[1]


def changed(**told: Any) -> dict[str, Any]:
    return {"multi-game-link": {**LINK["multi-game-link"], **told}}


@provision("MA 12(b)")
@pytest.mark.parametrize(
    ("choices", "what"),
    [
        (changed(rows={**LINK["multi-game-link"]["rows"], "full-house": "40 for 1"}), "paytable"),
        (changed(wager="5"), "wager"),
        (changed(seed="2000"), "seed"),
        ({"contribution": "10%"}, "rate"),
        ({"decks": 2}, "decks"),
    ],
)
def test_linked_games_share_paytable_wager_and_decks(choices: dict[str, Any], what: str):
    with pytest.raises(IllegalAction) as refused:
        link([massachusetts("A"), massachusetts("B", **choices)], "multi-game-link")
    assert (refused.value.field, str(refused.value.cite)) == (what, "MA DJ Wild § 12(b)")


@provision("688a.2(d)")
@pytest.mark.parametrize(
    ("other", "what"),
    [
        ({"progressive": "2"}, "paytable"),
        ({"progressive": "3"}, "seed"),
        ({"shuffler": "automated", "decks": 2}, "decks"),
    ],
)
def test_so_do_linked_tables_in_pennsylvania(other: dict[str, Any], what: str):
    with pytest.raises(IllegalAction) as refused:
        link([pai_gow("A"), pai_gow("B", **other)], "progressive")
    assert (refused.value.field, str(refused.value.cite)) == (what, "58 Pa. Code § 688a.2(d)")


@provision("MA 12(b)", "688a.2(d)")
def test_a_link_is_of_tables_that_show_the_same_amount():
    with pytest.raises(IllegalAction, match="show"):
        link([massachusetts("A"), massachusetts("B", at=100_001)], "multi-game-link")
    with pytest.raises(IllegalAction, match="two tables"):
        link([massachusetts("A")], "multi-game-link")
    with pytest.raises(IllegalAction, match="two tables"):
        link([massachusetts("A"), massachusetts("A")], "multi-game-link")
    alone = open_table(table_rules("face-up-pai-gow", {"progressive": "1"}), table="C", at=0)[1]
    with pytest.raises(IllegalAction, match="no linked meter") as refused:
        link([pai_gow("A"), alone], "progressive")
    assert str(refused.value.cite) == "58 Pa. Code § 688a.2(d)"


def test_a_stranger_tells_a_link_nothing():
    linked = link([pai_gow("A"), pai_gow("B")], "progressive")
    with pytest.raises(IllegalAction, match="not linked"):
        linked.tell("C", ())
    assert linked.tell("A", ()) == ()


def run_linked(tables: dict[str, Table], meter: str, rounds: int) -> tuple[dict[str, Table], dict[str, list[e.Event]]]:
    """Play at every table in turn, one command at a time; each tells the others of the meter at once."""
    linked = link(list(tables.values()), meter)
    log: dict[str, list[e.Event]] = {name: [] for name in tables}
    times = iter(range(10, 10**9, 10))
    chances = {name: Random(seed) for seed, name in enumerate(tables)}
    people = {
        name: (Staff(Vault(seeded(i)), chances[name]), Crowd(chances[name], 6, side=0.9))
        for i, name in enumerate(tables)
    }
    for _ in range(rounds):
        for name, (staff, crowd) in people.items():
            for events, after, at in play(tables[name], staff, crowd, 1, lambda: next(times)):
                tables[name] = after
                log[name] += events
                for other, order in linked.tell(name, events):
                    told, tables[other] = step(tables[other], order, SYSTEM, at)
                    log[other] += told
                    assert linked.tell(other, told) == ()
                linked.amount(tables.values())
                assert all(sum(table.accounts.values()) == 0 for table in tables.values())
    return tables, log


@provision("MA 12(b)", "MA 12(a)")
def test_one_meter_grows_and_pays_at_every_table_and_nothing_is_lost():
    tables, log = run_linked({name: massachusetts(name) for name in "ABC"}, "multi-game-link", 40)
    own = [event for events in log.values() for event in events]
    grown = sum(event.increment for event in own if isinstance(event, e.Contributed))
    paid = sum(-event.entries.get("meter:multi-game-link", 0) for event in own if isinstance(event, e.Settled))
    assert grown > 0
    assert tables["A"].accounts["meter:multi-game-link"] == 100_000 + grown - paid
    told = [event for event in own if isinstance(event, e.MoneyMoved) and event.what == "linked"]
    changes = [
        event
        for event in own
        if isinstance(event, e.Contributed | e.Settled) and event.entries.get("meter:multi-game-link")
    ]
    assert len(told) == 2 * len(changes)


@provision("688a.2(d)")
def test_a_share_won_at_one_table_leaves_the_meter_of_all():
    for hand, left in ((FIVE_ACES, 900_026), (SEVEN_FLUSH, 1_000_000)):
        driver = deciding("Ks Kd Qh 9d 7d 5s 3h", s1=(hand, {"progressive": 100}))
        driver.decide(1, "house-way")
        driver.finish()
        alone = table_rules("face-up-pai-gow", dict(driver.rules.submission))
        tables = [open_table(alone, table=name, at=0, linked=["progressive"])[1] for name in ("T1", "T2")]
        linked = link(tables, "progressive")
        other = tables[1]
        for _, order in linked.tell("T1", [event for event, _ in driver.log[1:]]):
            _, other = step(other, order, SYSTEM, 10)
        assert driver.meter() == other.accounts["meter:progressive"] == left


@provision("688a.2(d)")
def test_only_a_linked_meter_is_changed_from_outside_and_by_no_person():
    linked = link([pai_gow("A"), pai_gow("B")], "progressive")
    ((_, order),) = linked.tell("A", [e.MoneyMoved(what="x", entries={"meter:progressive": 28}, by="dealer", who="")])
    alone = open_table(table_rules("face-up-pai-gow", {"progressive": "1"}), table="C", at=0)[1]
    with pytest.raises(IllegalAction, match="live"):
        step(alone, order, SYSTEM, 0)
    for role in ("player", "dealer", "floorperson", "shift-manager", "surveillance"):
        with pytest.raises(IllegalAction, match="for the system") as refused:
            step(pai_gow("B"), order, Actor(role, "Ann"), 0)
        assert str(refused.value.cite) == "58 Pa. Code § 688a.12(d)"
    assert step(pai_gow("B"), order, SYSTEM, 0)[1].accounts["meter:progressive"] == 1_000_028


def test_the_system_does_nothing_but_tell_of_a_meter():
    for command in (Sit(player="Ann", seat=1), Perform(step="receive"), Direct(order="fill", amount=500)):
        with pytest.raises(IllegalAction, match="nothing else"):
            step(pai_gow("B"), command, SYSTEM, 0)


def linked_round(name: str) -> Driver:
    """Two players with Progressive Bonus Wagers on a meter that two tables share, about to decide."""
    choices = {"progressive": "1", "contribution": "20%"}
    driver = Driver("dj-wild", choices, linked=["progressive"])
    driver.table = replace(driver.table, id=name)
    driver.ready(1, 2)
    driver.hold(s1="As Ks Qs Js Ts", s2="3d 5c 8h 9c Jd", dealer="4c 6h 7d 9h Kd", replacement="4d")
    for seat in (1, 2):
        driver.bet(seat, ante=1000, blind=1000, progressive=100)
    driver.close_bets()
    driver.until("decide")
    return driver


@provision("687a.12(c)", "687a.13(c)")
@pytest.mark.parametrize("undone", [False, True])
def test_shares_that_another_table_has_won_do_not_come_off_the_meter_it_has_seeded(undone: bool):
    ours, theirs = linked_round("A"), linked_round("B")
    linked = Link("progressive", ("A", "B"), None)

    def tell(teller: Driver, hearer: Driver, since: int) -> list[str]:
        orders = [order for event, _ in teller.log[since:] for _, order in linked.tell(teller.table.id, [event])]
        for order in orders:
            hearer.do(order, SYSTEM.role, SYSTEM.name)
        return [order.note for order in orders]

    fed = next(at for at, (event, _) in enumerate(ours.log) if isinstance(event, e.Contributed))
    for driver, other in ((ours, theirs), (theirs, ours)):
        assert tell(driver, other, fed) == [""]
    at = len(theirs.log)
    theirs.decide(1, "raise")
    theirs.decide(2, "raise")
    theirs.until("rack")
    assert tell(theirs, ours, at) == [WON]
    assert (ours.meter(), ours.playing.swept) == (200_000, ("progressive",))
    at = len(theirs.log)
    if undone:  # their round is void after all: what they won is there again, our shares with it
        theirs.do(Report(irregularity="wrong-number"), "floorperson")
        assert tell(theirs, ours, at)[0] == UNWON
        assert (ours.meter(), ours.playing.swept) == (200_040, ())
    ours.do(Report(irregularity="wrong-number"), "floorperson")
    assert ours.meter() == 200_000
    (first, *_) = ours.events(e.Voided)
    readings = [line.get("readings", []) for line in first.lines if line["wager"] == "progressive"]
    assert readings == ([[]] if undone else [["returned-share"]])
    wrong = ours.refused(Direct(order="meter", what="progressive", amount=1, note="x"), SYSTEM.role, SYSTEM.name)
    assert wrong.field == "note"
