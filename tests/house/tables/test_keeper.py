"""One owner per table: commands in order, each done once, stored before anyone hears of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from sqlalchemy import update

from croupier.errors import HouseError
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.automatic.automatic_staff import LEAST_FILL
from croupier.house.tables.keeping.keeper import MOST_WAITING
from croupier.house.tables.money.ledger import hold, wallet
from croupier.table import BuyIn, CashOut, Decide, Direct, Leave, Place, Sit, TakeBack, step
from tests.house.floor import FLOOR, a_house, ann, betting, open_table, until
from tests.house.make import make_house

if TYPE_CHECKING:
    from croupier.house.storage.submissions import Callback
    from croupier.house.tables.views.sent_views import ViewPiece


async def seated(house, keeper, name="Ann", seat=1, chips=50_000):
    await house.welcome(name)
    assert not (await keeper.ask(Sit(player=name, seat=seat), ann(name))).refused
    if chips:
        assert not (await keeper.ask(BuyIn(player=name, amount=chips), ann(name))).refused
    await betting(keeper)


async def deciding(keeper):
    await until(lambda: keeper.table.due is not None and keeper.table.due.id == "decide")


async def wager(keeper, name="Ann", seat=1, amount=1000):
    required = [w.id for w in keeper.rules.offered() if w.placed == "required"]
    for each in sorted(required, key=lambda w: w != keeper.rules.game.ante):
        answer = await keeper.ask(Place(seat=seat, wager=each, amount=amount), ann(name))
        assert not answer.refused, answer


async def test_commands_are_taken_in_the_order_they_come(url):
    async with a_house(url, "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper)
        await seated(house, keeper, "Bob", 2)  # the betting stays open while Bob has not wagered
        commands = []
        for _ in range(30):
            commands += [Place(seat=1, wager="ante", amount=1000), TakeBack(seat=1, wager="ante")]
        answers = await asyncio.gather(*(keeper.ask(c, ann(), f"k{n}") for n, c in enumerate(commands)))
        assert not any(answer.refused for answer in answers)
        assert [answer.n for answer in answers] == sorted(answer.n for answer in answers)
        assert [sent.n for sent in keeper.recent] == list(range(keeper.stored + 1))


async def test_what_the_staff_does_at_once_is_stored_with_the_command_that_led_to_it(url):
    """At a table without a pace the last decision and all that follows to the round's close are one piece."""
    async with a_house(url, "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper)
        await wager(keeper)
        await deciding(keeper)
        pieces: list[ViewPiece] = []
        keeper.listeners.add(pieces.append)
        answer = await keeper.ask(Decide(seat=1, decision="fold"), ann())
        assert not answer.refused
        assert b'"decided"' in pieces[0].lines[0]
        (closed,) = [at for at, line in enumerate(pieces[0].lines) if b'"round-closed"' in line]
        assert answer.n == pieces[0].records[closed + 1].n, "a signed head follows it"
        assert keeper.table.play is None
        house.audit()


async def test_commands_that_come_together_are_stored_and_told_together(url):
    """Each has an answer of its own; what must be a piece by itself comes after what was decided before it."""
    async with a_house(url, "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper)
        stored = keeper.stored
        pieces: list[ViewPiece] = []
        keeper.listeners.add(pieces.append)
        ante = keeper.submit(Place(seat=1, wager="ante", amount=1000), ann(), "a")
        blind = keeper.submit(Place(seat=1, wager="blind", amount=1000), ann(), "b")
        assert keeper.waiting == 2
        done = step(keeper.decided, TakeBack(seat=1, wager="blind"), ann(), keeper.now())
        row = schema.tables
        claim = update(row).where(row.c.id == keeper.id).values(name="DJ Wild")
        last = await keeper.commit([done], claims=[claim])
        assert [(await ante).n, (await blind).n, last] == [stored + 1, stored + 2, stored + 3]
        assert [[sent.n for sent in piece.records] for piece in pieces] == [[stored + 1, stored + 2], [stored + 3]]
        assert (keeper.table.layout, keeper.waiting) == ({1: {"ante": 1000}}, 0)
        assert [n for n, _ in house.database.lines("dj-wild", stored + 1)] == [stored + 1, stored + 2, stored + 3]
        house.audit()


async def test_nobody_sees_what_is_not_stored(url, monkeypatch):
    """While the disk takes its time, listeners and views still show the table before."""
    held: list[tuple[Transaction, Callback]] = []

    def keep(work: Transaction, then: Callback) -> None:
        held.append((work, then))

    async with a_house(url, "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper)
        heard: list[int] = []
        keeper.listeners.add(lambda piece: heard.extend(sent.n for sent in piece.records))
        with monkeypatch.context() as slow:
            slow.setattr(house.database, "send", keep)
            task = asyncio.create_task(keeper.ask(Place(seat=1, wager="ante", amount=1000), ann()))
            await asyncio.sleep(0.05)
        assert len(held) == 1
        assert keeper.decided.layout == {1: {"ante": 1000}}
        assert (keeper.table.layout, heard) == ({}, [])
        assert keeper.table.accounts["player:Ann"] == 50_000
        (work, then) = held[0]
        house.database.store(work)
        then(None)
        await task
        assert keeper.table.layout == {1: {"ante": 1000}}
        assert heard == [keeper.stored]


async def test_a_failure_of_storage_stops_the_keeper_and_another_goes_on(url, monkeypatch):
    async with a_house(url, "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper)
        stored, lines = keeper.stored, list(house.database.lines("dj-wild"))
        send = house.database.send
        failing = True

        def fail(work: Transaction, then: Callback):
            if work.lines and failing:  # a row that breaks the books' own rule
                work = replace(work, entries=[*work.entries, (1, "wallet:nobody", -1, "x"), (1, "cage", 1, "x")])
            send(work, then)

        monkeypatch.setattr(house.database, "send", fail)
        place = Place(seat=1, wager="ante", amount=1000)
        asked = [keeper.ask(place, ann(), "k"), keeper.ask(Leave(seat=1), ann(), "l")]
        assert all(isinstance(x, HouseError) for x in await asyncio.gather(*asked, return_exceptions=True))
        failing = False
        assert keeper.broken is not None
        with pytest.raises(HouseError):
            await keeper.ask(place, ann(), "m")
        await until(lambda: house.keeper("dj-wild") is not keeper)
        again = house.keeper("dj-wild")
        assert again.stored == stored
        assert list(house.database.lines("dj-wild")) == lines
        assert again.table.bytes() == again.decided.bytes()
        answer = await again.ask(place, ann(), "k")
        assert answer.n == stored + 1
        house.audit()


async def test_a_keeper_that_failed_stores_nothing_more(tmp_path):
    """Neither what was decided on a page nor what two people approved; whoever comes next reads what is stored."""
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        done = step(keeper.decided, Sit(player="Ann", seat=1), ann(), keeper.now())
        keeper.fail(HouseError("so it is", fault="storage"))
        with pytest.raises(HouseError, match="so it is"):
            await keeper.commit([done])
        assert not keeper.decided.seats


async def test_money_held_for_a_buy_in_that_never_came_goes_back(url):
    async with a_house(url, "dj-wild") as house:
        await house.welcome("Ann")
        held = hold("dj-wild", "Ann")
        entries = [(0, wallet("Ann"), -300, "hold"), (0, held, 300, "hold")]
        house.database.store(Transaction("dj-wild", 1, entries=entries))
        assert house.database.balance(wallet("Ann")) == 99_700
    async with a_house(url) as house:
        assert house.database.balance(wallet("Ann")) == 100_000
        assert house.database.balance(held) == 0
        house.audit()


async def test_a_buy_in_takes_no_more_than_the_wallet_holds(url):
    async with a_house(url, "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper, chips=0)
        asked = [keeper.ask(BuyIn(player="Ann", amount=60_000), ann(), f"k{n}") for n in range(3)]
        answers = await asyncio.gather(*asked)
        assert sorted(answer.code for answer in answers) == ["", "short", "short"]
        for amount in (0, -5, -60_000):
            assert (await keeper.ask(BuyIn(player="Ann", amount=amount), ann())).code == "illegal"
        assert (await keeper.ask(BuyIn(player="Ann", amount=5), ann("Bob"))).field == "player"
        assert (await keeper.ask(CashOut(player="Ann"), ann("Bob"))).field == "player"
        assert house.database.balance(wallet("Ann")) == 40_000
        assert not (await keeper.ask(CashOut(player="Ann"), ann())).refused
        assert house.database.balance(wallet("Ann")) == 100_000
        house.audit()


async def test_a_table_with_too_much_to_store_says_so(url, monkeypatch):
    async with a_house(url, "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper)
        keeper.waiting = MOST_WAITING
        with pytest.raises(HouseError) as busy:
            await keeper.ask(Place(seat=1, wager="ante", amount=1000), ann(), "k")
        assert busy.value.fault == "busy"
        keeper.waiting = 0
        assert not (await keeper.ask(Place(seat=1, wager="ante", amount=1000), ann(), "k")).refused


LATE = {
    "dj-wild": "fold",
    "cajun-stud": "fold",
    "raise-it-up": "check",
    "over-under": "surrender",
    "face-up-pai-gow": "house-way",
}


@pytest.mark.parametrize("game", LATE)
async def test_a_late_player_is_decided_for_as_the_readings_say(url, game):
    async with a_house(url, game, decision_seconds=0.05) as house:
        keeper = house.keeper(game)
        heard: list[Any] = []
        keeper.after_commit.append(lambda _, events: heard.extend(events))
        await seated(house, keeper)
        await wager(keeper)
        await until(lambda: keeper.table.rounds == 1)
        decided = [event for event in heard if type(event).__name__ == "Decided"]
        assert decided[0].decision == LATE[game]
        assert all(event.late and event.by == "dealer" for event in decided)
        if game == "raise-it-up":
            assert [event.decision for event in decided] == ["check", "check", "fold"][-len(decided) :]
        house.audit()


async def test_others_do_not_lengthen_a_players_time(url):
    async with a_house(url, "dj-wild", decision_seconds=2) as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper)
        await wager(keeper)
        await until(lambda: keeper.table.due is not None and keeper.table.due.id == "decide" and keeper.deadline)
        deadline = keeper.deadline
        await house.welcome("Bob")
        for _ in range(5):
            assert not (await keeper.ask(Sit(player="Bob", seat=4), ann("Bob"))).refused
            assert not (await keeper.ask(Leave(seat=4), ann("Bob"))).refused
            await asyncio.sleep(0.01)
            assert keeper.deadline == deadline
        await until(lambda: keeper.table.rounds == 1)


async def test_the_betting_clock_closes_the_betting_and_gives_back_what_is_incomplete(url):
    async with a_house(url, "dj-wild", betting_seconds=1, quick=False) as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper)
        await seated(house, keeper, "Bob", 2)
        await keeper.ask(Place(seat=2, wager="ante", amount=1000), ann("Bob"))
        await asyncio.sleep(1.2)
        assert keeper.table.phase == "betting"  # nobody is ready, nothing presses
        assert keeper.deadline == 0
        await wager(keeper)
        await until(lambda: keeper.deadline)
        assert keeper.table.phase == "betting"
        await until(lambda: keeper.table.play is not None)
        assert keeper.table.play is not None
        assert set(keeper.table.play.players) == {1}
        assert keeper.table.accounts["player:Bob"] == 50_000
        house.audit()


async def test_a_draining_house_begins_no_round_and_lets_those_in_play_finish(url):
    async with a_house(url, "dj-wild", "cajun-stud") as house:
        playing, waiting = house.keeper("dj-wild"), house.keeper("cajun-stud")
        await seated(house, playing)
        await wager(playing)
        await until(lambda: playing.table.due is not None and playing.table.due.id == "decide")
        assert not await house.drain(0.1)
        await seated(house, waiting, "Bob")
        await wager(waiting, "Bob")
        await playing.ask(Decide(seat=1, decision="fold"), ann())
        assert await house.drain(5)
        assert (playing.table.rounds, waiting.table.rounds) == (1, 0)
        assert waiting.table.layout  # the wager lies there and is stored
    async with a_house(url) as house:
        waiting = house.keeper("cajun-stud")
        assert waiting.table.layout or waiting.table.play is not None  # the round may have begun by now
        await until(lambda: waiting.table.play is not None)
        house.audit()


@pytest.mark.parametrize("how", ["let go", "set aside"])
async def test_a_round_whose_table_was_stopped_is_not_called_finished(tmp_path, how):
    async with a_house(tmp_path / "house.db", "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper)
        await wager(keeper)
        await until(lambda: keeper.table.due is not None and keeper.table.due.id == "decide")
        if how == "let go":  # as where the database or the other processes do not answer
            await house.keeping._let_go([keeper])
        else:
            house.keeping._put_aside("dj-wild", "dj-wild", ValueError("damaged"), retried=False)
        assert not house.keepers
        assert not await house.drain(5)


async def test_a_restart_in_the_middle_of_a_round_changes_nothing(url):
    states: list[tuple[bytes, list[bytes]]] = []
    for n in range(4):
        async with a_house(url, "raise-it-up") as house:
            keeper = house.keeper("raise-it-up")
            if not n:
                await seated(house, keeper)
                await wager(keeper)
            else:
                assert states[-1] == (keeper.table.bytes(), [sent.to("Ann") for sent in keeper.recent])
            await deciding(keeper)
            await keeper.ask(Decide(seat=1, decision="check"), ann())
            await asyncio.sleep(0.05)
        states.append((keeper.table.bytes(), [sent.to("Ann") for sent in keeper.recent]))
        if keeper.table.play is None:
            break


async def test_a_table_signed_with_another_key_is_refused(url):
    from croupier.journal.keys import Key

    async with a_house(url, "dj-wild"):
        pass
    house = make_house(Database(url), Key.throw_away(6))
    with pytest.raises(HouseError, match="another key"):
        await house.start()
    await house.stop()


async def test_an_order_of_the_floor_goes_through_the_keeper(url):
    async with a_house(url) as house:
        keeper = await open_table(house, "dj-wild", "T9", inventory=1000)
        await seated(house, keeper, chips=0)
        answer = await keeper.ask(BuyIn(player="Ann", amount=5000), ann())
        assert answer.field == "inventory"
        assert house.database.balance(wallet("Ann")) == 100_000
        assert not (await keeper.ask(Direct(order="fill", amount=50_000), FLOOR)).refused
        assert not (await keeper.ask(BuyIn(player="Ann", amount=5000), ann())).refused
        house.audit()


async def test_the_automatic_floor_brings_no_payment_cent_by_cent(tmp_path):
    """One shift manager opens a table with a cent: a fill came, and was recorded, for every cent that was paid."""
    async with a_house(tmp_path / "h.db") as house:
        small, usual = [await open_table(house, "dj-wild", f"T{cents}", inventory=cents) for cents in (1, 20_000_000)]
        fills = [keeper.running.staff.remedy("inventory", "short") for keeper in (small, usual)]
        assert fills == [Direct(order="fill", amount=cents) for cents in (LEAST_FILL, 20_000_000)]


async def test_a_listener_at_fault_does_not_stop_the_table(url, caplog):
    def faulty(told):
        raise ZeroDivisionError(len(told))

    async with a_house(url, "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        heard: list[int] = []
        keeper.listeners |= {lambda piece: heard.extend(sent.n for sent in piece.records), faulty}
        await seated(house, keeper)
        assert keeper.broken is None
        assert heard[-1] == keeper.stored
        assert len(keeper.listeners) == 1
        assert "let go" in caplog.text
