"""``croupier session``."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.options import AS_OF, EDITION, GAME, JSON, NO_CACHE, READINGS, SETTINGS, SUBMISSION
from croupier.errors import SubmissionError

if TYPE_CHECKING:
    from croupier.odds.sessions.portfolio import Portfolio
    from croupier.odds.sessions.results import Result
    from croupier.odds.sessions.ruin import Ruin

PACE = 40
"""Rounds an hour where nothing is said: what a full table of these games makes about."""
BANDS = (50, 90, 95, 99)
WAGERS = Annotated[
    str | None,
    typer.Option("--wagers", metavar="trips,bad-beat", help="Side wagers placed every round, played for together."),
]
ANTE = Annotated[str, typer.Option("--ante", metavar="DOLLARS", help="The ante of every round.")]


def session(
    game: GAME,
    wagers: WAGERS = None,
    rounds: Annotated[int | None, typer.Option("--rounds", help="How many rounds.")] = None,
    hours: Annotated[float | None, typer.Option("--hours", help="Instead of --rounds: how long.")] = None,
    pace: Annotated[int, typer.Option("--pace", help="Rounds an hour.")] = PACE,
    ante: ANTE = "10",
    bankroll: Annotated[
        str | None, typer.Option("--bankroll", metavar="DOLLARS", help="What the player brings: the risk of ruin.")
    ] = None,
    goal: Annotated[
        str | None, typer.Option("--goal", metavar="DOLLARS", help="With --bankroll: stop when it has grown to this.")
    ] = None,
    comp: Annotated[
        str, typer.Option("--comp", metavar="PERCENT", help="What of the theoretical loss is given back.")
    ] = "30%",
    edition: EDITION = None,
    as_of: AS_OF = None,
    submission: SUBMISSION = None,
    settings: SETTINGS = None,
    reading: READINGS = None,
    json: JSON = False,
    no_cache: NO_CACHE = False,  # noqa: ARG001 - its callback does the work
) -> None:
    """What a session comes to: chances of every result, risk of ruin, theoretical loss and comp, Kelly's fraction.

    Without a submission, every wager the chapter prints is offered on its first paytable.

    Example: croupier session dj-wild --hours 4 --ante 10 --bankroll 500
    """
    from croupier.cli import show
    from croupier.cli.deal import house_choice
    from croupier.cli.options import rules_from
    from croupier.odds.sessions.portfolio import portfolio_of
    from croupier.odds.sessions.results import result_of
    from croupier.odds.sessions.ruin import kelly_of, ruin_of

    rules = rules_from(game, edition, submission, settings, reading, as_of=as_of, default=house_choice)
    number = how_many(rounds, hours, pace)
    unit = amount(ante, "--ante")
    back = part(comp, "--comp")
    if goal is not None and bankroll is None:
        raise SubmissionError("needs --bankroll", field="--goal")
    with show.waiting(f"counting {rules.game.name}"):
        wagered = portfolio_of(rules, wagers.split(",") if wagers else ())
        result, kelly = result_of(wagered.net, number), kelly_of(wagered.net)
        ruin = None
        if bankroll is not None:
            purse = Fraction(amount(bankroll, "--bankroll"), unit)
            target = None if goal is None else Fraction(amount(goal, "--goal"), unit)
            ruin = ruin_of(wagered.net, purse, number, goal=target)
    loss = -result.mean
    if json:
        show.as_json(
            {
                "game": rules.game.id,
                "edition": rules.game.edition,
                "ante": dollars_of(Fraction(1), unit),
                **_told(wagered, result, unit),
                "theoretical-loss": dollars_of(loss, unit),
                "comp": dollars_of(max(loss, Fraction(0)) * back, unit),
                "kelly-fraction": kelly.fraction,
                "ruin": None
                if ruin is None
                else {"ruined": ruin.ruined, "reached": ruin.reached, "rounds-lasted": ruin.lasted},
            }
        )
        return
    _print(show.named(rules.game), wagered, result, unit, loss * back)
    if ruin is not None:
        _print_ruin(ruin, unit)
    edge = (
        f"wager {100 * kelly.fraction:.4f}% of the bankroll as the ante"
        if kelly.fraction
        else "nothing: the house has the edge"
    )
    show.say(f"Kelly's fraction: {edge}.")


def how_many(rounds: int | None, hours: float | None, pace: int) -> int:
    """The number of rounds: said, or from hours and pace."""
    if rounds is not None and hours is not None:
        raise SubmissionError("and --hours do not go together", field="--rounds")
    if pace < 1:
        raise SubmissionError(f"{pace} is no pace; at least 1 round an hour", field="--pace")
    if hours is not None and not 0 < hours <= 24 * 366 * 100:
        raise SubmissionError(f"{hours:g} is no number of hours that can be played", field="--hours")
    number = rounds if rounds is not None else round((4 if hours is None else hours) * pace)
    if number < 1:
        raise SubmissionError(
            f"{number} is no number of rounds; at least 1", field="--rounds" if hours is None else "--hours"
        )
    return number


def amount(text: str, field: str) -> int:
    """Dollars as cents, more than nothing."""
    from croupier.errors import CroupierError
    from croupier.kit.money import cents

    try:
        found = cents(text)
    except CroupierError as error:
        raise error.within(field) from None
    if found <= 0:
        raise SubmissionError("must be more than nothing", field=field)
    return found


def part(text: str, field: str) -> Fraction:
    """A share such as 30% or 0.3."""
    try:
        share = Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        raise SubmissionError(f"{text!r} is no share: write 30% or 0.3", field=field) from None
    if not 0 <= share <= 1:
        raise SubmissionError(f"{text} is not between 0% and 100%", field=field)
    return share


def dollars_of(units: Fraction, ante: int) -> str:
    """So many antes in dollars, to the cent."""
    from croupier.kit.money import dollars

    return dollars(round(units * ante))


def percent(chance: float) -> str:
    """A chance for people."""
    return f"{100 * chance:.4f}%"


def _told(wagered: Portfolio, result: Result, ante: int) -> dict[str, Any]:
    from croupier.odds.figures.analysis import exact

    return {
        "wagers": list(wagered.wagers),
        "strategy": wagered.strategy,
        "rounds": result.rounds,
        "ev": exact(result.mean),
        "variance": exact(result.variance),
        "ahead": result.ahead,
        "even": result.even,
        "bands": {str(b): [dollars_of(net, ante) for net in result.band(b)] for b in BANDS},
        "median": dollars_of(result.quantile(0.5), ante),
        "method": "exact; tails below 1e-12 left out",
    }


def _print(name: str, wagered: Portfolio, result: Result, ante: int, comp: Fraction) -> None:
    from croupier.cli import show

    beside = f" with {', '.join(wagered.wagers)}" if wagered.wagers else ""
    show.heading(
        f"{name}{beside}: {result.rounds:,} rounds, ante {dollars_of(Fraction(1), ante)}, played {wagered.strategy}"
    )
    rows = [
        ("theoretical result", dollars_of(result.mean, ante)),
        ("standard deviation", dollars_of(Fraction(float(result.variance) ** 0.5), ante)),
        ("median", dollars_of(result.quantile(0.5), ante)),
        ("ahead", percent(result.ahead)),
        ("even", percent(result.even)),
        ("behind", percent(max(0.0, 1 - result.ahead - result.even))),
        ("comp", dollars_of(max(comp, Fraction(0)), ante)),
    ]
    show.table(("", ""), rows)
    bands = [(f"{b}%", *(dollars_of(net, ante) for net in result.band(b))) for b in BANDS]
    show.table(("of sessions", "from", "to"), bands, title="Where sessions end")


def _print_ruin(ruin: Ruin, ante: int) -> None:
    from croupier.cli import show

    rows = [("cannot pay another round", percent(ruin.ruined))]
    if ruin.goal is not None:
        rows.append((f"has {dollars_of(ruin.goal, ante)} first", percent(ruin.reached)))
    rows.append(("still playing at the end", percent(max(0.0, 1 - ruin.ruined - ruin.reached))))
    rows.append(("rounds played, on average", f"{ruin.lasted:,.1f}"))
    show.table(("", ""), rows, title=f"A bankroll of {dollars_of(ruin.bankroll, ante)}")
