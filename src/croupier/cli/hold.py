"""``croupier hold``."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.options import AS_OF, EDITION, GAME, JSON, NO_CACHE, READINGS, SETTINGS, SUBMISSION
from croupier.cli.session import ANTE, PACE, WAGERS, amount, dollars_of, part, percent
from croupier.errors import SubmissionError

if TYPE_CHECKING:
    from croupier.odds.sessions.results import Result

SPANS = {"day": 1, "week": 7, "month": 30, "year": 365}
BANDS = (90, 95, 99)


def hold(
    game: GAME,
    wagers: WAGERS = None,
    seats: Annotated[int, typer.Option("--seats", help="Players at the table.")] = 5,
    hours: Annotated[float, typer.Option("--hours", help="Hours a day.")] = 16.0,
    pace: Annotated[int, typer.Option("--pace", help="Rounds an hour.")] = PACE,
    ante: ANTE = "10",
    drop: Annotated[
        str | None,
        typer.Option(
            "--win-of-drop", metavar="PERCENT", help="The hold percentage, to show the drop that belongs to it."
        ),
    ] = None,
    edition: EDITION = None,
    as_of: AS_OF = None,
    submission: SUBMISSION = None,
    settings: SETTINGS = None,
    reading: READINGS = None,
    json: JSON = False,
    no_cache: NO_CACHE = False,  # noqa: ARG001 - its callback does the work
) -> None:
    """What a table wins by day, week, month and year, with the bands in which it falls, and how often it loses.

    Hands of one round share the dealer's cards. Two bands are printed: hands independent of each other, and all hands
    of a round ending alike, which is the widest it can be.

    Example: croupier hold raise-it-up --seats 4 --hours 12 --ante 15
    """
    from croupier.cli import show
    from croupier.cli.deal import house_choice
    from croupier.cli.options import rules_from
    from croupier.odds.sessions.portfolio import portfolio_of
    from croupier.odds.sessions.results import result_of

    rules = rules_from(game, edition, submission, settings, reading, as_of=as_of, default=house_choice)
    if not 1 <= seats <= rules.game.seats:
        raise SubmissionError(
            f"{seats} players; the table has 1 to {rules.game.seats}", field="--seats", cite=rules.game.seats_cite
        )
    if not 0 < hours <= 24:
        raise SubmissionError(f"{hours:g} is no number of hours of a day", field="--hours")
    if pace < 1:
        raise SubmissionError(f"{pace} is no pace; at least 1 round an hour", field="--pace")
    unit = amount(ante, "--ante")
    share = None if drop is None else part(drop, "--win-of-drop")
    rounds = max(1, round(hours * pace))
    with show.waiting(f"counting {rules.game.name}"):
        wagered = portfolio_of(rules, wagers.split(",") if wagers else ())
        found = {
            span: (result_of(wagered.net, rounds * days * seats), result_of(wagered.net, rounds * days))
            for span, days in SPANS.items()
        }
    if json:
        spans = {span: _told(apart, alike, seats, unit, share) for span, (apart, alike) in found.items()}
        show.as_json(
            {
                "game": rules.game.id, "edition": rules.game.edition, "strategy": wagered.strategy, "seats": seats,
                "rounds-a-day": rounds, "ante": dollars_of(Fraction(1), unit), "by": spans,
            }
        )  # fmt: skip
        return
    show.heading(
        f"{show.named(rules.game)}: {seats} players, {rounds:,} rounds a day, ante {dollars_of(Fraction(1), unit)}, "
        f"played {wagered.strategy}"
    )
    rows = []
    for span, (apart, alike) in found.items():
        figures = _told(apart, alike, seats, unit, share)
        rows.append(
            (
                span, figures["win"], " to ".join(figures["independent"]["95"]), " to ".join(figures["alike"]["95"]),
                percent(figures["loses"]), *([figures["drop"]] if share else []),
            )
        )  # fmt: skip
    heads = ("a", "win", "95%, hands independent", "95%, hands alike", "loses", *(["drop"] if share else []))
    show.table(heads, rows)


def _told(apart: Result, alike: Result, seats: int, ante: int, share: Fraction | None) -> dict[str, Any]:
    def bands(result: Result, times: int) -> dict[str, list[str]]:
        return {str(b): [dollars_of(-net * times, ante) for net in reversed(result.band(b))] for b in BANDS}

    win = -apart.mean
    return {
        "hands": apart.rounds,
        "win": dollars_of(win, ante),
        "independent": bands(apart, 1),
        "alike": bands(alike, seats),
        "loses": apart.ahead,
        **({} if not share else {"drop": dollars_of(win / share, ante)}),
    }
