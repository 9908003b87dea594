"""Readers of the conduct: a table deals by the book, irregularities are remedied, its journal is intact."""

from __future__ import annotations

import random
import tomllib
from contextlib import suppress
from typing import TYPE_CHECKING

from croupier.errors import CroupierError
from croupier.game.template import completed, new_submission
from croupier.games import book_of, open_game
from croupier.journal import Key, Writer, verify_bytes
from croupier.journal.replay import ORDERS, replay_bytes
from croupier.kit.cards import write
from croupier.table import Actor, Crowd, Perform, Report, Staff, Vault, open_table, play, seeded, step
from croupier.table.events import IrregularityFound
from croupier.table.script import play_script, script_of
from croupier.testing.missing import Missing, expect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.game import Game, Rules
    from croupier.game.conduct import Irregularity
    from croupier.table import Table
    from croupier.table.events import Event

ROUNDS, SEATS = 10, 3
LONGEST = 3_000
"""Steps after which something that goes on has no end."""


def conducted(game: Game) -> Iterator[Rules]:
    """Tables with every wager, one for each way of dealing."""
    if game.conduct is None:
        raise Missing("the game has no conduct: nobody knows how its table is run")
    wagers: dict[str, object] = {w.key: w.tables[0].id for w in game.wagers if w.key and w.tables}
    sample = {**tomllib.loads(new_submission(game)), **wagers}
    for id_, way in game.conduct.ways.items():
        device = {"shuffler": "automated"} if way.device is not None else {}
        yield game.rules(completed(game, {**sample, "dealing": id_, **device}), complete=True)


def table(game: Game) -> None:
    """A table of people who play by chance runs by the book in every way of dealing, and its books balance; golden
    scripts of the book lead to what they record."""
    for rules in conducted(game):
        done = _run(rules, lambda *_: None)
        expect(sum(done.accounts.values()) == 0, "the books of a table do not balance")
        expect(done.rounds == ROUNDS, f"{done.rounds} rounds were played of {ROUNDS}")
    folder = book_of(game).scripts
    for file in sorted(folder.glob("*.txt")) if folder else ():
        text = file.read_text("utf-8")
        played = play_script(script_of(text), open_game)
        expect(played.record.rstrip() == text.rstrip(), f"the script {file.stem} does not lead to what it records")


def journal(game: Game) -> None:
    """A table's journal is intact, its cards are those of its orders, and it leads to the same table again."""
    rules = next(conducted(game))
    key, now = Key.throw_away(1), 0
    written = Writer.in_memory(key, clock=lambda: now, test=True)
    done = _run(rules, written.enter, key)
    written.close()
    found = verify_bytes(written.written())
    expect(not found.cards.unchecked, found.cards.unchecked)
    expect(found.cards.cards + found.cards.waiting > 0, "no card was recomputed")
    expect(replay_bytes(written.written()).bytes() == done.bytes(), "the journal does not lead to the same table")


def _run(rules: Rules, hear: Callable[[tuple[Event, ...], int], object], key: Key | None = None) -> Table:
    chance, clock = random.Random(1), _clock()  # noqa: S311 - the same rounds every time
    lock = None if key is None else key.lock(test=True).of(ORDERS, "T1").seal
    event, now = open_table(rules, table="T1", at=clock(), test=True)
    hear((event,), now.clock)
    for events, after, at in play(now, Staff(Vault(seeded(1), lock), chance), Crowd(chance, SEATS), ROUNDS, clock):
        hear(events, at)
        now = after
    return now


def _clock() -> Callable[[], int]:
    now = 0

    def tick() -> int:
        nonlocal now
        now += 1_000
        return now

    return tick


def irregularities(game: Game) -> None:
    """Each can be reported when the chapter says so, and the round comes to an end by its remedy."""
    tables = [*conducted(game)]
    for shuffler in ("counting", "automated"):
        for decks in (1, 2):
            with suppress(CroupierError):
                chosen = {**tables[0].submission, "shuffler": shuffler, "decks": decks}
                tables.append(game.rules(chosen, complete=True))
    assert game.conduct is not None
    for found in game.conduct.irregularities:
        if "replenish" in found.remedy:  # it comes when the cards run out, and nobody can say so before
            continue
        able = [rules for rules in tables if not found.ways or rules.chosen["dealing"] in found.ways]
        expect(bool(able), f"{found.id} belongs to no way of dealing")
        try:
            happened = any(_goes_wrong(rules, found) for rules in able)
        except CroupierError as error:
            raise Missing(f"after {found.id}: {error}") from None
        expect(happened, f"{found.id} can never be reported")


def _goes_wrong(rules: Rules, found: Irregularity) -> bool:
    """Play until it can be reported, and on until a round ends; whether it ever could be."""
    chance, clock = random.Random(1), _clock()  # noqa: S311 - as above
    _, now = open_table(rules, table="T1", at=clock(), test=True)
    staff, crowd = Staff(Vault(seeded(1)), chance), Crowd(chance, SEATS)
    for command in crowd.arrive(now):
        _, now = step(now, *command, clock())
    reported, ended = False, 0
    for _ in range(LONGEST):
        if not reported and now.phase in found.when:
            at = clock()
            after = _reported(now, staff, found, at) or _after_another(now, staff, found, at)
            if after is not None:
                now, reported, ended = after, True, now.rounds + 2
                continue
        if now.play is None and now.rounds >= (ended if reported else ROUNDS):
            return reported
        answer = staff.answer(now) or crowd.decide(now)
        if answer is None:
            for command in () if now.layout else crowd.wager(now):
                _, now = step(now, *command, clock())
            answer = Perform(step="no-more-bets"), staff.dealer
        _, now = step(now, *answer, clock())
    raise Missing(f"after {found.id} no round ends")


def _reported(now: Table, staff: Staff, found: Irregularity, at: int) -> Table | None:
    """The table after the report; None where it is not taken now."""
    cards = ""
    if "discard-card" in found.remedy and now.play is not None and now.pack.at < now.pack.size:
        cards = write([staff.next_card(now)])
    seats = (0, *(now.play.round.seats if now.play is not None else ()))
    for seat in seats:
        for device in ("", "shuffler", "shoe"):
            report = Report(irregularity=found.id, seat=seat, cards=cards, device=device)
            with suppress(CroupierError):
                events, after = step(now, report, Actor(found.by[-1], "Watch"), at, staged=True)
                reported = {event.irregularity for event in events if isinstance(event, IrregularityFound)}
                if found.id in reported:
                    return after
    return None


def _after_another(now: Table, staff: Staff, found: Irregularity, at: int) -> Table | None:
    """The table after the report of a second card face up: of the first one, once more."""
    assert now.rules.game.conduct is not None
    for other in now.rules.game.conduct.irregularities:
        if "discard-card" in other.remedy and (first := _reported(now, staff, other, at)) is not None:
            cards = write([staff.next_card(first)]) if first.pack.at < first.pack.size else ""
            with suppress(CroupierError):
                report = Report(irregularity=other.id, cards=cards)
                events, after = step(first, report, Actor(found.by[-1], "Watch"), at, staged=True)
                if any(isinstance(event, IrregularityFound) and event.irregularity == found.id for event in events):
                    return after
    return None
