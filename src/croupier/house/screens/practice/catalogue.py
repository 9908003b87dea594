"""What can be practised: every chapter of the book, what its decisions depend on, and what a hand of it needs."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from croupier.games import all_games, editions
from croupier.house.cloth.felt import chapter, label, status
from croupier.house.screens.coach.wording import says, unit_word
from croupier.house.screens.lab.numbers import upper
from croupier.house.screens.lab.payloads import ValueWords
from croupier.house.screens.lab.strategy import form, ways_on
from croupier.house.screens.practice import payloads
from croupier.house.screens.practice.practice import WAY, choices, rules_of
from croupier.house.screens.practice.spaced_repetition import Record
from croupier.house.screens.practice.wording import scored, steps

if TYPE_CHECKING:
    from croupier.game import Game, Rules
    from croupier.house.screens.lab.payloads import StateForm

HOUSE_WAYS = {"foxwoods": "Foxwoods", "mgm": "MGM", "flamingo": "Flamingo"}


@cache
def offer() -> payloads.PracticeOffer:
    """Every game with its editions, and an empty record to begin with."""
    return payloads.PracticeOffer(games=[_game(game) for game in all_games() if game.streets], record=Record())


def _game(game: Game) -> payloads.PracticeGame:
    rules = rules_of(game, {})
    several = len(editions()[game.id]) > 1
    needs = form(rules)
    return payloads.PracticeGame(
        id=game.id,
        edition=game.edition,
        title=game.name,
        place=game.chapter.jurisdiction if several else "",
        chapter=chapter(rules),
        status=game.chapter.status,
        status_words=status(rules),
        unit=unit_word(rules),
        steps=steps(rules),
        score=scored(rules, Record()),
        setting=bool(game.streets) and game.streets[0].setting,
        choices=[_choice(game, key, ways) for key, ways in choices(game).items()],
        places=_places(needs),
        ways=_ways(rules) if len(needs.ways) > 1 else [],
        deck=[str(card) for card in game.deck.cards],
        copies=game.deck.copies,
    )


def _choice(game: Game, key: str, ways: tuple[str, ...]) -> payloads.PracticeChoice:
    if key == WAY:
        return payloads.PracticeChoice(
            key=key,
            words="The dealer’s house way",
            ways=[payloads.WayToChoose(id=w, words=HOUSE_WAYS[w]) for w in ways],
        )
    wager = next(wager for wager in game.wagers if wager.key == key)
    words = f"Paytable of the {label(rules_of(game, {}), wager.id)}"
    return payloads.PracticeChoice(
        key=key, words=words, ways=[payloads.WayToChoose(id=way, words=f"Table {way}") for way in ways]
    )


def _ways(rules: Rules) -> list[ValueWords]:
    """Every situation that a decision is made in, by the decisions that lead there."""
    streets = rules.game.streets
    found = []
    for way in ways_on(rules):
        names = [says(rules, option) for at, word in enumerate(way) if (option := streets[at].option(word))]
        after = f", after {', '.join(names)}" if names else ""
        found.append(ValueWords(value=" ".join(way), words=upper(f"{streets[len(way)].name}{after}")))
    return found


def _places(needs: StateForm) -> list[payloads.CardPlace]:
    """Where cards lie that a hand needs."""
    own = needs.cards
    found = [payloads.CardPlace(id="cards", count=own, words=f"Your {own} cards" if own > 1 else "Your first card")]
    if needs.community:
        found.append(payloads.CardPlace(id="community", count=2, words="Community cards that lie open"))
    if needs.dealer:
        found.append(payloads.CardPlace(id="dealer", count=needs.dealer, words=f"The dealer’s {needs.dealer} cards"))
    return found
