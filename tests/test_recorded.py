"""A record's test is marked with what its lines name, and says which of those differ."""

from __future__ import annotations

import pytest

from tests.recorded import compare, differing, marked, named, of_lines

LINES = [
    "wagers:",
    "  1: ante; 687a.7(d)(1)",
    "    tables:",
    "      1: 1; 687a.12(a)",
    "        win: Win | 1 to 1",
    "  2: blind; MA DJ Wild § 10(b)",
    "refused x: 58 Pa. Code § 686a.7(i)#2",
]


def test_the_provisions_that_a_line_names():
    assert named("seat 1: ante loses   § 687a.11(e)(3)") == ("687a.11(e)(3)",)
    assert named("cites=687a.6(c), MA 9(d), 687a.6(z), 687a.6(c)") == ("687a.6(c)", "MA 9(d)")
    assert named("1687a.6(c) 12.50") == ()
    mark = marked(LINES).mark
    assert mark.args == ("686a.7(i)#2", "687a.12(a)", "687a.7(d)(1)", "MA 10(b)")


def test_a_line_that_names_none_has_those_it_stands_below_or_above():
    ante, paid = ("687a.7(d)(1)",), ("687a.12(a)",)
    assert of_lines(LINES) == [ante, ante, ante, paid, paid, ("MA 10(b)",), ("686a.7(i)#2",)]
    assert of_lines(["betting: open", "  report x", "    refused: 687a.13(a)"])[1] == ("687a.13(a)",)


def test_only_the_provisions_of_lines_that_differ_are_told():
    moved = [line.replace("1 to 1", "2 to 1") for line in LINES]
    assert differing(LINES, moved) == ["687a.12(a)"]
    assert differing(LINES, LINES[:-1]) == ["686a.7(i)#2"]
    assert differing(LINES, [*LINES[:5], LINES[6], LINES[5]]) == ["686a.7(i)#2", "MA 10(b)"]
    told: dict[str, object] = {}
    with pytest.raises(pytest.fail.Exception, match=r"differs under 687a\.12\(a\)"):
        compare(moved, LINES, told.__setitem__, "read")
    assert list(told.values()) == [["687a.12(a)"]]
    compare(LINES, list(LINES), told.__setitem__, "read")
    assert len(told) == 1
