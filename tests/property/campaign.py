"""Random commands at a table, legal and illegal, with the books checked after every event."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from croupier import CroupierError, IllegalAction, open_game
from croupier.game.conduct import WATCHERS, Role
from croupier.kit.cards import write
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.asking import late_at
from croupier.table.automatic import FLOORPERSON, Crowd, Staff
from croupier.table.decide import open_table, step
from croupier.table.equipment import DECK, STANDARD, Item, of_the_way, standard
from croupier.table.evolve import evolve, opened
from croupier.table.holds import DEVICES
from croupier.table.holds import ORDERS as TAKEN
from croupier.table.vault import Vault, seeded
from tests.property.books import Counts, check_books
from tests.property.nonsense import AMOUNTS, CARDS, GARBAGE, NAMES, ORDERS, STEPS, TABLES
from tests.support import table_rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.table.state import Table

ROLES: tuple[Role, ...] = get_args(Role)
FILL = 10_000_000
LONGEST = 20_000
_decode = msgspec.json.Decoder(e.AnyEvent).decode
_encode = msgspec.json.Encoder().encode


class Campaign:
    """One table under random commands. `shadow` is folded from the events as a journal would give them back; it
    shares nothing with `table`, so that equality shows both a sound replay and an untouched state after a refusal."""

    def __init__(self, game: str, edition: str | None, submission: dict[str, Any], seed: int, cards: str) -> None:
        self.rules = table_rules(game, submission, edition=edition)
        self.chance = Random(seed)
        self.cards = cards
        self.staff = Staff(Vault(seeded(seed)), self.chance, scanner=cards == "entered" and seed % 2 == 0)
        self.crowd = Crowd(self.chance, 6 if self.chance.random() < 0.8 else 3)
        self.equipment = standard(self.rules) if seed % 3 == 1 else None
        self.brought = 0
        event, self.table = open_table(
            self.rules,
            table="T1",
            at=0,
            cards=cards,
            mid_shoe=seed % 3 != 0,
            inventory=self.chance.choice((0, 500_000, 10_000_000)),
            equipment=self.equipment,
        )
        self.shadow = self._again(event)
        self.misnames = cards == "entered" and not self.staff.scanner  # else the cards are known beforehand
        self.counts = Counts()
        self.clock = 0
        self.queue: list[tuple[c.Command, c.Actor]] = []
        self.last: object = None
        self.told: dict[str, int] = {}
        self.steps = STEPS
        self.reports = [*(i.id for i in self.rules.game.conduct.irregularities), "nonsense", ""]  # type: ignore[union-attr]

    def _again(self, event: e.Event) -> Table:
        table = opened(self.rules, _decode(_encode(event)), 0)
        return msgspec.structs.replace(table, plans=self.table.plans)

    # Commands.

    def act(self, command: c.Command, actor: c.Actor) -> bool:
        """Give a command, check everything, and say whether it was accepted."""
        self.clock += self.chance.choice((0, 1, 10, 1000, 60_000))
        self.last = (command, actor, self.table.due)
        self.counts.commands += 1
        try:
            events, after = step(self.table, command, actor, self.clock)
        except CroupierError:
            self.counts.refused += 1
            assert self.table == self.shadow, ("a refusal changed the state", self.last)
            self._same_bytes()
            return False
        self.table = after
        for event in events:
            self._event(event)
        assert after == self.shadow, ("a replay differs", self.last, events)
        self._same_bytes()
        return True

    def _same_bytes(self) -> None:
        if self.counts.commands % 20 == 0:
            assert self.table.bytes() == self.shadow.bytes(), self.last

    def _event(self, event: e.Event) -> None:
        self.counts.events += 1
        self.counts.kinds.add(type(event).__name__)
        self.shadow = table = evolve(self.shadow, _decode(_encode(event)), self.clock)
        entries = getattr(event, "entries", None)
        assert not entries or sum(entries.values()) == 0, event
        check_books(table, event)
        if isinstance(event, e.IrregularityFound):
            found = self.counts.irregularities
            found[event.irregularity] = found.get(event.irregularity, 0) + 1
        self.counts.rounds += isinstance(event, e.RoundClosed)

    def anything(self) -> None:
        """One command, most often one that moves the game, else one that is wrong in some way."""
        luck = self.chance.random()
        if self.table.phase == "starting" and luck < 0.1:  # a short phase
            luck = 0.74
        if luck < 0.62:
            self.onward()
        elif luck < 0.72 and (answer := self.next_move()) is not None:
            self.act(*self.bent(*answer))
        elif luck < 0.73:
            self.act(self.some_report(), self.somebody())
        elif luck < 0.75 and (told := self.true_report()) is not None:
            self.act(told, c.Actor(self.chance.choice(WATCHERS), "x"))
        else:
            self.act(self.some_command(), self.somebody())

    def next_move(self) -> tuple[c.Command, c.Actor] | None:
        """What would come next if nobody erred."""
        return self.staff.answer(self.table) or self.crowd.decide(self.table)

    def onward(self) -> None:
        """The next thing that a table without errors would do."""
        table = self.table
        if not table.open:
            self._reopen()
            return
        if (answer := self.next_move()) is not None:
            self._accepted(*self._slipped(*answer))
        elif len(table.seats) < 2 and (arrivals := list(self.crowd.arrive(table))):
            self.act(*self.chance.choice(arrivals))
        elif table.due is not None and table.due.id == "view":
            for arrival in list(self.crowd.arrive(table))[:1]:
                self.act(*arrival)
        elif self.queue:
            command, actor = self.queue.pop(0)
            if not self.act(command, actor) and isinstance(command, c.BuyIn):
                self.act(c.Direct(order="fill", amount=FILL), FLOORPERSON)
        elif table.layout:
            self._accepted(c.Perform(step="no-more-bets"), self.staff.dealer)
        else:
            self.queue = list(self.crowd.wager(table))
            if not self.queue:
                self.act(c.Direct(order="reshuffle"), FLOORPERSON)

    def _slipped(self, command: c.Command, actor: c.Actor) -> tuple[c.Command, c.Actor]:
        """A count that does not add up, now and then."""
        counts = isinstance(command, c.Perform) and command.step in {"count-stub", "device-count"}
        slips = self.cards == "entered" and self.chance.random() < 0.4
        if isinstance(command, c.Perform) and counts and slips:
            return msgspec.structs.replace(command, value=command.value - 1), actor
        if isinstance(command, c.Perform) and command.step == "determine":
            assert self.table.play is not None
            seat = next(iter(self.table.play.round.seats))
            more = {f"seats.{seat}": command.value[f"seats.{seat}"] + self.chance.randint(0, 2)}
            return c.Perform(step="determine", value={**command.value, **more}), FLOORPERSON
        return command, actor

    def _accepted(self, command: c.Command, actor: c.Actor) -> None:
        """The table's own staff is not refused but for a fill, a player's lack of chips, or cards misnamed before."""
        try:
            step(self.table, command, actor, self.clock + 60_000)
        except IllegalAction as error:
            if error.field == "inventory":
                self.act(c.Direct(order="fill", amount=FILL), FLOORPERSON)
            elif error.field == "equipment.deck":
                self._bring()
            elif error.field.startswith("equipment."):
                self._stand_in(error.field.removeprefix("equipment."))
            elif isinstance(command, c.Decide):
                self._late(command.seat)
            elif error.field.endswith("change-cards") or "change the" in error.message:
                order = "change-dice" if "dice" in error.message else "change-cards"
                self._clear()
                self.act(c.Direct(order=order), FLOORPERSON)
            elif isinstance(command, c.Perform) and command.step == "no-more-bets":
                self._clear()
                for device in list(self.table.broken):
                    self.act(c.Direct(order="repair", what=device), FLOORPERSON)
            elif error.field == "seals" and self.cards == "entered" and isinstance(command, c.Perform):
                self.act(msgspec.structs.replace(command, seals=()), actor)
            elif self.cards == "entered" and isinstance(command, c.Perform) and command.cards:
                self._rename(command, actor)
            else:
                raise AssertionError((str(error), command, self.table.due)) from error
            return
        self.act(command, actor)

    def _bring(self) -> None:
        """Another deck of the register, its backs of another colour than those in use."""
        used = {pack.deck for pack in self.table.packs}
        colours = {item.colour for item in self.table.equipment if item.id in used}
        deck = next(item for item in standard(self.rules) if item.kind == DECK and item.colour not in colours)
        self.brought += 1
        item = msgspec.structs.replace(deck, id=f"brought-{self.brought}")
        assert self.act(c.Direct(order="bring", what=_encode(item).decode()), FLOORPERSON)

    def _stand_in(self, kind: str) -> None:
        """What is dealt from in place of a device that failed."""
        (asked,) = [needed for needed in of_the_way(self.table) if needed.kind == kind]
        self.brought += 1
        item = Item(
            id=f"brought-{self.brought}",
            kind=kind,
            approval=STANDARD,
            place=STANDARD,
            marks=tuple(mark.id for mark in asked.marks),
        )
        assert self.act(c.Direct(order="bring", what=_encode(item).decode()), FLOORPERSON)

    def _clear(self) -> None:
        """Every wager goes back, so that the table can begin anew."""
        for seat, own in list(self.table.layout.items()):
            for wager in own:
                self.act(c.TakeBack(seat=seat, wager=wager), FLOORPERSON)

    def _late(self, seat: int) -> None:
        assert self.table.due is not None
        street = self.rules.game.streets[self.table.due.street]
        self.clock = max(self.clock, late_at(self.table))
        self.act(c.Decide(seat=seat, decision=street.late), self.staff.dealer)

    def _rename(self, command: c.Perform, actor: c.Actor) -> None:
        """Somebody named a card that lay elsewhere: the dealer names any that are free."""
        play = self.table.play
        assert play is not None
        held = [*(seat.cards for seat in play.round.seats.values()), *play.round.places.values()]
        known = {card for hand in held for card in hand}
        free = [card for card in self.rules.game.deck.cards if card not in known and not card.is_joker]
        shown = tuple(self.chance.sample(free, len(command.cards.split())))
        value = self.staff._found_low(self.table, self.table.due, shown) if self.table.due else None
        self.act(msgspec.structs.replace(command, cards=write(shown), value=value), actor)

    def _reopen(self) -> None:
        """The table was closed: the same accounts go on at a new one."""
        event, self.table = open_table(self.rules, table="T1", at=0, cards=self.cards, equipment=self.equipment)
        self.shadow = self._again(event)
        self.clock = 0

    def bent(self, command: c.Command, actor: c.Actor) -> tuple[c.Command, c.Actor]:
        """A right command made wrong in one way."""
        chance = self.chance
        if chance.random() < 0.4:
            return command, self.somebody()
        if isinstance(command, c.Perform):
            changes: list[dict[str, Any]] = [
                {"value": chance.choice(GARBAGE)},
                {"step": chance.choice(self.steps)},
                {"seat": chance.randint(-1, 7)},
                {"seals": ("x",)},
                {"salts": ("\ud7ff", "0" * 31)},
                {"seals": command.seals[1:]},
            ]
            if not command.cards or self.misnames:
                changes += [{"cards": chance.choice(CARDS)}]
            return msgspec.structs.replace(command, **chance.choice(changes)), actor
        if isinstance(command, c.Decide):
            said = chance.choice(("", "raise", "fold", "set", "\u2660"))
            low = chance.choice(((0, 0), (-1, 8), (0, 1, 2), (5, 6)))
            changes = [{"seat": chance.randint(-1, 7)}, {"decision": said}, {"low": low}]
            return msgspec.structs.replace(command, **chance.choice(changes)), actor
        return command, self.somebody()

    def somebody(self) -> c.Actor:
        """Anyone, in any role, by any name."""
        role = self.chance.choice(ROLES)
        if role == "player":
            return c.Actor(role, self.chance.choice((*self.table.seats.values(), *NAMES)))
        return c.Actor(role, self.chance.choice(("Dealer", "", "x")))

    def some_command(self) -> c.Command:
        """Any command with any fields of the right types."""
        chance = self.chance
        seat, name, amount = chance.randint(-1, 7), chance.choice(NAMES), chance.choice(AMOUNTS)
        wager = chance.choice([*(w.id for w in self.rules.offered()), "match-play", "nonsense", ""])
        what = chance.choice(("", "shuffler", "shoe", "progressive", "multi-game-link", "x"))
        order = chance.choice(ORDERS)
        make: Callable[[], c.Command] = chance.choice(
            (
                lambda: c.Perform(step=chance.choice(self.steps), value=chance.choice(GARBAGE), seat=seat),
                lambda: c.Perform(step=chance.choice(self.steps)),
                lambda: c.Sit(player=name, seat=seat),
                lambda: c.Leave(seat=seat) if chance.random() < 0.3 else c.Sit(player=name, seat=seat),
                lambda: c.BuyIn(player=name, amount=amount),
                lambda: c.CashOut(player=name),
                lambda: c.Place(seat=seat, wager=wager, amount=amount, verbal=chance.random() < 0.2),
                lambda: c.Place(seat=seat, wager=wager, amount=amount),
                lambda: c.TakeBack(seat=seat, wager=wager),
                lambda: c.Decide(seat=seat, decision=chance.choice(("raise", "fold", "check", "", "set", "house-way"))),
                lambda: self._fitting(c.Direct(order=order, seat=seat, player=name, amount=amount, what=what)),
            )
        )
        return make()

    def _fitting(self, command: c.Direct) -> c.Direct:
        """Without what the order is not told with, and would be refused for."""
        taken = TAKEN.get(command.order)
        if taken is None:
            return command
        fields = {field: getattr(command, field) for field in sorted(taken)}
        return msgspec.structs.replace(c.Direct(order=command.order), **fields)

    def some_report(self) -> c.Report:
        """Any irregularity at any time, with nothing that it is not told with."""
        return self._told_rightly(self._any_report())

    def _told_rightly(self, told: c.Report) -> c.Report:
        """Without a card or a device where the irregularity is of none."""
        found = self.table.conduct.irregularity(told.irregularity)
        if found is None:
            return told
        told = told if "discard-card" in found.remedy else msgspec.structs.replace(told, cards="")
        return msgspec.structs.replace(told, device="") if DEVICES.isdisjoint(found.remedy) else told

    def _any_report(self) -> c.Report:
        """Any irregularity, with the card that lies next or with nonsense."""
        chance = self.chance
        shown = chance.choice(CARDS if self.misnames else [text for text in CARDS if text not in {"As", "Jk"}])
        if chance.random() < 0.7 and self.table.play is not None and self.table.pack.at < self.table.pack.size:
            shown = str(self.staff.next_card(self.table))
        return c.Report(
            irregularity=chance.choice(self.reports),
            seat=chance.randint(-1, 7),
            cards=shown,
            device=chance.choice(("", "shuffler", "shoe", "x")),
        )

    def true_report(self) -> c.Report | None:
        """An irregularity that can be now, told as it should be."""
        table, chance = self.table, self.chance
        assert table.conduct is not None
        able = [
            found
            for found in table.conduct.irregularities
            if table.phase in found.when and (not found.ways or table.way in found.ways)
        ]
        if not able:
            return None
        rare = min(able, key=lambda found: (self.told.get(found.id, 0), chance.random()))
        self.told[rare.id] = self.told.get(rare.id, 0) + 1
        told = self._any_report()
        seat = chance.choice(sorted(table.play.round.seats)) if table.play is not None else 0
        device = chance.choice(("shuffler", "shoe")) if chance.random() < 0.2 else ""
        second = rare.id == "two-face-up" and table.play is not None and not table.play.face_up
        id_ = "face-up" if second else rare.id  # a second needs a first
        return self._told_rightly(msgspec.structs.replace(told, irregularity=id_, seat=seat, device=device))

    # The end.

    def finish(self) -> None:
        """The table never hangs: whatever state it is in, staff and players can end the round."""
        for _ in range(3000):
            if not self.table.open or (self.table.play is None and not self.table.due and not self.table.layout):
                return
            before = self.table
            self.onward()
            if self.table is before and self.chance.random() < 0.5:
                self.onward()
        raise AssertionError(("the table hangs", self.table.due, self.table.seats, self.table.layout))

    def run(self, commands: int) -> Counts:
        """So many commands; now and then a round is brought to its end."""
        while self.counts.commands < commands:
            for _ in range(400):
                self.anything()
            self.finish()
            for device in list(self.table.broken):
                self.act(c.Direct(order="repair", what=device), FLOORPERSON)
            if self.chance.random() < 0.1:
                self.act(c.Direct(order="close"), FLOORPERSON)
        return self.counts


def campaigns(
    game: str,
    commands: int,
    seed: int,
    say: Callable[[str], object] = lambda _: None,
    go_on: Callable[[], bool] = lambda: True,
) -> Counts:
    """So many commands at all tables of a game, with cards shuffled and cards entered."""
    whole = Counts()
    kinds = [(edition, told, cards) for edition, told in TABLES[game] for cards in ("shuffled", "entered")]
    while whole.commands < commands and go_on():
        for number, (edition, told, cards) in enumerate(kinds):
            share = -(-(commands - whole.commands) // (len(kinds) - number))
            if share > 0 and go_on():
                whole.add(Campaign(game, edition, told, seed, cards).run(min(share, LONGEST)))
            seed += 1
        say(f"{game}: {whole.commands:,} commands, {whole.refused:,} refused, {whole.rounds:,} rounds")
    return whole


def expected(game: str) -> set[str]:
    """Every irregularity that can be at a game's tables, the stub's among them."""
    ids: set[str] = set()
    for edition, _ in TABLES[game]:
        conduct = open_game(game, edition).conduct
        assert conduct is not None
        ids |= {found.id for found in conduct.irregularities}
        if any(way.stub is not None for way in conduct.ways.values()):
            ids |= {"wrong-stub-misdealt", "wrong-stub-not-misdealt", "wrong-stub-misdealt-incomplete"}
    return ids - {"insufficient"}  # no shoe runs out before its cover card has come
