"""Hands in words while they are being played: one's own cards with what lies face up, and the two hands of pai gow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import HouseError
from croupier.game import LOW_HAND
from croupier.games.pa.face_up_pai_gow import low_text
from croupier.games.pa.house_way import is_legal, low_hand
from croupier.games.pa.over_under import total
from croupier.house.cloth import payloads
from croupier.kit.cards import cards
from croupier.kit.hand_forms import ACE
from croupier.kit.wilds import stand_for

if TYPE_CHECKING:
    from croupier.game import Rules
    from croupier.kit.cards import Card

LEAST = 5
_MARKS = dict(enumerate(("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"), 2))


def in_words(rules: Rules, own: list[str], community: list[str]) -> str:
    """What these cards make by now; nothing while it is too early to say."""
    held = cards(" ".join(card for card in own if card))
    if len(held) != len(own) or not held:
        return ""
    if rules.game.study == "points":
        return f"a total of {total(held)}" if len(held) > 1 else f"{total(held)} points"
    ranking = rules.ranking
    if ranking is None or rules.game.set_hands is not None:
        return ""
    together = (*held, *cards(" ".join(card for card in community if card)))
    if len(together) < LEAST or len(together) < ranking.size:
        return _few(together)
    words = ranking.text(ranking.best(together) if len(together) > ranking.size else ranking.rank(together))
    natural = len(together) != ranking.size or ranking.is_natural(together)
    return words if natural else f"{words}, with wild cards"


def _few(held: tuple[Card, ...]) -> str:
    """Fewer cards than make a hand: only what they have in common."""
    ranks = [card.rank for card in held]
    most = max(ranks, key=lambda rank: (ranks.count(rank), rank))
    name = held[ranks.index(most)].words.split()[0]
    many = f"{name}{'es' if name == 'six' else 's'}"
    pairs = len({rank for rank in ranks if ranks.count(rank) == 2})
    if pairs == 2:
        return "two pairs"
    return {1: f"{name} high", 2: f"a pair of {many}", 3: f"three {many}", 4: f"four {many}"}[ranks.count(most)]


def high_to_low(held: list[str]) -> list[int]:
    """The places of cards in their order for the eye: high to low, the joker first; as they lie while one is unseen."""
    if not held or not all(held):
        return list(range(len(held)))
    found = cards(" ".join(held))
    return sorted(range(len(found)), key=lambda at: (not found[at].is_joker, -found[at].rank, str(found[at])))


def wilds(rules: Rules, held: list[str], low: list[str]) -> dict[str, str]:
    """The tag of each wild card in a whole hand; of two hands once they are set."""
    ranking = rules.ranking
    found = cards(" ".join(card for card in held if card))
    if ranking is None or len(found) != len(held) or (rules.game.set_hands is not None and not low):
        return {}
    five = tuple(card for card in found if str(card) not in low)
    if len(five) != ranking.size:
        return {}
    shown = stand_for(ranking, five) | {card: ACE for card in cards(" ".join(low)) if card.is_joker}
    return {str(card): f"wild: {_MARKS[rank]}" for card, rank in shown.items()}


def judge_setting(rules: Rules, own: tuple[Card, ...], low: list[int]) -> payloads.Setting:
    """A setting by the places of its low cards: both hands in words, and whether it is foul."""
    if rules.game.set_hands is None or rules.ranking is None:
        raise HouseError("there is nothing to set in this game", field="low")
    if len(own) != rules.game.hand_size or len(set(low)) != LOW_HAND or not all(0 <= i < len(own) for i in low):
        raise HouseError("the low hand is two of the seven cards", field="low")
    two = tuple(own[i] for i in sorted(low))
    five = tuple(card for i, card in enumerate(own) if i not in low)
    high, front = rules.ranking.rank(five), low_hand(two)
    words, under = rules.ranking.text(high), low_text(two)
    legal = is_legal(rules.ranking, high, front)
    law = rules.game.chapter.prefix
    foul = "" if legal else f"The low hand, {under}, ranks above the high hand, {words}. A foul hand loses."
    short = "" if legal else "the low hand outranks the high hand"
    return payloads.Setting(
        high=words,
        low=under,
        short=short,
        foul=foul,
        cite="" if legal else f"{law}11(c)",
        wild=wilds(rules, [str(card) for card in own], [str(card) for card in two]),
    )


def house_way(rules: Rules, own: tuple[Card, ...]) -> list[int]:
    """The places of the two cards that the house way sets low."""
    assert rules.game.set_hands is not None
    low = set(rules.game.set_hands(rules, own, "house-way").low)
    return [i for i, card in enumerate(own) if card in low]


def _sorted(found: tuple[Card, ...]) -> list[str]:
    held = [str(card) for card in found]
    return [held[at] for at in high_to_low(held)]


def dealer_in_words(rules: Rules, held: list[str], low: str) -> payloads.DealerHand:
    """The dealer's hand, or hands, once every card lies face up."""
    found = cards(" ".join(card for card in held if card))
    if not found or len(found) != len(held) or rules.ranking is None:
        return payloads.DealerHand(text="")
    if rules.game.set_hands is not None and len(found) == rules.game.hand_size:
        if not low:
            return payloads.DealerHand(text="")
        set_low = cards(low)
        five = tuple(card for card in found if card not in set_low)
        return payloads.DealerHand(
            text="",
            high=_sorted(five),
            low=_sorted(set_low),
            high_text=rules.ranking.text(rules.ranking.rank(five)),
            low_text=low_text(set_low),
            wild=wilds(rules, held, low.split()),
        )
    if len(found) != rules.ranking.size:
        return payloads.DealerHand(text="")
    return payloads.DealerHand(text=in_words(rules, held, []), wild=wilds(rules, held, []))
