"""The coach says what the strategy says, from what its person sees and nothing else, and counts what mistakes cost."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from fractions import Fraction

import httpx
import pytest

from croupier.errors import HouseError
from croupier.games import EDITIONS as BOOK
from croupier.house.cloth.felt import signed
from croupier.house.desk.desk import Desk
from croupier.house.people.roles import Person
from croupier.house.screens.coach.coach import FORBIDDEN, Coach
from croupier.house.screens.coach.counting import Counting
from croupier.house.screens.coach.decisions import Turn, judge
from croupier.house.screens.coach.wording import recommended, rows
from croupier.odds.strategy.advice import Advice, lookup, read_state
from croupier.table import BuyIn, Decide, Perform, Sit
from croupier.table import events as e
from tests.house.floor import a_house, ann, open_table, served, until
from tests.house.tables.test_keeper import seated, wager
from tests.rigged import rig
from tests.support import plain, rules_of

GAMES = list(BOOK)
ANN = Person("Ann", frozenset({("player", "")}))
BOB = Person("Bob", frozenset({("player", "")}))
COUNTING = Counting()


async def asked(keeper):
    """Wait until seat 1 has something to decide, or the round is over; whether it has."""

    def there():
        due = keeper.table.due
        return keeper.table.play is None or (due is not None and due.id == "decide" and keeper.table is keeper.decided)

    await until(there)
    return keeper.table.play is not None


async def begun(house, keeper):
    """Sit down, cut where that is offered, wager, and be asked."""

    async def going(*steps):
        def there():
            due = keeper.table.due
            return keeper.table.phase in steps or (due is not None and due.id in {*steps, "cut"})

        await until(there)
        while keeper.table.due is not None and keeper.table.due.id == "cut":
            due = keeper.table.due
            answer = await keeper.ask(Perform(step="cut", value=keeper.table.packs[due.pack].size // 2), ann())
            assert not answer.refused, answer
            await asyncio.sleep(0.05)
            await until(there)

    await house.welcome("Ann")
    await keeper.ask(Sit(player="Ann", seat=1), ann())
    await keeper.ask(BuyIn(player="Ann", amount=50_000), ann())
    await going("betting")
    await wager(keeper)
    await going("decide")
    assert await asked(keeper)


async def told(coach, table, person=ANN):
    """What the coach says, once it is ready."""
    while True:
        found = plain(coach.advice(person, table)())
        if found["ready"]:
            return found
        await asyncio.sleep(0.02)


def seen(keeper):
    """What seat 1 sees, read from the table itself."""
    play = keeper.table.play
    cards = [str(keeper.vault.card(str(keeper.table.active), at)) for at in keeper.staff.lying(keeper.table, "seats.1")]
    up = {place: " ".join(str(card) for card in held if card is not None) for place, held in play.round.places.items()}
    game = keeper.rules.game
    state = {"cards": " ".join(cards), "decisions": [d for d in play.round.seats[1].decisions if isinstance(d, str)]}
    places = {place.id for place in game.places} & {"community", "dealer"}
    return state | {place: up.get(place, "") for place in places}


def own_of(keeper):
    held = keeper.table.play.round.seats[1].cards
    return " ".join(map(str, held)) if None not in held else None


@pytest.mark.parametrize("game", GAMES)
async def test_the_coach_says_what_the_strategy_says_and_counts_what_was_lost(tmp_path, game):
    async with a_house(tmp_path / "h.db", game) as house:
        coach, keeper = Coach(Desk(house), COUNTING), house.keeper(game)
        look, cost, decisions = lookup(keeper.rules), Fraction(0), 0
        await begun(house, keeper)
        while await asked(keeper):
            state = seen(keeper)
            state["cards"] = own_of(keeper) or state["cards"]
            expected = look(read_state(keeper.rules, state))
            found = await told(coach, game)
            assert {name: found[name] for name in ("actions", "best")} == {
                name: expected.to_json()[name] for name in ("actions", "best")
            }
            assert [row["id"] for row in found["rows"] if row["best"]] == [expected.best]
            for row in found["rows"]:
                dollars = round(expected.actions[row["id"]] * 1000)
                assert row["dollars"] == signed(dollars)
            option = keeper.rules.game.streets[len(state["decisions"])].options[0].id
            value = expected.actions[expected.best] if option == "house-way" else expected.actions[option]
            if option == "house-way":
                low = next(row["id"] for row in found["rows"] if row["house-way"])
                value = expected.actions[low]
            cost += (expected.actions[expected.best] - value) * 1000
            decisions += 1
            answer = await keeper.ask(Decide(seat=1, decision=option), ann())
            assert not answer.refused, answer
            tally = plain(await coach.tally(ANN, game))
            assert (tally["hands"], tally["decisions"], Fraction(tally["exactly"])) == (1, decisions, cost)
            assert tally["last"]["best"] == expected.best
        assert decisions
        assert plain(coach.reset(ANN, game))["decisions"] == 0
        assert (plain(await coach.tally(ANN, game)))["exactly"] == "0"


class Guarded:
    """A vault that opens no card but those of one seat."""

    def __init__(self, vault, mine):
        self.vault, self.mine, self.opened = vault, mine, 0

    def card(self, pack, at):
        assert at in self.mine, "a card that lies face down was looked at"
        self.opened += 1
        return self.vault.card(pack, at)

    def is_of(self, pack, commitment):
        return self.vault.is_of(pack, commitment)


@pytest.mark.parametrize("game", GAMES)
async def test_no_hidden_card_is_looked_at(tmp_path, game):
    """With the dealer's hole cards, the stub and other hands out of reach the answer is the same."""
    async with a_house(tmp_path / "h.db", game) as house:
        coach, keeper = Coach(Desk(house), COUNTING), house.keeper(game)
        await begun(house, keeper)
        first = await told(coach, game)
        mine = frozenset(keeper.staff.lying(keeper.table, "seats.1"))
        keeper.staff.vault = guarded = Guarded(keeper.vault, mine)  # type: ignore[assignment]
        assert await told(Coach(Desk(house), COUNTING), game) == first
        assert guarded.opened or own_of(keeper)  # cards dealt face up need no opening
        keeper.staff.vault = keeper.vault


async def test_a_fold_that_was_a_mistake_is_named_with_its_price(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        coach, keeper = Coach(Desk(house), COUNTING), house.keeper("dj-wild")
        look = lookup(keeper.rules)
        mistake = {"cards": "", "decisions": []}

        def wanted(table):
            held = table.play.round.seats[1].cards if table.play is not None else ()
            if len(held) != 5 or None in held:
                return False
            mistake["cards"] = " ".join(map(str, held))
            return look(read_state(keeper.rules, mistake)).best == "raise"

        rig(keeper, {"ante": 1000, "blind": 1000}, "raise", wanted)
        await coach.tally(ANN, "dj-wild")  # asked for once, it follows
        await begun(house, keeper)
        assert (await told(coach, "dj-wild"))["best"] == "raise"
        await keeper.ask(Decide(seat=1, decision="fold"), ann())
        tally = plain(await coach.tally(ANN, "dj-wild"))
        values = look(read_state(keeper.rules, mistake)).actions
        assert Fraction(tally["exactly"]) == (values["raise"] - values["fold"]) * 1000 > 0
        assert (tally["hands"], tally["mistakes"]) == (1, 1)
        assert tally["per-hand"] == tally["cost"] == tally["last"]["cost"]
        assert tally["last"]["words"] == f"Folded. Raise 2\u00d7 was best; your choice cost {tally['cost']}."


def test_a_fold_that_an_empty_stack_forced_is_no_mistake():
    rules = rules_of("dj-wild")
    asked = Turn(1, 7, 1000, ("As", "Ah", "Ad", "Ks", "Kh"), {}, {"ante": 1000}, {}, frozenset({"raise"}))
    advice = Advice({"raise": Fraction(5), "fold": Fraction(-2)}, "raise")
    folded = e.Decided(seat=1, decision="fold", cite="")
    told = plain(judge(rules, asked, advice, folded))
    assert (told["right"], told["words"]) == (True, "Folded. Your chips allowed nothing better.")
    assert not plain(judge(rules, replace(asked, short=frozenset()), advice, folded))["right"]
    assert [
        row["id"]
        for row in plain(rows(rules, advice, {"raise": "Raise", "fold": "Fold"}, 1000, (), asked.short))
        if row["best"]
    ] == ["fold"]
    said = recommended(rules, advice, {"raise": "Raise", "fold": "Fold"}, 1000, frozenset())
    assert said.startswith("Raise is worth +")
    assert said.endswith("fold, the next best, \u2212$20.00.")
    forced = recommended(rules, advice, {"raise": "Raise", "fold": "Fold"}, 1000, asked.short)
    assert forced == "Fold is worth \u2212$20.00 to you on average."


async def test_whoever_never_asked_is_not_followed(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        coach, keeper = Coach(Desk(house), COUNTING), house.keeper("dj-wild")
        await begun(house, keeper)
        await keeper.ask(Decide(seat=1, decision="fold"), ann())
        assert (plain(await coach.tally(ANN, "dj-wild")))["decisions"] == 0


async def test_who_may_ask_and_when(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        await open_table(house, "over-under", "strict", coach=False)
        async with served(house) as floor, httpx.AsyncClient(base_url=floor.url) as http:
            assert (await http.get("/api/tables/dj-wild/coach")).status_code == 401
            assert (await http.post("/api/guest", json={"name": "Ann"})).status_code == 200
            refused = await http.get("/api/tables/dj-wild/coach")
            assert refused.status_code == 409
            assert "take a seat" in refused.json()["error"]["message"]
            await seated(house, house.keeper("dj-wild"))
            assert (await http.get("/api/tables/dj-wild/coach")).status_code == 409
            for method, path in (("GET", "coach"), ("GET", "coach/tally"), ("DELETE", "coach/tally")):
                refused = await http.request(method, f"/api/tables/strict/{path}")
                assert (refused.status_code, refused.json()["error"]["message"]) == (403, FORBIDDEN)
            assert (await http.get("/api/tables/strict/felt")).json()["coach"] is False
            assert (await http.get("/api/tables/dj-wild/felt")).json()["coach"] is True
            assert (await http.get("/api/tables/none/coach")).status_code == 404


async def test_another_player_learns_nothing_of_ones_cards(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        coach, keeper = Coach(Desk(house), COUNTING), house.keeper("dj-wild")
        await begun(house, keeper)
        with pytest.raises(HouseError, match="take a seat") as refused:
            coach.advice(BOB, "dj-wild")
        assert refused.value.fault == "conflict"
        assert (plain(await coach.tally(BOB, "dj-wild")))["last"] is None


def test_what_is_not_counted_yet_says_how_far_it_is():
    from croupier.odds.facts import store

    counting, go_on, going = Counting(), threading.Event(), threading.Event()

    def make():
        store.progress("every hand")(1, 4)
        going.set()
        assert go_on.wait(10)
        return "made"

    assert counting.ready("key", make) is None
    assert going.wait(10)
    assert counting.ready("key", make) is None
    assert counting.words("key") == "Not ready yet: every hand, 25% counted."
    go_on.set()
    assert asyncio.run(counting.wait("key", make)) == counting.ready("key", make) == "made"


def test_a_counting_that_failed_is_told_and_begun_anew():
    counting, tries = Counting(), []

    def make():
        tries.append(1)
        if len(tries) == 1:
            raise OSError("no room")
        return "made"

    with pytest.raises(HouseError, match="could not be counted"):
        asyncio.run(counting.wait("key", make))
    assert asyncio.run(counting.wait("key", make)) == "made"
