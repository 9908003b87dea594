"""§ 687a.3. Cards; number of decks. (And six places and hands of five, §§ 687a.2(a) and 687a.8.)"""

from __future__ import annotations

import pytest

from croupier import BadText, IllegalAction, SubmissionError, open_game
from tests.support import provision, rules_of, settled

GAME = open_game("dj-wild")
RULES = rules_of("dj-wild", {"progressive": "1"})
BASE = {"ante": "10", "blind": "10"}
DEALER = "Qs Qd 8c 7h 3s"


def seat(cards: str, **wagers: str) -> dict[str, object]:
    return {"cards": cards, "wagers": {**BASE, **wagers}, "decisions": ["raise"]}


def refusal(seats: dict[str, dict[str, object]], **places: str) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, seats, **places)
    return refused.value.field, refused.value.cite


@provision("687a.3(a)")
def test_one_deck_of_53_cards_with_one_joker():
    held = [str(card) for card in GAME.deck.all()]
    assert len(GAME.deck) == len(held) == len(set(held)) == 53
    assert held.count("Jk") == 1
    assert {card[0] for card in held if card != "Jk"} == set("23456789TJQKA")
    assert str(GAME.deck.cite) == "58 Pa. Code § 687a.3(a)"


@provision("687a.3(a)")
@pytest.mark.parametrize(
    ("seats", "places", "field"),
    [
        ({"1": seat("Kc Kc 9h 5s 4c")}, {"dealer": DEALER}, "seats.1.cards"),
        ({"1": seat("Kc Kd 9h 5s 4c"), "4": seat("Kc 9d 8h 5c 4d")}, {"dealer": DEALER}, "seats.4.cards"),
        ({"1": seat("Kc Kd 9h 5s 4c")}, {"dealer": "Kd Qd 8c 7h 3s"}, "dealer"),
        ({"1": seat("Kc Kd 9h 5s Jk")}, {"dealer": "Jk Qd 8c 7h 3s"}, "dealer"),
        ({"1": seat("Kc Kd 9h 5s 4c")}, {"dealer": DEALER, "replacement": "8c"}, "replacement"),
    ],
    ids=["within a hand", "two seats", "seat and dealer", "two jokers", "the extra card"],
)
def test_no_card_lies_on_the_table_twice(seats, places, field):
    assert refusal(seats, **places) == (field, "58 Pa. Code § 687a.3(a)")


@pytest.mark.parametrize("held", ["Kc Kd 9h 5s", "Kc Kd 9h 5s 4c 3c", ""])
def test_a_seat_has_five_cards(held):
    assert refusal({"2": seat(held)}, dealer=DEALER) == ("seats.2.cards", "58 Pa. Code § 687a.8(d)")


@pytest.mark.parametrize("places", [{}, {"dealer": "Qs Qd 8c 7h"}, {"dealer": "Qs Qd 8c 7h 3s 3d"}])
def test_the_dealer_has_five_cards(places):
    assert refusal({"1": seat("Kc Kd 9h 5s 4c")}, **places) == ("dealer", "58 Pa. Code § 687a.8(e)")


@pytest.mark.parametrize("held", ["Kc Kd 9h 5s 1c", "Kc Kd 9h 5s 10c", "Kc Kd 9h 5s 4C", "Kc Kd 9h 5s Joker"])
def test_what_is_not_a_card_is_refused(held):
    with pytest.raises(BadText) as refused:
        settled(RULES, {"1": seat(held)}, dealer=DEALER)
    assert refused.value.field == "seats.1.cards"


@pytest.mark.parametrize("place", ["community", "all-six"])
def test_there_are_no_community_cards(place):
    field, _ = refusal({"1": seat("Kc Kd 9h 5s 4c")}, dealer=DEALER, **{place: "5h"})
    assert field == place


@provision("687a.2(a)")
@pytest.mark.parametrize("number", ["0", "7", "01", "x"])
def test_the_table_has_seats_one_to_six(number):
    assert refusal({number: seat("Kc Kd 9h 5s 4c")}, dealer=DEALER) == ("seats", "58 Pa. Code § 687a.2(a)")


@provision("687a.2(a)")
def test_six_players_can_play_and_nobody_is_refused():
    hands = [
        "Ac Kd Th 7c 4d",
        "Ad Kh Tc 7d 4h",
        "Ah Kc Td 7s 4c",
        "Qc Jd 8h 6c 3d",
        "Qh Jh 8d 6d 5h",
        "As Jc 9d 6h 5c",
    ]
    done = settled(RULES, {str(n): seat(hand) for n, hand in enumerate(hands, 1)}, dealer=DEALER)
    assert list(done.seats) == [1, 2, 3, 4, 5, 6]
    assert refusal({}, dealer=DEALER) == ("seats", "58 Pa. Code § 687a.2(a)")


@provision("687a.3(b)")
@pytest.mark.parametrize("shuffler", ["automated", "counting"])
def test_two_decks_may_alternate_beside_an_automated_shuffler(shuffler):
    assert GAME.rules({"decks": 2, "shuffler": shuffler}).chosen["decks"] == 2


@provision("687a.3(b)")
def test_two_decks_without_a_shuffler_are_refused():
    with pytest.raises(SubmissionError) as refused:
        GAME.rules({"decks": 2})
    assert (refused.value.field, refused.value.cite) == ("decks", "58 Pa. Code § 687a.3(b)")


@provision("687a.3(b)")
@pytest.mark.parametrize("decks", [0, 3, "2", True])
def test_one_deck_or_two(decks):
    with pytest.raises(SubmissionError) as refused:
        GAME.rules({"decks": decks, "shuffler": "automated"})
    assert (refused.value.field, refused.value.cite) == ("decks", "58 Pa. Code § 687a.3(b)")


@pytest.mark.parametrize(
    ("dealing", "hours", "cite"),
    [
        pytest.param("hand", 4, "3(c)(1)", marks=provision("687a.3(c)(1)")),
        pytest.param("manual-shoe", 8, "3(c)(2)", marks=provision("687a.3(c)(2)")),
        pytest.param("automated-shoe", 8, "3(c)(2)", marks=provision("687a.3(c)(2)")),
    ],
)
def test_hours_after_which_the_decks_are_changed(dealing, hours, cite):
    found, by = GAME.deck_hours[dealing]
    assert (found, by.path) == (hours, cite)


@provision("687a.9(a)(1)")
def test_dealing_from_the_hand_needs_an_automated_shuffler():
    with pytest.raises(SubmissionError) as refused:
        GAME.rules({"dealing": "hand"})
    assert (refused.value.field, refused.value.cite) == ("shuffler", "58 Pa. Code § 687a.9(a)(1)")
    assert GAME.rules({"dealing": "hand", "shuffler": "automated"}).chosen["dealing"] == "hand"
