"""Request bodies: decoded at one place into what a route names, and refused in one shape.

A route whose argument is a `RequestBody` is given one. Where the desk reads what was sent itself, because it is stored
or logged as it came, the route says ``Annotated[Json, Kind]`` and is given the object; `Kind` is documented.
"""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, get_args, get_origin

import msgspec
from fastapi import Depends, Request
from fastapi.exceptions import RequestValidationError

from croupier.kit.payload import Json, RequestBody

if TYPE_CHECKING:
    from collections.abc import Callable

_AT = re.compile(r"(?P<message>.*?)(?: - at (?:key in )?`\$\.?(?P<field>[^`]*)`)?", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<field>[^`]*)`")


def take_body(endpoint: Callable[..., Any]) -> Any:  # noqa: ANN401 - a type, or None
    """Let an endpoint be given the body that it names; what kind that is, for the document, or None without one."""
    hints = inspect.get_annotations(endpoint, eval_str=True)
    for name, hint in hints.items():
        read, kind = _kinds(hint) if name != "return" else (None, None)
        if read is not None:
            signature = inspect.signature(endpoint)
            taken = signature.parameters[name].replace(annotation=Annotated[Any, Depends(_reader(read))])
            others = {**signature.parameters, name: taken}
            endpoint.__signature__ = signature.replace(parameters=list(others.values()))  # type: ignore[attr-defined]
            return kind
    return None


def _kinds(hint: Any) -> tuple[Any, Any]:  # noqa: ANN401 - types
    """What is decoded and what is documented for an argument; nothing for one that is no body."""
    if isinstance(hint, type) and issubclass(hint, RequestBody):
        return hint, hint
    if get_origin(hint) is Annotated and get_args(hint)[0] == Json:
        kind = get_args(hint)[1]
        if all(isinstance(one, type) and issubclass(one, msgspec.Struct) for one in get_args(kind) or (kind,)):
            return Json, kind
    return None, None


def is_optional(kind: Any) -> bool:  # noqa: ANN401 - a type
    """Whether nothing has to be sent."""
    return isinstance(kind, type) and issubclass(kind, RequestBody) and not _needed(kind)


def _needed(kind: type[RequestBody]) -> list[str]:
    return [field.name for field in msgspec.structs.fields(kind) if field.required]


def _reader(kind: Any) -> Callable[..., Any]:  # noqa: ANN401 - a type
    decode = msgspec.json.Decoder(kind).decode
    optional = is_optional(kind)

    async def read(request: Request) -> Any:  # noqa: ANN401 - of the kind
        sort = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
        raw = await request.body()
        if optional and raw.strip() in {b"", b"null"}:
            return kind()
        if sort != "application/json" and not sort.endswith("+json"):
            _refuse("what is sent is JSON", "")
        try:
            return decode(raw)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            if missing := _MISSING.match(str(error)):
                _refuse(str(error), missing["field"])
            found = _AT.fullmatch(str(error))
            _refuse(found["message"] if found else str(error), (found["field"] if found else "") or "")

    return read


def _refuse(message: str, field: str) -> NoReturn:
    raise RequestValidationError([{"msg": message, "loc": ("body", *([field] if field else []))}]) from None
