"""§ 683a.3. Cards; number of decks."""

from __future__ import annotations

import pytest

from croupier import BadText, IllegalAction, SubmissionError, open_game
from tests.support import provision, rules_of, settled

CITE = "58 Pa. Code § 683a."
RULES = rules_of("cajun-stud", {"all-six": "A"})
RAISED = ["raise-1", "raise-1", "raise-1"]


def deal(first="Ac 9d", second="Kc 8d", community="Qh 7s 2c", all_six="4h 5s 6c Td"):
    """Two players, the first with an All-Six wager, so that every place has cards."""
    one = {"cards": first, "wagers": {"ante": "5", "all-six": "1"}, "decisions": RAISED}
    two = {"cards": second, "wagers": {"ante": "5"}, "decisions": RAISED}
    return settled(RULES, {"1": one, "2": two}, community=community, all_six=all_six)


@provision("683a.3(a)")
def test_one_deck_of_52_different_cards_without_a_joker():
    deck = RULES.game.deck
    assert (len(deck), len(set(deck.all())), deck.copies) == (52, 52, 1)
    assert {f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"} == {str(card) for card in deck.all()}
    assert str(deck.cite) == CITE + "3(a)"
    assert sorted(deal().seats) == [1, 2]


@provision("683a.3(a)")
@pytest.mark.parametrize(
    ("place", "cards", "field"),
    [
        ("first", "Ac Ac", "seats.1.cards"),
        ("first", "Ac Jk", "seats.1.cards"),
        ("second", "Ac 8d", "seats.2.cards"),
        ("second", "Kc Jk", "seats.2.cards"),
        ("community", "Qh 7s Ac", "community"),
        ("community", "Qh 8d 2c", "community"),
        ("community", "Qh Qh 2c", "community"),
        ("community", "Qh 7s Jk", "community"),
        ("all_six", "4h 5s 6c 2c", "all-six"),
        ("all_six", "4h 5s 6c Ac", "all-six"),
        ("all_six", "4h 5s 6c Jk", "all-six"),
    ],
)
def test_a_card_twice_or_a_joker_is_refused(place, cards, field):
    with pytest.raises(IllegalAction) as refused:
        deal(**{place: cards})
    assert (refused.value.field, refused.value.cite) == (field, CITE + "3(a)")


@pytest.mark.parametrize(
    ("place", "cards", "field", "cite"),
    [
        ("first", "Ac", "seats.1.cards", "8(c)"),
        ("first", "Ac 9d 3h", "seats.1.cards", "8(c)"),
        ("first", "", "seats.1.cards", "8(c)"),
        ("first", None, "seats.1.cards", "8(c)"),
        ("first", ["Ac", "9d"], "seats.1.cards", "8(c)"),
        ("community", "Qh 7s", "community", "8(d)"),
        ("community", "Qh 7s 2c 3d", "community", "8(d)"),
        ("community", "", "community", "8(d)"),
        ("community", None, "community", "8(d)"),
        ("all_six", "4h 5s 6c", "all-six", "8(c)"),
        ("all_six", "4h 5s 6c Td Jd", "all-six", "8(c)"),
        ("all_six", None, "all-six", "8(c)"),
    ],
)
def test_a_hand_has_two_cards_the_community_three_all_six_four(place, cards, field, cite):
    with pytest.raises(IllegalAction) as refused:
        deal(**{place: cards})
    assert (refused.value.field, refused.value.cite) == (field, CITE + cite)


@pytest.mark.parametrize(
    ("place", "cards", "field"),
    [
        ("first", "Ac 1d", "seats.1.cards"),
        ("second", "10c 8d", "seats.2.cards"),
        ("community", "Qh 7s 2x", "community"),
        ("community", "Qh7s2c", "community"),
        ("all_six", "4h 5s 6c td", "all-six"),
    ],
)
def test_what_is_not_a_card_is_bad_text(place, cards, field):
    with pytest.raises(BadText) as refused:
        deal(**{place: cards})
    assert refused.value.field == field


@pytest.mark.parametrize("place", ["dealer", "replacement"])
def test_the_game_has_no_dealers_hand_and_no_replacement(place):
    seat = {"cards": "Ac 9d", "wagers": {"ante": "5"}, "decisions": ["fold"]}
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"1": seat}, **{place: "Ks Kd 7c 4h 3s"})
    assert refused.value.field == place


@provision("683a.3(b)")
@pytest.mark.parametrize("shuffler", ["automated", "counting"])
def test_two_decks_beside_an_automated_shuffler(shuffler):
    assert rules_of("cajun-stud", {"decks": 2, "shuffler": shuffler}).chosen["decks"] == 2


@provision("683a.3(b)")
@pytest.mark.parametrize("chosen", [{"decks": 2}, {"decks": 2, "shuffler": "none"}])
def test_two_decks_without_an_automated_shuffler_are_refused(chosen):
    with pytest.raises(SubmissionError) as refused:
        rules_of("cajun-stud", chosen)
    assert [(r.field, r.cite) for r in refused.value.refusals] == [("decks", CITE + "3(b)")]


@provision("683a.3(a)", "683a.3(b)")
def test_one_deck_unless_two_are_chosen():
    assert rules_of("cajun-stud").chosen["decks"] == 1


@provision("683a.3(b)")
@pytest.mark.parametrize("decks", [0, 3, "2", 2.0, True])
def test_more_than_two_decks_or_none_are_refused(decks):
    with pytest.raises(SubmissionError) as refused:
        rules_of("cajun-stud", {"decks": decks, "shuffler": "automated"})
    assert [(r.field, r.cite) for r in refused.value.refusals] == [("decks", CITE + "3(b)")]


@pytest.mark.parametrize(
    ("dealing", "hours", "cite"),
    [
        pytest.param("hand", 4, "3(c)(1)", marks=provision("683a.3(c)(1)")),
        pytest.param("manual-shoe", 8, "3(c)(2)", marks=provision("683a.3(c)(2)")),
        pytest.param("automated-shoe", 8, "3(c)(2)", marks=provision("683a.3(c)(2)")),
    ],
)
def test_decks_are_changed_every_four_or_eight_hours(dealing, hours, cite):
    chosen = rules_of("cajun-stud", {"dealing": dealing, "shuffler": "automated"}).chosen
    found, law = open_game("cajun-stud").deck_hours[chosen["dealing"]]
    assert (found, str(law)) == (hours, CITE + cite)


@provision("683a.9(a)(1)")
def test_dealing_from_the_hand_needs_an_automated_shuffler():
    assert rules_of("cajun-stud", {"dealing": "hand", "shuffler": "automated"}).chosen["dealing"] == "hand"
    with pytest.raises(SubmissionError) as refused:
        rules_of("cajun-stud", {"dealing": "hand"})
    assert [(r.field, r.cite) for r in refused.value.refusals] == [("shuffler", CITE + "9(a)(1)")]
