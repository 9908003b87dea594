"""What is told of people: who is at work, one's own second factors, the house's settings in words."""

from __future__ import annotations

from croupier.kit.payload import Payload


class AtWork(Payload, frozen=True):
    """Somebody with a working role who has a page open."""

    name: str
    post: str
    page: str
    table: str


class SettingLine(Payload, frozen=True):
    """A setting of the house, in words."""

    id: str
    words: str
    value: str


class PasskeyLine(Payload, frozen=True):
    """A passkey that is enrolled."""

    credential: str
    label: str
    made: int


class SecondFactors(Payload, frozen=True):
    """Somebody's second factors, and whether their roles need one."""

    totp: int | None
    passkeys: list[PasskeyLine]
    recovery: int
    needed: bool


class Session(Payload, frozen=True):
    """Who is signed in, with roles and wallet, and the pages they may open."""

    name: str
    grants: list[tuple[str, str]]
    wallet: int
    pages: list[str]
    money: str
    enrol: bool
