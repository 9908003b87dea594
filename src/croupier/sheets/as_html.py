"""A PAR sheet as one web page that needs nothing else, on a screen and on paper."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from croupier.sheets.page import page_of
from croupier.sheets.parts import Plot, Text

if TYPE_CHECKING:
    from croupier.odds.par.sheet import Sheet
    from croupier.sheets.parts import Grid, Part, Section

STYLE = """
:root { color-scheme: light }
* { box-sizing: border-box }
body { margin: 0; background: #f4f6f7; color: #243038; font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem 3rem 4rem; background: #fff }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .2rem }
h2 { font-size: 1.25rem; margin: 2.8rem 0 .8rem; padding-top: 1rem; border-top: 2px solid #243038 }
.under { color: #66727a; margin: 0 0 1.6rem }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; font-size: .9rem }
nav a { color: #2f6c99 }
p { margin: 1.2rem 0 .5rem; max-width: 46rem }
.warning { border-left: 4px solid #c26a2d; background: #fbf1ea; padding: .6rem .9rem; font-weight: 600 }
.code { font: .8rem/1.5 ui-monospace, Consolas, monospace; overflow-wrap: anywhere; background: #f4f6f7;
  padding: .6rem .9rem; max-width: none }
.scroll { overflow-x: auto }
table { border-collapse: collapse; margin: .4rem 0 1.2rem; font-size: .87rem; font-variant-numeric: tabular-nums }
table.full { width: 100% }
th { text-align: left; font-weight: 600; color: #66727a; vertical-align: bottom; border-bottom: 1px solid #8a949a }
th, td { padding: .28rem .9rem .28rem 0 }
td { vertical-align: top; border-bottom: 1px solid #e8ecee }
td:last-child, th:last-child { padding-right: 0 }
.r { text-align: right; white-space: nowrap }
.l { white-space: nowrap }
.w { overflow-wrap: anywhere }
tr.total td { border-top: 1px solid #8a949a; border-bottom: 0; font-weight: 600 }
figure { margin: 1.4rem 0 }
figure svg { display: block; width: 100%; height: auto }
figcaption { color: #66727a; font-size: .87rem; margin-top: .3rem }
footer { margin-top: 3rem; color: #66727a; font-size: .85rem }
@media (max-width: 48rem) { main { padding: 1.2rem } .l { white-space: normal } }
@media print {
  @page { margin: 16mm 14mm }
  body { background: #fff; font-size: 10pt } main { padding: 0; max-width: none } nav { display: none }
  h2 { break-after: avoid } figure, tr { break-inside: avoid } thead { display: table-header-group }
  .scroll { overflow: visible }
}
"""


def render(sheet: Sheet) -> bytes:
    """HTML in UTF-8."""
    page = page_of(sheet, "inherit")
    links = "\n".join(f'<a href="#s{n}">{escape(s.title)}</a>' for n, s in enumerate(page.sections, 1))
    body = "\n".join(_section(number, section) for number, section in enumerate(page.sections, 1))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(page.title)}</title>
<style>{STYLE}</style>
</head>
<body>
<main>
<h1>{escape(page.title)}</h1>
<p class="under">{escape(page.subtitle)}</p>
<nav>
{links}
</nav>
{body}
<footer>{escape(page.foot)}</footer>
</main>
</body>
</html>
""".encode()


def _section(number: int, section: Section) -> str:
    parts = "\n".join(_part(part) for part in section.parts)
    return f'<section>\n<h2 id="s{number}">{escape(section.title)}</h2>\n{parts}\n</section>'


def _part(part: Part) -> str:
    if isinstance(part, Text):
        return f'<p class="{part.kind}">{escape(part.words)}</p>'
    if isinstance(part, Plot):
        return f"<figure>\n{part.svg}\n<figcaption>{escape(part.caption)}</figcaption>\n</figure>"
    return _table(part)


def _table(table: Grid) -> str:
    head = ""
    if table.heads:
        cells = "".join(f'<th class="{a}">{escape(h)}</th>' for a, h in zip(table.aligns, table.heads, strict=True))
        head = f"<thead><tr>{cells}</tr></thead>\n"
    rows = []
    for place, row in enumerate(table.rows, 1):
        cells = "".join(f'<td class="{a}">{escape(cell)}</td>' for a, cell in zip(table.aligns, row, strict=True))
        total = ' class="total"' if table.totals and place == len(table.rows) else ""
        rows.append(f"<tr{total}>{cells}</tr>")
    full = ' class="full"' if "w" in table.aligns else ""
    body = "\n".join(rows)
    return f'<div class="scroll"><table{full}>\n{head}<tbody>\n{body}\n</tbody>\n</table></div>'
