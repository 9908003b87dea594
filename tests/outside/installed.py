"""Packages with games as if installed: a folder on the path with each one's metadata and a link to its code."""

from __future__ import annotations

import importlib
import sys
import tomllib
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from croupier import games
from croupier.games import packages

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"


def lay_out(folder: Path, package: Path, version: str | None = None) -> Path:
    """A package's code and metadata in a folder, as an installer puts them there."""
    about = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))["project"]
    version = version or about["version"]
    info = folder / f"{about['name'].replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {version}\n", "utf-8")
    points = about["entry-points"][packages.GROUP]
    lines = [f"[{packages.GROUP}]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")
    for code in (package / "src").iterdir():
        if code.is_dir() and not code.name.endswith(".egg-info"):
            (folder / code.name).symlink_to(code, target_is_directory=True)
    return folder


@contextmanager
def on_path(folder: Path) -> Iterator[None]:
    """While a folder is on the path, its games are in the book, and those of no other such folder."""
    others = [*HERE]
    for other in others:
        _leave(other)
    _come(folder)
    try:
        yield
    finally:
        _leave(folder)
        for other in others:
            _come(other)


HERE: list[Path] = []


def _come(folder: Path) -> None:
    HERE.append(folder)
    sys.path.insert(0, str(folder))
    forget()


def _leave(folder: Path) -> None:
    HERE.remove(folder)
    sys.path.remove(str(folder))
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None)).startswith(f"{folder}/"):
            del sys.modules[name]
    forget()


def forget() -> None:
    """Look for packages anew."""
    importlib.invalidate_caches()
    games.outside.cache_clear()
    packages.digest.cache_clear()
