"""Games as a newcomer would change them: ours with one rule, card or hand replaced."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from croupier import open_game
from croupier.game import Case, Give, Then, Wager
from croupier.games.community import three_card_straights
from croupier.games.pa.raise_it_up import RANKING, THREE_CARD_HANDS
from croupier.kit.cards import STANDARD, Deck
from croupier.kit.paytables import only, table
from croupier.kit.rankings import Ranking

RAISE_IT_UP = open_game("raise-it-up")
DJ_WILD = open_game("dj-wild")
CITE = RAISE_IT_UP.seats_cite


def side(see, *, looks, pays="100 to 1", game=RAISE_IT_UP, id_="fancy"):
    """The game with a side wager that wins where `see` says so."""
    wager = Wager(
        id_,
        "Fancy Wager",
        CITE,
        "optional",
        (Case(CITE, lambda s, _: s, Then.PAY), Case(CITE, lambda s, _: not s, Then.LOSE)),
        (only(pays, CITE),),
        see=see,
        row=lambda s: "win" if s else None,
        classes=lambda _: (False, True),
        key=id_,
        looks=looks,
    )
    return replace(game, wagers=(*game.wagers, wager))


def best(played, number=1):
    """The best five of a seat and the community."""
    return RANKING.best(played.seats[number].cards + played.places["community"])


def flush(_, played, number):
    """Any flush, for comparison."""
    return best(played, number).category == RANKING["flush"]


def ace_high_flush(_, played, number):
    """A flush with the ace."""
    hand = best(played, number)
    return hand.category == RANKING["flush"] and hand.ties[0] == 14


def flush_in_hearts(_, played, number):
    """A flush whose suit matters."""
    cards = played.seats[number].cards + played.places["community"]
    return best(played, number).category == RANKING["flush"] and sum(card.suit == 2 for card in cards) >= 5


class ThreeCards(NamedTuple):
    """Three cards against the dealer's, who needs a queen."""

    folded: bool
    qualifies: bool
    versus: int

    @property
    def stays(self):
        return not self.folded


THREE_CARDS = Ranking("three cards", 3, THREE_CARD_HANDS, straights=three_card_straights("straight"))


def _three(_, played, number):
    seat = played.seats[number]
    mine, theirs = THREE_CARDS.rank(seat.cards), THREE_CARDS.rank(played.places["dealer"])
    qualifies = theirs.category > 1 or theirs.ties[0] >= 12
    return ThreeCards(seat.folded is not None, qualifies, (mine > theirs) - (mine < theirs))


_CLASSES = [ThreeCards(f, q, v) for f in (False, True) for q in (False, True) for v in (-1, 0, 1)]
_LOST: tuple[Case[ThreeCards], ...] = (
    Case(CITE, lambda s, _: s.folded, Then.FORFEIT),
    Case(CITE, lambda s, _: s.stays and s.qualifies and s.versus < 0, Then.LOSE),
)


def three_card_poker():
    """An Ante and a Play Wager on three cards; without a queen the dealer pays the Ante alone."""
    ante = Wager(
        "ante",
        "Ante",
        CITE,
        "required",
        (
            *_LOST,
            Case(CITE, lambda s, _: s.stays and s.qualifies and s.versus == 0, Then.PUSH),
            Case(CITE, lambda s, _: s.stays and (not s.qualifies or s.versus > 0), Then.PAY),
        ),
        (only("1 to 1", CITE),),
        see=_three,
        row=lambda _: "win",
        classes=lambda _: _CLASSES,
    )
    play = Wager(
        "raise",
        "Play",
        CITE,
        "by-decision",
        (
            *_LOST,
            Case(CITE, lambda s, _: s.stays and (not s.qualifies or s.versus == 0), Then.PUSH),
            Case(CITE, lambda s, _: s.stays and s.qualifies and s.versus > 0, Then.PAY),
        ),
        (only("1 to 1", CITE),),
        see=_three,
        row=lambda _: "win",
        classes=lambda _: _CLASSES,
    )
    street = DJ_WILD.streets[0]
    options = tuple(replace(o, times=1) if o.wager else o for o in street.options)
    course = tuple(
        replace(step, count=lambda *_: 3) if isinstance(step, Give) else step
        for step in DJ_WILD.course
        if "replacement" not in {getattr(step, "to", ""), getattr(step, "place", "")}
    )
    return replace(
        DJ_WILD,
        deck=Deck("52 cards", STANDARD, 1, CITE),
        ranking=lambda _: THREE_CARDS,
        wagers=(ante, play),
        hand_size=3,
        places=(replace(DJ_WILD.places[0], count=lambda *_: 3),),
        course=course,
        streets=(replace(street, options=options),),
        choices=(),
        checks=(),
        refuse=None,
        show=lambda *_: None,
    )


def spanish(game):
    """The game without its tens."""
    return replace(game, deck=Deck("48 cards", tuple(c for c in game.deck.cards if c.rank != 10), 1, CITE))


def royal_only_in_diamonds():
    """A paytable that lacks a row the wager falls into."""
    return table("X", CITE, "royal-flush | 100 to 1")
