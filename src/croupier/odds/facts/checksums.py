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


def _solver(arrays: Arrays, cards: Cards) -> None:
    """Every deal once, at each decision, and every state with as many ends as cards can still come."""
    held, draws, asks = arrays["held"].tolist(), arrays["draws"].tolist(), arrays["asks"].tolist()
    _same(len(held), len(cards), "kinds of cards")
    first = draws[: asks[0]] if asks else draws
    orders = prod(factorial(first.count(group)) for group in set(first))
    deals = prod(sum(held) - number for number in range(len(draws))) // orders
    for number, _ in enumerate(asks or [0]):
        weights, counts = arrays[f"{number}.weights"].tolist(), arrays[f"{number}.counts"]
        _same(int(counts.min(initial=0)) >= 0, True, "counts")
        ends, own = counts.sum(axis=1, dtype=np.int64).tolist(), f"{number}.own" in arrays
        _same(len(set(ends)), 1, f"ends of decision {number}")
        hidden = prod(range(1, draws.count(draws[-1]) - draws[: asks[0]].count(draws[-1]) + 1)) if own else 1
        _same(sum(weights) * ends[0] * hidden, deals, f"deals at decision {number}")


def _boards(arrays: Arrays, cards: Cards) -> None:
    """Every deal once: a hand, the board bit by bit and the other hand."""
    (own, board, other, *stages), left = arrays["sizes"].tolist(), len(cards)
    deals, seen = comb(left, own), 0
    for stage in (*stages, board):
        deals *= comb(left - own - seen, stage - seen)
        seen = stage
    deals *= comb(left - own - board, other)
    _same(int(arrays["ends"].min()) >= 0 and int(arrays["ends"].sum()), deals, "deals")


def _high_hands(arrays: Arrays, cards: Cards) -> None:
    """Nothing dealt one way; and among any number of hands, from no deal to all of them with one that reaches a
    category, a higher one never more often."""
    deck, below = len(cards), None
    for row in ([int(number) for number in deals] for deals in arrays["deals"].tolist()):
        _same(row[0], 1, "ways to deal no hand")
        ways = [prod(comb(deck - 5 * place, 5) for place in range(hands)) for hands in range(len(row))]
        for hands, every in enumerate(ways):
            none = sum((-1) ** j * comb(hands, j) * row[j] * (every // ways[j]) for j in range(hands + 1))
            fair = 0 <= none <= every and row[hands] % factorial(hands) == 0
            _same(fair, True, f"deals of {hands} hands within all")
        _same(below is None or all(map(int.__ge__, below, row)), True, "deals of higher categories")
        below = row


CHECKS: Mapping[str, Callable[[Arrays, Cards], None]] = {
    "against": _against,
    "six-cards": _total(lambda deck: comb(deck, 6)),
    "best-of": lambda arrays, cards: _total(lambda deck: comb(deck, arrays["hands"].shape[1]))(arrays, cards),
    "sevens": _total(lambda deck: comb(deck, 7)),
    "ace-high": _total(lambda deck: comb(deck, 7) * comb(deck - 7, 7)),
    "settings": _settings,
    "solver": _solver,
    "boards": _boards,
    "high-hands": _high_hands,
}
