"""Everything a regulator needs to check a table, in one zip: the journal byte for byte, its signed heads, what was
submitted, what is played, the PAR sheet, and the hash of each file. The same state gives the same bytes.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from msgspec import UNSET

from croupier import __version__
from croupier.errors import JournalError
from croupier.games import open_game
from croupier.house.books import payloads
from croupier.house.cloth.felt import chapter, real_cards, standing
from croupier.house.storage.house_facts import money_of
from croupier.house.tables.rounds.round_records import opening_of
from croupier.journal.card_audit import CardAudit
from croupier.journal.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.game import Rules
    from croupier.house.storage.database import Database
    from croupier.journal.record import Head

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_IN_MEMORY = 1 << 23


def export(database: Database, table: str) -> IO[bytes]:
    """The zip of a table as it stands, to be read from its beginning and closed."""
    file: IO[bytes] = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - the reader closes
    try:
        write(database, table, file)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file


def write(database: Database, table: str, file: IO[bytes]) -> payloads.Manifest:
    """Write the zip; its manifest is what is given back."""
    opening = opening_of(database, table)
    rules = open_game(opening.game, opening.edition).rules(opening.submission, opening.readings)
    submission = {"game": opening.game, "edition": opening.edition, **opening.submission, "readings": opening.readings}
    with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=6) as archive:
        made = _Archive(archive)
        walk, audit, heads, fault = _journal(made, database, table)
        assert walk.header is not None
        made.put("heads.json", _json(payloads.ExportedHeads(walk.header.id, walk.header.key, heads)))
        made.put("heads.txt", "".join(f"{head.text()}\n" for head in heads).encode())
        made.put("submission.toml", toml(submission).encode())
        made.put("rules.json", _json(_rules(rules)))
        par = _par(submission)
        made.put("par.json", par)
        made.put("par.json.sha256", f"{sha256(par).hexdigest()}  par.json\n".encode())
        made.put(
            "README.txt",
            _README.format(
                table=table,
                key=walk.header.key,
                game=opening.game,
                edition=f"{opening.edition}, {standing(rules)}",
                day=f", opened on {opening.day}" if opening.day else "",
            ).encode(),
        )
        manifest = payloads.Manifest(
            export="croupier-table",
            version=1,
            made_by=f"croupier {__version__}",
            table=table,
            game=opening.game,
            edition=opening.edition,
            standing=standing(rules),
            day=opening.day or None,
            money=money_of(database),
            cards=audit.verdict(),
            real_cards=real_cards(opening.cards),
            journal=walk.header.id,
            key=walk.header.key,
            test=walk.header.test,
            intact=fault is None,
            records=walk.n,
            rounds=walk.rounds,
            head=payloads.LastRecord(n=walk.n - 1, hash=walk.before.hex()),
            fault=UNSET
            if fault is None
            else payloads.JournalFault(
                record=fault.record, offset=fault.offset, fault=fault.fault, message=fault.message
            ),
            files=dict(made.files),
        )
        made.put("manifest.json", _json(manifest))
    return manifest


class _Archive:
    """A zip whose entries carry no time and no owner."""

    def __init__(self, archive: ZipFile) -> None:
        self.archive = archive
        self.files: dict[str, payloads.ExportedFile] = {}

    def put(self, name: str, data: bytes) -> None:
        """A file."""
        self.pour(name, [data], large=False)

    def pour(self, name: str, parts: Iterable[bytes], *, large: bool = True) -> None:
        """A file, part by part, of any size."""
        info = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        info.compress_type, info.external_attr, info.create_system = ZIP_DEFLATED, 0o644 << 16, 3
        digest, size = sha256(), 0
        with self.archive.open(info, "w", force_zip64=large) as out:
            for part in parts:
                out.write(part)
                digest.update(part)
                size += len(part)
        self.files[name] = payloads.ExportedFile(sha256=digest.hexdigest(), bytes=size)


def _journal(made: _Archive, database: Database, table: str) -> tuple[Walk, CardAudit, list[Head], JournalError | None]:
    """The journal into the zip, checked on its way; a broken one goes in as it is, and the manifest says where."""
    walk, audit, heads = Walk(), CardAudit(), []
    fault: JournalError | None = None

    def lines() -> Iterable[bytes]:
        nonlocal fault
        for _, line in database.lines(table):
            if fault is None:
                before = walk.signatures
                try:
                    audit.hear(walk.step(line))
                except JournalError as error:
                    fault = error
                if walk.signatures > before and walk.signed is not None:
                    heads.append(walk.signed)
            yield line

    made.pour("journal.jsonl", lines())
    return walk, audit, heads, fault


def _par(submission: Mapping[str, Any]) -> bytes:
    """The PAR sheet as ``croupier par`` writes it for the same submission."""
    return _par_of(msgspec.json.encode(submission))


@lru_cache(16)
def _par_of(text: bytes) -> bytes:
    from croupier.odds.par.sheet import sheet_of  # noqa: PLC0415 - slow to import
    from croupier.sheets.as_json import render  # noqa: PLC0415 - likewise

    submission = msgspec.json.decode(text)
    game = open_game(submission["game"], submission["edition"])
    return render(sheet_of(game, submission, {}, made_by=f"croupier {__version__}"))


def _rules(rules: Rules) -> payloads.ExportedRules:
    game = rules.game
    return payloads.ExportedRules(
        game=game.id,
        title=game.name,
        edition=game.edition,
        chapter=chapter(rules),
        status=standing(rules),
        source=game.chapter.source,
        effective=game.chapter.effective,
        ceased=game.chapter.ceased,
        wagers=[
            payloads.ExportedWager(
                wager=w.id,
                name=w.name,
                placed=w.placed,
                cite=str(w.cite),
                paytable=rules.tables[w.id].id,
                pays_cite=str(rules.tables[w.id].cite),
                rows=[[rules.tables[w.id].labels[key], pay.text] for key, pay in rules.tables[w.id].rows.items()],
            )
            for w in rules.offered()
        ],
        readings=[
            payloads.ExportedReading(
                reading=r.key,
                question=r.question,
                answer=r.answer,
                because=r.because,
                choices=list(r.choices),
                chosen=rules.readings.get(r.key),
                cites=[str(cite) for cite in r.cites],
            )
            for r in game.readings
        ],
    )


def _json(data: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


# TOML.


def toml(data: Mapping[str, Any], path: str = "") -> str:
    """A table of plain values as TOML: values first, then the tables within.

    >>> print(toml({"ante": "A", "limits": {"ante": {"minimum": "10.00"}}, "decks": 1}), end="")
    ante = "A"
    decks = 1
    <BLANKLINE>
    [limits.ante]
    minimum = "10.00"
    """
    plain = {key: value for key, value in data.items() if not isinstance(value, dict)}
    lines = [f"{_key(key)} = {_value(value)}\n" for key, value in plain.items()]
    text = (f"\n[{path}]\n" if path and (lines or not data) else "") + "".join(lines)
    for key, value in data.items():
        if isinstance(value, dict):
            text += toml(value, f"{path}.{_key(key)}" if path else _key(key))
    return text


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")  # text, numbers, true and false are alike


_README = """\
Table {table}: the records of everything that happened at it, and what is needed to check them.
Played by {game}, edition {edition}{day}.

  journal.jsonl     every record, byte for byte as it was stored when it happened
  heads.json        every signed head, and the public key they are signed with
  heads.txt         the same heads, one a line, as croupier journal verify reads them
  submission.toml   the Rules Submission and the readings in force
  rules.json        the wagers and paytables offered, and every reading of the chapter
  par.json          the PAR sheet: every outcome with its exact count
  par.json.sha256   its hash
  manifest.json     the SHA-256 of each of these files

Check the files:      sha256sum of each, against manifest.json
Check the journal:    croupier journal verify journal.jsonl --head heads.txt --key {key}
Recompute the cards:  at /verify of any house, or with verify_cards.py of croupier's examples, one file that needs
                      nothing else
Rebuild a round:      croupier journal reconstruct journal.jsonl 1
Explain a payment:    croupier journal explain journal.jsonl 1 1
Make the PAR sheet:   croupier par {game} --submission submission.toml -o par-again.json
                      With the same version of croupier (made-by in manifest.json) the bytes are the same.

The key that counts is the one the house gave you before, not the one in this file. A head that you kept from an earlier
export proves that nothing before it was changed since.
"""
