"""A share of a meter, on every progressive paytable of every chapter: who pays it, and what it leaves behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from croupier import all_games
from croupier.game.template import completed
from croupier.kit.pays import pay
from croupier.round import Round
from croupier.table import Play, Table, open_table
from croupier.table.postings import PostedLine, settled_entries
from tests.support import provision
from tests.table.test_dj_wild_ma import LINK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier import Rules

PLAYER = "player:Ann"


LINKED = {**LINK["multi-game-link"], "rows": {**LINK["multi-game-link"]["rows"], "flush": "$250/5% of meter"}}
CITES = {"687a": "687a.12(c)", "ma": "MA 12(a)", "669a": "669a.11(i)(3)(i)(D)", "688a": "688a.11(h)(3)(i)(B)(4)"}


def _progressives() -> Iterator[tuple[Rules, str]]:
    """Every progressive paytable, and where a reading says whether the stake goes back, both ways."""
    for game in all_games():
        for wager in game.wagers:
            told: list[dict[str, Any]] = [{str(wager.key): table.id} for table in wager.tables if table.progression]
            if wager.id == "multi-game-link":
                told = [{"multi-game-link": LINKED}]
            stake = next((r for r in game.readings if r.key == "progressive-stake" and r.choices), None)
            for chosen in told:
                for reading in stake.choices if stake is not None else ("",):
                    readings = {"progressive-stake": reading} if reading else {}
                    yield game.rules(completed(game, chosen), readings), wager.id


def _metered() -> Iterator[Any]:
    """Every row that pays a share of a meter, with the stake it takes."""
    for number, (rules, wager) in enumerate(_progressives()):
        table, game = rules.tables[wager], rules.game
        assert table.progression is not None
        for stake in table.progression.wagers:
            for row, one in table.rows.items():
                if one.percent:
                    name = f"{game.id}-{game.edition}-{number}-{row}-{stake}"
                    yield pytest.param(rules, wager, stake, row, id=name, marks=provision(CITES[game.chapter.number]))


def playing(rules: Rules, wager: str, stake: int, amount: int) -> Table:
    """A table with one player's progressive wager collected, and so much on its meter."""
    _, table = open_table(rules, table="T1", at=0, inventory=0)
    meter = next(one.id for one in table.meters.values() if one.stake == stake and one.wager == wager)
    round_ = Round.placed(rules, {1: {rules.game.ante: 1000, wager: stake}})
    play = Play(1, round_, {1: "Ann"}, {}, collected={f"1:{wager}": (meter, stake, "")})
    return replace(table, play=play, accounts={**table.accounts, f"meter:{meter}": amount})


@pytest.mark.parametrize(("rules", "wager", "stake", "row"), list(_metered()))
@pytest.mark.parametrize("amount", [1, 33_333, 5_000_001])
def test_it_comes_from_the_meter_and_the_cage_and_only_all_of_it_seeds_the_meter(rules, wager, stake, row, amount):
    table, paytable = playing(rules, wager, stake, amount), rules.tables[wager]
    owed = paytable.rows[row]
    share = amount * owed.percent // 100
    kept = not paytable.returns_stake or (owed.dollars > 0 and paytable.keeps_on_dollars)
    paid = share + owed.dollars
    line = PostedLine(wager, stake, "win", paid - stake if kept else paid, paytable.labels[row])
    entries, meters = settled_entries(table, 1, [line])
    (meter,) = meters
    seed = table.meters[meter].seed
    assert sum(entries.values()) == 0
    assert entries.get("inventory", 0) == (0 if kept else -stake), "the player's own stake, and nothing of the payout"
    assert entries.get(PLAYER, 0) == paid + (0 if kept else stake)
    again = seed if owed.percent == 100 else 0
    assert meters[meter] == amount - share + again
    assert entries.get(f"meter:{meter}", 0) == again - share
    assert entries.get("house", 0) == -again - owed.dollars


def test_there_are_such_rows_on_every_progressive_game():
    assert len({case.id for case in _metered()}) > 20
    assert {rules.game.chapter.number for rules, _ in _progressives()} == set(CITES)
    assert pay("$5,000/10% of meter").dollars == 500_000
