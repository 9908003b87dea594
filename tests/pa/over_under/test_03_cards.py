"""§ 686a.3. Cards; number of decks; value of cards."""

from __future__ import annotations

import pytest

from croupier import BadText, IllegalAction, SubmissionError, open_game
from tests.support import provision, rules_of, settled

RULES = rules_of("over-under", {"bonus": "1"})
FACE_VALUE = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10}


def seat(cards, *decisions):
    return {"cards": cards, "wagers": {"ante": "10"}, "decisions": list(decisions or ["over"])}


def total(cards):
    done = settled(RULES, {"1": seat(cards)})
    assert done.dealer is None
    hand = done.seats[1].hand
    assert hand is not None
    return hand["total"]


@provision("686a.3(d)(1)", held="outcome")
@pytest.mark.parametrize("suit", "cdhs")
@pytest.mark.parametrize(("rank", "value"), FACE_VALUE.items())
def test_two_to_ten_have_their_face_value(rank, value, suit):
    assert total(f"{rank}{suit} 2c 3d") == value + 5
    assert total(f"2c {rank}{suit} 3d") == value + 5
    assert total(f"2c 3d {rank}{suit}") == value + 5


@provision("686a.3(d)(2)", held="outcome")
@pytest.mark.parametrize("face", [rank + suit for rank in "JQK" for suit in "cdhs"])
def test_faces_are_worth_ten(face):
    assert total(f"{face} 2c 3d") == 15
    assert total(f"2c 3d {face}") == 15


@provision("686a.3(d)(3)", held="outcome")
@pytest.mark.parametrize(
    ("cards", "points"),
    [("Ac 2d 2h", 15), ("Ac Ad 2h", 24), ("Kc Qd As", 31), ("Ac Ad Ah", 33), ("As As As", 33)],
)
def test_an_ace_is_worth_eleven_however_many_there_are(cards, points):
    assert total(cards) == points


@provision("686a.3(a)")
def test_one_batch_is_six_decks_of_52_cards():
    deck = RULES.game.deck
    assert (len(deck.cards), deck.copies, len(deck)) == (52, 6, 312)
    assert str(deck.cite) == "58 Pa. Code § 686a.3(a)"


SIX_ACES = {"1": seat("As As As"), "2": seat("As As As", "surrender")}


@provision("686a.3(a)")
def test_six_of_one_card_may_be_on_the_table():
    done = settled(RULES, {**SIX_ACES, "3": seat("Ah Ad Ac")})
    assert [s.hand and s.hand["total"] for s in done.seats.values()] == [33, 33, 33]


@provision("686a.3(a)")
@pytest.mark.parametrize("third", ["As Ks Qs", "Ks As Qs", "Ks Qs As"])
def test_a_seventh_is_refused(third):
    with pytest.raises(IllegalAction, match="7 times") as refused:
        settled(RULES, {**SIX_ACES, "3": seat(third)})
    assert (refused.value.field, refused.value.cite) == ("seats.3.cards", "58 Pa. Code § 686a.3(a)")


@provision("686a.3(a)")
def test_the_joker_is_not_in_the_batch():
    with pytest.raises(IllegalAction, match="Jk") as refused:
        settled(RULES, {"4": seat("As Jk 2c")})
    assert (refused.value.field, refused.value.cite) == ("seats.4.cards", "58 Pa. Code § 686a.3(a)")


@pytest.mark.parametrize("cards", ["As Kd 1c", "as Kd 2c", "10s Kd 2c", "AsKd2c", "As,Kd,2c", "As Kd Xx"])
def test_what_is_no_card_cannot_be_read(cards):
    with pytest.raises(BadText) as refused:
        settled(RULES, {"1": seat(cards)})
    assert refused.value.field == "seats.1.cards"


@provision("686a.3(a)")
@pytest.mark.parametrize("dealing", ["shoe", "continuous-shuffler"])
def test_dealt_from_a_shoe_or_a_continuous_shuffler(dealing):
    assert rules_of("over-under", {"dealing": dealing}).chosen["dealing"] == dealing


@provision("686a.3(a)")
@pytest.mark.parametrize("dealing", ["hand", "manual-shoe", "", None, True])
def test_dealt_from_nothing_else(dealing):
    with pytest.raises(SubmissionError) as refused:
        rules_of("over-under", {"dealing": dealing})
    assert (refused.value.field, refused.value.cite) == ("dealing", "58 Pa. Code § 686a.3(a)")


@provision("686a.3(b)")
@pytest.mark.parametrize("shuffler", ["automated", "counting"])
def test_two_batches_beside_a_shuffling_device(shuffler):
    assert rules_of("over-under", {"decks": 2, "shuffler": shuffler}).chosen["decks"] == 2


@provision("686a.3(b)")
@pytest.mark.parametrize(
    "chosen",
    [
        pytest.param({"decks": 2}, id="no device"),
        pytest.param({"decks": 2, "shuffler": "none"}, id="by hand"),
        pytest.param({"decks": 1, "shuffler": "automated"}, id="a device shall have two batches"),
        pytest.param({"decks": 1, "shuffler": "counting"}, id="a counting device shall have two batches"),
        pytest.param(
            {"decks": 2, "shuffler": "automated", "dealing": "continuous-shuffler"},
            id="a continuous shuffler has one batch",
        ),
    ],
)
def test_two_batches_with_a_device_that_is_not_continuous_and_only_then(chosen):
    with pytest.raises(SubmissionError) as refused:
        rules_of("over-under", chosen)
    assert refused.value.cite == "58 Pa. Code § 686a.3(b)"


@provision("686a.3(b)")
@pytest.mark.parametrize("decks", [0, 3, 6, -1, "2", 2.0, True, None])
def test_one_or_two_batches(decks):
    with pytest.raises(SubmissionError) as refused:
        rules_of("over-under", {"decks": decks, "shuffler": "automated"})
    assert (refused.value.field, refused.value.cite) == ("decks", "58 Pa. Code § 686a.3(b)")


@provision("686a.3(b)(1)", held="refusal")
def test_either_of_two_batches_holds_six_decks():
    rules = rules_of("over-under", {"decks": 2, "shuffler": "automated"})
    done = settled(rules, SIX_ACES)
    assert done.seats[2].hand is not None
    with pytest.raises(IllegalAction, match="7 times"):
        settled(rules, {**SIX_ACES, "3": seat("As 2c 3d")})


@provision("686a.3(c)")
@pytest.mark.parametrize("dealing", ["shoe", "continuous-shuffler"])
def test_decks_are_changed_every_24_hours(dealing):
    hours, cite = open_game("over-under").deck_hours[dealing]
    assert (hours, str(cite)) == (24, "58 Pa. Code § 686a.3(c)")
