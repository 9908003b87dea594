"""Every example in the README, the docs and the docstrings runs, and says what it is said to say."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import croupier
from croupier.cli import app
from tests.cli.conftest import Ran, run

__all__ = ["run"]
ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
ALONE = re.compile(r"croupier [^|&;<>$`*?(){}~#\\]*")
"""A command that a shell only splits into words."""
MODULES = sorted(m.name for m in pkgutil.walk_packages(croupier.__path__, "croupier."))


def blocks(page: Path, language: str) -> list[str]:
    return [body for found, body in BLOCK.findall(page.read_text(encoding="utf-8")) if found == language]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_python_examples(page):
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
    names: dict[str, object] = {}  # one page is one conversation
    for body in blocks(page, "python"):
        example = parser.get_doctest(body, names, page.name, str(page), 0)
        runner.run(example, clear_globs=False)
        names = example.globs
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p, "console")], ids=lambda p: p.name)
def test_console_examples(page, tmp_path, monkeypatch, run):
    """The README's commands are processes, as in a shell, and so is what needs a shell; all others run in here."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    checker = doctest.OutputChecker()
    ran = 0
    for body in blocks(page, "console"):
        for step in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            command, _, expected = step.partition("\n")
            if page.name != "README.md" and ALONE.fullmatch(command):
                done = run(*shlex.split(command)[1:])
            else:
                ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
                done = Ran(ended.returncode, ended.stdout, ended.stderr)
            said = done.err + done.out + (f"[exit {done.code}]\n" if done.code else "")
            assert checker.check_output(expected, said, FLAGS), f"{command}\n--- said\n{said}\n--- expected\n{expected}"
            ran += 1
    assert ran


@pytest.mark.parametrize("name", ["croupier", *MODULES])
def test_docstring_examples(name):
    if name != "croupier.__main__":
        assert doctest.testmod(importlib.import_module(name), optionflags=FLAGS).failed == 0


def test_public_names_have_docstrings():
    for name in croupier.__all__:
        assert getattr(croupier, name).__doc__, name


def test_every_command_is_documented():
    told = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    commands = [c.name or c.callback.__name__ for c in app.registered_commands if c.callback]
    for group in app.registered_groups:
        assert group.typer_instance
        inner = group.typer_instance.registered_commands
        commands += [f"{group.name} {c.name or c.callback.__name__}" for c in inner if c.callback]
    assert len(commands) >= 11
    for command in commands:
        assert f"croupier {command}" in told, command


def test_nothing_speaks_of_one_machine():
    words = re.compile(r"/(work|root|home)/|localhost:\d")
    for page in [*PAGES, *ROOT.glob("src/**/*.py")]:
        assert not words.search(page.read_text(encoding="utf-8")), page
