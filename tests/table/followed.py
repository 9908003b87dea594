"""What follows: rounds of tables that run by themselves, with every device and way of dealing, and what becomes of a
round after each irregularity. A plain list for each chapter; ``python -m tests.table.followed`` writes the lists anew.
"""

from __future__ import annotations

import sys
from copy import copy
from itertools import groupby
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier import CroupierError, all_games, open_game
from croupier.game.template import completed
from croupier.table import Actor, Crowd, Decide, Direct, Place, Staff, Vault, open_table, play, seeded, step
from croupier.table.narration import tell
from croupier.table.script import play_script
from croupier.table.snapshot import restore
from croupier.table.state import PROCEDURE
from tests.recorded import named
from tests.support import table_rules
from tests.table.attempts import FLOOR, attempts
from tests.table.moments import moments

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from croupier import Game
    from croupier.table import Table
    from croupier.table import events as e
    from croupier.table.commands import Command
    from tests.table.drive import Driver

FOLDER = Path(__file__).parent / "followed"
ROUNDS, SEATS = 2, 3
DEVICES: tuple[dict[str, object], ...] = (
    {"dealing": "hand", "shuffler": "counting", "decks": 2},
    {"dealing": "automated-shoe", "shuffler": "automated"},
    {"dealing": "manual-shoe", "shuffler": "reshuffling"},
    {"dealing": "shoe", "shuffler": "automated", "decks": 2},
    {"dealing": "continuous-shuffler", "shuffler": "none"},
)
"""Beside what a new submission has."""
WIDE = 12
"""Provisions in a line."""
FEW = 120
"""Steps after which a round that goes on is left."""


def tables(game: Game) -> Iterator[tuple[str, dict[str, object]]]:
    """The submissions that are played by, with their names."""
    conduct = game.conduct
    assert conduct is not None
    wagers: dict[str, object] = {w.key: w.tables[-1].id for w in game.wagers if w.key and w.tables}
    start: dict[str, object] = {"start": "generator"} if any(c.key == "start" for c in game.choices) else {}
    for devices in ({}, *(own for own in DEVICES if own["dealing"] in conduct.ways)):
        name = ", ".join(f"{key} {value}" for key, value in devices.items()) or "as a new submission has it"
        yield name, completed(game, {**wagers, **devices, **(start if devices else {})})


def by_themselves(game: Game) -> Iterator[str]:
    """Rounds of each of these tables, and of the first as tables were opened before."""
    known = list(enumerate(tables(game)))
    for at, (name, submission) in known:
        yield from _rounds(game, name, submission, at, PROCEDURE)
    for procedure in range(1, PROCEDURE):
        yield from _rounds(game, *known[0][1], 0, procedure)
    yield from _wrongly(game, known[0][1][1])
    if game.conduct is not None and game.conduct.seated is None:  # one chapter's is enough
        yield from _misspelt(game)


class Careless(Crowd):
    """Players who wager on what is not there."""

    def wager(self, table: Table) -> Iterator[tuple[Command, Actor]]:
        for seat, name in table.seats.items():
            yield Place(seat=seat, wager="nonsense", amount=500), Actor("player", name)


def _wrongly(game: Game, submission: dict[str, object]) -> Iterator[str]:
    _, table = open_table(table_rules(game.id, submission, edition=game.edition), table="T1", at=0)
    try:
        done = list(play(table, Staff(Vault(seeded(1)), Random(1)), Careless(Random(1), 1), 1, lambda: 0))
        yield f"careless players: {len(done)}"
    except CroupierError as error:
        yield f"careless players: refused {error.field}: {error.message} {error.cite or '-'}"


HEADS = (
    "cards nowhere", "cards stacked please", "mid-shoe open", "mid-shoe closed", "equipment new",
    "equipment registered", "seed x", "seed 2", "meter progressive", "meter progressive 5 linked", "inventory x",
    "inventory 5.00", "submission bonus", "submission bonus=1 adjacent-boxes=x",
    "submission bonus=1 decision-seconds=9", 'submission limits={"ante":{"minimum":"5","maximum":"10","step":"5"}}',
    "readings surrender=half-ante", "readings surrender",
)  # fmt: skip
LINES = (
    "1", "x", "1 cut", "1 cut x", "1 choose", "1 view", "1 decline-cut", "1 set 0 1", "go", "go off", "open now",
    "deal 1", "refused: sit 1 Ann", "refused: sit 9 Ann", "refused: 1 over", "2 times: due", "quietly due",
    "as Ann: sit 1 Ann", "as floor: sit 1 Ann", "wait 1h", "wait 1d",
    "until no-more-bets", "until shuffle", "sit 1 Ann", "sit Ann 1", "leave 1", "leave Ann", "buy Ann", "buy Ann 5",
    "buy Ann x", "cash-out Ann", "cash-out", "bet 1 ante", "bet 1 ante 5", "verbal 1 ante 5", "verbal 1",
    "coupon 1 5", "coupon", "take-back 1 ante", "take-back 1", "stack 1", "stack 1 As", "report",
    "report skipped seat", "report skipped seat 1", "report bad-deck", "dealer", "dealer check-rack",
    "dealer receive", "floor check-rack", "floor check-rack wrong", "shift-manager check-rack",
    "surveillance check-rack", "floor set-meter", "floor set-meter x 5 with Sam: why", "floor set-meter x 5",
    "floor meter x 5", "system meter x 5", "floor collect-claim Ann 20 of 3", "floor fill 5", "floor credit 5",
    "floor repair shoe", "floor abandon Ann", "floor abandon 1", "floor bring D-9 blue", "floor bring D-9 blue 52",
    "floor bring dealing-shoe S-1", "floor relieve Eve", "floor close", "late 1", "late", "announce 1 over",
    "announce 1", "accounts", "accounts now", "due", "look 1", "look Ann",
)  # fmt: skip
"""What a script may say first and after it, and may not."""


def _misspelt(game: Game) -> Iterator[str]:
    """What becomes of single lines of scripts."""
    named_ = f"game {game.id} {game.edition}\n"
    for text in (
        "",
        "due\n",
        "game nothing\n",
        *(f"{named_}{line}\n" for line in HEADS),
        *(f"{named_}{line}\ndue\n" for line in LINES),
    ):
        said = text.removeprefix(named_).removesuffix("due\n").strip() or "nothing"
        try:
            yield f"script, {said}"
            yield from play_script(text, open_game).record.splitlines()[2:]
        except CroupierError as error:
            yield f"  {error.field}: {error.message}"


def _rounds(game: Game, name: str, submission: dict[str, object], at: int, procedure: int) -> Iterator[str]:
    rules = table_rules(game.id, submission, edition=game.edition)
    opened, before = open_table(rules, table="T1", at=0, cards="entered" if at == 1 else "shuffled")
    before = replace(before, procedure=procedure)
    yield f"{name} ({before.cards}, procedure {procedure})"
    yield from told(opened, None)
    chance, times = Random(at), iter(range(10, 10**9, 10))
    staff, crowd = Staff(Vault(seeded(at)), chance), Crowd(chance, SEATS, side=0.7, skip=0.2)
    for events, after, _ in play(before, staff, crowd, ROUNDS, times.__next__):
        for event in events:
            yield from told(event, before)
        before = after
    assert restore(rules, before.bytes()).bytes() == before.bytes()
    yield f"  {sorted(before.accounts.items())}"


def told(event: e.Event, before: Table | None) -> Iterator[str]:
    """An event in a record's words."""
    return (f"  {line.who}: {line.words} {line.cite}".rstrip() for line in tell(event, before))


def with_devices(game: Game) -> Iterator[str]:
    """What becomes of rounds with every device and way of dealing."""
    assert game.conduct is not None
    own = [devices for devices in DEVICES if devices["dealing"] in game.conduct.ways]
    return after_irregularities(game, [("entered", PROCEDURE, devices) for devices in own])


def opened_before(game: Game) -> Iterator[str]:
    """What becomes of rounds at tables that follow earlier lists of steps."""
    return after_irregularities(game, [("entered", one, None) for one in range(1, PROCEDURE)])


def now(game: Game) -> Iterator[str]:
    """What becomes of rounds with the table's cards, and with a dealer's."""
    return after_irregularities(game, [("shuffled", PROCEDURE, None), ("entered", PROCEDURE, None)])


def after_irregularities(game: Game, of: list[tuple[str, int, dict[str, object] | None]]) -> Iterator[str]:
    """Every irregularity at the first moment of each phase where it can be reported, and the round after it."""
    for cards, procedure, devices in of:
        met: set[tuple[str, str]] = set()
        for name, driver in moments(game, cards, devices):
            driver.table = table = replace(driver.table, procedure=procedure)
            for words, command, actor in attempts(game, table):
                if not words.startswith(("report ", "abandon", "order ", "leave")) or (words, table.phase) in met:
                    continue
                try:
                    events, after = step(table, command, actor, table.clock + 10)
                except CroupierError:
                    continue
                met.add((words, table.phase))
                yield f"{name}, {words} (cards {cards}, procedure {procedure}{_told(devices)})"
                yield from (line for event in events for line in told(event, table))
                yield from _repaired(_aside(driver, after))
                aside = _aside(driver, after)
                yield from _went_on(aside)
                yield from _repaired(aside)


def _told(devices: dict[str, object] | None) -> str:
    return "".join(f", {key} {value}" for key, value in (devices or {}).items())


def _aside(driver: Driver, table: Table) -> Driver:
    """The same table from here on, with people and cards of its own."""
    aside = copy(driver)
    aside.table, aside.now, aside.log, aside.staff = table, table.clock, list(driver.log), copy(driver.staff)
    aside.staff.chance, aside.staff.vault = Random(2), copy(driver.staff.vault)
    aside.staff.vault._kept, aside.staff.vault._randomness = dict(driver.staff.vault._kept), seeded(2)
    return aside


def _went_on(driver: Driver) -> Iterator[str]:
    for _ in range(FEW):
        before, due = driver.table, driver.table.due
        if due is None or (due.id == "view" and not before.seats):
            break
        try:
            events = _done(driver)
        except CroupierError as error:
            yield f"  {due.id}: refused {error.field}: {error.message} {error.cite or '-'}"
            return
        yield from (line for event in events for line in told(event, before))
    table = driver.table
    yield f"  {table.phase}: {sorted(table.accounts.items())}"


def _repaired(driver: Driver) -> Iterator[str]:
    """Every device that has failed, in order again."""
    for device in driver.table.broken:
        before = driver.table
        try:
            events, driver.table = step(before, Direct(order="repair", what=device), FLOOR, before.clock + 10)
        except CroupierError as error:
            yield f"  repair {device}: refused {error.field}: {error.message} {error.cite or '-'}"
            continue
        yield from (line for event in events for line in told(event, before))
        driver.now = driver.table.clock
        yield from _went_on(driver)


def _done(driver: Driver) -> Iterable[e.Event]:
    due = driver.due
    if due.id == "decide":
        street = driver.rules.game.streets[due.street]
        seat = driver.playing.round.undecided(due.street)[0]
        option = next(o for o in street.options if not o.folds)
        if option.wager and seat in driver.playing.gone and driver.table.conduct.seated is not None:
            return driver.do(Decide(seat=seat, decision=street.late), "dealer")
        return driver.decide(seat, option.id)
    if due.id == "choose":
        return driver.perform("choose", "player", driver.table.seats[due.seat], value=due.options[0])
    return driver.advance()


PARTS: dict[str, Callable[[Game], Iterator[str]]] = {
    "by-themselves": by_themselves,
    "irregularities": now,
    "devices": with_devices,
    "opened-before": opened_before,
}
"""The lists of a chapter."""


def parts(game: Game) -> tuple[str, ...]:
    """The lists that a chapter has; an edition that is told by its differences from another has only the first."""
    return tuple(PARTS)[: 1 if game.changes else None]


def listed(game: Game, part: str) -> list[str]:
    """A list of a chapter: what was said before in the same words is there by its provisions alone."""
    lines = list(PARTS[part](game))
    first = {line: at for at, line in reversed(list(enumerate(lines)))}
    found: list[str] = []
    for is_new, run in groupby(enumerate(lines), lambda place: first[place[1]] == place[0]):
        own = [line for _, line in run]
        found += own if is_new else _shortened(own)
    return found


def _shortened(run: Iterable[str]) -> Iterator[str]:
    counted = ((cites, len(list(same))) for cites, same in groupby(", ".join(named(line)) or "-" for line in run))
    words = [f"{cites} {count} times" if count > 1 else cites for cites, count in counted]
    yield from (f"  as before: {'; '.join(words[at : at + WIDE])}" for at in range(0, len(words), WIDE))


def write() -> None:
    """Write the lists anew."""
    for game in all_games():
        for part in parts(game):
            file = FOLDER / f"{game.id}-{game.edition}" / f"{part}.txt"
            text = "\n".join(listed(game, part)) + "\n"
            file.parent.mkdir(parents=True, exist_ok=True)
            if not file.exists() or file.read_text(encoding="utf-8") != text:
                file.write_text(text, encoding="utf-8")
                sys.stdout.write(f"{file.relative_to(FOLDER)} written\n")


if __name__ == "__main__":
    write()
