"""The plain sampler: the certificate of every exact figure.

It deals, plays a strategy and settles every round (see `plain_rounds`). What it shares with the exact figures and with
the fast sampler is the chapter alone, and the strategy where one is worked out.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING

from croupier.errors import IllegalAction
from croupier.game import Played, Seat, Setting, settle_seat
from croupier.odds.play.plain_rounds import MAIN, PlainSampler, Tally, stakes_of
from croupier.odds.rounds.weighted import ANTE
from croupier.odds.sampling.player import asked
from croupier.odds.strategy.advice import lookup

if TYPE_CHECKING:
    from croupier.game import Rules
    from croupier.game.streets import Decision
    from croupier.odds.play.plain_rounds import Strategy
    from croupier.odds.rounds.state import State
    from croupier.odds.sampling.player import Player

__all__ = ["FIRST", "MAIN", "OPTIMAL", "PlainSampler", "Tally", "named", "plain_sampler"]

OPTIMAL = "optimal"
FIRST = "first"


def plain_sampler(
    rules: Rules, *, seats: int = 1, strategy: str | Strategy = OPTIMAL, player: Player | None = None
) -> PlainSampler:
    """Prepare a table: every wager its rules offer, at so many seats. A strategy is a name (`optimal`, `first`,
    `always-raise`), a function from what a player sees to a decision, or that of a `player` of your own; a decision
    that is not open is refused."""
    if player is not None:
        own = player
        own_name = f"{type(own).__name__} of your own"
        rules = replace(rules, limits=MappingProxyType({}))
        _check_seats(rules, seats)
        return PlainSampler(rules, seats, own_name, partial(asked, own), stakes_of(rules))
    _check_seats(rules, seats)
    rules = replace(rules, limits=MappingProxyType({}))  # what may be staked says nothing of what comes of it
    name = strategy if isinstance(strategy, str) else getattr(strategy, "__name__", "given")
    decide = named(rules, strategy) if isinstance(strategy, str) else strategy
    return PlainSampler(rules, seats, name, decide, stakes_of(rules))


def _check_seats(rules: Rules, seats: int) -> None:
    game = rules.game
    if not 1 <= seats <= game.seats:
        raise IllegalAction(
            f"{seats} seats where the table has 1 to {game.seats}", field="--seats", cite=game.seats_cite
        )


# Strategies ------------------------------------------------------------------------------------------------------


def named(rules: Rules, name: str) -> Strategy:
    """A strategy by its name: the optimal one, the first option everywhere, or one option wherever it is open."""
    streets = rules.game.streets
    options = dict.fromkeys(option.id for street in streets for option in street.options)
    known = [OPTIMAL, FIRST, *(f"always-{option}" for option in options)]
    if name not in known:
        raise IllegalAction(f"{name!r} is no strategy here; {', '.join(known)}", field="--strategy")
    if name == OPTIMAL:
        return _best_setting(rules) if streets and streets[0].setting else _best_option(rules)

    def always(state: State) -> Decision:
        street = streets[len(state.decisions)]
        if name == FIRST:
            return street.options[0].id
        said = name.removeprefix("always-")
        return said if street.option(said) is not None else street.late

    return always


def _best_option(rules: Rules) -> Strategy:
    advice = lookup(rules)
    return lambda state: advice(state).best


def _best_setting(rules: Rules) -> Strategy:
    """Try every setting against the dealer's open hand, and take the one that nets most."""
    game = rules.game
    stakes = {game.ante: ANTE}

    def decide(state: State) -> Decision:
        best: tuple[int, Setting] | None = None
        for low in combinations(state.cards, 2):
            setting = Setting(tuple([card for card in state.cards if card not in low]), low)
            seat = Seat(state.cards, stakes, (setting,), None, stakes, None, setting)
            played = Played({1: seat}, {"dealer": state.dealer}, None)
            net = settle_seat(rules, played, 1, None)[0][0].net
            if best is None or net > best[0]:
                best = (net, setting)
        assert best is not None
        return best[1]

    return decide
