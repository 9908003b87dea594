"""What can be practised: every chapter of the book, what its decisions depend on, and what a hand of it needs."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from croupier.games import EDITIONS, all_games
from croupier.house.coach import says, unit
from croupier.house.felt import chapter, label, place, status
from croupier.house.lab_strategy import form, ways_on
from croupier.house.lab_words import upper
from croupier.house.practice import WAY, choices, rules_of
from croupier.house.practice_words import scored, steps
from croupier.house.spaced import Record, to_json

if TYPE_CHECKING:
    from croupier.game import Game, Rules

WAYS = {"foxwoods": "Foxwoods", "mgm": "MGM", "flamingo": "Flamingo"}


@cache
def offer() -> dict[str, Any]:
    """Every game with its editions, and an empty record to begin with."""
    return {"games": [_game(game) for game in all_games()], "record": to_json(Record())}


def _game(game: Game) -> dict[str, Any]:
    rules = rules_of(game, {})
    several = len(EDITIONS[game.id]) > 1
    needs = form(rules)
    return {
        "id": game.id, "edition": game.edition, "title": game.name, "place": place(game) if several else "",
        "chapter": chapter(rules), "status": game.chapter.status, "status-words": status(rules), "unit": unit(rules),
        "steps": steps(rules), "score": scored(rules, Record()), "setting": game.streets[0].setting,
        "choices": [_choice(game, key, ways) for key, ways in choices(game).items()],
        "places": _places(needs), "ways": _ways(rules) if len(needs["ways"]) > 1 else [],
        "deck": [str(card) for card in game.deck.cards], "copies": game.deck.copies,
    }  # fmt: skip


def _choice(game: Game, key: str, ways: tuple[str, ...]) -> dict[str, Any]:
    if key == WAY:
        return {"key": key, "words": "The dealer’s house way", "ways": [{"id": w, "words": WAYS[w]} for w in ways]}
    wager = next(wager for wager in game.wagers if wager.key == key)
    words = f"Paytable of the {label(rules_of(game, {}), wager.id)}"
    return {"key": key, "words": words, "ways": [{"id": way, "words": f"Table {way}"} for way in ways]}


def _ways(rules: Rules) -> list[dict[str, str]]:
    """Every situation that a decision is made in, by the decisions that lead there."""
    streets = rules.game.streets
    found = []
    for way in ways_on(rules):
        names = [says(rules, option) for at, word in enumerate(way) if (option := streets[at].option(word))]
        after = f", after {', '.join(names)}" if names else ""
        found.append({"value": " ".join(way), "words": upper(f"{streets[len(way)].name}{after}")})
    return found


def _places(needs: dict[str, Any]) -> list[dict[str, Any]]:
    """Where cards lie that a hand needs."""
    own = needs["cards"]
    found = [{"id": "cards", "count": own, "words": f"Your {own} cards" if own > 1 else "Your first card"}]
    if needs["community"]:
        found.append({"id": "community", "count": 2, "words": "Community cards that lie open"})
    if needs["dealer"]:
        found.append({"id": "dealer", "count": needs["dealer"], "words": f"The dealer’s {needs['dealer']} cards"})
    return found
