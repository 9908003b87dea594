"""How a workbook is written: words, numbers and live formulas, each in its look."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

LOOKS: dict[str, dict[str, Any]] = {
    "title": {"bold": True, "font_size": 16},
    "head": {"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"},
    "right": {"bold": True, "bottom": 1, "align": "right"},
    "text": {"valign": "top"},
    "wrap": {"text_wrap": True, "valign": "top"},
    "warning": {"bold": True, "font_color": "#9c4a12", "bg_color": "#fbf1ea"},
    "soft": {"italic": True, "font_color": "#66727a"},
    "net": {"num_format": "+#,##0.########;-#,##0.########;0"},
    "plain": {"num_format": "#,##0.##########"},
    "count": {"num_format": "#,##0"},
    "exact": {"align": "right", "font_color": "#66727a"},
    "decimal": {"num_format": "0.000000000000"},
    "percent": {"num_format": "0.000000%"},
    "points": {"num_format": "0.0000"},
    "money": {"num_format": "$#,##0.00"},
    "sum": {"bold": True, "top": 1},
    "sum count": {"bold": True, "top": 1, "num_format": "#,##0"},
    "sum decimal": {"bold": True, "top": 1, "num_format": "0.000000000000"},
}


@dataclass(frozen=True, slots=True)
class Pen:
    """A worksheet and the formats it is written in."""

    sheet: Any
    formats: Mapping[str, Any]

    def text(self, row: int, column: int, words: str, look: str = "text") -> None:
        """Words, never read as a formula or a link."""
        self.sheet.write_string(row, column, words, self.formats[look])

    def formula(self, row: int, column: int, formula: str, value: float | Fraction, look: str) -> None:
        """A live formula, with its value for viewers that do not calculate."""
        self.sheet.write_formula(row, column, f"={formula}", self.formats[look], float(value))

    def number(self, row: int, column: int, number: float | Fraction, look: str) -> None:
        """A number; a fraction that no double holds is written as the division it is."""
        if isinstance(number, Fraction) and Fraction(float(number)) != number:
            self.formula(row, column, f"{number.numerator}/{number.denominator}", number, look)
        else:
            self.sheet.write_number(row, column, float(number), self.formats[look])
