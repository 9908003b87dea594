"""A player's own closed round, step by step, as that player may see it.

The cloth is the one that surveillance folds from the records (`ClothState`), which knows a card when a record shows it;
laid over it are the player's own cards from the step on at which the chapter lets them be examined. Nobody is named.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from msgspec.structs import asdict
from msgspec.structs import replace as changed

from croupier.errors import HouseError, JournalError
from croupier.house.archive.explanation import explanation as reasons
from croupier.house.archive.payloads import RoundPart
from croupier.house.archive.verify import broken, checked
from croupier.house.cloth import hands
from croupier.house.cloth.felt import chapter, status
from croupier.house.cloth.projection import ClothState
from croupier.house.screens.player import payloads, replay_words
from croupier.house.tables.rounds.round_records import rebuilt, span_of
from croupier.journal.record_text import time_of
from croupier.journal.round_visibility import Seen, looked
from croupier.table import events as e

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.game import Rules
    from croupier.house.archive.payloads import WhyLine
    from croupier.house.archive.round_replay import ReplayTable
    from croupier.house.house import House
    from croupier.journal.reconstruct import Rebuilt
    from croupier.journal.record import Record
    from croupier.kit.payload import Json


@dataclass(frozen=True, slots=True)
class Own:
    """What a player sees of the own hand beyond what lies face up: the cards from a step on, and how they were set."""

    seat: int
    cards: tuple[str, ...]
    since: int
    """The record of the first decision; the cards are looked at when it is asked for. 0 if they never were."""
    low: tuple[str, ...]
    set_at: int

    def over(self, laid: ClothState, *, examined: bool, last: int) -> ClothState:
        """The cloth with them."""
        if not examined or not self.cards:
            return laid
        place = f"seats.{self.seat}"
        held = laid.cards.get(place, [])
        seen = [*self.cards[: len(held)], *held[len(self.cards) :]]  # what was not dealt yet is not there to be seen
        low = laid.low
        if self.low and self.set_at <= last and not low.get(self.seat):
            low = {**low, self.seat: " ".join(self.low)}
        return replace(laid, cards={**laid.cards, place: seen}, low=low)


def replay(house: House, table: ReplayTable, number: int, seat: int, *, name: str = "") -> payloads.Replay:
    """The steps of a closed round with the cloth after each, for the player of one seat; only that seat has a `name`,
    if it is given one."""
    where = span_of(house.database, table.id, number)
    if where is None:
        raise HouseError(f"table {table.id} has no closed round {number:,}", fault="unknown", field="round")
    try:
        found = rebuilt(house.database, table.id, number)
    except JournalError as error:
        raise broken(error) from None
    if seat not in found.gathered.began.wagers:
        raise HouseError(f"seat {seat} did not wager in round {number:,}", fault="unknown", field="seat")
    records = [_unnamed(record, seat, name) for record in checked(house, table.id, where.since, where.last)]
    why = reasons(Seen(found, (seat,)), number, [seat]).seats[seat]
    own = _own(found, seat)
    steps = _once(_steps(table, records, own, seat, why.lines))
    rules = table.rules
    return payloads.Replay(
        table=table.id,
        round=number,
        seat=seat,
        name=name,
        void=found.void,
        title=rules.game.name,
        game=rules.game.id,
        edition=rules.game.edition,
        chapter=chapter(rules),
        status=status(rules),
        proposed=rules.game.chapter.status != "in force",
        date=time_of(where.at)[:16],
        records=[where.first, where.last],
        hand=why.hand,
        dealer=why.dealer,
        cards=list(own.cards),
        net=why.net,
        sign=why.sign,
        whole=all(own.cards),
        parts=_parts(steps),
        steps=steps,
    )


def _steps(
    table: ReplayTable, records: Sequence[Record], own: Own, seat: int, why: list[WhyLine]
) -> list[payloads.ReplayStep]:
    found = replay_words.groups(records)
    first = next((at for at, group in enumerate(found) if group.records[0].n >= own.since), 0) if own.since else None
    laid, place, rows = ClothState(), 0, []
    for at, group in enumerate(found):
        last = group.records[-1].n
        while place < len(records) and records[place].n <= last:
            event = records[place].body
            if isinstance(event, e.Event):
                laid = laid.hear(event)
            place += 1
        seen = own.over(laid, examined=first is not None and at >= first - 1, last=last)
        scene = table.cloth.scene(seen)
        said = replay_words.step_payload(table.rules, group)
        rows.append(
            payloads.ReplayStep(
                **asdict(said),
                records=[group.records[0].n, last],
                scene=payloads.ReplayScene(**asdict(scene), wild=_wild(table.rules, seen, own)),
                why=why if said.seat == seat and said.kind == "pay" else [],
            )
        )
    return rows


def _once(steps: list[payloads.ReplayStep]) -> list[payloads.ReplayStep]:
    """Each line's reason stands at the step that settled its wager."""
    seen: set[str] = set()
    made = []
    for step in steps:
        settled = {"envy", "match-play"} | {
            wager.id for seat in step.scene.seats for wager in seat.wagers if seat.seat == step.seat and wager.settled
        }
        why = [line for line in step.why if line.wager in settled - seen]
        seen |= {line.wager for line in why}
        made.append(changed(step, why=why))
    return made


def _own(found: Rebuilt, seat: int) -> Own:
    held = found.hands.get(f"seats.{seat}")
    if held is None or not looked(found, seat):
        return Own(seat, (), 0, (), 0)
    faces = tuple("" if card is None else str(card) for card in held.cards)
    since, at = 0, 0
    low: tuple[str, ...] = ()
    for entry in found.gathered.entries:
        event = entry.event
        if isinstance(event, e.Decided):
            since = since or entry.record.n
            if event.seat == seat and event.low and all(faces):
                low, at = tuple(faces[place] for place in event.low), entry.record.n
    return Own(seat, faces, since, low, at)


def _wild(rules: Rules, laid: ClothState, own: Own) -> dict[str, dict[str, str]]:
    """The tags of wild cards, of the hands all of whose cards are seen."""
    found = {}
    for to, low in ((f"seats.{own.seat}", laid.low.get(own.seat, "")), ("dealer", laid.dealer_low)):
        held = laid.cards.get(to, [])
        if held and all(held):
            found[to] = hands.wilds(rules, held, low.split())
    return {to: tags for to, tags in found.items() if tags}


def _parts(steps: list[payloads.ReplayStep]) -> list[RoundPart]:
    """Where each part of the round begins."""
    parts: list[RoundPart] = []
    for at, step in enumerate(steps):
        if not parts or parts[-1].words != step.part:
            parts.append(RoundPart(at=at, words=step.part))
    return parts


def _unnamed(record: Record, seat: int, name: str) -> Record:
    """A record without the names of those who had a part in it."""
    event = record.body
    if not isinstance(event, e.Event):
        return record
    given: Json = {"who": ""} if event.who else {}
    if isinstance(event, e.RoundBegan):
        given["players"] = {n: name if n == seat else "" for n in event.players}
    elif isinstance(event, e.WagerPlaced):
        given["who"] = name if event.seat == seat else ""
    elif getattr(event, "player", ""):
        given["player"] = ""
    return record if not given else changed(record, body=changed(event, **given))


def outcome(shown: payloads.Replay) -> str:
    """What the player of a replay took home, in a few words: ``won $103.00 with four nines``."""
    verb = {1: "won", -1: "lost", 0: "was even"}[shown.sign]
    amount = " " + shown.net.lstrip("+\u2212") if shown.sign else ""
    hand = f" with {shown.hand.replace(', with wild cards', '')}" if shown.hand else ""
    return f"{verb}{amount}{hand}"
