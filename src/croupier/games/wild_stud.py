"""The mechanics of five-card stud with wild cards against the dealer. No numbers and no law: chapters bring both."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.game import Played, Rules
    from croupier.kit.rankings import Ranking


class Showdown(NamedTuple):
    """A player's hand against the dealer's: categories, and which is higher (`versus` 1, 0 or -1)."""

    folded: bool
    hand: int
    natural: bool
    dealer: int
    versus: int


class Beaten(NamedTuple):
    """The category of a hand that was beaten, 0 if none was, and whether it was the dealer's."""

    folded: bool
    hand: int
    dealers: bool


def ranking_of(rules: Rules) -> Ranking:
    """The ranking in force."""
    assert rules.ranking is not None
    return rules.ranking


def showdown(rules: Rules, played: Played, number: int) -> Showdown:
    """What decides the Ante, Blind, Raise and Trips wagers."""
    ranking, seat = ranking_of(rules), played.seats[number]
    hand, dealer = ranking.rank(seat.cards), ranking.rank(played.places["dealer"])
    return Showdown(
        seat.folded is not None,
        hand.category,
        ranking.is_natural(seat.cards),
        dealer.category,
        (hand > dealer) - (hand < dealer),
    )


def showdowns(rules: Rules) -> Iterator[Showdown]:
    """Every class of showdown: hands of one category may beat, tie or lose to each other."""
    top = len(ranking_of(rules).categories)
    single = {ranking_of(rules)["five-wilds"]}
    for folded in (False, True):
        for hand in range(1, top + 1):
            for natural in (False, True):
                for dealer in range(1, top + 1):
                    sign = (hand > dealer) - (hand < dealer)
                    ways = (-1, 0, 1) if hand == dealer and hand not in single else (sign,)
                    for versus in ways:
                        if not (hand in single and (natural or dealer == hand)):
                            yield Showdown(folded, hand, natural, dealer, versus)


def not_folded(rules: Rules) -> Iterator[Showdown]:
    """The classes in which a Raise Wager was made."""
    return (s for s in showdowns(rules) if not s.folded)


def beaten(rules: Rules, played: Played, number: int, *, two_way: bool) -> Beaten:
    """Which hand was beaten: the player's, or with `two_way` either."""
    s = showdown(rules, played, number)
    if s.versus < 0:
        return Beaten(s.folded, s.hand, dealers=False)
    if s.versus > 0 and two_way:
        return Beaten(s.folded, s.dealer, dealers=True)
    return Beaten(s.folded, 0, dealers=False)


def beatens(rules: Rules, *, two_way: bool) -> Iterator[Beaten]:
    """Every class of beaten hand. All five wilds cannot be beaten."""
    for folded in (False, True):
        yield Beaten(folded, 0, dealers=False)
        for hand in range(1, len(ranking_of(rules).categories)):
            yield Beaten(folded, hand, dealers=False)
            if two_way:
                yield Beaten(folded, hand, dealers=True)


def show(rules: Rules, played: Played, number: int | None) -> Mapping[str, object] | None:
    """A hand for people: its name, whether it is natural, and words."""
    cards = played.cards_at("dealer") if number is None else played.seats[number].cards
    ranking = ranking_of(rules)
    hand, natural = ranking.rank(cards), ranking.is_natural(cards)
    text = ranking.text(hand) + ("" if natural else ", with wild cards")
    return {"name": ranking.category(hand).name, "natural": natural, "text": text}
