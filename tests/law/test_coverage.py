"""Every provision is accounted for, and the report says only what the tests show."""

from __future__ import annotations

import pytest

from croupier import UnknownCite, all_games
from croupier.law.chapters import TEXTS
from croupier.law.coverage import EXECUTED, account, everything, find, summary
from tests import book, conftest


def test_there_are_843_provisions():
    counts = {text.number: len(text.provisions) for text in TEXTS}
    assert counts == {"687a": 157, "ma": 96, "686a": 90, "688a": 200, "683a": 152, "669a": 148}
    assert sum(counts.values()) == len(everything()) == 843


def test_the_shipped_report_is_what_the_tests_execute(request):
    found = request.config.stash.get(conftest.EXECUTED, None)
    assert EXECUTED.read_text(encoding="utf-8") == book.executed(found), "run `make book`"


def test_no_provision_is_open():
    accounts = everything()
    assert [a.provision.cite.short for a in accounts if a.standing == "open"] == []
    rules = [a for a in accounts if a.provision.kind == "rule"]
    assert len(rules) > 600
    assert all(a.tests for a in rules)


def test_every_provision_is_accounted_for_in_the_order_of_its_text():
    for text in TEXTS:
        assert [a.provision.cite.path for a in account(text)] == list(text.provisions)
        assert all(a.tests for a in account(text) if a.standing == "executed" and a.provision.kind != "heading")


def test_words_are_short_and_our_own():
    for a in everything():
        assert 1 <= len(a.provision.words.split()) <= 16, a.provision
        assert not a.provision.words.endswith(".")


def test_summary_line():
    accounts = everything()
    line = summary(accounts)
    assert line.startswith("provisions 843, executed ")
    assert sum(int(part.split()[-1]) for part in line.split(", ")[1:]) == 843


@pytest.mark.parametrize("cite", ["687a.11(b)(2)", "58 Pa. Code § 687a.11(b)(2)", "§ 687a.11(B)(2)"])
def test_a_provision_is_found_as_people_write_it(cite):
    assert find(cite).provision.cite.path == "11(b)(2)"


def test_massachusetts_and_the_second_i():
    assert find("MA 9(d)(1)").provision.cite.chapter == "ma"
    assert find("MA DJ Wild § 9(d)").provision.cite.path == "9(d)"
    assert find("686a.7(i)#2").standing == "executed"


@pytest.mark.parametrize("cite", ["687a.14", "999a.1", "", "hello"])
def test_an_unknown_provision_is_refused(cite):
    with pytest.raises(UnknownCite, match="not a provision"):
        find(cite)


def test_readings_page_is_what_the_chapters_say():
    assert book.READINGS.read_text(encoding="utf-8") == book.readings(), "run `make book`"


def test_the_table_of_prices_is_what_the_program_says():
    assert book.README.read_text(encoding="utf-8") == book.readme(), "run `make book`"


def test_the_picture_is_what_the_command_says():
    assert book.PICTURE.read_text(encoding="utf-8") == book.picture(), "run `make book`"


def test_readings_are_whole():
    for game in all_games():
        keys = [r.key for r in game.readings]
        assert len(keys) == len(set(keys))
        for r in game.readings:
            assert r.question
            assert r.answer.endswith(".")
            assert r.because.endswith(".")
            assert r.cites
            assert len(r.choices) != 1
