"""``croupier submission``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.options import AS_OF, EDITION, GAME, JSON
from croupier.errors import BadText, CroupierError

if TYPE_CHECKING:
    from datetime import date
    from types import ModuleType

    from croupier.game import Rules

app = typer.Typer(help="Write and check Rules Submissions.", no_args_is_help=True)


@app.command()
def new(
    game: GAME,
    edition: EDITION = None,
    as_of: AS_OF = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write here, not to standard output."),
    ] = None,
) -> None:
    """Write a commented Rules Submission with defaults.

    Example: croupier submission new cajun-stud -o table-7.toml
    """
    from croupier.cli.options import dated, game_from
    from croupier.game.template import first_choices, written

    opened = game_from(game, edition, as_of)
    text = written(opened, {**first_choices(opened), **dated(as_of)})
    if output is None or str(output) == "-":
        sys.stdout.write(text)
        return
    try:
        with output.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise BadText("exists already and is left as it is", field=str(output)) from None
    except OSError as error:
        raise BadText(f"cannot be written: {error.strerror}", field=str(output)) from None
    print(f"{output}: a new Rules Submission for {game}; check it with: croupier submission check {output}")


FILE = Annotated[str, typer.Argument(metavar="FILE|-", help="A Rules Submission (TOML).")]


@app.command()
def check(file: FILE, as_of: AS_OF = None) -> None:
    """Check a Rules Submission against its chapter; every wrong choice is named with its provision.

    Example: croupier submission check table-7.toml
    """
    from croupier.cli import show

    rules = _rules(file, as_of)
    day = "" if rules.day is None else f", in force on {rules.day}"
    print(f"{file}: accepted for {show.named(rules.game)}{day}")
    for wager in rules.offered():
        if wager.key == wager.id:
            print(f"  {wager.name}: paytable {rules.tables[wager.id].id} ({rules.tables[wager.id].cite})")


HOUSE = Annotated[str, typer.Option("--house", metavar="NAME", help="The certificate holder's name, to be printed.")]


@app.command()
def layout(
    file: FILE,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Write here: .svg or .pdf.")],
    house: HOUSE = "",
    as_of: AS_OF = None,
) -> None:
    """Draw the table's layout as its chapter asks, full size in millimetres.

    Example: croupier submission layout table-7.toml --out layout.pdf --house "Grand Hall"
    """
    from croupier.sheets import table_layout

    _draw(file, out, house, table_layout, "layout", as_of)


@app.command()
def sign(
    file: FILE,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Draw it here: .svg or .pdf.")] = None,
    house: HOUSE = "",
    as_of: AS_OF = None,
    json: JSON = False,
) -> None:
    """Print what the layout or a sign at the table must say: inscriptions and the payouts of every wager offered.

    With --out it is drawn as a sign, with the limits, on a sheet of 11 by 17 inches.

    Example: croupier submission sign table-7.toml --out sign.pdf
    """
    from croupier.cli import show
    from croupier.game import sign as signed

    if out is not None:
        from croupier.sheets import sign_page

        _draw(file, out, house, sign_page, "payout sign", as_of)
        return
    made = signed(_rules(file, as_of))
    if json:
        show.as_json(
            {
                "title": made.title,
                "mark": made.mark,
                "edition": made.edition,
                "inscriptions": [{"words": line.words, "cite": str(line.cite)} for line in made.inscriptions],
                "posted": None if made.posted is None else str(made.posted),
                "payouts": [
                    {
                        "wager": p.wager,
                        "paytable": p.paytable,
                        "rows": [list(row) for row in p.rows],
                        "cite": str(p.cite),
                    }
                    for p in made.payouts
                ],
            }
        )
        return
    show.heading(f"{made.title}: {made.mark}" if made.mark else made.title)
    show.say(f"Edition {made.edition}")
    for line in made.inscriptions:
        show.say(f"{line.words} ({line.cite})")
    if made.posted is not None:
        show.say(f"Payouts of every wager offered here ({made.posted}):")
    for payouts in made.payouts:
        show.table(("hand", "pays"), payouts.rows, title=f"{payouts.wager} ({payouts.cite})")


def _draw(file: str, out: Path, house: str, page: ModuleType, what: str, as_of: date | None) -> None:
    """Draw a page of an accepted submission into a file, whole or not at all."""
    from croupier.cli import show
    from croupier.cli.par import put

    kind = out.suffix.lower()
    if kind not in {".svg", ".pdf"}:
        raise BadText(f"{out.suffix!r} is no ending of a {what}; use .svg, .pdf", field=str(out))
    if not out.parent.is_dir():
        raise BadText(f"there is no folder {out.parent}", field=str(out))
    rules = _rules(file, as_of)
    made: bytes = page.as_pdf(rules, house) if kind == ".pdf" else page.as_svg(rules, house).encode()
    put(out, made)
    game, size = rules.game, f"{page.WIDE:g} by {page.HIGH:g} mm"
    print(f"{out}: the {what} of {show.named(game)}, {size}")


def _rules(file: str, as_of: date | None) -> Rules:
    """The rules of a submission that is to be filed, or every refusal and exit 2."""
    from croupier.cli.options import dated, game_from, read_submission

    submitted = read_submission(file)
    game, edition = submitted.get("game"), submitted.get("edition")
    if not isinstance(game, str) or not isinstance(edition, str | None):
        raise BadText('names no game: write game = "dj-wild" and edition = "pa-2021" at its top', field=file)
    try:
        return game_from(game, edition, as_of, submitted).rules({**submitted, **dated(as_of)}, complete=True)
    except CroupierError as error:
        for refusal in error.refusals:
            print(f"{file}: {refusal}", file=sys.stderr)
        count = len(error.refusals)
        print(f"{file}: refused, {count} {'choice' if count == 1 else 'choices'} to change", file=sys.stderr)
        raise typer.Exit(2) from None
