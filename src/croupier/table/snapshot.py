"""A table between rounds as bytes, and back: where a long journal need not be read from its beginning.

>>> from croupier import open_game
>>> from croupier.table import open_table
>>> rules = open_game("cajun-stud").rules({"ante": "A", "adjacent-boxes": 1})
>>> table = open_table(rules, table="T1", at=5)[1]
>>> restore(rules, table.bytes()).bytes() == table.bytes()
True
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec

from croupier.errors import BadText
from croupier.table.plans import Plans
from croupier.table.state import LATER, Table

if TYPE_CHECKING:
    from croupier.game import Rules

_APART = {"plans", "play"}
"""What the rules make, and a round in play, which only the journal tells."""


def restore(rules: Rules, data: bytes) -> Table:
    """The table whose `Table.bytes` these are, under the rules it is played by."""
    try:
        fields = msgspec.json.decode(data)
        if fields.pop("play", None) is not None:
            raise BadText("is of a round in play")
        saved = msgspec.convert(fields, _saved(), str_keys=True, strict=True)
    except (msgspec.MsgspecError, AttributeError) as error:
        raise BadText(f"is no table: {error}") from None
    return Table(plans=Plans(rules), **{name: getattr(saved, name) for name in saved.__struct_fields__})


@cache
def _saved() -> type[Any]:
    types = get_type_hints(Table, localns={"Plans": object})
    fields: list[Any] = [(name, types[name]) for name in Table.__struct_fields__ if name not in {*_APART, *LATER}]
    fields += [(name, types[name], nothing) for name, nothing in LATER.items()]
    return msgspec.defstruct("Saved", fields, forbid_unknown_fields=True)
