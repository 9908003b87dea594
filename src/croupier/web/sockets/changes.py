"""What differs between two things that JSON can say: all that a page is sent after the first view.

An object holds what differs in it; what is no object stands whole. What is gone is listed under `GONE`, a name that no
view has. So null is a value like any other, which a merge patch (RFC 7396) could not say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.kit.payload import Json

GONE = "-"


def changes(before: Json, after: Json) -> Json:
    """What is to be applied to the one to get the other; nothing where they are the same."""
    changed: Json = {}
    for name, value in after.items():
        held = before.get(name, changed)  # nothing else is `changed`
        if isinstance(held, dict) and isinstance(value, dict) and held is not changed:
            if within := changes(held, value):
                changed[name] = within
        elif held is changed or type(held) is not type(value) or held != value:
            changed[name] = value
    if gone := [name for name in before if name not in after]:
        changed[GONE] = gone
    return changed


def applied(before: Json, told: Json) -> Json:
    """The other one, as a page makes it (`live.js`)."""
    made = {name: value for name, value in before.items() if name not in told.get(GONE, ())}
    for name, value in told.items():
        if name == GONE:
            continue
        held = made.get(name)
        made[name] = applied(held if isinstance(held, dict) else {}, value) if isinstance(value, dict) else value
    return made
