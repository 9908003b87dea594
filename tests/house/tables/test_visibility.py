"""Nobody is sent a card that lies face down, unless it is their own: every message of whole sessions is looked at."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections import deque
from typing import ClassVar

import msgspec
import pytest

from croupier.cli.bot import Bot, strategy_of
from croupier.games import EDITIONS as BOOK
from croupier.house.tables.views.sent_views import Views
from croupier.house.tables.views.visibility import own_cards, view
from croupier.table import Crowd, Perform, Place, PlaceWagers
from croupier.web.sockets import table_socket as web
from tests.house.desk.test_dealing import deal_on, press, seat
from tests.house.floor import FLOOR, a_house, ann, served, until
from tests.house.tables.test_keeper import seated
from tests.support import plain

ROUNDS = 30
CARD = re.compile(r"(?:[2-9TJQKA][cdhs]|\*+)")
ROW = re.compile(r"Pair of \w+")
"""In the name of a paytable's row a rank is no card: "Pair of 6s to 10s"."""
ORDERS: dict[tuple[str, int], list[str]] = {}
GAMES = list(BOOK)


def cards_in(told):
    """Every word in a message that reads as a card."""
    if isinstance(told, dict):
        return set().union(*(cards_in(each) for each in told.values()), set())
    if isinstance(told, list):
        return set().union(*(cards_in(each) for each in told), set())
    if not isinstance(told, str):
        return set()
    return {word for word in ROW.sub("", told).split() if CARD.fullmatch(word)}


def hidden(keeper, player):
    """What lies face down before others, before the dealer and in the pack while a round is played, and before the
    player as long as the deal, or the setting of the dealer's hands, is not over."""
    table, staff = keeper.table, keeper.staff
    play = table.play
    if play is None or keeper.decided is not table:
        return set()
    lies = (table.pack.commitment, table.pack.cut)
    if lies not in ORDERS:
        ORDERS[lies] = [str(staff.vault.card(str(table.active), at)) for at in staff.places(table, table.pack.size, 0)]
    order = ORDERS[lies]
    found = set(order[table.pack.at :])
    begins = any(
        due.id in {"deal", "stub", "green-button", "set-dealer"} and due.phase != "settling" for due in table.todo
    )
    held = {f"seats.{n}": seat.cards for n, seat in play.round.seats.items() if begins or play.players[n] != player}
    for to, cards in {**held, **play.round.places}.items():
        lying = play.dealt.get(to, ())
        found |= {order[at] for at, card in zip(lying, cards, strict=False) if card is None}
    return found


class Watched(deque[bytes]):
    """Looks at whatever is put into a socket's outgoing messages."""

    records: ClassVar[dict[str, dict[int, bytes]]]
    faults: ClassVar[list[str]]
    hidden_seen = 0

    def __init__(self, socket):
        super().__init__()
        self.socket = socket

    def append(self, message):
        keeper, player = self.socket.keeper, self.socket.person.name
        told = msgspec.json.decode(message)
        if keeper.rules.game.deck.copies == 1:
            secret = hidden(keeper, player)
            self.check(not cards_in(told) & secret, message)
            type(self).hidden_seen += bool(secret)
        play = keeper.table.play
        if "view" in told:
            whole = plain(view(keeper.table, keeper.staff, player, deadline=told["view"]["deadline"] or 0))
            self.check(told["view"] == msgspec.json.decode(msgspec.json.encode(whole)), message)
        if "view" in told and play is not None:
            for number, seat in told["view"]["seats"].items():
                held = play.round.seats.get(int(number))
                if seat is not None and held is not None and play.players[int(number)] != player:
                    self.check(seat["cards"] == ["" if card is None else str(card) for card in held.cards], message)
        elif "yours" in told:
            self.check(play is None or all(play.players[int(n)] == player for n in told["yours"]), message)
        if "n" in told and "view" not in told:
            self.records.setdefault(f"{player} at {keeper.id}", {})[told["n"]] = message
        super().append(message)

    def check(self, holds, message):
        if not holds:
            self.faults.append(f"{self.socket.person.name} is sent {message}")

    def extend(self, messages):
        """What a resumed socket is sent is what it would have been sent."""
        if self.socket._hear in self.socket.keeper.listeners:
            for message in messages:
                self.append(message)
            return
        player = f"{self.socket.person.name} at {self.socket.keeper.id}"
        for message in messages:
            known = self.records.get(player, {}).get(msgspec.json.decode(message)["n"])
            self.check(known is None or known == message, message)
            deque.append(self, message)


@pytest.mark.parametrize("game", GAMES)
async def test_no_message_shows_a_card_before_its_time(url, monkeypatch, game):

    class OfThisTest(Watched):
        records: ClassVar[dict[str, dict[int, bytes]]] = {}
        faults: ClassVar[list[str]] = []

    watched = OfThisTest
    made = web.TableSocket.__init__

    def init(self, *args, **kwargs):
        made(self, *args, **kwargs)
        self.out = watched(self)

    monkeypatch.setattr(web.TableSocket, "__init__", init)
    chance = random.Random(7)
    clients: dict[str, dict[int, bytes]] = {}

    async def sit(at, name, seat):
        async with at.at(name, game, money=10**9) as table:
            rules = await table.client.rules(game)
            bot = Bot(table.client, table, seat, strategy_of("random", rules, chance), rules)
            await bot.sit()
            got = clients.setdefault(name, {})
            hearing = asyncio.create_task(hear(table, got))
            await bot.play(ROUNDS)
            assert bot.rounds == ROUNDS
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)
            return table.connections

    async def hear(table, got):
        """Every record, over connections that are lost again and again."""
        lost = 0
        async for message in table:
            if hasattr(message, "line"):
                got[message.n] = message.line
            if len(got) >= lost and table._socket is not None:
                lost = len(got) + chance.randint(40, 120)
                await table._socket.close()

    async with a_house(url, game) as house, served(house) as at:
        at.desk.people.accounts.add("Eye", "in the blue sky!", [("surveillance", "")])
        async with at.client() as eye:
            await eye.sign_in("Eye", "in the blue sky!")
            async with eye.table(game, keep=False) as watching:
                names = ("Ann", "Bob", "Cy")
                resumed = await asyncio.gather(*(sit(at, name, n) for n, name in enumerate(names, 1)))
                assert watching.view
        keeper = house.keeper(game)
        assert keeper.broken is None
        assert keeper.table.rounds >= ROUNDS
        assert min(resumed) > 1
        for name, got in clients.items():
            numbers = sorted(got)
            assert numbers == list(range(numbers[0], numbers[-1] + 1))
            assert any(b'"yours"' in line for line in got.values()) == (game != "over-under")  # dealt face up
            for sent in keeper.recent:
                assert got.get(sent.n, sent.to(name)) == sent.to(name)
        eyes = watched.records[f"Eye at {game}"]
        assert len(eyes) > ROUNDS * 10
        assert not any(b'"yours"' in line for line in eyes.values())
        house.audit()
    assert watched.faults == []
    if game != "over-under":  # a shoe of many decks has other cards of the same name
        assert watched.hidden_seen > ROUNDS


async def test_each_sees_own_cards_alone(url):
    """In the middle of a round: a player's own cards, backs for all others, for whoever looks."""
    async with a_house(url, "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await house.welcome("Ann")
        for seat, name in ((1, "Ann"), (2, "Bob")):
            await seated(house, keeper, name, seat)
        for seat, name in ((1, "Ann"), (2, "Bob")):
            for wager in ("ante", "blind"):
                await keeper.ask(Place(seat=seat, wager=wager, amount=1000), ann(name))
        await until(lambda: keeper.table.due is not None and keeper.table.due.id == "decide")
        shown = {
            name: {
                n: seat["cards"] for n, seat in plain(view(keeper.table, keeper.staff, name))["seats"].items() if seat
            }
            for name in ("Ann", "Bob", "Eye", "")
        }
        assert len(set(shown["Ann"][1])) == 5
        assert "" not in shown["Ann"][1]
        assert shown["Ann"][2] == shown["Bob"][1] == [""] * 5
        assert not set(shown["Ann"][1]) & set(shown["Bob"][2])
        views = Views()
        for name in ("Ann", "Bob", "Eye", "", "Ann"):
            whole = plain(view(keeper.table, keeper.staff, name, deadline=7))
            assert plain(views.of(keeper.table, keeper.staff, name, deadline=7)) == whole
            assert views.as_json(keeper.table, keeper.staff, name, deadline=7) == msgspec.json.encode(whole)
        assert shown["Eye"] == shown[""] == {1: [""] * 5, 2: [""] * 5}


async def test_no_view_of_a_round_shows_the_cards_of_the_next(tmp_path, monkeypatch):
    """A dealer's presses and a player's commands that come while the disk is waited for are decided at once: the table
    that people see may be a round behind the cards that lie in the pack."""
    async with a_house(tmp_path / "h.db", "dj-wild", automatic=False) as house:
        keeper = house.keeper("dj-wild")
        await seat(house, keeper, 1, 4)
        await deal_on(keeper, Crowd(random.Random(4), 0, skip=0), lambda table: table.phase == "deciding")
        assert all(own_cards(keeper.table, keeper.staff, 1))
        waiting, send, shown = [], house.database.send, keeper.table
        monkeypatch.setattr(house.database, "send", lambda work, then: waiting.append((work, then)))
        jobs = [asyncio.ensure_future(each) async for each in _on_and_on(keeper, shown.rounds + 1)]
        assert keeper.table is shown
        assert keeper.staff.vault.is_fixed(str(keeper.decided.active))
        assert own_cards(keeper.table, keeper.staff, 1) == [""] * 5
        seen = json.loads(keeper.views.as_json(keeper.table, keeper.staff, "Ann 1"))
        assert seen["seats"]["1"]["cards"] == [""] * 5
        monkeypatch.setattr(house.database, "send", send)
        for each in waiting:
            send(*each)
        await asyncio.gather(*jobs)
        assert all(own_cards(keeper.table, keeper.staff, 1))


async def _on_and_on(keeper, rounds):
    """What the dealer presses and the players say, without waiting for an answer, until the hands of a later round may
    be looked at."""
    crowd = Crowd(random.Random(4), 0, skip=0)
    while keeper.decided.rounds < rounds or keeper.decided.phase != "deciding":
        table, due = keeper.decided, keeper.decided.due
        if table.phase == "betting" and not table.layout:
            for n in (1, 4):
                yield keeper.ask(PlaceWagers(seat=n, wagers={"ante": 1000, "blind": 1000}), ann(f"Ann {n}"))
                await asyncio.sleep(0)
        elif (answer := crowd.decide(table)) is not None:
            yield keeper.ask(*answer)
        elif due is not None and "dealer" not in due.by:
            yield keeper.ask(Perform(step=due.id), FLOOR)
        else:
            yield press(keeper, "no-more-bets" if due is None else due.id, whole=True)
        for _ in range(3):
            await asyncio.sleep(0)
