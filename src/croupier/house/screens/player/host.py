"""The host of a table's page: seats, drafts of wagers, why an amount was paid, company. All through the desk."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import msgspec
from msgspec.structs import asdict, replace
from sqlalchemy import select

from croupier.errors import HouseError, IllegalAction
from croupier.house.archive.explanation import explanation as reasons
from croupier.house.cloth.felt import exact, felt, provision, real_cards
from croupier.house.cloth.payloads import Amount
from croupier.house.cloth.results import Results
from croupier.house.desk.authority import check_plays
from croupier.house.people.permissions import tag
from croupier.house.screens.player import drafts, payloads
from croupier.house.screens.player.drafts import Change, Draft
from croupier.house.screens.player.hand_setting import own_seat
from croupier.house.screens.player.kept_drafts import KeptDrafts
from croupier.house.screens.player.lobby import BUY_INS, Lobby
from croupier.house.screens.player.table_view import table_view
from croupier.house.storage import idempotency, schema
from croupier.house.tables.automatic.bots import Bots
from croupier.house.tables.rounds.round_records import proof, rebuilt
from croupier.house.tables.views.emotes import EMOTES, SHOWN, Emotes
from croupier.journal.round_visibility import Seen
from croupier.table import Actor, BuyIn, CashOut, Leave, PlaceWagers, Sit, TakeBack, step

if TYPE_CHECKING:
    from croupier.house.archive.payloads import Explanation
    from croupier.house.cloth.payloads import Provision
    from croupier.house.desk.desk import Desk
    from croupier.house.people.roles import Person
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.table.commands import Command


class Host:
    """One per house. With `guests` it hands out play money and seats company."""

    def __init__(self, desk: Desk, *, guests: bool) -> None:
        self.desk = desk
        self.house = desk.house
        self.lobby = Lobby(desk, guests=guests)
        self.company = Bots(desk.house)
        self.emotes = Emotes(time.monotonic)
        self._results: dict[str, Results] = {}
        self.drafts = KeptDrafts(desk.house)
        self._locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        desk.house.keeping.taken.append(self._taken)

    def _taken(self, keeper: Keeper) -> None:
        """A table that another process kept meanwhile is read anew."""
        self._results.pop(keeper.id, None)
        self.drafts.forget(keeper.id)

    # A table.

    def view(self, person: Person, table: str) -> payloads.TablePage:
        """A table for a page: the view that this person may see, said in full."""
        keeper = self.house.keeper(table)
        seen = self.desk.view(person, table)
        parts = table_view(keeper, person.name, seen, self._of(keeper), self.drafts.of(person, table), self.company)
        plates = {
            n: plate and replace(plate, emote=self.emotes.of(table, plate.name)) for n, plate in parts.plates.items()
        }
        plays = "player" in person.roles(table)
        shown = asdict(parts) | {"plates": plates}
        return payloads.TablePage(**shown, plays=plays, me=person.name, guests=self.lobby.guests)

    def say(self, person: Person, table: str, emote: str) -> None:
        """A word to the table from one who sits there, from the short list."""
        keeper = self.house.keeper(table)
        self.desk.check_player(person, "emote", table)
        own_seat(keeper, person)
        self.emotes.say(table, person.name, emote)
        keeper.running.attendance.acted(person.name)
        keeper.running.wake()
        asyncio.get_running_loop().call_later(SHOWN, keeper.running.wake)

    def ready(self, person: Person, table: str) -> None:
        """The cards may come: with one's wagers as they lie, or without one in this round."""
        keeper = self.house.keeper(table)
        self.desk.check_player(person, "ready", table)
        own_seat(keeper, person)
        keeper.running.say_ready(person.name)

    def speed(self, person: Person, table: str, speed: str) -> None:
        """How quickly somebody who sits here wants to see the cards come."""
        keeper = self.house.keeper(table)
        self.desk.check_player(person, "speed", table)
        own_seat(keeper, person)
        keeper.running.speeds.wish(person.name, speed)

    def rules(self, table: str) -> payloads.TableFelt:
        """What is played at a table and how its cloth looks."""
        keeper = self.house.keeper(table)
        return payloads.TableFelt(
            **asdict(felt(keeper.rules)),
            coach=keeper.settings.coach,
            real_cards=real_cards(keeper.table.cards),
            emotes=[payloads.Emote(id=name, words=words) for name, words in EMOTES.items()],
        )

    def _of(self, keeper: Keeper) -> Results:
        found = self._results.get(keeper.id)
        if found is None:
            found = self._results[keeper.id] = Results()
        return found

    async def purse(self, person: Person, table: str) -> payloads.Purse:
        """What a person may buy in for here; at a table that is closed nothing."""
        keeper = self.house.keeper(table)
        self.desk.check_player(person, "buy-in", table)
        wallet = await self.house.welcome(person.name)
        ways = [amount for amount in BUY_INS if amount < wallet] + ([wallet] if 0 < wallet <= BUY_INS[-1] else [])
        ways += [BUY_INS[-1]] if wallet > BUY_INS[-1] and BUY_INS[-1] not in ways else []
        ways = ways if keeper.table.open else []
        elsewhere = [f"{name} {exact(chips)}" for id_, name, chips in self.lobby.chips(person.name) if id_ != table]
        play = keeper.table.play
        playing = play is not None and person.name in play.players.values()
        return payloads.Purse(
            wallet=exact(wallet),
            poor=self.lobby.is_poor(person.name, wallet),
            elsewhere=elsewhere,
            new=await asyncio.to_thread(self._is_new, person.name, keeper.rules.game.id),
            closed="chips are bought between rounds: your hand is in play" if playing else "",
            chips=exact(keeper.table.accounts.get(f"player:{person.name}", 0)),
            ways=[Amount(cents=amount, text=exact(amount)) for amount in ways],
        )

    def _is_new(self, name: str, game: str) -> bool:
        """Whether somebody has never played a game here."""
        played, tables = schema.played, schema.tables
        query = select(played.c.round).join(tables, tables.c.id == played.c.table_id)
        with self.house.database.read() as connection:
            return (
                connection.execute(query.where(played.c.player == name, tables.c.game == game).limit(1)).first() is None
            )

    async def sit(self, person: Person, table: str, seat: int, amount: int, key: str) -> payloads.Seated:
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
                return payloads.Seated(seat=seat)
            if amount > await self.house.welcome(person.name):
                raise HouseError("there is not enough money on the account", fault="short", field="amount")
            if self.lobby.guests and self.company.is_bot(keeper.table.seats.get(seat, "")):
                await self.company.dismiss(table, seat)
            commands = wanted[1:] if keeper.table.seats.get(seat) == person.name else wanted
            after = keeper.decided
            for command in commands:  # a seat is not taken for chips that the table would refuse
                _, after = step(after, command, Actor("player", person.name), keeper.now())
            for command in commands:
                await self._give(keeper, person, command, key)
        return payloads.Seated(seat=seat)

    async def leave(self, person: Person, table: str, key: str) -> payloads.Wallet:
        """Get up and take one's chips, once for each key; those of a hand in play stay until it is settled."""
        keeper = self.house.keeper(table)
        self.desk.check_player(person, "leave", table)
        async with self._one_at_a_time(person, table):
            for seat, name in list(keeper.table.seats.items()):
                if name == person.name:
                    await self._give(keeper, person, Leave(seat=seat), key)
            if keeper.table.accounts.get(f"player:{person.name}", 0):
                await self._give(keeper, person, CashOut(player=person.name), key)
            self.drafts.keep(person, table, Draft({}, self.drafts.of(person, table).last))
        return payloads.Wallet(wallet=exact(await self.house.welcome(person.name)))

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
                query = select(rows.c.n).where(rows.c.table_id == keeper.id, rows.c.key == stored)
                return connection.execute(query).first() is not None

        return await asyncio.to_thread(read)

    async def _give(self, keeper: Keeper, person: Person, command: Command, key: str) -> None:
        fields = msgspec.to_builtins(command)
        answer = await self.desk.command(person, keeper.id, fields, _key_of(command, key))
        if answer.refused:
            raise IllegalAction(answer.refused, field=answer.field, cite=answer.cite or None)

    # Wagers.

    def change(self, person: Person, table: str, change: Change) -> payloads.DraftView:
        """Change one's draft of the next wagers."""
        keeper = self.house.keeper(table)
        self.desk.check_player(person, "place", table)
        seat = own_seat(keeper, person)
        keeper.running.attendance.acted(person.name)
        chips = keeper.table.accounts.get(f"player:{person.name}", 0)
        draft = drafts.changed(keeper.rules, self.drafts.of(person, table), change, chips)
        self.drafts.keep(person, table, draft)
        return drafts.draft_payload(keeper.rules, keeper.table, person.name, seat, draft)

    async def place(self, person: Person, table: str, contribution: str, key: str) -> payloads.Placed:
        """Put the draft on the layout, all of it or nothing, with the player's part of the seed; once for each key."""
        keeper = self.house.keeper(table)
        self.desk.check_player(person, "place", table)
        async with self._one_at_a_time(person, table):
            seat, draft = own_seat(keeper, person), self.drafts.of(person, table)
            command = PlaceWagers(seat=seat, wagers=dict(draft.piles), contribution=contribution)
            if not draft.piles and await self._done(keeper, person, command, key):  # asked again
                return payloads.Placed(placed=exact(sum(draft.last.values())))
            await self._give(keeper, person, command, key)
            self.drafts.keep(person, table, Draft({}, dict(draft.piles)))
            return payloads.Placed(placed=exact(sum(draft.piles.values())))

    async def take_back(self, person: Person, table: str, key: str) -> None:
        """Take one's wagers back while the betting is open, once for each key; they are a draft again."""
        keeper = self.house.keeper(table)
        self.desk.check_player(person, "take-back", table)
        async with self._one_at_a_time(person, table):
            seat = own_seat(keeper, person)
            command = TakeBack(seat=seat, wager=keeper.rules.game.ante)
            placed = dict(keeper.table.layout.get(seat, {}))
            if not placed and await self._done(keeper, person, command, key):
                return
            await self._give(keeper, person, command, key)
            self.drafts.keep(person, table, Draft(placed, self.drafts.of(person, table).last))

    # Afterwards.

    def why(self, person: Person, table: str, number: int) -> Explanation:
        """Why each amount of one's own round was paid, and the whole round step by step."""
        seats, mine = self.desk.seats_of(person, table, number)
        found = rebuilt(self.house.database, table, number)
        return reasons(Seen(found, mine or None), number, mine or sorted(seats))

    def proof(self, person: Person, table: str, number: int) -> bytes:
        """The lines of the journal that prove the cards of one's own round, and of its order what is one's to read."""
        _, mine = self.desk.seats_of(person, table, number)
        orders = self.desk.reads_orders(person, table)
        return proof(self.house.database, table, number, mine, orders=orders)

    def provision(self, table: str, cite: str) -> Provision:
        """A provision of the chapter played here, in our words, with those directly below it."""
        return provision(self.house.keeper(table).rules.game.chapter, cite)

    # Company.

    async def fill(self, person: Person, table: str, wanted: int) -> payloads.Company:
        """Automatic players for the free seats, or none any more."""
        self.desk.check(person, "watch", table)
        if self.house.is_real and wanted:
            self.desk.deny(person, f"company at {table}", "a real-money house seats people only")
        if not self.lobby.guests:
            raise HouseError("this house seats people only", fault="denied")
        if wanted:
            await self.company.fill(table, wanted)
        else:
            await self.company.dismiss(table)
        return payloads.Company(bots=self.company.at(table))


def _key_of(command: Command, key: str) -> str:
    """The key of one command of several that are asked for at once."""
    seat = command.seat if isinstance(command, Leave) else 0
    return idempotency.digest(tag(command), seat, idempotency.proper_key(key))
