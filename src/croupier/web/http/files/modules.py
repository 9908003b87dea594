"""A script of the pages as a module: what it imports and exports, and the rest of it."""

from __future__ import annotations

import json
import posixpath
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from croupier.web.http.files import shrink


class Import(NamedTuple):
    """What a module takes from another: `names` of it under names of its own, or the `whole` of it, or nothing."""

    source: str
    names: tuple[tuple[str, str], ...] = ()
    whole: str = ""


class Module:
    """A module of the plain kind: what it exports is declared where it says so. ValueError where it is not."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.variable = "$" + name.removesuffix(".js").replace("/", "_").replace("-", "_")
        self.imports: list[Import] = []
        self.exports: list[str] = []
        self.changing: set[str] = set()
        """Those that may become another: whoever wants them takes the whole module."""
        self.later: list[str] = []
        self.body: list[shrink.Token] = []
        self._read(list(shrink.tokens(text)))

    @cached_property
    def literals(self) -> frozenset[str]:
        """Every string in it."""
        return frozenset(json.loads(one.text) for one in self.body if one.kind == "string" and one.text[0] == '"')

    def _read(self, parts: list[shrink.Token]) -> None:
        at, before = 0, ""
        while at < len(parts):
            one = parts[at]
            if one.kind == "word" and one.text in {"import", "export"} and before != ".":
                words = _solid(parts[at : at + 12])
                if one.text == "export":
                    self.exports.append(self._export(words[1:]))
                    at += 1
                    continue
                if words[1] == "(":
                    self.later.append(self.beside(words[2]))
                elif words[1] != ".":
                    statement = list(takewhile(lambda token: token.text != ";", parts[at:]))
                    self.imports.append(self._import(_solid(statement)))
                    at += len(statement) + 1
                    continue
            self.body.append(one)
            before = one.text if one.kind not in {"comment", "gap"} else before
            at += 1

    def _import(self, words: list[str]) -> Import:
        match words:
            case ["import", source]:
                return Import(self.beside(source))
            case ["import", "*", "as", whole, "from", source]:
                return Import(self.beside(source), whole=whole)
            case ["import", "{", *names, "}", "from", source]:
                each = [one.split() for one in " ".join(names).split(",") if one.strip()]
                return Import(self.beside(source), tuple((one[0], one[-1]) for one in each))
        raise ValueError(f"{self.name}: {' '.join(words)!r} is not of the plain kind")

    def _export(self, words: list[str]) -> str:
        match [word for word in words if word not in {"async", "*"}]:
            case ["let", declared, *_]:
                self.changing.add(declared)
                return declared
            case ["const" | "function" | "class", declared, *_] if declared not in {"{", "["}:
                return declared
        raise ValueError(f"{self.name}: exports {' '.join(words[:3])!r}, which is not of the plain kind")

    def beside(self, written: str) -> str:
        """The module that a path in this one names."""
        if written[:1] != '"':
            raise ValueError(f"{self.name} imports {written}, which is no path")
        return posixpath.normpath(posixpath.join(posixpath.dirname(self.name), json.loads(written)))


def _solid(parts: list[shrink.Token]) -> list[str]:
    return [one.text for one in parts if one.kind not in {"comment", "gap"}]
