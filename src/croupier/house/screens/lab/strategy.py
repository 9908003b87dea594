"""How the main game is played: what every decision is worth by hand, rules to remember, and advice for given cards."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from msgspec.structs import asdict

from croupier.errors import IllegalAction
from croupier.house.screens.lab import payloads
from croupier.house.screens.lab.numbers import decimal, fraction, percent, plain, upper
from croupier.house.screens.lab.query import main_key, subject, unit_word
from croupier.house.screens.practice.hand_classes import classes
from croupier.kit.cards import write

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from croupier.game import Rules
    from croupier.house.screens.lab.lab import Lab
    from croupier.house.screens.lab.query import LabQuery
    from croupier.kit.payload import Json
    from croupier.odds.strategy.tree import Tree
    from croupier.odds.study.study import Study


def strategy(lab: Lab, query: LabQuery) -> payloads.Strategy:
    """The plot, the rules and the form, under the pays asked if they are the main game's."""
    about = subject(query)
    rules = about.rules if about.is_main else about.printed
    needs, unit = form(rules), f"{unit_word(rules.game)}s"
    if rules.game.study == "two-hands":
        return payloads.Strategy(form=needs, unit=unit, house=_house_way(rules))
    try:
        best: payloads.BestPlay = lab.keep(("strategy", *main_key(rules)), lambda: _best(lab.study(rules)))
    except IllegalAction as none:  # no list of rules can say it: what is best is asked hand by hand
        why = payloads.HouseWayRules(words=f"{none}.", cite=str(none.cite or rules.game.streets[0].cite), rules=[])
        return payloads.Strategy(form=needs, unit=unit, house=why)
    return payloads.Strategy(form=needs, unit=unit, **asdict(best))


def _best(study: Study) -> payloads.BestPlay:
    """The best play by hand, and as rules to remember."""
    from croupier.odds.strategy.rules import rule_list  # noqa: PLC0415 - numpy comes with it
    from croupier.odds.strategy.tree import grown  # noqa: PLC0415 - as above

    tree = grown(study)
    found = rule_list(tree)
    ante = unit_word(study.rules.game)
    cost = f"These rules cost {percent(found.cost, 4)} of one {ante} against the best decisions"
    return payloads.BestPlay(
        plot=_plot(tree),
        rules=[
            payloads.ShortRule(
                street=upper(line.street), option=plain(line.option), condition=line.condition or "otherwise"
            )
            for line in found.lines
        ],
        cost=f"{cost if found.cost else 'These rules cost nothing against the best decisions'}; "
        f"house edge {percent(-found.mean)}.",
        exactly=fraction(found.cost),
    )


def _house_way(rules: Rules) -> payloads.HouseWayRules:
    from croupier.odds.par.strategy import house_rules  # noqa: PLC0415 - as above

    found = house_rules(rules)
    return payloads.HouseWayRules(
        words="The dealer\u2019s cards lie open, so nothing is left to chance when the player sets: the figures "
        f"are those of the best legal setting. The dealer sets by the house way {found.name}.",
        cite=str(found.player),
        rules=[payloads.HouseWayRule(hand=upper(r.hand), if_=r.conditions, front=r.front) for r in found.rules],
    )


# By hand -------------------------------------------------------------------------------------------------------


def _plot(tree: Tree) -> payloads.StrategyPlot:
    """What each decision that is ever best is worth by hand, on average; a fold is the line the others must clear."""
    import numpy as np  # noqa: PLC0415 - as above

    options, values = tree.options(()), tree.values[()]
    unit = tree.deals / int(tree.weights.sum()) * tree.ante
    best = np.argmax(values, axis=1)
    kept = [k for k, option in enumerate(options) if (best == k).any() or option.folds]
    rows, series = [], {k: [] for k in kept}  # type: ignore[var-annotated]
    for each in classes(tree.hands[0], tree.rules.ranking):
        mass = np.where(each.hands, tree.weights, 0).astype(float)
        if not mass.any():
            continue
        shares = {k: float(mass[best == k].sum() / mass.sum()) for k in kept}
        lead = max(kept, key=lambda k: shares[k])
        means = {k: float(mass @ values[:, k]) / float(mass.sum()) / unit for k in kept}
        for k in kept:
            series[k].append(round(means[k], 5))
        said = plain(options[lead].id)
        pure = shares[lead] > 1 - 1e-12
        rows.append(
            payloads.PlotClass(
                mark=each.mark,
                words=each.words,
                lead=options[lead].id,
                pure=pure,
                folds=options[lead].folds,
                values=[decimal(means[k], 3, signed=True) for k in kept],
                best=said if pure else f"{said}, {percent(shares[lead], 0)} of them",
            )
        )
    levels = [value for line in series.values() for value in line]
    low, high, ticks = axis(min(levels), max(levels), 5)
    return payloads.StrategyPlot(
        title=_or([plain(options[k].id) for k in kept]),
        street=upper(tree.rules.game.streets[0].name),
        classes=rows,
        low=low,
        high=high,
        ticks=[
            payloads.AxisTick(at=tick, words=decimal(tick, 0 if float(tick).is_integer() else 1, signed=tick != 0))
            for tick in ticks
        ],
        series=[
            payloads.PlotSeries(
                name=plain(options[k].id),
                id=options[k].id,
                folds=options[k].folds,
                points=series[k],
                end=decimal(series[k][-1], 2, signed=True),
            )
            for k in kept
        ],
        under="first card" if tree.hands[0].shape[1] == 1 else "player\u2019s hand, the other cards averaged",
    )


def _or(words: list[str]) -> str:
    return upper(f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0])


def axis(low: float, high: float, about: int) -> tuple[float, float, list[float]]:
    """Where an axis begins and ends, and its round numbers."""
    from math import ceil, floor, log10  # noqa: PLC0415 - with the rest

    span = max(high - low, 1e-9)
    power = 10.0 ** floor(log10(span / about))
    step = next(m * power for m in (1, 2, 5, 10) if m * power * about >= span)
    first, last = floor(low / step), ceil(high / step)
    return round(first * step, 10), round(last * step, 10), [round(k * step, 10) for k in range(first, last + 1)]


# What to do with these cards -----------------------------------------------------------------------------------


def ways_on(rules: Rules) -> list[tuple[str, ...]]:
    """Every way of deciding that leads to another decision."""
    found: list[tuple[str, ...]] = [()]
    for street in rules.game.streets[:-1]:
        on = [option.id for option in street.options if not (option.folds or option.done)]
        found += [(*way, option) for way in found if len(way) == rules.game.streets.index(street) for option in on]
    return found


def form(rules: Rules) -> payloads.StateForm:
    """What a state needs in this game."""
    from croupier.odds.strategy.advice import seen_before  # noqa: PLC0415 - as above

    game = rules.game
    places = {place.id for place in game.places}
    streets = game.streets
    cards, _, dealer = seen_before(rules, "")
    return payloads.StateForm(
        cards=cards,
        community="community" in places,
        dealer=dealer,
        ways=[
            payloads.ValueWords(
                value=" ".join(way),
                words=upper(f"{streets[len(way)].name}{', after ' + ', '.join(map(plain, way)) if way else ''}"),
            )
            for way in ways_on(rules)
        ],
    )


def advice(lab: Lab, query: LabQuery, data: Mapping[str, str]) -> payloads.Advice:
    """The exact value of every action open with these cards."""
    from croupier.odds.strategy.advice import lookup, read_state  # noqa: PLC0415 - as above

    about = subject(query)
    rules = about.rules if about.is_main else about.printed
    state = read_state(rules, _state(data))
    look = lab.keep(("lookup", query), lambda: lookup(rules))
    found = look(state)
    top = found.actions[found.best]
    return payloads.Advice(
        cards={place: write(getattr(state, place)).split() for place in ("cards", "community", "dealer")},
        best=upper(_said(found.best)),
        reason=found.reason,
        actions=[
            payloads.AdvisedAction(
                words=upper(_said(name)),
                value=decimal(value, 6, signed=True),
                exactly=fraction(value),
                best=name == found.best,
                costs="" if name == found.best else _costs(value - top),
            )
            for name, value in sorted(found.actions.items(), key=lambda pair: (pair[0] != found.best, -pair[1]))
        ],
    )


def _costs(less: Fraction) -> str:
    return decimal(less, 6, signed=True) if less else "the same"


def _said(action: str) -> str:
    """A decision in words; a setting is named by its low hand."""
    return f"low hand {action}" if " " in action else plain(action)


def _state(data: Mapping[str, str]) -> Json:
    state: Json = {
        place: " ".join(data[place].split())
        for place in ("cards", "community", "dealer")
        if data.get(place, "").strip()
    }
    if data.get("decisions", "").strip():
        state["decisions"] = data["decisions"].split()
    return state


def deal(query: LabQuery, decisions: str) -> payloads.DealtCards:
    """Cards by chance, as a player would see them when this decision is due."""
    from croupier.odds.strategy.advice import seen_before  # noqa: PLC0415 - as above

    rules = subject(query).printed
    cards, community, dealer = seen_before(rules, decisions)
    shoe = secrets.SystemRandom().sample(rules.game.deck.all(), cards + community + dealer)
    return payloads.DealtCards(
        cards=write(shoe[:cards]),
        community=write(shoe[cards : cards + community]),
        dealer=write(shoe[cards + community :]),
        decisions=decisions,
    )
