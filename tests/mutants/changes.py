"""The changes: for every node of a module, what it becomes. Each kind is one function from a node to its changes."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.mutants import declarations
from tests.mutants.blocks import block_of
from tests.mutants.module import Module, short

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.mutants.declarations import Told

OTHER: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
PAY = re.compile(r"\b(\d[\d,]*)(?= (?:to|for) 1\b|%)|(?<=\$)(\d[\d,]*)")


@dataclass(frozen=True, slots=True)
class Site:
    """A place in a module that can be changed: `apply` changes the tree that it was found in."""

    kind: str
    node: ast.AST
    change: str
    apply: Callable[[], None]


def sites(module: Module) -> Iterator[Site]:
    """Every change that can be made to a module, in the order of its text."""
    for node in module.walk():
        in_message = any(isinstance(above, ast.Raise) for above in module.above(node))
        for kind, of in KINDS.items():
            if in_message and kind != "cite":
                continue
            for change, apply in of(module, node):
                yield Site(kind, node, change, apply)


def put(node: ast.AST, field: str, value: object) -> Callable[[], None]:
    """A change of one field."""
    return lambda: setattr(node, field, value)


def replaced(module: Module, node: ast.AST, new: ast.AST) -> Callable[[], None]:
    """A change of one node for another, wherever it stands."""

    def apply() -> None:
        above = module.parent[node]
        ast.copy_location(new, node)
        for name, value in ast.iter_fields(above):
            if value is node:
                setattr(above, name, new)
            elif isinstance(value, list) and any(each is node for each in value):
                value[[each is node for each in value].index(True)] = new
        ast.fix_missing_locations(new)

    return apply


def condition(module: Module, node: ast.AST) -> Told:
    """A condition negated, unless moving its one comparison does the same."""
    tests = [node.test] if isinstance(node, ast.If | ast.While | ast.IfExp) else []
    tests += node.ifs if isinstance(node, ast.comprehension) else []
    for test in tests:
        if isinstance(test, ast.Compare) and not isinstance(test.ops[0], ORDERED):
            continue
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            continue
        yield f"{short(test)} is negated", replaced(module, test, ast.UnaryOp(ast.Not(), test))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"{short(node)} becomes {short(node.operand)}", replaced(module, node, node.operand)


def comparison(_: Module, node: ast.AST) -> Told:
    """A comparison moved: less becomes at most, equal becomes different."""
    if isinstance(node, ast.Compare):
        for at, op in enumerate(node.ops):
            ops = [*node.ops[:at], OTHER[type(op)](), *node.ops[at + 1 :]]
            moved = ast.Compare(node.left, ops, node.comparators)
            yield f"{short(node)} becomes {short(moved)}", put(node, "ops", ops)


def connective(_: Module, node: ast.AST) -> Told:
    """And becomes or, or becomes and."""
    if isinstance(node, ast.BoolOp):
        new = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield f"{short(node)} becomes {short(ast.BoolOp(new, node.values))}", put(node, "op", new)


def number(module: Module, node: ast.AST) -> Told:
    """An integer moved by one."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        around = module.parent[node]
        yield f"{node.value} in {short(around)} becomes {node.value + 1}", put(node, "value", node.value + 1)


def boolean(module: Module, node: ast.AST) -> Told:
    """True becomes False, False becomes True."""
    above = module.parent.get(node)
    if isinstance(above, ast.keyword) and above.arg == "strict":  # what zip asserts
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield f"{short(module.parent[node])}: {node.value} becomes {not node.value}", put(node, "value", not node.value)


def pay(_: Module, node: ast.AST) -> Told:
    """A pay of a paytable moved by one."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and ("|" in node.value or len(node.value) < 20):
        text = node.value
        for found in PAY.finditer(text):
            moved = f"{int(found[0].replace(',', '')) + 1}"
            row = next(line for line in text[: found.end() + 3].splitlines()[-1:]).partition("|")[0].strip()
            column = text[: found.start()].splitlines()[-1].count("|") if "|" in text else 0
            yield (
                f"{row}, column {column}: {found[0]} becomes {moved}",
                put(node, "value", text[: found.start()] + moved + text[found.end() :]),
            )


def cite(module: Module, node: ast.AST) -> Told:
    """A cite swapped with the next provision of its chapter."""
    if module.cited(node) is not None:
        assert isinstance(node, ast.Subscript)
        assert isinstance(node.value, ast.Name)
        assert isinstance(node.slice, ast.Constant)
        new = module.laws[node.value.id].neighbour(str(node.slice.value))
        yield f"{short(node)} becomes {node.value.id}[{new!r}]", put(node.slice, "value", new)


def refusal(module: Module, node: ast.AST) -> Told:
    """A refusal dropped."""
    if isinstance(node, ast.Raise):
        yield f"{short(node)} is dropped", replaced(module, node, ast.Pass())


def returned(_: Module, node: ast.AST) -> Told:
    """A return without its value, unless the value is nothing anyway."""
    if isinstance(node, ast.Return) and node.value is not None:
        empty = isinstance(node.value, ast.Constant) and not node.value.value
        empty |= isinstance(node.value, ast.Tuple | ast.List) and not node.value.elts
        empty |= isinstance(node.value, ast.Dict) and not node.value.keys
        if not empty:
            yield f"{short(node)} returns nothing", put(node, "value", ast.copy_location(ast.Constant(None), node))


def call(module: Module, node: ast.AST) -> Told:
    """Something that is done, left undone."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield f"{short(node)} is left undone", replaced(module, node, ast.Pass())


KINDS: dict[str, Callable[[Module, ast.AST], Told]] = {
    "condition": condition,
    "comparison": comparison,
    "connective": connective,
    "number": number,
    "boolean": boolean,
    "pay": pay,
    "dropped": declarations.dropped,
    "exchanged": declarations.exchanged,
    "cite": cite,
    "refusal": refusal,
    "return": returned,
    "call": call,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one module, by its number there."""

    file: str
    number: int
    kind: str
    line: int
    scope: str
    change: str
    cites: tuple[str, ...]
    block: str

    @property
    def key(self) -> str:
        """What it is known by when lines move."""
        return f"{self.file} {self.scope} {self.kind}: {self.change}"


def mutants(name: str) -> list[Mutant]:
    """Every mutant of a module."""
    module = Module(name)
    return [
        Mutant(
            name,
            number,
            site.kind,
            getattr(site.node, "lineno", 0) or _line(module, site.node),
            module.scope(site.node),
            site.change,
            module.cites(site.node),
            block_of(module, site.node),
        )
        for number, site in enumerate(sites(module))
    ]


def _line(module: Module, node: ast.AST) -> int:
    return next((line for above in module.above(node) if (line := getattr(above, "lineno", 0))), 1)


def mutated(mutant: Mutant) -> ast.Module:
    """The module's tree with the change made."""
    module = Module(mutant.file)
    site = next(site for number, site in enumerate(sites(module)) if number == mutant.number)
    site.apply()
    return module.tree
