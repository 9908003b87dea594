"""What is sent to the lab and to the editor of submissions."""

from __future__ import annotations

from typing import Annotated

import msgspec

from croupier.house.screens.submissions.form import NOTES
from croupier.kit.payload import Json, RequestBody


class CompareBody(RequestBody, frozen=True):
    """Two submissions, each as TOML or as chosen paytables."""

    a: Json
    b: Json


class SubmissionBody(RequestBody, frozen=True):
    """A Rules Submission, as its TOML reads."""

    submission: Json


class CheckBody(SubmissionBody, frozen=True):
    """A Rules Submission, and comments for its file."""

    notes: Annotated[list[str], msgspec.Meta(max_length=NOTES)] = msgspec.field(default_factory=list)


class DrawingBody(SubmissionBody, frozen=True):
    """A Rules Submission, and the name of the house on what is drawn."""

    house: Annotated[str, msgspec.Meta(max_length=60)] = ""


class TomlBody(RequestBody, frozen=True):
    """A submission's TOML."""

    text: str
