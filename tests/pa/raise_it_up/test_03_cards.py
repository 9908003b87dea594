"""§ 669a.3. Cards; number of decks."""

from __future__ import annotations

import pytest

from croupier import BadText, IllegalAction, SubmissionError
from tests.support import provision, rules_of, settled

RULES = rules_of("raise-it-up")
CODE = "58 Pa. Code § 669a."


def seat(cards, *decisions):
    return {
        "cards": cards,
        "wagers": {"ante": "10", "blind": "10"},
        "decisions": list(decisions or ["play-1"]),
    }


@provision("669a.3(a)")
def test_one_deck_of_52_cards():
    deck = RULES.game.deck
    assert (len(deck.cards), deck.copies, len(deck)) == (52, 1, 52)
    assert str(deck.cite) == f"{CODE}3(a)"


@provision("669a.3(a)")
def test_six_players_and_the_community_need_21_cards_of_the_deck():
    hands = ["2c 2d 2h", "3c 3d 3h", "4c 4d 4h", "5c 5d 5h", "6c 6d 6h", "7c 7d 7h"]
    done = settled(RULES, {str(n): seat(cards) for n, cards in enumerate(hands, 1)}, community="As Kd Qh")
    assert [s.hand and s.hand["name"] for s in done.seats.values()] == ["three-of-a-kind"] * 6


@provision("669a.3(a)")
@pytest.mark.parametrize(
    ("first", "second", "community", "field"),
    [
        ("As As 2c", "Kd Qd Jd", "9h 8h 7h", "seats.1.cards"),
        ("As Ks 2c", "Kd As Jd", "9h 8h 7h", "seats.2.cards"),
        ("As Ks 2c", "Kd Qd Jd", "9h 8h As", "community"),
        ("As Ks 2c", "Kd Qd Jd", "9h 9h 7h", "community"),
    ],
    ids=["in one hand", "in two hands", "in a hand and the community", "in the community"],
)
def test_no_card_lies_twice_on_the_table(first, second, community, field):
    with pytest.raises(IllegalAction, match="twice") as refused:
        settled(RULES, {"1": seat(first), "2": seat(second)}, community=community)
    assert (refused.value.field, refused.value.cite) == (field, f"{CODE}3(a)")


@provision("669a.3(a)")
@pytest.mark.parametrize(
    ("cards", "community", "field"),
    [("As Jk 2c", "9h 8h 7h", "seats.1.cards"), ("As Kd 2c", "9h Jk 7h", "community")],
)
def test_the_joker_is_not_in_the_deck(cards, community, field):
    with pytest.raises(IllegalAction, match="not in the deck") as refused:
        settled(RULES, {"1": seat(cards)}, community=community)
    assert (refused.value.field, refused.value.cite) == (field, f"{CODE}3(a)")


@pytest.mark.parametrize("bad", ["As Kd 1c", "as Kd 2c", "10s Kd 2c", "AsKd2c", "As,Kd,2c", "As Kd Xx"])
def test_what_is_no_card_cannot_be_read(bad):
    with pytest.raises(BadText) as refused:
        settled(RULES, {"1": seat(bad)}, community="9h 8h 7h")
    assert refused.value.field == "seats.1.cards"
    with pytest.raises(BadText) as refused:
        settled(RULES, {"1": seat("Ts 3d 4c")}, community=bad)
    assert refused.value.field == "community"


@pytest.mark.parametrize("cards", ["", "As", "As Kd", "As Kd 2c 3c"])
def test_a_hand_has_three_cards(cards):
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"5": seat(cards)}, community="9h 8h 7h")
    assert (refused.value.field, refused.value.cite) == ("seats.5.cards", f"{CODE}8(d)(1)")


@pytest.mark.parametrize("community", [None, "", "9h", "9h 8h", "9h 8h 7h 6h"])
def test_the_community_has_three_cards(community):
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"5": seat("As Kd 2c")}, community=community)
    assert (refused.value.field, refused.value.cite) == ("community", f"{CODE}8(d)(2)")


@pytest.mark.parametrize("said", [["check", "check", "fold"], ["play-3"]])
def test_the_community_is_turned_even_when_all_have_folded(said):
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"5": seat("As Kd 2c", *said)})
    assert refused.value.field == "community"


@pytest.mark.parametrize("place", ["dealer", "all_six", "replacement"])
def test_there_are_no_other_cards(place):
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"5": seat("As Kd 2c")}, community="9h 8h 7h", **{place: "2d"})
    assert refused.value.field == place.replace("_", "-")


@pytest.mark.parametrize("cards", [None, 7, ["As", "Kd", "2c"]])
def test_cards_are_written_as_one_string(cards):
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"5": seat(cards)}, community="9h 8h 7h")
    assert refused.value.field == "seats.5.cards"


@provision("669a.3(b)")
@pytest.mark.parametrize("shuffler", ["automated", "counting"])
@pytest.mark.parametrize("decks", [1, 2])
def test_two_decks_may_be_used_with_an_automated_device(shuffler, decks):
    assert rules_of("raise-it-up", {"decks": decks, "shuffler": shuffler}).chosen["decks"] == decks


@provision("669a.3(b)")
@pytest.mark.parametrize("chosen", [{}, {"shuffler": "none"}])
def test_two_decks_may_not_be_used_without_one(chosen):
    with pytest.raises(SubmissionError) as refused:
        rules_of("raise-it-up", {"decks": 2} | chosen)
    assert (refused.value.field, refused.value.cite) == ("decks", f"{CODE}3(b)")


@provision("669a.3(b)")
@pytest.mark.parametrize("decks", [0, 3, -1, "2", 2.0, True, None])
def test_one_deck_or_two(decks):
    with pytest.raises(SubmissionError) as refused:
        rules_of("raise-it-up", {"decks": decks, "shuffler": "automated"})
    assert (refused.value.field, refused.value.cite) == ("decks", f"{CODE}3(b)")


@provision("669a.3(b)")
def test_two_decks_alternate_so_that_one_round_still_has_one_of_each_card():
    rules = rules_of("raise-it-up", {"decks": 2, "shuffler": "automated"})
    with pytest.raises(IllegalAction, match="twice"):
        settled(rules, {"1": seat("As Kd 2c"), "2": seat("As Qd Jd")}, community="9h 8h 7h")


@pytest.mark.parametrize(
    ("dealing", "hours", "path"),
    [
        pytest.param("hand", 4, "3(c)(1)", marks=provision("669a.3(c)(1)")),
        pytest.param("manual-shoe", 8, "3(c)(2)", marks=provision("669a.3(c)(2)")),
        pytest.param("automated-shoe", 8, "3(c)(2)", marks=provision("669a.3(c)(2)")),
    ],
)
def test_hours_until_the_decks_are_changed(dealing, hours, path):
    found, cite = RULES.game.deck_hours[dealing]
    assert (found, str(cite)) == (hours, CODE + path)
