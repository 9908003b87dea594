"""Everything croupier refuses, by kind.

    CroupierError
    ├── LawError            the book was asked for what it does not hold, or is itself at fault
    │   ├── UnknownCite     no such provision
    │   ├── UnknownGame     no such game or edition
    │   ├── NotInForce      no edition of a game that was in force on a day
    │   ├── Gap             no case of a wager holds for a showdown
    │   ├── Conflict        two cases of a wager hold for one showdown
    │   └── Impure          two rounds that are counted as one are settled differently
    ├── SubmissionError     choices the chapter does not offer; carries every refusal, not just the first
    ├── IllegalAction       a card, wager or decision the round does not allow
    ├── JournalError        a journal that is broken, and where, or that cannot be written to
    ├── HouseError          what the house cannot do: no such table or person, not allowed, not enough money, storage
    └── BadText             text that is not JSON, TOML, cards or money at all

Each has a stable `code`, a `field` saying where, and a `cite` when the law is the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Refusal:
    """One thing that was wrong: where it stood, what it was, and the provision that refuses it."""

    field: str
    message: str
    cite: str | None = None

    def __str__(self) -> str:
        where = f"{self.field}: " if self.field else ""
        return f"{where}{self.message}" + (f" ({self.cite})" if self.cite else "")


class CroupierError(Exception):
    """The root of the tree."""

    code: ClassVar[str] = "error"

    def __init__(self, message: str, *, field: str = "", cite: object = None) -> None:
        self.refusals: tuple[Refusal, ...] = (Refusal(field, message, None if cite is None else str(cite)),)
        super().__init__(str(self.refusals[0]))

    @property
    def field(self) -> str:
        """Where the first fault stood."""
        return self.refusals[0].field

    @property
    def message(self) -> str:
        """What the first fault was."""
        return self.refusals[0].message

    @property
    def cite(self) -> str | None:
        """The provision behind the first fault, if one is."""
        return self.refusals[0].cite

    @classmethod
    def of(cls, refusals: tuple[Refusal, ...]) -> Self:
        """One error carrying every refusal found."""
        error = cls("")
        error.refusals = refusals
        error.args = ("\n".join(str(r) for r in refusals),)
        return error

    def within(self, field: str) -> CroupierError:
        """The same error, seen from one level further out (`wagers` inside `seats.1`)."""
        self.refusals = tuple(
            Refusal(".".join(part for part in (field, r.field) if part), r.message, r.cite) for r in self.refusals
        )
        self.args = ("\n".join(str(r) for r in self.refusals),)
        return self


class LawError(CroupierError):
    """The book was asked for something it does not hold, or contradicts itself."""

    code = "law"


class UnknownCite(LawError):  # noqa: N818 - the regulation's word, not Python's
    """A provision that does not exist was cited."""

    code = "unknown-cite"


class UnknownGame(LawError):  # noqa: N818 - as above
    """A game or edition that is not in the book."""

    code = "unknown-game"


class NotInForce(LawError):  # noqa: N818 - as above
    """An edition that was not in force on a day, or a day of which the book holds no edition."""

    code = "not-in-force"


class Gap(LawError):  # noqa: N818 - as above
    """No case of a wager holds for a showdown."""

    code = "gap"


class Conflict(LawError):  # noqa: N818 - as above
    """More than one case of a wager holds for a showdown."""

    code = "conflict"


class Impure(LawError):  # noqa: N818 - as above
    """Two rounds that a counter takes for one are settled differently, so that no number of it is right. `rounds` are
    the two, as they would be told to ``croupier settle``."""

    code = "impure"

    def __init__(
        self, message: str, rounds: tuple[Mapping[str, object], Mapping[str, object]], *, cite: object = None
    ) -> None:
        super().__init__(message, field="wager", cite=cite)
        self.rounds = rounds


class SubmissionError(CroupierError):
    """A Rules Submission that chooses what the chapter does not offer."""

    code = "submission"


class IllegalAction(CroupierError):  # noqa: N818 - as above
    """A card, wager or decision that this round does not allow."""

    code = "illegal"


class JournalError(CroupierError):
    """A broken record: its `record` number, the byte `offset` at which it starts, and the kind of `fault`.

    Both places are None where no record is at fault: a journal that another writer holds, a key that is not its own.
    """

    code = "journal"

    def __init__(self, message: str, *, fault: str, record: int | None = None, offset: int | None = None) -> None:
        super().__init__(message, field="" if record is None else f"record {record} at byte {offset}")
        self.fault = fault
        self.record = record
        self.offset = offset


class HouseError(CroupierError):
    """What the house refuses. `fault` says why: unknown, denied, short, conflict, busy, moved, gone,
    storage, closed, stopped, set-aside."""

    code = "house"

    def __init__(self, message: str, *, fault: str = "conflict", field: str = "") -> None:
        super().__init__(message, field=field)
        self.fault = fault


class NotAllowed(HouseError):  # noqa: N818 - as above
    """A command that a person may not give; whoever takes commands records it."""

    def __init__(self, message: str, *, field: str = "actor") -> None:
        super().__init__(message, fault="denied", field=field)


class BadText(CroupierError):  # noqa: N818 - as above
    """Text that could not be read at all."""

    code = "bad-text"
