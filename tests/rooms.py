"""The tree in figures: files per room, longest file, import depth, names with several meanings, untyped dicts, hops of
a wager. ``python -m tests.rooms`` prints them for this tree; ``--before COMMIT`` measures an earlier commit beside it
with the same code, and ``--write`` puts the tables into docs/architecture.md.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- rooms, made by `python -m tests.rooms` -->", "<!-- end of rooms -->"
LONG = 300
"""Lines that are read in one sitting."""
SCRIPTS = "web/pages/js"
PLACES = ("house", "web", SCRIPTS, "odds")
"""The parts of ``src/croupier`` that are sorted into rooms."""
WORDS = ("told", "asked", "Place", "Lines", "Table", "MOST")
"""Names that had many meanings before there were rooms."""
BY_DESIGN = frozenset({"routes"})
"""A name that every module of a room has because somebody calls all of them by it."""
UNTYPED = re.compile(r"dict\[str, Any\]")

# A wager from the press on a spot to the rows of the ledger, file by file, in the order in which it goes through them.
WALKS: tuple[tuple[str, ...], ...] = (
    (
        "web/pages/js/table/wagers.js",
        "web/pages/js/core/api.js",
        "web/routes/play/player.py",
        "house/screens/player/host.py",
        "house/desk/desk.py",
        "house/desk/authority.py",
        "house/desk/dealing.py",
        "house/tables/keeping/keeper.py",
        "table/decide.py",
        "table/wagers.py",
        "table/evolve.py",
        "house/tables/keeping/table_writer.py",
        "journal/writer.py",
        "house/tables/money/ledger.py",
        "house/tables/keeping/pending_writes.py",
        "house/storage/database.py",
        "house/storage/transactions.py",
        "house/storage/batches.py",
    ),
    (
        "web/pages/js/wagers.js",
        "web/pages/js/api.js",
        "web/room.py",
        "house/host.py",
        "house/drafts.py",
        "table/decide.py",
        "table/players.py",
        "table/evolve.py",
        "house/keeper.py",
        "journal/writer.py",
        "house/ledger.py",
        "house/written.py",
        "house/database.py",
        "house/work.py",
        "house/rows.py",
    ),
)
"""As it goes now, and as it went when the pages' wagers passed by the desk."""


class Tree:
    """One state of the project."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.source = root / "src" / "croupier"

    def files(self, place: str) -> list[Path]:
        """The source files under a part: scripts of the pages, or Python without them and without migrations."""
        suffix = "*.js" if place == SCRIPTS else "*.py"
        found = sorted((self.source / place).rglob(suffix))
        return [file for file in found if "migrations" not in file.parts and file.stat().st_size > 0]

    def rooms(self, place: str) -> Counter[str]:
        """Files by the folder in which they stand; a package's own file does not count."""
        return Counter(
            file.parent.relative_to(self.source).as_posix() for file in self.files(place) if file.name != "__init__.py"
        )

    @cache  # noqa: B019 - a tree lives as long as the program
    def modules(self) -> dict[str, ast.Module]:
        """Every module by its name."""
        found = {}
        for file in sorted(self.source.rglob("*.py")):
            if "migrations" not in file.parts:
                name = file.relative_to(self.source.parent).with_suffix("").as_posix().replace("/", ".")
                found[name.removesuffix(".__init__")] = ast.parse(file.read_text(encoding="utf-8"))
        return found

    @cache  # noqa: B019
    def imports(self) -> dict[str, set[str]]:
        """The modules that each one imports when it is loaded, without what its types alone need."""
        known = self.modules()
        return {name: {other for other in _imported(tree.body, known) if other != name} for name, tree in known.items()}

    def walk(self) -> tuple[str, ...]:
        """The way of a wager through this tree; every file of it is there."""
        for way in WALKS:
            if all((self.source / file).is_file() for file in way):
                return way
        raise SystemExit("the way of a wager is another: say it in tests/rooms.py and docs/architecture.md")


def _imported(body: Iterable[ast.stmt], known: Mapping[str, object]) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            yield from _imported(node.orelse, known)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if inner in known or node.module in known:
                    yield inner if inner in known else node.module
        elif isinstance(node, ast.If | ast.Try | ast.With):
            yield from _imported((one for one in ast.iter_child_nodes(node) if isinstance(one, ast.stmt)), known)


def within(graph: Mapping[str, set[str]], package: str) -> dict[str, set[str]]:
    """The imports between the modules of one package; what stands at its top collects names and is no module of it."""
    own = {name for name in graph if name.startswith(f"{package}.")}
    return {name: graph[name] & own for name in own}


def depth(graph: Mapping[str, set[str]]) -> int:
    """Modules in the longest chain, each of which imports the next. A circle would be an error of its own."""
    order = TopologicalSorter(graph).static_order()  # what is imported comes first, and a circle raises
    reach: dict[str, int] = {}
    for name in order:
        reach[name] = 1 + max((reach[other] for other in graph[name]), default=0)
    return max(reach.values())


def defined(tree: ast.Module) -> set[str]:
    """The public names that a module gives to things of its own."""
    found = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return {name for name in found if not name.startswith("_")} - BY_DESIGN


def meanings(tree: Tree) -> Counter[str]:
    """In how many modules of the house and the web each public name is defined."""
    counted: Counter[str] = Counter()
    for name, module in tree.modules().items():
        if name.startswith(("croupier.house", "croupier.web")):
            counted.update(defined(module))
    return counted


def words(tree: Tree) -> dict[str, int]:
    """How many functions, classes and variables of all the source, local ones too, have each of these names."""
    counted: Counter[str] = Counter()
    for module in tree.modules().values():
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                counted[node.name] += 1
            elif isinstance(node, ast.Assign):
                counted.update(target.id for target in node.targets if isinstance(target, ast.Name))
    return {word: counted[word] for word in WORDS}


def layers(tree: Tree) -> int:
    """How many layers import-linter holds, over all contracts."""
    told = tomllib.loads((tree.root / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = told["tool"]["importlinter"]["contracts"]
    return sum(len(contract["layers"]) for contract in contracts if contract["type"] == "layers")


def figures(tree: Tree) -> dict[str, str]:
    """One line for each figure."""
    found: dict[str, str] = {}
    for place in PLACES:
        rooms = tree.rooms(place)
        most, count = rooms.most_common(1)[0]
        found[f"`{place}`: files, rooms"] = f"{rooms.total()} in {len(rooms)}"
        found[f"`{place}`: most files in one room"] = f"{count} (`{most}`)"
        lengths = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in tree.files(place)}
        longest = max(lengths, key=lambda file: lengths[file])
        name = longest.relative_to(tree.source).as_posix()
        over = sum(lines > LONG for lines in lengths.values())
        found[f"`{place}`: longest file; files over {LONG} lines"] = f"{lengths[longest]} (`{name}`); {over}"
    for package in ("croupier", "croupier.house", "croupier.web"):
        chain = depth(within(tree.imports(), package))
        found[f"import depth of `{package}` (modules in the longest chain)"] = str(chain)
    found["layers held by import-linter"] = str(layers(tree))
    several = {name: count for name, count in meanings(tree).items() if count > 1}
    often = sorted(several.items(), key=lambda one: (-one[1], one[0]))[:5]
    found["public names of house and web defined in two modules or more"] = str(len(several))
    found["of these in four or more"] = str(sum(count > 3 for count in several.values()))
    found["the most often"] = ", ".join(f"`{name}` {count}" for name, count in often)
    named = ", ".join(f"`{word}` {count}" for word, count in words(tree).items())
    found["functions, classes and variables of all the source that are called"] = named
    for place in ("house", "web"):
        count = sum(len(UNTYPED.findall(file.read_text(encoding="utf-8"))) for file in tree.files(place))
        found[f"`dict[str, Any]` in `{place}`"] = str(count)
    walk = tree.walk()
    found["hops of a wager from the press to the rows (files)"] = str(len(walk))
    at_desk = any(file.endswith("desk.py") for file in walk)
    found["doors for a wager into a keeper"] = "1 (the desk)" if at_desk else "2 (the desk, and past it)"
    return found


def rooms_table(trees: Mapping[str, Tree]) -> str:
    """The files of every room, in each tree that has it."""
    counted = {
        name: {room: n for place in PLACES for room, n in tree.rooms(place).items()} for name, tree in trees.items()
    }
    lines = [f"| room | {' | '.join(trees)} |", f"|---|{'---:|' * len(trees)}"]
    lines += [
        f"| `{room}` | {' | '.join(str(rooms.get(room, '')) for rooms in counted.values())} |"
        for room in sorted({room for rooms in counted.values() for room in rooms})
    ]
    return "\n".join(lines)


def figures_table(trees: Mapping[str, Tree]) -> str:
    """Every figure, the trees side by side."""
    told = {name: figures(tree) for name, tree in trees.items()}
    lines = [f"| figure | {' | '.join(trees)} |", f"|---|{'---|' * len(trees)}"]
    lines += [f"| {key} | {' | '.join(one[key] for one in told.values())} |" for key in next(iter(told.values()))]
    return "\n".join(lines)


def extracted(commit: str, folder: Path) -> Tree:
    """An earlier state, put into a folder."""
    done = subprocess.run(
        ["git", "-C", str(ROOT), "archive", commit, "src", "pyproject.toml"], capture_output=True, check=True
    )
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as packed:
        packed.extractall(folder, filter="data")
    return Tree(folder)


def main() -> None:
    """Print the tables, or write them into the page."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--before", metavar="COMMIT", default="", help="an earlier commit, measured beside this tree")
    asked.add_argument("--write", action="store_true", help=f"write the tables into {PAGE.relative_to(ROOT)}")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        trees = {f"before ({given.before})": extracted(given.before, Path(folder))} if given.before else {}
        trees["now"] = Tree(ROOT)
        text = f"{figures_table(trees)}\n\n{rooms_table(trees)}"
    if not given.write:
        sys.stdout.write(f"{text}\n")
        return
    page = PAGE.read_text(encoding="utf-8")
    head, rest = page.split(BEGIN, 1)
    PAGE.write_text(f"{head}{BEGIN}\n{text}\n{END}{rest.split(END, 1)[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
