"""The catalogue of the pages: whatever their scripts and HTML say has a translation, with the same places."""

from __future__ import annotations

import re

import pytest
from babel.messages.pofile import read_po

from croupier.language import languages
from croupier.language.catalogue import FOLDER
from croupier.web.http.files.static import PAGES
from tests.language.pages import messages, scripts

OTHERS = languages()[1:]
_PLACE = re.compile(r"\{\w+\}")
AT_WORK = {"administrator", "dealer", "equipment", "floor", "lab", "register", "submissions", "surveillance"}
SHARED_AT_WORK = {"parts/forms.js", "parts/round-steps.js", "parts/stopped-tables.js"}
"""Pages and parts of those at work are in English."""


def catalogued(language):
    with (FOLDER / language / "pages.po").open("rb") as file:
        return {one.id: one.string for one in read_po(file, locale=language) if one.id}


@pytest.mark.parametrize("language", OTHERS)
def test_whatever_the_pages_say_is_in_the_catalogue_and_no_more(language):
    said, known = messages(), catalogued(language)
    assert [(text, said[text]) for text in said if text not in known] == []
    assert [text for text in known if text not in said] == []
    assert [text for text, told in known.items() if not (all(told) if isinstance(told, tuple) else told)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_places_of_its_text(language):
    for text, told in catalogued(language).items():
        forms = zip(text, told, strict=True) if isinstance(text, tuple) else [(text, told)]
        for english, translated in forms:
            assert set(_PLACE.findall(english)) == set(_PLACE.findall(translated)), english


def test_no_text_is_both_one_thing_and_many():
    singular = {text for text in messages() if isinstance(text, str)}
    assert [text for text in messages() if isinstance(text, tuple) and singular & set(text)] == []


def test_the_menu_offers_every_language_by_its_own_name():
    code = (PAGES / "js/core/language.js").read_text("utf-8")
    found = re.search(r"LANGUAGES = \[(.*)\];", code)
    assert found is not None
    assert tuple(re.findall(r'\["(\w+)", "\w+"\]', found[1])) == languages()


def test_no_sentence_of_a_players_page_goes_around_the_catalogue():
    """Two words or more in a row, as a child or a label: a literal with them is given to `t` or is no text."""
    around = []
    for path in scripts():
        name = path.relative_to(PAGES / "js").as_posix()
        if name.split("/")[0] in AT_WORK or name in SHARED_AT_WORK or name.startswith("verify/verify-cards"):
            continue
        code = re.sub(r"^\s*//.*|(?<=\s)// .*", "", path.read_text("utf-8"), flags=re.MULTILINE)
        code = re.sub(r'(?<![\w.$])(tn|tp|t)\((?:"(?:[^"\\]|\\.)*"(?:, )?)+', "", code)
        literals = re.findall(r'(?:, |\? |: |\()"([A-Z][a-z]+(?: [a-z]+)+[.?]?)"', code)
        around += [(name, text) for text in literals]
        templates = re.findall(r"`([^`]*)`", code)
        around += [(name, text) for text in templates if re.match(r"[A-Z][a-z]+ (?:[a-z]+ |\$\{)", text)]
    assert around == []
