"""What cannot be right is refused before anything is computed: what, where, and by which provision."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest

from croupier import IllegalAction, LawError, SubmissionError, all_games, cards, open_game
from croupier.games.pa.cajun_stud import RANKING as CAJUN
from croupier.games.pa.dj_wild import RANKING as DJ_WILD
from croupier.games.pa.face_up_pai_gow import RANKING as PAI_GOW
from croupier.kit.bulk import compiled
from croupier.kit.pays import pay
from croupier.odds.figures.rows import check_rows
from croupier.odds.sides.deals import by_worth
from croupier.odds.study.study import side_of, solve
from tests.odds import altered_games as altered


def with_rows(rules, wager, rows):
    table = replace(rules.tables[wager], rows=MappingProxyType(rows), labels=MappingProxyType({r: r for r in rows}))
    return replace(rules, tables=MappingProxyType({**rules.tables, wager: table}))


@pytest.mark.parametrize("wager", ["six-card", "blind"])
def test_a_paytable_that_lacks_a_reachable_row(wager):
    rules = open_game("raise-it-up").rules({"six-card": "A"})
    study = solve(rules)
    rows = {row: paid for row, paid in rules.tables[wager].rows.items() if row != "flush"}
    less = with_rows(rules, wager, rows)
    found = rules.game.wager(wager)
    assert found is not None
    with pytest.raises(SubmissionError, match=r"lacks the row 'flush', which it pays \(58 Pa. Code § 669a.12"):
        side_of(study, less, found) if wager == "six-card" else solve(less)


@pytest.mark.parametrize("wager", ["six-card", "blind"])
def test_a_paytable_with_a_row_that_nothing_falls_into(wager):
    rules = open_game("raise-it-up").rules({"six-card": "A"})
    study = solve(rules)
    more = with_rows(rules, wager, {**rules.tables[wager].rows, "six-of-a-kind": pay("1,000 to 1")})
    found = rules.game.wager(wager)
    assert found is not None
    with pytest.raises(SubmissionError, match="has the row 'six-of-a-kind', which nothing falls into"):
        side_of(study, more, found) if wager == "six-card" else solve(more)


def test_no_printed_paytable_is_refused():
    checked = 0
    for game in all_games():
        for wager in game.wagers:
            for table in wager.tables:
                rules = game.rules({wager.key: table.id} if wager.key else {})
                if wager.id in rules.tables:
                    check_rows(rules, wager)
                    checked += 1
    assert checked > 60


@pytest.mark.parametrize(
    ("ranking", "count"), [(CAJUN, 4), (CAJUN, 8), (DJ_WILD, 6), (altered.THREE_CARDS, 6), (PAI_GOW, 9), (CAJUN, 0)]
)
def test_a_ranking_that_cannot_rank_so_many_cards(ranking, count):
    with pytest.raises(IllegalAction, match=r"not compiled for hands|own size only"):
        compiled(ranking, count)


def test_a_ranking_of_no_cards_or_too_many():
    for size in (0, 8):
        with pytest.raises(LawError, match=f"hands of {size} cards cannot be ranked"):
            replace(CAJUN, size=size)
    with pytest.raises(IllegalAction, match="4 cards given where a hand has 5"):
        CAJUN.best(cards("As Ks Qs Js"))
    with pytest.raises(IllegalAction, match="6 cards given"):
        CAJUN.rank(cards("As Ks Qs Js Ts 9s"))


def test_four_cards_are_ranked_one_by_one():
    four = replace(
        CAJUN,
        size=4,
        categories=(CAJUN.categories[4], CAJUN.categories[8], CAJUN.categories[9]),
        _memo={},
        _lately={},
        _places={},
        _plain=[],
    )
    flush, pair, nothing = (four.rank(cards(text)) for text in ("2s 5s 9s Ks", "2s 2d 9s Ks", "2s 5d 9s Ks"))
    assert flush > pair > nothing


@pytest.mark.parametrize(
    "wrong",
    [np.zeros((2, 4), np.uint8), np.zeros((2, 5), np.float64), np.full((1, 5), 200, np.uint8), np.zeros(5, np.uint8)],
)
def test_arrays_of_wrong_type_or_range(wrong):
    for ask in (compiled(DJ_WILD).rank, compiled(DJ_WILD).is_natural):
        with pytest.raises(IllegalAction, match=r"^hands: "):
            ask(wrong)


def test_a_shape_no_counter_knows_is_refused_with_the_reason():
    game = open_game("raise-it-up")
    with pytest.raises(IllegalAction, match="does not ask for every decision once"):
        solve(replace(game, course=game.course[:4] + game.course[6:]).rules())
    twice = replace(game, deck=replace(game.deck, copies=2))
    with pytest.raises(IllegalAction, match="more than once"):
        solve(twice.rules())


def test_hands_are_counted_by_worth_whatever_the_deck():
    small = [card for card in range(52) if card >> 2 >= 6]  # eights and up
    found = by_worth(CAJUN, small, 6)
    from itertools import combinations

    from croupier.kit.cards import CARDS

    worths: dict[object, int] = {}
    for hand in list(combinations(small, 6))[::97]:
        worths[CAJUN.best(tuple(CARDS[c] for c in hand))] = 1
    assert int(found["counts"].sum()) == 376_740
    shown = {CAJUN.best(tuple(CARDS[c] for c in hand)) for hand in found["hands"].tolist()}
    assert set(worths) <= shown
