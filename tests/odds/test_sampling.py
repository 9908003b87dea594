"""Sampled rounds against every exact figure, and the promises sampling makes: repeatable, splittable, refusing."""

from __future__ import annotations

import json

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from croupier import IllegalAction, describe, open_game, settle
from croupier.cli.simulate import simulate
from croupier.games.ma.dj_wild import PLAIN
from croupier.kit.bulk import all_hands, compiled
from croupier.kit.cards import CARDS, write
from croupier.odds.sampling import campaign
from croupier.odds.sampling.deal import deal
from croupier.odds.sampling.fast import sampler
from croupier.odds.sampling.play import names
from croupier.odds.sides import deals as sides
from croupier.odds.strategy.advice import State, set_against
from croupier.odds.study.facts import stud_facts
from croupier.odds.study.study import main_of, side_of, solve

ROUNDS = 500_000
TABLES = [
    ("dj-wild", "pa-2021"),
    ("dj-wild", "ma"),
    ("cajun-stud", "pa-2019"),
    ("raise-it-up", "pa-2019"),
    ("over-under", "pa-2019-proposed"),
    ("face-up-pai-gow", "pa-2019-proposed"),
]
LINK = {
    "wager": "5",
    "seed": "10000",
    "rows": {"royal-flush": "100% of meter", "straight-flush": "10% of meter", "flush": "$20"},
}


def sides_of(game):
    return [w for w in game.wagers if w.placed in {"optional", "always-offered"}]


def offering(game, place, more=None):
    """Rules that offer every side wager, each on the paytable at this place (or its last)."""
    chosen = {w.key: w.tables[min(place, len(w.tables) - 1)].id for w in sides_of(game) if w.tables}
    return game.rules({**chosen, **(more or {})})


def off(estimate, exact, rounds):
    """How many standard errors the sample is off."""
    return abs(float(estimate.mean - exact.mean)) / (float(exact.variance) / rounds) ** 0.5


@pytest.fixture(scope="module")
def sampled():
    """One count for each game; its classes know no paytable."""
    found = {}
    for id_, edition in TABLES:
        game = open_game(id_, edition)
        fast = game.study != "two-hands"
        more = {"multi-game-link": LINK} if edition == "ma" else None
        table = sampler(offering(game, 0, more), strategy="optimal" if fast else "always-surrender")
        found[id_, edition] = (table, table.count(683, ROUNDS))
    return found


@pytest.fixture(scope="module")
def studies(sampled):
    return {key: None if key[0] == "face-up-pai-gow" else solve(table.rules) for key, (table, _) in sampled.items()}


@pytest.mark.parametrize("key", TABLES, ids="-".join)
def test_every_paytable_of_every_side_wager(sampled, studies, key):
    first, counts = sampled[key]
    game = first.rules.game
    for place in range(max(len(w.tables) for w in sides_of(game))):
        rules = offering(game, place, {"multi-game-link": LINK} if key[1] == "ma" else None)
        table = sampler(rules, strategy=names(rules)[1])
        for wager in sides_of(game):
            if place < len(wager.tables) and wager.looks != "table":
                exact = side_of(studies[key], rules, wager).net
                assert off(table.estimate(counts, wager.id), exact, ROUNDS) < 4, (wager.id, rules.tables[wager.id].id)


@pytest.mark.parametrize("key", TABLES[:-1], ids="-".join)
def test_main_games(sampled, studies, key):
    table, counts = sampled[key]
    assert off(table.estimate(counts, "main"), main_of(studies[key]).net, ROUNDS) < 4


@pytest.mark.parametrize(
    ("game", "submission", "readings", "wager"),
    [
        ("cajun-stud", {"ante": "B"}, {}, None),
        ("cajun-stud", {"ante": "C"}, {}, None),
        ("cajun-stud", {"board": "A"}, {"a-2-3": "not-a-straight"}, "board"),
        ("dj-wild", {"bad-beat": "DJWBB-01"}, {"bad-beat": "two-way"}, "bad-beat"),
    ],
)
def test_other_paytables_and_readings(game, submission, readings, wager):
    rules = open_game(game).rules(submission, readings)
    table, study = sampler(rules), solve(rules)
    side = rules.game.wager(wager or "")
    exact = (main_of(study) if side is None else side_of(study, rules, side)).net
    assert off(table.estimate(table.count(687, ROUNDS // 2), wager or "main"), exact, ROUNDS // 2) < 4


@pytest.mark.parametrize("key", TABLES[:-1], ids="-".join)
def test_several_seats_have_the_same_means(sampled, studies, key):
    rules = sampled[key][0].rules
    table = sampler(rules, seats=3)
    counts = table.count(1, 60_000)
    for estimate in table.estimates(counts):
        wager = rules.game.wager(estimate.wager)
        if wager is None or (wager.tables and wager.looks != "table"):
            exact = (main_of(studies[key]) if wager is None else side_of(studies[key], rules, wager)).net
            alone = (float(exact.variance) / 180_000) ** 0.5
            assert abs(float(estimate.mean - exact.mean)) < 4 * max(estimate.standard_error, alone), estimate.wager
    assert all(seen.sum() == 180_000 for seen in counts.counts.values())


def replaced_categories(table, counts, ranking):
    """How often each category lies there after replacement, and what it nets."""
    bulk, look = compiled(ranking), table.looks["replaced"]
    (wager,) = [wager for wager, told in table.plan.wagers.items() if told == "replaced"]
    seen: dict[int, float] = {}
    nets: dict[int, set[int]] = {}
    for which, count, met in counts.met("replaced"):
        number, seat = divmod(met, table.seats)
        dealt = deal(counts.seed, number, 1, table.deck, table.layout.width)
        category = int(bulk.categories()[bulk.rank(look._replaced(dealt, seat))][0])
        share = count / counts.counts["replaced"].sum()
        seen[category] = seen.get(category, 0) + float(share)
        nets.setdefault(category, set()).add(look.nets(which, dealt[0], seat)[wager])
    assert all(len(found) == 1 for found in nets.values())
    return seen


def test_wild_deuces_in_the_progressive():
    """The joker replaced, the five cards are any of 52: each category as often as among all hands, deuces wild."""
    rules = open_game("dj-wild").rules({"progressive": "1"}, {"progressive-deuces": "wild"})
    assert rules.ranking is not None
    table = sampler(rules, strategy="first")
    seen = replaced_categories(table, table.count(12, ROUNDS), rules.ranking)
    bulk = compiled(rules.ranking)
    every = np.bincount(bulk.categories()[bulk.rank(all_hands(52, 5))]) / 2_598_960
    for category, chance in enumerate(every.tolist()):
        assert abs(seen.get(category, 0) - chance) <= 4 * (chance / ROUNDS) ** 0.5 + 3 / ROUNDS


@pytest.mark.parametrize("seats", [1, 4])
def test_every_wild_card_replaced(seats):
    """The link of Massachusetts: seats draw in turn for each of their deuces and the joker."""
    table = sampler(open_game("dj-wild", "ma").rules({"multi-game-link": LINK}), seats=seats, strategy="first")
    counts = table.count(12, ROUNDS // seats)
    seen = replaced_categories(table, counts, PLAIN)
    every: dict[int, float] = {}
    for count, hand in sides.kinds():
        category = PLAIN.rank([CARDS[card] for card in hand]).category
        share = sides._share(4, sum(card < 4 for card in hand))
        every[category] = every.get(category, 0) + float(count * share / 2_869_685)
    assert sum(every.values()) == pytest.approx(1)
    for category, chance in every.items():
        assert abs(seen.get(category, 0) - chance) <= 4 * (chance / ROUNDS) ** 0.5 + 3 / ROUNDS


def test_seats_that_share_cards_hang_together():
    """Three seats with the Board wager are one wager three times: the error is that of one seat."""
    rules = open_game("cajun-stud").rules({"board": "A"})
    one, three = (sampler(rules, seats=seats, strategy="always-fold") for seats in (1, 3))
    errors = [table.estimate(table.count(1, 50_000), "board").standard_error for table in (one, three)]
    assert errors[1] == pytest.approx(errors[0], rel=0.1)


def test_cover_all_for_one_player_is_the_joint_count(sampled):
    """The higher of the player's and the dealer's category, from the facts of all pairs of hands."""
    table, counts = sampled["dj-wild", "ma"]
    facts = stud_facts(table.rules)
    count = facts.dealer.shape[1]
    exact = np.zeros(count + 1)
    for own, weight, dealer in zip(facts.categories.tolist(), facts.weights, facts.dealer, strict=True):
        np.add.at(exact, np.maximum(own, np.arange(1, count + 1)), weight * dealer.astype(float))
    chances = exact / exact.sum()
    errors = (chances * (1 - chances) / ROUNDS) ** 0.5
    seen = counts.counts["table"] / ROUNDS
    assert (np.abs(seen - chances) <= 4 * errors + 3 / ROUNDS).all()
    (wager,) = [w for w in table.rules.game.wagers if w.id == "cover-all"]
    assert table.estimate(counts, wager.id).paytable == "1"


def test_pai_gow_is_set_as_well_as_it_can_be():
    """Our comparisons against the chapter's own settlement of all 21 settings."""
    rules = open_game("face-up-pai-gow").rules({})
    table = sampler(rules)
    look = table.looks["round"]
    dealt = deal(688, 0, 150, table.deck, 14)
    where = look.classes(dealt, 0).tolist()
    for row, which in zip(dealt, where, strict=True):
        mine, theirs = (tuple(CARDS[card] for card in hand) for hand in (row[:7], row[7:]))
        advice = set_against(rules, State(mine, (), theirs, ()))
        assert look.nets(which, row, 0)["main"] == 200 * max(advice.actions.values())
    house = sampler(rules, strategy="always-house-way")
    nets = []
    for row in dealt:
        seat = {"cards": write(CARDS[c] for c in row[:7]), "wagers": {"pai-gow": "2"}, "decisions": ["house-way"]}
        told = {"seats": {"1": seat}, "dealer": write(CARDS[c] for c in row[7:])}
        nets.append(settle(rules, describe(rules, told)).seats[1].net)
    assert float(house.estimate(house.count(688, 150), "main").mean) == pytest.approx(sum(nets) / 200 / 150)
    best = table.estimate(table.count(688, 4_000), "main")
    assert best.interval is not None
    assert best.interval[0] < -0.0181 < best.interval[1]


def test_named_strategies():
    """Simple strategies have simple values: a fold costs what was staked, and nobody beats the optimum."""
    for id_, edition in TABLES[:5]:
        rules = open_game(id_, edition).rules({})
        means = {}
        for name in names(rules):
            table = sampler(rules, strategy=name)
            means[name] = float(table.estimate(table.count(5, 60_000), "main").mean)
        assert means["optimal"] >= max(means.values()) - 0.02, id_
        assert means["first"] == means[f"always-{rules.game.streets[0].options[0].id}"]
        leaving = next(o.id for o in rules.game.streets[-1].options if o.folds)
        assert means[f"always-{leaving}"] == {"dj-wild": -2, "raise-it-up": -2}.get(id_, -1)
    checked = sampler(open_game("raise-it-up").rules({}), strategy="always-check")
    assert checked.estimate(checked.count(1, 1000), "main").mean == -2


def test_the_same_seed_gives_the_same_rounds():
    table = sampler(open_game("over-under").rules({"bonus": "1"}), seats=2)
    one, again, other = table.count(7, 5_000), table.count(7, 5_000), table.count(8, 5_000)
    assert (one.counts["round"] == again.counts["round"]).all()
    assert one.totals == again.totals
    assert (one.counts["round"] != other.counts["round"]).any()
    assert [e.to_json() for e in table.estimates(one)] == [e.to_json() for e in table.estimates(again)]


@pytest.mark.parametrize("seats", [1, 4])
def test_parts_add_up_to_the_whole(seats):
    game = open_game("cajun-stud")
    table = sampler(offering(game, 0), seats=seats, strategy="first")
    whole = table.count(3, 5_000)
    parts = table.count(3, 1_234) + table.count(3, 3_766, first=1_234)
    assert parts.rounds == whole.rounds
    for look, seen in whole.counts.items():
        assert (seen == parts.counts[look]).all()
        assert (whole.firsts[look] == parts.firsts[look]).all()
        assert seen.sum() == 5_000 * seats
    assert parts.totals == whole.totals
    fresh = sampler(offering(game, 0), seats=seats, strategy="first")
    assert fresh.estimates(parts) == table.estimates(whole)


def test_every_card_is_dealt_alike():
    deck = np.arange(53, dtype=np.uint8)
    dealt = deal(1, 0, 200_000, deck, 10)
    assert (np.sort(dealt, axis=1)[:, 1:] != np.sort(dealt, axis=1)[:, :-1]).all()
    expected = 200_000 / 53
    for column in dealt.T:
        squares = ((np.bincount(column, minlength=53) - expected) ** 2 / expected).sum()
        assert squares < 52 + 5 * (2 * 52) ** 0.5
    pairs = np.bincount(dealt[:, 0].astype(int) * 53 + dealt[:, 9], minlength=53 * 53)
    expected = 200_000 / (53 * 52)
    squares = ((pairs[pairs > 0] - expected) ** 2 / expected).sum()
    assert np.count_nonzero(pairs) == 53 * 52
    assert abs(squares - (53 * 52 - 1)) < 5 * (2 * 53 * 52) ** 0.5


def test_what_one_round_can_say():
    table = sampler(open_game("over-under").rules({}))
    (estimate,) = table.estimates(table.count(1, 1))
    assert estimate.standard_error is None
    assert estimate.interval is None
    assert estimate.to_json()["interval-99"] is None


def test_refusals():
    rules = open_game("dj-wild").rules({})
    for seats in (0, 7, -1):
        with pytest.raises(IllegalAction, match="where the table has 1 to 6"):
            sampler(rules, seats=seats)
    with pytest.raises(IllegalAction, match="is no strategy here; optimal, first, always-raise, always-fold"):
        sampler(rules, strategy="always-dance")
    with pytest.raises(IllegalAction, match="one or more"):
        sampler(rules, strategy="first").count(1, 0)


# The command ---------------------------------------------------------------------------------------------------


@pytest.fixture
def command():
    app = typer.Typer()
    app.command()(simulate)
    return lambda *words: CliRunner().invoke(app, [*words])


def test_command_tells_every_wager(command):
    said = command("over-under", "--rounds", "5000", "--seed", "9", "--seats", "2", "--json")
    told = json.loads(said.stdout)
    assert said.exit_code == 0
    assert (told["rounds"], told["seats"], told["seed"], told["strategy"]) == (5000, 2, 9, "optimal")
    assert told["main"]["unit"] == "ante"
    assert set(told["wagers"]) == {"bonus"}
    low, high = told["wagers"]["bonus"]["1"]["interval-99"]
    assert low < float(told["wagers"]["bonus"]["1"]["mean"]["decimal"]) < high
    again = json.loads(command("over-under", "--rounds", "5000", "--seed", "9", "--seats", "2", "--json").stdout)
    assert {**again, "rounds-per-second": 0} == {**told, "rounds-per-second": 0}


def test_command_for_people(command):
    said = command("cajun-stud", "--rounds", "300", "--strategy", "always-raise-1", "--set", "ante=B")
    assert said.exit_code == 0
    assert "300 rounds of 1 seat, seed" in said.stdout
    assert "All-Six Bonus Wager" in said.stdout


def test_stopping_prints_what_there_is(command, monkeypatch):
    run = campaign.run

    def until_stopped(*args, **named):
        for number, found in enumerate(run(*args, **named)):
            if number == 2:
                raise KeyboardInterrupt
            yield found

    monkeypatch.setattr(campaign, "run", until_stopped)
    said = command("over-under", "--rounds", "100000000", "--seed", "1", "--json")
    assert said.exit_code == 130
    assert 1000 < json.loads(said.stdout)["rounds"] < 100_000_000


def test_stopping_before_anything_was_counted(command, monkeypatch):
    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(campaign, "run", stopped)
    said = command("over-under", "--rounds", "10")
    assert said.exit_code == 130
    assert "before anything was counted" in said.stdout


@pytest.mark.parametrize("words", [("--rounds", "0"), ("--rounds", "5", "--seats", "9"), ("--rounds", "-4")])
def test_command_refusals(command, words):
    said = command("dj-wild", *words)
    assert isinstance(said.exception, IllegalAction)
    assert said.stdout == ""
