"""Bots fill seats through the client, and play by their strategies."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from croupier.cli.bot import Bot, best, simply, strategy_of
from croupier.cli.bots import _seats
from croupier.errors import BadText
from croupier.games import EDITIONS as BOOK
from croupier.games import open_game
from croupier.house.tables.keeping.idempotency_keys import Answer
from croupier.house.tables.views.payloads import Option, Seat
from croupier.table import Place
from tests.house.floor import ENOUGH, a_house, served
from tests.house.serving import Serving


@pytest.mark.parametrize("game", list(BOOK))
async def test_the_simple_strategy_plays_every_game(url, game):
    async with (
        a_house(url, game) as house,
        served(house) as at,
        at.at("Ann", game, keep=False) as table,
        at.at("Bob", game, keep=False) as other,
    ):
        rules = await table.client.rules(game)
        strategy = strategy_of("simple", rules, random.Random(1))
        pair = [Bot(t.client, t, n, strategy, rules) for n, t in ((2, table), (5, other))]
        for bot in pair:
            await bot.sit()
        await asyncio.wait_for(asyncio.gather(*(bot.play(4) for bot in pair)), ENOUGH)
        keeper = house.keeper(game)
        assert [bot.rounds for bot in pair] == [4, 4]
        assert keeper.table.rounds == 4
        assert keeper.table.seats == {}
        assert keeper.table.accounts.get("player:Ann", 0) == 0
        house.audit()


async def test_a_bot_without_money_gets_up(url):
    async with (
        a_house(url, "over-under") as house,
        served(house) as at,
        at.at("Ann", "over-under", keep=False) as table,
    ):
        rules = await table.client.rules("over-under")
        bot = Bot(table.client, table, 1, lambda *_: ("surrender", ()), rules)
        bot.stakes = dict.fromkeys(bot.stakes, 20_000)
        await bot.sit()
        await asyncio.wait_for(bot.play(None), ENOUGH)
        assert bot.rounds == 4
        assert house.keeper("over-under").table.seats == {}
        house.audit()


async def test_a_bot_wagers_anew_when_its_wagers_went_back():
    """Once in a round on one order of the cards, whatever an old view says; on another order again."""
    asked = []

    class Stub:
        async def command(self, command):
            asked.append(command)
            return Answer("", 1)

    wagers = [SimpleNamespace(id="ante", placed="required", minimum=1000)]
    bot = Bot(None, Stub(), 1, simply, SimpleNamespace(wagers=wagers, ante="ante"))  # type: ignore[arg-type]
    for order in ("a", "a", "b", "b"):
        own = Seat(player="Ann", yours=True, wagers={}, cards=[], chips=100_000)
        pack = SimpleNamespace(commitment=order)
        view = SimpleNamespace(due=None, phase="betting", round=3, seats={1: own}, pack=pack)
        assert await bot.answer(view)  # type: ignore[arg-type]
    assert [type(command) for command in asked] == [Place, Place]


def told(game, cards, options, **more):
    own = Seat(player="Ann", yours=True, wagers={}, cards=cards.split(), decisions=more.pop("decisions", []))
    return SimpleNamespace(
        game=game,
        due=SimpleNamespace(options=[Option(id=option, cost=cost) for option, cost in options.items()]),
        seats={1: own},
        places={place: held.split() for place, held in more.items()},
    )


RAISE = {"raise": 2000, "fold": 0}


@pytest.mark.parametrize(
    ("view", "decision"),
    [
        (told("dj-wild", "As Kd 9c 7h 4s", RAISE), "fold"),
        (told("dj-wild", "As Ad 9c 7h 4s", RAISE), "raise"),
        (told("dj-wild", "As Kd 2c 7h 4s", RAISE), "raise"),
        (told("over-under", "Ts", {"over": 1000, "under": 1000, "surrender": 0}), "over"),
        (told("over-under", "5s", {"over": 1000, "under": 1000, "surrender": 0}), "under"),
        (told("raise-it-up", "As Kd", {"raise-3": 3000, "raise-1": 1000, "check": 0}, community="Ah"), "raise-1"),
        (told("raise-it-up", "As Kd", {"raise-3": 3000, "check": 0, "fold": 0}, community="9h"), "check"),
    ],
)
def test_what_the_simple_strategy_does(view, decision):
    assert simply(view, 1) == (decision, ())


def test_what_the_best_strategy_does():
    over = best(open_game("over-under", "pa-2019-proposed").rules())
    options = {option.id: 0 for option in open_game("over-under").streets[0].options}
    assert over(told("over-under", "2s", options), 1) != over(told("over-under", "As", options), 1)
    rules = open_game("face-up-pai-gow", "pa-2019-proposed").rules()
    settings = {"house-way": 0, "surrender": 0, "set": 0}
    view = told("face-up-pai-gow", "As Ad Ks Kd 9c 7h 4s", settings, dealer="2c 3d 5h 8s 9h Tc Qd")
    decision, low = best(rules)(view, 1)
    assert decision in {"set", "house-way"}
    if decision == "set":
        assert len(low) == 2


@pytest.mark.parametrize(
    ("asked", "found"),
    [("2", [1, 4]), ("4-5", [4, 5]), ("1-1", [1]), ("0", None), ("5", None), ("1-3", None), ("x", None)],
)
def test_seats(asked, found):
    if found is None:
        with pytest.raises(BadText):
            _seats(asked, {2, 3}, 6)
    else:
        assert _seats(asked, {2, 3}, 6) == found


async def test_the_command(tmp_path):
    serving = Serving(tmp_path, "--pace", "0", "--betting", "0.1")
    await serving.start()
    bots = await asyncio.create_subprocess_exec(
        Path(sys.executable).parent / "croupier",
        "bots",
        "cajun-stud",
        "--url",
        serving.url,
        "--seats",
        "1-3",
        "--strategy",
        "random",
        "--rounds",
        "2",
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await asyncio.wait_for(bots.communicate(), ENOUGH)
    assert said.decode() == "3 at cajun-stud played 6 hands.\n"
    assert await serving.end() == 0
