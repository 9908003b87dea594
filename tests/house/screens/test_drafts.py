"""Wagers that were put together and not placed outlive the server."""

from __future__ import annotations

import asyncio
import tomllib
from types import SimpleNamespace

import pytest

from croupier.errors import CroupierError, HouseError
from croupier.game.played import place_wager
from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house.desk.desk import Desk
from croupier.house.screens.player.drafts import EMPTY, Change, Draft, changed, later, most, to_stay
from croupier.house.screens.player.host import Host
from croupier.kit.money import dollars
from tests.browser.floor import EDITIONS
from tests.house.floor import a_house, betting
from tests.support import plain, rules_of


def test_a_draft_and_the_last_wagers_are_there_after_a_restart(url):
    async def before():
        async with a_house(url, "dj-wild", betting_seconds=60.0, quick=False) as house:
            desk = Desk(house)
            host = Host(desk, guests=True)
            await desk.guest("Ann")
            ann = desk.people.accounts.person("Ann")
            await host.sit(ann, "dj-wild", 1, 50_000, "k")
            await betting(house.keeper("dj-wild"))
            host.change(ann, "dj-wild", Change(do="add", wager="ante", chip=2500))
            await host.place(ann, "dj-wild", "", "w")
            host.change(ann, "dj-wild", Change(do="add", wager="trips", chip=500))

    async def after():
        async with a_house(url) as house:
            desk = Desk(house)
            host = Host(desk, guests=True)
            ann, bob = desk.people.accounts.person("Ann"), await _bob(desk)
            host.change(ann, "dj-wild", Change(do="add", wager="trips", chip=500))
            assert host.drafts.of(ann, "dj-wild").piles == {"trips": 1000}
            host.change(ann, "dj-wild", Change(do="rebet"))
            assert host.drafts.of(ann, "dj-wild").piles == {"ante": 2500, "blind": 2500}
            assert host.drafts.of(bob, "dj-wild").piles == {}

    asyncio.run(before())
    asyncio.run(after())


async def test_the_wagers_of_a_page_go_through_the_desk_like_any_command(tmp_path, monkeypatch):
    """Placed once for each key, heard by log and metrics, and refused where any other wager is."""
    async with a_house(tmp_path / "h.db", "dj-wild", betting_seconds=60.0, quick=False) as house:
        desk, keeper = Desk(house), house.keeper("dj-wild")
        host = Host(desk, guests=True)
        await desk.guest("Ann")
        ann = desk.people.accounts.person("Ann")
        await host.sit(ann, "dj-wild", 1, 50_000, "k")
        await betting(keeper)
        host.change(ann, "dj-wild", Change(do="add", wager="ante", chip=2500))
        heard = []
        desk.heard.append(lambda told: heard.append((told.command, told.result)))
        before = keeper.decided.bytes()
        for name in ("_check_in_force", "broken"):
            error = HouseError("no", fault="busy")
            with monkeypatch.context() as patch:
                patch.setattr(keeper, name, _raising(error) if name == "_check_in_force" else error)
                with pytest.raises(CroupierError, match="no"):
                    await host.place(ann, "dj-wild", "", f"r-{name}")
        assert keeper.decided.bytes() == before
        assert plain(await host.place(ann, "dj-wild", "", "w")) == {"placed": "$50.00"}
        assert plain(await host.place(ann, "dj-wild", "", "w")) == {"placed": "$50.00"}
        assert dict(keeper.decided.layout[1]) == {"ante": 2500, "blind": 2500}
        assert heard == [("place-wagers", "busy"), ("place-wagers", "busy"), ("place-wagers", "done")]


def _raising(error):
    def check():
        raise error

    return check


async def _bob(desk):
    await desk.guest("Bob")
    return desk.people.accounts.person("Bob")


def test_before_a_wager_is_placed_it_is_told_what_staying_in_would_take():
    asked = {
        "dj-wild": "Staying in takes $20.00 more; $100.00 is left.",
        "cajun-stud": "Staying in takes $30.00 to $90.00 more; $100.00 is left.",
        "raise-it-up": "Staying in takes $10.00 to $30.00 more; $100.00 is left.",
        "over-under": "Staying in takes $10.00 more; $100.00 is left.",
        "face-up-pai-gow": "",
    }
    for game, words in asked.items():
        rules = rules_of(game, edition=EDITIONS[game])
        assert later(rules, {rules.game.ante: 1000}, 10_000) == words, game
    rules = rules_of("dj-wild")
    short = "Staying in takes $20.00 more; $19.99 is left: you could only give up."
    assert later(rules, {"ante": 1000, "blind": 1000}, 1999) == short


def _as_submitted(game):
    found = open_game(game, EDITIONS[game])
    return found.rules(tomllib.loads(new_submission(found)))


def test_chips_are_doubled_put_to_the_most_taken_from_the_top_and_undone():
    rules = _as_submitted("dj-wild")
    draft, chips = EMPTY, 50_000

    def do(do, wager="", chip=0):
        nonlocal draft
        draft = changed(rules, draft, Change(do=do, wager=wager, chip=chip), chips)
        return dict(draft.piles)

    with pytest.raises(HouseError, match="nothing to undo"):
        do("undo")
    with pytest.raises(HouseError, match="nothing to double"):
        do("double")
    do("add", "ante", 2500)
    assert do("add", "ante", 500) == {"ante": 3000, "blind": 3000}
    assert do("take", "blind") == {"ante": 2500, "blind": 2500}, "the topmost chip, of both"
    do("add", "progressive")
    stake = draft.piles["progressive"]
    assert do("double") == {"ante": 5000, "blind": 5000, "progressive": stake}, "a sensor has its own prices"
    # the Ante, as much on the Blind, and twice as much to raise: a fourth of the chips, in steps of $5.00 from $10.00
    assert do("maximum", "ante") == {"ante": 12_000, "blind": 12_000, "progressive": stake}
    assert most(rules, draft.piles, "trips", chips) == 1900
    do("double")
    with pytest.raises(HouseError, match="short"):
        do("double")
    do("undo")
    for _ in range(len(draft.before)):
        do("undo")
    assert draft.piles == {}


@pytest.mark.parametrize("game", sorted(EDITIONS))
def test_the_most_is_taken_by_the_table_and_leaves_what_staying_in_takes(game):
    rules = _as_submitted(game)
    for chips in (900, 12_345, 10_000_000):
        draft = EMPTY
        offered = [w for w in rules.offered() if w.placed != "by-decision" and not w.equals]
        for wager in sorted(offered, key=lambda w: w.id != rules.game.ante):
            draft = changed(rules, draft, Change(do="maximum", wager=wager.id), chips)
        for wager, amount in draft.piles.items():
            place_wager(rules, wager, dollars(amount))
        least, _ = to_stay(rules, draft.piles)
        assert sum(draft.piles.values()) + least <= chips
        assert bool(draft.piles.get(rules.game.ante)) == (chips > 900)


async def test_the_last_wagers_are_offered_again_at_another_table_of_the_game(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild", betting_seconds=60.0, quick=False) as house:
        desk = Desk(house)
        host = Host(desk, guests=True)
        await desk.guest("Ann")
        ann = desk.people.accounts.person("Ann")
        host.drafts.keep(ann, "dj-wild", Draft({}, {"ante": 2500, "blind": 2500}))
        kept = house.keeper("dj-wild")
        row = SimpleNamespace(last='{"ante": 2500, "blind": 2500, "gone": 100}')
        assert host.drafts._elsewhere("dj-wild", {kept.id: row}).last == {"ante": 2500, "blind": 2500}
        assert host.drafts._elsewhere("dj-wild", {"another house": row}) == EMPTY
