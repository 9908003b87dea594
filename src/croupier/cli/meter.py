"""``croupier meter``."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.options import AS_OF, EDITION, GAME, JSON, NO_CACHE, READINGS, SETTINGS, SUBMISSION
from croupier.cli.session import PACE, percent
from croupier.errors import SubmissionError

PARTS = (0.5, 0.9, 0.99)


def meter(
    game: GAME,
    wager: Annotated[str, typer.Option("--wager", help="The wager that feeds the meter.")] = "progressive",
    tables: Annotated[int, typer.Option("--tables", help="Tables that share the meter.")] = 1,
    seats: Annotated[int, typer.Option("--seats", help="Players a table who place it every round.")] = 3,
    hours: Annotated[float, typer.Option("--hours", help="Hours a day.")] = 16.0,
    pace: Annotated[int, typer.Option("--pace", help="Rounds an hour.")] = PACE,
    years: Annotated[float, typer.Option("--years", help="How long the meter runs.")] = 1.0,
    edition: EDITION = None,
    as_of: AS_OF = None,
    submission: SUBMISSION = None,
    settings: SETTINGS = None,
    reading: READINGS = None,
    json: JSON = False,
    no_cache: NO_CACHE = False,  # noqa: ARG001 - its callback does the work
) -> None:
    """The life of a progressive's meter, alone or linked over tables: time between hits, its height when it is won,
    when the wager favours the player, how often it is hit in years, and what of it is the house's own money.

    Where the chapter states no rate, say it: --set contribution=0.25.

    Example: croupier meter raise-it-up --tables 8 --seats 4 --years 5
    """
    import numpy as np

    from croupier.cli import show
    from croupier.cli.deal import house_choice
    from croupier.cli.options import rules_from
    from croupier.kit.money import dollars
    from croupier.odds.figures.analysis import exact
    from croupier.odds.sessions.meters import CYCLES, life_of
    from croupier.odds.study.study import side_of, solve

    rules = rules_from(game, edition, submission, settings, reading, as_of=as_of, default=house_choice)
    side = rules.game.wager(wager)
    if side is None or not rules.offers(wager) or not rules.tables[wager].progression:
        meters = [w.id for w in rules.offered() if rules.tables[w.id].progression]
        raise SubmissionError(
            f"{wager!r} feeds no meter of {rules.game.name}" + (f"; {', '.join(meters)}" if meters else ""),
            field="--wager",
        )
    for value, field, most in (
        (tables, "--tables", 10_000),
        (seats, "--seats", rules.game.seats),
        (pace, "--pace", 3600),
    ):
        if not 1 <= value <= most:
            raise SubmissionError(f"{value} is not between 1 and {most:,}", field=field)
    for real, field, highest in ((hours, "--hours", 24), (years, "--years", 1000)):
        if not 0 < real <= highest:
            raise SubmissionError(f"{real:g} is not more than 0 and at most {highest}", field=field)
    with show.waiting(f"counting {rules.game.name}"):
        life = life_of(rules, side, side_of(solve(rules), rules, side))
        heights = [round(h) for h in np.quantile(life.drawn(), PARTS).tolist()]
        favourable = life.favourable()
    hourly = tables * seats * pace
    daily = hourly * hours
    total = max(1, round(daily * 365 * years))
    most = life.most_hits(total)
    if json:
        show.as_json(
            {
                "game": rules.game.id, "edition": rules.game.edition, "wager": wager,
                "paytable": rules.tables[wager].id, "wagers-between-hits": exact(life.between),
                "days-between-hits": float(life.between) / daily,
                "meter-at-hit": dollars(round(life.at_hit)),
                "meter-at-hit-by-part": {str(p): dollars(h) for p, h in zip(PARTS, heights, strict=True)},
                "drawn": CYCLES, "generator": "Philox, key 1",
                "break-even-meter": dollars(round(life.break_even)), "favourable": favourable,
                "wagers": total, "hits": life.hits(total), "hits-99": most,
                "seeds": dollars(round(life.hits(total) * life.seed)), "seeds-99": dollars(most * life.seed),
            }
        )  # fmt: skip
        return
    show.heading(
        f"{show.named(rules.game)}: {side.name} {rules.tables[wager].id}, {tables} tables, {daily:,.0f} wagers a day"
    )
    rows = [
        ("wagers between hits", f"{float(life.between):,.0f}"),
        ("days between hits", f"{float(life.between) / daily:,.1f}"),
        *(
            (f"{p:.0%} of hits come within", f"{life.wagers_within(p) / daily:,.1f} days")
            for p in PARTS
        ),
        ("meter when its whole is won, mean", dollars(round(life.at_hit))),
        *((f"at most, in {p:.0%} of hits *", dollars(h)) for p, h in zip(PARTS, heights, strict=True)),
        ("break-even, without envy", dollars(round(life.break_even))),
        ("wagers that meet it or more" + (" *" if life.shares else ""), percent(favourable)),
        (f"hits in {years:g} years, mean", f"{life.hits(total):,.2f}"),
        ("at most, in 99% of cases", f"{most:,}"),
        ("seeds the house puts up, mean", dollars(round(life.hits(total) * life.seed))),
        ("at most, in 99% of cases", dollars(most * life.seed)),
    ]  # fmt: skip
    show.table(("", ""), rows)
    show.say(f"* drawn: {CYCLES:,} hits, Philox, key 1; everything else is exact.")
