"""Practice: a decision by chance, a chosen one, or one missed before; every choice's exact value, and what comes again.

Nothing is kept here and there is no money: whoever practises keeps their own record, which comes with each question and
goes back with each answer.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, TypeVar

import msgspec

from croupier.errors import BadText, IllegalAction
from croupier.game import LOW_HAND
from croupier.games import open_game
from croupier.house.cloth.choices import KEYS, decision_words
from croupier.house.cloth.felt import chapter
from croupier.house.cloth.hands import dealer_in_words, in_words, judge_setting
from croupier.house.screens.coach.wording import counted, exact_actions, house_low, rows, says, unit_word
from croupier.house.screens.lab.query import PLAYED, chosen, main_key
from croupier.house.screens.practice import payloads, spaced_repetition
from croupier.house.screens.practice.drills import Near, Sevens, near_choices
from croupier.house.screens.practice.short_rules import ShortRules
from croupier.house.screens.practice.wording import ASKED_AGAIN, reason, rule, scored, typed, verdict
from croupier.kit.cards import write
from croupier.kit.payload import Json, RequestBody

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.game import Game, Rules
    from croupier.house.screens.coach.counting import Counting
    from croupier.house.screens.practice.drills import Drill, Hand

    Spent = Callable[[float], None]

T = TypeVar("T")
WAY = "house-way"


class Sent(RequestBody, frozen=True):
    """What is asked: a game, the paytables that its decisions depend on, how near a choice may be (0: mixed), of which
    kind a hand shall be, whether all kinds are asked for, a hand if it is a particular one, and the record so far. An
    answer has a choice besides, or none to see the values only."""

    game: str = "dj-wild"
    edition: str = ""
    chosen: dict[str, str] = msgspec.field(default_factory=dict)
    near: Annotated[int, msgspec.Meta(ge=0, le=300)] = 0
    kind: spaced_repetition.TEXT = ""
    kinds: bool = False
    hand: spaced_repetition.StoredAnswer | None = None
    record: Json = msgspec.field(default_factory=dict)
    choice: str = ""
    low: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What was sent, read: the rules that are meant, and all that their decisions depend on."""

    sent: Sent
    rules: Rules
    key: tuple[object, ...]
    record: spaced_repetition.Record


def read_question(sent: Sent, table: Rules | None = None) -> Question:
    """A question as it was sent; of a `table` where one is named."""
    rules = table or rules_of(open_game(sent.game, sent.edition or None), sent.chosen)
    return Question(sent, rules, main_key(rules), spaced_repetition.read_record(sent.record))


def choices(game: Game) -> dict[str, tuple[str, ...]]:
    """What a decision's worth depends on that a house chooses: paytables of the main game, and the house way."""
    from croupier.games.pa.house_way import SHIPPED  # noqa: PLC0415 - of one game

    found = {
        str(w.key): tuple(table.id for table in w.tables)
        for w in game.wagers
        if w.placed in PLAYED and w.key and len(w.tables) > 1
    }
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

    def drill(self, question: Question, spent: Spent | None = None) -> tuple[Drill | None, ShortRules | None]:
        """All states of a game and its short list of rules; None while they are being counted, for as many seconds as
        `spent` is told."""
        key, make = self._drill(question)
        drill = self.counting.ready(key, partial(_timed, make, spent))
        listed = None
        if isinstance(drill, Near):
            key, find = self._listed(question, drill)
            listed = self.counting.ready(key, partial(_timed, find, spent))
        return drill, listed

    def words(self, question: Question) -> str:
        """How far the counting is."""
        return self.counting.words(self._drill(question)[0])

    def _drill(self, question: Question) -> tuple[object, Callable[[], Drill]]:
        make = Sevens if question.rules.game.set_hands is not None else near_choices
        return ("drill", *question.key), partial(make, question.rules)

    def _listed(self, question: Question, drill: Near) -> tuple[object, Callable[[], ShortRules]]:
        return ("rules", *question.key), partial(ShortRules.of, drill.tree)


def _timed(make: Callable[[], T], spent: Spent | None) -> T:
    began = perf_counter()
    try:
        return make()
    finally:
        if spent is not None:
            spent(perf_counter() - began)


# A hand --------------------------------------------------------------------------------------------------------


def hand(question: Question, drill: Drill) -> payloads.HandToDecide:
    """A hand to decide: the one that was chosen, one that is due again, or one by chance. Its values are not told."""
    sent, again = question.sent, ""
    if sent.kind and not drill.knows(sent.kind):
        raise BadText(f"{sent.kind!r} is no kind of hand of this game", field="kind")
    if sent.hand is not None:
        found = _found(question.rules, drill, sent.hand)
    elif sent.kind:
        found = drill.deal(secrets.randbits(63), sent.near, sent.kind)
    else:
        found, again = _due(question, drill) or (drill.deal(secrets.randbits(63), sent.near), "")
    kinds = (
        [payloads.HandClass(street=street, id=id_, words=words) for street, id_, words in drill.offered()]
        if sent.kinds
        else []
    )
    return _told(question.rules, found, again, kinds)


def _found(rules: Rules, drill: Drill, stored: spaced_repetition.StoredAnswer) -> Hand:
    """A hand that was chosen; one that could not come about is refused by its provision."""
    from croupier.odds.strategy.advice import read_state  # noqa: PLC0415 - numpy comes with it

    state: Json = {place: typed(getattr(stored, place)) for place in ("cards", "community", "dealer")}
    state["decisions"] = stored.decisions.split()
    return drill.find(read_state(rules, {place: found for place, found in state.items() if found}))


def _due(question: Question, drill: Drill) -> tuple[Hand, str] | None:
    """A hand of the kind that is due: at first the same one, later another of its kind where one is found."""
    kind = spaced_repetition.due(question.record)
    if kind is None:
        return None
    missed = question.record.missed[kind]
    if missed.box and drill.knows(kind):
        other = drill.deal(secrets.randbits(63), 0, kind)
        if other.kind == kind:
            return other, ASKED_AGAIN[1]
    same = _found(question.rules, drill, missed.hand)
    return same, ASKED_AGAIN[0]


def _told(rules: Rules, found: Hand, again: str, kinds: list[payloads.HandClass]) -> payloads.HandToDecide:
    street, state = rules.game.streets[found.street], found.state
    own, community, dealer = ([str(c) for c in place] for place in (state.cards, state.community, state.dealer))
    against = dealer_in_words(rules, dealer, house_low(rules, tuple(dealer)))
    return payloads.HandToDecide(
        ready=True,
        again=again,
        kinds=kinds,
        street=street.name,
        cite=str(street.cite),
        cards=own,
        community=community,
        dealer=dealer,
        dealer_words=f"{against.high_text}; {against.low_text} low" if against.high_text else "",
        dealer_low=against.low or [],
        hand=in_words(rules, own, community),
        setting=street.setting,
        low_hand=LOW_HAND if street.setting else 0,
        options=[
            payloads.PracticeOption(id=o.id, words=says(rules, o), key=KEYS.get(o.id, o.id[-1]), cite=str(o.cite))
            for o in street.options
        ],
        so_far=" ".join(
            f"{decision_words(word)} {rules.game.streets[at].name}." for at, word in enumerate(state.decisions)
        ),
        told=told_of(found),
        chapter=chapter(rules),
    )


def told_of(found: Hand) -> spaced_repetition.StoredAnswer:
    """A hand as it is sent back."""
    state = found.state
    return spaced_repetition.StoredAnswer(
        write(state.cards), write(state.community), write(state.dealer), " ".join(state.decisions)
    )


# An answer -----------------------------------------------------------------------------------------------------


def answer(question: Question, drill: Drill, listed: ShortRules | None) -> payloads.PracticeAnswer:
    """What was chosen beside everything that could have been, and the record with it."""
    rules, sent = question.rules, question.sent
    assert sent.hand is not None
    found = _found(rules, drill, sent.hand)
    choice = _choice(rules, found, sent) if sent.choice or sent.low else ""
    advice, names = found.advice, {o.id: says(rules, o) for o in rules.game.streets[found.street].options}
    held = tuple(str(card) for card in found.state.cards) if rules.game.set_hands is not None else ()
    right: bool | None = None
    after, said = question.record, "Not counted: you did not choose."
    if choice:
        cost = advice.actions[advice.best] - advice.actions[choice]
        after = spaced_repetition.answered(question.record, found.kind, told_of(found), cost)
        right, said = not cost, _next(question, found, after)
    return payloads.PracticeAnswer(
        ready=True,
        choice=choice,
        unit=unit_word(rules),
        actions=exact_actions(advice),
        best=advice.best,
        reason=reason(rules, found, choice),
        rows=rows(rules, advice, names, 0, held),
        kind=found.words,
        rule=rule(rules, found, listed),
        note=counted(rules, {}),
        right=right,
        verdict=verdict(rules, found, choice),
        next=said,
        record=after,
        score=scored(rules, after),
    )


def _choice(rules: Rules, found: Hand, sent: Sent) -> str:
    """The action that was chosen; one that is not open is refused, by its provision where that is law."""
    street = rules.game.streets[found.street]
    if street.setting and sent.low:
        seen = judge_setting(rules, found.state.cards, list(sent.low))
        if seen.foul:
            raise IllegalAction(seen.foul, field="low", cite=seen.cite)
        return write(sorted((found.state.cards[i] for i in sent.low), reverse=True))
    if street.setting and sent.choice == WAY:
        return house_low(rules, tuple(str(card) for card in found.state.cards))
    if sent.choice not in {option.id for option in street.options}:
        raise IllegalAction(f"{sent.choice[:40]!r} is not open {street.name}", field="choice", cite=street.cite)
    return sent.choice


def _next(question: Question, found: Hand, after: spaced_repetition.Record) -> str:
    """When hands like this come again."""
    waits = after.missed.get(found.kind)
    if waits is None:
        learnt = found.kind in question.record.missed
        return "Learnt: hands like this come again by chance only." if learnt else ""
    more = waits.due - after.decisions
    return f"Hands like this come again after {more} more decision{'s' * (more != 1)}." if more > 0 else ""
