"""Study a table: facts found or counted, the best play worked out, every wager priced.

The engines receive `Rules` and never import a game; `Game.study` says which engine fits, `Wager.looks` which cards
decide a side wager.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import hypot
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from croupier.errors import IllegalAction, Impure
from croupier.game import describe, settle_wager
from croupier.kit.money import dollars
from croupier.odds import (
    cover,
    cover_folded,
    envy,
    forfeits,
    joint,
    ladder,
    pai_gow_ways,
    points,
    purity,
    sides,
    store,
    stud,
)
from croupier.odds.against import Against
from croupier.odds.analysis import Forfeited, Main, Players, Row, Sample, Side
from croupier.odds.certified import certified
from croupier.odds.facts import ladder_facts, points_plan, setting_table, stud_facts
from croupier.odds.figures import published
from croupier.odds.meters import meter_of
from croupier.odds.purity_two_hands import check_two_hands
from croupier.odds.rows import check_rows
from croupier.odds.streets import StreetFacts
from croupier.odds.weighted import ANTE, Spread, lines_of, spread, staked, studied_ante

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Game, Line, Rules, Wager
    from croupier.odds.forfeits import Folding
    from croupier.odds.pai_gow import Totals
    from croupier.odds.weighted import Weighted

    Showdowns = list[tuple[int, Any]]


def main_wagers(game: Game) -> list[str]:
    """The wagers of the main game: those required and those made by decisions."""
    return [w.id for w in game.wagers if w.placed in {"required", "by-decision"}]


@dataclass(frozen=True, slots=True)
class Study:
    """A table's main game, solved: its deals as weighted rounds under optimal play, or for two hands set against the
    dealer's their totals."""

    rules: Rules
    rounds: list[Weighted]
    facts: Against | StreetFacts | None
    plan: stud.StudPlan | ladder.LadderPlan | Mapping[int, Mapping[str, int]]
    totals: Totals | None = None
    ante: int = ANTE


def solve(rules: Rules) -> Study:
    """Find the best play of the main game. A table's limits say nothing of its mathematics and are set aside."""
    ante = studied_ante(rules)
    rules = replace(rules, limits=MappingProxyType({}))
    for wager in rules.offered():
        if wager.placed in {"required", "by-decision"}:
            check_rows(rules, wager)
    kind = rules.game.study
    if kind == "stud":
        facts = stud_facts(rules)
        plan = stud.plan(rules, facts)
        return Study(rules, stud.rounds(rules, facts, plan.plays, {}), facts, plan)
    if kind == "streets":
        steps = ladder_facts(rules)
        climb = ladder.plan(rules, steps, ante=ante)
        return Study(rules, ladder.rounds(rules, steps, climb.best, ante=ante), steps, climb, ante=ante)
    if kind == "points":
        worth = points_plan(rules)
        strategy = {rank: points.best(values) for rank, values in worth.items()}
        return Study(rules, points.rounds(rules, strategy, {}), None, worth)
    check_two_hands(rules)
    totals = certified(rules)
    if totals is None:
        assert rules.ranking is not None
        made = setting_table(rules)
        totals = made.totals(pai_gow_ways.picks(made, rules.ranking, rules.chosen["house-way"]))
    return Study(rules, [], None, {}, totals)


def main_of(study: Study, settled: list[tuple[int, dict[str, Line]]] | None = None) -> Main:
    """The figures of the main game; `settled` are its rounds where somebody has settled them already."""
    if study.totals is not None:
        return _main_of_totals(study.rules, study.totals)
    settled = lines_of(study.rules, study.rounds) if settled is None else settled
    wagers = main_wagers(study.rules.game)
    net = spread(settled, wagers, study.ante)
    outcomes: dict[str, int] = dict.fromkeys(("win", "push", "lose", "fold"), 0)
    for count, lines in settled:
        total = sum(lines[name].net for name in wagers if name in lines)
        folded = any(lines[name].result == "forfeit" for name in wagers if name in lines)
        outcomes["fold" if folded else "win" if total > 0 else "push" if total == 0 else "lose"] += count
    chances = {name: Fraction(count, net.total) for name, count in outcomes.items()}
    return Main(study.rules.game.ante, net, staked(settled, wagers, study.ante), chances)


def _main_of_totals(rules: Rules, totals: Totals) -> Main:
    """The main game from its wins, pushes and losses, each paid as the chapter's cases pay it."""
    wager = next(w for w in rules.game.wagers if w.id == rules.game.ante)
    nets: dict[str, Fraction] = {}
    for showdown in wager.classes(rules):
        line, _ = settle_wager(rules, wager, ANTE, showdown, None)
        nets.setdefault(line.result, Fraction(line.net, ANTE))
    counts = {nets["win"]: totals.wins, nets["push"]: totals.pushes, nets["lose"]: totals.losses}
    chances = {"win": totals.wins, "push": totals.pushes, "lose": totals.losses}
    outcomes = {name: Fraction(count, totals.deals) for name, count in chances.items()}
    return Main(wager.id, Spread(counts), Fraction(1), outcomes)


@dataclass(frozen=True, slots=True)
class Seen:
    """Every showdown a side wager can meet, and how often; with `folding` where a fold can take it. `beside_a_win` is
    how often another hand is in each row of the Envy column while the own one wins, where only that is paid for."""

    showdowns: Showdowns
    folding: Folding | None = None
    beside_a_win: Mapping[str, Fraction] | None = None


def side_of(study: Study, rules: Rules, wager: Wager[Any]) -> Side:
    """A side wager under `rules`, which offer it; `study` is the main game, for wagers that look at the whole round or
    that a fold can take."""
    return side_from(study, rules, wager, showdowns_of(study, rules, wager))


def main_alone(rules: Rules, wager: Wager[Any], seen: Seen) -> Side:
    """A side wager from the showdowns it meets with the main game played as if alone, and nothing else of it."""
    rules = replace(rules, limits=MappingProxyType({}))
    table = rules.tables[wager.id]
    stake = table.progression.wagers[0] if table.progression else ANTE
    meter = table.progression.seeds[0] if table.progression else None
    lines = [(count, settle_wager(rules, wager, stake, each, meter)[0]) for count, each in seen.showdowns]
    return replace(_side(rules, wager, lines), envied=envy.envied(rules, wager, seen.showdowns, seen.beside_a_win))


def side_from(study: Study, rules: Rules, wager: Wager[Any], seen: Seen) -> Side:
    """A side wager from the showdowns it meets, which are the same whatever its rows pay."""
    rules = replace(rules, limits=MappingProxyType({}))
    table, side = rules.tables[wager.id], main_alone(rules, wager, seen)
    envied = side.envied
    if wager.looks != "best" and forfeits.forfeits(rules, wager):
        both, kept = joint.joint(study, rules, wager, seen.folding), joint.if_kept(study, rules, wager, seen.folding)
        side = replace(side, forfeited=Forfeited(both.side, both.main, kept))
        envied = envied and envy.beside_a_fold(study, rules, wager, envied)
    if table.progression:
        side = replace(side, meter={**side.meter, "envy-per-player": envied.by[1] if envied else Fraction(0)})
    return replace(side, envied=envied)


def table_of(rules: Rules, wager: Wager[Any], rounds: int = cover.ROUNDS) -> Players:
    """A wager on the highest hand at the table, for each number of players: exact for one, in part sampled for more.
    What a fold takes is lost where the main game is played as if it stood alone."""
    check_rows(rules, wager)
    facts = stud_facts(rules)
    purity.check_table(rules, wager, facts)
    by, highest = {}, cover.highest(rules, facts, rounds)
    lost = dict.fromkeys(range(1, rules.game.seats + 1))
    if forfeits.forfeits(rules, wager):
        plays = stud.plan(rules, facts).plays
        lost = {one.players: one for one in cover_folded.given_up(rules, facts, plays, highest)}
    for found in highest:
        lines = {}
        for category in range(1, facts.dealer.shape[1] + 1):
            showdown = wager.see(rules, cover.example(facts, wager.id, found.players, category), 1)
            lines[category] = settle_wager(rules, wager, ANTE, showdown, None)[0]
        least = min(found.counts)
        assert len({lines[category].net for category in range(1, least + 1)}) == 1  # none below is told apart
        nets = {category: Fraction(lines[category].net, ANTE) for category in found.counts}
        error, gone = found.standard_error(nets), lost[found.players]
        if gone is None:
            side = _side(rules, wager, [(count, lines[category]) for category, count in found.counts.items()])
        else:
            kept = [(count - gone.counts[category], lines[category]) for category, count in found.counts.items()]
            out = forfeits.given_up(rules, cover.example(facts, wager.id, found.players, least))
            line = settle_wager(rules, wager, ANTE, wager.see(rules, out, 1), None)[0]
            side = replace(_side(rules, wager, [*kept, (sum(gone.counts.values()), line)]), alone=True)
            error = hypot(error, gone.standard_error(nets))
        if not found.exact:
            side = replace(side, sample=Sample(found.drawn.rounds, error))
        by[found.players] = side
    return Players(by)


def _side(rules: Rules, wager: Wager[Any], lines: list[tuple[int, Line]]) -> Side:
    stake = lines[0][1].stake
    net = spread([(count, {wager.id: line}) for count, line in lines], [wager.id], stake)
    rows: dict[tuple[str, Fraction], int] = {}
    for count, line in lines:
        title = (line.row or line.result, Fraction(line.net, stake))
        rows[title] = rows.get(title, 0) + count
    table = rules.tables[wager.id]
    order = sorted(rows, key=lambda title: -title[1])
    return Side(
        net,
        tuple(Row(label, rows[label, each], each) for label, each in order),
        published(rules.game.id, wager.id, table.id),
        meter_of(rules, wager, lines) if table.progression else {},
    )


def showdowns_of(study: Study, rules: Rules, wager: Wager[Any]) -> Seen:
    """Every showdown a side wager can meet, and how often, with the main game played as if it stood alone."""
    rules = replace(rules, limits=MappingProxyType({}))
    check_rows(rules, wager)
    table = rules.tables[wager.id]
    if wager.looks == "round":
        stake = table.progression.wagers[0] if table.progression else ANTE
        told = _with(study, rules, {wager.id: dollars(stake)})
        deals: sides.Deals = [(weighted.count, describe(rules, weighted.told)) for weighted in told]
        if isinstance(study.facts, Against):
            purity.check_stud(rules, study.facts, [wager])
        else:
            purity.check_points(rules, [wager])
    elif wager.looks == "final":
        assert isinstance(study.facts, StreetFacts)
        deals = _final(study.facts, rules, wager)
    elif wager.looks in sides.COUNTED:
        deals = _counted(rules, wager)
        purity.check_deals(rules, wager, deals)
    else:
        raise IllegalAction(f"the {wager.name} is not among the wagers studied exactly", field="wager", cite=wager.cite)
    if wager.looks not in {"round", "best"} and forfeits.forfeits(rules, wager):
        folding = forfeits.folding(study, rules, wager, deals)
        beside = envy.beside_a_win(study, rules, wager) if wager.envy and wager.envy.owed == "winners" else None
        return Seen(forfeits.showdowns(study, folding), folding, beside)
    return Seen(sides.showdowns(rules, wager, deals))


def _final(facts: StreetFacts, rules: Rules, wager: Wager[Any]) -> sides.Deals:
    """The deals of a wager on hand and community cards: by the groups of the main game, or, where it tells hands of a
    group apart, by what they are worth."""
    deals = sides.of_final(wager, facts)
    try:
        purity.check_deals(rules, wager, deals)
    except Impure:
        deals = sides.of_final_by_worth(rules, wager, facts)
        purity.check_deals(rules, wager, deals)
    return deals


def _counted(rules: Rules, wager: Wager[Any]) -> sides.Deals:
    """The deals a side wager looks at: the same on every paytable, so listed once for the cards, rankings and readings
    that they come from."""
    game = rules.game
    content = (game.deck.cards, game.deck.copies, game.hand_size, rules.ranking, *sorted(rules.readings.items()))
    key = (store.place(), *content, wager.id, wager.looks, wager.rankings, wager.replaces)
    if key not in _LISTED:
        with store.noted() as used:
            found = sides.COUNTED[wager.looks](rules, wager)
        if len(_LISTED) >= REMEMBERED:
            _LISTED.pop(next(iter(_LISTED)), None)
        _LISTED[key] = (found, tuple(used))
    deals, names = _LISTED[key]
    store.note(*names)
    return deals


REMEMBERED = 64
"""Lists of deals kept in memory."""
_LISTED: dict[object, tuple[sides.Deals, tuple[str, ...]]] = {}


def _with(study: Study, rules: Rules, extra: Mapping[str, str]) -> list[Weighted]:
    """The main game's rounds with another wager on the layout."""
    if isinstance(study.plan, stud.StudPlan):
        assert isinstance(study.facts, Against)
        return stud.rounds(rules, study.facts, study.plan.plays, extra)
    assert not isinstance(study.plan, ladder.LadderPlan)
    strategy = {rank: points.best(values) for rank, values in study.plan.items()}
    return points.rounds(rules, strategy, extra)
