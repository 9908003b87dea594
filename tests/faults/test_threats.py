"""docs/threats.md names the test that tries each attack: every one of them must be there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "threats.md"


def test_every_test_that_the_page_names_is_there():
    named = set(re.findall(r"`(test_\w+)`", PAGE.read_text(encoding="utf-8")))
    assert len(named) > 30
    written = {
        name
        for path in (ROOT / "tests").rglob("*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert named <= written, sorted(named - written)
