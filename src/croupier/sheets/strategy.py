"""The section of a PAR sheet that says how the main game is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.sheets.parts import Grid, Text, fraction, percent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.odds.par.sheet import Sheet
    from croupier.odds.par.strategy import HouseRules
    from croupier.odds.strategy.advice import Advice
    from croupier.odds.strategy.rules import RuleList
    from croupier.sheets.parts import Part


def how_to_play(sheet: Sheet) -> tuple[Part, ...]:
    """Rules to remember and what they cost, or the house way; and what the best play decides, where it decides."""
    parts: list[Part] = []
    if sheet.strategy.found is not None:
        parts += _rules(sheet, sheet.strategy.found)
    if sheet.strategy.by_card:
        parts += _by_card(sheet, sheet.strategy.by_card)
    if sheet.strategy.house is not None:
        parts += _house(sheet.strategy.house)
    if sheet.ways:
        ways = tuple((", then ".join(way.decisions), f"{way.count:,}", percent(way.chance)) for way in sheet.ways)
        parts += [
            Text("What the best play decides, and how often."),
            Grid(("Decisions", "Exact count", "Share"), "lrr", ways),
        ]
    return tuple(parts)


def _rules(sheet: Sheet, found: RuleList) -> list[Part]:
    above = (None, *found.lines)
    rows = tuple(
        (line.street if over is None or over.street != line.street else "", line.option, line.condition or "otherwise")
        for over, line in zip(above, found.lines, strict=False)
    )
    assert sheet.main is not None
    figures = (
        (f"House edge of the best play, of one {sheet.unit}", sheet.main.house_edge),
        ("House edge of these rules", -found.mean),
        ("What the rules cost", found.cost),
    )
    words = (
        "All figures on this sheet are those of the best decision in every state. These rules come close to it; on "
        "each street the first that holds decides, and conditions speak of all cards the player sees. Their cost is "
        "exact."
    )
    return [
        Text(words),
        Grid(("When", "Do", "With"), "llw", rows),
        Grid(("", "", "Exactly"), "lrw", tuple((name, percent(share, 6), fraction(share)) for name, share in figures)),
    ]


def _by_card(sheet: Sheet, by_card: Mapping[str, Advice]) -> list[Part]:
    actions = tuple(next(iter(by_card.values())).actions)
    rows = tuple(
        (card, advice.best, *(f"{float(advice.actions[name]):+.6f}".replace("-", "−") for name in actions))
        for card, advice in by_card.items()
    )
    return [
        Text(f"What each decision is worth after every first card, in units of one {sheet.unit}."),
        Grid(("First card", "Best", *actions), "ll" + "r" * len(actions), rows),
    ]


def _house(house: HouseRules) -> list[Part]:
    words = (
        f"The dealer’s cards lie open, so nothing is left to chance when the player sets: all figures of the main game "
        f"are those of a player who answers the dealer’s hands with the best legal setting ({house.player}). "
        f"The dealer sets by the house way {house.name} ({house.cite}), the first rule that fits:"
    )
    rows = tuple((rule.hand, rule.conditions, rule.front) for rule in house.rules)
    return [Text(words), Grid(("Hand", "If", "In front"), "lwl", rows)]
