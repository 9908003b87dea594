"""A dealer and a floorperson who perform every step themselves, recorded all the same, and players who play anything.

`Staff` answers whatever the table has due; `Crowd` sits down, wagers and decides at random. Between them a table runs
by itself: `play` yields every event.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.errors import IllegalAction
from croupier.kit.cards import cards, write
from croupier.table import commands as c
from croupier.table.dealing import shuffle_context
from croupier.table.decide import step
from croupier.table.packs import again
from croupier.table.payouts import ACCEPTED, PAY
from croupier.table.recount import STUB, recorded
from croupier.table.seeds import CONTRIBUTION, SCHEME
from croupier.table.turns import deciding, who_speaks

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

    from croupier.kit.cards import Card, Deck
    from croupier.table import events as e
    from croupier.table.state import Due, Table
    from croupier.table.vault import Vault

FLOORPERSON = c.Actor("floorperson", "Floor")
FILL = 10_000_000
_LIFTED = {"inventory": "fill", "change-cards": "change-cards", "change-dice": "change-dice"}


def lifting(field: str, fill: int = FILL) -> c.Command | None:
    """What the floorperson does about a refusal, by its field, if only the floor can lift it."""
    order = _LIFTED.get(field)
    return None if order is None else c.Direct(order=order, amount=fill if order == "fill" else 0)


class Staff:
    """The house's people. They take the table's cards from a vault, or from a shoe of their own when it is told that
    cards are entered; `chance` is for cuts, and for dice where the cards are not shuffled by the table."""

    def __init__(self, vault: Vault, chance: random.Random, *, dealer: str = "Dealer", scanner: bool = False) -> None:
        self.vault = vault
        self.chance = chance
        self.dealer = c.Actor("dealer", dealer)
        self.scanner = scanner
        self.delivered: dict[int, Deck] = {}
        """Decks as they come to the table, by pack, where they are not what the game is played with."""

    def answer(self, table: Table) -> tuple[c.Command, c.Actor] | None:
        """What the staff does now; None while it waits for players."""
        due = table.due
        if due is None:
            return None
        if due.id in {"decide", "choose"} or (due.id == "cut" and due.seat):
            return None
        if due.id == "view" and not table.seats:
            return None
        actor = self.dealer if "dealer" in due.by else FLOORPERSON
        make = _ANSWERS.get(due.id)
        return (make(self, table, due) if make else c.Perform(step=due.id)), actor

    # Cards.

    def places(self, table: Table, count: int, first: int | None = None) -> list[int]:
        """Where the next cards lie in the order before the cut."""
        pack = table.pack
        start = max(pack.cut, 0) + (pack.at if first is None else first)
        return [(start + i) % pack.size for i in range(count)]

    def next_card(self, table: Table) -> Card:
        """The card that comes next."""
        return self.vault.card(self._pack(table), self.places(table, 1)[0])

    def _pack(self, table: Table) -> str:
        """The pack in play, its order fixed by what the players contributed."""
        name, pack = str(table.active), table.pack
        if pack.fixed and not self.vault.is_fixed(name):
            self.vault.fix(name, pack.contributions)
        return name

    def _shuffle(self, table: Table, due: Due) -> c.Command:
        whole, context = table.rules.game.deck, shuffle_context(table, due.pack)
        deck = replace(whole, cards=cards(context.of), copies=1) if context.of else whole
        if table.cards == "entered":
            self.vault.lay(str(due.pack), deck)
            return c.Perform(step=due.id)
        done = self.vault.shuffle(str(due.pack), deck, context, again=again(table.packs[due.pack], context.of))
        return c.Perform(step=due.id, value={"commitment": done.commitment, "sealed": done.sealed})

    def _open(self, table: Table, due: Due) -> c.Command:
        if table.packs[due.pack].fixed and not self.vault.is_fixed(str(due.pack)):
            self.vault.fix(str(due.pack), table.packs[due.pack].contributions)
        seed, order = self.vault.opening(str(due.pack))
        return c.Perform(step=due.id, value={"seed": seed, "order": order})

    def _deal(self, table: Table, due: Due) -> c.Command:
        pack, places = self._pack(table), self.places(table, due.count or 1)
        if due.up:
            return c.Perform(step="deal", cards=write(self.vault.cards(pack, places)))
        if table.cards == "entered" and not self.scanner:
            return c.Perform(step="deal")
        return c.Perform(step="deal", seals=self.vault.seals(pack, places))

    def lying(self, table: Table, to: str) -> list[int]:
        """Where the cards of a seat or place lie in the order before the cut."""
        assert table.play is not None
        pack = table.pack
        cut = max(pack.cut, 0)
        return [(cut + at) % pack.size for at in table.play.dealt.get(to, ())]

    def hand(self, table: Table, seat: int) -> list[Card]:
        """The cards before a seat, from the order they came from."""
        return list(self.vault.cards(self._pack(table), self.lying(table, f"seats.{seat}")))

    def _turn(self, table: Table, due: Due) -> c.Command:
        assert table.play is not None
        to = due.to or f"seats.{due.seat}"
        first = table.play.shown.get(to, 0)
        lying = self.lying(table, to)
        places = lying[first : first + due.count] if due.id == "turn" else lying
        pack = self._pack(table)
        shown = self.vault.cards(pack, places)
        salts = self.vault.salts(pack, places) if to in table.play.seals else ()
        return c.Perform(step=due.id, cards=write(shown), salts=salts, value=self._found_low(table, due, shown))

    def _found_low(self, table: Table, due: Due, shown: tuple[Card, ...]) -> str | None:
        """In a game of two hands the dealer finds the low hand on the layout, where the players' word left it out."""
        assert table.play is not None
        play = table.play
        if due.id != "reveal" or table.rules.game.set_hands is None or due.seat in (*play.low, *play.out):
            return None
        seat = table.play.round.seats[due.seat]
        if seat.folded is not None or (seat.decisions and seat.decisions[-1] == "house-way"):
            return None
        return write(table.rules.game.set_hands(table.rules, shown, "house-way").low)

    def _cut(self, table: Table, due: Due) -> c.Command:
        return cut(table, due, self.chance)

    def _cover(self, table: Table, due: Due) -> c.Command:
        rule, size = table.conduct.cut, table.packs[due.pack].size
        if isinstance(rule.depth, int):
            return c.Perform(step=due.id, value="rack" if self.chance.random() < 0.5 else rule.depth)
        least = -(-size // 4)
        return c.Perform(step=due.id, value=self.chance.randint(least, size // 2))

    def _inspect(self, table: Table, due: Due) -> c.Command:
        """Card by card against the deck that the game is played with."""
        came = Counter(self.delivered.get(due.pack, table.rules.game.deck).all())
        whole = Counter(table.rules.game.deck.all())
        lacking, over = whole - came, came - whole
        found = next(iter(lacking or over), None)
        if found is None:
            return c.Perform(step=due.id)
        self.delivered.pop(due.pack)  # it goes as it came
        return c.Perform(step=due.id, value="missing" if lacking else "extra", cards=write([found]))

    def _joker(self, table: Table, due: Due) -> c.Command:
        came = next((item for item in table.equipment if item.id == table.packs[due.pack].deck), None)
        two = came is not None and came.cards > len(table.rules.game.deck)
        return c.Perform(step=due.id, value="torn" if two else None)

    def _count(self, table: Table, due: Due) -> c.Command:
        return c.Perform(step=due.id, value=self._held(table, due.pack))

    def _held(self, table: Table, pack: int) -> int:
        """How many cards a pack has: counted where they lie, as recorded of real cards."""
        return self.vault.count(str(pack)) if table.cards == "shuffled" else table.packs[pack].size

    def _stub(self, table: Table, due: Due) -> c.Command:
        return c.Perform(step=due.id, value=self.stub_count(table))

    def stub_count(self, table: Table) -> int:
        """How many cards the pack in play still has, counted in it."""
        return self._held(table, table.active) - table.pack.at

    def _emptied(self, table: Table, due: Due) -> c.Command:
        held = sum(count for _, count in table.rack) + self._held(table, due.pack) - table.packs[due.pack].at
        return c.Perform(step=due.id, value=held)

    def _surrendered(self, table: Table, due: Due) -> c.Command:
        assert table.play is not None
        return c.Perform(step=due.id, value=len(table.play.dealt[f"seats.{due.seat}"]))

    def _validate(self, table: Table, due: Due) -> c.Command:
        """A win that somebody doubted stands if the wager was accepted, which the record shows."""
        assert table.play is not None
        return c.Perform(step=due.id, value=ACCEPTED if due.seat in table.play.doubted else None)

    def _chips(self, table: Table, due: Due) -> c.Command:
        assert table.play is not None
        seats, wagers = table.play.round.seats.values(), table.plans.progressives
        return c.Perform(step=due.id, value=sum(w.id in seat.stakes for seat in seats for w in wagers))

    def _shake(self, table: Table, due: Due) -> c.Command:
        generated = table.rules.chosen.get("start") == "generator"
        sides, count = (7, 1) if generated else (6, 3)
        if table.pack.scheme == SCHEME:
            assert table.play is not None
            thrown = self.vault.dice(self._pack(table), table.play.number, sides=sides, count=count)
        else:
            thrown = tuple(self.chance.randint(1, sides) for _ in range(count))
        if generated:
            return c.Perform(step="generator", value=thrown[0])
        return c.Perform(step=due.id, value={"dice": list(thrown), "shakes": 3})


_ANSWERS: dict[str, Callable[[Staff, Table, Due], c.Command]] = {
    "shuffle": Staff._shuffle,  # noqa: SLF001
    "open-order": Staff._open,  # noqa: SLF001
    "inspect": Staff._inspect,  # noqa: SLF001
    "tear-joker": Staff._joker,  # noqa: SLF001
    "validate": Staff._validate,  # noqa: SLF001
    "rule-claim": lambda _s, _t, due: c.Perform(step=due.id, value=PAY),
    "empty-shoe": Staff._emptied,  # noqa: SLF001
    "count-surrendered": Staff._surrendered,  # noqa: SLF001
    "device-count": Staff._count,  # noqa: SLF001
    "cut": Staff._cut,  # noqa: SLF001
    "insert-cover": Staff._cover,  # noqa: SLF001
    "deal": Staff._deal,  # noqa: SLF001
    "turn": Staff._turn,  # noqa: SLF001
    "reveal": Staff._turn,  # noqa: SLF001
    "count-stub": Staff._stub,  # noqa: SLF001
    "verify-chips": Staff._chips,  # noqa: SLF001
    "shake": Staff._shake,  # noqa: SLF001
    "determine": lambda _, table, due: c.Perform(step=due.id, value={**recorded(table), STUB: due.count}),
}


def cut(table: Table, due: Due, chance: random.Random) -> c.Perform:
    """A cut within the chapter's bounds."""
    rule, size = table.conduct.cut, table.packs[due.pack].size
    return c.Perform(step=due.id, value=chance.randint(rule.least, size - (rule.least if rule.both_ends else 1)))


class Crowd:
    """Players who take seats, wager within the limits, and decide anything that is open, by chance alone."""

    def __init__(self, chance: random.Random, seats: int, *, side: float = 0.5, skip: float = 0.05) -> None:
        self.chance = chance
        self.names = {number: f"Player {number}" for number in range(1, seats + 1)}
        self.side = side
        self.skip = skip
        self._stakes: dict[str, int] = {}

    def arrive(self, table: Table) -> Iterator[tuple[c.Command, c.Actor]]:
        """Sit down and buy in."""
        for seat, name in self.names.items():
            if seat not in table.seats:
                yield c.Sit(player=name, seat=seat), c.Actor("player", name)

    def wager(self, table: Table) -> Iterator[tuple[c.Command, c.Actor]]:
        """A round's wagers: the required ones, and each optional one by chance."""
        rules = table.rules
        required = [w for w in rules.offered() if w.placed == "required"]
        closed = table.conduct.needs_shuffler if table.shuffler == "none" else ()
        optional = [w for w in rules.offered() if w.placed in {"optional", "always-offered"} and w.id not in closed]
        everyone = [(seat, name) for seat, name in table.seats.items() if name not in table.barred]
        skipping = [pair for pair in everyone if self.chance.random() >= self.skip] or everyone[:1]
        ante = self._stake(table, rules.game.ante)
        needed = ante * 20 + sum(self._most(table, wager.id) for wager in optional)
        for seat, name in skipping:
            actor = c.Actor("player", name)
            if table.accounts.get(f"player:{name}", 0) < needed:
                yield c.BuyIn(player=name, amount=max(needed * 10, 100_000)), actor
            given = self.chance.randbytes(CONTRIBUTION).hex() if table.cards == "shuffled" else ""
            for place, wager in enumerate(required):
                yield c.Place(seat=seat, wager=wager.id, amount=ante, contribution="" if place else given), actor
            first = not required
            for wager in optional:
                if self.chance.random() < self.side or first:
                    answer, first = (given if first else ""), False
                    yield (
                        c.Place(seat=seat, wager=wager.id, amount=self._stake(table, wager.id), contribution=answer),
                        actor,
                    )

    def _most(self, table: Table, wager: str) -> int:
        progression = table.rules.tables[wager].progression
        return self._stake(table, wager) if progression is None else max(progression.wagers)

    def _stake(self, table: Table, wager: str) -> int:
        """The least the table takes that always pays in whole cents."""
        found = self._stakes.get(wager)
        if found is not None:
            return found
        paytable = table.rules.tables[wager]
        if paytable.progression is not None:
            return self.chance.choice(paytable.progression.wagers)
        limit = table.rules.limits.get(wager)
        stake = limit.minimum if limit is not None else 500
        stake *= 2
        if limit is not None and limit.refuse(stake):
            stake = limit.minimum
        self._stakes[wager] = stake
        return stake

    def decide(self, table: Table) -> tuple[c.Command, c.Actor] | None:
        """An answer to what the table asks of a player."""
        due = table.due
        if due is None:
            return None
        if due.id == "cut" and due.seat:
            actor = c.Actor("player", table.seats[due.seat])
            if self.chance.random() < 0.3:
                return c.Perform(step="decline-cut"), actor
            return cut(table, due, self.chance), actor
        if due.id == "choose":
            name = who_speaks(table, due)
            actor = FLOORPERSON if name is None else c.Actor("player", name)
            return c.Perform(step="choose", value=self.chance.choice(due.options)), actor
        if due.id != "decide":
            return None
        return self._decide(table, due)

    def _decide(self, table: Table, due: Due) -> tuple[c.Command, c.Actor]:
        play = table.play
        assert play is not None
        street = table.rules.game.streets[due.street]
        seat = deciding(table)[0]
        actor = c.Actor("player", play.players[seat])
        options = [o.id for o in street.options]
        if street.setting:
            stakes = play.round.seats[seat].stakes
            if len(stakes) > 1 or self.chance.random() < 0.9:
                options = [o.id for o in street.options if not o.folds]
            if self.chance.random() < 0.5:
                low = tuple(sorted(self.chance.sample(range(7), 2)))
                return c.Decide(seat=seat, decision="set", low=low), actor
        return c.Decide(seat=seat, decision=self.chance.choice(options)), actor


def play(
    table: Table, staff: Staff, crowd: Crowd, rounds: int, clock: Callable[[], int]
) -> Iterator[tuple[tuple[e.Event, ...], Table, int]]:
    """Run a table for so many rounds; yields the events of each command, the table after it and the time."""

    def do(command: c.Command, actor: c.Actor) -> tuple[tuple[e.Event, ...], Table, int]:
        nonlocal table
        at = clock()
        try:
            events, table = step(table, command, actor, at)
        except IllegalAction as error:
            remedy = lifting(error.field)
            if remedy is None:
                raise
            events, table = step(table, remedy, FLOORPERSON, at)
            if error.field == "inventory":
                more, table, at = do(command, actor)
                events += more
        return events, table, at

    yield from (do(*each) for each in crowd.arrive(table))
    target = table.rounds + rounds
    while table.rounds < target or table.play is not None:
        answer = staff.answer(table) or crowd.decide(table)
        if answer is not None:
            yield do(*answer)
            continue
        if not table.layout:  # wagers on real cards stay where they are while overdue ones are changed
            yield from (do(*each) for each in crowd.wager(table))
        yield do(c.Perform(step="no-more-bets"), staff.dealer)
    while (last := table.due) is not None and last.id == "open-order":
        answer = staff.answer(table)
        assert answer is not None
        yield do(*answer)
