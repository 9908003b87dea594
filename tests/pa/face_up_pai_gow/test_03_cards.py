"""§ 688a.3. Cards; number of decks."""

from __future__ import annotations

import pytest

from croupier import BadText, IllegalAction, SubmissionError, open_game
from tests.support import provision, rules_of, settled

GAME = open_game("face-up-pai-gow")
RULES = rules_of("face-up-pai-gow")
PLAYER, DEALER = "As Ad Qc Jh 7d 4s 3h", "Ks Kd 9c 8h 5d 3s 2c"


def play(cards=PLAYER, dealer=DEALER, **seats):
    entry = {"cards": cards, "wagers": {"pai-gow": "10"}, "decisions": ["house-way"]}
    return settled(RULES, {"1": entry, **seats}, dealer=dealer)


@provision("688a.3(a)")
def test_one_deck_with_one_joker():
    deck = [str(card) for card in GAME.deck.all()]
    assert len(deck) == len(set(deck)) == 53
    assert deck.count("Jk") == 1
    assert str(GAME.deck.cite) == "58 Pa. Code § 688a.3(a)"


@provision("688a.3(a)")
@pytest.mark.parametrize(
    ("player", "dealer", "field"),
    [
        ("As As Qc Jh 7d 4s 3h", DEALER, "seats.1.cards"),
        ("Jk Jk Qc Jh 7d 4s 3h", DEALER, "seats.1.cards"),
        ("As Ad Qc Jh 7d 4s 3h", "As Kd 9c 8h 5d 3s 2c", "dealer"),
        ("Jk Ad Qc Jh 7d 4s 3h", "Jk Kd 9c 8h 5d 3s 2c", "dealer"),
    ],
)
def test_no_card_lies_twice_on_the_table(player, dealer, field):
    with pytest.raises(IllegalAction) as refused:
        play(player, dealer)
    assert refused.value.field == field
    assert refused.value.cite == "58 Pa. Code § 688a.3(a)"


@provision("688a.3(a)")
def test_no_card_lies_at_two_seats():
    other = {"cards": "9s 9h 7d 7c 4d Kh 2d", "wagers": {"pai-gow": "10"}, "decisions": ["house-way"]}
    with pytest.raises(IllegalAction) as refused:
        play(**{"4": other})  # 7d lies at seat 1 already
    assert (refused.value.field, refused.value.cite) == ("seats.4.cards", "58 Pa. Code § 688a.3(a)")


def test_every_card_of_the_deck_can_be_dealt():
    deck = [str(card) for card in GAME.deck.all()]
    hands = [" ".join(deck[i::7][:7]) for i in range(7)]
    seats = {str(n): {"cards": hands[n], "wagers": {"pai-gow": "10"}, "decisions": ["house-way"]} for n in range(1, 7)}
    assert set(settled(RULES, seats, dealer=hands[0]).seats) == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("text", ["1s", "Ax", "10s", "as", "JK", "joker"])
def test_what_is_not_a_card(text):
    with pytest.raises(BadText) as refused:
        play(f"{text} Ad Qc Jh 7d 4s 3h")
    assert refused.value.field == "seats.1.cards"


@pytest.mark.parametrize(
    ("player", "dealer", "field"),
    [
        ("As Ad Qc Jh 7d 4s", DEALER, "seats.1.cards"),
        ("As Ad Qc Jh 7d 4s 3h 2h", DEALER, "seats.1.cards"),
        ("", DEALER, "seats.1.cards"),
        (None, DEALER, "seats.1.cards"),
        (PLAYER, "Ks Kd 9c 8h 5d 3s", "dealer"),
        (PLAYER, "Ks Kd 9c 8h 5d 3s 2c 2d", "dealer"),
        (PLAYER, None, "dealer"),
    ],
)
def test_player_and_dealer_have_seven_cards(player, dealer, field):
    with pytest.raises(IllegalAction) as refused:
        play(player, dealer)
    assert (refused.value.field, refused.value.cite) == (field, "58 Pa. Code § 688a.8(d)")


@pytest.mark.parametrize("place", ["community", "all_six", "replacement"])
def test_there_are_no_other_cards(place):
    entry = {"cards": PLAYER, "wagers": {"pai-gow": "10"}, "decisions": ["house-way"]}
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"1": entry}, dealer=DEALER, **{place: "9d"})
    assert refused.value.field == place.replace("_", "-")


@provision("688a.3(b)")
def test_two_decks_only_with_a_shuffling_device():
    assert rules_of("face-up-pai-gow", {"decks": 2, "shuffler": "automated"}).chosen["decks"] == 2
    assert rules_of("face-up-pai-gow", {"decks": 1}).chosen["decks"] == 1
    with pytest.raises(SubmissionError) as refused:
        rules_of("face-up-pai-gow", {"decks": 2})
    assert [(r.field, r.cite) for r in refused.value.refusals] == [("decks", "58 Pa. Code § 688a.3(b)")]


@provision("688a.3(b)")
@pytest.mark.parametrize("decks", [0, 3, "2", True, 1.0])
def test_one_deck_or_two(decks):
    with pytest.raises(SubmissionError) as refused:
        rules_of("face-up-pai-gow", {"decks": decks, "shuffler": "automated"})
    assert (refused.value.field, refused.value.cite) == ("decks", "58 Pa. Code § 688a.3(b)")


@pytest.mark.parametrize(
    ("dealing", "hours", "path"),
    [
        pytest.param("hand", 4, "3(c)(1)", marks=provision("688a.3(c)(1)")),
        pytest.param("manual-shoe", 8, "3(c)(2)", marks=provision("688a.3(c)(2)")),
        pytest.param("automated-shoe", 8, "3(c)(2)", marks=provision("688a.3(c)(2)")),
    ],
)
def test_hours_after_which_the_decks_are_changed(dealing, hours, path):
    found, cite = GAME.deck_hours[dealing]
    assert (found, cite.path) == (hours, path)
    assert rules_of("face-up-pai-gow", {"dealing": dealing, "shuffler": "automated"}).chosen["dealing"] == dealing
