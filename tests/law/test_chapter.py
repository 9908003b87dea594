"""Cites are looked up: where each was, what is none, and a list of provisions that is broken."""

from __future__ import annotations

import sys

import pytest

from croupier import UnknownCite
from croupier.errors import LawError
from croupier.law import chapter
from croupier.law.chapters import DJ_WILD_MA, DJ_WILD_PA_2021, TEXTS


def test_the_place_where_a_cite_is_looked_up_is_kept():
    cite = DJ_WILD_PA_2021["11(b)(2)"]
    line = sys._getframe().f_lineno - 1
    assert (__file__, line) in chapter.LOOKED_UP[cite]
    assert (str(cite), cite.short) == ("58 Pa. Code § 687a.11(b)(2)", "687a.11(b)(2)")
    assert DJ_WILD_MA["9(d)"].short == "MA 9(d)"


def test_what_is_no_provision_cannot_be_cited():
    with pytest.raises(UnknownCite, match=r"687a\.11\(z\) does not exist"):
        DJ_WILD_PA_2021["11(z)"]


@pytest.mark.parametrize(
    "line", ["1\trule\tonce\n1\trule\ttwice\n", "1\tnonsense\tno kind\n", "1\trule\n", "1\trule\ta\ttab\n"]
)
def test_a_broken_list_of_provisions_is_refused(line, tmp_path):
    (tmp_path / "x.tsv").write_text(line, encoding="utf-8")
    with pytest.raises(LawError, match="the list of provisions of x is broken at 1"):
        chapter._load("x", "X ", tmp_path / "x.tsv")


def test_the_texts_in_their_order():
    assert [(text.number, text.status, text.edition) for text in TEXTS] == [
        ("687a", "in force", "pa-2021"),
        ("ma", "in force", "ma"),
        ("686a", "proposed", "pa-2019-proposed"),
        ("688a", "proposed", "pa-2019-proposed"),
        ("683a", "in force", "pa-2019"),
        ("669a", "in force", "pa-2019"),
    ]
