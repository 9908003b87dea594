"""Rounds of a chapter in which hands are seldom poor: every line as it is settled, with its pay and its readings."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from croupier import CroupierError, describe, settle
from croupier.kit.cards import JOKER
from croupier.round import Choose, Deal, Round
from tests.law.decided import rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier import Card, Game, Rules

ROUNDS = 24


def rounds(game: Game) -> Iterator[str]:
    """Some rounds of three seats, on one paytable after another, every other under another answer to a reading, and
    what each line of them is decided by."""
    switches = [reading for reading in game.readings if reading.choices]
    for number in range(ROUNDS):
        chance = Random(number)
        other = switches[number // 2 % len(switches)] if number % 2 and switches else None
        answered = {} if other is None else {other.key: other.choices[-1]}
        rules = rules_of(game, answered, number)
        round_ = _played(rules, chance, deck(rules, chance, by_suit=number % 3 == 2))
        lies = ", ".join(f"{to} {_cards(held)}" for to, held in round_.places.items())
        yield f"round {number}{''.join(f', {key}={answer}' for key, answer in answered.items())}: {lies}"
        try:
            done = settle(rules, describe(rules, round_.told()))
        except CroupierError as error:
            yield f"  refused {error.field}: {error.message} {_short(error.cite)}"
            continue
        for seat, own in done.seats.items():
            held = round_.seats[seat]
            yield f"  seat {seat}: {_cards(held.cards)}, {', '.join(map(str, held.decisions))}: {own.hand or '-'}"
            for line in own.lines:
                envy = f" from {line.envy_from} for {line.envy_for}" if line.envy_from is not None else ""
                cites = ", ".join(_short(cite) for cite in (line.cite, line.pays_cite, line.limited_by) if cite)
                keys = "".join(f" [{reading.key}]" for reading in line.readings)
                yield f"    {line.wager}{envy} {line.result} {line.row or '-'} {line.paid} {cites}{keys}"


def deck(rules: Rules, chance: Random, *, by_suit: bool) -> list[Card]:
    """The cards in an order in which few ranks, or two suits, come first."""
    lying = list(rules.game.deck.all())
    chance.shuffle(lying)
    kept = set(chance.sample(range(4), 2) if by_suit else chance.sample(range(2, 15), 6))
    first = [card for card in lying if card == JOKER or (card.suit if by_suit else card.rank) in kept]
    return first + [card for card in lying if card not in set(first)]


def _played(rules: Rules, chance: Random, lying: list[Card]) -> Round:
    wagers = {w.id: _stake(rules, w.id, chance) for w in rules.offered() if w.placed != "by-decision"}
    fed = any(table.progression is not None for table in rules.tables.values())
    some = {seat: {w: s for w, s in wagers.items() if _is_placed(rules, w, chance)} for seat in (1, 3, 6)}
    round_ = Round.begin(rules, some, meter="5000" if fed else None)
    while (need := round_.needs) is not None:
        if isinstance(need, Deal):
            given, lying = lying[: need.count], lying[need.count :]
            round_ = round_.dealt(given)
        else:
            assert isinstance(need, Choose)
            keeps = [option for option in need.street.options if not option.folds or chance.random() < 0.1]
            try:
                round_ = round_.chose(chance.choice(keeps).id)
            except CroupierError:  # a surrender that is closed
                round_ = round_.chose(next(option.id for option in keeps if not option.folds))
    return round_


def _is_placed(rules: Rules, wager: str, chance: Random) -> bool:
    own = rules.game.wager(wager)
    assert own is not None
    return own.placed == "required" or chance.random() < 0.8


def _stake(rules: Rules, wager: str, chance: Random) -> str:
    progression = rules.tables[wager].progression
    return f"{chance.choice(progression.wagers) // 100}" if progression is not None else "10"


def _cards(held: tuple[Card | None, ...]) -> str:
    return " ".join(str(card) for card in held)


def _short(cite: object) -> str:
    return str(cite or "-").removeprefix("58 Pa. Code ")
