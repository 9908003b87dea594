"""The training room: hands with a near choice, dealt by exact value, and what every choice would have been worth.

Nothing is kept here: a seed and a number say which hand it is, and a score comes back with the answer that changes it.
There is no money.
"""

from __future__ import annotations

import re
import secrets
import tomllib
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.errors import BadText, HouseError, IllegalAction
from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house.asks import KEYS, done
from croupier.house.coach import house_low, in_antes, rows, says, unit
from croupier.house.counting import Counting, same_play
from croupier.house.drills import FEW, NEAR, USUAL, Listed, Near, Sevens, near_choices
from croupier.house.felt import chapter, place, status
from croupier.house.hands import in_words, judged
from croupier.house.house import DEMO
from croupier.kit.cards import write

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.game import Rules
    from croupier.house.drills import Drill, Hand

ALSO = {"dj-wild": ("ma",)}
TRAINED = tuple((game, edition) for game, first, _ in DEMO for edition in (first, *ALSO.get(game, ())))
"""What can be trained: a game and its edition. Where no edition is named, the first of the game is meant."""


_COST = re.compile(r"-?[0-9]{1,400}(?:/[0-9]{1,400})?")
"""A sum of costs as it was told: an exponent would be a number of as many digits as it says."""


class Score(msgspec.Struct, frozen=True):
    """Hands answered, how many of them best, and what the others cost in antes."""

    hands: int = 0
    right: int = 0
    cost: str = "0"


class Chosen(msgspec.Struct, frozen=True):
    """What somebody chose in a hand."""

    seed: int
    n: int
    edition: str = ""
    near: int = -1
    choice: str = ""
    low: tuple[int, ...] = ()
    score: Score = Score()


class Training:
    """One per house."""

    def __init__(self, counting: Counting) -> None:
        self.counting = counting
        self._rules: dict[tuple[str, str], Rules] = {}

    def games(self) -> dict[str, Any]:
        """What can be trained, and a seed for a new session."""
        told = []
        for id_, edition in TRAINED:
            rules = self._of(id_, edition)
            told.append({
                "id": id_, "title": rules.game.name, "edition": rules.game.edition, "chapter": chapter(rules),
                "place": place(rules.game) if sum(id_ == other for other, _ in TRAINED) > 1 else "",
                "status": rules.game.chapter.status, "status-words": status(rules), "steps": steps(rules),
                "usual": min(USUAL, len(steps(rules)) - 1), "setting": rules.game.streets[0].setting,
                "score": scored(Score(), unit(rules)),
            })  # fmt: skip
        return {"games": told, "seed": secrets.randbits(32)}

    def deal(self, game: str, seed: int, n: int, near: int = -1, edition: str = "") -> Callable[[], dict[str, Any]]:
        """A hand to decide; its values are not told."""
        rules = self._of(game, edition)
        drill = self.counting.ready(*self._drill(rules))
        if drill is None:
            words = self.counting.words(self._drill(rules)[0])
            return lambda: {"ready": False, "words": words}
        if rules.game.study != "two-hands":
            self.counting.ready(*self._listed(rules, drill))
        return lambda: self._dealt(rules, drill, seed, n, near)

    def _dealt(self, rules: Rules, drill: Drill, seed: int, n: int, near: int) -> dict[str, Any]:
        hand = drill.deal(seed, n, near)
        street = rules.game.streets[hand.street]
        own, community = [str(c) for c in hand.state.cards], [str(c) for c in hand.state.community]
        options = [{"id": o.id, "words": says(rules, o), "key": KEYS.get(o.id, o.id[-1]), "cite": str(o.cite)}
                   for o in street.options]  # fmt: skip
        return {
            "ready": True, "n": n, "street": street.name, "cite": str(street.cite), "cards": own,
            "community": community, "dealer": [str(c) for c in hand.state.dealer],
            "hand": in_words(rules, own, community), "options": options, "setting": street.setting,
            "so-far": " ".join(f"{done(word)} {rules.game.streets[at].name}." for at, word in enumerate(hand.path)),
        }  # fmt: skip

    def answer(self, game: str, told: Mapping[str, Any]) -> Callable[[], dict[str, Any]]:
        """What was chosen beside everything that could have been."""
        try:
            chosen = msgspec.convert(told, Chosen)
            before = Fraction(chosen.score.cost if _COST.fullmatch(chosen.score.cost) else "")
        except (msgspec.ValidationError, ValueError, ZeroDivisionError) as error:
            raise BadText(f"not a choice: {error}", field="choice") from None
        rules = self._of(game, chosen.edition)
        drill = self.counting.ready(*self._drill(rules))
        if drill is None:
            raise HouseError("not ready yet; ask for a hand first", fault="busy")
        listed = None if rules.game.study == "two-hands" else self.counting.ready(*self._listed(rules, drill))
        return lambda: self._answered(rules, drill, listed, chosen, before)

    def _answered(
        self, rules: Rules, drill: Drill, listed: Listed | None, chosen: Chosen, before: Fraction
    ) -> dict[str, Any]:
        hand = drill.deal(chosen.seed, chosen.n, chosen.near)
        choice = _choice(rules, hand, chosen)
        advice = hand.advice
        cost = advice.actions[advice.best] - advice.actions[choice]
        after = Score(chosen.score.hands + 1, chosen.score.right + (not cost), str(before + cost))
        words = {o.id: says(rules, o) for o in rules.game.streets[hand.street].options}
        held = tuple(str(card) for card in hand.state.cards) if rules.game.set_hands is not None else ()
        return {
            "choice": choice, "right": not cost, "cost": _antes(cost, unit(rules)), "unit": unit(rules),
            "verdict": _verdict(words, choice, advice.best, cost, unit(rules)), **advice.to_json(),
            "rows": rows(rules, advice, words, 0, held), "rule": _rule(rules, hand, listed), "score":
            scored(after, unit(rules)),
        }  # fmt: skip

    # What is counted.

    def _of(self, game: str, edition: str = "") -> Rules:
        editions = [of for id_, of in TRAINED if id_ == game]
        if not editions:
            raise HouseError(f"there is no game {game[:40]!r} to train", fault="unknown", field="game")
        edition = edition or editions[0]
        if edition not in editions:
            raise HouseError(f"{game} is trained in {', '.join(editions)}, not in {edition[:40]!r}", fault="unknown",
                             field="edition")  # fmt: skip
        found = self._rules.get((game, edition))
        if found is None:
            opened = open_game(game, edition)
            found = self._rules[game, edition] = opened.rules(tomllib.loads(new_submission(opened)))
        return found

    def _drill(self, rules: Rules) -> tuple[object, Callable[[], Drill]]:
        return ("drill", same_play(rules)), partial(Sevens if rules.game.set_hands is not None else near_choices, rules)

    def _listed(self, rules: Rules, drill: Drill) -> tuple[object, Callable[[], Listed]]:
        def make() -> Listed:
            assert isinstance(drill, Near)
            return Listed.of(drill.tree)

        return ("rules", same_play(rules)), make


def steps(rules: Rules) -> list[dict[str, Any]]:
    """How near a choice may be, from the nearest on."""
    if rules.game.set_hands is None:
        *near, far = NEAR[rules.game.study]
        told = [{"near": each, "words": f"within {each / 100:.2f} {unit(rules)}"} for each in near]
        return [*told, {"near": far, "words": "any choice"}]
    words = ("one setting is best", *(f"up to {few} settings are best" for few in FEW[1:-1]), "any that matters")
    return [{"near": few, "words": text} for few, text in zip(FEW, words, strict=True)]


def scored(score: Score, words: str) -> dict[str, Any]:
    """A score in words, and as it is sent back with the next answer."""
    each = Fraction(score.cost) / score.hands if score.hands else Fraction(0)
    return {"kept": msgspec.to_builtins(score), "hands": str(score.hands), "right": f"{score.right} of {score.hands}",
            "cost": _antes(Fraction(score.cost), words), "per-hand": _antes(each, words)}  # fmt: skip


def _antes(cost: Fraction, words: str) -> str:
    if cost.denominator == 1:
        return f"{cost} {words.removesuffix('s') if cost == 1 else words}"
    return f"{in_antes(cost).lstrip('+')} {words}"


def _verdict(words: Mapping[str, str], choice: str, best: str, cost: Fraction, counted: str) -> str:
    def named(action: str) -> str:
        return words.get(action) or f"{action} low"

    if not cost:
        return f"{named(choice)}: no other choice is worth more."
    return f"{named(best)} is best. {named(choice)} costs {_antes(cost, counted)}."


def _choice(rules: Rules, hand: Hand, chosen: Chosen) -> str:
    """The action that was chosen; one that is not open is refused, by its provision where that is law."""
    street = rules.game.streets[hand.street]
    if street.setting and chosen.low:
        found = judged(rules, hand.state.cards, list(chosen.low))
        if found["foul"]:
            raise IllegalAction(found["foul"], field="low", cite=found["cite"])
        return write(sorted((hand.state.cards[i] for i in chosen.low), reverse=True))
    if street.setting and chosen.choice == "house-way":
        return house_low(rules, tuple(str(card) for card in hand.state.cards))
    if chosen.choice not in {option.id for option in street.options}:
        raise IllegalAction(f"{chosen.choice!r} is not open {street.name}", field="choice", cite=street.cite)
    return chosen.choice


def _rule(rules: Rules, hand: Hand, listed: Listed | None) -> dict[str, str]:
    """The rule to remember that speaks of this hand."""
    if rules.game.set_hands is not None:
        low = house_low(rules, tuple(str(card) for card in hand.state.cards))
        value = hand.advice.actions[low]
        best = "which is best here" if value == hand.advice.actions[hand.advice.best] else "which is not best here"
        return {"words": f"The house way sets {low} low, {best}.", "note": f"The best: {hand.advice.reason}."}
    if listed is None:
        return {"words": "The short list of rules is still being searched.", "note": ""}
    option, condition = listed.line(hand)
    words = f"{says(rules, option)} with {condition}." if condition else f"Otherwise {says(rules, option).lower()}."
    note = "" if option.id == hand.advice.best else "This hand is one of the few that the short list gets wrong."
    return {"words": words, "note": note}
