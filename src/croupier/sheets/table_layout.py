"""The cloth of a table, to scale in millimetres: every area that the chapter's layout section asks for, and where the
dealer's things stand.

The dealer is at the top. Seat 1 is farthest to the dealer's left, so it is on the right.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import atan2, cos, degrees, radians, sin
from typing import TYPE_CHECKING, Literal

from croupier.game import sign
from croupier.sheets import svg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.game import Rules, Wager
    from croupier.law import Cite

WIDE, HIGH = 2100.0, 1120.0
CENTRE, STRAIGHT = (1050.0, 180.0), 180.0
"""The arc's middle, and how far down its straight sides come."""
EDGE = 168.0
"""From the players' edge to the middle of the betting spots."""
SPREAD = 66.0
"""Degrees from the middle to the outermost seat."""
CARD = (66.0, 92.0)
"""A poker card with a little room."""

Kind = Literal["spot", "bonus", "sensor", "cards", "thing"]

INK, FAINT, PAPER, PAPER_INK = "#f6f1e3", "#d9d3c3", "#ffffff", "#4a4d47"


@dataclass(frozen=True, slots=True)
class Area:
    """Something marked on the cloth, its middle at `x`, `y`. `cite` is None for what no layout section asks for."""

    label: str
    kind: Kind
    x: float
    y: float
    wide: float
    high: float
    cite: Cite | None


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout: what stands at each seat, in the seat's own measure with the player at the bottom; what lies before the
    dealer; and the lines in the middle."""

    rules: Rules
    house: str
    seat: tuple[Area, ...]
    dealer: tuple[Area, ...]
    lines: tuple[str, ...]


def layout_of(rules: Rules, house: str = "") -> Layout:
    """The layout for a table's rules. `house` is the name of the certificate holder."""
    lines = tuple(line.verbatim or line.words for line in sign(rules).inscriptions)
    return Layout(rules, svg.line(house), tuple(_seat(rules)), tuple(_dealer(rules)), lines)


def _cite(rules: Rules, *wanted: str) -> Cite | None:
    """Which provision asks for an area, by the first of these that the layout names."""
    inscriptions = rules.game.layout.asked
    return next((inscriptions[key] for key in wanted if key in inscriptions), None)


# What stands where.


def _seat(rules: Rules) -> Iterator[Area]:
    spots = [wager for wager in rules.offered() if wager.of is None]
    main = [wager for wager in spots if rules.is_main(wager)]
    side = [wager for wager in spots if wager not in main]
    for x, wager in _row(main, 84):
        yield Area(_label(wager), "spot", x, 0, 72, 72, _cite(rules, wager.id, "main"))
    for x, wager in _row(side, 74):
        kind: Kind = "sensor" if rules.tables[wager.id].progression else "bonus"
        yield Area(_label(wager), kind, x, -88, 64, 64, _cite(rules, wager.id, "side"))
    below = -88 if side else 0
    if rules.game.study == "points":  # one behind the other: the first card goes to the one nearest the player
        for place in range(rules.game.hand_size):
            yield Area("", "cards", 0, below - 80 - 72 * place, CARD[1], CARD[0], _cite(rules, "cards"))
    if rules.game.study == "two-hands":
        yield Area("High hand", "cards", 0, below - 90, 196, CARD[1], _cite(rules, "cards"))
        yield Area("Low hand", "cards", 0, below - 192, 138, CARD[1], _cite(rules, "cards"))


def _row(wagers: list[Wager[object]], apart: float) -> Iterator[tuple[float, Wager[object]]]:
    for place, wager in enumerate(wagers):
        yield (place - (len(wagers) - 1) / 2) * apart, wager


def _label(wager: Wager[object]) -> str:
    return wager.name.removesuffix("Wager").removesuffix("wager").strip().upper()


def _dealer(rules: Rules) -> Iterator[Area]:
    middle, top = WIDE / 2, 186.0
    places = {place.id for place in rules.game.places}
    if "community" in places:
        names = rules.game.layout.slots.get("community") or ("",) * rules.game.layout.counts.get("community", 3)
        down = 0 if "dealer" not in places else 112
        for place, name in enumerate(names if rules.game.layout.shape == "streets" else [""] * len(names)):
            yield Area(
                name,
                "cards",
                middle + (place - (len(names) - 1) / 2) * 104,
                top + down,
                84,
                104,
                _cite(rules, "community"),
            )
    if "all-six" in places and rules.offers("all-six"):
        yield Area("All-Six Bonus cards", "cards", middle - 320, top, 200, 104, _cite(rules, "all-six-cards"))
    if rules.game.study == "two-hands":
        yield Area("Dealer's high hand", "cards", middle - 96, top, 220, 104, _cite(rules, "dealer"))
        yield Area("Dealer's low hand", "cards", middle + 104, top, 150, 104, _cite(rules, "dealer"))
        start = "Pai gow shaker" if rules.chosen["start"] == "shaker" else "Number generator"
        yield Area(start, "thing", middle + 290, top, 104, 104, _cite(rules, "start"))
    elif "dealer" in places:
        yield Area("Dealer", "cards", middle, top, 348, 104, None)
    if "replacement" in places and any(rules.offers(wager) for wager in ("progressive", "multi-game-link")):
        label = rules.game.layout.areas["replacement"]
        yield Area(label, "cards", middle + 250, top, 84, 104, _cite(rules, "replacement"))
    yield Area("Table inventory container", "thing", middle, 70, 640, 92, None)
    yield Area("Drop box", "thing", middle - 430, 52, 120, 56, _cite(rules, "boxes"))
    yield Area("Tip box", "thing", middle + 430, 52, 120, 56, _cite(rules, "boxes"))
    yield Area("Discard rack", "thing", middle - 620, 80, 130, 112, _cite(rules, "rack"))
    if rules.chosen["dealing"] != "hand":
        yield Area(
            str(rules.chosen["dealing"]).replace("-", " ").capitalize(), "thing", middle + 620, 80, 150, 112, None
        )
    if rules.chosen["shuffler"] != "none":
        yield Area("Shuffling device", "thing", middle + 800, 80, 150, 112, None)


# Drawing.


def as_svg(rules: Rules, house: str = "", *, font: str = svg.SERIF) -> str:
    """The layout as SVG, a millimetre a unit."""
    made = layout_of(rules, house)
    return svg.page(WIDE, HIGH, f"Layout of {rules.game.name}", _drawn(made), font)


def as_pdf(rules: Rules, house: str = "") -> bytes:
    """The layout as PDF, in its own size."""
    return svg.pdf(as_svg(rules, house, font=svg.PRINT), WIDE, HIGH, f"Layout of {rules.game.name}")


def _drawn(made: Layout) -> Iterator[str]:
    game = made.rules.game
    edge = f"M0 0H{WIDE:g}V{STRAIGHT:g}A{WIDE / 2:g} {HIGH - STRAIGHT:g} 0 0 1 0 {STRAIGHT:g}Z"
    yield svg.tag("rect", width=WIDE, height=HIGH, fill=PAPER)
    yield svg.tag("path", d=edge, fill=game.layout.colour[0])
    yield svg.tag("g", [_area(area) for area in made.dealer], id="dealer")
    yield from _middle(made)
    for seat in range(1, game.seats + 1):
        x, y, turn = place(seat, game.seats)
        inside = [_area(area) for area in made.seat]
        inside.append(svg.text(str(seat), 0, 62, 15, fill=FAINT, text_anchor="middle"))
        yield svg.tag("g", inside, id=f"seat-{seat}", transform=f"translate({x:.1f} {y:.1f}) rotate({turn:.2f})")
    yield from _legend(made)


def place(seat: int, seats: int) -> tuple[float, float, float]:
    """Where a seat's spots are and how far they are turned, so that their player reads them upright.

    >>> [round(x) for x, _, _ in (place(seat, 6) for seat in range(1, 7))]
    [1856, 1612, 1251, 849, 488, 244]
    """
    at = radians(SPREAD * (1 - 2 * (seat - 1) / (seats - 1)))
    wide, high = WIDE / 2 - EDGE, HIGH - STRAIGHT - EDGE
    outward = (sin(at) / wide, cos(at) / high)
    return CENTRE[0] + wide * sin(at), CENTRE[1] + high * cos(at), -degrees(atan2(*outward))


def _area(area: Area) -> str:
    line = {"fill": "none", "stroke": INK, "stroke_width": 1.6}
    box = {"x": area.x - area.wide / 2, "y": area.y - area.high / 2, "width": area.wide, "height": area.high}
    if area.kind == "spot":
        shape = svg.tag("circle", cx=area.x, cy=area.y, r=area.wide / 2, **line)
    elif area.kind == "sensor":
        shape = svg.tag("circle", cx=area.x, cy=area.y, r=area.wide / 2, **line)
        shape += svg.tag("circle", cx=area.x, cy=area.y, r=area.wide / 2 - 4, **{**line, "stroke_width": 0.8})
    elif area.kind == "bonus":
        shape = svg.tag("rect", **box, rx=12, **line)
    elif area.kind == "cards":
        shape = svg.tag("rect", **box, rx=6, **{**line, "stroke_width": 1.2})
    else:
        shape = svg.tag(
            "rect", **box, rx=4, **{**line, "stroke": FAINT, "stroke_width": 0.8, "stroke_dasharray": "6 4"}
        )
    said = f"{area.label or 'Card'}{f' ({area.cite})' if area.cite else ''}"
    return svg.tag("g", [svg.tag("title", escape(said, quote=False)), shape, *_words(area)])


def _words(area: Area) -> Iterator[str]:
    """The label in as many lines as it needs, as large as it fits."""
    if not area.label:
        return
    largest = {"spot": 13.0, "bonus": 11.0, "sensor": 9.0, "cards": 15.0, "thing": 13.0}[area.kind]
    room = area.wide - (14 if area.kind in {"spot", "sensor"} else 10)
    lines = svg.broken(area.label, max(*map(len, area.label.split()), int(room / (largest * 0.56))))
    size = min(largest, room / (0.62 * max(map(len, lines))))
    colour = FAINT if area.kind == "thing" else INK
    for number, line in enumerate(lines):
        y = area.y + (number - (len(lines) - 1) / 2) * size * 1.15 + size * 0.35
        yield svg.text(line, area.x, y, size, fill=colour, text_anchor="middle", letter_spacing=size * 0.03)


def _middle(made: Layout) -> Iterator[str]:
    """The name of the certificate holder, the name of the game on an arc, and the inscriptions."""
    game, middle = made.rules.game, WIDE / 2
    name = made.house or "Name or logo of the certificate holder"
    faint = {} if made.house else {"fill_opacity": 0.7, "font_style": "italic"}
    lower = max((area.y + area.high / 2 for area in made.dealer), default=0.0)
    yield svg.text(name, middle, max(306.0, lower + 34), 30, fill=INK, text_anchor="middle", **faint)
    size = min(62.0, 900 / (0.78 * len(game.name)))
    yield svg.tag("path", id="arc", d=f"M{middle - 700:g} 340Q{middle:g} 470 {middle + 700:g} 340", fill="none")
    path = svg.tag("textPath", escape(game.name.upper(), quote=False), href="#arc", startOffset="50%")
    yield svg.tag("text", path, font_size=size, letter_spacing=size * 0.16, fill=INK, text_anchor="middle")
    deep = max(-area.y for area in made.seat) > 150
    lines = [line for words in made.lines for line in svg.broken(words, 46 if deep else 72)]
    for number, line in enumerate(lines):
        yield svg.text(line, middle, 462 + 30 * number, 22, fill=INK, text_anchor="middle")


def _legend(made: Layout) -> Iterator[str]:
    """In the corner beside the cloth: what this is, and a measure to check the print with."""
    game = made.rules.game
    cites = sorted({area.cite.short for area in (*made.seat, *made.dealer) if area.cite is not None})
    lines = [
        f"{game.name}: layout",
        f"{game.chapter.prefix.rstrip('. §')}, {game.edition}",
        game.chapter.standing,
        f"{WIDE:g} by {HIGH:g} mm, full size",
        *svg.broken(f"as {', '.join(cites)} ask", 46),
    ]
    for number, line in enumerate(reversed(lines)):
        yield svg.text(line, 20, HIGH - 52 - 17 * number, 12, fill=PAPER_INK)
    yield svg.tag("path", d=f"M20 {HIGH - 26:g}v-8v4h200v-4v8", fill="none", stroke=PAPER_INK, stroke_width=1)
    yield svg.text("200 mm", 120, HIGH - 12, 12, fill=PAPER_INK, text_anchor="middle")
