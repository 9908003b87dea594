"""Numbers that were given with confidence and were wrong: each is right now, or refused."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from croupier import IllegalAction, LawError, cards, open_game
from croupier.errors import Impure
from croupier.games.pa.cajun_stud import RANKING as CAJUN
from croupier.games.pa.dj_wild import RANKING as DJ_WILD
from croupier.kit import hand_forms as forms
from croupier.kit.bulk import all_hands, compiled
from croupier.kit.cards import CARDS
from croupier.kit.pays import PUSH, pay
from croupier.kit.paytables import wins
from croupier.odds.facts import store
from croupier.odds.sampling.fast import sampler
from croupier.odds.study.study import main_of, side_of, solve
from tests.odds import altered_games as altered

# A wager that tells apart what is counted as one ---------------------------------------------------------------


def wager_of(game, id_):
    (found,) = [wager for wager in game.wagers if wager.id == id_]
    return found


def priced(see, looks="final", pays="20 to 1"):
    game = altered.side(see, looks=looks, pays=pays)
    rules = game.rules({"fancy": "1"})
    return side_of(solve(rules), rules, wager_of(game, "fancy"))


def flushes_of_six():
    """Every six cards with five or more of one suit, and no straight flush: how many have the ace of that suit."""
    straights = [frozenset((rank - 2) % 13 for rank in range(top - 4, top + 1)) for top in range(14, 4, -1)]
    found = 0
    for size in (5, 6):
        for ranks in combinations(range(13), size):
            if 12 in ranks and not any(window <= set(ranks) for window in straights):
                found += 4 * (39 if size == 5 else 1)
    return found


def test_ace_high_flushes_are_paid_as_often_as_they_come():
    side = priced(altered.ace_high_flush)
    assert side.net.chance(above=0) == Fraction(flushes_of_six(), comb(52, 6))
    assert f"{100 * float(1 + side.net.mean):.2f}" == "8.25"


def test_any_flush_needs_no_finer_look():
    assert priced(altered.flush).net.total == comb(52, 6)


@pytest.mark.parametrize(
    ("see", "looks"),
    [
        (altered.flush_in_hearts, "final"),  # the suit of a hand is nowhere counted
        (altered.flush, "hand"),  # community cards where the hand alone is declared
        (lambda _, played, __: CARDS[50] in played.places["community"][:1], "final"),  # which card was turned first
        (lambda _, played, __: bool(played.cards_at("community")), "hand"),
    ],
)
def test_what_no_class_tells_apart_is_refused(see, looks):
    with pytest.raises(LawError, match=r"tells rounds apart that are counted as one|looks at more cards") as refused:
        priced(see, looks)
    assert isinstance(refused.value, Impure)
    assert all("seats" in told for told in refused.value.rounds)


def test_a_blind_that_pays_by_the_rank_of_a_flush_is_refused():
    game = altered.DJ_WILD
    blind = wager_of(game, "blind")

    def see(rules, played, number):
        s = blind.see(rules, played, number)
        hand = rules.ranking.rank(played.seats[number].cards)
        low = rules.ranking.category(hand).name == "flush" and hand.ties[0] < 14
        return s._replace(hand=rules.ranking["straight"]) if low else s

    changed = replace(game, wagers=tuple(replace(w, sees=None, see=see) if w is blind else w for w in game.wagers))
    with pytest.raises(IllegalAction, match="Blind Wager does not declare what it sees"):
        solve(changed.rules())


def test_a_point_count_that_looks_at_suits_is_refused():
    game = open_game("over-under")
    ante = wager_of(game, "ante")

    def see(rules, played, number):
        s = ante.see(rules, played, number)
        suited = len({card.suit for card in played.seats[number].cards}) == 1
        return next(iter(ante.classes(rules))) if suited else s

    changed = replace(game, wagers=tuple(replace(w, sees=None, see=see) if w is ante else w for w in game.wagers))
    with pytest.raises(IllegalAction, match="Ante Wager does not declare what it sees"):
        solve(changed.rules())


# A sampler that shares the classes -----------------------------------------------------------------------------


def always_played():
    """Three cards against three, always played: every hand, up to suits, against every other."""
    hands = all_hands(52, 3)
    bulk = compiled(altered.THREE_CARDS)
    worths = bulk.rank(hands).astype(np.int64)
    queen = np.array([hand.category > 1 or hand.ties[0] >= 12 for hand in bulk.worths])[worths]
    total = 0
    for place in range(0, len(hands), 17):  # one hand in seventeen is enough to see 2% apart
        apart = ~np.isin(hands, hands[place]).any(axis=1)
        sign = np.sign(worths[place] - worths)[apart]
        total += int(np.where(queen[apart], 2 * sign, 1).sum())
    return total / (len(range(0, len(hands), 17)) * comb(49, 3))


def test_three_cards_against_three_are_not_sampled_by_the_classes_of_five():
    rules = altered.three_card_poker().rules()
    with pytest.raises(IllegalAction, match="does not declare what it sees"):
        sampler(rules, strategy="first").count(1, 50)
    with pytest.raises(IllegalAction, match="does not declare what it sees"):
        solve(rules)


def test_three_cards_against_three_played_plainly():
    from croupier.odds.sampling.plain import plain_sampler

    table = plain_sampler(altered.three_card_poker().rules(), strategy="first")
    found = table.estimate(table.count(1, 6_000), "main")
    assert found.standard_error is not None
    assert abs(float(found.mean) - always_played()) < 4 * found.standard_error


# Prices and tables kept under names ----------------------------------------------------------------------------


def test_a_deck_without_tens_has_a_price_of_its_own():
    game = open_game("raise-it-up")
    rules = game.rules()
    pairs = wager_of(game, "pair-plus")
    before = side_of(solve(rules), rules, pairs)
    other = altered.spanish(game).rules()
    study = solve(other)
    side = side_of(study, other, pairs)
    assert (before.net.total, side.net.total) == (comb(52, 3), comb(48, 3))
    assert {row.label: row.count for row in side.rows}["Three-of-a-kind"] == 12 * 4
    assert main_of(study).net.total == comb(48, 3) * 45 * 44 * 43
    assert main_of(study).net.mean != main_of(solve(rules)).net.mean


def test_a_five_card_deck_without_tens_too():
    study = solve(altered.spanish(open_game("dj-wild")).rules())
    assert main_of(study).net.total == comb(49, 5) * comb(44, 5)


def other_flush():
    def flush(faces):
        return forms.flush(faces) if faces.ranks[:1] != (14,) else None

    return flush


def test_a_form_of_the_same_name_has_facts_of_its_own():
    changed = replace(
        DJ_WILD,
        categories=tuple(replace(c, form=other_flush()) if c.form is forms.flush else c for c in DJ_WILD.categories),
    )
    assert [c.form.__name__ for c in changed.categories] == [c.form.__name__ for c in DJ_WILD.categories]
    assert store.key("against", changed, (1, 2)) != store.key("against", DJ_WILD, (1, 2))
    assert store.key("against", DJ_WILD, (1, 2)) != store.key("against", DJ_WILD, (1, 3))
    same = replace(DJ_WILD, name="another name", _memo={}, _lately={}, _places={}, _plain=[])
    assert store.key("against", same, (1, 2)) == store.key("against", DJ_WILD, (1, 2))


def test_reversed_categories_have_tables_of_their_own():
    hands = all_hands(52, 5)[::5000]
    before = compiled(CAJUN).rank(hands)
    other = compiled(replace(CAJUN, categories=CAJUN.categories[::-1], _memo={}, _lately={}, _places={}, _plain=[]))
    assert len(set(before.tolist())) > len({hand.category for hand in other.worths}) == 1


def test_wild_ranks_make_other_tables():
    wild = replace(CAJUN, wild=frozenset({2}), _memo={}, _lately={}, _places={}, _plain=[])
    twos = np.array([cards("2c 2d 3h 4s 9c")], np.uint8)
    worth = {len(bulk.worths): bulk.worths[bulk.rank(twos)[0]].category for bulk in map(compiled, (CAJUN, wild))}
    assert set(worth.values()) == {CAJUN["pair"], CAJUN["three-of-a-kind"]}


# Cards that are not there --------------------------------------------------------------------------------------


def test_a_deck_that_is_no_prefix_holds_its_aces_and_no_tens():
    deck = altered.spanish(open_game("raise-it-up")).deck
    deck.check([("hand", cards("As Ah 2c"))])
    with pytest.raises(IllegalAction, match="Ts is not in the deck"):
        deck.check([("hand", cards("As Ts"))])
    with pytest.raises(IllegalAction, match="As is on the table twice"):
        deck.check([("hand", cards("As")), ("dealer", cards("As"))])


@pytest.mark.parametrize("card", [53, 99, 255])
def test_a_number_that_is_no_card_has_no_worth(card):
    with pytest.raises(IllegalAction, match=f"{card} is no card"):
        compiled(DJ_WILD).rank(np.array([[0, 1, 2, 3, card]], np.uint8))


def test_a_joker_has_no_worth_where_none_is_dealt():
    with pytest.raises(IllegalAction, match="ranks no joker"):
        compiled(CAJUN).rank(np.array([[0, 5, 10, 15, 52]], np.uint8))
    with pytest.raises(IllegalAction, match="ranks no joker"):
        compiled(CAJUN, 6).rank(np.array([[0, 5, 10, 15, 20, 52]], np.uint8))
    with pytest.raises(IllegalAction, match="ranks no joker"):
        CAJUN.rank(cards("As Ks Qs Js Jk"))
    assert compiled(DJ_WILD).rank(np.array([[0, 5, 10, 15, 52]], np.uint8))[0] > 0


@pytest.mark.parametrize("copied", [deepcopy(PUSH), replace(PUSH), pay("Push")])
def test_a_copied_push_pushes(copied):
    assert copied.is_push
    assert not copied.is_loss


def test_a_copied_loss_loses():
    assert deepcopy(pay("Loss")).is_loss
    assert not wins(deepcopy(pay("Loss")))
    assert wins(pay("1 to 1"))
