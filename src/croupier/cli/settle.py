"""``croupier settle``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.errors import BadText, CroupierError, IllegalAction

if TYPE_CHECKING:
    from croupier.game import Rules

KEYS = frozenset(
    (
        "game",
        "edition",
        "submission",
        "readings",
        "seats",
        "dealer",
        "community",
        "all-six",
        "replacement",
        "meter",
    )
)


def settle(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A round in JSON, or JSON Lines with one a line.")],
) -> None:
    """Settle described rounds: JSON in, JSON out, each amount with the provision that decides it.

    One JSON object is one round. Otherwise the file is JSON Lines: one result a line, in the same order; a bad line
    gives an error in its place and exit code 2 at the end.

    Example: croupier settle round.json
    """
    import msgspec

    from croupier.cli.options import read_text

    text = read_text(file)
    if not text.strip():
        raise BadText("holds no round", field=file)
    decode, encode = msgspec.json.Decoder().decode, msgspec.json.Encoder().encode
    try:
        single = decode(text)
    except msgspec.DecodeError as error:
        if not _is_lines(text, decode):
            raise BadText(f"is not JSON: {error}", field=file) from None
    else:
        print(encode(settle_told(single)).decode())
        return
    _settle_lines(text, decode, encode)


def _is_lines(text: str, decode: Any) -> bool:  # noqa: ANN401
    """Whether some line is a JSON object of its own."""
    import msgspec

    for line in text.splitlines():
        try:
            if isinstance(decode(line), dict):
                return True
        except msgspec.DecodeError:
            continue
    return False


def _settle_lines(text: str, decode: Any, encode: Any) -> None:  # noqa: ANN401
    import msgspec

    failed = False
    out: list[bytes] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            result = settle_told(decode(line))
        except (CroupierError, msgspec.DecodeError) as error:
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


def _say(error: Exception) -> dict[str, object]:
    if isinstance(error, CroupierError):
        more = [str(r) for r in error.refusals[1:]]
        message = "; ".join([error.message, *more])
        return {"field": error.field, "message": message, "cite": error.cite, "code": error.code}
    return {"field": "", "message": f"is not JSON: {error}", "cite": None, "code": "bad-text"}


_RULES: dict[object, Rules] = {}


def settle_told(told: object) -> dict[str, object]:
    """One round as the contract tells it, settled."""
    import msgspec

    from croupier.game import describe
    from croupier.game import settle as settle_round
    from croupier.games import open_game

    if not isinstance(told, dict):
        raise IllegalAction("a round is a JSON object", field="")
    for key in told:
        if key not in KEYS:
            raise IllegalAction("a round has no such field", field=str(key))
    game, edition = told.get("game"), told.get("edition")
    if not isinstance(game, str):
        raise IllegalAction("the game's id must be given", field="game")
    if edition is not None and not isinstance(edition, str):
        raise IllegalAction(f"{edition!r} is not an edition's id", field="edition")
    submission, readings = told.get("submission") or {}, told.get("readings") or {}
    for field, value in (("submission", submission), ("readings", readings)):
        if not isinstance(value, dict):
            raise IllegalAction(f"{value!r} is not a table", field=field)
    key = (game, edition, msgspec.json.encode((submission, readings)))
    rules = _RULES.get(key)
    if rules is None:
        opened = open_game(game, edition)
        try:
            rules = opened.rules(submission, readings)
        except CroupierError as error:
            error.refusals = tuple(
                r if r.field.startswith("readings") else type(r)(f"submission.{r.field}", r.message, r.cite)
                for r in error.refusals
            )
            raise
        if len(_RULES) >= 256:
            _RULES.clear()
        _RULES[key] = rules
    return settle_round(rules, describe(rules, told)).to_json()
