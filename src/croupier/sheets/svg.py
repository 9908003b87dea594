"""Drawing for print: marks in millimetres, text kept as text, the same bytes every time."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

SERIF = "Georgia, 'Times New Roman', serif"
PRINT = "Libertinus Serif"
"""The family that typst carries, for PDF."""
_WIDE = 0.48
"""How wide a letter is on average, in sizes."""


def tag(name: str, inside: str | Iterable[str] = "", /, **attributes: object) -> str:
    """An element; `text_anchor` is written text-anchor."""
    written = "".join(f' {key.replace("_", "-")}="{_value(value)}"' for key, value in attributes.items() if value != "")
    inside = inside if isinstance(inside, str) else "".join(inside)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def _value(value: object) -> str:
    return f"{round(value, 2):g}" if isinstance(value, float) else escape(str(value))


def text(words: str, x: float, y: float, size: float, **more: object) -> str:
    """One line."""
    return tag("text", escape(words, quote=False), x=x, y=y, font_size=size, **more)


def line(words: str) -> str:
    """What somebody typed, as one line that can be printed."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in words).split())


def width(words: str, size: float) -> float:
    """About how wide a line is."""
    return len(words) * size * _WIDE


def broken(words: str, letters: int) -> list[str]:
    """Words in lines of at most so many letters, where they can be broken."""
    lines: list[str] = []
    for word in words.split():
        if lines and len(lines[-1]) + 1 + len(word) <= letters:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def page(wide: float, high: float, title: str, inside: Iterable[str], font: str) -> str:
    """A whole drawing to scale."""
    return (
        tag(
            "svg",
            [tag("title", escape(title, quote=False)), *inside],
            xmlns="http://www.w3.org/2000/svg",
            width=f"{wide:g}mm",
            height=f"{high:g}mm",
            viewBox=f"0 0 {wide:g} {high:g}",
            font_family=font,
            role="img",
        )
        + "\n"
    )


def pdf(drawing: str, wide: float, high: float, title: str) -> bytes:
    """The drawing on a page of its own size, set by typst with the fonts it carries and no date."""
    import typst  # noqa: PLC0415 - only print needs it

    made = typst.compile(
        _TYPST.encode(),
        format="pdf",
        ignore_system_fonts=True,
        timestamp=0,
        sys_inputs={"svg": drawing, "wide": f"{wide:g}", "high": f"{high:g}", "title": title},
    )
    assert isinstance(made, bytes)
    return made


_TYPST = """
#let told = sys.inputs
#set document(title: told.title, date: none)
#set page(width: float(told.wide) * 1mm, height: float(told.high) * 1mm, margin: 0mm)
#image(bytes(told.svg), format: "svg", width: 100%, height: 100%, alt: told.title)
"""
