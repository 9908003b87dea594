"""How a table is run, stored with it and the same after a restart."""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

import msgspec

from croupier.errors import HouseError, SubmissionError
from croupier.game.choices import DECISION_SECONDS, seconds
from croupier.kit.payload import Json  # noqa: TC001 - msgspec reads it


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a table is run. `pace` are seconds after each step that people watch; a `quick` table closes the betting as
    soon as everyone who sits there has wagered. The `floor` of an automatic dealer may be a person all the same.

    Where a person deals (not `automatic`), `dealer` is who took the table, and late players are decided for only if the
    table `hurries`; `relieved` are those whom the floor relieved here and has not let deal again. `school` is whose
    lessons are given here. `links` names the link of each meter that others share. After `held_rounds` without a wager
    the automatic floor stands a player up who does nothing (and after five minutes at least); 0 keeps every seat.
    """

    submission: Json = {}
    readings: dict[str, str] = {}
    cards: str = "shuffled"
    automatic: bool = True
    floor: Literal["automatic", "person"] = "automatic"
    betting_seconds: float = 12.0
    decision_seconds: float = DECISION_SECONDS
    pace: float = 0.0
    quick: bool = False
    inventory: int = 10_000_000
    play_money: bool = True
    coach: bool = True
    links: dict[str, str] = {}
    dealer: str = ""
    relieved: tuple[str, ...] = ()
    hurries: bool = False
    held_rounds: int = 10
    school: str = ""


DECISION = "decision-seconds"
"""The key of a Rules Submission that states a player's time."""


def timed(settings: Settings) -> Settings:
    """The settings with one time for a decision: what the submission states, or else the house states in it what it
    gives; never none."""
    stated = settings.submission.get(DECISION)
    if stated is not None:
        with suppress(SubmissionError):  # what cannot be read is refused with the rest of the submission
            settings = msgspec.structs.replace(settings, decision_seconds=float(str(seconds(stated))))
        return settings
    given = settings.decision_seconds
    if not given > 0:
        words = "a player has some time for a decision: more than 0 seconds"
        raise HouseError(words, field="settings.decision_seconds")
    if given == DECISION_SECONDS:
        return settings
    submission = {**settings.submission, DECISION: int(given) if float(given).is_integer() else given}
    return msgspec.structs.replace(settings, submission=submission)
