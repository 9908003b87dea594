"""Journal lines between the writer that made them and the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class LineBuffer:
    """A journal store that keeps what was written until it is taken for the database."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []

    def write(self, lines: Sequence[bytes]) -> None:
        """Keep more lines."""
        self.taken += lines

    def sync(self) -> None:
        """Nothing to wait for here."""

    def close(self) -> None:
        """Nothing to close."""

    def take(self) -> list[bytes]:
        """What was written since the last time."""
        taken, self.taken = self.taken, []
        return taken
