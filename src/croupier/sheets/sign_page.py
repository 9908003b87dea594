"""The payout sign of a table in print: every paytable whole, the limits, and the words that must be posted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.game import sign
from croupier.kit.money import printed
from croupier.sheets import svg

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.game import Limit, Rules
    from croupier.kit.paytables import Paytable

WIDE, HIGH = 279.4, 431.8
"""A sheet of 11 by 17 inches."""
MARGIN, GAP = 14.0, 8.0
INK, SOFT, RULE, RUBRIC, AMBER, PAPER = "#1d1f1c", "#676a62", "#c2baa6", "#9a2a20", "#8f4a00", "#fffdf7"
LARGEST, LEAST = 2.4, 0.7
KEPT, MANY = 16, 3
"""Letters of a row's name that are not broken; pays in a row from which on a table takes the whole width."""


@dataclass(frozen=True, slots=True)
class Box:
    """A table on the sign: a title, what is under it, heads over the columns of pays, and rows."""

    title: str
    under: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    cite: str


def boxes_of(rules: Rules) -> list[Box]:
    """What is posted: paytables that several wagers share stand there once."""
    together: dict[int, tuple[list[str], Paytable]] = {}
    even: list[str] = []
    for wager in rules.offered():
        table = rules.tables[wager.id]
        if [pay.text for pay in table.rows.values()] == ["1 to 1"]:
            even.append(wager.name)
        else:
            together.setdefault(id(table), ([], table))[0].append(wager.name)
    made = [_box(rules, names, table) for names, table in together.values()]
    if even:
        cite = next(str(rules.tables[w.id].cite) for w in rules.offered() if w.name == even[0])
        made.insert(0, Box("Even money", "", ("pays",), tuple((_title(name), "1 to 1") for name in even), cite))
    if rules.limits:
        names = {wager.id: wager.name for wager in rules.offered()}
        rows = tuple((_title(names[id_]), _limit(limit)) for id_, limit in rules.limits.items())
        made.append(Box("Table limits", "", ("",), rows, ""))
    return made


def _box(rules: Rules, names: list[str], table: Paytable) -> Box:
    halves = list(dict.fromkeys(key.partition("/")[2] for key in table.rows if "/" in key))
    stakes = [stake for stake in table.envy if table.envy[stake]]
    heads = (*halves, *((f"Envy, {printed(stake)}" if stake else "Envy") for stake in stakes))
    heads = heads if halves else ("pays", *heads)
    rows: dict[str, list[str]] = {}
    for key, pay in table.rows.items():
        _, _, half = key.partition("/")
        label = table.labels[key].removesuffix(f", {half}") if half else table.labels[key]
        cells = rows.setdefault(label, ["–"] * len(heads))
        cells[halves.index(half) if half else 0] = pay.text
        for place, stake in enumerate(stakes):
            if key in table.envy[stake]:
                cells[len(heads) - len(stakes) + place] = printed(table.envy[stake][key])
    players = "By the number of players" if halves and all(half.isdigit() for half in halves) else ""
    under = _meter(rules, table) or players
    lines = tuple((label, *cells) for label, cells in rows.items())
    return Box(_together(names), under, heads, lines, f"{table.cite}, table {table.id}")


def _together(names: list[str]) -> str:
    """Several wagers on one paytable: the first, second and third Raise Wager are the Raise."""
    if len(names) == 1:
        return _title(names[0])
    bare = [name.removesuffix(" Wager").removesuffix(" wager").split() for name in names]
    kinds = list(dict.fromkeys(" ".join(word for word in words if word not in _ORDINALS) for words in bare))
    return f"{' and '.join(kinds)} Wagers"


_ORDINALS = {"first", "second", "third"}


def _meter(rules: Rules, table: Paytable) -> str:
    progression = table.progression
    if progression is None:
        return ""
    chosen = rules.chosen.get("contribution")
    rate = 100 * chosen if chosen is not None else progression.rate
    lines = [
        f"Wager {' or '.join(map(printed, progression.wagers))}",
        f"meter starts at {' or '.join(map(printed, progression.seeds))}",
    ]
    return "; ".join([*lines, f"{float(rate):g}% of each wager feeds it"] if rate is not None else lines)


def _limit(limit: Limit) -> str:
    most = f" to {printed(limit.maximum)}" if limit.maximum is not None else " and more"
    return f"{printed(limit.minimum)}{most}" + (f", by {printed(limit.step)}" if limit.step is not None else "")


def _title(words: str) -> str:
    return words[0].upper() + words[1:]


# Drawing.


def as_svg(rules: Rules, house: str = "", *, font: str = svg.SERIF) -> str:
    """The sign as SVG, a millimetre a unit."""
    return svg.page(WIDE, HIGH, f"Payouts of {rules.game.name}", _drawn(rules, svg.line(house)), font)


def as_pdf(rules: Rules, house: str = "") -> bytes:
    """The sign as PDF."""
    return svg.pdf(as_svg(rules, house, font=svg.PRINT), WIDE, HIGH, f"Payouts of {rules.game.name}")


def _drawn(rules: Rules, house: str) -> Iterator[str]:
    game = rules.game
    yield svg.tag("rect", width=WIDE, height=HIGH, fill=PAPER)
    yield svg.text(house or " ", WIDE / 2, 20, 6, fill=SOFT, text_anchor="middle")
    yield svg.text(
        game.name, WIDE / 2, 35, min(15.0, (WIDE - 40) / (0.56 * len(game.name))), fill=INK, text_anchor="middle"
    )
    y = 44.0
    if game.chapter.status != "in force":
        yield svg.tag(
            "rect",
            x=WIDE / 2 - 26,
            y=y - 4.6,
            width=52,
            height=7,
            rx=3.5,
            fill="none",
            stroke=AMBER,
            stroke_width=0.35,
            stroke_dasharray="1.6 1.2",
        )
        yield svg.text(f"{game.chapter.status}, not in force", WIDE / 2, y + 0.4, 4.4, fill=AMBER, text_anchor="middle")
        y += 11
    for line in sign(rules).inscriptions:
        for part in svg.broken(line.verbatim or line.words, 78):
            yield svg.text(part, WIDE / 2, y, 6, fill=INK, text_anchor="middle", font_style="italic")
            y += 8
    yield svg.tag("path", d=f"M{MARGIN:g} {y:g}H{WIDE - MARGIN:g}", stroke=INK, stroke_width=0.6)
    yield from _fitted(boxes_of(rules), y + 8, HIGH - 24)
    status = sign(rules).posted
    posted = f"Posted under {status}" if status is not None else "Payouts"
    edition = f"edition {game.edition}, {game.chapter.standing}"
    yield svg.text(
        f"{posted}; {game.chapter.prefix.rstrip('. §')}, {edition}",
        WIDE / 2,
        HIGH - 10,
        3.6,
        fill=SOFT,
        text_anchor="middle",
    )


def _fitted(boxes: list[Box], top: float, bottom: float) -> Iterator[str]:
    """Columns of boxes, as large as they fit on the sheet."""
    best: tuple[float, int] = (LEAST, 3)
    for columns in (1, 2, 3):
        scale = LARGEST
        while scale > LEAST and not _fits(boxes, columns, scale, bottom - top):
            scale -= 0.04
        best = max(best, (scale, columns), key=lambda found: (round(found[0], 1), found[1]))
    for box, x, y, wide in _placed(boxes, best[1], best[0]):
        yield from _drawn_box(box, x, top + y, wide, best[0])


def _fits(boxes: list[Box], columns: int, scale: float, high: float) -> bool:
    """Whether nothing reaches below the sheet and no short name of a row is broken."""
    for box, _, y, wide in _placed(boxes, columns, scale):
        letters = min(KEPT, max(len(row[0]) for row in box.rows))
        if y + _height(box, wide, scale) > high or svg.width("x" * letters, 3.9 * scale) > _left(box, wide, scale):
            return False
    return True


def _placed(boxes: list[Box], columns: int, scale: float) -> Iterator[tuple[Box, float, float, float]]:
    """Each box with its place and width: in the shortest column, or below across the sheet where it has many pays."""
    wide = (WIDE - 2 * MARGIN - GAP * (columns - 1)) / columns
    ends = dict.fromkeys(range(columns), 0.0)
    for box in (box for box in boxes if len(box.heads) < MANY):
        column = min(ends, key=lambda at: (ends[at], at))
        yield box, MARGIN + column * (wide + GAP), ends[column], wide
        ends[column] += _height(box, wide, scale) + 7 * scale
    end = max(ends.values())
    for box in (box for box in boxes if len(box.heads) >= MANY):
        yield box, MARGIN, end, WIDE - 2 * MARGIN
        end += _height(box, WIDE - 2 * MARGIN, scale) + 7 * scale


def _widths(box: Box, scale: float) -> list[float]:
    """How wide each column of pays is."""
    return [
        max(svg.width(box.heads[at], 3.2 * scale), *(svg.width(row[at + 1], 3.9 * scale) for row in box.rows))
        + 3 * scale
        for at in range(len(box.heads))
    ]


def _left(box: Box, wide: float, scale: float) -> float:
    return wide - sum(_widths(box, scale))


def _lines(words: str, room: float, size: float) -> list[str]:
    return svg.broken(words, max(6, int(room / svg.width("x", size))))


def _height(box: Box, wide: float, scale: float) -> float:
    return sum(high for _, high in _parts(box, wide, scale))


def _parts(box: Box, wide: float, scale: float) -> list[tuple[tuple[str, ...], float]]:
    """The lines of a box from the top: what they hold, and how high they are. The first word says what they are."""
    made: list[tuple[tuple[str, ...], float]] = []
    made += [(("title", line), 6.2 * scale) for line in _lines(box.title, wide, 6.2 * scale)]
    made += [(("under", line), 4.4 * scale) for line in _lines(box.under, wide, 3.4 * scale)]
    if any(box.heads) and box.heads != ("pays",):
        made.append((("heads", *box.heads), 4.6 * scale))
    for label, *cells in box.rows:
        first, *rest = _lines(label, _left(box, wide, scale), 3.9 * scale)
        made.append((("row", first, *cells), 5.3 * scale))
        made += [(("more", line), 4.4 * scale) for line in rest]
    made += [(("cite", box.cite), 4.6 * scale)] if box.cite else []
    return made


def _drawn_box(box: Box, x: float, y: float, wide: float, scale: float) -> Iterator[str]:
    widths = _widths(box, scale)
    looks: Mapping[str, dict[str, object]] = {
        "title": {"size": 5.2 * scale, "fill": INK, "font_weight": "bold"},
        "under": {"size": 3.4 * scale, "fill": SOFT},
        "row": {"size": 3.9 * scale, "fill": INK},
        "more": {"size": 3.9 * scale, "fill": INK},
        "heads": {"size": 3.2 * scale, "fill": SOFT},
        "cite": {"size": 2.7 * scale, "fill": RUBRIC},
    }
    for (kind, first, *cells), high in _parts(box, wide, scale):
        if kind == "row":
            yield svg.tag("path", d=f"M{x:.2f} {y:.2f}h{wide:.2f}", stroke=RULE, stroke_width=0.2)
        y += high
        look = dict(looks[kind])
        size = float(str(look.pop("size")))
        line = y - high * 0.28
        heads = kind == "heads"
        yield "" if heads else svg.text(first, x, line, size, **look)
        right = x + wide
        shown = [first, *cells] if heads else cells
        for cell, room in zip(reversed(shown), reversed(widths), strict=True) if shown else ():
            yield svg.text(cell, right, line, size, text_anchor="end", **look)
            right -= room
