"""The lobby: every table, what belongs to the person who looks, their last rounds, and more play money."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import asdict, replace
from sqlalchemy import select

from croupier.errors import HouseError
from croupier.house.cloth.felt import chapter, exact, limits, real_cards, signed, status
from croupier.house.house import PLAY_MONEY
from croupier.house.screens.player import payloads
from croupier.house.screens.player.lobby_links import at_work, way_in
from croupier.house.storage import house_facts, idempotency, schema
from croupier.house.tables.money import play_money
from croupier.house.tables.rounds.round_index import RoundQuery

if TYPE_CHECKING:
    from croupier.house.desk.desk import Desk
    from croupier.house.people.roles import Person
    from croupier.house.tables.keeping.keeper import Keeper

BUY_INS = (20_000, 50_000, 100_000)
"""What a player may sit down with, as far as the wallet reaches."""


class Lobby:
    """One per house. With `guests` anyone may play without a password, and those who run out are given play money."""

    def __init__(self, desk: Desk, *, guests: bool) -> None:
        self.desk = desk
        self.house = desk.house
        self._guests = guests

    @property
    def guests(self) -> bool:
        """Whether anyone may play without a password, and have company; never for real money."""
        return self._guests and not self.house.is_real

    async def view(self, person: Person | None) -> payloads.Lobby:
        """All tables, and what belongs to the person who looks."""
        name = person.name if person is not None else ""
        tiles = self.house.keeping.each(lambda keeper: self._tile(keeper, person))
        lobby = payloads.Lobby(
            guests=self.guests,
            money=self.house.money,
            money_words=house_facts.MONEY_WORDS[self.house.money],
            person=None,
            tables=[tile for tile in tiles if tile is not None],
        )
        if person is not None:
            plays = any(role == "player" for role, _ in person.grants)
            wallet = await self.house.welcome(name) if plays else 0
            chips = sum(held for _, _, held in await asyncio.to_thread(self.chips, name)) if plays else 0
            looks = payloads.LobbyPerson(
                name=name,
                plays=plays,
                wallet=exact(wallet) if plays else "",
                cents=wallet,
                worth=exact(wallet + chips) if wallet + chips else "",
                pages=self.desk.pages(person),
                own=at_work(person),
                password=person.password,
                grants=sorted(person.grants),
                poor=plays and self.is_poor(name, wallet),
            )
            last = (await asyncio.to_thread(self.rounds, person, RoundQuery()))[:5] if plays else []
            lobby = replace(lobby, person=looks, last=last)
        return lobby

    def _tile(self, keeper: Keeper, person: Person | None) -> payloads.LobbyTable | None:
        """A table in the lobby; nothing of one that is not shown there."""
        if keeper.settings.school or not keeper.table.open:
            return None
        table, rules, name = keeper.table, keeper.rules, person.name if person is not None else ""
        yours = next((n for n, who in table.seats.items() if name and who == name), None)
        game = rules.game
        plays = person is not None and "player" in person.roles(keeper.id)
        chips = table.accounts.get(f"player:{name}", 0) if plays else 0
        return payloads.LobbyTable(
            id=keeper.id,
            name=keeper.name,
            game=game.id,
            edition=game.edition,
            title=game.name,
            chapter=chapter(rules),
            status=game.chapter.status,
            status_words=status(rules),
            real_cards=real_cards(table.cards),
            words=game.layout.lobby,
            shape=game.layout.shape,
            fan=game.layout.fan,
            limits=limits(rules),
            phase=table.phase,
            round=table.rounds,
            seats=[payloads.LobbySeat(seat=n, name=table.seats.get(n, "")) for n in range(1, game.seats + 1)],
            taken=len(table.seats),
            meters=[exact(table.accounts.get(f"meter:{m}", 0)) for m in table.meters],
            yours=yours,
            chips=exact(chips) if chips else "",
            closed=not table.open or keeper.broken is not None,
            go=way_in(person, keeper.id, yours, free=len(table.seats) < game.seats),
        )

    def is_poor(self, name: str, wallet: int) -> bool:
        """Whether a player of a play money house is out of it: nothing worth a wager in the wallet or on any table."""
        return self.guests and wallet < BUY_INS[0] and wallet + sum(c for _, _, c in self.chips(name)) < BUY_INS[0]

    def chips(self, name: str) -> list[tuple[str, str, int]]:
        """The tables where a player has chips, whoever keeps them: id, name, cents."""
        tables, balances = schema.tables, schema.balances
        query = select(tables.c.id, tables.c.name, balances.c.cents).where(
            tables.c.closed.is_(None), balances.c.account == tables.c.id + f"/player:{name}", balances.c.cents > 0
        )
        with self.house.database.read() as connection:
            return [(row.id, row.name, row.cents) for row in connection.execute(query.order_by(tables.c.opened))]

    async def play_money(self, person: Person, key: str) -> payloads.Wallet:
        """More of it, for those who have run out; once for each key, and once however many ask at the same time."""
        self.desk.check_player(person, "play-money", "")
        if self.house.is_real:
            self.desk.deny(person, "play-money", "a real-money house gives nothing away")
        stored, body = idempotency.stored_key(person.name, "play-money", key), idempotency.digest("play-money")
        number = await asyncio.to_thread(play_money.number_of, self.house.database, person.name)
        wallet = await self.house.welcome(person.name)
        granted = payloads.Wallet(wallet=exact(wallet + PLAY_MONEY))
        answer = idempotency.answer_row(stored, body, msgspec.to_builtins(granted))
        if self.is_poor(person.name, wallet) and await play_money.give(
            self.house, person.name, PLAY_MONEY, f"more {number}", answer
        ):
            return granted
        done = await asyncio.to_thread(idempotency.known, self.house.database, stored, body)
        if done is None:
            raise HouseError("there is still money in hand", fault="denied")
        return msgspec.convert(done, payloads.Wallet)

    def rounds(self, person: Person, query: RoundQuery, player: str = "") -> list[payloads.HistoryRound]:
        """A person's rounds for a page."""
        return [
            payloads.HistoryRound(
                **asdict(row) | {"staked": exact(row.staked), "net": signed(row.net)},
                sign=(row.net > 0) - (row.net < 0),
            )
            for row in self.desk.history(person, query, player)
        ]
