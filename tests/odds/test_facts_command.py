"""``croupier facts`` and ``--no-cache``; what a PAR sheet says about its making."""

from __future__ import annotations

import json
import re

import pytest
from typer.testing import CliRunner

from croupier import open_game
from croupier.cli import app
from croupier.odds.facts import store
from croupier.odds.figures import build
from croupier.odds.par.sheet import sheet_of
from croupier.sheets import LAYOUTS

RUN = CliRunner()
SIX = ["analyze", "cajun-stud", "--wager", "pocket", "--paytable", "A", "--json"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "facts"))
    return tmp_path / "facts"


def test_where_how_big_verify_and_clear(folder):
    assert "0 files" in RUN.invoke(app, ["facts"]).stdout
    priced = RUN.invoke(app, SIX).stdout
    told = json.loads(RUN.invoke(app, ["facts", "--json"]).stdout)
    assert told["folder"] == str(folder)
    assert [file["kind"] for file in told["files"]] == ["solver"]
    assert told["bytes"] == sum(path.stat().st_size for path in folder.iterdir())
    assert RUN.invoke(app, ["facts", "verify"]).stdout == "1 file sound, 0 not\n"
    (path,) = folder.iterdir()
    path.write_bytes(path.read_bytes()[:-100])
    broken = RUN.invoke(app, ["facts", "verify"])
    assert broken.exit_code == 3
    assert "0 files sound, 1 not" in broken.stdout
    found = json.loads(RUN.invoke(app, ["facts", "verify", "--json"]).stdout)
    assert [each["sound"] for each in found.values()] == [False]
    assert "1 file deleted" in RUN.invoke(app, ["facts", "clear"]).stdout
    assert list(folder.iterdir()) == []
    assert RUN.invoke(app, [*SIX, "--no-cache"]).stdout == priced
    assert list(folder.iterdir()) == []
    assert not store.is_uncached()


def test_a_sheet_names_its_build_and_its_facts(folder):
    sheet = sheet_of(open_game("cajun-stud"), {"all-six": "A"}, made_by="croupier test")
    kinds = [name.rpartition("-")[0] for name in sheet.facts]
    assert kinds == ["six-cards", "solver"]
    kept = {file.path.stem for file in store.files()}
    assert set(sheet.facts) == kept
    again = sheet_of(open_game("cajun-stud"), {"all-six": "A"}, made_by="croupier test")
    assert again.facts == sheet.facts
    told = json.loads(LAYOUTS[".json"](sheet))
    assert told["facts"] == dict(sheet.facts)
    assert told["build"] == build.build()
    page = LAYOUTS[".html"](sheet).decode()
    assert all(digest in page for digest in sheet.facts.values())
    assert build.build() in page


def test_a_certified_total_is_named_too():
    with store.noted() as facts:
        from croupier.odds.study.study import solve

        solve(open_game("face-up-pai-gow").rules())
    assert [name.rpartition("-")[0] for name in facts] == ["certified"]


def test_the_commit_is_read_from_a_checkout(tmp_path, monkeypatch):
    assert build.commit(tmp_path) is None
    commit = "0123456789abcdef0123456789abcdef01234567"
    git = tmp_path / ".git"
    (git / "refs" / "heads").mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "packed-refs").write_text(f"# pack-refs\n{commit} refs/heads/main\n")
    assert build.commit(tmp_path) == commit
    (git / "refs" / "heads" / "main").write_text("f" * 40 + "\n")
    assert build.commit(tmp_path) == "f" * 40
    (git / "HEAD").write_text(commit + "\n")
    assert build.commit(tmp_path) == commit
    (git / "HEAD").write_text("nonsense\n")
    assert build.commit(tmp_path) is None
    worktree = tmp_path / "work"
    worktree.mkdir()
    (worktree / ".git").write_text("gitdir: ../.git\n")
    (git / "HEAD").write_text(commit + "\n")
    assert build.commit(worktree) == commit
    monkeypatch.setenv("CROUPIER_COMMIT", commit)
    build.build.cache_clear()
    assert re.fullmatch(r"\S+, commit 0123456789ab", build.build())
    build.build.cache_clear()
