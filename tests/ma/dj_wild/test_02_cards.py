"""2. Cards; number of decks. (And hands of five, 7(c)(1).)"""

from __future__ import annotations

import pytest

from croupier import BadText, IllegalAction, SubmissionError, open_game
from tests.support import provision, rules_of, settled

GAME = open_game("dj-wild", "ma")
RULES = rules_of("dj-wild", edition="ma")
BASE = {"ante": "10", "blind": "10"}
DEALER = "Qs Qd 8c 7h 3s"


def seat(cards: str) -> dict[str, object]:
    return {"cards": cards, "wagers": BASE, "decisions": ["raise"]}


def refusal(seats: dict[str, dict[str, object]], **places: str) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, seats, **places)
    return refused.value.field, refused.value.cite


@provision("MA 2(a)")
def test_one_deck_and_the_joker():
    held = [str(card) for card in GAME.deck.all()]
    assert len(held) == len(set(held)) == 53
    assert held.count("Jk") == 1
    assert str(GAME.deck.cite) == "MA DJ Wild § 2(a)"


@provision("MA 2(a)")
@pytest.mark.parametrize(
    ("seats", "dealer", "field"),
    [
        ({"1": seat("Kc Kc 9h 5s 4c")}, DEALER, "seats.1.cards"),
        ({"1": seat("Kc Kd 9h 5s 4c"), "4": seat("Kc 9d 8h 5c 4d")}, DEALER, "seats.4.cards"),
        ({"1": seat("Kc Kd 9h 5s Jk")}, "Jk Qd 8c 7h 3s", "dealer"),
    ],
)
def test_no_card_lies_on_the_table_twice(seats, dealer, field):
    assert refusal(seats, dealer=dealer) == (field, "MA DJ Wild § 2(a)")


@pytest.mark.parametrize(
    ("held", "places", "field"),
    [
        ("Kc Kd 9h 5s", {"dealer": DEALER}, "seats.1.cards"),
        ("Kc Kd 9h 5s 4c 3c 3d", {"dealer": DEALER}, "seats.1.cards"),  # "seven card hand" is a slip
        ("Kc Kd 9h 5s 4c", {"dealer": "Qs Qd 8c 7h"}, "dealer"),
        ("Kc Kd 9h 5s 4c", {}, "dealer"),
    ],
)
def test_player_and_dealer_have_five_cards(held, places, field):
    assert refusal({"1": seat(held)}, **places) == (field, "MA DJ Wild § 7(c)(1)")


def test_what_is_not_a_card_is_refused():
    with pytest.raises(BadText) as refused:
        settled(RULES, {"1": seat("Kc Kd 9h 5s 1c")}, dealer=DEALER)
    assert refused.value.field == "seats.1.cards"


def test_the_matrix_of_11k_knows_six_players():
    assert refusal({"7": seat("Kc Kd 9h 5s 4c")}, dealer=DEALER) == ("seats", "MA DJ Wild § 11(k)")


@provision("MA 2(b)")
def test_a_second_deck_needs_a_shuffler():
    assert GAME.rules({"decks": 2, "shuffler": "automated"}).chosen["decks"] == 2
    with pytest.raises(SubmissionError) as refused:
        GAME.rules({"decks": 2, "shuffler": "none"})
    assert (refused.value.field, refused.value.cite) == ("decks", "MA DJ Wild § 2(b)")
    with pytest.raises(SubmissionError) as refused:
        GAME.rules({"decks": 3, "shuffler": "automated"})
    assert (refused.value.field, refused.value.cite) == ("decks", "MA DJ Wild § 2(b)")


@provision("MA 7(a)", "MA 7(b)(1)")
def test_dealing_from_the_hand_needs_a_shuffler():
    assert GAME.rules({"dealing": "hand", "shuffler": "automated"}).chosen["dealing"] == "hand"
    with pytest.raises(SubmissionError) as refused:
        GAME.rules({"dealing": "hand", "shuffler": "none"})
    assert (refused.value.field, refused.value.cite) == ("shuffler", "MA DJ Wild § 7(b)(1)")


@provision("MA 8(a)")
def test_the_other_way_of_dealing_is_an_automated_shoe():
    assert GAME.rules({"dealing": "automated-shoe"}).chosen["dealing"] == "automated-shoe"
    with pytest.raises(SubmissionError) as refused:
        GAME.rules({"dealing": "manual-shoe"})
    assert (refused.value.field, refused.value.cite) == ("dealing", "MA DJ Wild § 8(a)")
