"""What is published of the worked examples: the share that the house keeps of the main game, and of single wagers."""

from __future__ import annotations

from croupier import open_game
from croupier.odds.study.study import main_of, side_of, solve

PUBLISHED: dict[str, dict[str, str]] = {
    "three-card-poker": {"main": "3.3730%", "pair-plus": "2.3167%"},
    "let-it-ride": {"main": "3.5057%"},
    "mississippi-stud": {"main": "4.9149%"},
    "caribbean-stud": {"main": "5.2243%"},
    "ultimate-texas-holdem": {"main": "2.1850%"},
    "baccarat": {"banker": "1.0579%", "player": "1.2351%", "tie": "14.3596%"},
}
LONGEST = "ultimate-texas-holdem"
"""Counted in the soak."""
LONG = {"caribbean-stud", LONGEST}
"""Games that take seconds to count."""


def kept(game: str) -> dict[str, str]:
    """The same figures of ours."""
    wanted = PUBLISHED[game]
    rules = open_game(game).rules({wager: "1" for wager in wanted if wager != "main"})
    study, found = solve(rules), {}
    if any(map(rules.is_main, rules.offered())):
        found["main"] = _percent(float(main_of(study).house_edge))
    for wager in rules.offered():
        if wager.id in wanted:
            found[wager.id] = _percent(-float(side_of(study, rules, wager).net.mean))
    return found


def _percent(share: float) -> str:
    return f"{100 * share:.4f}%"
