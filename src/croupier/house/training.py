"""The training room: hands with a near choice, dealt by exact value, and what every choice would have been worth.

Nothing is kept here: a seed and a number say which hand it is, and a score comes back with the answer that changes it.
There is no money.
"""

from __future__ import annotations

import secrets
import tomllib
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.errors import BadText, HouseError, IllegalAction
from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house.asks import KEYS, done
from croupier.house.coach import house_low, in_antes, rows, says, unit
from croupier.house.counting import Counting, same_play
from croupier.house.felt import chapter, place, status
from croupier.house.hands import in_words, judged
from croupier.house.house import DEMO
from croupier.kit.cards import CARDS, write

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.game import Option, Rules
    from croupier.kit.cards import Card
    from croupier.odds.strategy import Advice, State
    from croupier.odds.strategy_tree import Path, Tree

ALSO = {"dj-wild": ("ma",)}
TRAINED = tuple((game, edition) for game, first, _ in DEMO for edition in (first, *ALSO.get(game, ())))
"""What can be trained: a game and its edition. Where no edition is named, the first of the game is meant."""
NEAR = {"stud": (2, 5, 10, 20, 50, 300), "streets": (2, 5, 10, 20, 50, 300), "points": (20, 50, 100, 300)}
"""How many hundredths of an ante may lie between the best choice and the second best."""
FEW = (1, 2, 4, 8, 21)
"""In how many ways, at most, seven cards may be set that are worth as much as the best."""
FAR = 10_000
"""No two choices are further apart."""
USUAL = 3
"""Where the slider stands at first."""
TRIES = 400
"""Deals looked at until one is near enough."""


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


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand to decide: what is seen, and what each action is worth."""

    state: State
    advice: Advice
    street: int
    path: Path = ()
    place: int = 0


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
            before = Fraction(chosen.score.cost)
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
        return ("drill", same_play(rules)), lambda: Sevens(rules) if rules.game.set_hands is not None else _near(
            rules)  # fmt: skip

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


# Near choices --------------------------------------------------------------------------------------------------


class Near:
    """A game whose every state is known: states by street, how often best play comes there, and how near the second
    choice is to the best."""

    def __init__(self, tree: Tree) -> None:
        import numpy as np  # noqa: PLC0415

        self.tree = tree
        reach = tree.reach(tree.best())
        self.units = [tree.deals // int(tree.weights.sum())]
        for onward in tree.onward:
            self.units.append(self.units[-1] // onward.shape[1])
        self.paths: list[list[Path]] = [[p for p in tree.values if len(p) == n] for n in range(len(tree.hands))]
        self.gaps, self.reach = [], []
        for paths in self.paths:
            tops = [np.sort(tree.values[path], axis=1) for path in paths]
            self.gaps.append(np.concatenate([top[:, -1] - top[:, -2] for top in tops]))
            self.reach.append(np.concatenate([reach[path] for path in paths]))

    def deal(self, seed: int, n: int, near: int) -> Hand:
        """The hand of this number; where none is so near, one of the nearest there are."""
        import numpy as np  # noqa: PLC0415

        random = np.random.default_rng([abs(seed), abs(n)])
        near = min(near, FAR) if near > 0 else NEAR[self.tree.rules.game.study][USUAL]
        open_ = [(gaps > 0) & (reach > 0) for gaps, reach in zip(self.gaps, self.reach, strict=True)]
        fits = [mask & (gaps * 100 <= near * unit * self.tree.ante)
                for mask, gaps, unit in zip(open_, self.gaps, self.units, strict=True)]  # fmt: skip
        if not any(mask.any() for mask in fits):
            fits = [mask & (gaps == gaps[mask].min()) for mask, gaps in zip(open_, self.gaps, strict=True)]
        street = int(random.choice([at for at, mask in enumerate(fits) if mask.any()]))
        places = np.flatnonzero(fits[street])
        upto = np.cumsum(self.reach[street][places])
        found = int(places[np.searchsorted(upto, random.integers(int(upto[-1])), side="right")])
        hands = self.tree.hands[street]
        path, place = self.paths[street][found // len(hands)], found % len(hands)
        suits = random.permutation(4)
        dealt = [CARDS[int(c)] if c >= 52 else CARDS[int(c) // 4 * 4 + int(suits[c % 4])] for c in hands[place]]
        dealt = [dealt[int(i)] for i in random.permutation(len(dealt))]
        return self._hand(tuple(dealt), street, path, place)

    def _hand(self, dealt: tuple[Card, ...], street: int, path: Path, place: int) -> Hand:
        from croupier.odds.strategy import Advice, State  # noqa: PLC0415

        tree, size = self.tree, self.tree.rules.game.hand_size if len(self.tree.hands) > 1 else len(dealt)
        worths = tree.values[path][place].tolist()
        unit = self.units[street] * tree.ante
        names = [option.id for option in tree.options(path)]
        actions = {name: Fraction(worth, unit) for name, worth in zip(names, worths, strict=True)}
        best = names[worths.index(max(worths))]
        return Hand(State(dealt[:size], dealt[size:], (), path), Advice(actions, best), street, path, place)


def _near(rules: Rules) -> Near:
    from croupier.odds.strategy_tree import grow  # noqa: PLC0415

    return Near(grow(rules))


class Sevens:
    """Seven cards against the dealer's seven: deals in which few settings are best."""

    def __init__(self, rules: Rules) -> None:
        from croupier.odds.strategy import lookup  # noqa: PLC0415

        self.look = lookup(rules)
        self.deck = tuple(rules.game.deck.all())

    def deal(self, seed: int, n: int, near: int) -> Hand:
        """The hand of this number; where none is found so near, the nearest that was."""
        import random  # noqa: PLC0415

        from croupier.odds.strategy import State  # noqa: PLC0415

        dealer = random.Random(f"{seed}/{n}")  # noqa: S311 - a hand to be dealt again
        near = near if near > 0 else FEW[USUAL]
        nearest: tuple[int, Hand] | None = None
        for _ in range(TRIES):
            dealt = dealer.sample(self.deck, 14)
            state = State(tuple(sorted(dealt[:7], reverse=True)), (), tuple(sorted(dealt[7:], reverse=True)))
            advice = self.look(state)
            settings = [value for name, value in advice.actions.items() if " " in name]
            top = settings.count(max(settings))
            if top < len(settings) and (nearest is None or top < nearest[0]):
                nearest = (top, Hand(state, advice, 0))
                if top <= near:
                    break
        assert nearest is not None
        return nearest[1]


Drill = Near | Sevens


@dataclass(frozen=True, slots=True)
class Listed:
    """A short list of rules, and for each of its lines the hands that it speaks of."""

    tree: Tree
    lines: tuple[tuple[str, str, str | None], ...]
    holds: tuple[Any, ...]

    @classmethod
    def of(cls, tree: Tree) -> Listed:
        """Search the list, and where each line holds."""
        from croupier.odds.strategy_rules import rule_list  # noqa: PLC0415
        from croupier.odds.strategy_words import conditions  # noqa: PLC0415

        found = rule_list(tree).lines
        names = [street.name for street in tree.rules.game.streets]
        said = [{word.text: word.holds for word in conditions(hands, tree.rules.ranking)} for hands in tree.hands]
        holds = []
        for line in found:
            words = said[names.index(line.street)]
            parts = [] if line.condition is None else [line.condition]
            if line.condition is not None and line.condition not in words:
                parts = line.condition.split(" and ")
            holds.append([words.get(part, part) for part in parts])
        return cls(tree, tuple((line.street, line.option, line.condition) for line in found), tuple(holds))

    def line(self, hand: Hand) -> tuple[Option, str | None]:
        """The first line of the street that holds."""
        street = self.tree.rules.game.streets[hand.street]
        for (name, option, condition), parts in zip(self.lines, self.holds, strict=True):
            if name == street.name and all(self._holds(part, hand) for part in parts):
                found = street.option(option)
                assert found is not None
                return found, condition
        raise AssertionError("the last line of every street holds")

    def _holds(self, part: Any, hand: Hand) -> bool:  # noqa: ANN401 - truths of all hands, or a condition on the stakes
        if not isinstance(part, str):
            return bool(part[hand.place])
        from croupier.odds.strategy_rules import staked_after  # noqa: PLC0415

        return staked_after(self.tree, hand.path) >= int(part.split()[0])
