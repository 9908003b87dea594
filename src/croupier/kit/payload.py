"""What travels as JSON: typed where the house speaks, open where it repeats what others wrote."""

from __future__ import annotations

from typing import Any

import msgspec

Json = dict[str, Any]
"""An object that is truly open: a Rules Submission as somebody wrote it, a form before it is read, what an event or a
database of another time holds, what a browser's own interface asks for. What the house itself says is a Struct."""


class Payload(msgspec.Struct, frozen=True, rename="kebab"):
    """What a page or a program receives, or a part of it. On the wire a name has hyphens; what may be left out is
    UNSET."""


class RequestBody(msgspec.Struct, frozen=True):
    """What somebody sends with a request. A route that names one as the type of an argument is given it decoded."""
