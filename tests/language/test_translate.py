"""What the house said, translated: by the message it was made from, and nothing that is no message."""

from __future__ import annotations

import sys
from contextlib import contextmanager

import msgspec
import pytest

from croupier.language import current_language, translate
from croupier.language.catalogue import PSEUDO, pseudo
from croupier.language.formats import numbers
from croupier.language.translate import LONGEST, Translator
from croupier.web.http.translation import NAMES, TRANSLATED_PAGES, translate_json

FEWER = 20
"""Texts within one that are looked for where a test is to see that no more are."""


@contextmanager
def language(name: str):
    before = current_language.set(name)
    try:
        yield
    finally:
        current_language.reset(before)


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("You lose $1,485.00.", "Pierdes $1,485.00."),
        ("a pair of kings, with wild cards", "par de reyes, con comodines"),
        ("Three jacks", "Trío de jotas"),
        ("straight, queen high; ace and king", "escalera hasta reina; as y rey"),
        (
            "Ante −$20.00; Blind pushes; Trips +$60.00, Three-of-a-kind, wild, 3 to 1",
            "Ante −$20.00; Ciega empata; Trips +$60.00, Trío, con comodín, 3 a 1",
        ),
        (
            "Exact expected net of Ante, Blind and Raise. Side wagers are not counted.",
            "Resultado neto esperado, exacto, de Ante, Ciega y Subida. No se cuentan las apuestas adicionales.",
        ),
        (
            "Folded. Raise 2× was best; your choice cost less than a cent.",
            "Se retiró. Lo mejor era Subir 2×; tu decisión costó menos de un centavo.",
        ),
        ("  seat 2, Bob: Ante $10.00, All-Six $5.00", "  asiento 2, Bob: Ante $10.00, All-Six $5.00"),
        ("turns over 10♥ joker 2♣ of the dealer", "descubre 10♥ comodín 2♣ del crupier"),
        (
            "cut to $50.00 by the payout limit (58 Pa. Code § 683a.12(f))",
            "recortado a $50.00 por el límite de pago (58 Pa. Code § 683a.12(f))",
        ),
    ],
)
def test_a_text_is_found_by_its_message_and_by_those_of_its_parts(english, spanish):
    with language("es"):
        assert translate(english) == spanish
    assert translate(english) == english


def test_what_somebody_puts_together_of_messages_keeps_nobody_waiting(monkeypatch):
    """What people type stands in refusals. An expression of five places looked at such a text for a fifth of a second,
    and long texts were remembered by the thousand."""
    found = Translator("es")
    hostile = "x" + " wins " * 12 + " on average; " * 8 + " wins " * 12 + ", " * 50
    for pattern in (one for own in found.patterns.values() for one in own if len(one.places) > 1):
        lead, *inner, tail = pattern.between
        text = (lead + "x" + "x".join(piece * 4 for piece in inner) + "x")[:LONGEST]
        for one in (hostile, text):
            if tail and not one.endswith(tail):
                assert pattern._replace(known=None).fits(one) is None, "no expression is asked"  # type: ignore[arg-type]
    looked: list[str] = []
    find = found._find
    found._find = lambda text, name, budget: looked.append(text) or find(text, name, budget)  # type: ignore[method-assign, func-returns-value]
    monkeypatch.setattr(sys.modules[Translator.__module__], "TRIED", FEWER)
    many = "; ".join(" or ".join(("Ante", f"{n} cards", "Blind", "Raise")) for n in range(30))[:LONGEST]
    assert found.translate(many) is None
    assert len(looked) <= FEWER
    assert found.translate("Ante or Blind") == "Ante o Ciega", "nothing is taken for unknown that was not looked for"
    for n in range(10):
        assert found.translate(f"{n}" + "x" * LONGEST) is None
    assert max(len(text) for _, text in found._kept) <= LONGEST


def test_what_is_no_message_stays_and_so_does_what_holds_it():
    with language("es"):
        for text in ("somebody's own words", "a pair of trousers", "You lose heart.", "raise-third", "x" * 5000):
            assert translate(text) == text


def test_a_name_is_never_told_anew():
    with language("es"):
        assert translate("Ace high sits down at seat 3") == "Ace high se sienta en el asiento 3"


def test_only_words_are_told_anew():
    view = {
        "you": {"hand": "ace high", "order": [1]},
        "plates": {"1": {"name": "Check", "say": "Checked"}},
        "ask": {"options": [{"id": "check", "words": "Check"}]},
        "phase": "deciding",
        "closed": ["blind"],
        "wild": {"2c": "wild: 9"},
        "signs": [{"name": "Blind Wager", "cite": "58 Pa. Code § 687a.2(b)(5)"}],
        "coach": {"closed": {"Surrender": "closed: you hold side wagers"}},
        "of": "wagers",
        "why": {"wild": {"dealer": {"2c": "wild: 9"}}},
    }
    encoded = msgspec.json.encode(view)
    assert translate_json(encoded) is encoded
    with language("es"):
        told = msgspec.json.decode(translate_json(encoded))
    assert told["you"] == {"hand": "carta alta as", "order": [1]}
    assert told["plates"]["1"] == {"name": "Check", "say": "Pasó"}
    assert told["ask"]["options"] == [{"id": "check", "words": "Pasar"}]
    assert (told["phase"], told["closed"], told["of"]) == ("deciding", ["blind"], "wagers")
    assert told["wild"] == {"2c": "comodín: 9"}
    assert told["why"]["wild"] == {"dealer": {"2c": "comodín: 9"}}
    assert told["signs"][0] == {"name": "apuesta Ciega", "cite": "58 Pa. Code § 687a.2(b)(5)"}
    assert told["coach"]["closed"] == {"Rendirse": "cerrado: hay apuestas extra"}


def test_what_has_its_words_beside_it_is_for_programs():
    """Pages know by it whether a chapter is in force, in every language; alone it is words."""
    told = {"status": "in force", "status-words": "in force 2019"}
    with language("es"):
        shown = msgspec.json.decode(translate_json(msgspec.json.encode([told, {"status": "in force"}])))
    assert shown == [{"status": "in force", "status-words": "vigente 2019"}, {"status": "vigente"}]


def test_the_pseudo_language_marks_what_has_a_message():
    with language(PSEUDO):
        assert translate("Your turn") == pseudo("Your turn")
        assert translate("You lose $5.00.") == pseudo("You lose {amount}.").replace("{amount}", "$5.00")
        assert translate("no message of ours") == "no message of ours"


def test_numbers_follow_the_conventions_of_a_language():
    assert numbers("$1,485.00 at 0.5%", "es") == "$1,485.00 at 0.5%"
    assert numbers("$1,485.00 at 0.5%", "de") == "1.485,00\xa0$ at 0,5\xa0%"


def test_other_programs_addresses_are_let_through():
    for path in (
        "/api/tables",
        "/api/tables/T",
        "/api/tables/T/journal",
        "/api/tables/T/rounds/3",
        "/api/watch/tables",
        "/api/lab/price",
        "/api/people",
    ):
        assert not TRANSLATED_PAGES.fullmatch(path), path
    for path in ("/api/floor", "/api/tables/T/felt", "/api/tables/T/rounds/3/why", "/api/how-to-play/prices"):
        assert TRANSLATED_PAGES.fullmatch(path), path
    assert not NAMES.texts & {"id", "name", "player", "cite", "command", "phase", "state", "result", "wager", "code"}
