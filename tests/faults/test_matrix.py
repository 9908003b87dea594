"""Every role x every command x every field: refused and nothing changed, or taken and nothing of the house's in it."""

from __future__ import annotations

import json
from collections import Counter
from typing import get_args

import msgspec
import pytest

from croupier.errors import CroupierError, HouseError
from croupier.house.desk import authority, dealing, desk
from croupier.house.desk.two_person_commands import SIGNED
from croupier.house.people import permissions, relations, roles
from croupier.house.people.permissions import ROLES
from croupier.journal.record import Line
from croupier.table import events as e
from croupier.table import evolve
from croupier.table.disproof import disproved
from croupier.table.seeds import commitment
from croupier.web.routes.staff import dealer as web_dealer
from tests.faults import matrix
from tests.faults.matrix import COMMANDS, HOSTILE, KINDS, MARKS, PEOPLE, PRESSED, SEAL, SEALED, SEED, Front, Keeper

CONSOLE = frozenset(matrix.tag(kind) for kind in PRESSED)
_LINE = msgspec.json.Decoder(Line)
WORDS = frozenset({"sit", "direct", "report", "wrong"})
"""Commands with a name or a note in a person's own words."""
_STAFF = frozenset({"inventory", "house", "drop"})


def test_every_field_of_every_command_has_hostile_values():
    """Whatever the house's doors decode, at every kind of table, by everyone: what is new is missed here."""
    doors = (desk._COMMAND, web_dealer._TOLD)
    assert {*COMMANDS, *PRESSED} == {kind for door in doors for kind in get_args(door.type)}
    assert {matrix.tag(kind) for kind in COMMANDS} == set(permissions.COMMANDS)
    assert {"automatic", "console", "real"} <= set(KINDS)
    assert {role for person in PEOPLE for role, _ in person.grants} == set(ROLES)
    fields = {(matrix.tag(kind), field) for kind in (*COMMANDS, *PRESSED) for field in kind.__struct_fields__}
    assert fields == set(HOSTILE)
    assert {person.name for person in PEOPLE} > {"Dean", "Mallory", "Ann 1", "Administrator"}


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_brings_anything_into_a_table_that_is_not_theirs(kind, monkeypatch):
    monkeypatch.setattr(relations, "related", lambda _, name: frozenset({name}))
    monkeypatch.setattr(roles, "holds_role", lambda _, name, *__: name in {"Dean", "Mallory"})
    for module in (authority, dealing):
        monkeypatch.setattr(module, "deals_elsewhere", lambda *_: "")
    came: Counter[str] = Counter()
    for stop, (table, staff) in enumerate(matrix.at_steps(kind)):
        secrets, state = dict(staff.vault._kept), table.bytes()
        for person in PEOPLE:
            for command, raw in matrix.forged(table, person.name, types=not stop):
                came[one(kind, table, staff, person, command, raw)] += 1
                staff.vault._kept = dict(secrets)
        assert table.bytes() == state
    assert came["denied"] > 1000
    assert came["refused"] > 1000
    assert came["taken"] > (20 if kind == "automatic" else 100)


def one(kind, table, staff, person, command, raw):
    """What came of a command; fails if it is not what it may be."""
    keeper = Keeper(kind, table, staff)
    front = Front(keeper)
    error = given(front, keeper, person, command, raw)
    denied = isinstance(error, HouseError) and error.fault == "denied"
    assert front.noted == denied, (person, raw[:200], error)
    if error is not None:
        assert not keeper.steps
        return "denied" if denied else "refused"
    if keeper.steps:
        taken(kind, keeper, person, command, raw)
    return "taken"


def given(front, keeper, person, command, raw):
    """Give a command; the refusal, if it is refused."""
    try:
        if command in CONSOLE:
            pressed(front, keeper, person, raw)
        else:
            front.submit(person, "here", raw.encode(), "k")
    except CroupierError as error:
        return error
    return None


def pressed(front, keeper, person, raw):
    """The same at a console; what is no JSON does not come so far."""
    try:
        told = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise HouseError("not JSON") from None
    coming = front.console.do(keeper, person, told, "k")
    with pytest.raises(StopIteration):
        coming.send(None)


def taken(kind, keeper, person, command, raw):
    """A command that led to events: whose cards and whose money they are, and that they can be read again."""
    before, told = keeper.table, (person.name, raw[:300])
    after = before
    for events, state in keeper.steps:
        lines = [_LINE.decode(msgspec.json.encode(Line(n=1, at=state.clock, event=event, hash=""))) for event in events]
        again = after
        for line in lines:
            assert isinstance(line.event, e.Event)
            again = evolve(again, line.event, state.clock)
        assert again.bytes() == state.bytes(), told
        after = state
    written = msgspec.json.encode([event for events, _ in keeper.steps for event in events]).decode()
    assert len(written) < 100_000, told
    real = kind.startswith("real")
    for mark in (SEAL, SEED, SEALED) if real else MARKS:
        assert mark not in written or command in WORDS, told
    assert not real or ('"seals"' not in written and '"salts"' not in written), told
    if not real:
        of_the_order(keeper, told)
    whose_money(before, after, person, command, told)


def of_the_order(keeper, told):
    """Every card is the card of the house's own order at its place, and nothing is found that the record disproves."""
    vault, staff, table = keeper.vault, keeper.staff, keeper.table
    for events, after in keeper.steps:
        for event in events:
            if isinstance(event, e.Shuffled):
                drawn = vault._of(str(event.pack)).drawn
                assert event.commitment == commitment(drawn.house, after.context(event.pack)), told
            elif isinstance(event, e.Dealt):
                places = staff.places(table, event.count, event.at)
                pack = str(table.active)
                assert event.seals in {(), tuple(vault.seal(pack, at) for at in places)}, told
                faces = " ".join(str(vault.card(pack, at)) for at in places)
                assert event.cards in {"", faces}, told
            elif isinstance(event, e.Turned | e.Revealed):
                to = event.to if isinstance(event, e.Turned) else f"seats.{event.seat}"
                first = event.first if isinstance(event, e.Turned) else 0
                lying = staff.lying(table, to)[first:]
                shown = [str(vault.card(str(table.active), at)) for at in lying][: len(event.cards.split())]
                assert event.cards.split() == shown, told
            elif isinstance(event, e.IrregularityFound):
                assert not disproved(table, event.irregularity, event.seat or 0), told
        table = after


def whose_money(before, after, person, command, told):
    """A player moves only the own money; nobody else but the law, by a step of the round, moves the house's."""
    moved = {account: after.accounts.get(account, 0) - cents for account, cents in before.accounts.items()}
    moved |= {account: cents for account, cents in after.accounts.items() if account not in before.accounts}
    moved = {account: cents for account, cents in moved.items() if cents}
    assert not sum(moved.values()), told
    if person.name.startswith("Ann"):
        others = {account for account in moved if account.startswith("player:")} - {f"player:{person.name}"}
        assert not others, told
    elif command in {"report", "wrong"} and moved:
        assert not before.play.dealt, told  # what undoes a hand needs a second person
    elif command not in {"perform", "press"} and '"verbal":true' not in told[1]:
        assert not _STAFF & set(moved), told
        assert not any(account.startswith("meter:") for account in moved), told
    if before.play is not None and before.play.dealt and before.due.id not in SIGNED and after.play is not None:
        assert before.play.void or not after.play.void, told
    if "amount" in json.dumps(told[1]) and command in {"buy-in", "place"}:
        assert abs(sum(cents for cents in moved.values() if cents > 0)) <= 2 * 10**12, told
