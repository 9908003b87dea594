"""Which croupier made a number: its version, and the commit where it runs from a checkout."""

from __future__ import annotations

import os
import re
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


@cache
def build() -> str:
    """``0.1.0``, or ``0.1.0, commit 1a2b3c4d5e6f``; a packager may state the commit in ``CROUPIER_COMMIT``."""
    try:
        number = version("croupier")
    except PackageNotFoundError:
        number = "unreleased"
    stated = os.environ.get("CROUPIER_COMMIT", "").strip().lower()
    found = stated if re.fullmatch(r"[0-9a-f]{7,64}", stated) else commit(Path(__file__).parents[4])
    return f"{number}, commit {found[:12]}" if found else number


def commit(folder: Path) -> str | None:
    """The commit that is checked out in a folder, read from git's own files; None where there is none."""
    try:
        git = folder / ".git"
        if git.is_file():  # a worktree says where its own files are
            git = folder / git.read_text(encoding="utf-8").removeprefix("gitdir:").strip()
        head = (git / "HEAD").read_text(encoding="utf-8").strip()
        shared = git / "commondir"
        common = git / shared.read_text(encoding="utf-8").strip() if shared.is_file() else git
        if head.startswith("ref:"):
            head = _ref(common, head.removeprefix("ref:").strip())
    except (OSError, UnicodeDecodeError):
        return None
    return head if _HASH.fullmatch(head) else None


def _ref(git: Path, name: str) -> str:
    loose = git / name
    if loose.is_file():
        return loose.read_text(encoding="utf-8").strip()
    packed = (git / "packed-refs").read_text(encoding="utf-8").splitlines()
    return next((line.split()[0] for line in packed if line.endswith(f" {name}")), "")
