"""What kept counts must add up to: totals that are known without counting. A check raises where they do not."""

from __future__ import annotations

from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    Arrays = Mapping[str, NDArray[Any]]
    Cards = NDArray[np.int64]


def _same(found: object, known: object, what: str) -> None:
    if found != known:
        raise ValueError(f"{what}: {found} and not {known}")


def _against(arrays: Arrays, cards: Cards) -> None:
    """Every hand once; against each all the dealer's; and as often lower as higher within a category."""
    deck, weights, dealer = len(cards), arrays["weights"].astype(np.int64), arrays["dealer"]
    _same(arrays["cards"].tolist(), cards.tolist(), "cards")
    _same(int(weights.sum()), comb(deck, 5), "hands")
    _same(int(dealer.min()) >= 0 and set(dealer.sum(axis=1).tolist()), {comb(deck - 5, 5)}, "dealer's hands")
    higher = dealer[np.arange(len(dealer)), arrays["categories"] - 1] - arrays["lower"] - arrays["equal"]
    for category in range(1, dealer.shape[1] + 1):
        mine = arrays["categories"] == category
        ours = int(weights[mine].sum())
        _same(int(weights @ dealer[:, category - 1]), ours * comb(deck - 5, 5), f"hands of category {category}")
        below, above = (int(weights[mine] @ side[mine]) for side in (arrays["lower"], higher))
        _same(below, above, f"hands lower and higher within category {category}")


def _streets(arrays: Arrays, cards: Cards) -> None:
    """Every hand of each street once; from each as many ends as orders of cards; the same ends from every street."""
    hole, final = arrays["sizes"].tolist()
    deck = len(cards)
    _same(arrays["cards"].tolist(), cards.tolist(), "cards")
    first = None
    for number in range(final - hole):
        weights, ends = arrays[f"{number}.weights"].astype(np.int64), arrays[f"{number}.finals"].astype(np.int64)
        held = hole + number
        _same(int(weights.sum()), comb(deck, held), f"hands of street {number}")
        _same(set(ends.sum(axis=1).tolist()), {prod(range(deck - final + 1, deck - held + 1))}, f"ends of {number}")
        found = [int(count) * comb(held, hole) * factorial(number) for count in weights @ ends]
        first = first or found
        _same(found, first, f"ends by group of street {number}")
        if number < final - hole - 1:
            following = len(arrays[f"{number + 1}.weights"])
            _same(int(arrays[f"{number}.next"].max()) < following, True, f"ways from street {number}")


def _total(count: Callable[[int], int]) -> Callable[[Arrays, Cards], None]:
    def check(arrays: Arrays, cards: Cards) -> None:
        counts = arrays["counts"]
        _same(int(counts.min()) >= 0 and int(counts.sum()), count(len(cards)), "hands")

    return check


def _settings(arrays: Arrays, cards: Cards) -> None:
    """Every dealer's hand once, and no setting with more wins and losses than there are deals."""
    deck, weights, starts = len(cards), arrays["weights"], arrays["starts"]
    _same(int(weights.sum()), comb(deck, 7), "dealer's hands")
    _same(int(starts[-1]), len(arrays["wins"]), "settings")
    deals = np.repeat(weights, np.diff(starts)) * comb(deck - 7, 7)
    wins, losses = arrays["wins"], arrays["losses"]
    fair = wins.min() >= 0 and losses.min() >= 0 and bool((wins + losses <= deals).all())
    _same(fair, True, "wins and losses within the deals")


CHECKS: Mapping[str, Callable[[Arrays, Cards], None]] = {
    "against": _against,
    "streets": _streets,
    "six-cards": _total(lambda deck: comb(deck, 6)),
    "best-of": lambda arrays, cards: _total(lambda deck: comb(deck, arrays["hands"].shape[1]))(arrays, cards),
    "sevens": _total(lambda deck: comb(deck, 7)),
    "ace-high": _total(lambda deck: comb(deck, 7) * comb(deck - 7, 7)),
    "settings": _settings,
}
