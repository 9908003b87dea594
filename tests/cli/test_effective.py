"""Effective days on the command line: --as-of picks the edition in force, or says which days the book covers."""

from __future__ import annotations

import json


def test_the_command_counts_and_marks(run):
    told = json.loads(run("law", "diff", "pa-2019-proposed", "pa-2021", "--json").out)
    assert (told["substantive"], told["cosmetic"]) == (6, 22)
    assert told["one"]["standing"] == "proposed 2019-07-13, not in force"
    assert {d["kind"] for d in told["differences"]} == {"substantive", "cosmetic"}
    out = run("law", "diff", "pa-2019-proposed", "pa-2021").out
    assert "28 differences: 6 substantive, 22 cosmetic" in out
    assert "0 differences" in run("law", "diff", "pa-2021", "dj-wild:pa-2021").out
    assert run("law", "diff", "pa-2021", "pa-2020").code == 2
