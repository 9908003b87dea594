"""Study a table: facts found or counted, the best play worked out, every wager priced.

The engines receive `Rules` and never import a game; `Game.study` says which engine fits, `Wager.looks` which cards
decide a side wager.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from croupier.errors import IllegalAction
from croupier.game import settle_wager
from croupier.odds.facts import store
from croupier.odds.figures.analysis import Main, Players, Row, Sample, Side
from croupier.odds.figures.meters import meter_of
from croupier.odds.figures.published import published
from croupier.odds.figures.rows import check_rows
from croupier.odds.pai_gow import ways as pai_gow_ways
from croupier.odds.pai_gow.certified import certified
from croupier.odds.purity import checks as purity
from croupier.odds.purity.two_hands import check_two_hands
from croupier.odds.rounds.weighted import ANTE, Spread, spread, staked, studied_ante
from croupier.odds.sides import cover, cover_folded, envy, forfeits, joint
from croupier.odds.sides import deals as sides
from croupier.odds.solver.pays import stakes_at
from croupier.odds.solver.plan import stays
from croupier.odds.solver.solve import showdowns as declared_showdowns
from croupier.odds.solver.solve import solve as declared
from croupier.odds.study.facts import setting_table, stud_facts

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from croupier.game import Game, Line, Rules, Wager
    from croupier.odds.facts.against import Against
    from croupier.odds.pai_gow.settings import Totals
    from croupier.odds.sides.forfeits import Folding
    from croupier.odds.solver.solve import Solved

    Showdowns = list[tuple[int, Any]]


def main_wagers(game: Game) -> list[str]:
    """The wagers of the main game: those required, those made by decisions, and the second lines of these."""
    main = {w.id for w in game.wagers if w.placed in {"required", "by-decision"}}
    return [w.id for w in game.wagers if w.id in main or w.of in main]


DECLARED = frozenset({"declared", "points"})
"""How games are studied whose side wagers, too, are priced from what they declare alone."""


@dataclass(frozen=True, slots=True)
class Study:
    """A table's main game, solved under optimal play, or for two hands set against the dealer's its totals."""

    rules: Rules
    solved: Solved | None
    totals: Totals | None = None
    ante: int = ANTE

    def settled(self) -> list[tuple[int, dict[str, Line]]]:
        """Every outcome with its count and the lines it is settled by."""
        return self.solved.lines() if self.solved else []

    @property
    def unseen_hands(self) -> int:
        """How many hands the other side can hold against any one of the player's; 1 where there is none unseen."""
        return self.solved.pays.counted.unseen if self.solved else 1

    def ways(self) -> Counter[tuple[str, ...]]:
        """What is decided, and in how many deals."""
        counts: Counter[tuple[str, ...]] = Counter()
        for (path, _), count in self.solved.outcomes.items() if self.solved else ():
            counts[path] += count
        return counts


def solve(rules: Rules) -> Study:
    """Find the best play of the main game. A table's limits say nothing of its mathematics and are set aside."""
    ante = studied_ante(rules)
    rules = replace(rules, limits=MappingProxyType({}))
    if rules.game.study != "two-hands":
        return Study(rules, declared(rules, stakes=stakes_at(rules, ante)), ante=ante)
    for wager in rules.offered():
        if wager.placed in {"required", "by-decision"}:
            check_rows(rules, wager)
    check_two_hands(rules)
    totals = certified(rules)
    if totals is None:
        assert rules.ranking is not None
        made = setting_table(rules)
        totals = made.totals(pai_gow_ways.picks(made, rules.ranking, rules.chosen["house-way"]))
    return Study(rules, None, totals)


def main_of(study: Study, settled: list[tuple[int, dict[str, Line]]] | None = None) -> Main:
    """The figures of the main game; `settled` are its rounds where somebody has settled them already."""
    if study.totals is not None:
        return _main_of_totals(study.rules, study.totals)
    if settled is None:
        settled = study.settled()
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
        side = replace(side, forfeited=joint.forfeited(study, rules, wager, seen.folding))
        envied = envied and envy.beside_a_fold(study, rules, wager, envied)
    if table.progression:
        side = replace(side, meter={**side.meter, "envy-per-player": envied.by[1] if envied else Fraction(0)})
    return replace(side, envied=envied)


def table_of(rules: Rules, wager: Wager[Any], rounds: int = cover_folded.ROUNDS) -> Players:
    """A wager on the highest hand at the table, for each number of players. What a fold takes is lost where the main
    game is played as if it stood alone, which is in part sampled for two players or more."""
    check_rows(rules, wager)
    facts = stud_facts(rules)
    purity.check_table(rules, wager, facts)
    lines = {players: _lines(rules, wager, facts, players) for players in range(1, rules.game.seats + 1)}
    least = min(c for each in lines.values() for c, line in each.items() if line.net != each[1].net)
    found = cover.highest(rules, facts, least)
    if forfeits.forfeits(rules, wager):
        plays = plays_of(rules, facts.hands)
        gone = cover_folded.given_up(rules, facts, plays, found, rounds)
        return Players({one.players: _unless_given_up(rules, wager, facts, one, lines[one.players]) for one in gone})
    return Players(
        {
            one.players: _side(rules, wager, [(count, lines[one.players][c]) for c, count in one.counts.items()])
            for one in found
        }
    )


def _lines(rules: Rules, wager: Wager[Any], facts: Against, players: int) -> dict[int, Line]:
    """How the wager is settled among so many players, by the category of the highest hand."""
    categories = range(1, facts.dealer.shape[1] + 1)
    seen = {c: wager.see(rules, cover.example(facts, wager.id, players, c), 1) for c in categories}
    return {c: settle_wager(rules, wager, ANTE, showdown, None)[0] for c, showdown in seen.items()}


def _unless_given_up(
    rules: Rules, wager: Wager[Any], facts: Against, found: cover_folded.GivenUp, lines: Mapping[int, Line]
) -> Side:
    """The wager where the own fold takes it."""
    out = forfeits.given_up(rules, cover.example(facts, wager.id, found.players, min(found.kept)))
    line = settle_wager(rules, wager, ANTE, wager.see(rules, out, 1), None)[0]
    kept = [(count, lines[c]) for c, count in found.kept.items()]
    side = replace(_side(rules, wager, [*kept, (found.lost, line)]), alone=True)
    if found.players < 2:
        return side
    error = found.standard_error({c: Fraction(lines[c].net, ANTE) for c in found.kept})
    return replace(side, sample=Sample(found.rounds, error))


def plays_of(rules: Rules, hands: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which of these hands the main game does not give up, played as if it stood alone."""
    solved = declared(rules)
    return stays(rules, solved.plan)[solved.pays.counted.places(0, hands)]


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
    if rules.game.study in DECLARED:
        return Seen(declared_showdowns(rules, wager, whole=rules.game.study == "points"))
    if wager.looks == "round" or (wager.looks == "final" and wager.sees is not None):
        seen, whole = declared_showdowns(rules, wager, solved=study.solved), study.solved.deals if study.solved else 1
        scale = max(1, whole // sum(count for count, _ in seen))  # of its own cards: each stands for so many deals
        return Seen([(count * scale, showdown) for count, showdown in seen])
    if wager.looks not in sides.COUNTED:
        raise IllegalAction(f"the {wager.name} is not among the wagers studied exactly", field="wager", cite=wager.cite)
    deals = _counted(rules, wager)
    purity.check_deals(rules, wager, deals)
    if wager.looks != "best" and forfeits.forfeits(rules, wager):
        folding = forfeits.folding(study, rules, wager, deals)
        beside = envy.beside_a_win(study, rules, wager) if wager.envy and wager.envy.owed == "winners" else None
        return Seen(forfeits.showdowns(study, folding), folding, beside)
    return Seen(sides.showdowns(rules, wager, deals))


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
