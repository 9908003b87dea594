"""The types that the pages' scripts are checked with (``core/payloads.d.ts``): made from the Structs that travel."""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec

from croupier.web.app import create
from croupier.web.http import screens
from croupier.web.http.messages import Refused
from croupier.web.http.screens import payloads
from croupier.web.routes.programs.asyncapi import CHANNELS
from tests.house.floor import a_house

ROOT = Path(__file__).parents[2]
FILE = ROOT / "src" / "croupier" / "web" / "pages" / "js" / "core" / "payloads.d.ts"
BEGINS = """// What the house answers, by method and path, and sends over its sockets. Made from the Structs that travel
// (`python -m tests.web.test_script_types`) and not edited; a test fails when it is not in step with them.

"""
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_UNTYPED = re.compile(r"dict\[str, (?:Any|object)\]|-> (?:list\[)?dict(?:\]|:)")
_BARE = re.compile(r"[A-Za-z_]\w*")


def _type(schema: dict[str, Any]) -> str:
    """A schema as TypeScript."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(one) for one in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(f'"{one}"' if isinstance(one, str) else str(one) for one in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(_type(one) for one in schema['prefixItems'])}]"
        inner = _type(schema.get("items") or {})
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object" and "properties" not in schema:
        return f"{{ [name: string]: {_type(schema.get('additionalProperties') or {})} }}"
    return PLAIN.get(str(kind), "any")


def _interface(name: str, schema: dict[str, Any]) -> str:
    needed = set(schema.get("required", ()))
    lines = [f"// {schema['description']}"] if schema.get("description") else []
    lines.append(f"export interface {name} {{")
    for field, kind in schema.get("properties", {}).items():
        key = field if _BARE.fullmatch(field) else f'"{field}"'
        lines.append(f"  {key}{'' if field in needed else '?'}: {_type(kind)};")
    return "\n".join([*lines, "}", ""])


def _pattern(path: str) -> str:
    made = re.sub(r"\{[^}]*\}", "${string}", path)
    return f"`{made}` | `{made}?${{string}}`" if "$" in made else f'"{made}" | `{made}?${{string}}`'


def _answers(found: dict[tuple[str, str], list[str]]) -> str:
    """A type for each method: what the address asks for, the most particular first, as a blank may hold anything."""
    lines = []
    for method in sorted({method for method, _ in found}):
        ways = [path for each, path in found if each == method]
        ways.sort(key=lambda path: (path.count("{"), -path.count("/"), path))
        ways.sort(key=lambda path: -len(re.sub(r"\{[^}]*\}", "", path)))
        lines.append(f"type {method.capitalize()}Answer<P extends string> =")
        lines += [f"  P extends {_pattern(path)} ? {' | '.join(found[method, path])} :" for path in ways]
        lines += ["  any;", ""]
    methods = sorted({method for method, _ in found})
    chain = " : ".join(f'M extends "{method}" ? {method.capitalize()}Answer<P>' for method in methods)
    lines += [
        "// What a request is answered with; of an address that is only known when it is asked, anything.",
        f"export type AnswerTo<M extends string, P extends string> = string extends P ? any : {chain} : any;",
        "",
    ]
    return "\n".join(lines)


@cache
def routes() -> dict[tuple[str, str], tuple[Any, ...]]:
    """What every route answers with."""

    async def app() -> Any:
        with tempfile.TemporaryDirectory() as folder:
            async with a_house(Path(folder) / "h.db") as house:
                return create(house, guests=True)

    return payloads(asyncio.run(app()))


def types() -> str:
    """The whole file."""
    sockets = [kind for channel in CHANNELS.values() for kind in channel.sent.values() if kind.__name__ != "Record"]
    kinds = [kind for kinds in routes().values() for kind in kinds]
    schemas, components = screens.schemas([*kinds, *sockets, Refused])
    each = iter(schemas)
    found = {way: [_type(next(each)) for _ in kinds] for way, kinds in routes().items()}
    shapes = [_interface(name, schema) for name, schema in sorted(components.items())]
    return BEGINS + "\n".join([*shapes, _answers(found)])


def test_the_scripts_are_checked_with_the_types_that_travel():
    assert FILE.read_text(encoding="utf-8") == types(), "python -m tests.web.test_script_types"


def test_no_screen_is_untyped():
    """Every route that answers with JSON names a Struct; what is truly open is `Json`, and is said to be so."""
    untyped = [
        way
        for way, kinds in routes().items()
        for kind in kinds
        if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct))
        and not all(isinstance(one, type) and issubclass(one, msgspec.Struct) for one in get_args(kind) or (None,))
    ]
    assert untyped == [("GET", "/api/asyncapi.json")]
    source = ROOT / "src" / "croupier"
    held = [
        f"{file.relative_to(source)}: {found}"
        for room in ("house", "web")
        for file in sorted((source / room).rglob("*.py"))
        for found in _UNTYPED.findall(file.read_text("utf-8"))
    ]
    assert held == [], "a Struct (kit/payload.py), or Json where the names are not ours to know"


def test_no_shape_is_called_like_another():
    assert not [name for name in re.findall(r"^export interface (\S+)", types(), re.MULTILINE) if "_" in name]


if __name__ == "__main__":
    FILE.write_text(types(), encoding="utf-8")
    sys.exit(0)
