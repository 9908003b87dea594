"""``croupier design``."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.options import AS_OF, EDITION, GAME, JSON, NO_CACHE, READINGS, SETTINGS, SUBMISSION
from croupier.errors import SubmissionError

if TYPE_CHECKING:
    from croupier.odds.study.design import Priced


def design(
    game: GAME,
    wager: Annotated[str, typer.Option("--wager", help="The wager whose pays are changed.")],
    pays: Annotated[
        str, typer.Option("--pays", metavar="ROW=PAY; ...", help='New pays, as in "flush=5 to 1; straight=3 to 1".')
    ] = "",
    row: Annotated[str | None, typer.Option("--row", help="With --target: the row whose pay is sought.")] = None,
    target: Annotated[str | None, typer.Option("--target", metavar="EDGE", help='A house edge, as in "5%".')] = None,
    edition: EDITION = None,
    as_of: AS_OF = None,
    submission: SUBMISSION = None,
    settings: SETTINGS = None,
    reading: READINGS = None,
    json: JSON = False,
    no_cache: NO_CACHE = False,  # noqa: ARG001 - its callback does the work
) -> None:
    """Change pays and see house edge, hit rate and variance at once, or find the pay that meets a target edge.

    Rows are named as `croupier rules GAME --json` names them. --set chooses the paytable to start from.

    Example: croupier design cajun-stud --wager pocket --pays "pair-of-aces=25 to 1" --row pair --target 5%
    """
    from croupier.cli import show
    from croupier.cli.deal import house_choice
    from croupier.cli.options import rules_from
    from croupier.odds.study.design import pay_for, price, unit_of, with_pays
    from croupier.odds.study.study import solve

    rules = rules_from(game, edition, submission, settings, reading, as_of=as_of, default=house_choice)
    changed = rules.game.wager(wager)
    if changed is None or wager not in rules.tables:
        offered = ", ".join(w.id for w in rules.offered())
        raise SubmissionError(f"{wager!r} is not offered; {offered}", field="--wager")
    if (row is None) != (target is None):
        raise SubmissionError("go together", field="--row and --target")
    edge = None if target is None else _edge(target)
    new = with_pays(rules, changed, _pays(pays))
    with show.waiting(f"counting {rules.game.name}"):
        study = solve(rules)
        answer = None
        if row is not None and edge is not None:
            answer = pay_for(study, new, changed, row=row, target=edge, unit=unit_of(new, changed, row))
            if answer.ends:
                reached = " and ".join(f"{pay} gives {_percent(found)}" for pay, found in answer.ends.items())
                raise SubmissionError(
                    f"no pay of {row} gives a house edge of {_percent(edge)}: {reached}", field="--target"
                )
            new = with_pays(new, changed, {row: answer.pay})
        before, after = price(study, rules, changed), price(study, new, changed)
    if json:
        payload = {
            "game": rules.game.id,
            "wager": wager,
            "before": before.worth.to_json(),
            "after": after.worth.to_json(),
        }
        if answer is not None:
            payload["answer"] = {
                "row": row,
                "pay": answer.pay,
                "exact": None if answer.exact is None else str(answer.exact),
                "house-edge": str(answer.edge),
            }
        show.as_json(payload)
        return
    rows = [
        (name, _percent(p.edge), _hits(p), f"{float(p.worth.net.variance) ** 0.5:.3f}")
        for name, p in (("as printed", before), ("as designed", after))
    ]
    show.table(("", "house edge", "wins", "std dev"), rows, title=f"{rules.game.name}: {changed.name}")
    if answer is not None:
        exactly = f" (exactly {float(answer.exact):.4f})" if answer.exact is not None else ""
        show.say(f"{row} at {answer.pay}{exactly} gives a house edge of {_percent(answer.edge)}.")


def _pays(text: str) -> dict[str, str]:
    read = {}
    for entry in filter(str.strip, text.split(";")):
        row, sign, pay = entry.partition("=")
        if not sign:
            raise SubmissionError(f'{entry.strip()!r} is not ROW=PAY, as in "flush=5 to 1"', field="--pays")
        read[row.strip()] = pay.strip()
    return read


def _edge(text: str) -> Fraction:
    try:
        edge = Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        edge = None
    if edge is None or not -1 < edge < 1:
        raise SubmissionError(f"{text!r} is not a house edge: write 5% or 0.05", field="--target")
    return edge


def _percent(number: Fraction) -> str:
    return f"{100 * float(number):.4f}%"


def _hits(priced: Priced) -> str:
    return _percent(priced.worth.net.chance(above=0))
