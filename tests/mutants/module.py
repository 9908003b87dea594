"""A module of the package as a tree: what in it decides anything, and which cites stand there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "croupier"
SCOPE = ("law", "game", "games", "table", "round.py")
"""What a change must be noticed in."""
REPORT = "law/coverage.py"
"""The report on the tests: it decides nothing at a table."""

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_PATH = re.compile(r"(?:(6\d\da)\.|(MA) )?\b(\d{1,2}\([a-z]+\)(?:\(\w+\))*)")


def files(only: str = "") -> list[Path]:
    """Every module in the scope, or those whose path holds `only`."""
    found = [
        file for part in SCOPE for file in ([SOURCE / part] if part.endswith(".py") else (SOURCE / part).rglob("*.py"))
    ]
    kept = [file for file in found if name_of(file) != REPORT]
    return sorted(file for file in kept if only in str(file.relative_to(ROOT)))


def name_of(file: Path) -> str:
    """The path below the package: ``games/pa/dj_wild.py``."""
    return file.relative_to(SOURCE).as_posix()


def package_of(name: str) -> str:
    """The first folder of a name, or the module itself."""
    return name.partition("/")[0]


def imported_as(name: str) -> str:
    """The module's dotted name."""
    return "croupier." + name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


class Chapter(NamedTuple):
    """A text that a module looks its cites up in: the name it has there, and the paths in their order."""

    number: str
    paths: tuple[str, ...]

    def short(self, path: str) -> str:
        """The cite as marks have it."""
        return f"MA {path}" if self.number == "ma" else f"{self.number}.{path}"

    def neighbour(self, path: str) -> str:
        """The next provision of the text, or the one before the last."""
        at = self.paths.index(path)
        return self.paths[at + 1] if at + 1 < len(self.paths) else self.paths[at - 1]


@cache
def chapters() -> dict[str, Chapter]:
    """Every text by its name in croupier.law.chapters."""
    tree = ast.parse((SOURCE / "law" / "chapters.py").read_text(encoding="utf-8"))
    numbers = {
        node.targets[0].id: str(field.value.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and isinstance(node.targets[0], ast.Name)
        for field in node.value.keywords
        if field.arg == "number" and isinstance(field.value, ast.Constant)
    }
    return {name: Chapter(number, _paths(number)) for name, number in numbers.items()}


@cache
def _paths(number: str) -> tuple[str, ...]:
    lines = (SOURCE / "law" / "provisions" / f"{number}.tsv").read_text(encoding="utf-8").splitlines()
    return tuple(line.partition("\t")[0] for line in lines)


class Module:
    """One file, parsed anew for every change."""

    def __init__(self, name: str, text: str | None = None) -> None:
        self.name = name
        self.text = (SOURCE / name).read_text(encoding="utf-8") if text is None else text
        self.tree = ast.parse(self.text)
        self.parent = {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}
        self.laws = self._laws()
        self._found: dict[ast.AST, tuple[str, ...]] = {}

    def _laws(self) -> dict[str, Chapter]:
        return {
            alias.asname or alias.name: chapters()[alias.name]
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ImportFrom) and node.module == "croupier.law.chapters"
            for alias in node.names
            if alias.name in chapters()
        }

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """Every node around a node, the nearest first."""
        while (node := self.parent.get(node)) is not None:  # type: ignore[assignment]
            yield node

    def walk(self) -> Iterator[ast.AST]:
        """Every node that can decide something, in the order of the text."""
        yield from self._walk(self.tree)

    def _walk(self, node: ast.AST) -> Iterator[ast.AST]:
        for name, value in ast.iter_fields(node):
            if name in {"annotation", "returns", "decorator_list", "bases"}:
                continue
            if name == "keywords" and isinstance(node, ast.ClassDef):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not self._decides_nothing(child):
                    yield child
                    yield from self._walk(child)

    def _decides_nothing(self, node: ast.AST) -> bool:
        if isinstance(node, ast.If):
            return ast.unparse(node.test) == "TYPE_CHECKING"
        if isinstance(node, ast.Expr):
            return isinstance(node.value, ast.Constant)
        if isinstance(node, ast.FunctionDef):
            return node.name in {"__repr__", "__hash__"}
        if isinstance(node, ast.Assign):
            return ast.unparse(node.targets[0]) in {"__all__", "__slots__"} or _is_a_type(node.value)
        if isinstance(node, ast.Call):
            return ast.unparse(node.func) in {"cast", "TypeVar", "NewType", "field"}
        return isinstance(node, ast.Assert | ast.JoinedStr | ast.Import | ast.ImportFrom)

    def function(self, node: ast.AST) -> Function | None:
        """The function or lambda that a node runs in."""
        return next((a for a in self.above(node) if isinstance(a, Function)), None)

    def scope(self, node: ast.AST) -> str:
        """The name of the function, class or declaration around a node."""
        names = [a.name for a in self.above(node) if isinstance(a, ast.FunctionDef | ast.ClassDef)]
        if names:
            return ".".join(reversed(names))
        top = next((a for a in (node, *self.above(node)) if self.parent.get(a) is self.tree), node)
        target = top.targets[0] if isinstance(top, ast.Assign) else getattr(top, "target", None)
        return ast.unparse(target) if target is not None else ""

    def cited(self, node: ast.AST) -> str | None:
        """The short cite that a node looks up, if it does."""
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.value, ast.Name)
            and isinstance(node.slice, ast.Constant)
            and (law := self.laws.get(node.value.id)) is not None
            and node.slice.value in law.paths
        ):
            return law.short(str(node.slice.value))
        return None

    def cites(self, node: ast.AST) -> tuple[str, ...]:
        """The cites behind a node: of the smallest declaration or function around it that has any."""
        for around in (node, *self.above(node)):
            if isinstance(around, ast.Call | ast.stmt | ast.Lambda) and (found := self._within(around)):
                return found
            if isinstance(around, ast.FunctionDef | ast.ClassDef) and self.parent[around] is self.tree:
                return ()
        return ()

    def _within(self, node: ast.AST) -> tuple[str, ...]:
        if node not in self._found:
            found = dict.fromkeys(c for inner in ast.walk(node) if (c := self.cited(inner)))
            if not found and isinstance(node, ast.FunctionDef | ast.ClassDef):
                found = dict.fromkeys(self._said(node))
            self._found[node] = tuple(found)
        return self._found[node]

    def _said(self, node: ast.FunctionDef | ast.ClassDef) -> Iterator[str]:
        """What comments and docstrings cite, in the chapter they name or the module's own."""
        own = [law.number for law in self.laws.values()]
        for chapter, ma, path in _PATH.findall(ast.get_source_segment(self.text, node) or ""):
            for number in [chapter or ("ma" if ma else "")] if chapter or ma else own[:1]:
                if path in _paths(number):
                    yield f"MA {path}" if number == "ma" else f"{number}.{path}"


def short(node: ast.AST) -> str:
    """A node in one line."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 90 else f"{text[:60]} ... {text[-25:]}"


def _is_a_type(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and ast.unparse(node.value) in {"Literal", "Callable", "tuple", "Mapping"}
