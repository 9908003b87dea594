"""The mechanics of five-card stud with wild cards against the dealer. No numbers and no law: chapters bring both."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.game.features import OWN, Best, Compare, FoldedOn, Natural, Sight, Standing, at
from croupier.kit import hand_forms as forms

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.game import Played, Rules
    from croupier.kit.rankings import Category, Hand, Ranking


HANDS = (
    "high-card",
    "pair",
    "two-pairs",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "five-of-a-kind",
    "royal-flush",
    "five-wilds",
)
"""Names of hands. Their places in this list stand for them, whatever ranking is in force."""
PLACE = {name: place for place, name in enumerate(HANDS, 1)}


def read_hands(hands: tuple[Category, ...], *, five: str = "", best: str = "") -> tuple[Category, ...]:
    """A chapter's list of hands with five-of-a-kind `below-straight-flush` or `no-hand`, and with four wild cards and a
    high one for the `best` hand read as five-of-a-kind."""
    by_name = {hand.name: hand for hand in hands}
    names = list(by_name)
    if five in {"below-straight-flush", "no-hand"}:
        names.remove("five-of-a-kind")
    if five == "below-straight-flush":
        names.insert(names.index("straight-flush") + 1, "five-of-a-kind")
    elif five == "no-hand":
        by_name["four-of-a-kind"] = replace(by_name["four-of-a-kind"], form=forms.four_and_a_kicker)
    if best == "five-of-a-kind":
        by_name["royal-flush"] = replace(by_name["royal-flush"], form=forms.royal_by_a_plain_pair)
    return tuple(by_name[name] for name in names)


def place(ranking: Ranking, hand: Hand) -> int:
    """What stands for the hand's category."""
    return PLACE[ranking.category(hand).name]


class Showdown(NamedTuple):
    """A player's hand against the dealer's: what they are, and which is higher (`versus` 1, 0 or -1)."""

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


@cache
def versus(ranking: Ranking) -> Sight[Showdown]:
    """The player's hand against the dealer's under a ranking."""
    mine, theirs = Best(ranking, OWN), Best(ranking, at("dealer"))
    stands = {place: PLACE[name] for place, name in ranking.names().items()}

    def seen(street: int, hand: int, natural: bool, dealer: int, versus: int) -> Showdown:
        return Showdown(street > 0, stands[hand], natural, stands[dealer], versus)

    return Sight((FoldedOn(), Standing(mine), Natural(ranking, OWN), Standing(theirs), Compare(mine, theirs)), seen)


def showdown(rules: Rules) -> Sight[Showdown]:
    """What decides the Ante, Blind, Raise and Trips wagers."""
    return versus(ranking_of(rules))


def showdowns(rules: Rules) -> Iterator[Showdown]:
    """Every class of showdown: hands of one category may beat, tie or lose to each other."""
    ranking = ranking_of(rules)
    standing = {PLACE[each.name]: ranking[each.name] for each in reversed(ranking.categories)}
    single = {PLACE["five-wilds"]}
    for folded in (False, True):
        for hand, mine in standing.items():
            for natural in (False, True):
                for dealer, theirs in standing.items():
                    sign = (mine > theirs) - (mine < theirs)
                    ways = (-1, 0, 1) if hand == dealer and hand not in single else (sign,)
                    for versus in ways:
                        if not (hand in single and (natural or dealer == hand)):
                            yield Showdown(folded, hand, natural, dealer, versus)


def not_folded(rules: Rules) -> Iterator[Showdown]:
    """The classes in which a Raise Wager was made."""
    return (s for s in showdowns(rules) if not s.folded)


def beaten(rules: Rules, *, two_way: bool) -> Sight[Beaten]:
    """Which hand was beaten: the player's, or with `two_way` either."""
    of_both = showdown(rules)

    def seen(*values: Any) -> Beaten:  # noqa: ANN401
        s = of_both.make(*values)
        if s.versus < 0:
            return Beaten(s.folded, s.hand, dealers=False)
        if s.versus > 0 and two_way:
            return Beaten(s.folded, s.dealer, dealers=True)
        return Beaten(s.folded, 0, dealers=False)

    return Sight(of_both.features, seen)


def beatens(rules: Rules, *, two_way: bool) -> Iterator[Beaten]:
    """Every class of beaten hand. All five wilds cannot be beaten."""
    for folded in (False, True):
        yield Beaten(folded, 0, dealers=False)
        for hand in [PLACE[each.name] for each in reversed(ranking_of(rules).categories[1:])]:
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
