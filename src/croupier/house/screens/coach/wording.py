"""The coach's words: amounts, actions, what is counted and what is recommended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.pa.face_up_pai_gow import low_text
from croupier.house.cloth.felt import exact, label, signed
from croupier.house.screens.coach import payloads
from croupier.kit.cards import cards, write

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from croupier.game import Option, Rules
    from croupier.odds.strategy.advice import Advice


def money(cents: Fraction) -> str:
    """An expectation in dollars, to the cent: ``−$19.72``."""
    return signed(round(cents))


def in_antes(value: Fraction) -> str:
    """An expectation in antes, to the fourth place, with a true minus sign."""
    return f"{float(value):+.4f}".replace("-", "\u2212") if value else "0.0000"


def price(cents: Fraction) -> str:
    """What a mistake costs: ``$0.28``, or that it is less than a cent."""
    return exact(round(cents)) if round(cents) or not cents else "less than a cent"


def unit_word(rules: Rules) -> str:
    """What values are counted in."""
    return "antes" if rules.game.ante == "ante" else "wagers"


def counted(rules: Rules, stakes: Mapping[str, int]) -> str:
    """Which wagers the values are of: the main game's, and those on the layout that a fold would forfeit."""
    from croupier.odds.strategy.joint import at_stake  # noqa: PLC0415 - numpy comes with it

    names = [label(rules, w.id) for w in rules.offered() if rules.is_main(w)]
    names = list(dict.fromkeys(names))
    all_of = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    later = ", if all that follows is decided best" if len(rules.game.streets) > 1 else ""
    taken = [label(rules, wager.id) for wager in at_stake(rules, stakes)]
    if not taken:
        return f"Exact expected net of {all_of}{later}. Side wagers are not counted."
    return (
        f"Exact expected net of {all_of}, and of {' and '.join(taken)}, which a fold would forfeit{later}. "
        "Other side wagers are not counted."
    )


def says(rules: Rules, option: Option) -> str:
    """An option without an amount: ``Raise 2×``."""
    if not option.wager:
        return option.id.replace("-", " ").capitalize()
    verb = option.id.rpartition("-")[0]
    if not verb and option.times == 1:
        return label(rules, option.wager)
    return f"{(verb or label(rules, option.wager)).capitalize()} {option.times}\u00d7"


def rows(
    rules: Rules,
    advice: Advice,
    words: Mapping[str, str],
    ante: int,
    held: tuple[str, ...] = (),
    short: frozenset[str] = frozenset(),
) -> list[payloads.ActionRow]:
    """Every action with its value. A setting is named by its low hand, with the places of its cards in `held`; what one
    is `short` of chips for is not called the best."""
    from croupier.odds.figures.analysis import exact as written  # noqa: PLC0415

    usual = house_low(rules, held)
    lines = []
    best = best_of(advice, short)
    first = [name for name in (best, usual) if " " in name]
    for name in dict.fromkeys([*first, *advice.actions]):
        value = advice.actions[name]
        low = name.split() if name not in words else []
        lines.append(
            payloads.ActionRow(
                id=name,
                words=words.get(name, ""),
                low=low,
                places=sorted(held.index(card) for card in low),
                low_words=low_words(name) if low else "",
                best=name == best,
                equal=value == advice.actions[best] and name not in short,
                house_way=bool(usual) and name == usual,
                dollars=money(value * ante) if ante else "",
                antes=in_antes(value),
                exactly=payloads.ExactNumber(**written(value)),
            )
        )
    return lines


def exact_actions(advice: Advice) -> dict[str, payloads.ExactNumber]:
    """What every action is worth, exactly."""
    from croupier.odds.figures.analysis import exact as written  # noqa: PLC0415

    return {name: payloads.ExactNumber(**written(value)) for name, value in advice.actions.items()}


def best_of(advice: Advice, short: frozenset[str]) -> str:
    """The best of what one has the chips for."""
    found = {name: value for name, value in advice.actions.items() if name not in short}
    return advice.best if advice.best in found or not found else max(found, key=lambda name: found[name])


def recommended(rules: Rules, advice: Advice, words: Mapping[str, str], ante: int, short: frozenset[str]) -> str:
    """The best choice beside the next one: ``Raise $20.00 is worth +$3.12 to you on average; fold, the next best,
    −$20.00.``"""

    def said(name: str) -> str:
        option = next((o for street in rules.game.streets for o in street.options if o.id == name), None)
        return words.get(name) or (says(rules, option) if option is not None else f"Setting {low_words(name)}")

    best = best_of(advice, short)
    others = {name: value for name, value in advice.actions.items() if said(name) != said(best) and name not in short}
    first = f"{said(best)} is worth {money(advice.actions[best] * ante)} to you on average"
    if not others:
        return f"{first}."
    after = max(others, key=lambda name: others[name])
    return f"{first}; {said(after)[0].lower()}{said(after)[1:]}, the next best, {money(others[after] * ante)}."


def low_words(name: str) -> str:
    """A setting by its low hand: ``a pair of fours low``."""
    return f"{low_text(cards(name))} low"


def house_low(rules: Rules, held: tuple[str, ...]) -> str:
    """The house way's setting of these cards, by its low hand; nothing where there is none to set."""
    if rules.game.set_hands is None or not held:
        return ""
    return write(sorted(rules.game.set_hands(rules, cards(" ".join(held)), "house-way").low, reverse=True))
