"""``python -m tests.golden.write`` plays every script anew and rewrites its record."""

from __future__ import annotations

import sys
from pathlib import Path

from croupier import CroupierError, open_game
from croupier.table.script import play_script, script_of

FOLDER = Path(__file__).parent


def files() -> list[Path]:
    """Every playthrough."""
    return sorted(FOLDER.glob("*/*.txt"))


def write() -> int:
    """Rewrite the records; how many scripts could not be played."""
    failed = 0
    for file in files():
        text = file.read_text(encoding="utf-8")
        try:
            record = play_script(script_of(text), open_game).record
        except CroupierError as error:
            sys.stderr.write(f"{file.parent.name}/{file.name}: {error}\n")
            failed += 1
            continue
        if record != text:
            file.write_text(record, encoding="utf-8")
            sys.stdout.write(f"{file.parent.name}/{file.name} written\n")
    return failed


if __name__ == "__main__":
    sys.exit(1 if write() else 0)
