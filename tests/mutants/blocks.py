"""Blocks: the statements that run together. A test is asked about a change in the blocks that it executes."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.mutants.module import Module

SEEN = "__seen__"
"""The function that a measured module calls at the start of every block."""
LISTS = ("body", "orelse", "finalbody")


def block_of(module: Module, node: ast.AST) -> str:
    """The innermost block around a node: the line it starts at, or nothing where it runs as the module is imported."""
    for around in (node, *module.above(node)):
        above = module.parent.get(around)
        if isinstance(above, ast.Lambda) and around is above.body:
            return _key(module.name, around)
        if isinstance(around, ast.stmt) and above is not None and _is_measured(module, above):
            for name in LISTS:
                listed = getattr(above, name, None)
                if isinstance(listed, list) and around in listed:
                    return _key(module.name, listed[0])
    return ""


def _is_measured(module: Module, node: ast.AST) -> bool:
    """Whether the lists of a node run later than at import."""
    return isinstance(node, ast.FunctionDef) or any(isinstance(a, ast.FunctionDef) for a in module.above(node))


def _key(name: str, node: ast.AST) -> str:
    return f"{name}:{getattr(node, 'lineno', 0)}:{getattr(node, 'col_offset', 0)}"


def measured(module: Module) -> ast.Module:
    """The module with a call at the start of every block."""
    for node in list(module.parent):
        if isinstance(node, ast.Lambda):
            told = _call(_key(module.name, node.body), node.body)
            both = ast.Tuple([told, node.body], ast.Load())
            node.body = ast.Subscript(both, ast.Constant(1), ast.Load())
        elif _is_measured(module, node) and not isinstance(node, ast.Lambda | ast.IfExp | ast.ClassDef):
            for name in LISTS:
                listed = getattr(node, name, None)
                if isinstance(listed, list) and listed and isinstance(listed[0], ast.stmt):
                    listed.insert(0, ast.Expr(_call(_key(module.name, listed[0]), listed[0])))
    return ast.fix_missing_locations(module.tree)


def _call(key: str, at: ast.expr | ast.stmt) -> ast.expr:
    made = ast.Call(ast.Name(SEEN, ast.Load()), [ast.Constant(key)], [])
    return ast.copy_location(made, at)
