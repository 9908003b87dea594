"""PAR sheets on paper: one `Sheet`, four ways to lay it out. The same sheet is always the same bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import BadText
from croupier.sheets import as_html, as_json, as_pdf, as_xlsx

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.odds.par.sheet import Sheet

LAYOUTS: dict[str, Callable[[Sheet], bytes]] = {
    ".xlsx": as_xlsx.render,
    ".html": as_html.render,
    ".pdf": as_pdf.render,
    ".json": as_json.render,
}


def layout(ending: str) -> Callable[[Sheet], bytes]:
    """The way to lay a sheet out in a file with this ending.

    >>> layout(".doc")
    Traceback (most recent call last):
    croupier.errors.BadText: '.doc' is no ending of a PAR sheet; use .xlsx, .html, .pdf, .json
    """
    found = LAYOUTS.get(ending.lower())
    if found is None:
        raise BadText(f"{ending!r} is no ending of a PAR sheet; use {', '.join(LAYOUTS)}")
    return found
