"""A table run by a script: a text that a dealer reads without a manual, and the record of what followed each line.

>>> from croupier.games import open_game
>>> print(play_script('''
... game cajun-stud
... sit 1 Ann
... refused: buy Bob 100
... refused: dealer shuffle
... ''', open_game).record, end="")
<BLANKLINE>
game cajun-stud
  dealer       opens T1: cajun-stud pa-2019, cards shuffled by the table
  dealer       inventory 100000.00
sit 1 Ann
  Ann          Ann sits down at seat 1
refused: buy Bob 100
  refused      player: 'Bob' does not sit at this table
refused: dealer shuffle
  refused      step: the law expects receive next: receive deck 1 at the table (dealer or floorperson or \
shift-manager)  § 683a.4(a)
<BLANKLINE>
  accounts     house -100000.00, inventory 100000.00
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from croupier.errors import BadText, CroupierError
from croupier.game.template import completed
from croupier.kit.cards import cards, write
from croupier.kit.money import cents, dollars
from croupier.table import commands as c
from croupier.table.automatic import Staff
from croupier.table.decide import open_table, step
from croupier.table.equipment import standard
from croupier.table.narration import Narration, tell
from croupier.table.narration_words import short
from croupier.table.script_lines import EXPECTED, UNITS, SpokenLine, acted, performed, placed, reported, said
from croupier.table.stacked import StackedShoe, StackingStaff
from croupier.table.vault import Vault, seeded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.game import Game, Rules
    from croupier.table import events as e
    from croupier.table.state import Table

HEAD = {
    "game": "game GAME [EDITION]",
    "submission": "submission CHOICE=VALUE ...",
    "readings": "readings READING=VALUE ...",
    "seed": "seed NUMBER",
    "cards": "cards shuffled, cards entered or cards stacked",
    "inventory": "inventory AMOUNT",
    "meter": "meter ID AMOUNT [linked]",
    "mid-shoe": "mid-shoe closed",
    "equipment": "equipment standard or equipment registered",
}
_PAIR = re.compile(r"([a-z0-9-]+)=(\{.*\}|\S+)")
_TIMES = re.compile(r"(\d{1,3}) times: (.+)")
_SECOND = 1000
_WHOLE = {"decks", "adjacent-boxes", "decision-seconds"}


@dataclass(slots=True)
class Head:
    """What a script says before its first line of play."""

    game: str = ""
    edition: str | None = None
    submission: dict[str, Any] = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)
    seed: int = 1
    cards: str = "shuffled"
    inventory: int = 10_000_000
    meters: dict[str, int] = field(default_factory=dict)
    linked: tuple[str, ...] = ()
    mid_shoe: bool = True
    registered: bool = False

    def read(self, line: str) -> None:
        """Take in a head line."""
        word, _, rest = line.partition(" ")
        try:
            if word == "game":
                self.game, _, edition = rest.partition(" ")
                self.edition = edition or None
            elif word in {"submission", "readings"}:
                getattr(self, word).update(_pairs(rest))
            elif word == "cards" and rest in {"shuffled", "entered", "stacked"}:
                self.cards = rest
            elif word == "meter":
                name, amount, *shared = rest.removesuffix(" linked").split()
                self.meters[name] = cents(" ".join([amount, *shared]))
                self.linked += (name,) if rest.endswith(" linked") else ()
            elif word == "inventory":
                self.inventory = cents(rest)
            elif word == "mid-shoe" and rest == "closed":
                self.mid_shoe = False
            elif word == "equipment" and rest in {"standard", "registered"}:
                self.registered = rest == "registered"
            else:
                self.seed = int(rest) if word == "seed" else int("x")
        except ValueError:
            raise BadText(f"{line!r} is not understood; expected: {HEAD[word]}") from None


def _pairs(text: str) -> dict[str, Any]:
    found = {key: int(value) if key in _WHOLE else _plain(value) for key, value in _PAIR.findall(text)}
    if _PAIR.sub("", text).strip() or not found:
        raise ValueError(text)
    return found


def _plain(value: str) -> Any:  # noqa: ANN401 - a choice as the submission has it
    if value.startswith("{"):
        return json.loads(value)
    if value in {"yes", "no"}:
        return value == "yes"
    return value


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A script that has been played: its record, and the table with every event that led to it."""

    record: str
    rules: Rules
    table: Table
    events: tuple[tuple[e.Event, int], ...]


def script_of(record: str) -> str:
    """The script within a record: every line that is not indented."""
    return "".join(f"{line}\n" for line in record.splitlines() if not line.startswith("  ")).rstrip("\n") + "\n"


def play_script(text: str, open_game: Callable[[str, str | None], Game]) -> Playthrough:
    """Play a script; `open_game` finds its game. A line that cannot be carried out is refused by its number."""
    return _Performance(open_game).play(text)


class _Performance:
    """A script on its way."""

    def __init__(self, open_game: Callable[[str, str | None], Game]) -> None:
        self.open_game = open_game
        self.head = Head()
        self.out: list[str] = []
        self.events: list[tuple[e.Event, int]] = []
        self.clock = 0
        self.table: Table
        self.staff: Staff
        self.rules: Rules | None = None

    def play(self, text: str) -> Playthrough:
        lines = text.splitlines()
        first = next((i for i, line in enumerate(lines) if not _is_head(line)), len(lines))
        last = max((i for i in range(first) if lines[i].strip() and lines[i][0] != "#"), default=-1)
        for i, line in enumerate(lines):
            self.out.append(line)
            try:
                if i < first and line.partition(" ")[0] in HEAD:
                    self.head.read(line.strip())
                if i == max(last, 0):
                    self._open()
                if i >= first and line.strip() and not line.startswith("#"):
                    self._line(line.strip())
            except CroupierError as error:
                raise BadText(str(error), field=f"line {i + 1}") from None
        if self.rules is None:
            raise BadText("a script names its game: game GAME [EDITION]", field="line 1")
        self.out += ["", str(self._accounts())]
        return Playthrough("\n".join(self.out) + "\n", self.rules, self.table, tuple(self.events))

    def _open(self) -> None:
        head = self.head
        if not head.game:
            raise BadText("a script begins with its game: game GAME [EDITION]")
        game = self.open_game(head.game, head.edition)
        self.rules = game.rules(completed(game, head.submission), head.readings)
        chance = random.Random(head.seed)  # noqa: S311 - a script plays the same every time
        if head.cards == "stacked":
            self.staff = StackingStaff(StackedShoe(seeded(head.seed)), chance)
        else:
            self.staff = Staff(Vault(seeded(head.seed)), chance)
        event, self.table = open_table(
            self.rules,
            table="T1",
            at=0,
            inventory=head.inventory,
            dealer=self.staff.dealer.name,
            cards="shuffled" if head.cards == "shuffled" else "entered",
            test=True,
            mid_shoe=head.mid_shoe,
            carried=head.meters,
            linked=head.linked,
            equipment=standard(self.rules) if head.registered else None,
        )
        self.events.append((event, 0))
        self.out += map(str, tell(event))

    def _accounts(self) -> Narration:
        balances = [f"{account} {dollars(amount)}" for account, amount in sorted(self.table.accounts.items()) if amount]
        return Narration("accounts", ", ".join(balances))

    # Lines.

    def _line(self, line: str) -> None:
        if line.startswith("refused: "):
            self._refused(line.removeprefix("refused: "))
        elif line.startswith("quietly "):
            kept, self.out = self.out, []
            self._line(line.removeprefix("quietly "))
            self.out = [*kept, f"  ({len(self.out)} lines not told)"]
        elif again := _TIMES.fullmatch(line):
            for _ in range(int(again[1])):
                self._line(again[2])
        else:
            self._speak(said(line))

    def _refused(self, line: str) -> None:
        before = self.table.bytes()
        try:
            self._speak(said(line))
        except BadText:
            raise
        except CroupierError as error:
            if self.table.bytes() != before:
                raise BadText(f"{line!r} was refused half-way: {error}") from None
            for refusal in error.refusals:
                where = f"{refusal.field}: " if refusal.field else ""
                self.out.append(str(Narration("refused", f"{where}{refusal.message}", short(refusal.cite or ""))))
            return
        raise BadText(f"{line!r} was to be refused, and was not")

    def _speak(self, line: SpokenLine) -> None:
        word, rest = line.word, line.rest
        if word in {"deal", "open", "go"}:
            self._run(close=word == "deal")
        elif word == "until":
            self._until(rest[0], " ".join(rest[1:]))
        elif word == "wait":
            self.clock += sum(int(part[:-1]) * UNITS[part[-1]] for part in rest)
        elif word == "stack":
            self._stack(rest)
        elif word == "accounts":
            self.out.append(str(self._accounts()))
        elif word == "due":
            self._due()
        elif word == "look":
            self._look(int(rest[0]))
        else:
            for command, actor in self._commands(line):
                self._do(command, line.actor or actor)

    def _commands(self, line: SpokenLine) -> Iterator[tuple[c.Command, c.Actor]]:
        if line.word in {"dealer", "floor", "surveillance", "shift-manager", "system"}:
            yield performed(line, self.table, self.staff)
        elif line.word == "report":
            if isinstance(self.staff, StackingStaff):
                for card in line.cards:
                    self.staff.show_next(self.table, card)
            yield reported(line, self.table, self.staff), self.staff.dealer
        elif line.word in {"bet", "verbal", "coupon"}:
            yield from placed(line, self.table, self.staff)
        else:
            yield acted(line, self.table, self.staff)

    def _do(self, command: c.Command, actor: c.Actor) -> None:
        self.clock += _SECOND
        before = self.table
        events, after = step(before, command, actor, self.clock)
        for event in events:
            self.out += map(str, tell(event, before))
            before = before if event is events[-1] else _after(before, event, self.clock)
        self.table = after
        self.events += [(event, self.clock) for event in events]
        if after.play is None and before.play is not None and isinstance(self.staff, StackingStaff):
            self.staff.forget()

    # What the staff does by itself.

    def _run(self, *, close: bool) -> None:
        while True:
            if self.table.due is None:
                if not (close and self.table.layout and self.table.play is None):
                    return
                close = False
                self._do(c.Perform(step="no-more-bets"), self.staff.dealer)
                continue
            answer = self.staff.answer(self.table)
            if answer is None:
                return
            self._do(*answer)

    def _until(self, wanted: str, place: str) -> None:
        closed = False
        while (due := self.table.due) is None or due.id != wanted or not _is_at(place, due.seat, due.to):
            if due is None and self.table.layout and not closed:
                closed = True
                self._do(c.Perform(step="no-more-bets"), self.staff.dealer)
                continue
            answer = self.staff.answer(self.table)
            if answer is None:
                now = "the betting is open" if due is None else f"a player has to {due.words}"
                raise BadText(f"{wanted} is not due before {now}")
            self._do(*answer)

    def _due(self) -> None:
        due = self.table.due
        if due is None:
            state = "the table is idle" if self.table.idle else "the betting is open" if self.table.open else "closed"
            self.out.append(str(Narration("due", f"nothing: {state}")))
        else:
            self.out.append(str(Narration("due", f"{due.words} ({' or '.join(due.by)})", short(due.cite))))

    def _look(self, seat: int) -> None:
        """What the player of a seat may see of the own hand now."""
        play = self.table.play
        if play is None or seat not in play.round.seats:
            raise BadText(f"nobody plays at seat {seat}")
        held = play.round.seats[seat].cards
        sees = f"{len(held)} cards face down"
        if None not in held:
            sees = write(held)
        elif seat in play.examined:
            sees = write(self.staff.hand(self.table, seat))
        self.out.append(str(Narration(play.players[seat], f"sees {sees} at seat {seat}")))

    def _stack(self, rest: tuple[str, ...]) -> None:
        if not isinstance(self.staff, StackingStaff):
            raise BadText("only stacked cards can be asked for: cards stacked")
        if len(rest) < 2:
            raise BadText(f"expected: {EXPECTED['stack']}")
        to = f"seats.{rest[0]}" if rest[0].isdecimal() else rest[0]
        self.staff.stack(to, cards(" ".join(rest[1:])))


def _is_head(line: str) -> bool:
    return not line.strip() or line.startswith("#") or line.partition(" ")[0] in HEAD


def _is_at(place: str, seat: int, to: str) -> bool:
    number = place.removeprefix("seat ")
    return not place or number == str(seat) or to in {f"seats.{number}", place}


def _after(table: Table, event: e.Event, at: int) -> Table:
    from croupier.table.evolve import evolve  # noqa: PLC0415

    return evolve(table, event, at)
