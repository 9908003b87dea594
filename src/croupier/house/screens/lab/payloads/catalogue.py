"""What the lab offers: games, editions, wagers and readings."""

from __future__ import annotations

from croupier.kit.payload import Payload


class LabOffer(Payload, frozen=True):
    """The whole catalogue; it is the same for everyone."""

    games: list[LabGame]


class LabGame(Payload, frozen=True):
    """A game with its editions."""

    id: str
    name: str
    editions: list[LabEdition]


class LabWager(Payload, frozen=True):
    """A wager that can be laid on the bench, with its paytables."""

    id: str
    name: str
    main: bool
    tables: list[str]
    cite: str
    players: int


class LabEdition(Payload, frozen=True):
    """An edition of a game."""

    id: str
    words: str
    chapter: str
    proposed: bool
    wagers: list[LabWager]
    readings: list[LabReading]
    defaults: dict[str, str]
    first: str


class LabReading(Payload, frozen=True):
    """A reading that can be chosen."""

    key: str
    name: str
    question: str
    because: str
    cite: str
    choices: list[ValueWords]


class ValueWords(Payload, frozen=True):
    """A value that can be chosen, in words."""

    value: str
    words: str
