"""Practice: a decision by chance, a chosen one, or one missed before; every choice's exact value, and what comes again.

Nothing is kept here and there is no money: whoever practises keeps their own record, which comes with each question and
goes back with each answer.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec

from croupier.errors import BadText, IllegalAction
from croupier.games import open_game
from croupier.house import spaced
from croupier.house.asks import KEYS, done
from croupier.house.coach import counted, house_low, rows, says, unit
from croupier.house.drills import Near, Sevens, near_choices
from croupier.house.felt import chapter
from croupier.house.hands import dealer_in_words, in_words, judged
from croupier.house.lab import PLAYED, chosen, main_key
from croupier.house.practice_words import AGAIN, reason, rule, scored, typed, verdict
from croupier.house.short_rules import Listed
from croupier.kit.cards import write

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.game import Game, Rules
    from croupier.house.counting import Counting
    from croupier.house.drills import Drill, Hand

    Spent = Callable[[float], None]

T = TypeVar("T")
WAY = "house-way"


class Sent(msgspec.Struct, frozen=True):
    """What is asked: a game, the paytables that its decisions depend on, how near a choice may be (0: mixed), of which
    kind a hand shall be, whether all kinds are asked for, a hand if it is a particular one, and the record so far. An
    answer has a choice besides, or none to see the values only."""

    game: str = "dj-wild"
    edition: str = ""
    chosen: dict[str, str] = {}
    near: Annotated[int, msgspec.Meta(ge=0, le=300)] = 0
    kind: spaced.TEXT = ""
    kinds: bool = False
    hand: spaced.Told | None = None
    record: dict[str, Any] = {}
    choice: str = ""
    low: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What was sent, read: the rules that are meant, and all that their decisions depend on."""

    sent: Sent
    rules: Rules
    key: tuple[object, ...]
    record: spaced.Record


def read(told: Mapping[str, Any], table: Rules | None = None) -> Question:
    """A question, or why it is none; of a `table` where one is named."""
    try:
        sent = msgspec.convert(told, Sent)
    except msgspec.ValidationError as error:
        raise BadText(f"not a question: {error}") from None
    rules = table or rules_of(open_game(sent.game, sent.edition or None), sent.chosen)
    return Question(sent, rules, main_key(rules), spaced.read(sent.record))


def choices(game: Game) -> dict[str, tuple[str, ...]]:
    """What a decision's worth depends on that a house chooses: paytables of the main game, and the house way."""
    from croupier.games.pa.house_way import SHIPPED  # noqa: PLC0415 - of one game

    found = {str(w.key): tuple(table.id for table in w.tables) for w in game.wagers
             if w.placed in PLAYED and w.key and len(w.tables) > 1}  # fmt: skip
    return found | ({WAY: SHIPPED} if any(choice.key == WAY for choice in game.choices) else {})


def rules_of(game: Game, wanted: Mapping[str, str]) -> Rules:
    """A chapter with the paytables that are wanted, and otherwise those that it lists first."""
    offered = choices(game)
    for key, value in wanted.items():
        if value not in offered.get(key, ()):
            ways = ", ".join(offered.get(key, ())) or "nothing to choose"
            raise BadText(f"{key[:20]} {value[:40]!r} is not offered; {game.name} has {ways}", field="chosen")
    return game.rules(chosen(game) | {key: ways[0] for key, ways in offered.items()} | dict(wanted))


class Practice:
    """One per house. What takes a while is counted once, beside the house; the rest is looked up."""

    def __init__(self, counting: Counting) -> None:
        self.counting = counting

    def drill(self, asked: Question, spent: Spent | None = None) -> tuple[Drill | None, Listed | None]:
        """All states of a game and its short list of rules; None while they are being counted, for as many seconds as
        `spent` is told."""
        key, make = self._drill(asked)
        drill = self.counting.ready(key, partial(_timed, make, spent))
        listed = None
        if isinstance(drill, Near):
            key, find = self._listed(asked, drill)
            listed = self.counting.ready(key, partial(_timed, find, spent))
        return drill, listed

    def words(self, asked: Question) -> str:
        """How far the counting is."""
        return self.counting.words(self._drill(asked)[0])

    def _drill(self, asked: Question) -> tuple[object, Callable[[], Drill]]:
        make = Sevens if asked.rules.game.set_hands is not None else near_choices
        return ("drill", *asked.key), partial(make, asked.rules)

    def _listed(self, asked: Question, drill: Near) -> tuple[object, Callable[[], Listed]]:
        return ("rules", *asked.key), partial(Listed.of, drill.tree)


def _timed(make: Callable[[], T], spent: Spent | None) -> T:
    began = perf_counter()
    try:
        return make()
    finally:
        if spent is not None:
            spent(perf_counter() - began)


# A hand --------------------------------------------------------------------------------------------------------


def hand(asked: Question, drill: Drill) -> dict[str, Any]:
    """A hand to decide: the one that was chosen, one that is due again, or one by chance. Its values are not told."""
    sent, again = asked.sent, ""
    if sent.kind and not drill.knows(sent.kind):
        raise BadText(f"{sent.kind!r} is no kind of hand of this game", field="kind")
    if sent.hand is not None:
        found = _found(asked.rules, drill, sent.hand)
    elif sent.kind:
        found = drill.deal(secrets.randbits(63), sent.near, sent.kind)
    else:
        found, again = _due(asked, drill) or (drill.deal(secrets.randbits(63), sent.near), "")
    kinds = (
        [{"street": street, "id": id_, "words": words} for street, id_, words in drill.offered()] if sent.kinds else []
    )
    return {"ready": True, "again": again, "kinds": kinds, **_told(asked.rules, found)}


def _found(rules: Rules, drill: Drill, told: spaced.Told) -> Hand:
    """A hand that was chosen; one that could not come about is refused by its provision."""
    from croupier.odds.strategy import read_state  # noqa: PLC0415 - numpy comes with it

    state: dict[str, Any] = {place: typed(getattr(told, place)) for place in ("cards", "community", "dealer")}
    state["decisions"] = told.decisions.split()
    return drill.find(read_state(rules, {place: found for place, found in state.items() if found}))


def _due(asked: Question, drill: Drill) -> tuple[Hand, str] | None:
    """A hand of the kind that is due: at first the same one, later another of its kind where one is found."""
    kind = spaced.due(asked.record)
    if kind is None:
        return None
    missed = asked.record.missed[kind]
    if missed.box and drill.knows(kind):
        other = drill.deal(secrets.randbits(63), 0, kind)
        if other.kind == kind:
            return other, AGAIN[1]
    same = _found(asked.rules, drill, missed.hand)
    return same, AGAIN[0]


def _told(rules: Rules, found: Hand) -> dict[str, Any]:
    street, state = rules.game.streets[found.street], found.state
    own, community, dealer = ([str(c) for c in place] for place in (state.cards, state.community, state.dealer))
    against = dealer_in_words(rules, dealer, house_low(rules, tuple(dealer)))
    return {
        "street": street.name, "cite": str(street.cite), "cards": own, "community": community, "dealer": dealer,
        "dealer-words": f"{against['high-text']}; {against['low-text']} low" if "high-text" in against else "",
        "dealer-low": against.get("low", []), "hand": in_words(rules, own, community), "setting": street.setting,
        "options": [{"id": o.id, "words": says(rules, o), "key": KEYS.get(o.id, o.id[-1]), "cite": str(o.cite)}
                    for o in street.options],
        "so-far": " ".join(f"{done(word)} {rules.game.streets[at].name}." for at, word in enumerate(state.decisions)),
        "told": msgspec.to_builtins(told_of(found)), "chapter": chapter(rules),
    }  # fmt: skip


def told_of(found: Hand) -> spaced.Told:
    """A hand as it is sent back."""
    state = found.state
    return spaced.Told(write(state.cards), write(state.community), write(state.dealer), " ".join(state.decisions))


# An answer -----------------------------------------------------------------------------------------------------


def answer(asked: Question, drill: Drill, listed: Listed | None) -> dict[str, Any]:
    """What was chosen beside everything that could have been, and the record with it."""
    rules, sent = asked.rules, asked.sent
    assert sent.hand is not None
    found = _found(rules, drill, sent.hand)
    choice = _choice(rules, found, sent) if sent.choice or sent.low else ""
    advice, names = found.advice, {o.id: says(rules, o) for o in rules.game.streets[found.street].options}
    held = tuple(str(card) for card in found.state.cards) if rules.game.set_hands is not None else ()
    told = {
        "ready": True, "choice": choice, "unit": unit(rules), **advice.to_json(),
        "rows": rows(rules, advice, names, 0, held), "kind": found.words, "reason": reason(rules, found, choice),
        "rule": rule(rules, found, listed), "note": counted(rules, {}),
    }  # fmt: skip
    if not choice:
        return {**told, "right": None, "verdict": verdict(rules, found, ""), "next": "Not counted: you did not choose.",
                "record": spaced.to_json(asked.record), "score": scored(rules, asked.record)}  # fmt: skip
    cost = advice.actions[advice.best] - advice.actions[choice]
    after = spaced.answered(asked.record, found.kind, told_of(found), cost)
    return {
        **told, "right": not cost, "verdict": verdict(rules, found, choice), "next": _next(asked, found, after),
        "record": spaced.to_json(after), "score": scored(rules, after),
    }  # fmt: skip


def _choice(rules: Rules, found: Hand, sent: Sent) -> str:
    """The action that was chosen; one that is not open is refused, by its provision where that is law."""
    street = rules.game.streets[found.street]
    if street.setting and sent.low:
        seen = judged(rules, found.state.cards, list(sent.low))
        if seen["foul"]:
            raise IllegalAction(seen["foul"], field="low", cite=seen["cite"])
        return write(sorted((found.state.cards[i] for i in sent.low), reverse=True))
    if street.setting and sent.choice == WAY:
        return house_low(rules, tuple(str(card) for card in found.state.cards))
    if sent.choice not in {option.id for option in street.options}:
        raise IllegalAction(f"{sent.choice[:40]!r} is not open {street.name}", field="choice", cite=street.cite)
    return sent.choice


def _next(asked: Question, found: Hand, after: spaced.Record) -> str:
    """When hands like this come again."""
    waits = after.missed.get(found.kind)
    if waits is None:
        learnt = found.kind in asked.record.missed
        return "Learnt: hands like this come again by chance only." if learnt else ""
    more = waits.due - after.decisions
    return f"Hands like this come again after {more} more decision{'s' * (more != 1)}." if more > 0 else ""
