"""What the pages are told, without a browser: the price on every button is the price that is paid."""

from __future__ import annotations

import random
import tomllib

import pytest

from croupier.errors import HouseError
from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house.cloth import hands
from croupier.house.cloth.choices import question
from croupier.house.cloth.felt import exact, felt, signed, stack
from croupier.house.cloth.results import Results
from croupier.house.screens.player import drafts
from croupier.house.screens.player.drafts import Change, Draft
from croupier.house.tables.views.visibility import own_cards
from croupier.kit.cards import cards
from croupier.kit.money import cents
from croupier.table import Actor, Crowd, Decide, Perform, Staff, Vault, open_table, seeded, step
from croupier.table import events as e
from croupier.table.turns import speaking
from tests.browser.floor import EDITIONS
from tests.support import plain


def rules_of(game, edition=None):
    chapter = open_game(game, edition or EDITIONS[game])
    return chapter.rules(tomllib.loads(new_submission(chapter)))


def until_asked(rules, seed):
    """A table with three players at the first decision."""
    _, table = open_table(rules, table="T", at=0)
    staff = Staff(Vault(seeded(seed)), random.Random(seed), scanner=True)
    crowd = Crowd(random.Random(seed), 3, side=0.8, skip=0.0)
    for command, actor in crowd.arrive(table):
        _, table = step(table, command, actor, 0)
    while table.due is None or table.due.id != "decide":
        answer = staff.answer(table) or crowd.decide(table)
        if answer is not None:
            command, actor = answer
            _, table = step(table, command, actor, 0)
            continue
        for command, actor in crowd.wager(table):
            _, table = step(table, command, actor, 0)
        _, table = step(table, Perform(step="no-more-bets"), staff.dealer, 0)
    return table, staff, crowd


@pytest.mark.parametrize(("game", "edition"), [*EDITIONS.items(), ("dj-wild", "ma")])
@pytest.mark.parametrize("seed", range(4))
def test_giving_up_costs_what_the_button_says(game, edition, seed):
    rules = rules_of(game, edition)
    table, staff, crowd = until_asked(rules, seed)
    seen = 0
    while table.play is not None:
        answer = staff.answer(table)
        if answer is None and table.due is not None and table.due.id == "decide":
            seat = speaking(table)[0]
            name = table.play.players[seat]
            asked = plain(question(table, seat, name, own_cards(table, staff, seat)))
            assert asked is not None
            gives_up = [o for o in asked["options"] if o["detail"].startswith("forfeits") and not o["refused"]]
            if gives_up:
                seen += 1
                lost = forfeited(table, staff, crowd, seat, name, gives_up[0]["id"])
                assert gives_up[0]["detail"] == f"forfeits {exact(lost)}"
            if any(option["id"] == "check" for option in asked["options"]):  # nobody bets early: a fold comes last
                answer = Decide(seat=seat, decision="check"), Actor("player", name)
        answer = answer or crowd.decide(table)
        if answer is None:
            break
        command, actor = answer
        _, table = step(table, command, actor, 0)
    assert seen or game == "face-up-pai-gow"


def forfeited(table, staff, crowd, seat, name, decision):
    """Give up, play the round to its end, and add up what was forfeited."""
    events, table = step(table, Decide(seat=seat, decision=decision), Actor("player", name), 0)
    lost = 0
    while True:
        for event in events:
            if isinstance(event, e.Settled) and event.seat == seat:
                lost += sum(cents(line["stake"]) for line in event.lines if line["result"] == "forfeit")
        if table.play is None:
            return lost
        answer = staff.answer(table) or crowd.decide(table)
        assert answer is not None
        command, actor = answer
        events, table = step(table, command, actor, 0)


def test_a_draft_keeps_equal_wagers_equal():
    rules = rules_of("dj-wild")
    draft = drafts.changed(rules, Draft({}, {}), Change(do="add", wager="blind", chip=500))
    draft = drafts.changed(rules, draft, Change(do="add", wager="ante", chip=2500))
    assert draft.piles == {"ante": 3000, "blind": 3000}
    draft = drafts.changed(rules, draft, Change(do="add", wager="progressive", chip=10_000))
    assert draft.piles["progressive"] == 100  # a sensor takes its own wager, whatever the chip
    draft = drafts.changed(rules, draft, Change(do="add", wager="progressive", chip=10_000))
    assert "progressive" not in draft.piles
    draft = drafts.changed(rules, draft, Change(do="type", wager="trips", amount="$1,250.50"))
    assert draft.piles["trips"] == 125_050
    draft = drafts.changed(rules, draft, Change(do="take", wager="ante", chip=500))
    assert draft.piles["blind"] == 2500
    assert drafts.changed(rules, draft, Change(do="clear")).piles == {}
    with pytest.raises(HouseError):
        drafts.changed(rules, draft, Change(do="add", wager="raise", chip=500))
    with pytest.raises(HouseError):
        drafts.changed(rules, draft, Change(do="type", wager="ante", amount="ten"))


def test_amounts_and_stacks():
    assert (exact(148_500), exact(-500), signed(4000), signed(0)) == ("$1,485.00", "\u2212$5.00", "+$40.00", "$0.00")
    assert stack(3600) == [2500, 500, 500, 100]
    assert stack(50) == [100]
    assert len(stack(99_900)) == 10


def test_a_setting_is_judged_as_the_chapter_does():
    rules = rules_of("face-up-pai-gow")
    seven = cards("As Ad Kh Qs Jc 7d 4c")
    foul = plain(hands.judge_setting(rules, seven, [0, 1]))
    assert "a pair of aces" in foul["foul"]
    assert foul["cite"].endswith("11(c)")
    low = hands.house_way(rules, seven)
    assert plain(hands.judge_setting(rules, seven, low))["foul"] == ""


@pytest.mark.parametrize(("game", "edition"), [*EDITIONS.items(), ("dj-wild", "ma")])
def test_every_offered_wager_has_its_spot_and_its_sign(game, edition):
    rules = rules_of(game, edition)
    told = plain(felt(rules))
    offered = {wager.id for wager in rules.offered()}
    assert {spot["id"] for spot in told["spots"]} == offered
    assert {sign["id"] for sign in told["signs"]} == offered
    for sign in told["signs"]:
        printed = [pay for row in sign["rows"] for pay in row["pays"] if pay]
        assert {pay.text for pay in rules.tables[sign["id"]].rows.values()} <= set(printed)
    assert told["says"]
    law = rules.game.chapter
    for line in told["says"]:
        assert not line["cite"] or line["cite"].removeprefix(law.prefix) in law.provisions


def test_results_without_records_show_nothing():
    class Empty:
        recent = ()
        stored = -1

    assert Results().catch_up(Empty()) is None  # type: ignore[arg-type]
