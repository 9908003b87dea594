"""Routes that answer with Structs: the same types are encoded, documented (OpenAPI) and known to the pages' scripts.

A route's return annotation is what it answers with. One that makes its own response, because it packs it or has it
encoded already, says ``Annotated[Response, Payload]``.
"""

from __future__ import annotations

import inspect
from functools import wraps
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

import msgspec
from fastapi.datastructures import DefaultPlaceholder
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.responses import Response

from croupier.web.http.bodies import is_optional, take_body

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable

    from fastapi import FastAPI, Request

    from croupier.kit.payload import Json

PLACE = "#/components/schemas/{name}"
"""Where a document keeps its schemas."""


class Done(msgspec.Struct, frozen=True):
    """Nothing more than that it was done."""


DONE = Done()


class Encoded(JSONResponse):
    """JSON that is text already."""

    def render(self, content: str) -> bytes:
        """As it is."""
        return content.encode()


class ScreenRoute(APIRoute):
    """A route that answers with a Struct, with one of several, or with a list or an object of Structs. `payloads` are
    what it may answer with, none where its answer is no JSON."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **settings: Any) -> None:  # noqa: ANN401 - FastAPI's
        self.payloads, self._encodes = _payloads(endpoint)
        self.body = take_body(endpoint)
        if not isinstance(settings.get("response_class"), DefaultPlaceholder):  # a page or a file
            self.payloads, self._encodes = (), False
        if self.payloads:
            settings["response_model"] = None
        if self._encodes:
            settings["response_class"] = Encoded
        super().__init__(path, endpoint, **settings)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The endpoint's answer is encoded before the framework takes it, which knows no Structs."""
        if self._encodes:
            assert self.dependant.call is not None
            self.dependant.call = _encoding(self.dependant.call)
        return super().get_route_handler()


def _payloads(endpoint: Callable[..., Any]) -> tuple[tuple[Any, ...], bool]:
    """What an endpoint may answer with, and whether that is still to be encoded."""
    annotation = inspect.get_annotations(endpoint, eval_str=True).get("return")
    if get_origin(annotation) is Annotated and _is_response(get_args(annotation)[0]):
        return get_args(annotation)[1:], False
    kinds = get_args(annotation) if get_origin(annotation) in {Union, UnionType} else (annotation,)
    found = tuple(kind for kind in kinds if kind is not None and not _is_response(kind))
    return found, bool(found)


def _is_response(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Response)


def _encoding(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    encode = msgspec.json.Encoder().encode

    @wraps(endpoint)
    async def encoded(*args: Any, **named: Any) -> str | Response:  # noqa: ANN401 - as the endpoint has them
        answer = await endpoint(*args, **named)
        return answer if isinstance(answer, Response) else encode(answer).decode()

    assert inspect.iscoroutinefunction(endpoint), endpoint
    return encoded


def payloads(app: FastAPI) -> dict[tuple[str, str], tuple[Any, ...]]:
    """What each route may answer with, by method and path."""
    return {
        (method, route.path_format): route.payloads
        for route in app.routes
        if isinstance(route, ScreenRoute) and route.payloads and route.include_in_schema
        for method in sorted(route.methods or ())
    }


def bodies(app: FastAPI) -> dict[tuple[str, str], Any]:
    """What each route that takes a body takes, by method and path."""
    return {
        (method, route.path_format): route.body
        for route in app.routes
        if isinstance(route, ScreenRoute) and route.body is not None and route.include_in_schema
        for method in sorted(route.methods or ())
    }


def schemas(kinds: Iterable[Any]) -> tuple[list[Json], dict[str, Json]]:
    """The schema of each type, and of all that they are made of by name; descriptions on one line each."""
    found, components = msgspec.json.schema_components(kinds, ref_template=PLACE)
    return list(found), in_plain_words(components)


def document(app: FastAPI) -> None:
    """Let an app's OpenAPI document say what its routes answer with."""
    plain = app.openapi

    def openapi() -> Json:
        if app.openapi_schema is None:
            made, found, sent = plain(), payloads(app), bodies(app)
            each, components = schemas(kind for kinds in (*found.values(), sent.values()) for kind in kinds)
            for (method, path), kinds in found.items():
                one_of, each = each[: len(kinds)], each[len(kinds) :]
                answer = made["paths"][path][method.lower()]["responses"]["200"]
                schema = one_of[0] if len(one_of) == 1 else {"anyOf": one_of}
                answer["content"] = {"application/json": {"schema": schema}}
            for (method, path), schema in zip(sent, each, strict=True):
                made["paths"][path][method.lower()]["requestBody"] = {
                    "required": not is_optional(sent[method, path]),
                    "content": {"application/json": {"schema": schema}},
                }
            made.setdefault("components", {}).setdefault("schemas", {}).update(components)
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def in_plain_words(schema: Any) -> Any:  # noqa: ANN401 - JSON
    """A schema with its descriptions on one line each."""
    if isinstance(schema, dict):
        kept = {key: in_plain_words(value) for key, value in schema.items()}
        if isinstance(kept.get("description"), str):
            kept["description"] = " ".join(kept["description"].split()).replace("``", "`")
        return kept
    return [in_plain_words(part) for part in schema] if isinstance(schema, list) else schema
