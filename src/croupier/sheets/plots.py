"""Plots as plain SVG, drawn here: the same numbers give the same bytes, on a page and in print."""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from croupier.odds.figures.priced import ROUNDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from croupier.odds.figures.priced import Meter, Priced

WIDTH = 720
INK, SOFT, GRID = "#243038", "#66727a", "#dfe4e7"
GAIN, LOSS, EVEN = "#2f6c99", "#c26a2d", "#8a949a"


def distribution(priced: Priced, font: str) -> str:
    """Every outcome: how likely it is (a log scale), and what it adds to the player's result."""
    rows = _rows(priced)
    side = max(64, min(290, 6 * max(len(label) for label, *_ in rows) + 16))
    step, top = 19, 40
    height = top + step * len(rows) + 16
    half = (WIDTH - side - 134) // 2
    left, right = side, side + half + 66
    lowest = min(-1, floor(log10(min(float(chance) for _, chance, _ in rows))))
    adds = [float(contribution) for *_, contribution in rows]
    ticks = _ticks(min(0.0, *adds), max(0.0, *adds), 4)
    chances = _scale(lowest, 0, left, left + half)
    shares = _scale(ticks[0], ticks[-1], right, right + half)
    parts = [_text(left, 12, "probability", fill=SOFT), _text(right, 12, "adds to the player’s result", fill=SOFT)]
    for power in range(0, lowest - 1, -ceil(-lowest / 4)):
        x = chances(power)
        parts += [_line(x, top - 8, x, height - 14, GRID), _text(x, top - 13, _one_in(-power), "middle", SOFT, 10)]
    for tick in ticks:
        x = shares(tick)
        parts += [
            _line(x, top - 8, x, height - 14, SOFT if tick == 0 else GRID),
            _text(x, top - 13, f"{100 * tick:+g}%".replace("-", "−") if tick else "0", "middle", SOFT, 10),
        ]
    for place, (label, chance, contribution) in enumerate(rows):
        y = top + step * place + step / 2 - 3
        colour = GAIN if contribution > 0 else LOSS if contribution < 0 else EVEN
        x, zero, end = chances(log10(float(chance))), shares(0), shares(float(contribution))
        start, width = min(zero, end), abs(end - zero)
        parts += [
            _text(side - 10, y + 4, label, "end"),
            _line(left, y, x, y, GRID, 2),
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{colour}"/>',
            f'<rect x="{start:.1f}" y="{y - 6:.1f}" width="{width:.1f}" height="12" fill="{colour}"/>',
            _text(WIDTH - 2, y + 4, _points(contribution), "end", SOFT, 10),
        ]
    return _svg(height, font, f"Outcomes of the {priced.name}", parts)


def hold(priced: Priced, font: str) -> str:
    """The hold per unit against rounds played: the expectation, and where it falls in 95 and 99 % of cases."""
    height, left, right, top, bottom = 280, 64, WIDTH - 150, 14, 236
    powers = [3 + step / 20 for step in range(61)]
    bands = {c: [priced.hold(round(10**power), c) for power in powers] for c in (99, 95)}
    ticks = _ticks(float(bands[99][0].low), float(bands[99][0].high), 6)
    x, y = _scale(powers[0], powers[-1], left, right), _scale(ticks[0], ticks[-1], bottom, top)
    parts = []
    for confidence, fill in ((99, "#e3edf4"), (95, "#bfd6e6")):
        edge = [(x(power), y(float(each.high))) for power, each in zip(powers, bands[confidence], strict=True)]
        edge += [(x(p), y(float(h.low))) for p, h in reversed(list(zip(powers, bands[confidence], strict=True)))]
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in edge)
        parts.append(f'<polygon points="{points}" fill="{fill}"/>')
    for tick in ticks:
        parts += [
            _line(left, y(tick), right, y(tick), SOFT if tick == 0 else GRID),
            _text(left - 8, y(tick) + 4, f"{100 * tick:g}%".replace("-", "−"), "end", SOFT, 11),
        ]
    for rounds in ROUNDS:
        at = x(log10(rounds))
        parts += [_line(at, bottom, at, bottom + 5, SOFT), _text(at, bottom + 19, f"{rounds:,}", "middle", SOFT, 11)]
    expected = y(float(priced.house_edge))
    parts += [
        _line(left, expected, right, expected, GAIN, 2),
        _text(right + 10, expected + 4, f"expected {100 * float(priced.house_edge):.3f}%", fill=GAIN),
        _text((left + right) / 2, height - 6, "rounds played", "middle", SOFT),
        _text(x(3.06), y(float(bands[95][1].high)) + 16, "95 of 100", fill=INK, size=11),
        _text(x(3.06), y(float(bands[99][1].high)) + 14, "99 of 100", fill=INK, size=11),
    ]
    if ticks[0] < 0:
        parts.append(_text(right + 10, y(0) + (16 if expected < y(0) else -8), "below 0 the players", fill=SOFT))
        parts.append(_text(right + 10, y(0) + (30 if expected < y(0) else 6), "are ahead", fill=SOFT))
    return _svg(height, font, f"Hold of the {priced.name} against rounds played", parts)


def progressive(meter: Meter, font: str) -> str:
    """The return against what the meter shows, with the seed, the break-even and the long run."""
    height, left, right, top, bottom = 280, 64, WIDTH - 150, 14, 236
    ends = [meter.seed / 100 * 2] + ([float(meter.break_even) * 1.2] if meter.break_even else [])
    across = _ticks(0, max(ends), 5)
    up = _ticks(0, max(1.0, float(meter.at(round(across[-1])))), 5)
    x, y = _scale(across[0], across[-1], left, right), _scale(up[0], up[-1], bottom, top)
    parts = []
    for tick in up:
        parts += [
            _line(left, y(tick), right, y(tick), GRID),
            _text(left - 8, y(tick) + 4, f"{100 * tick:g}%", "end", SOFT, 11),
        ]
    for tick in across:
        parts += [
            _line(x(tick), bottom, x(tick), bottom + 5, SOFT),
            _text(x(tick), bottom + 19, f"${tick:,.0f}", "middle", SOFT, 11),
        ]
    far, long_run = float(meter.at(round(across[-1]))), float(meter.long_run)
    parts += [
        _line(left, y(1), right, y(1), SOFT),
        _line(left, y(long_run), right, y(long_run), LOSS, 1.5, "5 4"),
        _text(right + 10, y(long_run) + 4, f"long run {100 * long_run:.2f}%", fill=LOSS),
        _line(x(0), y(float(meter.fixed)), x(across[-1]), y(far), GAIN, 2.5),
        *_marked(x(meter.seed / 100), y(float(meter.at_seed)), "seed", below=True),
        _text((left + right) / 2, height - 6, "the meter shows", "middle", SOFT),
    ]
    if meter.break_even is not None:
        words = f"breaks even at ${float(meter.break_even):,.2f}"
        parts += _marked(x(float(meter.break_even)), y(1), words, before=True)
    return _svg(height, font, "Return of the progressive against its meter", parts)


def _rows(priced: Priced) -> list[tuple[str, Fraction, Fraction]]:
    """Label, chance and contribution: by row of the paytable, or by net where outcomes have no pays of their own."""
    if any(outcome.pays for outcome in priced.outcomes):
        return [(o.label, o.chance, o.contribution) for o in priced.outcomes if o.count]
    return [(_signed(net), chance, chance * net) for net, chance in priced.chances]


def _signed(net: Fraction) -> str:
    return f"{float(net):+,.10g}".replace("-", "−") if net else "0"


def _points(share: Fraction) -> str:
    return f"{100 * float(share):+.2f}%".replace("-", "−") if share else "0"


def _one_in(power: int) -> str:
    """Ten to the minus `power` in words: ``1 in 100``, ``1 in 10k``."""
    if power == 0:
        return "always"
    thousands, rest = divmod(power, 3)
    return f"1 in {10**rest}{('', 'k', 'M', 'bn', 'tn', 'qn')[thousands]}"


def _scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    return lambda value: start + (value - low) / (high - low) * (end - start)


def _ticks(low: float, high: float, about: int) -> Sequence[float]:
    """Round numbers from at or below `low` to at or above `high`."""
    span = max(high - low, 1e-9)
    power = 10.0 ** floor(log10(span / about))
    step = next(m * power for m in (1, 2, 5, 10) if m * power * about >= span)
    return [round(step * place, 12) for place in range(floor(low / step), ceil(high / step) + 1)]


def _marked(x: float, y: float, words: str, *, below: bool = False, before: bool = False) -> list[str]:
    dot = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{GAIN}" stroke="#fff" stroke-width="1.5"/>'
    label = _text(x - 10 if before else x + 8, y + (18 if below else -9), words, "end" if before else "start")
    return [dot, label]


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1, dash: str = "") -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
        f'stroke-width="{width:g}"{dashed}/>'
    )


def _text(x: float, y: float, words: str, anchor: str = "start", fill: str = INK, size: int = 12) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}" font-size="{size}">{escape(words)}</text>'
    )


def _svg(height: float, font: str, title: str, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" '
        f'height="{height:g}" font-family="{escape(font)}" role="img">'
    )
    return "\n".join([head, f"<title>{escape(title)}</title>", *parts, "</svg>"])
