"""Tables at every kind of step, everyone who could give a command there, and hostile values for every field."""

from __future__ import annotations

import json
import random
import tomllib
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, get_args

from croupier.game.template import new_submission
from croupier.games import all_games, open_game
from croupier.house.desk.dealing import Said
from croupier.house.desk.desk import Desk
from croupier.house.desk.step_values import CHOICES
from croupier.house.people.permissions import ROLES
from croupier.house.people.roles import Person
from croupier.house.screens.dealer.school import Case, Learn, Ready, Remedy, School
from croupier.house.storage.table_settings import Settings
from croupier.house.tables.automatic.setbacks import Setbacks
from croupier.house.tables.keeping.idempotency_keys import Answer
from croupier.table import Crowd, Staff, Vault, open_table, step
from croupier.table import commands as c
from croupier.table.decide import _BETWEEN, _STEPS
from croupier.table.floor import _ORDERS
from croupier.table.turns import deciding
from croupier.table.vault import seeded
from croupier.web.routes.staff.dealer import Console

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.table import Table

SEAL, SEED = "f00d" * 8, "5eed" * 16
SEALED = "v1:" + "c0de" * 24
ROYAL = "As Ks Qs Js Ts"
MARKS = (SEAL, SEED, SEALED, ROYAL)
"""What nobody's command may bring into a record where the house keeps the order."""

# Hostile values, as JSON.

WRONG_TYPES = ("null", "true", "1.5", "NaN", "1e999", "[[]]", "{}", '{"a":{"b":{"c":1}}}', "[" * 50 + "]" * 50)
TEXTS = (
    r'"\ud800"',
    "7",
    *(
        json.dumps(text)
        for text in (
            "",
            " ",
            "As",
            ROYAL,
            SEAL,
            SEED,
            SEALED,
            "Ann 1",
            "Ann 4",
            "Mallory",
            "Dealer",
            "Floor",
            "Bot 1",
            "house",
            "player:Ann 4",
            "../other",
            "a\x00b",
            "a\nb",
            "\u202egnp",
            "\u0391nn 4",
            "x" * 300,
            "y" * 5000,
            "rack",
            "misdealt",
            "not-misdealt",
            "preshuffled",
            "spread",
            "face-up",
            "void",
            "dead-hand",
            "shuffler",
            "shoe",
        )
    ),
)
NUMBERS = (
    "0",
    "1",
    "4",
    "7",
    "20",
    "-1",
    "-1000",
    "99",
    str(10**12),
    str(10**18),
    str(2**63),
    str(2**64 + 1),
    "9" * 400,
    '"1"',
    "[1]",
)
LISTS = (
    "[]",
    json.dumps([SEAL] * 5),
    json.dumps([SEAL]),
    json.dumps([SEED] * 5),
    json.dumps(["As"] * 5),
    json.dumps(["x" * 300] * 5),
    json.dumps(["a\nb" + "x" * 29] * 5),
    json.dumps([""] * 200),
    "[1,2]",
    "[0,0]",
    "[-1,9]",
    "[3,4]",
    '["1","2"]',
    '"As"',
)
DICTS = tuple(
    json.dumps(value)
    for value in (
        {"commitment": SEED, "sealed": SEALED},
        {"commitment": SEED, "sealed": ""},
        {"seed": SEED, "order": ROYAL},
        {"dice": [1, 1, 1], "shakes": 3},
        {"dice": [6, 6, 6], "shakes": 10**14},
        {"dice": [6, 6, 6], "shakes": 10**17},
        {"counted": 1, "expected": 40},
        {"seat": 4, "choice": "void"},
        {str(n): n for n in range(100)},
    )
)
FLAGS = ("true", "false", '"true"', "1")


def named(*ids: str) -> tuple[str, ...]:
    return (*TEXTS, *map(json.dumps, sorted(ids)))


_GAMES = [*all_games()]
STEPS = named(*_STEPS, *_BETWEEN, "decline-cut", "generator", "dead-hand", "verify", "validate", "document", "load")
WAGERS = named(*{wager.id for game in _GAMES for wager in game.wagers}, "match-play")
DECISIONS = named(*{option.id for game in _GAMES for street in game.streets for option in street.options}, "set")
CHOSEN = tuple(map(json.dumps, sorted({word for choice in CHOICES.values() for word in choice.words})))
"""What the law lets somebody choose with some step."""
IRREGULARITIES = named(*{one.id for game in _GAMES if game.conduct for one in game.conduct.irregularities})

HOSTILE: dict[tuple[str, str], tuple[str, ...]] = {
    ("perform", "step"): STEPS,
    ("perform", "value"): (*TEXTS, *CHOSEN, *NUMBERS, *LISTS, *DICTS),
    ("perform", "seat"): NUMBERS,
    ("perform", "cards"): TEXTS,
    ("perform", "seals"): LISTS,
    ("perform", "salts"): LISTS,
    ("sit", "player"): TEXTS,
    ("sit", "seat"): NUMBERS,
    ("leave", "seat"): NUMBERS,
    ("buy-in", "player"): TEXTS,
    ("buy-in", "amount"): NUMBERS,
    ("cash-out", "player"): TEXTS,
    ("place", "seat"): NUMBERS,
    ("place", "wager"): WAGERS,
    ("place", "amount"): NUMBERS,
    ("place", "verbal"): FLAGS,
    ("place", "contribution"): (*TEXTS, json.dumps("ab" * 32), json.dumps("AB" * 16), json.dumps("ab" * 33)),
    ("place-wagers", "seat"): NUMBERS,
    ("place-wagers", "wagers"): (
        "{}",
        "[]",
        "null",
        '{"ante": 1}',
        '{"ante": -1000}',
        '{"ante": 99999999999999999999}',
        '{"nothing": 1000}',
        '{"ante": 1000, "progressive": 1000000}',
        '{"match-play": 500}',
        '{"": 0}',
    ),
    ("place-wagers", "contribution"): (*TEXTS, json.dumps("ab" * 32), json.dumps("ab" * 33)),
    ("take-back", "seat"): NUMBERS,
    ("take-back", "wager"): WAGERS,
    ("decide", "seat"): NUMBERS,
    ("decide", "decision"): DECISIONS,
    ("decide", "low"): LISTS,
    ("decide", "announced"): FLAGS,
    ("report", "irregularity"): IRREGULARITIES,
    ("report", "seat"): NUMBERS,
    ("report", "cards"): TEXTS,
    ("report", "device"): TEXTS,
    ("report", "note"): TEXTS,
    ("direct", "order"): named(*_ORDERS),
    ("direct", "seat"): NUMBERS,
    ("direct", "player"): TEXTS,
    ("direct", "amount"): NUMBERS,
    ("direct", "what"): (*TEXTS, '"progressive"'),
    ("direct", "second"): TEXTS[-20:],
    ("direct", "note"): TEXTS[-20:],
    ("press", "step"): STEPS,
    ("press", "cards"): TEXTS,
    ("press", "value"): (*TEXTS, *CHOSEN, *NUMBERS, *LISTS, *DICTS),
    ("press", "whole"): FLAGS,
    ("wrong", "irregularity"): IRREGULARITIES,
    ("wrong", "seat"): NUMBERS,
    ("wrong", "cards"): TEXTS,
    ("wrong", "device"): TEXTS,
    ("wrong", "note"): TEXTS,
    ("late", "seat"): NUMBERS,
    ("announce", "seat"): NUMBERS,
    ("announce", "decision"): DECISIONS,
    ("learn", "step"): STEPS,
    ("learn", "words"): TEXTS[-20:],
    ("case", "irregularity"): IRREGULARITIES,
    ("remedy", "words"): TEXTS[-20:],
}
"""By command and field. Every field also gets values of the wrong type."""

COMMANDS = c.AnyCommand.__args__
PRESSED = (*get_args(Said), Learn, Case, Remedy, Ready)


def tag(kind: type) -> str:
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


# Everyone.

PEOPLE = [
    Person("Nobody", frozenset()),
    Person("Mallory", frozenset({("dealer", "")})),
    *(
        Person({"player": "Ann 1", "dealer": "Dean"}.get(role, role.capitalize()), frozenset({(role, "")}))
        for role in ROLES
    ),
]
"""One of each role; of the two dealers Dean has taken the table. Ann 1 sits at it, and so does Ann 4."""

# Tables.

KINDS = {
    "automatic": {"game": "dj-wild", "stops": ("betting", "decide")},
    "console": {
        "game": "dj-wild",
        "stops": ("inspect", "shuffle", "cut", "betting", "deal", "decide", "turn", "settle"),
    },
    "dice": {"game": "face-up-pai-gow", "stops": ("shake", "deal", "decide", "set-dealer")},
    "shoe": {"game": "over-under", "stops": ("insert-cover", "deal", "decide", "burn")},
    "real": {"game": "dj-wild", "stops": ("shuffle", "cut", "deal", "decide", "turn", "reveal")},
    "real-dice": {"game": "face-up-pai-gow", "stops": ("shake", "count-stub", "decide", "count-surrendered", "reveal")},
}
"""Dealt by the automatic dealer, by a person at the console (three games), and with real cards (two)."""


@cache
def _submission(game: str) -> dict[str, Any]:
    return tomllib.loads(new_submission(open_game(game)))


def at_steps(kind: str) -> Iterator[tuple[Table, Staff]]:
    """A table of this kind at each of its stops, the first time it comes there."""
    game, stops = KINDS[kind]["game"], list(KINDS[kind]["stops"])
    rules = open_game(str(game)).rules(_submission(str(game)))
    cards = "entered" if kind.startswith("real") else "shuffled"
    _, table = open_table(rules, table="here", at=0, cards=cards)
    staff = Staff(Vault(seeded(3)), random.Random(3), dealer="Dean")
    crowd = Crowd(random.Random(3), 0, side=0.0 if "count-surrendered" in stops else 1.0, skip=0)
    for seat in (1, 4):
        _, table = step(table, c.Sit(player=f"Ann {seat}", seat=seat), c.Actor("player", f"Ann {seat}"), 0)
    while stops:
        now = table.due.id if table.due is not None else "betting"
        if now in stops and (now != "betting" or table.layout):
            stops.remove(now)
            yield table, staff
        answer = staff.answer(table) or surrender(table, stops) or crowd.decide(table)
        if answer is not None:
            _, table = step(table, *answer, 0)
            continue
        if not table.layout:
            for command, actor in crowd.wager(table):
                _, table = step(table, command, actor, 0)
            continue
        _, table = step(table, c.Perform(step="no-more-bets"), staff.dealer, 0)


def surrender(table: Table, stops: list[str]) -> tuple[c.Command, c.Actor] | None:
    """The first seat that decides gives its hand up, where that is looked at."""
    if "count-surrendered" not in stops or table.due is None or table.due.id != "decide" or table.play is None:
        return None
    seat = deciding(table)[0]
    return c.Decide(seat=seat, decision="surrender"), c.Actor("player", table.play.players[seat])


class Keeper:
    """A table that decides as a keeper does and stores nothing: what it was asked leads to `steps`."""

    def __init__(self, kind: str, table: Table, staff: Staff) -> None:
        self.id, self.name = "here", "Here"
        self.table = self.decided = table
        self.rules = table.rules
        self.staff, self.vault = staff, staff.vault
        automatic = kind == "automatic"
        self.settings = Settings(automatic=automatic, dealer="" if automatic else "Dean", cards=table.cards)
        self.running = SimpleNamespace(
            relief=None,
            closing=False,
            clock=SimpleNamespace(seconds_left=lambda _: 9.0),
            follow=lambda _: [],
            relieve=lambda _, **__: None,
            setbacks=Setbacks(),
        )
        self.database, self.broken, self.stored = None, None, 0
        self.presence = SimpleNamespace(is_at=lambda name, _: name == "Ann 1")  # the others have no screen
        self.steps: list[Any] = []
        self.actor: c.Actor | None = None

    def now(self) -> int:
        return self.table.clock

    def submit(self, command: c.Command, actor: c.Actor, key: str) -> None:  # noqa: ARG002
        self.steps = [step(self.table, command, actor, self.now())]

    def relieved(self, command: c.Direct, actor: c.Actor, key: str) -> None:
        self.submit(command, actor, key)

    def submit_steps(self, make: Callable[[Table], list[Any]], key: str, body: str, by: str = "") -> None:  # noqa: ARG002
        self.steps = make(self.table)

    async def do(self, make: Callable[[Table], list[Any]], key: str, body: str, by: str = "") -> Any:
        self.submit_steps(make, key, body, by)
        return Answer(key)


class Front(Desk):
    """A desk with one table, that counts what it notes."""

    def __init__(self, keeper: Keeper) -> None:  # no house is behind it
        self.house = SimpleNamespace(keeper=lambda _: keeper, keepers={}, database=None, chance=random.Random(3))  # type: ignore[assignment]
        self.local = False
        self.heard = []
        self.noted = 0
        self.noting = SimpleNamespace(note=self._note)  # type: ignore[assignment]
        self.console = Console(self, None)  # type: ignore[arg-type]
        self.console._school = School(self.house, None)  # type: ignore[arg-type]

    def _note(self, person: str, what: str, why: str) -> None:
        assert person
        assert what
        assert why
        self.noted += 1


def usual(table: Table, name: str) -> dict[str, dict[str, str]]:
    """A command of each kind that makes sense here, as JSON by field."""
    due, ante = table.due, json.dumps(table.rules.game.ante)
    seat, player = "4" if name == "Ann 4" else "1", json.dumps(name)
    now = json.dumps(due.id if due is not None else "no-more-bets")
    decision = "fold"
    if due is not None and due.id == "decide":
        decision = table.rules.game.streets[due.street].options[0].id
    wrong = {"irregularity": '"out-of-order"', "device": '"shuffler"'}
    return {
        "perform": {"step": now},
        "sit": {"player": player, "seat": "2"},
        "leave": {"seat": seat},
        "buy-in": {"player": player, "amount": "500"},
        "cash-out": {"player": player},
        "place": {"seat": seat, "wager": ante, "amount": "1000"},
        "place-wagers": {"seat": seat, "wagers": f"{{{ante}: 1000}}"},
        "take-back": {"seat": seat, "wager": ante},
        "decide": {"seat": seat, "decision": json.dumps(decision)},
        "report": wrong,
        "direct": {"order": '"reshuffle"'},
        "press": {"step": now},
        "wrong": wrong,
        "late": {"seat": seat},
        "announce": {"seat": seat, "decision": json.dumps(decision)},
        "take": {},
        "hand-back": {},
        "learn": {"step": now, "words": '"Deal"'},
        "case": {"irregularity": wrong["irregularity"]},
        "remedy": {"words": '"The round is void."'},
        "ready": {},
    }


def forged(table: Table, name: str, *, types: bool) -> Iterator[tuple[str, str]]:
    """Each command as it is, and with each field replaced by each hostile value: its tag, and its JSON. Values of the
    wrong `types` fare the same at every step."""
    plain = usual(table, name)
    for kind in (*COMMANDS, *PRESSED):
        command = tag(kind)
        yield command, written(command, plain[command])
        for field in kind.__struct_fields__:
            for value in (*HOSTILE[command, field], *(WRONG_TYPES if types else ())):
                yield command, written(command, plain[command] | {field: value})


def written(command: str, fields: dict[str, str]) -> str:
    return "{" + ",".join([f'"command":"{command}"', *(f'"{field}":{value}' for field, value in fields.items())]) + "}"
