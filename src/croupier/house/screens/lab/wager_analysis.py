"""What the lab shows of a wager: figures, and its outcome table with the pays to type in."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from croupier.house.cloth.payloads import Fact, Said
from croupier.house.screens.lab import figure_context, payloads
from croupier.house.screens.lab.numbers import (
    chance,
    decimal,
    fraction,
    listed,
    once_in,
    percent,
    plain,
    points,
    units,
    upper,
)
from croupier.house.screens.lab.outcome_table import NOUNS, RESULTS, deals_per_hand, outcome_table, same_pays
from croupier.house.screens.lab.query import subject, together, unit_word
from croupier.kit.large_numbers import readable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.house.screens.lab.lab import Lab, LabResult
    from croupier.house.screens.lab.query import LabQuery, Subject


def bench(lab: Lab, query: LabQuery) -> payloads.Bench:
    """Everything about one wager but its readings, which take longer."""
    about, found = subject(query), lab.found(query)
    before = lab.found(query, printed=True)
    stands = lab.keep(
        ("published", msgspec.structs.replace(query, pays=())), lambda: figure_context.published(lab, about)
    )
    return payloads.Bench(
        title=title(about),
        paytable=query.table,
        figures=_figures(about, found, before),
        said=f"House edge {percent(found.edge)}",
        edge=fraction(found.edge),
        what_if=_what_if(about),
        published=stands,
        meter=_meter(found),
        plays=_plays(found),
        envy=_envy(found),
        outcomes=_outcomes(found) if about.wager is None else UNSET,
        pays=outcome_table(about, found) if about.wager is not None else UNSET,
        results=_results(found) if about.is_main else UNSET,
        decisions=_decisions(found) if about.is_main else UNSET,
    )


def title(about: Subject) -> str:
    """The wager's name, with those that are paid from the same table."""
    if about.wager is None:
        return "Main game"
    return names(about, together(about.printed, about.wager))


def names(about: Subject, ids: list[str]) -> str:
    """Several wagers as one: ``Ante and Raise Wagers``."""
    found = [w.name for w in about.printed.offered() if w.id in ids]
    if len(found) == 1:
        return upper(found[0])
    bare = [name.rsplit(" ", 1)[0] for name in found]
    bare = [name.partition(" ")[2] if name[0].islower() else name for name in bare]  # first, second, third Raise
    return upper(f"{listed(list(dict.fromkeys(bare)))} Wagers")


def _figures(about: Subject, found: LabResult, before: LabResult) -> list[payloads.Figure]:
    net, query = found.worth.net, about.asked
    paid = about.wager or about.game.wager(about.game.ante)
    several = paid is not None and len(paid.tables) > 1
    named = "it" if not several else query.table if len(query.table) > 2 else f"paytable {query.table}"
    moved, ante = found.edge - before.edge, unit_word(about.game)
    note = f"as the law prints {named}"
    if about.typed:
        note = f"{points(moved)} points against {named if several else 'the table'} as printed"
    if getattr(found.worth, "meter", None):
        note = f"at the seed, {note}"
    noted = f"of one {ante}; {note}" if about.is_main else note
    made = [_figure("House edge", percent(found.edge), noted, exactly=fraction(found.edge))]
    if about.is_main:
        worth: Any = found.worth
        made += [
            _figure(
                "Element of risk",
                percent(worth.element_of_risk),
                "of all that is wagered",
                exactly=fraction(worth.element_of_risk),
            ),
            _figure("Return", percent(1 - worth.element_of_risk), "of all that is wagered"),
            _figure(
                "Average wager", decimal(worth.average_wager), f"{ante}s a round", exactly=fraction(worth.average_wager)
            ),
        ]
    else:
        made.append(
            _figure("Return", percent(1 - found.edge), "of each unit wagered", exactly=fraction(1 - found.edge))
        )
    hits = net.chance(above=0)
    made.append(_figure("Wins", percent(hits), once_in(hits), exactly=fraction(hits)))
    per = f"per {ante}" if about.is_main else "per unit wagered"
    root, variance = decimal(float(net.variance) ** 0.5), decimal(net.variance)
    made.append(_figure("Standard deviation", root, f"{per}; variance {variance}", exactly=fraction(net.variance)))
    how, counted = _method(about, found)
    made.append(_figure("Method", how, f"{counted}; {_play(found)}"))
    return made


def _play(found: LabResult) -> str:
    """Which play the figures assume."""
    from croupier.odds.figures.assumed import WORDS  # noqa: PLC0415 - numpy comes with it

    return WORDS[getattr(found.worth, "strategy", "main-alone")]


def _figure(words: str, value: str, note: str, exactly: str = "") -> payloads.Figure:
    return payloads.Figure(words=words, value=value, note=note, exactly=exactly)


def _method(about: Subject, found: LabResult) -> tuple[str, str]:
    sample = getattr(found.worth, "sample", None)
    if sample is not None:
        error = percent(sample.standard_error, 4)
        return "part sampled", f"standard error {error}, {sample.rounds:,} rounds"
    total, noun = found.worth.net.total, "deals"
    divisor = deals_per_hand(about, found)
    if about.wager is not None and not getattr(found.worth, "forfeited", None):
        noun = NOUNS.get(about.wager.looks, "deals")
    return "exact", f"all {readable(total // divisor)} {'hands' if divisor > 1 else noun}"


def _outcomes(found: LabResult) -> list[payloads.MainOutcome]:
    """The main game by what a round comes to and what was wagered in it."""
    from croupier.odds.par.priced import main_priced  # noqa: PLC0415 - numpy comes with it

    assert found.study is not None
    outcomes = main_priced(found.study).outcomes
    widest = max((abs(o.contribution) for o in outcomes), default=Fraction(1)) or Fraction(1)
    return [
        payloads.MainOutcome(
            label=RESULTS[o.label],
            net=units(o.net),
            wagered=units(o.staked).lstrip("+"),
            count=f"{o.count:,}",
            chance=chance(o.chance),
            share=decimal(o.contribution, 4, signed=True),
            bar=round(max(0.0, float(o.contribution / widest)), 4),
        )
        for o in outcomes
    ]


def _results(found: LabResult) -> list[payloads.WordsChance]:
    worth: Any = found.worth
    words = {"win": "Wins", "push": "Pushes", "lose": "Loses", "fold": "Folds"}
    return [
        payloads.WordsChance(words=words[name], chance=percent(share))
        for name, share in worth.outcomes.items()
        if share
    ]


def _decisions(found: LabResult) -> list[payloads.WordsChance]:
    """What the best play decides, and how often."""
    assert found.study is not None
    counts = found.study.ways()
    total = sum(counts.values())
    return [
        payloads.WordsChance(words=upper(", then ".join(map(plain, way))), chance=percent(Fraction(count, total)))
        for way, count in counts.most_common()
    ]


def _meter(found: LabResult) -> list[Fact]:
    """A progressive: what its meter adds."""
    worth: Mapping[str, Fraction] = getattr(found.worth, "meter", {})
    words = {
        "fixed": "Fixed pays alone",
        "at-seed": "At the seed",
        "long-run": "In the long run",
        "long-run-paid": "Of that paid to players, without the reserve",
    }
    made = [Fact(words=words[key], value=percent(value)) for key, value in worth.items() if key in words and value]
    if "break-even-meter" in worth:
        made.append(Fact(words="Breaks even when the meter shows", value=f"${float(worth['break-even-meter']):,.2f}"))
    return made


def _plays(found: LabResult) -> list[Fact]:
    """A wager that a fold can take, under each play."""
    from croupier.odds.figures.assumed import plays  # noqa: PLC0415 - numpy comes with it

    forfeited = getattr(found.worth, "forfeited", None)
    return [Fact(words=words, value=percent(share)) for words, share in plays(-found.edge, forfeited)]


def _envy(found: LabResult) -> payloads.EnvyAdds:
    """What other players' hands add, and to which stake."""
    from croupier.odds.figures.assumed import envy_note, others  # noqa: PLC0415 - as above

    envied = getattr(found.worth, "envied", None)
    rows = [Fact(words=words, value=percent(share)) for words, share in others(envied)]
    return payloads.EnvyAdds(rows=rows, note=envy_note(envied) if rows and envied is not None else "")


def _what_if(about: Subject) -> Said | None:
    if not about.typed or about.wager is None:
        return None
    table = about.printed.tables[about.wager.id]
    ids = [each.id for each in about.wager.tables]
    same = next((each.id for each in about.wager.tables if same_pays(each, about.rules.tables[about.wager.id])), None)
    if same is not None:
        return Said(words=f"These are the pays of {same}, which the chapter offers.", cite=str(table.cite))
    offered = f"the tables {listed(ids)}" if len(ids) > 1 else "one table"
    return Said(words=f"A what-if: the chapter offers {offered} and no other.", cite=str(table.cite))
