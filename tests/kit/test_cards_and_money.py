"""Cards, decks, money, pays and paytables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import BadText, Card, IllegalAction, LawError, UnknownCite, cards, cents, dollars
from croupier.kit.cards import CARDS, STANDARD, WITH_JOKER, Deck, write
from croupier.kit.large_numbers import readable
from croupier.kit.money import grouped, printed, signed_cents
from croupier.kit.pays import LOSS, PUSH, pay
from croupier.kit.paytables import progressive, slug, table, tables
from croupier.law.chapters import DJ_WILD_PA_2021 as law


def test_fifty_three_cards_each_written_once():
    assert len({str(card) for card in CARDS}) == 53
    assert cards(write(CARDS)) == CARDS
    assert [Card.of("2c").rank, Card.of("As").rank, Card.of("Jk").rank] == [2, 14, 0]
    assert (Card.of("Td").words, Card.of("Jk").words) == ("ten of diamonds", "joker")


@pytest.mark.parametrize("text", ["1s", "10s", "as", "AS", "A", "Asx", "jk", "JK", "?"])
def test_what_is_not_a_card(text):
    with pytest.raises(BadText, match="is not a card"):
        cards(f"Kd {text}")


@pytest.mark.parametrize(
    ("deck", "hand", "why"),
    [
        (Deck("52 cards", STANDARD, 1, law["3(a)"]), "As Jk", "not in the deck"),
        (Deck("52 cards", STANDARD, 1, law["3(a)"]), "As Kd As", "twice"),
        (Deck("53 cards", WITH_JOKER, 1, law["3(a)"]), "Jk Kd Jk", "twice"),
        (Deck("six decks", STANDARD, 6, law["3(a)"]), "As " * 7, "7 times"),
        (Deck("six decks", STANDARD, 6, law["3(a)"]), "Jk", "not in the deck"),
    ],
)
def test_a_deck_refuses_what_it_does_not_hold(deck, hand, why):
    with pytest.raises(IllegalAction, match=why) as refused:
        deck.check([("dealer", cards(hand))])
    assert refused.value.cite == "58 Pa. Code § 687a.3(a)"
    assert not deck.holds_each_once(cards(hand))


def test_six_decks_hold_six_of_a_card():
    deck = Deck("six decks", STANDARD, 6, law["3(a)"])
    deck.check([("a", cards("As As As")), ("b", cards("As As As"))])
    assert len(deck) == len(deck.all()) == 312


def test_a_card_twice_names_both_places():
    deck = Deck("52 cards", STANDARD, 1, law["3(a)"])
    with pytest.raises(IllegalAction, match="also at dealer") as refused:
        deck.check([("dealer", cards("As")), ("seats.1.cards", cards("As"))])
    assert refused.value.field == "seats.1.cards"


@given(st.integers(0, 10**13))
def test_money_round_trips(amount):
    assert cents(dollars(amount)) == amount


@pytest.mark.parametrize(("amount", "expected"), [("12.50", 1250), ("7", 700), (7, 700), ("0.01", 1), ("0", 0)])
def test_amounts(amount, expected):
    assert cents(amount) == expected


@pytest.mark.parametrize(
    "amount",
    [
        10.0,
        1e3,
        "1e3",
        "1.5",
        "1.234",
        "-1",
        "+1",
        "01",
        "",
        " 5",
        "5 ",
        "$5",
        "1,000",
        None,
        True,
        [],
        -1,
        "1_000",
        "٣",
        "NaN",
        10**15,
    ],
)
def test_what_is_not_an_amount(amount):
    with pytest.raises(BadText, match="is not an amount"):
        cents(amount)


@given(st.integers(-(10**13), 10**13))
def test_what_is_written_is_read_signs_included(amount):
    assert signed_cents(dollars(amount)) == amount
    assert signed_cents(grouped(amount).replace(",", "")) == amount


def test_grouped_money():
    told = [grouped(148500), grouped(148500, "$"), grouped(-5, "$"), grouped(-123456, "$", "\u2212"), grouped(0, "$")]
    assert told == ["1,485.00", "$1,485.00", "-$0.05", "\u2212$1,234.56", "$0.00"]


def test_printed_money():
    assert (printed(100_000), printed(750), dollars(-1250)) == ("$1,000", "$7.50", "-12.50")


@pytest.mark.parametrize(
    ("text", "numerator", "denominator", "included", "fixed", "percent"),
    [
        ("3 to 2", 3, 2, False, 0, 0),
        ("1,000 to 1", 1000, 1, False, 0, 0),
        ("500 for 1", 500, 1, True, 0, 0),
        ("$7.50", 0, 1, False, 750, 0),
        ("10% of meter", 0, 1, False, 0, 10),
        ("$5,000/20% of meter", 0, 1, False, 500_000, 20),
    ],
)
def test_pays_as_printed(text, numerator, denominator, included, fixed, percent):
    made = pay(text)
    assert (made.numerator, made.denominator, made.stake_included) == (numerator, denominator, included)
    assert (made.dollars, made.percent, made.text) == (fixed, percent, text)


def test_push_and_loss():
    assert (pay("Push"), pay("Loss")) == (PUSH, LOSS)
    assert PUSH.is_push
    assert LOSS.is_loss


@pytest.mark.parametrize("text", ["3:2", "1 to 0", "0 to 1", "101% of meter", "0% of meter", "push", "5", "$x", ""])
def test_what_is_not_a_pay(text):
    with pytest.raises(BadText, match="is not a pay"):
        pay(text)


def test_tables_side_by_side_and_halves():
    (one,) = tables(law["12(d)"], "Hand | T/natural | T/wild\n Flush | 25 to 1 | 4 to 1\n Five wilds | n/a | 2000 to 1")
    assert {row: found.text for row, found in one.rows.items()} == {
        "flush/natural": "25 to 1",
        "flush/wild": "4 to 1",
        "five-wilds/wild": "2000 to 1",
    }
    assert one["five-wilds/natural"] is None
    assert slug("Royal flush + royal match") == "royal-flush-royal-match"


@pytest.mark.parametrize("text", ["Flush | 4 to 1 | 5 to 1", "Flush | 4 to 1\nFlush | 5 to 1"])
def test_a_misprinted_table_is_found_at_import(text):
    with pytest.raises(LawError):
        table("1", law["12(d)"], text)


def test_envy_for_a_row_the_table_lacks_is_found_at_import():
    with pytest.raises(LawError, match="envy"):
        progressive(table("1", law["12(c)"], "Flush | $5"), wagers=(100,), seeds=(100,), envy={0: {"straight": 1}})


def test_a_cite_is_looked_up():
    assert str(law["11(b)(2)"]) == "58 Pa. Code § 687a.11(b)(2)"
    assert law["11(b)(2)"].short == "687a.11(b)(2)"
    with pytest.raises(UnknownCite, match=r"687a\.11\(z\) does not exist"):
        law["11(z)"]


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0"),
        (10**20 - 1, "99,999,999,999,999,999,999"),
        (10**20, "1.000000 × 10^20"),
        (1863436162090484642252605578010859212800, "1.863436 × 10^39"),
    ],
)
def test_long_counts_are_rounded(count, text):
    assert readable(count) == text
