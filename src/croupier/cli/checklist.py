"""A game's conduct as a dealer's checklist, made from the same steps that a table has due."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.game.conduct import DEALER
from croupier.kit.money import printed
from croupier.round import Round
from croupier.table.plans import Cutters, Plans
from croupier.table.remedies import remedy
from croupier.table.state import Due, Pack

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.game import Rules
    from croupier.game.conduct import Irregularity, Step

_SEAT = re.compile(r"\bseat \d\b")


@dataclass(frozen=True, slots=True)
class Item:
    """A step of the checklist."""

    id: str
    words: str
    by: tuple[str, ...]
    cite: str


@dataclass(frozen=True, slots=True)
class Wrong:
    """An irregularity of the checklist."""

    id: str
    words: str
    when: str
    remedy: str
    by: tuple[str, ...]
    cite: str
    reading: str | None


def checklist(rules: Rules) -> list[tuple[str, list[Item]]]:
    """The phases of a table's day in order, each with its steps."""
    plans = Plans(rules)
    way, shuffler = rules.chosen["dealing"], rules.chosen.get("shuffler", "none")
    decks = rules.chosen.get("decks", 1)
    pack = Pack(len(rules.game.deck))
    round_ = _sample(rules)
    opening = plans.opening(decks)
    checks = [due for due in opening if due.id != "receive"]
    receive = [due for due in opening if due.id == "receive"]
    prepared = plans.prepared(0, pack, way=way, shuffler=shuffler, shuffle=True, cutters=Cutters())
    conduct = plans.conduct
    chosen = conduct.ways[way]
    start = "seats.1" if chosen.start else ""
    play = plans.play(round_, way=way, count=True, start=start)
    phases: list[tuple[str, Iterable[Item]]] = [
        ("Opening the table", _items([*checks, *receive, *plans.received(0, preshuffled=False)])),
        ("Shuffle and cut", _items(prepared)),
        ("Close of the betting", [*_steps(chosen.close[:1]), *_items(plans.close(round_, way=way))]),
    ]
    for title, phase in (("Deal", "dealing"), ("Decisions", "deciding"), ("Settlement", "settling")):
        phases.append((title, _items([_spelled(rules, due) for due in play if due.phase == phase])))
    phases += [("Before a progressive is paid", _validation(plans)), ("At other times", _other(plans))]
    return [(title, listed) for title, found in phases if (listed := list(found))]


def _sample(rules: Rules) -> Round:
    """A round of one seat with every wager that the table offers."""
    wagers = {}
    for wager in rules.offered():
        progression = rules.tables[wager.id].progression
        if wager.is_placed:
            wagers[wager.id] = progression.wagers[-1] if progression else 1000
    return Round.placed(rules, {1: wagers})


def _spelled(rules: Rules, due: Due) -> Due:
    """A decision with what may be said, and a settlement with its order of seats."""
    if due.id == "decide":
        street = rules.game.streets[due.street]
        words = [option.id for option in street.options] + (["a setting of the cards"] if street.setting else [])
        return replace(due, words=f"{due.words}: {', '.join(words)}")
    if due.id in {"reveal", "settle"}:
        first, last = rules.game.settled[0], rules.game.settled[-1]
        return replace(due, words=f"{due.words}, from {first} to {last}")
    return due


def _items(dues: Iterable[Due]) -> Iterator[Item]:
    """Steps once each: what is done seat by seat is said of each seat."""
    said: set[tuple[str, str, str]] = set()
    for due in dues:
        words = _SEAT.sub("each seat in turn", due.words)
        if due.id == "deal" and due.to.startswith("seats.") and "one card" in words:
            words += ", round after round"
        key = (due.id, words, due.cite)
        if key not in said:
            said.add(key)
            yield Item(due.id, words, due.by, due.cite)


def _steps(found: Iterable[Step]) -> Iterator[Item]:
    return (Item(step.id, step.words, step.by, str(step.cite)) for step in found)


def _validation(plans: Plans) -> Iterator[Item]:
    if not plans.progressives:
        return
    own = plans.conduct.validate_from
    least = plans.rules.chosen[own] if own else None
    for step in plans.conduct.validate:
        if own and least is not None:
            yield Item(step.id, f"{step.words}, from {printed(least)} on", step.by, str(step.cite))
        elif not own:
            yield from _steps([step])
    if plans.conduct.documented is not None:
        yield Item(
            "document",
            "complete the documents of the payment",
            plans.conduct.validate[-1].by,
            str(plans.conduct.documented),
        )


def _other(plans: Plans) -> Iterator[Item]:
    conduct, rules = plans.conduct, plans.rules
    yield from _steps([conduct.cut.recut])
    for reason, cite in (conduct.cut.offers or {}).items():
        yield Item("cut", f"offer the cut to {_CUTTERS[reason]}", ("player", *DEALER), str(cite))
    yield from _steps([conduct.idle.spread])
    yield from _steps(step for step in (conduct.idle.turn_up, conduct.idle.stored, conduct.new_dealer_burn) if step)
    if conduct.count_surrendered is not None:
        yield from _steps([conduct.count_surrendered])
    hours = rules.game.deck_hours.get(rules.chosen["dealing"])
    if hours is not None:
        change = plans.change("cards", hours[1], 0)
        yield Item(change.id, f"change the cards after {hours[0]} hours", change.by, change.cite)
    if conduct.dice is not None:
        yield from _steps([conduct.dice.after])
        change = plans.change("dice", conduct.dice.hours[1], 0)
        yield Item(change.id, f"change the dice after {conduct.dice.hours[0]} hours", change.by, change.cite)


_CUTTERS = {
    "first": "the first player who came to the table",
    "cover": "the player on whose box the cover card came",
    "right": "the player farthest to the dealer's right, and then on to the left",
    "hand": "the player farthest to the dealer's right, when dealt from the hand",
    "floor": "whom the floorperson says",
}


def irregularities(rules: Rules) -> list[Wrong]:
    """Everything that the chapter says can go wrong, and what follows; ways of dealing of another kind are left out."""
    assert rules.game.conduct is not None
    way = rules.chosen["dealing"]
    return [_wrong(found) for found in rules.game.conduct.irregularities if not found.ways or way in found.ways]


def _wrong(found: Irregularity) -> Wrong:
    reading = None if found.reading is None else found.reading.key
    return Wrong(found.id, found.words, " or ".join(found.when), remedy(found), found.by, str(found.cite), reading)
