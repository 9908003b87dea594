"""A PAR sheet in print, set by typst with the fonts it carries and no date, so that the same sheet is the same file."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.sheets.page import page_of

if TYPE_CHECKING:
    from croupier.odds.par.sheet import Sheet

TEMPLATE = Path(__file__).with_name("par.typ")


def render(sheet: Sheet) -> bytes:
    """PDF."""
    import typst  # noqa: PLC0415 - only print needs it

    page = page_of(sheet, "Libertinus Serif")
    sections = [
        {
            "title": section.title,
            "parts": [{"part": type(part).__name__.lower(), **asdict(part)} for part in section.parts],
        }
        for section in page.sections
    ]
    page_data = {"title": page.title, "subtitle": page.subtitle, "foot": page.foot, "sections": sections}
    made = typst.compile(
        TEMPLATE.read_bytes(),
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={"page": json.dumps(page_data)},
        timestamp=0,
    )
    assert isinstance(made, bytes)
    return made
