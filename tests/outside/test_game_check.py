"""``croupier game check``: every reader works with the worked example, and says what is missing where it does not."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from croupier import open_game
from croupier.game.layout import BARE
from croupier.round import Deal, Round
from croupier.testing import READERS, check
from tests.outside.installed import EXAMPLES
from tests.outside.published import LONG, LONGEST, PUBLISHED, kept
from tests.outside.test_registry import run

if TYPE_CHECKING:
    from croupier.game import Game

ID = "three-card-poker"
COUNTED = {"exact", "strategy", "sampling", "par", "coach"}
"""Readers for which the main game is counted: for the long games in the soak."""


@pytest.mark.parametrize(
    ("game", "reader"),
    [
        (folder.name, reader)
        for folder in sorted(EXAMPLES.iterdir())
        for reader in READERS
        if folder.name not in LONG or reader not in COUNTED
    ],
)
def test_every_reader_works_with_a_worked_example(examples, game, reader):
    assert check(open_game(game), [reader]) == {reader: (True, None)}


@pytest.mark.parametrize("game", [game for game in PUBLISHED if game != LONGEST])
def test_the_published_figures_are_found_exactly(examples, game):
    assert kept(game) == PUBLISHED[game]


def test_baccarat_is_analyzed_without_a_main_game(examples):
    found = json.loads(run("analyze", "baccarat", "--json", folder=examples).stdout)
    assert set(found) == {"game", "edition", "wagers"}
    assert {id_: tables["1"]["ev"]["decimal"][:7] for id_, tables in found["wagers"].items()} == {
        "banker": "-0.0105",
        "player": "-0.0123",
        "tie": "-0.1435",
    }


def test_third_cards_at_the_table_are_those_of_the_rule(examples):
    """Every round of baccarat that a table deals has the cards that a plain telling of the rule gives it."""
    rules = open_game("baccarat").rules()
    chance, lengths = random.Random(5), set()
    for _ in range(500):
        pack = list(rules.game.deck.all())
        chance.shuffle(pack)
        now = Round.placed(rules, {1: {"player": 1000}})
        while (need := now.needs) is not None:
            assert isinstance(need, Deal)
            now = now.dealt([pack.pop() for _ in range(need.count)])
        player, banker = (
            (*now.places[f"{side}-hand"], *now.places.get(f"{side}-third", ())) for side in ("player", "banker")
        )
        p, b = points(player[:2]), points(banker[:2])
        third = None
        if max(p, b) < 8:
            third = points(player[2:]) if p <= 5 else None
            assert (len(player) == 3) is (p <= 5)
            draws = (
                b <= 5
                if third is None
                else b <= 2 or (b == 3 and third != 8) or (b <= 6 and 2 * b - 6 <= third <= 7 and b > 3)
            )
            assert (len(banker) == 3) is draws
        else:
            assert len(player) == len(banker) == 2
        lengths.add((len(player), len(banker)))
        (line,) = now.settle().seats[1].lines
        p, b = points(player), points(banker)
        assert line.net == (1000 if p > b else -1000 if b > p else 0)
    assert lengths == {(2, 2), (3, 2), (2, 3), (3, 3)}


def points(cards):
    return sum(1 if card.rank == 14 else card.rank for card in cards if card.rank < 10 or card.rank == 14) % 10


def without_a_case(game: Game) -> Game:
    ante = game.wager("ante")
    assert ante is not None
    return game.with_wager("ante", cases=ante.cases[1:])


def twice_a_case(game: Game) -> Game:
    ante = game.wager("ante")
    assert ante is not None
    return game.with_wager("ante", cases=(*ante.cases, ante.cases[0]))


@pytest.mark.parametrize(
    ("reader", "change", "missing"),
    [
        ("table", lambda game: replace(game, conduct=None), "the game has no conduct"),
        ("layout", lambda game: replace(game, layout=BARE), "the layout says nothing of the game"),
        ("cases", without_a_case, "none of"),
        ("cases", twice_a_case, "both decide"),
        (
            "purity",
            lambda game: game.with_wager("ante", sees=None, see=lambda *_: None),
            "does not declare what it sees",
        ),
        ("rows", lambda game: game.with_wager("pair-plus", row=lambda _: "pair"), "nothing falls into straight-flush"),
        ("exact", lambda game: replace(game, course=game.course[:1]), "is not solved"),
        ("browser", lambda game: replace(game, id="nobody"), "'nobody' is not in the book"),
    ],
)
def test_a_reader_says_what_is_missing(examples, reader, change, missing):
    found = check(change(open_game(ID)), [reader])[reader]
    assert not found.works
    assert found.missing is not None
    assert missing in found.missing


def test_an_irregularity_that_never_ends_or_begins(examples):
    game = open_game(ID)
    assert game.conduct is not None
    found = next(one for one in game.conduct.irregularities if one.id == "wrong-number")
    conduct = replace(game.conduct, irregularities=(replace(found, when=("nowhere",)),))
    assert check(replace(game, conduct=conduct), ["irregularities"])["irregularities"].missing == (
        "wrong-number can never be reported"
    )


def test_the_command(examples):
    found = json.loads(
        run("game", "check", ID, "--reader", "cases", "--reader", "sign", "--json", folder=examples).stdout
    )
    assert found["readers"] == {name: {"works": True, "missing": None} for name in ("cases", "sign")}
    refused = run("game", "check", ID, "--reader", "nonsense", folder=examples, status=2)
    assert "'nonsense' is no reader; settle, cases" in refused.stderr
    assert "is not in the book" in run("game", "check", "faro", folder=examples, status=2).stderr
