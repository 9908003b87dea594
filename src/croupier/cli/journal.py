"""``croupier journal``."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from croupier.cli.options import JSON, read_text
from croupier.cli.reconstruct import explain, reconstruct
from croupier.errors import BadText, CroupierError, JournalError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.journal import Head, Record, Verdict

FILE = Annotated[Path, typer.Argument(metavar="FILE", help="A journal.")]
HEADS = Annotated[
    list[str] | None,
    typer.Option("--head", metavar="HEAD", help="An exported head: a file, one head a line, or its text. Repeatable."),
]
KEY = Annotated[
    str | None, typer.Option("--key", metavar="PUBLIC", help="The public key it must be signed with, or a file.")
]
BROKEN = 3

app = typer.Typer(help="Check and read the journal of a table.", no_args_is_help=True)


@app.command()
def verify(file: FILE, head: HEADS = None, key: KEY = None, json: JSON = False) -> None:
    """Check every record and recompute every card of a journal; nothing may be missing that an exported head has seen.

    Exits 0 and prints the head of an intact journal; exits 3 and prints the first bad record of a broken one.

    Example: croupier journal verify table-7.journal --head heads.txt
    """
    from croupier import journal
    from croupier.cli import show as out

    heads = [one for payload in head or () for one in _heads(payload)]
    public = None if key is None else _public(key)
    try:
        verdict = journal.verify(file, heads, public)
    except JournalError as error:
        if json:
            payload = {"record": error.record, "offset": error.offset, "fault": error.fault, "message": error.message}
            out.as_json({"intact": False, **payload})
        else:
            print(f"{file}: broken at {error.field} ({error.fault})")
        broken(file, error)
    if json:
        out.as_json(_as_json(verdict))
        return
    test = ", a test run" if verdict.test else ""
    print(f"{file}: intact, {verdict.records:,} records, {verdict.rounds:,} rounds{test}")
    print(f"head {verdict.n} {verdict.hash}")
    print(_signed(verdict) + (f", {len(heads)} exported and found again" if heads else ""))
    print(verdict.cards.words())
    if verdict.package_note:
        print(f"game {verdict.package_note}")
    elif verdict.package:
        print(f"game of {verdict.package['name']} {verdict.package['version']}")


@app.command()
def show(
    file: FILE,
    round_: Annotated[int | None, typer.Option("--round", metavar="N", help="One round, and what led to it.")] = None,
    seat: Annotated[int | None, typer.Option("--seat", metavar="S", help="What is about one seat.")] = None,
    first: Annotated[int, typer.Option("--from", metavar="N", help="From this record on.")] = 0,
    last: Annotated[int | None, typer.Option("--to", metavar="N", help="Up to this record.")] = None,
    json: JSON = False,
) -> None:
    """Print the records of a journal: when, who, what, and the provision. With --json, their own lines.

    Each record is checked before it is printed; a broken journal is shown up to its first bad record.

    Example: croupier journal show table-7.journal --round 12 --seat 3
    """
    printed = 0
    try:
        for record in _wanted(file, round_, seat, first, last):
            if json:
                sys.stdout.write(record.line.decode())
            else:
                print(_row(record))
            printed += 1
    except JournalError as error:
        broken(file, error)
    if not printed:
        raise BadText("holds no such record", field=str(file))


@app.command("head")
def export(
    file: FILE,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="HEAD", help="Write to this new file, not to standard output."),
    ] = None,
) -> None:
    """Print the last signed head of an intact journal, to be kept where the journal's keeper cannot change it.

    Example: croupier journal head table-7.journal -o table-7.head
    """
    from croupier import journal

    try:
        verdict = journal.verify(file)
    except JournalError as error:
        broken(file, error)
    if verdict.signed is None:
        raise BadText("holds no signed head yet", field=str(file))
    if output is None or str(output) == "-":
        print(verdict.signed.text())
        return
    try:
        with output.open("x", encoding="utf-8") as made:
            made.write(verdict.signed.text() + "\n")
    except FileExistsError:
        raise BadText("exists already and is left as it is", field=str(output)) from None
    except OSError as error:
        raise BadText(f"cannot be written: {error.strerror}", field=str(output)) from None
    print(f"{output}: {_signed(verdict)}; check with: croupier journal verify {file} --head {output}")


app.command()(reconstruct)
app.command()(explain)


def broken(file: Path, error: JournalError) -> NoReturn:
    """Say which record is the first bad one, and exit with 3."""
    sys.stdout.flush()
    print(f"croupier: {file}: {error.field}: {error.message}", file=sys.stderr)
    raise typer.Exit(BROKEN)


# Reading -----------------------------------------------------------------------------------------------------------


def _heads(payload: str) -> tuple[Head, ...]:
    from croupier.journal import read_heads

    try:
        return read_heads(payload if payload.lstrip().startswith("{") else read_text(payload))
    except CroupierError as error:
        raise error.within("--head") from None


def _public(payload: str) -> str:
    from croupier.journal.keys import public_key

    try:
        return public_key(payload if re.fullmatch("[0-9a-fA-F]{64}", payload) else read_text(payload))
    except BadText as error:
        raise error.within("--key") from None


def _wanted(file: Path, number: int | None, seat: int | None, first: int, last: int | None) -> Iterator[Record]:
    """The records that are asked for; nothing is read after them."""
    from croupier.journal import read
    from croupier.journal.record_text import of_round, seats_of
    from croupier.table.events import Event

    for record in read(file) if number is None else of_round(read(file), number):
        if last is not None and record.n > last:
            return
        about = seats_of(record.body) if isinstance(record.body, Event) else frozenset()
        if record.n >= first and (seat is None or seat in about):
            yield record


# Telling -----------------------------------------------------------------------------------------------------------


def _row(record: Record) -> str:
    from croupier.journal.record_text import time_of, what

    by, who, cite = (getattr(record.body, name, "") for name in ("by", "who", "cite"))
    actor = " ".join(part for part in (by, who) if part)
    return f"{record.n:>6}  {time_of(record.at)}  {actor:<18}  {what(record.body)}" + (f"  ({cite})" if cite else "")


def _signed(verdict: Verdict) -> str:
    if verdict.signed is None:
        return "no head was signed yet"
    after = f", {verdict.unsigned:,} after it not signed yet" if verdict.unsigned else ""
    return f"{verdict.signatures:,} signed heads, the last of record {verdict.signed.n}{after}"


def _as_json(verdict: Verdict) -> dict[str, object]:
    return {
        "intact": True,
        "journal": verdict.journal,
        "key": verdict.key,
        "test": verdict.test,
        "records": verdict.records,
        "rounds": verdict.rounds,
        "bytes": verdict.bytes,
        "head": {"n": verdict.n, "hash": verdict.hash},
        "signatures": verdict.signatures,
        "signed": verdict.signed,
        "unsigned": verdict.unsigned,
        "cards": verdict.cards,
        "package": verdict.package or None,
        "package-note": verdict.package_note,
    }
