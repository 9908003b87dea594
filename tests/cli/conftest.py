from __future__ import annotations

import io
import sys
from typing import NamedTuple

import pytest

from croupier.cli import main


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def run(monkeypatch, capfd):
    """Run a command in this process, the way the shell would: exit code, standard output, standard error."""

    def run(*args: str, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "argv", ["croupier", *args])
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        capfd.readouterr()
        try:
            main()
            code = 0
        except SystemExit as done:
            code = int(done.code or 0)
        out, err = capfd.readouterr()
        return Ran(code, out, err)

    return run
