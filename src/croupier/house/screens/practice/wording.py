"""Practice in words: what a choice cost and why, a rule to remember, a score, and cards as people type them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from croupier.house.screens.coach.wording import house_low, in_antes, low_words, says, unit_word
from croupier.house.screens.lab.numbers import upper
from croupier.house.screens.practice import payloads
from croupier.house.screens.practice.drills import FEW_WAYS, NEAR, USUALLY_NEAR
from croupier.house.screens.practice.spaced_repetition import spent

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from croupier.game import Rules
    from croupier.house.screens.practice.drills import Hand
    from croupier.house.screens.practice.short_rules import ShortRules
    from croupier.house.screens.practice.spaced_repetition import Record

ASKED_AGAIN = ("Again: you missed this hand.", "Again: you missed a hand of this kind.")
_SUITS = str.maketrans("♣♦♥♠♧♢♡♤", "cdhscdhs")
_CARD = re.compile(r"(10|[2-9tjqka])([cdhs])")


def typed(text: str) -> str:
    """Cards as people write them, as the book does: ``10♥, kS`` is ``Th Ks``. What is no card is left for whoever reads
    it to refuse."""
    return " ".join(_card(word) for word in text.replace(",", " ").translate(_SUITS).split())


def _card(word: str) -> str:
    low = word.lower()
    if low in {"jk", "joker"}:
        return "Jk"
    found = _CARD.fullmatch(low)
    return f"{found[1].replace('10', 't').upper()}{found[2]}" if found else word


def antes(value: Fraction, words: str) -> str:
    """An amount without its sign: ``0.0276 antes``, ``1 ante``."""
    if value.denominator == 1:
        return f"{value} {words.removesuffix('s') if value == 1 else words}"
    return f"{in_antes(value).lstrip('+')} {words}"


def _named(rules: Rules, found: Hand) -> Mapping[str, str]:
    options = rules.game.streets[found.street].options
    return {o.id: says(rules, o) for o in options} | {
        name: upper(low_words(name)) for name in found.advice.actions if " " in name
    }


def verdict(rules: Rules, found: Hand, choice: str) -> str:
    """The best choice, and what another cost."""
    names, values, best = _named(rules, found), found.advice.actions, found.advice.best
    if not choice:
        return f"{names[best]} is best."
    cost = values[best] - values[choice]
    if not cost:
        return f"{names[choice]}: no other choice is worth more."
    return f"{names[best]} is best. {names[choice]} costs {antes(cost, unit_word(rules))}."


def reason(rules: Rules, found: Hand, choice: str) -> str:
    """Why: the best choice beside the one made, or where that was best, beside the next."""
    names, values, best = _named(rules, found), found.advice.actions, found.advice.best
    if found.advice.reason is not None and " " in best:
        return f"It makes {found.advice.reason}. The hand {_worth(rules, values[best])}."
    less = {name: value for name, value in values.items() if value < values[best]}
    if not less:
        return f"Every choice {_worth(rules, values[best])} on average."
    other = choice if choice in less else max(less, key=lambda name: less[name])
    more = antes(values[best] - values[other], unit_word(rules))
    return (
        f"{names[best]} {_worth(rules, values[best])} on average; {names[other].lower()} "
        f"{_worth(rules, values[other])}, {more} worse."
    )


def _worth(rules: Rules, value: Fraction) -> str:
    return f"{'wins' if value > 0 else 'loses'} {antes(abs(value), unit_word(rules))}" if value else "comes out even"


def rule(rules: Rules, found: Hand, listed: ShortRules | None) -> payloads.RuleWords:
    """The rule to remember that speaks of this hand."""
    advice = found.advice
    if rules.game.set_hands is not None:
        low = house_low(rules, tuple(str(card) for card in found.state.cards))
        best = "which is best here" if advice.actions[low] == advice.actions[advice.best] else "which is not best here"
        return payloads.RuleWords(words=f"The house way sets {low_words(low)}, {best}.", note="")
    if listed is None:
        return payloads.RuleWords(words="The short list of rules is still being searched.", note="")
    option, condition = listed.line(found)
    words = f"{says(rules, option)} with {condition}."
    if not condition:
        words = f"{says(rules, option)} where none of these holds: {'; '.join(listed.conditions(found))}."
    wrong = advice.actions[option.id] != advice.actions[advice.best]
    return payloads.RuleWords(
        words=words, note="This hand is one of the few that the short list gets wrong." if wrong else ""
    )


def steps(rules: Rules) -> list[payloads.NearStep]:
    """How near a choice may be: mixed, then from the nearest on."""
    mixed = payloads.NearStep(near=0, words="Mixed, close ones often")
    if rules.game.set_hands is None:
        *near, far = NEAR.get(rules.game.study, USUALLY_NEAR)
        rows = [payloads.NearStep(near=each, words=f"Within {each / 100:.2f} {unit_word(rules)}") for each in near]
        return [mixed, *rows, payloads.NearStep(near=far, words="Any, as they come")]
    words = ("One setting is best", *(f"Up to {few} settings are best" for few in FEW_WAYS[1:-1]), "Any that matters")
    return [mixed, *(payloads.NearStep(near=few, words=text) for few, text in zip(FEW_WAYS, words, strict=True))]


def scored(rules: Rules, record: Record) -> payloads.Score:
    """A record in words."""
    words, cost = unit_word(rules), spent(record)
    many = len(record.missed)
    return payloads.Score(
        decisions=str(record.decisions),
        right=f"{record.right} of {record.decisions}",
        row=str(record.row),
        cost=antes(cost, words),
        per_hundred=f"{float(100 * cost / record.decisions):,.2f} {words}" if record.decisions else "",
        waiting=f"{many} kind{'s' * (many != 1)} of hand to repeat" if many else "",
    )
