"""A PAR sheet as a workbook with live formulas: from the counts on, a lab can follow every step and change it.

Counts are numbers, which a spreadsheet keeps exactly up to 2^53; a larger one has its exact text beside it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction
from io import BytesIO
from typing import TYPE_CHECKING

from croupier.kit.money import printed
from croupier.odds.figures import assumed
from croupier.odds.figures.priced import CONFIDENCE, ROUNDS
from croupier.sheets.page import PAID, page_of
from croupier.sheets.parts import Grid, Text
from croupier.sheets.pen import LOOKS, Pen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.odds.figures.priced import Meter, Priced
    from croupier.odds.par.sheet import Sheet
    from croupier.sheets.parts import Part

EXACT = 2**53
EPOCH = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)
"""The date of every workbook: no clock goes into a sheet."""
FORBIDDEN = str.maketrans("", "", "[]:*?/\\'")
KEYED = ("House edge", "Average wager", "Element of risk", "Payback", "Hit frequency", "Variance", "Standard deviation")


def render(sheet: Sheet) -> bytes:
    """XLSX."""
    import xlsxwriter  # type: ignore[import-untyped] # noqa: PLC0415 - only workbooks need it

    kept = BytesIO()
    book = xlsxwriter.Workbook(kept, {"in_memory": True})
    book.set_properties({"title": f"{sheet.game.name}: PAR sheet", "created": EPOCH})
    book.set_size(1600, 1000)
    formats = {name: book.add_format(look) for name, look in LOOKS.items()}
    names = _names(sheet)
    overview = Pen(book.add_worksheet("Summary"), formats)
    keys = {}
    for priced in sheet.priced:
        pen = Pen(book.add_worksheet(names[priced.id]), formats)
        keys[priced.id] = _priced(pen, priced)
    _summary(overview, sheet, names, keys)
    _published(Pen(book.add_worksheet("Published"), formats), sheet, names, keys)
    page = {section.title: section.parts for section in page_of(sheet, "sans-serif").sections}
    for title in ("Strategy", "Rules", "Readings in force", "Rules Submission"):
        _told(Pen(book.add_worksheet(title), formats), title, page[title])
    book.close()
    return kept.getvalue()


def _names(sheet: Sheet) -> dict[str, str]:
    """A worksheet's name for everything priced: at most 31 characters, all different."""
    made: dict[str, str] = {}
    for priced in sheet.priced:
        name = priced.name.translate(FORBIDDEN)[:31]
        made[priced.id] = priced.id[:31] if name.lower() in {n.lower() for n in made.values()} else name
    return made


def _priced(pen: Pen, priced: Priced) -> dict[str, str]:
    """The outcome table, the figures and the hold; says in which cell each figure stands."""
    pen.sheet.set_column(0, 0, 44)
    pen.sheet.set_column(1, 1, 16)
    pen.sheet.set_column(2, 7, 19)
    pen.sheet.set_column(8, 8, 26)
    pen.sheet.freeze_panes(4, 1)
    pen.text(0, 0, priced.name + (f", paytable {priced.paytable}" if priced.paytable else ""), "title")
    at = f" Progressive pays stand at the seed of {printed(priced.meter.seed)}, without envy." if priced.meter else ""
    pen.text(1, 0, f"In units of one {priced.unit}, {printed(priced.stake)} here ({priced.cite}).{at}", "soft")
    if priced.sample is not None:
        words = f"Sampled in part, {priced.sample.rounds:,} rounds; standard error of the house edge:"
        pen.text(2, 0, words, "warning")
        pen.number(2, 4, priced.sample.standard_error, "percent")
    heads = (
        "Outcome",
        "Pays",
        "Net, units",
        "Wagered, units",
        "Count",
        "Probability",
        "Contribution",
        "Probability × net²",
        "Exact count, beyond 2^53",
    )
    for column, head in enumerate(heads):
        pen.text(3, column, head, "head" if column < 2 else "right")
    first, last = 5, 4 + len(priced.outcomes)
    total = last + 1
    for row, outcome in enumerate(priced.outcomes, first):
        pen.text(row - 1, 0, outcome.label)
        pen.text(row - 1, 1, outcome.pays)
        pen.number(row - 1, 2, outcome.net, "net")
        pen.number(row - 1, 3, outcome.staked, "plain")
        pen.number(row - 1, 4, outcome.count, "count")
        pen.formula(row - 1, 5, f"E{row}/E${total}", outcome.chance, "decimal")
        pen.formula(row - 1, 6, f"F{row}*C{row}", outcome.contribution, "decimal")
        pen.formula(row - 1, 7, f"F{row}*C{row}^2", outcome.square, "decimal")
        if outcome.count > EXACT:
            pen.text(row - 1, 8, str(outcome.count), "exact")
    for column, words in enumerate(("All", "", "")):
        pen.text(total - 1, column, words, "sum")
    sums = {"F": Fraction(1), "G": priced.mean, "H": priced.variance + priced.mean**2}
    wagered = f"SUMPRODUCT(F{first}:F{last},D{first}:D{last})"
    pen.formula(total - 1, 3, wagered, priced.average_wager, "sum decimal")
    pen.formula(total - 1, 4, f"SUM(E{first}:E{last})", priced.total, "sum count")
    for column, (letter, value) in enumerate(sums.items(), 5):
        pen.formula(total - 1, column, f"SUM({letter}{first}:{letter}{last})", value, "sum decimal")
    if priced.total > EXACT:
        pen.text(total - 1, 8, str(priced.total), "exact")
    keys = _figures(pen, priced, first, last)
    after = _holds(pen, priced, keys, total + len(KEYED) + 2)
    if priced.meter:
        keys |= _meter(pen, priced.meter, after)
        after += METER_ROWS
    _beside(pen, [*assumed.plays(priced.mean, priced.forfeited), *assumed.others(priced.envied)], after)
    return keys


def _beside(pen: Pen, lines: list[tuple[str, Fraction]], top: int) -> None:
    """What another play or other players make of the wager."""
    if lines:
        pen.text(top, 0, "Other play, other players", "head")
    for row, (words, share) in enumerate(lines, top + 1):
        pen.text(row, 0, words)
        pen.number(row, 2, share, "percent")


def _figures(pen: Pen, priced: Priced, first: int, last: int) -> dict[str, str]:
    total = last + 1
    at = {name: f"C{total + 2 + place}" for place, name in enumerate(KEYED)}
    formulas: dict[str, tuple[str, float | Fraction, str]] = {
        "House edge": (f"-G{total}", priced.house_edge, "percent"),
        "Average wager": (f"D{total}", priced.average_wager, "decimal"),
        "Element of risk": (f"{at['House edge']}/{at['Average wager']}", priced.element_of_risk, "percent"),
        "Payback": (f"1-{at['Element of risk']}", priced.payback, "percent"),
        "Hit frequency": (f'SUMIF(C{first}:C{last},">0",F{first}:F{last})', priced.hits, "percent"),
        "Variance": (f"H{total}-G{total}^2", priced.variance, "decimal"),
        "Standard deviation": (f"SQRT({at['Variance']})", float(priced.deviation), "decimal"),
    }
    words = {
        "House edge": f"House edge, of one {priced.unit}",
        "Average wager": "Average wager, in units",
        "Element of risk": "Element of risk, of all wagered",
        "Payback": "Payback, of all wagered",
        "Hit frequency": "Hit frequency (net above nothing)",
    }
    for name, (formula, value, look) in formulas.items():
        row = int(at[name][1:]) - 1
        pen.text(row, 0, words.get(name, name))
        pen.formula(row, 2, formula, value, look)
    return at


def _holds(pen: Pen, priced: Priced, keys: Mapping[str, str], top: int) -> int:
    """The hold over many rounds; gives the row after it. `top` counts from nothing."""
    words = (
        f"Hold of one {priced.unit} per round, by the normal curve. The rarest outcome comes once in "
        f"{priced.rarest:,} rounds: over fewer rounds the curve is only a guide."
    )
    pen.text(top, 0, words, "soft")
    pen.text(top + 1, 0, "Confidence")
    pen.text(top + 2, 0, "Standard deviations to each side")
    pen.text(top + 3, 0, "Rounds", "right")
    for place, confidence in enumerate(CONFIDENCE):
        column, letter = 2 + 2 * place, "CE"[place]
        pen.number(top + 1, column, confidence / 100, "plain")
        reach = priced.hold(1, confidence)
        sides = float((reach.high - reach.low) / 2 / priced.deviation)
        pen.formula(top + 2, column, f"NORMSINV((1+{letter}{top + 2})/2)", sides, "decimal")
        pen.text(top + 3, column, f"{confidence}% from", "right")
        pen.text(top + 3, column + 1, f"{confidence}% to", "right")
    pen.text(top + 3, 1, "", "right")
    edge, deviation = keys["House edge"], keys["Standard deviation"]
    for row, rounds in enumerate(ROUNDS, top + 4):
        pen.number(row, 0, rounds, "count")
        for place, confidence in enumerate(CONFIDENCE):
            letter, hold = "CE"[place], priced.hold(rounds, confidence)
            reach_of = f"{letter}${top + 3}*${deviation[0]}${deviation[1:]}/SQRT($A{row + 1})"
            at = f"${edge[0]}${edge[1:]}"
            pen.formula(row, 2 + 2 * place, f"{at}-{reach_of}", float(hold.low), "percent")
            pen.formula(row, 3 + 2 * place, f"{at}+{reach_of}", float(hold.high), "percent")
    return top + 4 + len(ROUNDS) + 1


METER_ROWS = 10
"""Rows that the figures of a meter take at most, and one between."""


def _meter(pen: Pen, meter: Meter, top: int) -> dict[str, str]:
    """What the meter adds. Between the fixed pays and the return at the seed it rises in a straight line."""
    lines: list[tuple[str, float | Fraction, str]] = [
        ("Wager, dollars", Fraction(meter.stake, 100), "money"),
        ("Seed, dollars", Fraction(meter.seed, 100), "money"),
        ("Return of the fixed pays alone", meter.fixed, "percent"),
        ("Return at the seed", meter.at_seed, "percent"),
        ("Return in the long run", meter.long_run, "percent"),
    ]
    if meter.paid is not None:
        lines.append((PAID, meter.paid, "percent"))
    if meter.rate is not None:
        lines.append(("Contribution to the meter", meter.rate, "percent"))
    pen.text(top, 0, "The meter", "head")
    at = {}
    for row, (words, value, look) in enumerate(lines, top + 1):
        pen.text(row, 0, words)
        pen.number(row, 2, value, look)
        at[words] = f"C{row + 1}"
    row = top + len(lines) + 1
    if meter.rate is None:
        pen.text(row, 0, "No contribution is stated: the long run stands at a rate of nothing.", "soft")
        row += 1
    seed, fixed, seeded = (at[key] for key in ("Seed, dollars", "Return of the fixed pays alone", "Return at the seed"))
    if meter.break_even is not None and meter.seed:
        pen.text(row, 0, "Breaks even when the meter shows, dollars")
        pen.formula(row, 2, f"(1-{fixed})*{seed}/({seeded}-{fixed})", meter.break_even, "money")
    return {"Long run": at["Return in the long run"]}


def _summary(pen: Pen, sheet: Sheet, names: Mapping[str, str], keys: Mapping[str, Mapping[str, str]]) -> None:
    parts = page_of(sheet, "sans-serif").sections[0].parts
    pen.sheet.set_column(0, 0, 34)
    pen.sheet.set_column(1, 8, 18)
    mark = f" ({sheet.game.mark})" if sheet.game.mark else ""
    pen.text(0, 0, f"{sheet.game.name}: PAR sheet{mark}", "title")
    row = 2
    for part in parts[:-1]:
        if isinstance(part, Text):
            pen.text(row, 0, part.words, part.kind)
            row += 1
        elif isinstance(part, Grid):
            for name, words in part.rows:
                pen.text(row, 0, name)
                pen.text(row, 1, words)
                row += 1
    row += 1
    for column, head in enumerate(("Wager", "Paytable", *KEYED)):
        pen.text(row, column, head, "head" if column < 2 else "right")
    for priced in sheet.priced:
        row += 1
        pen.text(row, 0, priced.name)
        pen.text(row, 1, priced.paytable)
        values: list[float | Fraction] = [priced.house_edge, priced.average_wager, priced.element_of_risk]
        values += [priced.payback, priced.hits, priced.variance, float(priced.deviation)]
        for column, (key, value) in enumerate(zip(KEYED, values, strict=True), 2):
            look = "decimal" if key in {"Average wager", "Variance", "Standard deviation"} else "percent"
            pen.formula(row, column, f"'{names[priced.id]}'!{keys[priced.id][key]}", value, look)


def _published(pen: Pen, sheet: Sheet, names: Mapping[str, str], keys: Mapping[str, Mapping[str, str]]) -> None:
    widths = (32, 12, 12, 12, 12, 14, 90)
    heads = ("Wager", "Paytable", "Figure", "Published, %", "Ours, %", "Points apart", "Source and remarks")
    pen.text(0, 0, "Published figures beside ours", "title")
    for column, (width, head) in enumerate(zip(widths, heads, strict=True)):
        pen.sheet.set_column(column, column, width)
        pen.text(2, column, head, "right" if column in {3, 4, 5} else "head")
    for row, beside in enumerate(sheet.published, 3):
        figure = beside.figure
        remarks = [figure.source, figure.remark]
        if figure.reading:
            remarks.append(f"under the reading {'='.join(figure.reading)}")
        pen.text(row, 0, beside.wager)
        pen.text(row, 1, figure.paytable)
        pen.text(row, 2, "house edge" if figure.is_edge else "return")
        pen.number(row, 3, float(figure.figure), "plain")
        if beside.same_reading:
            at = keys[figure.wager]
            key = at["House edge"] if figure.is_edge else at.get("Long run", at["Payback"])
            pen.formula(row, 4, f"100*'{names[figure.wager]}'!{key}", beside.ours, "points")
        else:
            pen.number(row, 4, beside.ours, "points")
        pen.formula(row, 5, f"E{row + 1}-D{row + 1}", beside.difference, "points")
        pen.text(row, 6, "; ".join(remark for remark in remarks if remark))


def _told(pen: Pen, title: str, parts: tuple[Part, ...]) -> None:
    """Text and tables of the page as they are."""
    pen.text(0, 0, title, "title")
    widest = max((len(part.aligns) for part in parts if isinstance(part, Grid)), default=1)
    for column in range(widest):
        wide = any(isinstance(p, Grid) and p.aligns[column : column + 1] == "w" for p in parts)
        pen.sheet.set_column(column, column, 60 if wide or widest == 1 else 26)
    row = 2
    for part in parts:
        if isinstance(part, Text):
            pen.text(row, 0, part.words, "wrap" if widest == 1 else "soft")
            row += 1
        elif isinstance(part, Grid):
            for column, head in enumerate(part.heads):
                pen.text(row, column, head, "head")
            row += bool(part.heads)
            for line in part.rows:
                for column, cell in enumerate(line):
                    pen.text(row, column, cell, "wrap")
                row += 1
            row += 1
