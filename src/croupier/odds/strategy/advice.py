"""What to do with these cards: the exact value of every action open to a player, and the best of them.

A state is everything the player can see when a decision is due. How many cards that is, and where they lie, is read
from the chapter's own course of a round, and a state that could not come about is refused by its provision.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

from croupier.errors import BadText, CroupierError, IllegalAction
from croupier.game import Ask, Give, Setting, Turn, describe, settle_plainly
from croupier.game.features import SEAT
from croupier.game.streets import walk
from croupier.kit.cards import CARDS, RANKS, write
from croupier.kit.cards import cards as read_cards
from croupier.kit.money import dollars
from croupier.odds.figures.analysis import exact
from croupier.odds.rounds.state import State
from croupier.odds.rounds.weighted import ANTE, studied_ante
from croupier.odds.solver.pays import stakes_at
from croupier.odds.solver.solve import solve

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from croupier.game import Game, Rules
    from croupier.kit.cards import Card
    from croupier.odds.solver.solve import Solved

    Cards = tuple[Card, ...]
    Lookup = Callable[[State], "Advice"]

__all__ = ["Advice", "State", "advise", "by_first_card", "lookup", "read_state", "seen_before", "set_against"]

KEYS = ("cards", "community", "dealer", "decisions")


@dataclass(frozen=True, slots=True)
class Advice:
    """The expected net of the main wagers, in antes, of every action; `best` keeps playing where two are worth the
    same. `reason` says what the cards make, where that is all there is to it."""

    actions: Mapping[str, Fraction]
    best: str
    reason: str | None = None

    def to_json(self) -> dict[str, Any]:
        """In the contract's words."""
        fields: dict[str, Any] = {
            "actions": {name: exact(value) for name, value in self.actions.items()},
            "best": self.best,
        }
        return fields if self.reason is None else {**fields, "reason": self.reason}


# Reading a state -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Sight:
    """What lies before a player on a street: how many cards at each place, and the provision that put them there."""

    cards: Mapping[str, int]
    cites: Mapping[str, object]


def _sight(rules: Rules, street: int) -> _Sight:
    counts = {"cards": 0, "community": 0, "dealer": 0}
    cites: dict[str, object] = {}
    for step in rules.game.course:
        if isinstance(step, Ask):
            if step.street == street:
                break
            continue
        place, seen = _seen(rules, step)
        if place in counts and (seen or place not in cites):
            counts[place] += seen
            cites[place] = step.cite
    return _Sight(counts, cites)


def seen_before(rules: Rules, decisions: str) -> tuple[int, int, int]:
    """How many cards a player sees of the hand, the community cards and the dealer's when the decision after these is
    due."""
    said = tuple(decisions.split())
    if walk(rules.game.streets, ANTE, said).needs is None:
        raise IllegalAction("after these the player has nothing left to decide", field="decisions")
    found = _sight(rules, len(said)).cards
    return found["cards"], found["community"], found["dealer"]


def _seen(rules: Rules, step: Give | Turn) -> tuple[str, int]:
    """Where a step leaves cards that the player may look at, and how many."""
    if isinstance(step, Turn):
        return step.place, step.count
    if step.to == "seats":
        return "cards", step.count(rules, {})
    return step.to, step.count(rules, {}) if step.up else 0


def read_state(rules: Rules, told: object) -> State:
    """Read a state told as in the contract, and refuse one that this table could not come to."""
    if not isinstance(told, dict):
        raise IllegalAction("a state is a JSON object")
    for key in told:
        if key not in KEYS:
            raise IllegalAction(f"a state has {', '.join(KEYS)}", field=str(key))
    game = rules.game
    held = {place: _cards(told.get(place), place, game) for place in ("cards", "community", "dealer")}
    for place in ("community", "dealer"):
        if held[place] and not any(p.id == place for p in game.places):
            raise IllegalAction(f"{game.name} ({game.edition}) has no {place} cards", field=place, cite=game.hand_cite)
    decisions = _decisions(rules, told.get("decisions"), len(held["community"]))
    needs = walk(game.streets, ANTE, decisions).needs
    if needs is None:
        cite = game.streets[-1].cite if game.streets else game.hand_cite
        raise IllegalAction("after these the player has nothing left to decide", field="decisions", cite=cite)
    sight = _sight(rules, len(decisions))
    for place, count in sight.cards.items():
        if len(held[place]) != count:
            raise IllegalAction(
                f"{_many(len(held[place]))} given where the player sees {_many(count)} {needs.name}",
                field=place,
                cite=needs.cite if place == "community" else sight.cites.get(place, game.hand_cite),
            )
    game.deck.check(list(held.items()))
    return State(held["cards"], held["community"], held["dealer"], decisions)


def _many(count: int) -> str:
    return "1 card" if count == 1 else f"{count or 'no'} cards"


def _cards(told: object, place: str, game: Game) -> Cards:
    if told is None:
        return ()
    if not isinstance(told, str):
        raise IllegalAction(f'{told!r} is not cards: write "As Kd 2c"', field=place, cite=game.hand_cite)
    try:
        return read_cards(told)
    except CroupierError as error:
        raise error.within(place) from None


def _decisions(rules: Rules, told: object, community: int) -> tuple[str, ...]:
    """The decisions so far; where none are told and only one way leads to the cards shown, that way."""
    streets = rules.game.streets
    if told is not None:
        if not isinstance(told, list) or not all(isinstance(word, str) for word in told):
            raise BadText(f"{told!r} is not a list of decisions", field="decisions")
        return tuple(told)
    way: list[str] = []
    while len(way) < len(streets) - 1 and _sight(rules, len(way)).cards["community"] < community:
        on = [option.id for option in streets[len(way)].options if not (option.folds or option.done)]
        if len(on) != 1:
            raise IllegalAction(
                f"must be given: {', '.join(on)} {streets[len(way)].name} each lead to {_many(community)}",
                field="decisions",
                cite=streets[len(way)].cite,
            )
        way += on
    return tuple(way)


# Looking up ----------------------------------------------------------------------------------------------------


def lookup(rules: Rules) -> Lookup:
    """Find or count the facts once; what comes back answers a state in well under a millisecond.

    The limits of a table's wagers say nothing about the value of a decision and are left out; with a payout limit the
    values are those of the largest ante.
    """
    rules, ante = replace(rules, limits={}), studied_ante(rules)
    if rules.game.study == "two-hands":  # nothing is left to chance once the dealer's cards lie open
        return lambda state: set_against(rules, state)
    solved = solve(rules, stakes=stakes_at(rules, ante))
    return lambda state: advice_of(solved, state)


def advise(rules: Rules, told: Mapping[str, object]) -> Advice:
    """The values of one state told as in the contract; see `lookup` for many."""
    return lookup(rules)(read_state(rules, dict(told)))


def seen_of(state: State) -> dict[str, Cards]:
    """The cards of a state by place."""
    return {SEAT: state.cards, "community": state.community, "dealer": state.dealer, **dict(state.elsewhere)}


def advice_of(solved: Solved, state: State) -> Advice:
    """What a solved game says of a state."""
    return Advice(*solved.decided(seen_of(state), state.decisions))


def by_first_card(solved: Solved) -> dict[str, Advice]:
    """What to do with every first card, by its rank, where one card is all that is seen."""
    firsts = [CARDS[card] for card in solved.pays.counted.levels[0].states[:, 0].tolist()]
    return {RANKS[card.rank - 2]: Advice(*solved.decided({SEAT: (card,)})) for card in firsts}


def set_against(rules: Rules, state: State) -> Advice:
    """Every legal setting by its low hand, highest low hand first, and surrender. Of settings that are worth the same
    the best is the house way's, if it is among them, and otherwise the one with the highest low hand."""
    wager = next(w for w in rules.game.wagers if w.placed == "required")
    held = sorted(state.cards, reverse=True)
    found: dict[str, Fraction] = {}
    texts: dict[str, str] = {}
    for low in sorted(combinations(held, 2), key=_low, reverse=True):
        high = tuple(card for card in held if card not in low)
        played = describe(rules, _told(rules, state, {"high": write(high), "low": write(low)}))
        if wager.see(rules, played, 1).fouled:
            continue
        done = settle_plainly(rules, played)
        found[write(low)] = Fraction(done.seats[1].net, ANTE)
        texts[write(low)] = f"{(done.seats[1].hand or {})['text']}, against {(done.dealer or {})['text']}"
    house: Setting = rules.chosen["house-way"].set(rules.ranking, state.cards)
    usual = write(sorted(house.low, reverse=True))
    for option in rules.game.streets[0].options:
        if option.folds:
            done = settle_plainly(rules, describe(rules, _told(rules, state, option.id)))
            found[option.id] = Fraction(done.seats[1].net, ANTE)
    top = max(found.values())
    best = usual if found[usual] == top else next(name for name, value in found.items() if value == top)
    return Advice(found, best, texts.get(best))


def _low(cards: Sequence[Card]) -> tuple[bool, list[int], Sequence[Card]]:
    """Two cards as a low hand: a pair over none, then the ranks; the joker is an ace."""
    ranks = [card.rank or 14 for card in cards]
    return ranks[0] == ranks[1], sorted(ranks, reverse=True), cards


def _told(rules: Rules, state: State, decision: object) -> dict[str, Any]:
    seat = {"cards": write(state.cards), "wagers": {rules.game.ante: dollars(ANTE)}, "decisions": [decision]}
    return {"seats": {"1": seat}, "dealer": write(state.dealer)}
