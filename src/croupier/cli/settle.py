"""``croupier settle``."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.options import AS_OF
from croupier.errors import BadText, CroupierError, IllegalAction, NotInForce

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from croupier.game import Rules

KEYS = frozenset(
    (
        "game",
        "edition",
        "day",
        "submission",
        "readings",
        "seats",
        "dealer",
        "community",
        "all-six",
        "replacement",
        "meter",
        "reconstructed",
    )
)
"""What a told round may hold. `reconstructed` is what a journal adds to it; it is not settled from."""


def settle(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A round in JSON, or JSON Lines with one a line.")],
    as_of: AS_OF = None,
) -> None:
    """Settle described rounds: JSON in, JSON out, each amount with the provision that decides it.

    One JSON object is one round. Otherwise the file is JSON Lines: one result a line, in the same order; a bad line
    gives an error in its place and exit code 2 at the end. A round may say its day, and --as-of that of all others: it
    is settled under the edition in force on it.

    Example: croupier settle round.json
    """
    import msgspec

    from croupier.cli.options import read_text

    text = read_text(file)
    if not text.strip():
        raise BadText("holds no round", field=file)
    encode = msgspec.json.Encoder().encode
    try:
        single = read_json(text)
    except BadText as error:
        if not _is_lines(text):
            raise error.within(file) from None
    else:
        print(encode(settle_told(single, as_of)).decode())
        return
    _settle_lines(text, encode, as_of)


def read_json(text: str) -> object:
    """JSON that says everything once: a key twice, a number that is none and nesting without end are refused.

    The quick reader keeps the last of two equal keys in silence, so its answer counts only where the text has as many
    keys as the answer; anything else is read slowly and refused in words.
    """
    import msgspec

    try:
        quick = msgspec.json.decode(text)
        if text.count('":') == _keys(quick):
            return quick
    except (msgspec.DecodeError, RecursionError):
        pass
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise BadText(f"is not JSON: {error.msg} (line {error.lineno}, column {error.colno})") from None
    except RecursionError:
        raise BadText("is not JSON: it is nested too deeply") from None


def _keys(value: object) -> int:
    """How many keys a read value has, all the way down."""
    if isinstance(value, dict):
        return len(value) + sum([_keys(inner) for inner in value.values() if isinstance(inner, dict | list)])
    if isinstance(value, list):
        return sum([_keys(inner) for inner in value])
    return 0


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    read = dict(pairs)
    if len(read) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadText(f"the key {twice!r} stands twice in one object")
    return read


def _no_number(name: str) -> object:
    raise BadText(f"{name} is not a number")


def _is_lines(text: str) -> bool:
    """Whether some line is a JSON object of its own."""
    for line in text.splitlines():
        try:
            if isinstance(read_json(line), dict):
                return True
        except BadText:
            continue
    return False


def _settle_lines(text: str, encode: Callable[[object], bytes], as_of: date | None) -> None:
    failed = False
    out: list[bytes] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            result = settle_told(read_json(line), as_of)
        except CroupierError as error:
            failed = True
            result = {"error": {"line": number, **_say(error)}}
        out.append(encode(result))
        if len(out) >= 1000:
            sys.stdout.buffer.write(b"\n".join(out) + b"\n")
            out.clear()
    if out:
        sys.stdout.buffer.write(b"\n".join(out) + b"\n")
    sys.stdout.buffer.flush()
    if failed:
        print("croupier: some lines could not be settled; each has its error in its place", file=sys.stderr)
        raise typer.Exit(2)


def _say(error: CroupierError) -> dict[str, object]:
    more = [str(r) for r in error.refusals[1:]]
    message = "; ".join([error.message, *more])
    return {"field": error.field, "message": message, "cite": error.cite, "code": error.code}


_RULES: dict[object, Rules] = {}


def settle_told(payload: object, as_of: date | None = None) -> dict[str, object]:
    """One round as the contract tells it, settled; `as_of` is its day unless it tells one."""
    import msgspec

    from croupier.game import describe
    from croupier.game import settle as settle_round
    from croupier.games import open_game
    from croupier.kit.days import read_date

    if not isinstance(payload, dict):
        raise IllegalAction("a round is a JSON object", field="")
    for key in payload:
        if key not in KEYS:
            raise IllegalAction("a round has no such field", field=str(key))
    game, edition = payload.get("game"), payload.get("edition")
    if not isinstance(game, str):
        raise IllegalAction("the game's id must be given", field="game")
    if edition is not None and not isinstance(edition, str):
        raise IllegalAction(f"{edition!r} is not an edition's id", field="edition")
    submission, readings = ({} if payload.get(key) is None else payload[key] for key in ("submission", "readings"))
    for field, value in (("submission", submission), ("readings", readings)):
        if not isinstance(value, dict):
            raise IllegalAction(f"{value!r} is not a table", field=field)
    day = as_of if payload.get("day") is None else read_date(payload["day"], "day")
    key = (game, edition, day, msgspec.json.encode((submission, readings)))
    rules = _RULES.get(key)
    if rules is None:
        try:
            opened = open_game(game, edition, as_of=day)
        except NotInForce as error:
            raise NotInForce(error.message, field="day" if payload.get("day") else "--as-of") from None
        try:
            rules = opened.rules(submission, readings)
        except CroupierError as error:
            error.refusals = tuple(
                r if r.field.startswith("readings") else type(r)(f"submission.{r.field}", r.message, r.cite)
                for r in error.refusals
            )
            raise
        if len(_RULES) >= 2048:
            _RULES.clear()
        _RULES[key] = rules
    return settle_round(rules, describe(rules, payload)).to_json()
