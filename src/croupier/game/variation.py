"""A game otherwise than its chapter has it: other cards, other limits of a raise, other pays. It is no edition of the
law, and is marked so.

>>> from croupier import open_game
>>> game = vary(open_game("raise-it-up"), {"times": "1,2"})
>>> game.edition, game.mark, [option.id for option in game.streets[0].options]
('pa-2019-varied', 'DRAFT, not in force', ['play-2', 'play-1', 'check'])
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.errors import BadText, CroupierError
from croupier.game.choices import whole
from croupier.kit.cards import RANKS, WITH_JOKER, Deck
from croupier.kit.pays import pay

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.game.game import Game

RANK_OF = {card: "Jk" if card.is_joker else str(card)[0] for card in WITH_JOKER}
KEYS = {
    "decks": "how many decks are shuffled together: decks=2",
    "without": "ranks that are taken out, and Jk for the joker: without=2,3 or without=Jk",
    "times": "at most these multiples of the Ante may be said: times=1,2",
    "pay.WAGER.ROW": "what a row of a wager pays: pay.play.flush='6 to 1'; a row that is new is added",
}


def vary(game: Game, changes: Mapping[str, str]) -> Game:
    """The game with these changes, marked a draft."""
    if not changes:
        raise BadText("nothing is changed", field="--set")
    chapter = game.chapter
    varied = replace(
        game,
        chapter=replace(
            chapter, edition=f"{chapter.edition}-varied", status="draft", effective=None, ceased=None, published=None,
            earlier=(), source=f"A variation of {chapter.source}: {', '.join(f'{k}={v}' for k, v in changes.items())}",
        ),
    )  # fmt: skip
    for key, value in changes.items():
        change = _pay if key.startswith("pay.") else _CHANGES.get(key)
        if change is None:
            raise BadText(f"nothing is varied so; {'; '.join(KEYS.values())}", field=key)
        try:
            varied = change(varied, key, value)
        except CroupierError as error:
            raise error.within(key) from None
    return varied


def _decks(game: Game, _: str, value: str) -> Game:
    count = int(str(whole(1, 8)(int(value) if value.isdecimal() else value)))
    return replace(game, deck=Deck(f"{count} times {game.deck.name}", game.deck.cards, count, game.deck.cite))


def _without(game: Game, _: str, value: str) -> Game:
    gone = {word.strip() for word in value.split(",")}
    if unknown := gone - {*RANKS, "Jk"}:
        raise BadText(f"{min(unknown)!r} is no rank of {RANKS}, nor Jk")
    kept = tuple(card for card in game.deck.cards if gone.isdisjoint({str(card), RANK_OF[card]}))
    if len(kept) == len(game.deck.cards):
        raise BadText("no such card is in the deck")
    return replace(game, deck=Deck(f"{len(kept)} cards", kept, game.deck.copies, game.deck.cite))


def _times(game: Game, _: str, value: str) -> Game:
    allowed = {word.strip() for word in value.split(",")}
    streets = []
    for street in game.streets:
        options = tuple(one for one in street.options if not one.wager or str(one.times) in allowed)
        if not any(one.wager for one in options):
            raise BadText(f"nothing could be wagered {street.name}")
        streets.append(replace(street, options=options))
    if tuple(streets) == game.streets:
        raise BadText("that is what the chapter has")
    return replace(game, streets=tuple(streets))


def _pay(game: Game, key: str, value: str) -> Game:
    _, id_, row = [*key.split(".", 2), ""][:3]
    wager = game.wager(id_)
    if wager is None:
        raise BadText(f"{game.id} has no wager {id_!r}; it has {', '.join(one.id for one in game.wagers)}")
    tables = tuple(
        replace(one, rows={**one.rows, row: pay(value)}, labels={row: row.replace("-", " "), **one.labels})
        for one in wager.tables
    )
    return game.with_wager(id_, tables=tables)


_CHANGES: dict[str, Callable[[Game, str, str], Game]] = {"decks": _decks, "without": _without, "times": _times}
