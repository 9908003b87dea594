"""What a chapter or an engine declares as a list: an entry dropped, or exchanged with the one after it."""

from __future__ import annotations

import ast
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from tests.mutants.module import SOURCE, Function, short

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.mutants.module import Module

    Told = Iterator[tuple[str, Callable[[], None]]]

UNORDERED = {"Case"}
"""Exactly one of them holds, so that their order says nothing."""


def _is_prose(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and (" " in node.value or not node.value)


def _listed(module: Module, node: ast.AST) -> list[ast.expr]:
    """The entries of a declared list: at import, or beside `in` where a function asks."""
    if not isinstance(node, ast.Tuple | ast.List | ast.Set) or not isinstance(
        getattr(node, "ctx", ast.Load()), ast.Load
    ):
        return []
    above = module.parent[node]
    if isinstance(above, ast.Subscript):
        return []
    if any(isinstance(a, Function) for a in module.above(node)) and not (
        isinstance(above, ast.Compare) and len(node.elts) > 1
    ):
        return []
    return node.elts


def dropped(module: Module, node: ast.AST) -> Told:
    for at, each in enumerate(_listed(module, node)):
        if not _is_prose(each):
            rest = [other for place, other in enumerate(node.elts) if place != at]  # type: ignore[attr-defined]
            if rest or not isinstance(node, ast.Set):
                yield f"{short(each)} is dropped", _put(node, "elts", rest)
    if isinstance(node, ast.Dict) and not any(isinstance(a, Function) for a in module.above(node)):
        for at, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
            keys = [other for place, other in enumerate(node.keys) if place != at]
            values = [other for place, other in enumerate(node.values) if place != at]
            what = f"{short(key)}: {short(value)}" if key is not None else f"**{short(value)}"
            yield f"{what} is dropped", _both(_put(node, "keys", keys), _put(node, "values", values))
    yield from _without_a_word(module, node)


def _without_a_word(module: Module, node: ast.AST) -> Told:
    """A declaration without one of the words that it may leave out."""
    if not isinstance(node, ast.Call) or any(isinstance(a, Function) for a in module.above(node)):
        return
    optional = _optional().get(ast.unparse(node.func).partition("[")[0], frozenset())
    for word in node.keywords:
        if word.arg in optional and not _is_prose(word.value):
            rest = [other for other in node.keywords if other is not word]
            yield f"{short(node.func)} without {word.arg}={short(word.value)}", _put(node, "keywords", rest)


@cache
def _optional() -> dict[str, frozenset[str]]:
    """The fields with a default, by class."""
    found: dict[str, frozenset[str]] = {}
    for part in ("law", "kit", "game"):
        for file in sorted((SOURCE / part).glob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    fields = [line for line in node.body if isinstance(line, ast.AnnAssign) and line.value is not None]
                    found[node.name] = frozenset(ast.unparse(line.target) for line in fields)
    return found


def exchanged(module: Module, node: ast.AST) -> Told:
    if isinstance(node, ast.Set) or isinstance(module.parent.get(node), ast.Compare):
        return
    entries = _listed(module, node)
    for at, (one, other) in enumerate(pairwise(entries)):
        if type(one) is not type(other) or isinstance(one, ast.Constant) or ast.dump(one) == ast.dump(other):
            continue
        if isinstance(one, ast.Call) and isinstance(other, ast.Call):
            if ast.unparse(one.func).partition("[")[0] in UNORDERED:
                continue
            if ast.unparse(one.func) != ast.unparse(other.func):
                continue
        swapped = [*entries[:at], other, one, *entries[at + 2 :]]
        yield f"{short(one)} is exchanged with {short(other)}", _put(node, "elts", swapped)


def _put(node: ast.AST, field: str, value: object) -> Callable[[], None]:
    return lambda: setattr(node, field, value)


def _both(one: Callable[[], None], other: Callable[[], None]) -> Callable[[], None]:
    def apply() -> None:
        one()
        other()

    return apply
