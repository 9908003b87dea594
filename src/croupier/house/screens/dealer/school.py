"""A dealing school: a table of one's own with automatic players, where a wrong step leads to a lesson, not to a record.

What a learner presses is held against what the law expects. The right step is taken; a wrong one changes nothing, is
answered with the provision, and counted. The school also lets something go wrong and asks for the remedy.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter, deque
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import asdict

from croupier.errors import HouseError
from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house.desk.dealing import Pressed, once
from croupier.house.screens.dealer import payloads
from croupier.house.screens.dealer.irregularities import effects, offered
from croupier.house.screens.dealer.next_step import capital, provision
from croupier.house.screens.dealer.order_of_round import Item, closing, done, item, order, said
from croupier.house.screens.dealer.school_cases import Posed, applied, cases
from croupier.house.screens.dealer.school_steps import press_right, readied
from croupier.house.storage.table_settings import Settings
from croupier.house.tables.keeping.idempotency_keys import Answer
from croupier.table import Actor
from croupier.table.remedies import remedy

if TYPE_CHECKING:
    from croupier.house.house import House
    from croupier.house.people.roles import Person
    from croupier.house.tables.automatic.bots import Bots
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.house.tables.keeping.pending_writes import Step
    from croupier.table import Table

MAX_CASES = 6
"""School tables of one person."""
PLAYERS = 3
OPTIONS = 4


class Learn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="learn"):
    """A step was picked, by its words."""

    step: str
    words: str


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="case"):
    """Let something go wrong: this, or anything."""

    irregularity: str = ""


class Remedy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="remedy"):
    """What is to be done about it."""

    words: str


class Ready(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag="ready"):
    """Ready the cards without lessons, up to the betting."""


@dataclass(slots=True)
class LearnerTally:
    """Steps of a round: right, wrong, and the provisions that were missed."""

    right: int = 0
    wrong: int = 0
    missed: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Lessons:
    """What a table's learner has done since the server began."""

    rounds: dict[int, LearnerTally] = field(default_factory=dict)
    told: payloads.SchoolTold | None = None
    case: Posed | None = None
    outcome: payloads.Remedied | None = None
    keys: deque[str] = field(default_factory=lambda: deque(maxlen=64))


class School:
    """One per house."""

    def __init__(self, house: House, company: Bots, chance: random.Random | None = None) -> None:
        self.house = house
        self.company = company
        self.chance = chance or house.chance
        self._lessons: dict[str, Lessons] = {}

    async def open(self, person: Person, game: str, edition: str) -> Keeper:
        """A person's table for a game, where it stood the last time."""
        id_ = school_id(person.name, game, edition)
        keeper = self.house.keepers.get(id_)
        if keeper is None:
            mine = [one for one in self.house.keepers.values() if one.settings.school == person.name]
            if len(mine) >= MAX_CASES:
                raise HouseError(f"{MAX_CASES} schools are enough for one learner", fault="conflict", field="game")
            submission = tomllib.loads(new_submission(open_game(game, edition)))
            settings = Settings(
                submission=submission, automatic=False, dealer=person.name, school=person.name, coach=False
            )
            name = f"School: {open_game(game, edition).name}"
            keeper = await self.house.open(id_, name, game, edition, settings)
        await self.company.fill(id_, PLAYERS)
        if not keeper.table.rounds and keeper.table.phase == "opening":
            await keeper.do(lambda table: readied(keeper, table), f"ready {keeper.stored}", "")
        return keeper

    # Lessons.

    async def do(self, keeper: Keeper, person: Person, command: Learn | Case | Remedy | Ready, key: str) -> Answer:
        """What a learner asks for."""
        if not keeper.settings.school:
            raise HouseError("lessons are given at a school's table", fault="conflict", field="command")
        lessons = self._of(keeper)
        if isinstance(command, Ready):
            return await once(keeper, person, command, key, lambda table: readied(keeper, table))
        if isinstance(command, Case):
            lessons.case = self._pose(keeper, command.irregularity)
            lessons.told = lessons.outcome = None
            _rest(keeper)
            return Answer(key, keeper.stored)
        new = key not in lessons.keys
        lessons.keys.append(key)
        answer = await (
            self._learn(keeper, person, command, key, new=new)
            if isinstance(command, Learn)
            else self._remedy(keeper, person, command, key, new=new)
        )
        _rest(keeper)
        return answer

    def _of(self, keeper: Keeper) -> Lessons:
        return self._lessons.setdefault(keeper.id, Lessons())

    def _tally(self, keeper: Keeper) -> LearnerTally:
        return self._of(keeper).rounds.setdefault(_round(keeper.table), LearnerTally())

    async def _learn(self, keeper: Keeper, person: Person, command: Learn, key: str, *, new: bool) -> Answer:
        table, lessons, tally = keeper.table, self._of(keeper), self._tally(keeper)
        due = table.due or closing(table)
        expected = item(table, due)
        if (command.step, command.words) == (expected.id, capital(expected.words)):
            pressed, actor = Pressed(command.step, whole=True), Actor("dealer", person.name)
            floor: list[payloads.Remedied] = []
            answer = await once(
                keeper, person, pressed, key, lambda table: press_right(keeper, table, pressed, actor, floor)
            )
            if new and not answer.refused:
                tally.right += 1
                lessons.told, lessons.outcome = None, floor[0] if floor else None
            return answer
        if new:
            tally.wrong += 1
            tally.missed[due.cite] += 1
        words = f"The law expects now: {said(table, due)}."
        lesson = _lesson(command.words, words, table, due.cite)
        lessons.told = payloads.SchoolTold(**asdict(lesson), later=_later(keeper, command))
        return Answer(key, -1, words, "step", due.cite, "lesson")

    async def _remedy(self, keeper: Keeper, person: Person, command: Remedy, key: str, *, new: bool) -> Answer:
        lessons, tally, case = self._of(keeper), self._tally(keeper), self._of(keeper).case
        if case is None:
            raise HouseError("nothing has gone wrong", fault="conflict", field="words")
        if command.words != case.right:
            if new:
                tally.wrong += 1
                tally.missed[case.cite] += 1
            lesson = _lesson(command.words, f"The remedy: {case.right}.", keeper.table, case.cite)
            lessons.told = payloads.SchoolTold(**asdict(lesson), later=None)
            return Answer(key, -1, f"The remedy: {case.right}.", "words", case.cite, "lesson")
        before, heard = keeper.table, []

        def make(table: Table) -> list[Step]:
            heard.extend(applied(keeper, table, case, Actor("dealer", person.name)))
            return heard

        answer = await once(keeper, person, command, key, make)
        lessons.case = lessons.told = None
        if not answer.refused and heard:
            tally.right += 1
            happened = tuple(event for events, _ in heard for event in events)
            done_by = effects(before, happened, heard[-1][1])
            lessons.outcome = payloads.Remedied(**asdict(done_by), words=f"{capital(case.right)}.", cite=case.cite)
        return answer

    def _pose(self, keeper: Keeper, wanted: str) -> Posed:
        """Something that can go wrong now."""
        table = keeper.table
        found = [posed for posed in cases(keeper) if wanted in {"", posed.id}]
        if not found:
            raise HouseError("that cannot happen just now: deal first", fault="conflict", field="irregularity")
        posed = self.chance.choice(found)
        others = [
            words
            for words in dict.fromkeys(
                [
                    *(remedy(one) for one in offered(table)),
                    "the round goes on as if \
nothing had happened",
                ]
            )
            if words != posed.right
        ]
        options = [posed.right, *self.chance.sample(others, min(OPTIONS - 1, len(others)))]
        self.chance.shuffle(options)
        return Posed(posed.id, posed.words, posed.cite, posed.seat, posed.right, tuple(options))

    # What the page shows.

    def view(self, keeper: Keeper) -> payloads.SchoolView:
        """The steps to pick from in no order, how it went so far, and what was wrong last."""
        table, lessons = keeper.table, self._of(keeper)
        tally = lessons.rounds.get(_round(table), LearnerTally())
        last = lessons.rounds.get(table.rounds) if table.play is None else None
        case = lessons.case
        return payloads.SchoolView(
            choices=[payloads.SchoolChoice(step=one.id, words=capital(one.words)) for one in _choices(keeper)],
            right=tally.right,
            wrong=tally.wrong,
            missed=_missed(table, tally),
            told=lessons.told,
            outcome=lessons.outcome,
            case=None if case is None else payloads.SchoolCase(words=case.words, options=list(case.options)),
            summary=None if last is None else _summary(table, table.rounds, last),
        )


def school_id(name: str, game: str, edition: str) -> str:
    """A table's id for a learner and a game."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:8]
    mark = sha256(f"{name}/{game}/{edition}".encode()).hexdigest()[:6]
    return f"school-{plain or 'x'}-{game}"[:33] + f"-{mark}"


def _round(table: Table) -> int:
    return table.play.number if table.play is not None else table.rounds + 1


def _rest(keeper: Keeper) -> None:
    for hear in tuple(keeper.running.resting):
        hear()


def _choices(keeper: Keeper) -> list[Item]:
    """The steps of the round that are not a player's, in no order; the same ones until something happens."""
    table = keeper.table
    found = {one.words: one for one, _ in order(table, done(keeper)) if one.id != "decide"}
    listed = sorted(found.values())
    due = table.due
    random.Random(f"{table.id} {table.rounds} {len(table.todo)} {due and due.id}").shuffle(listed)  # noqa: S311 - no cards
    return listed


def _later(keeper: Keeper, command: Learn) -> payloads.SchoolLater | None:
    """Where the step that was picked has its place."""
    for one, state in order(keeper.table, done(keeper)):
        if (one.id, capital(one.words)) == (command.step, command.words):
            return payloads.SchoolLater(state=state, cite=one.cite)
    return None


def _lesson(pressed: str, words: str, table: Table, cite: str) -> payloads.SchoolLesson:
    return payloads.SchoolLesson(pressed=capital(pressed), words=words, cite=cite, law=provision(table, cite))


def _summary(table: Table, number: int, tally: LearnerTally) -> payloads.SchoolSummary:
    return payloads.SchoolSummary(round=number, right=tally.right, wrong=tally.wrong, missed=_missed(table, tally))


def _missed(table: Table, tally: LearnerTally) -> list[payloads.MissedProvision]:
    return [
        payloads.MissedProvision(cite=cite, words=provision(table, cite), count=n)
        for cite, n in tally.missed.most_common()
    ]
