"""What says no, over HTTP and over sockets, and what a page's socket answers."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.house.tables.keeping.idempotency_keys import Answer
from croupier.kit.payload import Json, Payload


class RefusalPart(Payload, frozen=True):
    """One thing that is refused: why, which field it is about, and the provision where that is law."""

    message: str
    field: str
    cite: str | None


class Refusal(RefusalPart, frozen=True):
    """The first thing that is refused, its code, and all of them; after `retry` seconds it may be asked again."""

    code: str
    all: list[RefusalPart]
    retry: float | UnsetType = UNSET


class Refused(Payload, frozen=True):
    """A request that is refused."""

    error: Refusal


class Error(Payload, frozen=True):
    """Why it did not reach the table; without a `key` it is about the socket itself."""

    code: str
    message: str
    field: str | UnsetType = UNSET
    key: str | UnsetType = UNSET
    retry: float | UnsetType = UNSET


class Failed(Payload, frozen=True):
    """Your command did not reach the table."""

    error: Error


class Answered(Payload, frozen=True):
    """What became of your command: done and stored up to record `n`, or refused by the table."""

    answer: Answer


class PageAnswer(Payload, frozen=True, kw_only=True):
    """Why what a page sent was not done; after `retry` seconds it may be sent again."""

    key: str
    refused: str
    field: str | UnsetType = UNSET
    cite: str | UnsetType = UNSET
    code: str
    retry: float | UnsetType = UNSET


class NotDone(Payload, frozen=True):
    """Why what a page sent was not done, in an answer's place."""

    answer: PageAnswer


class PageChanges(Payload, frozen=True):
    """What changed of a page's view: objects hold what differs in them, and what is gone is listed under ``-``."""

    changes: Json
