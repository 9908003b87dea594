"""The regulator's export: complete, checkable with the command line, and the same bytes for the same state."""

from __future__ import annotations

import hashlib
import json
import tomllib
from io import BytesIO
from zipfile import ZipFile

import pytest
from sqlalchemy import update

from croupier.errors import HouseError
from croupier.game.template import new_submission
from croupier.games import EDITIONS as BOOK
from croupier.games import open_game
from croupier.house.books.exports import export, toml
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.journal import read_heads, verify_bytes
from tests.house.floor import KEY, a_house, served
from tests.house.stored import night, put, stored

FILES = [
    "journal.jsonl",
    "heads.json",
    "heads.txt",
    "submission.toml",
    "rules.json",
    "par.json",
    "par.json.sha256",
    "README.txt",
    "manifest.json",
]


def made(database, table="T1"):
    with export(database, table) as file:
        return file.read()


@pytest.mark.parametrize("game", ["over-under", "raise-it-up", "face-up-pai-gow"])
def test_an_export_holds_everything_and_its_hashes(tmp_path, game):
    database = stored(tmp_path / "h.db", night(game, 8))
    data = made(database)
    assert made(database) == data
    journal = b"".join(line for _, line in database.lines("T1"))
    with ZipFile(BytesIO(data)) as archive:
        assert archive.namelist() == FILES
        assert archive.testzip() is None
        files = {name: archive.read(name) for name in FILES}
    assert files["journal.jsonl"] == journal
    manifest = json.loads(files["manifest.json"])
    assert list(manifest["files"]) == FILES[:-1]
    for name, told in manifest["files"].items():
        assert told == {"sha256": hashlib.sha256(files[name]).hexdigest(), "bytes": len(files[name])}
    assert manifest["intact"]
    assert manifest["rounds"] == 8
    heads = json.loads(files["heads.json"])
    assert heads["key"] == KEY.public
    assert len(heads["heads"]) == journal.count(b'"head":{')
    verdict = verify_bytes(journal, read_heads(files["heads.txt"].decode()), KEY.public)
    assert verdict.rounds == 8
    assert manifest["head"] == {"n": verdict.n, "hash": verdict.hash}
    told = tomllib.loads(files["submission.toml"].decode())
    rules = open_game(told["game"], told["edition"]).rules(told)
    assert {r["reading"]: r["chosen"] for r in json.loads(files["rules.json"])["readings"] if r["choices"]} == dict(
        rules.readings
    )
    par = files["par.json"]
    assert files["par.json.sha256"].decode() == f"{hashlib.sha256(par).hexdigest()}  par.json\n"
    assert KEY.public in files["README.txt"].decode()
    database.close()


def test_another_round_is_another_export(tmp_path):
    one = stored(tmp_path / "a.db", night("over-under", 3))
    other = stored(tmp_path / "b.db", night("over-under", 4))
    assert made(one) != made(other)
    one.close()
    other.close()


def test_the_commands_of_the_readme_work(tmp_path, run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "h.db"
    stored(path, night("over-under", 5)).close()
    before = path.read_bytes()
    words = ("export", "T1", "--db", str(path), "--out", "T1.zip")
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    assert "9 files; journal intact" in out
    assert path.read_bytes() == before
    with ZipFile(tmp_path / "T1.zip") as archive:
        archive.extractall(tmp_path)
    readme = (tmp_path / "README.txt").read_text()
    commands = [line.partition("croupier ")[2].split() for line in readme.splitlines() if ":  " in line]
    commands = [command for command in commands if command]
    assert [command[:2] for command in commands] == [
        ["journal", "verify"],
        ["journal", "reconstruct"],
        ["journal", "explain"],
        ["par", "over-under"],
    ]
    for command in commands:
        code, out, err = run(*command)
        assert code == 0, err
        if command[1] == "verify":
            assert "intact" in out
            assert "found again" in out
    assert (tmp_path / "par-again.json").read_bytes() == (tmp_path / "par.json").read_bytes()
    code, _, err = run(*words)
    assert code == 2
    assert "exists already" in err
    assert not [left for left in tmp_path.iterdir() if left.name.startswith(".")]


def test_what_cannot_be_exported_is_refused(tmp_path, run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "h.db"
    stored(path, night("over-under", 2)).close()
    for words, message in (
        (("T9", "--db", str(path), "--out", "x.zip"), "'T9' was never opened"),
        (("T1", "--db", str(path), "--out", "nowhere/x.zip"), "there is no folder"),
        (("T1", "--db", str(tmp_path / "none.db"), "--out", "x.zip"), "no such file"),
    ):
        code, out, err = run("export", *words)
        assert (code, out) == (2, "")
        assert message in err
    assert not (tmp_path / "x.zip").exists()
    assert not [left for left in tmp_path.iterdir() if left.name.startswith(".")]


def test_a_broken_journal_goes_out_as_it_is_and_says_so(tmp_path):
    database = stored(tmp_path / "h.db", night("over-under", 4))
    rows, lines = schema.records, dict(database.lines("T1"))
    at = next(n for n, line in lines.items() if b'"event":"buy-in' in line or b'"what":"buy-in"' in line)
    changed = lines[at].replace(b"buy-in", b"buy-on")
    with database.engine.begin() as connection:
        connection.execute(update(rows).where(rows.c.table_id == "T1", rows.c.n == at).values(line=changed))
    with ZipFile(BytesIO(made(database))) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        assert changed in archive.read("journal.jsonl")
    assert not manifest["intact"]
    assert (manifest["fault"]["record"], manifest["fault"]["fault"]) == (at, "hash")
    with pytest.raises(HouseError, match="never opened"):
        made(database, "T9")
    database.close()


async def test_the_export_over_http_is_for_those_who_may_read_journals(tmp_path):
    database = Database(tmp_path / "h.db")
    database.migrate()
    put(database, night("over-under", 4))
    database.close()

    async with a_house(tmp_path / "h.db") as house, served(house) as at:
        people = at.desk.people
        people.accounts.add("Sue", "correct horse", [("surveillance", "T1")])
        people.accounts.add("Sam", "correct horse", [("surveillance", "T2")])
        people.accounts.add("Flo", "correct horse", [("floorperson", "")])
        for name, status in (("Sam", 403), ("Flo", 403), ("Sue", 200)):
            async with at.signed_in(name) as client:
                found = await client.get("/api/tables/T1/export")
                assert found.status_code == status
                assert (await client.get("/api/tables/T9/export")).status_code == 404
        assert found.headers["content-type"] == "application/zip"
        assert found.headers["content-disposition"] == 'attachment; filename="T1.zip"'
        with ZipFile(BytesIO(found.content)) as archive:
            journal = archive.read("journal.jsonl")
            assert archive.namelist() == FILES
        assert verify_bytes(journal, key=KEY.public).rounds == 4


@pytest.mark.parametrize(
    ("game", "edition"), [(game, next(iter(editions))) for game, editions in BOOK.items()] + [("dj-wild", "ma")]
)
def test_submissions_are_written_as_toml(game, edition):
    told = tomllib.loads(new_submission(open_game(game, edition)))
    told["house-way"] = [{"if": 'a "pair"', "set": ["high", 1, True]}]
    told["odd key"] = {"x.y": {"z": "ä\\\n"}}
    assert tomllib.loads(toml(told)) == told
