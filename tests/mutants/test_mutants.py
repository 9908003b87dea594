"""The changes themselves, one of each kind shown to be noticed, and what is left alone."""

from __future__ import annotations

import ast
import dataclasses
import json
import os
import subprocess
import sys
from collections import Counter

import pytest

from tests.mutants.blocks import SEEN, block_of, measured
from tests.mutants.changes import KINDS, mutants, mutated, sites
from tests.mutants.choose import Asked, related, sample, starts_of, words_of
from tests.mutants.fixed import FIXED
from tests.mutants.module import ROOT, Module, chapters, files, name_of
from tests.mutants.report import equivalents, rate, survivors, told
from tests.mutants.runner import Outcome


def changed(text: str, kind: str) -> list[str]:
    """The text under every change of a kind."""
    found = []
    for number, site in enumerate(sites(Module("x.py", text))):
        if site.kind == kind:
            module = Module("x.py", text)
            list(sites(module))[number].apply()
            found.append(ast.unparse(module.tree))
    return found


@pytest.mark.parametrize(
    ("kind", "text", "becomes"),
    [
        ("condition", "if a:\n    b = 1", ["if not a:\n    b = 1"]),
        ("condition", "x = [a for a in b if a.c and a.d]", ["x = [a for a in b if not (a.c and a.d)]"]),
        ("condition", "x = not a", ["x = a"]),
        ("condition", "x = 1 if a == b else 2", []),  # moving the comparison does the same
        ("comparison", "x = a < b == c", ["x = a <= b == c", "x = a < b != c"]),
        ("comparison", "x = a not in b", ["x = a in b"]),
        ("connective", "x = a and b", ["x = a or b"]),
        ("number", "x = f(7, True)", ["x = f(8, True)"]),
        ("boolean", "x = f(7, on=True)", ["x = f(7, on=False)"]),
        ("pay", "x = 'Flush | 50 to 1 | 7 to 1'", ["x = 'Flush | 51 to 1 | 7 to 1'", "x = 'Flush | 50 to 1 | 8 to 1'"]),
        ("pay", "x = only('1 to 1')", ["x = only('2 to 1')"]),
        ("dropped", "x = (Step('a'), Step('b'))", ["x = (Step('b'),)", "x = (Step('a'),)"]),
        ("dropped", "x = {'a': b}", ["x = {}"]),
        ("dropped", "x = Step('a', offered=('trips',))", ["x = Step('a')", "x = Step('a', offered=())"]),
        (
            "dropped",
            "def f(a):\n    return a in {'b', 'c'}",
            ["def f(a):\n    return a in {'c'}", "def f(a):\n    return a in {'b'}"],
        ),
        ("exchanged", "x = (Step('a'), Step('b'), 3)", ["x = (Step('b'), Step('a'), 3)"]),
        ("exchanged", "x = (Case(1), Case(2))", []),  # one of them holds, in whatever order
        ("refusal", "def f():\n    raise Wrong('7 to 1')", ["def f():\n    pass"]),
        ("return", "def f():\n    return a", ["def f():\n    return None"]),
        ("return", "def f():\n    return ()", []),
        ("call", "act.emit(a)", ["pass"]),
    ],
)
def test_a_change(kind, text, becomes):
    assert changed(text, kind) == becomes


def test_a_cite_becomes_the_next_provision_of_its_chapter():
    text = "from croupier.law.chapters import DJ_WILD_PA_2021 as law\nx = law['11(a)(2)']"
    assert changed(text, "cite") == [text.replace("11(a)(2)", "11(b)")]
    law = chapters()["DJ_WILD_MA"]
    assert law.neighbour(law.paths[-1]) == law.paths[-2]


@pytest.mark.parametrize(
    "text",
    [
        '"""7 to 1"""',
        "x: Literal[7] = y",
        "X = Literal['a', 'b']",
        "if TYPE_CHECKING:\n    x = 7",
        "assert x == 7",
        "@dataclass(frozen=True)\nclass A:\n    pass",
        "def __repr__(self):\n    return 7",
        "__all__ = ['a', 'b']",
        "x = f'{a + 7}'",
        "x = zip(a, b, strict=True)",
    ],
)
def test_what_decides_nothing_is_left_alone(text):
    assert not list(sites(Module("x.py", text)))


def test_every_kind_is_there_and_every_change_compiles():
    found = [mutant for name in ("table/floor.py", "games/pa/dj_wild_tables.py") for mutant in mutants(name)]
    assert {mutant.kind for mutant in found} >= KINDS.keys() - {"connective", "boolean", "exchanged"}
    for mutant in found[::60]:
        original = ast.unparse(Module(mutant.file).tree)
        tree = mutated(mutant)
        assert ast.unparse(tree) != original, mutant.key
        compile(tree, mutant.file, "exec")


def test_a_mutant_knows_its_cites_and_its_block():
    found = mutants("games/pa/dj_wild.py")
    trips = next(m for m in found if m.scope == "TRIPS_WAGER" and m.change.startswith("s.hand < TRIPS"))
    assert trips.cites == ("687a.11(f)(2)(i)",)
    assert trips.block.startswith("games/pa/dj_wild.py:")
    assert next(m for m in found if m.kind == "number" and m.scope == "DECK").block == ""
    assert next(m for m in mutants("table/floor.py") if m.scope == "bar").cites == ("686a.6(b)",)


def test_blocks_are_seen_as_they_run():
    text = "def f(a):\n    if a:\n        return 1\n    return 2\ng = lambda: 3\n"
    module = Module("x.py", text)
    block = {type(n).__name__ + str(getattr(n, "value", "")): block_of(module, n) for n in ast.walk(module.tree)}
    seen: list[str] = []
    space: dict[str, object] = {SEEN: seen.append}
    exec(compile(measured(module), "x.py", "exec"), space)  # noqa: S102
    assert seen == []
    assert space["f"](0) == 2  # type: ignore[operator]
    assert seen == ["x.py:2:4"]
    assert space["f"](1) == 1  # type: ignore[operator]
    assert space["g"]() == 3  # type: ignore[operator]
    assert seen[1:] == ["x.py:2:4", "x.py:3:8", "x.py:5:12"]
    assert block["Constant1"] == "x.py:3:8"
    assert block["Constant2"] == "x.py:2:4"
    assert block["Constant3"] == "x.py:5:12"


def test_a_sample_is_the_same_for_a_seed_and_has_every_kind():
    found = mutants("round.py")
    one, other = sample(found, 30, 1), sample(found, 30, 2)
    assert one == sample(found, 30, 1) != other
    assert {m.kind for m in one} == {m.kind for m in found}


@pytest.mark.parametrize(
    ("mark", "cite", "near"),
    [
        ("687a.11(b)", "687a.11(b)", 0),
        ("687a.11", "687a.11(b)", 1),
        ("687a.11(b)(2)", "687a.11(b)", 1),
        ("687a.1", "687a.11(b)", 2),
        ("MA 9(d)", "687a.9(d)", 2),
    ],
)
def test_marks_near_a_cite_come_first(mark, cite, near):
    assert related(mark, cite) == near


def test_the_report_counts_what_was_noticed():
    one, other, third = mutants("round.py")[:3]
    done = [
        Outcome(dataclasses.replace(one, cites=("687a.11(b)",)), "noticed", "tests/a", ("687a.11(b)(2)", "687a.7(b)")),
        Outcome(dataclasses.replace(other, cites=("687a.11(b)",)), "survived", ""),
        Outcome(third, "stillborn", ""),
    ]
    text = told(done, "Run today.")
    assert "| round.py | 3 | 1 | 1 | 1 | 0 | 66.7% | 50.0% |" in text
    assert len(survivors(done)) == 1
    assert f"round.py:{other.line}" in survivors(done)[0]
    assert rate(Counter()) == "-"
    assert "behind 2 of the changes" in text
    assert "1 by one above or below it (50.0%); 0 under other provisions, 1 not at all" in text


def is_equivalent_to(key, one):
    return one.startswith(key[:-1]) if key.endswith("*") else one == key


def test_every_equivalent_change_is_still_there_and_has_its_reason():
    known = {mutant.key for name in {key.partition(" ")[0] for key in equivalents()} for mutant in mutants(name)}
    gone = [key for key in equivalents() if not any(is_equivalent_to(key, one) for one in known)]
    assert gone == []
    assert all(reason.endswith(".") for reason in equivalents().values())


def test_a_change_of_a_declaration_asks_the_tests_of_the_function_that_it_names():
    (dropped,) = [m for m in mutants("table/steps.py") if m.change == "'verify-light': _doubted is dropped"]
    blocks = dict(starts_of("table/steps.py"))
    measured = {
        "tests": {"tests/a::test_x": {"seconds": 0.1, "marks": ["687a.1"], "blocks": [0]}},
        "blocks": [blocks["_doubted"]],
        "imported": [],
    }
    assert Asked(measured).tests(dropped) == [["tests/a::test_x"]]  # type: ignore[arg-type]


def test_tests_with_the_words_of_a_change_are_alike():
    assert words_of("tests/table/test_equipment.py::test_what_is_brought") >= {"equipment", "brought"}
    assert words_of("check_equipment(rules, equipments)") == {"check", "equipment", "rule"}


def test_the_scope_is_what_the_law_runs_on():
    names = {name_of(file) for file in files()}
    assert {"round.py", "game/settle.py", "games/pa/dj_wild.py", "table/decide.py", "law/chapter.py"} <= names
    assert not {"house/tables/keeping/keeper.py", "law/coverage.py"} & names


def test_a_change_of_each_kind_is_noticed():
    assert {fixed.kind for fixed in FIXED} == KINDS.keys()
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutants.fixed"],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    outcomes = [json.loads(line) for line in done.stdout.splitlines()]
    assert outcomes == [{"verdict": "noticed", "by": fixed.by, "kind": fixed.kind} for fixed in FIXED]
