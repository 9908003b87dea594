"""The host of the pages: lobby, seats, drafts of wagers, why an amount was paid, company. All through the desk."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy import select

from croupier.errors import HouseError, IllegalAction
from croupier.house import drafts, facts, grants, hands, idempotency, schema
from croupier.house.authority import check_plays
from croupier.house.company import Company
from croupier.house.drafts import EMPTY, Change, Draft
from croupier.house.emotes import EMOTES, SHOWN, Emotes
from croupier.house.felt import chapter, cloth, exact, felt, limits, provision, real_cards, signed, status
from croupier.house.history import Asked
from croupier.house.house import PLAY_MONEY
from croupier.house.permissions import tag
from croupier.house.results import Results
from croupier.house.room import room
from croupier.house.stretch import proof, rebuilt
from croupier.house.way_in import at_work, way_in
from croupier.house.why import told as reasons
from croupier.house.work import Work
from croupier.journal.seen import Seen
from croupier.kit.cards import cards
from croupier.table import Actor, BuyIn, CashOut, Leave, Sit, TakeBack, step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.house.desk import Desk
    from croupier.house.keeper import Keeper
    from croupier.house.people import Person
    from croupier.table.commands import Command

BUY_INS = (20_000, 50_000, 100_000)
"""What a player may sit down with, as far as the wallet reaches."""


class Host:
    """One per house. With `guests` it hands out play money and seats company."""

    def __init__(self, desk: Desk, *, guests: bool) -> None:
        self.desk = desk
        self.house = desk.house
        self._guests = guests
        self.company = Company(desk.house)
        self.emotes = Emotes(time.monotonic)
        self._results: dict[str, Results] = {}
        self._drafts: dict[tuple[str, str], Draft] = {}
        self._locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        desk.house.keeping.taken.append(self._taken)

    @property
    def guests(self) -> bool:
        """Whether anyone may play without a password, and have company; never for real money."""
        return self._guests and not self.house.is_real

    def _taken(self, keeper: Keeper) -> None:
        """A table that another process kept meanwhile is read anew."""
        self._results.pop(keeper.id, None)
        self._drafts = {key: draft for key, draft in self._drafts.items() if key[1] != keeper.id}

    # The lobby.

    async def floor(self, person: Person | None) -> dict[str, Any]:
        """All tables, and what belongs to the person who looks."""
        name = person.name if person is not None else ""
        tiles = self.house.keeping.each(lambda keeper: self._tile(keeper, person))
        told: dict[str, Any] = {
            "guests": self.guests,
            "money": self.house.money,
            "money-words": facts.WORDS[self.house.money],
            "person": None,
            "tables": [tile for tile in tiles if tile],
        }
        if person is not None:
            plays = any(role == "player" for role, _ in person.grants)
            wallet = await self.house.welcome(name) if plays else 0
            chips = sum(held for _, _, held in await asyncio.to_thread(self._chips, name)) if plays else 0
            told["person"] = {"name": name, "plays": plays, "wallet": exact(wallet) if plays else "", "cents": wallet,
                              "worth": exact(wallet + chips) if wallet + chips else "",
                              "pages": self.desk.pages(person), "own": at_work(person), "password": person.password,
                              "grants": sorted(person.grants), "poor": plays and self._poor(name, wallet)}  # fmt: skip
            told["last"] = (await asyncio.to_thread(self.rounds, person, Asked()))[:5] if plays else []
        return told

    def _tile(self, keeper: Keeper, person: Person | None) -> dict[str, Any]:
        """A table in the lobby; nothing of one that is not shown there."""
        if keeper.settings.school or not keeper.table.open:
            return {}
        table, rules, name = keeper.table, keeper.rules, person.name if person is not None else ""
        yours = next((n for n, who in table.seats.items() if name and who == name), None)
        game = rules.game
        plays = person is not None and "player" in person.roles(keeper.id)
        chips = table.accounts.get(f"player:{name}", 0) if plays else 0
        return {
            "id": keeper.id, "name": keeper.name, "game": game.id, "edition": game.edition, "title": game.name,
            "chapter": chapter(rules), "status": game.chapter.status, "status-words": status(rules),
            "real-cards": real_cards(table.cards),
            "words": cloth(game.id, game.edition).words, "limits": limits(rules), "phase": table.phase,
            "round": table.rounds, "seats": [{"seat": n, "name": table.seats.get(n, "")}
                                             for n in range(1, game.seats + 1)],
            "taken": len(table.seats), "meters": [exact(table.accounts.get(f"meter:{m}", 0)) for m in table.meters],
            "yours": yours, "chips": exact(chips) if chips else "",
            "closed": not table.open or keeper.broken is not None,
            "go": way_in(person, keeper.id, yours, free=len(table.seats) < game.seats),
        }  # fmt: skip

    def _poor(self, name: str, wallet: int) -> bool:
        """Whether a player of a play money house is out of it: nothing worth a wager in the wallet or on any table."""
        return self.guests and wallet < BUY_INS[0] and wallet + sum(c for _, _, c in self._chips(name)) < BUY_INS[0]

    def _chips(self, name: str) -> list[tuple[str, str, int]]:
        """The tables where a player has chips, whoever keeps them: id, name, cents."""
        tables, balances = schema.tables, schema.balances
        asked = select(tables.c.id, tables.c.name, balances.c.cents).where(
            tables.c.closed.is_(None), balances.c.account == tables.c.id + f"/player:{name}", balances.c.cents > 0
        )
        with self.house.database.read() as connection:
            return [(row.id, row.name, row.cents) for row in connection.execute(asked.order_by(tables.c.opened))]

    async def play_money(self, person: Person, key: str) -> dict[str, Any]:
        """More of it, for those who have run out; once for each key, and once however many ask at the same time."""
        self.desk.check_player(person, "play-money", "")
        if self.house.is_real:
            self.desk.deny(person, "play-money", "a real-money house gives nothing away")
        stored, body = idempotency.stored_key(person.name, "play-money", key), idempotency.digest("play-money")
        number = await asyncio.to_thread(grants.number_of, self.house.database, person.name)
        wallet = await self.house.welcome(person.name)
        told = {"wallet": exact(wallet + PLAY_MONEY)}
        answer = idempotency.answer_row(stored, body, told)
        if self._poor(person.name, wallet) and await grants.give(self.house, person.name, PLAY_MONEY, f"more {number}",
                                                                 answer):  # fmt: skip
            return told
        done = await asyncio.to_thread(idempotency.known, self.house.database, stored, body)
        if done is None:
            raise HouseError("there is still money in hand", fault="denied")
        return done

    # A table.

    def view(self, person: Person, table: str) -> dict[str, Any]:
        """A table for a page: the view that this person may see, said in full."""
        keeper = self.house.keeper(table)
        seen = self.desk.view(person, table)
        told = room(keeper, person.name, seen, self._of(keeper), self._draft(person, table), self.company)
        own = {"plays": "player" in person.roles(table), "me": person.name, "guests": self.guests}
        for plate in told["plates"].values():
            if plate is not None:
                plate["emote"] = self.emotes.of(table, plate["name"])
        return seen | told | own

    def say(self, person: Person, table: str, emote: str) -> None:
        """A word to the table from one who sits there, from the short list."""
        keeper = self.house.keeper(table)
        self.desk.check_player(person, "emote", table)
        self._seat(keeper, person)
        self.emotes.say(table, person.name, emote)
        keeper.running.attendance.acted(person.name)
        keeper.running.wake()
        asyncio.get_running_loop().call_later(SHOWN, keeper.running.wake)

    def ready(self, person: Person, table: str) -> None:
        """The cards may come: with one's wagers as they lie, or without one in this round."""
        keeper = self.house.keeper(table)
        self.desk.check_player(person, "ready", table)
        self._seat(keeper, person)
        keeper.running.say_ready(person.name)

    def speed(self, person: Person, table: str, speed: str) -> None:
        """How quickly somebody who sits here wants to see the cards come."""
        keeper = self.house.keeper(table)
        self.desk.check_player(person, "speed", table)
        self._seat(keeper, person)
        keeper.running.wish(person.name, speed)

    def rules(self, table: str) -> dict[str, Any]:
        """What is played at a table and how its cloth looks."""
        keeper = self.house.keeper(table)
        return self.desk.rules(table) | felt(keeper.rules) | {
            "coach": keeper.settings.coach, "real-cards": real_cards(keeper.table.cards),
            "emotes": [{"id": name, "words": words} for name, words in EMOTES.items()]}  # fmt: skip

    def _of(self, keeper: Keeper) -> Results:
        found = self._results.get(keeper.id)
        if found is None:
            found = self._results[keeper.id] = Results()
        return found

    async def purse(self, person: Person, table: str) -> dict[str, Any]:
        """What a person may buy in for here; at a table that is closed nothing."""
        keeper = self.house.keeper(table)
        self.desk.check_player(person, "buy-in", table)
        wallet = await self.house.welcome(person.name)
        ways = [amount for amount in BUY_INS if amount < wallet] + ([wallet] if 0 < wallet <= BUY_INS[-1] else [])
        ways += [BUY_INS[-1]] if wallet > BUY_INS[-1] and BUY_INS[-1] not in ways else []
        ways = ways if keeper.table.open else []
        elsewhere = [f"{name} {exact(chips)}" for id_, name, chips in self._chips(person.name) if id_ != table]
        play = keeper.table.play
        playing = play is not None and person.name in play.players.values()
        return {"wallet": exact(wallet), "poor": self._poor(person.name, wallet), "elsewhere": elsewhere,
                "new": await asyncio.to_thread(self._is_new, person.name, keeper.rules.game.id),
                "closed": "chips are bought between rounds: your hand is in play" if playing else "",
                "chips": exact(keeper.table.accounts.get(f"player:{person.name}", 0)),
                "ways": [{"cents": amount, "text": exact(amount)} for amount in ways]}  # fmt: skip

    def _is_new(self, name: str, game: str) -> bool:
        """Whether somebody has never played a game here."""
        played, tables = schema.played, schema.tables
        asked = select(played.c.round).join(tables, tables.c.id == played.c.table_id)
        with self.house.database.read() as connection:
            return (
                connection.execute(asked.where(played.c.player == name, tables.c.game == game).limit(1)).first() is None
            )

    async def sit(self, person: Person, table: str, seat: int, amount: int, key: str) -> dict[str, Any]:
        """Take a seat and buy in, both or neither, once for each key; an automatic player makes room."""
        keeper = self.house.keeper(table)
        self.desk.check_player(person, "sit", table)
        with self.desk.recording(person, f"sit at {table}"):
            check_plays(keeper)
        sit, buy_in = Sit(player=person.name, seat=seat), BuyIn(player=person.name, amount=amount)
        async with self._one_at_a_time(person, table):
            wanted: list[Command] = [sit, buy_in] if amount else [sit]
            done = [command for command in wanted if await self._done(keeper, person, command, key)]
            if wanted[-1] in done:
                for command in done:  # the same answer, unless the key was for another seat or amount
                    await self._give(keeper, person, command, key)
                return {"seat": seat}
            if amount > await self.house.welcome(person.name):
                raise HouseError("there is not enough money on the account", fault="short", field="amount")
            if self.guests and self.company.is_bot(keeper.table.seats.get(seat, "")):
                await self.company.dismiss(table, seat)
            commands = wanted[1:] if keeper.table.seats.get(seat) == person.name else wanted
            after = keeper.decided
            for command in commands:  # a seat is not taken for chips that the table would refuse
                _, after = step(after, command, Actor("player", person.name), keeper.now())
            for command in commands:
                await self._give(keeper, person, command, key)
        return {"seat": seat}

    async def leave(self, person: Person, table: str, key: str) -> dict[str, Any]:
        """Get up and take one's chips, once for each key; those of a hand in play stay until it is settled."""
        keeper = self.house.keeper(table)
        self.desk.check_player(person, "leave", table)
        async with self._one_at_a_time(person, table):
            for seat, name in list(keeper.table.seats.items()):
                if name == person.name:
                    await self._give(keeper, person, Leave(seat=seat), key)
            if keeper.table.accounts.get(f"player:{person.name}", 0):
                await self._give(keeper, person, CashOut(player=person.name), key)
            self._keep(person, table, Draft({}, self._draft(person, table).last))
        return {"wallet": exact(await self.house.welcome(person.name))}

    def _one_at_a_time(self, person: Person, table: str) -> asyncio.Lock:
        """What one person asks of a table that takes several commands is done one after the other."""
        found = self._locks.get((person.name, table))
        if found is None:
            found = self._locks[person.name, table] = asyncio.Lock()
        return found

    async def _done(self, keeper: Keeper, person: Person, command: Command, key: str) -> bool:
        """Whether a command was taken under this key, now or before a restart."""
        rows, stored = schema.answers, idempotency.stored_key(person.name, "", _key_of(command, key))

        def read() -> bool:
            with self.house.database.read() as connection:
                asked = select(rows.c.n).where(rows.c.table_id == keeper.id, rows.c.key == stored)
                return connection.execute(asked).first() is not None

        return await asyncio.to_thread(read)

    async def _give(self, keeper: Keeper, person: Person, command: Command, key: str) -> None:
        told = msgspec.to_builtins(command)
        answer = await self.desk.command(person, keeper.id, told, _key_of(command, key))
        if answer.refused:
            raise IllegalAction(answer.refused, field=answer.field, cite=answer.cite or None)

    # Wagers.

    def _draft(self, person: Person, table: str) -> Draft:
        """What a person has put together here; it outlives the server. At a table where they have not wagered yet, the
        last of another table of the same game are offered again."""
        found = self._drafts.get((person.name, table))
        if found is None:
            rows = schema.drafts
            with self.house.database.read() as connection:
                kept = {
                    row.table_id: row for row in connection.execute(select(rows).where(rows.c.person == person.name))
                }
            row = kept.get(table)
            found = self._elsewhere(table, kept) if row is None else Draft(
                msgspec.json.decode(row.piles), msgspec.json.decode(row.last))  # fmt: skip
            self._drafts[person.name, table] = found
        return found

    def _elsewhere(self, table: str, kept: Mapping[str, Any]) -> Draft:
        keepers = self.house.keepers
        rules = keepers[table].rules
        played = (rules.game.id, rules.game.edition)
        for other, row in sorted(kept.items()):
            if other in keepers and played == (keepers[other].rules.game.id, keepers[other].rules.game.edition):
                offered = {w.id for w in rules.offered()}
                last = {w: amount for w, amount in msgspec.json.decode(row.last).items() if w in offered}
                if last:
                    return Draft({}, last)
        return EMPTY

    def _keep(self, person: Person, table: str, draft: Draft) -> None:
        self._drafts[person.name, table] = draft
        row = {"person": person.name, "table_id": table, "piles": msgspec.json.encode(draft.piles).decode(),
               "last": msgspec.json.encode(draft.last).decode()}  # fmt: skip
        self.house.database.submit(Work("", self.house.clock(), rows=[(schema.drafts, row)]))

    def _seat(self, keeper: Keeper, person: Person) -> int:
        seat = next((n for n, name in sorted(keeper.table.seats.items()) if name == person.name), None)
        if seat is None:
            raise HouseError("take a seat first", field="seat")
        return seat

    def change(self, person: Person, table: str, change: Change) -> dict[str, Any]:
        """Change one's draft of the next wagers."""
        keeper = self.house.keeper(table)
        self.desk.check_player(person, "place", table)
        seat = self._seat(keeper, person)
        keeper.running.attendance.acted(person.name)
        chips = keeper.table.accounts.get(f"player:{person.name}", 0)
        draft = drafts.changed(keeper.rules, self._draft(person, table), change, chips)
        self._keep(person, table, draft)
        return drafts.told(keeper.rules, keeper.table, person.name, seat, draft)

    async def place(self, person: Person, table: str, contribution: str = "") -> dict[str, Any]:
        """Put the draft on the layout, all of it or nothing, with the player's part of the seed."""
        keeper = self.house.keeper(table)
        self.desk.check_player(person, "place", table)
        seat = self._seat(keeper, person)
        draft = self._draft(person, table)
        steps, after = [], keeper.decided
        for command in drafts.placing(keeper.rules, seat, draft.piles, contribution):
            events, after = step(after, command, Actor("player", person.name), keeper.now())
            steps.append((events, after))
        if not steps:
            raise HouseError("no chips are on any spot", field="wagers")
        await keeper.commit(steps)
        keeper.running.wake()
        self._keep(person, table, Draft({}, dict(draft.piles)))
        return {"placed": exact(sum(draft.piles.values()))}

    async def take_back(self, person: Person, table: str) -> dict[str, Any]:
        """Take one's wagers back while the betting is open; they are a draft again."""
        keeper = self.house.keeper(table)
        self.desk.check_player(person, "take-back", table)
        seat = self._seat(keeper, person)
        placed = dict(keeper.table.layout.get(seat, {}))
        await self._give(keeper, person, TakeBack(seat=seat, wager=keeper.rules.game.ante), secrets.token_hex(12))
        self._keep(person, table, Draft(placed, self._draft(person, table).last))
        return {}

    # Pai gow.

    def judge(self, person: Person, table: str, low: list[int]) -> dict[str, Any]:
        """One's own seven cards as they would be set."""
        keeper = self.house.keeper(table)
        return hands.judged(keeper.rules, self._own(person, table), low)

    def by_house_way(self, person: Person, table: str) -> dict[str, Any]:
        """One's own seven cards by the house way."""
        keeper = self.house.keeper(table)
        own = self._own(person, table)
        low = hands.house_way(keeper.rules, own) if keeper.rules.game.set_hands is not None else []
        return {"places": low, **hands.judged(keeper.rules, own, low)}

    def _own(self, person: Person, table: str) -> tuple[Any, ...]:
        keeper = self.house.keeper(table)
        self.desk.check_player(person, "decide", table)
        seat = self._seat(keeper, person)
        held = (self.desk.view(person, table)["seats"].get(seat) or {}).get("cards", [])
        if not held or not all(held):
            raise HouseError("you have no cards to set now", field="low")
        return cards(" ".join(held))

    # Afterwards.

    def rounds(self, person: Person, asked: Asked, player: str = "") -> list[dict[str, Any]]:
        """A person's rounds for a page."""
        return [row | {"staked": exact(row["staked"]), "net": signed(row["net"]),
                       "sign": (row["net"] > 0) - (row["net"] < 0)}
                for row in self.desk.history(person, asked, player)]  # fmt: skip

    def why(self, person: Person, table: str, number: int) -> dict[str, Any]:
        """Why each amount of one's own round was paid, and the whole round step by step."""
        seats, mine = self.desk.seats_of(person, table, number)
        found = rebuilt(self.house.database, table, number)
        return reasons(Seen(found, mine or None), number, mine or sorted(seats))

    def proof(self, person: Person, table: str, number: int) -> bytes:
        """The lines of the journal that prove the cards of one's own round."""
        self.desk.seats_of(person, table, number)
        return proof(self.house.database, table, number)

    def provision(self, table: str, cite: str) -> dict[str, Any]:
        """A provision of the chapter played here, in our words, with those directly below it."""
        return provision(self.house.keeper(table).rules.game.chapter, cite)

    # Company.

    async def fill(self, person: Person, table: str, wanted: int) -> dict[str, Any]:
        """Automatic players for the free seats, or none any more."""
        self.desk.check(person, "watch", table)
        if self.house.is_real and wanted:
            self.desk.deny(person, f"company at {table}", "a real-money house seats people only")
        if not self.guests:
            raise HouseError("this house seats people only", fault="denied")
        if wanted:
            await self.company.fill(table, wanted)
        else:
            await self.company.dismiss(table)
        return {"bots": self.company.at(table)}


def _key_of(command: Command, key: str) -> str:
    """The key of one command of several that are asked for at once."""
    seat = command.seat if isinstance(command, Leave) else 0
    return idempotency.digest(tag(command), seat, idempotency.proper_key(key))
