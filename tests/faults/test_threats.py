"""docs/threats.md names the test that tries each attack: every one of them must be there, and hold what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.faults.mutations import MUTATIONS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "threats.md"


def test_every_test_that_the_page_names_is_there():
    named = set(re.findall(r"`(test_\w+)`", PAGE.read_text(encoding="utf-8")))
    assert len(named) > 30
    written = {
        name
        for path in (ROOT / "tests").rglob("*.py")
        for name in re.findall(r"^(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert named <= written, sorted(named - written)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda each: each.test.partition("::")[2])
def test_every_defence_that_can_be_switched_off_is_named(mutation):
    """That its test then fails takes minutes, and is tried by ``make soak``."""
    source = (ROOT / "src" / "croupier" / mutation.file).read_text(encoding="utf-8")
    assert source.count(mutation.old) == 1, mutation.old
    file, _, name = mutation.test.partition("::")
    assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")
    assert f"`{name}`" in PAGE.read_text(encoding="utf-8")
