"""``croupier house-way``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.options import AS_OF, JSON, NO_CACHE
from croupier.errors import BadText, CroupierError, IllegalAction, SubmissionError

if TYPE_CHECKING:
    from datetime import date
    from fractions import Fraction

    from croupier.game import Rules
    from croupier.games.pa.house_way import HouseWay
    from croupier.kit.house_rules import Rule
    from croupier.odds.pai_gow.house_hand import Way
    from croupier.odds.pai_gow.settings import SettingTable, Totals

GAME = "face-up-pai-gow"
_HEADS = ("house way", "player wins", "pushes", "player loses", "house edge", "below best")

app = typer.Typer(help="Pai gow house ways: show, compare and improve them.", no_args_is_help=True)


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="A house way that ships: foxwoods, mgm or flamingo.")],
) -> None:
    """Print a house way as TOML, to edit, compare, or put at the end of a Rules Submission.

    Example: croupier house-way show mgm
    """
    from croupier.games.pa import house_way

    if name not in house_way.SHIPPED:
        raise SubmissionError(f"{name!r} is not one of {', '.join(house_way.SHIPPED)}", field="NAME")
    text = (Path(house_way.__file__).parent / "house_ways" / f"{name}.toml").read_text(encoding="utf-8")
    print(re.sub(r'^name = ".*"\n+', "", text, flags=re.MULTILINE).replace("[[rule]]", "[[house-way]]"), end="")


@app.command()
def compare(
    ways: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WAY]...", help="Shipped names, or TOML files with [[rule]] or [[house-way]] tables."),
    ] = None,
    as_of: AS_OF = None,
    json: JSON = False,
    no_cache: NO_CACHE = False,  # noqa: ARG001 - its callback does the work
) -> None:
    """Rank house ways, best for the house first, over every deal, beside the best setting of every hand.

    Example: croupier house-way compare foxwoods my-way.toml
    """
    from croupier.cli import show as out
    from croupier.games.pa.house_way import SHIPPED

    read = [_way(payload) for payload in ways or SHIPPED]
    rules = _rules(as_of)
    table = _table(rules)
    best = table.totals(table.best())
    found = sorted(((way.name, _totals(rules, table, way)) for way in read), key=lambda entry: -entry[1].house_edge)
    if json:
        out.as_json(
            {
                "game": GAME,
                "deals": best.deals,
                "best": _to_json(best, best),
                "ways": [{"name": name, **_to_json(totals, best)} for name, totals in found],
            }
        )
        return
    rows = [("(best of every hand)", best), *found]
    out.table(
        _HEADS,
        [(name, *_counts(t), _percent(t.house_edge), _percent(best.house_edge - t.house_edge)) for name, t in rows],
        keep=4,
        title=f"Every deal of {rules.game.name}: {best.deals:,}",
    )


@app.command()
def best(
    cards: Annotated[str | None, typer.Option("--cards", help="Seven cards: their legal settings, best first.")] = None,
    rules: Annotated[bool, typer.Option("--rules", help="Find a short list of rules close to the best.")] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="With --rules: write a Rules Submission with the list."),
    ] = None,
    as_of: AS_OF = None,
    json: JSON = False,
    no_cache: NO_CACHE = False,  # noqa: ARG001 - its callback does the work
) -> None:
    """Find what is best for the house: over all hands, for seven cards, or as a short list of rules.

    Example: croupier house-way best --cards "Kc Kd 3h 3s Ad 9c 5h"
    """
    if cards is not None and rules:
        raise SubmissionError("do not go together", field="--cards and --rules")
    if output is not None and not rules:
        raise SubmissionError("needs --rules", field="-o")
    if output is not None and output.exists():
        raise BadText("exists already and is left as it is", field=str(output))
    if cards is not None:
        _best_of_hand(_rules(as_of), cards, json=json)
    elif rules:
        _best_rules(_rules(as_of), output, json=json)
    else:
        _best_of_all(_rules(as_of), json=json)


def _best_of_all(rules: Rules, *, json: bool) -> None:
    """The best of every hand, and where the shipped ways differ from it."""
    from croupier.cli import show as out
    from croupier.games.pa.house_way import SHIPPED, shipped
    from croupier.odds.figures.analysis import exact
    from croupier.odds.pai_gow import ways as pai_gow_ways
    from croupier.odds.pai_gow.house_best import difference

    table = _table(rules)
    assert rules.ranking is not None
    most = table.totals(table.best())
    found = [(name, difference(table, pai_gow_ways.picks(table, rules.ranking, shipped(name)))) for name in SHIPPED]
    if json:
        payload = [{"name": name, "hands": exact(d.hands), "points": exact(100 * d.cost)} for name, d in found]
        out.as_json({"game": GAME, "deals": most.deals, "best": _to_json(most, most), "differences": payload})
        return
    wins, pushes, losses = _counts(most)
    out.say(f"Every hand set as is best for the house: house edge {_percent(most.house_edge)}")
    out.say(f"  player wins  {wins:>25}\n  pushes       {pushes:>25}\n  player loses {losses:>25}")
    out.say(f"  deals        {most.deals:>25,}")
    rows = [(name, _percent(d.hands), _points(d.cost)) for name, d in found]
    out.table(("house way", "hands set worse", "which costs"), rows)


def _best_of_hand(rules: Rules, text: str, *, json: bool) -> None:
    """Every legal setting of seven cards."""
    from croupier.cli import show as out
    from croupier.kit.cards import cards as read
    from croupier.odds.pai_gow.house_hand import ways_of

    assert rules.ranking is not None
    try:
        hand = read(text)
        if len(hand) != 7:
            raise IllegalAction(f"{len(hand)} cards given where a hand has 7")
        rules.game.deck.check([("", hand)])
    except CroupierError as error:
        raise error.within("--cards") from None
    with out.waiting("counting the player's hands"):
        found = ways_of(rules.ranking, hand)
    if json:
        out.as_json({"game": GAME, "cards": list(map(str, hand)), "settings": [_setting(way) for way in found]})
        return
    rows = [(way.setting, *_shares(way.totals), _percent(way.totals.house_edge)) for way in found]
    out.table(("high | low", "player wins", "pushes", "player loses", "house edge"), rows)


def _best_rules(rules: Rules, output: Path | None, *, json: bool) -> None:
    """A short list, with its exact cost."""
    from croupier.cli import show as out
    from croupier.games.pa.house_way import HANDS, declare
    from croupier.odds.pai_gow.house_best import as_toml, search

    table = _table(rules)
    assert rules.ranking is not None
    with out.waiting("seeking rules"):
        found = search(table, rules.ranking, HANDS)
    most, totals = table.totals(table.best()), _totals(rules, table, declare("found", [r.to_json() for r in found]))
    cost = _points(most.house_edge - totals.house_edge)
    summary = (
        f"{len(found)} rules: house edge {_percent(totals.house_edge)}, {cost} below the best setting of every hand"
    )
    if output is not None:
        _write(output, _submission(found, summary))
        print(f"{output}: {summary}; check it with: croupier submission check {output}")
    elif json:
        out.as_json({"game": GAME, "rules": [r.to_json() for r in found], **_to_json(totals, most)})
    else:
        print(f"# {summary}\n\n{as_toml([r.to_json() for r in found])}", end="")


def _submission(found: tuple[Rule, ...], summary: str) -> str:
    """A new Rules Submission whose house way is the list."""
    from croupier.game.template import new_submission
    from croupier.games import open_game
    from croupier.odds.pai_gow.house_best import as_toml

    text = re.sub(r"^house-way = .*$", "# (the list at the end)", new_submission(open_game(GAME)), flags=re.MULTILINE)
    return f"{text}\n# The house way, found by croupier house-way best --rules.\n# {summary}\n\n" + as_toml(
        [rule.to_json() for rule in found]
    )


def _write(output: Path, text: str) -> None:
    try:
        with output.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise BadText("exists already and is left as it is", field=str(output)) from None
    except OSError as error:
        raise BadText(f"cannot be written: {error.strerror}", field=str(output)) from None


# Reading and counting --------------------------------------------------------------------------------------------


def _way(payload: str) -> HouseWay:
    """A shipped house way by name, or the list in a file."""
    from croupier.cli.options import read_submission
    from croupier.games.pa import house_way

    if payload in house_way.SHIPPED:
        return house_way.shipped(payload)
    if payload != "-" and not Path(payload).exists():
        raise SubmissionError(f"{payload!r} is neither one of {', '.join(house_way.SHIPPED)} nor a file", field="WAY")
    read = read_submission(payload)
    key = next((key for key in ("rule", "house-way") if key in read), None)
    if key is None:
        raise SubmissionError("has no [[rule]] or [[house-way]] tables", field=payload)
    try:
        if isinstance(read[key], str):
            return house_way.read(read[key])
        return house_way.declare(payload, read[key])
    except SubmissionError as error:
        raise error.within(key).within(payload) from None


def _rules(as_of: date | None) -> Rules:
    from croupier.cli.options import game_from

    return game_from(GAME, None, as_of).rules({})


def _table(rules: Rules) -> SettingTable:
    from croupier.cli import show as out
    from croupier.odds.study.facts import setting_table

    with out.waiting("finding every setting of every hand"):
        return setting_table(rules)


def _totals(rules: Rules, table: SettingTable, way: HouseWay) -> Totals:
    from croupier.odds.pai_gow import ways as pai_gow_ways

    assert rules.ranking is not None
    return table.totals(pai_gow_ways.picks(table, rules.ranking, way))


# Telling -----------------------------------------------------------------------------------------------------------


def _counts(totals: Totals) -> tuple[str, str, str]:
    return f"{totals.wins:,}", f"{totals.pushes:,}", f"{totals.losses:,}"


def _shares(totals: Totals) -> tuple[str, ...]:
    return tuple(_percent(count / totals.deals) for count in (totals.wins, totals.pushes, totals.losses))


def _percent(share: Fraction | float) -> str:
    return f"{float(share):.4%}"


def _points(share: Fraction) -> str:
    return f"{100 * float(share):.4f} points"


def _to_json(totals: Totals, most: Totals) -> dict[str, Any]:
    from croupier.odds.figures.analysis import exact

    return {
        "wins": totals.wins,
        "pushes": totals.pushes,
        "losses": totals.losses,
        "house-edge": exact(totals.house_edge),
        "points-below-best": exact(100 * (most.house_edge - totals.house_edge)),
    }


def _setting(way: Way) -> dict[str, Any]:
    from croupier.odds.figures.analysis import exact

    return {
        "high": list(map(str, way.setting.high)),
        "low": list(map(str, way.setting.low)),
        "wins": way.totals.wins,
        "pushes": way.totals.pushes,
        "losses": way.totals.losses,
        "house-edge": exact(way.totals.house_edge),
    }
