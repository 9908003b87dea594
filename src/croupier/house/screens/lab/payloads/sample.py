"""What a sampling run sends."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.kit.payload import Payload


class SampleBegins(Payload, frozen=True):
    """A sampling run begins: its frame, and the exact figure that it closes on."""

    axis: SampleFrame
    seed: int
    exact: str
    rounds: str


class SampleStep(Payload, frozen=True):
    """How far a sampling run is; a point of its line, and at the end why it ends."""

    progress: str | UnsetType = UNSET
    share: float | UnsetType = UNSET
    point: SamplePoint | UnsetType = UNSET
    end: str | UnsetType = UNSET


class SamplePoint(Payload, frozen=True):
    """The mean after some rounds, with its interval."""

    at: float
    mean: float
    low: float
    high: float
    rounds: str
    value: str
    interval: str


class SampleFrame(Payload, frozen=True):
    """The frame: two standard errors of a thousand rounds to either side of the exact mean, but no wider than the
    eye can use."""

    low: float
    high: float
    exact: float
    ticks: list[AxisTick]
    across: list[AxisTick]


class AxisTick(Payload, frozen=True):
    """A round number of an axis."""

    at: float
    words: str


class LabFault(Payload, frozen=True):
    """Why a sampling run is refused."""

    message: str
    field: str | UnsetType = UNSET
    cite: str | UnsetType | None = UNSET


class SampleRefused(Payload, frozen=True):
    """A sampling run is refused."""

    error: LabFault
