"""A new Rules Submission, commented, with defaults that pass the check."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.game.game import Game


def new_submission(game: Game) -> str:
    """TOML for a table that offers every wager the chapter prints, on its first paytable."""
    status = "" if game.chapter.status == "in force" else f" ({game.chapter.status})"
    lines = [
        f"# Rules Submission for {game.name}, {game.chapter.prefix.rstrip('. §')}{status}.",
        "# Lines that start with # are comments or choices not made. Check with: croupier submission check FILE",
        "",
        f'game = "{game.id}"',
        f'edition = "{game.edition}"',
        "",
        "# Paytables: one line for each wager that is offered. Take out a line to stop offering an optional wager.",
    ]
    seen: set[str] = set()
    for wager in game.wagers:
        if wager.key is None or wager.key in seen or not wager.tables:
            continue
        seen.add(wager.key)
        ids = ", ".join(table.id for table in wager.tables)
        offered = "optional" if wager.placed == "optional" else "always offered"
        lines += ["", f"# {wager.name}, {offered} ({wager.cite}). Paytables: {ids} ({wager.tables[0].cite})."]
        lines.append(f'{wager.key} = "{wager.tables[0].id}"')
    for choice in game.choices:
        lines += ["", f"# {choice.words[0].upper()}{choice.words[1:]} ({choice.cite})."]
        if choice.key == "multi-game-link":
            lines.append(_LINK)
        else:
            lines.append(f"{choice.key} = {choice.sample}" if choice.sample else f"# {choice.key} = {choice.other}")
    lines += [
        "",
        "# Table limits: minimum, maximum and step of each wager placed before the deal.",
        f"[limits.{game.ante}]",
        'minimum = "10.00"',
        'maximum = "500.00"',
        'step = "5.00"',
    ]
    if switches := [reading for reading in game.readings if reading.choices]:
        lines += [
            "",
            "# Where the text can be read two ways. The first answer of each is the default.",
            "[readings]",
        ]
        for reading in switches:
            lines.append(f"# {reading.question} {' or '.join(reading.choices)} ({reading.cites[0]}).")
            lines.append(f'{reading.key} = "{reading.default}"')
    return "\n".join(lines) + "\n"


_LINK = """\
# multi-game-link.wager = "1.00"
# multi-game-link.seed = "10000.00"
# multi-game-link.rows = { royal-flush = "100% of meter", straight-flush = "10% of meter", flush = "50 to 1" }"""
