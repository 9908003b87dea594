"""The shapes of games that the counters can count; anything else is refused before it is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import IllegalAction
from croupier.game import Ask, Give, Played, Turn
from croupier.kit.cards import WITH_JOKER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Rules
    from croupier.kit.rankings import Ranking


def refused(rules: Rules, why: str, cite: object = None) -> IllegalAction:
    """The game cannot be counted, and why."""
    return IllegalAction(f"{rules.game.name} is not counted exactly: {why}", field="game", cite=cite)


def ranking_of(rules: Rules) -> Ranking:
    """The game's ranking."""
    if rules.ranking is None:
        raise refused(rules, "it ranks no hands")
    return rules.ranking


def single_deck(rules: Rules) -> tuple[int, ...]:
    """The cards in play, each there once."""
    deck = rules.game.deck
    if deck.copies != 1 or len(set(deck.cards)) != len(deck.cards):
        raise refused(rules, "its cards are there more than once", deck.cite)
    return tuple(sorted(int(card) for card in deck.cards))


def full_deck(rules: Rules) -> tuple[int, ...]:
    """The cards in play, which must be all 53."""
    cards = single_deck(rules)
    if cards != tuple(map(int, WITH_JOKER)):
        raise refused(rules, "its counters know the deck of 52 cards and the joker", rules.game.deck.cite)
    return cards


def places_of(rules: Rules) -> Mapping[str, int]:
    """How many cards lie at each place when nobody has wagered."""
    nobody = Played({}, {}, None)
    return {place.id: place.count(rules, nobody) for place in rules.game.places}


def check_stud(rules: Rules) -> None:
    """Five cards against the dealer's five, and one decision before they are turned up: stay or leave."""
    game, size = rules.game, ranking_of(rules).size
    sizes = {"a seat": game.hand_size, "the dealer": places_of(rules).get("dealer", 0), "a ranked hand": size}
    for who, cards in sizes.items():
        if cards != 5:
            raise refused(rules, f"five cards against five are, and {who} has {cards}", game.hand_cite)
    options = [option for street in game.streets for option in street.options]
    if len(game.streets) != 1 or [option.folds for option in options] != [False, True]:
        raise refused(rules, "one decision to stay or leave is", game.streets[0].cite)
    before = game.course[: game.course.index(Ask(0))]
    for step in before:
        if isinstance(step, Turn) or (isinstance(step, Give) and step.up and step.to != "seats"):
            raise refused(rules, "a card of the dealer's is seen before the decision", step.cite)
