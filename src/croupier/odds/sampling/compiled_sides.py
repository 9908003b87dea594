"""Looks of wagers that declare no features, written as steps of a program."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.kit.bulk import WIDTH, compiled
from croupier.kit.cards import CARDS
from croupier.kit.sevens import is_royal_match, is_seven_card_straight_flush
from croupier.odds.sampling.compiled import Untabled
from croupier.odds.sampling.sides import (
    AceHighLook,
    ReplacedLook,
    SevenLook,
    TableLook,
    repeats,
    titles,
)
from croupier.odds.sampling.two_hands import TwoHandsLook, settings_of, sevens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from croupier.kit.rankings import Ranking
    from croupier.odds.sampling.deal import Layout
    from croupier.odds.sampling.program import Builder

    Numbers = NDArray[np.int64]


def write(b: Builder, look: Any, seat: int) -> int:  # noqa: ANN401 - any look
    """The register with the number of the round."""
    for kind, how in _WAYS.items():
        if type(look) is kind:
            found: int = how(b, look, seat)
            return found
    raise Untabled


def _hand(layout: Layout, seat: int) -> list[int]:
    return list(range(seat * layout.hand, (seat + 1) * layout.hand))


def _place(layout: Layout, place: str) -> list[int]:
    at = layout.places[place]
    return list(range(at.start, at.stop))


def _ranked(b: Builder, ranking: Ranking, rows: Sequence[int]) -> tuple[int, Numbers]:
    """A register with the place of a hand of the ranking's own size, and the worth at each place."""
    bulk = compiled(ranking)
    width = WIDTH[bulk.cards]
    full = 0x5555 if ranking.size == 3 else 0x3333
    place = b.hash(rows, b.keys(bulk.keys), b.table(bulk.rows), width, bulk.table.shape[1], full)
    return place, bulk.table.ravel().astype(np.int64)


def _replaced(b: Builder, look: ReplacedLook, seat: int) -> int:
    kind = np.zeros(64, np.int64)
    kind[: len(CARDS)] = look.kind
    seats = [_hand(look.layout, each) for each in range(seat + 1)]
    rows = b.replace(seats, look.layout.places["replacement"].start, b.table(kind))
    (_, faces), (count, wild) = titles(look.faces, 5), titles(look.ranking, 5)
    code = b.register()
    by_face, worths = _ranked(b, look.faces, rows)
    b.add(code, by_face, b.table(faces[worths] * count))
    as_ranked, worths = _ranked(b, look.ranking, rows)
    b.add(code, as_ranked, b.table(wild[worths]))
    return code


def _table(b: Builder, look: TableLook, seat: int) -> int:
    if seat:
        return b.notes["table", 0]
    hands = [_hand(look.layout, each) for each in range(look.layout.seats)]
    found = []
    for rows in (*hands, _place(look.layout, "dealer")):
        category = b.register()
        place, worths = _ranked(b, look.ranking, rows)
        b.add(category, place, b.table(compiled(look.ranking).categories()[worths]))
        found.append(category)
    b.notes["table", 0] = b.most(found)
    return b.notes["table", 0]


# Seven cards -----------------------------------------------------------------------------------------------------


def _class(b: Builder, ranking: Ranking, rows: Sequence[int]) -> int:
    """The class of seven cards. Every ranking of them has the same keys."""
    bulk, known = compiled(ranking, 7), sevens()
    return b.seven(
        rows, b.keys(bulk.keys), b.table(bulk.rows), WIDTH[7], b.table(known.loose), b.table(known.masks),
        b.table(known.others),
    )  # fmt: skip


@cache
def _titles_of_classes(ranking: Ranking) -> tuple[int, Numbers]:
    """The title of each class of seven cards."""
    count, title = titles(ranking, 7)
    return count, title[compiled(ranking, 7).rank(sevens().hands)]


def _two_hands(b: Builder, look: TwoHandsLook, seat: int) -> int:
    code = b.register(look.size - 1 if look.gives_up else 0)
    if look.gives_up:
        return code
    theirs = _class(b, look.ranking, _place(look.layout, "dealer"))
    mine = _class(b, look.ranking, _hand(look.layout, seat))
    found = settings_of(look.ranking, look.rules.chosen["house-way"])
    if ("their-high", 0) not in b.notes:
        b.notes["their-high", 0], b.notes["their-low", 0] = b.register(), b.register()
        b.add(b.notes["their-high", 0], theirs, b.table(found.house_high))
        b.add(b.notes["their-low", 0], theirs, b.table(found.house_low))
    starts, highs, lows = found.starts, found.highs, found.lows
    if look.option is not None:
        starts, highs, lows = np.arange(len(found.house_high) + 1), found.house_high, found.house_low
    won = b.against(
        mine, b.notes["their-high", 0], b.notes["their-low", 0], b.table(starts), b.table(highs), b.table(lows)
    )
    b.add(code, theirs, b.table(_titles_of_classes(look.ranking)[1] * 3))
    b.scale(code, won, 1)
    return code


def _seven(b: Builder, look: SevenLook, seat: int) -> int:
    hands = sevens().hands
    code, mine = b.register(), _class(b, look.rankings[0], _hand(look.layout, seat))
    table = np.zeros(len(hands), np.int64)
    for ranking in look.rankings:
        count, title = _titles_of_classes(ranking)
        table = table * count + title
    marks = np.zeros(len(hands), np.int64)
    repeats(hands, marks)
    for n in range(sevens_loose(), len(hands)):
        marks[n] += 8 * is_seven_card_straight_flush(tuple(CARDS[card] for card in hands[n].tolist()))
    b.add(code, mine, b.table(table * 32 + marks))
    known = _royal_matches()
    gate = b.register()
    flushes = np.zeros(len(hands), np.int64)
    flushes[sevens_loose() :] = 1
    b.add(gate, mine, b.table(flushes))
    b.scale(code, b.rare(gate, 1, _hand(look.layout, seat), known, [16] * len(known)), 1)
    return code


def sevens_loose() -> int:
    """How many classes have no flush; they stand first."""
    return int(sevens().loose.max()) + 1


@cache
def _royal_matches() -> tuple[int, ...]:
    """Every royal match, by the place of its seven cards among all."""
    found = set()
    for suit, other, missing in product(range(4), range(4), range(6)):
        if suit == other:
            continue
        royal = [32 + 4 * n + suit for n in range(5) if n != missing] + ([52] if missing < 5 else [])
        held = sorted([*royal, 40 + other, 44 + other])
        assert is_royal_match([CARDS[card] for card in held])
        found.add(sum(comb(card, n + 1) for n, card in enumerate(held)))
    return tuple(sorted(found))


def _ace_high(b: Builder, look: AceHighLook, seat: int) -> int:
    count, title = _titles_of_classes(look.ranking)
    theirs, mine, code = (
        _class(b, look.ranking, _place(look.layout, "dealer")),
        _class(b, look.ranking, _hand(look.layout, seat)),
        b.register(),
    )
    joker = (sevens().hands == 52).any(axis=1)
    b.add(code, mine, b.table(title * count * 2))
    b.add(code, theirs, b.table(title * 2 + joker))
    return code


_WAYS: dict[type, Any] = {
    ReplacedLook: _replaced,
    TableLook: _table,
    TwoHandsLook: _two_hands,
    SevenLook: _seven,
    AceHighLook: _ace_high,
}
