"""Every provision is accounted for, and the report says only what the tests show."""

from __future__ import annotations

import pytest

from croupier import IllegalAction, UnknownCite, all_games
from croupier.law import coverage
from croupier.law.chapters import TEXTS
from croupier.law.coverage import EXECUTED, HELD, WANTING, account, everything, find, held, summary
from tests import book, conftest
from tests.support import rules_of, settled
from tests.witness import WITNESSES, Trace, watching


def test_there_are_843_provisions():
    counts = {text.number: len(text.provisions) for text in TEXTS}
    assert counts == {"687a": 157, "ma": 96, "686a": 90, "688a": 200, "683a": 152, "669a": 148}
    assert sum(counts.values()) == len(everything()) == 843


@pytest.fixture(scope="module")
def found(request) -> book.Marked:
    """The marks of all tests, as this run collected them if it runs them all."""
    told = request.config.stash.get(conftest.EXECUTED, None)
    return book.marked() if told is None else book.Marked(**told)


def test_the_shipped_report_is_what_the_tests_are_marked_with(found):
    assert EXECUTED.read_text(encoding="utf-8") == found.executed(), "run `make book`"


def test_every_test_that_is_said_to_show_a_provision_is_marked_with_it(found):
    """Whether it shows it, the test itself says when it runs (`tests.witness`)."""
    assert len(WITNESSES) > 300
    gone = [
        (cite, test) for cite, ways in held().items() for test in ways.values() if test not in found.tests.get(cite, ())
    ]
    assert gone == [], "run `make book`"
    shown = {(cite, how) for cite, ways in held().items() for how in ways}
    assert {(cite, how) for cite, how, _ in found.told} <= shown, "run `make book`"


def test_no_provision_is_open_or_nominal():
    accounts = everything()
    assert [a.provision.cite.short for a in accounts if a.standing in WANTING] == []
    rules = [a for a in accounts if a.provision.kind == "rule"]
    assert len(rules) > 600
    assert all(a.standing == "executed" and a.tests and a.held for a in rules)


def test_a_heading_is_a_heading_whatever_stands_under_it():
    heads = [a for a in everything() if a.provision.kind == "heading"]
    assert len(heads) > 100
    assert {(a.standing, a.held_by) for a in heads if not a.tests} == {("heading", "heading")}
    assert {a.standing for a in heads} == {"heading"}


def test_a_provision_is_held_by_the_first_of_its_ways():
    assert find("687a.11(e)(1)").held_by == "outcome"
    assert "refusal" in find("687a.2(a)").held
    assert find("686a.2(b)(4)(ii)").held_by == "sign"
    assert find("688a.11(h)(3)(i)(B)(4)").held_by == "outcome"
    for a in everything():
        assert list(a.held) == sorted(a.held, key=HELD.index)
        assert a.held_by == (next(iter(a.held)) if a.held else a.standing)


def test_what_no_test_shows_is_nominal_and_open(monkeypatch):
    monkeypatch.setattr(coverage, "held", dict)
    accounts = account(TEXTS[0])
    assert {a.standing for a in accounts if a.provision.kind == "rule"} == {"nominal"}
    rules = sum(bool(a.tests) for a in accounts if a.standing != "heading")
    held_line, line = summary(accounts).splitlines()
    assert f"nominal {rules};" in held_line
    assert line.startswith("provisions 157, executed 0, ")
    assert line.endswith(f"open {rules}")


def test_every_provision_is_accounted_for_in_the_order_of_its_text():
    for text in TEXTS:
        assert [a.provision.cite.path for a in account(text)] == list(text.provisions)
        assert all(a.tests and a.held for a in account(text) if a.standing == "executed")


def test_words_are_short_and_our_own():
    for a in everything():
        assert 1 <= len(a.provision.words.split()) <= 16, a.provision
        assert not a.provision.words.endswith(".")


def test_summary_lines():
    accounts = everything()
    ways, line = summary(accounts).splitlines()
    assert line.startswith("provisions 843, executed ")
    told = {name: int(count) for name, count in (part.split(" ") for part in line.split(", "))}
    heads = sum(a.standing == "heading" for a in accounts)
    assert ways.endswith(f", nominal 0; headings {heads}")
    assert sum(told.values()) == 2 * 843 - heads
    by = ways.removeprefix("held by ").partition(", nominal")[0]
    assert sum(int(part.split(" ")[1]) for part in by.split(", ")) == told["executed"]


@pytest.mark.parametrize("cite", ["687a.11(b)(2)", "58 Pa. Code § 687a.11(b)(2)", "§ 687a.11(B)(2)"])
def test_a_provision_is_found_as_people_write_it(cite):
    assert find(cite).provision.cite.path == "11(b)(2)"


def test_massachusetts_and_the_second_i():
    assert find("MA 9(d)(1)").provision.cite.chapter == "ma"
    assert find("MA DJ Wild § 9(d)").provision.cite.path == "9(d)"
    assert find("686a.7(i)#2").standing == "heading"


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


SEATS, WAGER = "687a.2(a)", "687a.7(d)(1)"


def test_what_happens_in_a_test_shows_how_its_provisions_are_held():
    trace = Trace(frozenset({SEATS, WAGER}), frozenset())
    with watching(trace), pytest.raises(IllegalAction):
        settled(rules_of("dj-wild"), {"7": {"cards": "", "wagers": {}, "decisions": []}}, dealer="")
    assert trace.seen == trace.shown() == {(SEATS, "refusal")}
    assert trace.kinds == {"refusal"}
    again = Trace(frozenset({SEATS}), frozenset())
    with pytest.raises(IllegalAction):
        settled(rules_of("dj-wild"), {"7": {"cards": "", "wagers": {}, "decisions": []}}, dealer="")
    assert again.shown() == set()  # nobody watched


def test_a_mark_that_says_how_needs_a_trace_of_that_kind():
    trace = Trace(frozenset({SEATS}), frozenset({(SEATS, "step")}))
    assert list(trace.faults("x")) == [f"it is marked to hold {SEATS} by step, and leaves no trace of that kind"]
    trace.saw("step")
    assert list(trace.faults("x")) == []
    assert trace.shown() == {(SEATS, "step")}


def test_a_test_that_the_report_names_must_show_what_it_says():
    nodeid, shown = next(iter(WITNESSES.items()))
    trace = Trace(frozenset(cite for cite, _ in shown), frozenset())
    assert len(list(trace.faults(nodeid))) == len(shown)
    trace.seen |= shown
    assert list(trace.faults(nodeid)) == []
