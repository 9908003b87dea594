"""The kernels of sampled rounds: the generator by its published vectors, the deal by a plain one, every program by the
looks that it was written from, and whole numbers that do not depend on who counts them."""

from __future__ import annotations

import pickle
import random
from collections import Counter

import numpy as np
import pytest

from croupier import IllegalAction, open_game
from croupier.kit.cards import cards
from croupier.odds.rounds.state import State
from croupier.odds.sampling import chunks, gpu
from croupier.odds.sampling.deal import deal, deal_plainly, words_of
from croupier.odds.sampling.fast import sampler
from croupier.odds.sampling.philox import philox
from croupier.odds.sampling.plain import plain_sampler
from croupier.odds.sampling.player import load, player_of
from croupier.odds.sampling.tallies import Tallies
from tests.odds.declared_games import baccarat, let_it_ride, mississippi_stud, three_card_poker, up_card
from tests.odds.test_sampling import LINK, TABLES, offering

# The generator and the deal ------------------------------------------------------------------------------------

ONES = 0xFFFFFFFF
VECTORS = [  # of Random123, philox4x32 with ten turns: counter, key, words
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((ONES,) * 4, (ONES,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@pytest.mark.parametrize(("counter", "key", "words"), VECTORS)
def test_the_generator_is_philox(counter, key, words):
    assert philox(counter, key) == words


@pytest.mark.parametrize(("cards", "width"), [(53, 10), (53, 14), (52, 6), (312, 3), (53, 35), (416, 6), (5, 5)])
def test_the_kernel_deals_as_one_would_by_hand(cards, width):
    deck = (np.arange(cards) % 53).astype(np.uint8)
    first = (1 << 33) - 700
    dealt = deal(2**64 - 3, first, 1500, deck, width)
    assert dealt.tolist() == [deal_plainly(2**64 - 3, first + n, deck, width) for n in range(1500)]


def test_words_that_favour_cards_are_thrown_away():
    """About one word in 1,300 of the second word of ten cards is: such rounds are among those compared."""
    (_, _, least) = words_of(53, 10)[1]
    deck = np.arange(53, dtype=np.uint8)
    thrown = []
    for number in range(20_000):
        word = philox((0, 0, number, 0), (7, 0))[1]
        for card in range(4, 8):
            word = word * (53 - card) & ONES
        if word < least:
            thrown.append(number)
    assert 4 < len(thrown) < 40
    for number in thrown:
        assert deal(7, number, 1, deck, 10)[0].tolist() == deal_plainly(7, number, deck, 10)


def test_every_order_of_few_cards_comes_alike():
    deck = np.arange(5, dtype=np.uint8)
    seen = Counter(map(tuple, deal(3, 0, 120_000, deck, 5).tolist()))
    assert len(seen) == 120
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < 119 + 5 * (2 * 119) ** 0.5


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_has_64_bits(seed):
    with pytest.raises(IllegalAction, match="is no seed"):
        sampler(open_game("over-under").rules(), strategy="first").count(seed, 1)


# Programs ------------------------------------------------------------------------------------------------------

SEATS = [("dj-wild", "pa-2021", 6), ("dj-wild", "ma", 3), ("cajun-stud", "pa-2019", 4), ("raise-it-up", "pa-2019", 2)]
DECLARED = [three_card_poker, let_it_ride, mississippi_stud, up_card, baccarat]


def agree(table, rounds, seed=19):
    """Every tally against its look, which works on arrays and shares only the tables of hands with the program."""
    tallies = table.count(seed, rounds)
    dealt = deal(seed, 0, rounds, table.deck, table.layout.width)
    assert not table.plan.rest
    for name, look in table.looks.items():
        found = np.stack([look.classes(dealt, seat) for seat in range(table.seats)])
        assert (np.bincount(found.ravel(), minlength=look.size) == tallies.counts[name]).all(), name
        for which, count, met in tallies.met(name)[:20]:
            number, seat = divmod(met, table.seats)
            assert count > 0
            assert found[seat, number] == which
            assert not (found[:, :number] == which).any()


@pytest.mark.parametrize("key", TABLES[:-1], ids="-".join)
def test_programs_number_rounds_as_their_looks_do(key):
    agree(sampler(offering(open_game(*key), 0, {"multi-game-link": LINK} if key[1] == "ma" else None)), 8_000)


@pytest.mark.parametrize(("id_", "edition", "seats"), SEATS)
def test_several_seats(id_, edition, seats):
    table = sampler(offering(open_game(id_, edition), 0), seats=seats, strategy="first")
    agree(table, 1_500)
    tallies = table.count(3, 400)
    dealt = deal(3, 0, 400, table.deck, table.layout.width)
    for wager, look in table.plan.wagers.items():
        how, nets = table.looks[look], table.nets(look, tallies)
        told = np.stack([how.classes(dealt, seat) for seat in range(seats)])
        rounds = [sum(nets[int(which)][wager] for which in row) for row in told.T]
        assert tallies.totals[wager] == (sum(rounds), sum(net * net for net in rounds))


@pytest.mark.parametrize(("strategy", "house_way"), [("optimal", "foxwoods"), ("always-house-way", "mgm")])
def test_pai_gow(strategy, house_way):
    game = open_game("face-up-pai-gow")
    agree(sampler(offering(game, 0, {"house-way": house_way}), strategy=strategy), 600)
    surrendered = sampler(game.rules({"house-way": house_way}), strategy="always-surrender")
    assert surrendered.estimate(surrendered.count(1, 50), "main").mean == -1


@pytest.mark.parametrize("make", DECLARED)
def test_declared_games(make):
    game = make()
    rules = game.rules({w.key: w.tables[0].id for w in game.wagers if w.placed == "optional"})
    agree(sampler(rules), 3_000)
    agree(sampler(rules, strategy=f"always-{game.streets[-1].options[0].id}" if game.streets else "first"), 3_000)


@pytest.mark.parametrize("key", TABLES, ids="-".join)
def test_programs_are_written_out_for_a_gpu(key):
    """The source has a line for every step; what it counts is compared on a device (benchmarks/gpu.py)."""
    game = open_game(*key)
    table = sampler(offering(game, 0, {"multi-game-link": LINK} if key[1] == "ma" else None), strategy="first")
    written = gpu.write(table.plan.program)
    assert written.source.count("atomicMin") == len(table.plan.looks)
    assert written.source.count("{") == written.source.count("}")
    assert written.memory <= gpu.SHARED


def test_no_gpu_is_a_clear_word(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "cupy", None)
    with pytest.raises(IllegalAction, match=r"croupier\[gpu\]"):
        gpu.on_gpu(sampler(open_game("over-under").rules(), strategy="first"), 1)


# Whole numbers that do not depend on who counts them -------------------------------------------------------------


def same(one, other):
    return one.to_json() == other.to_json()


@pytest.mark.parametrize("seats", [1, 3])
def test_threads_and_the_order_of_chunks_change_nothing(seats):
    table = sampler(offering(open_game("cajun-stud"), 0), seats=seats, strategy="first")
    alone = table.count(11, 90_000)
    for threads in (2, 3):
        assert same(table.count(11, 90_000, threads=threads), alone)
    parts = [chunks.chunk(table.plan, 11, number, size=10_000) for number in range(9)]
    random.Random(5).shuffle(parts)
    assert same(Tallies.merge(parts), alone)


def test_a_plan_can_be_sent_and_a_chunk_counted_again():
    table = sampler(offering(open_game("raise-it-up"), 0), strategy="first")
    assert table.plan.plain
    sent = pickle.loads(pickle.dumps(table.plan))  # noqa: S301 - our own
    one = chunks.chunk(table.plan, 4, 7, size=3_000)
    assert same(chunks.chunk(sent, 4, 7, size=3_000), one)
    assert same(table.play(4, 21_000, 3_000), one)
    assert same(Tallies.from_json(one.to_json()), one)
    assert chunks.chunk(table.plan, 4, 8, size=3_000, rounds=10).rounds == 10


def test_tallies_of_different_runs_do_not_add_up():
    table = sampler(open_game("over-under").rules(), strategy="first")
    with pytest.raises(IllegalAction, match="different tables or seeds"):
        table.count(1, 10) + table.count(2, 10)
    with pytest.raises(IllegalAction, match="no tallies"):
        Tallies.merge([])


def test_nets_met_for_the_first_time_by_several_seats_are_settled():
    fresh = sampler(open_game("over-under").rules({"bonus": "1"}), seats=2, strategy="first")
    found = chunks.play(fresh.plan, 1, 0, 2_000)
    assert chunks.unknown(fresh.plan, found)
    whole = fresh.play(1, 0, 2_000)
    assert not chunks.unknown(fresh.plan, whole)
    assert same(chunks.play(fresh.plan, 1, 0, 2_000), whole)


# A player of one's own -----------------------------------------------------------------------------------------


class Cautious:
    def decide(self, view):
        return "raise" if any(a.rank == b.rank for a in view.cards for b in view.cards if a is not b) else "fold"


class Suited:
    def decide(self, view):
        return "over" if view.cards[0].suit == 2 else "under"


class Setter:
    def decide(self, _view):
        return {"high": "As Ks Qs Js 9s", "low": "2c 3c"}


def test_a_player_of_ones_own_is_compiled():
    rules = open_game("cajun-stud").rules()
    compiled = sampler(rules, player=player_of(lambda view: "raise-1" if len(view.cards) == 2 else "fold"))
    assert same(compiled.count(2, 3_000), sampler(rules, strategy="always-raise-1").count(2, 3_000))
    agree(compiled, 2_000)


def test_compiled_and_plain_players_net_the_same():
    """Every round that was met first is settled as at a table, with what the player says of its cards."""
    table = sampler(open_game("dj-wild").rules(), player=Cautious())
    tallies = table.count(5, 3_000)
    nets = table.nets("round", tallies)
    plain = plain_sampler(table.rules, player=Cautious())
    for which, _, met in tallies.met("round"):
        row = deal(5, met, 1, table.deck, table.layout.width)
        from croupier import describe, settle
        from croupier.kit.cards import CARDS, write

        mine, theirs = (write(CARDS[c] for c in at) for at in (table.layout.hands(row, 0)[0], row[0, 5:10]))
        seat = {"cards": mine, "wagers": {"ante": "2", "blind": "2"}}
        said = plain.decide(State(cards(mine)))
        told = {"seats": {"1": {**seat, "decisions": [said]}}, "dealer": theirs}
        assert settle(table.rules, describe(table.rules, told)).seats[1].net == nets[which]["main"]


def test_players_who_are_not_compiled():
    rules = open_game("over-under").rules()
    with pytest.raises(IllegalAction, match="tells suits apart"):
        sampler(rules, player=Suited())
    assert plain_sampler(rules, player=Suited()).count(1, 20).rounds == 20
    pai_gow = open_game("face-up-pai-gow").rules()
    with pytest.raises(IllegalAction, match="sets hands"):
        sampler(pai_gow, player=Setter())
    with pytest.raises(IllegalAction):  # cards that the player does not hold
        plain_sampler(pai_gow, player=Setter()).count(1, 1)
    with pytest.raises(IllegalAction, match="'raise' is not open"):
        sampler(rules, player=player_of(lambda _: "raise"))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tests.odds.test_kernels", "not written as module:Name"),
        ("no.such.module:Thing", "cannot be imported"),
        ("tests.odds.test_kernels:Nobody", "has no Nobody"),
        ("tests.odds.test_kernels:ONES", "is no player"),
    ],
)
def test_players_that_are_not_there(name, words):
    with pytest.raises(IllegalAction, match=words):
        load(name)
    assert isinstance(load("tests.odds.test_kernels:Cautious"), Cautious)


def test_a_player_of_ones_own_at_a_table_of_a_house():
    """The same object decides for a bot, from what its seat sees."""
    from types import SimpleNamespace

    from croupier.cli.bot import own

    told = SimpleNamespace(game="dj-wild", edition="pa-2021", submission={}, readings={})
    choose = own("tests.odds.test_kernels:Cautious", told)  # type: ignore[arg-type]

    def view(held, *options):
        seat = SimpleNamespace(cards=held.split(), decisions=[])
        due = SimpleNamespace(options=[SimpleNamespace(id=option) for option in options])
        return SimpleNamespace(seats={2: seat}, places={"dealer": [None] * 5}, due=due)

    assert choose(view("As Ad 7c 8c 9d", "raise", "fold"), 2) == ("raise", ())
    assert choose(view("As Kd 7c 8c 9d", "raise", "fold"), 2) == ("fold", ())
    with pytest.raises(IllegalAction, match="'fold' is not open"):
        choose(view("As Kd 7c 8c 9d", "raise"), 2)
