"""``croupier game check``: every reader works with the worked example, and says what is missing where it does not."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from croupier import open_game
from croupier.game.layout import BARE
from croupier.testing import READERS, check
from tests.outside.test_registry import run

if TYPE_CHECKING:
    from croupier.game import Game

ID = "three-card-poker"


@pytest.mark.parametrize("reader", READERS)
def test_every_reader_works_with_three_card_poker(examples, reader):
    assert check(open_game(ID), [reader]) == {reader: (True, None)}


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
