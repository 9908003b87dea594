"""Modules of the package imported from another tree than their file's."""

from __future__ import annotations

import importlib.abc
import importlib.util
import sys
from typing import TYPE_CHECKING

from tests.mutants.module import SOURCE, imported_as

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable, Mapping, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType


class Trees(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports the modules named from the trees that are made for them."""

    def __init__(self, trees: Mapping[str, Callable[[], ast.Module]]) -> None:
        self._trees = {imported_as(name): (name, tree) for name, tree in trees.items()}

    def install(self) -> None:
        """From now on; none of the modules may have been imported."""
        early = self._trees.keys() & sys.modules.keys()
        if early:
            raise RuntimeError(f"imported before it was changed: {', '.join(sorted(early))}")
        sys.meta_path.insert(0, self)

    def find_spec(self, name: str, _: Sequence[str] | None, __: ModuleType | None = None) -> ModuleSpec | None:
        if name not in self._trees:
            return None
        file = SOURCE / self._trees[name][0]
        within = [str(file.parent)] if file.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(name, file, loader=self, submodule_search_locations=within)

    def exec_module(self, module: ModuleType) -> None:
        name, tree = self._trees[module.__name__]
        exec(compile(tree(), str(SOURCE / name), "exec"), module.__dict__)  # noqa: S102 - it is what is tried
