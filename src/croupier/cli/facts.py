"""``croupier facts``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from croupier.cli.options import JSON

if TYPE_CHECKING:
    from croupier.odds.facts.store import KeptFile

app = typer.Typer(help="Counted facts on disk: where they are, how big, whether they can be trusted.")


@app.callback(invoke_without_command=True)
def facts(context: typer.Context, json: JSON = False) -> None:
    """Show where counted facts are kept and how big they are.

    Example: croupier facts
    """
    if context.invoked_subcommand is not None:
        return
    from croupier.cli import show
    from croupier.odds.facts import store

    found = store.files()
    if json:
        kept = [{"name": file.path.stem, "kind": file.kind, "bytes": file.size} for file in found]
        show.as_json({"folder": str(store.folder()), "files": kept, "bytes": sum(file.size for file in found)})
        return
    show.say(str(store.folder()))
    if found:
        show.table(("kind", "name", "size"), [(file.kind, file.path.stem, _size(file.size)) for file in found])
    show.say(f"{_many(found)}, {_size(sum(file.size for file in found))}")


@app.command()
def verify(json: JSON = False) -> None:
    """Read every file: its digest must be that of what it holds, and its counts must add up. Exit 3 if one does not.

    Example: croupier facts verify
    """
    from croupier.cli import show
    from croupier.odds.facts import store

    found = store.files()
    with show.waiting("verifying"):
        faults = {file: file.fault() for file in found}
    bad = [file for file in found if faults[file] is not None]
    if json:
        show.as_json({file.path.stem: {"sound": faults[file] is None, "fault": faults[file]} for file in found})
    else:
        for file in bad:
            show.say(f"{file.path.name}: {faults[file]}")
        sound = [file for file in found if faults[file] is None]
        show.say(f"{_many(sound)} sound, {len(bad)} not" + ("; they will be counted anew" if bad else ""))
    if bad:
        raise typer.Exit(3)


@app.command()
def clear() -> None:
    """Delete the facts; they are counted anew when somebody needs them. Anything else in the folder stays.

    Example: croupier facts clear
    """
    from croupier.cli import show
    from croupier.odds.facts import store

    gone = store.clear()
    show.say(f"{_many(gone)} deleted, {_size(sum(file.size for file in gone))}")


def _many(files: list[KeptFile]) -> str:
    return f"{len(files)} file{'' if len(files) == 1 else 's'}"


def _size(count: int) -> str:
    return f"{count / 1_000_000:.1f} MB" if count >= 100_000 else f"{count / 1000:.1f} kB"
