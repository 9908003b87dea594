"""`croupier deal`: a round at the terminal, answered by a script."""

from __future__ import annotations

import builtins
import random
import sys

import pytest

from croupier.games import EDITIONS
from croupier.games.pa.face_up_pai_gow import RANKING
from croupier.games.pa.house_way import is_legal, low_hand
from croupier.kit.cards import CARDS, write

SAID = {
    "dj-wild": "raise\n",
    "cajun-stud": "raise-1\nraise-1\nraise-1\n",
    "raise-it-up": "check\ncheck\nplay-1\n",
    "over-under": "under\n",
    "face-up-pai-gow": "house-way\n",
}


@pytest.fixture
def at_table(run, monkeypatch):
    """Prompts read from the script like a terminal's, and are printed."""

    def play(*args: str, says: str):
        lines = iter(says.splitlines())

        def answer(prompt: str = "") -> str:
            sys.stdout.write(prompt)
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(builtins, "input", answer)
        return run("deal", *args)

    return play


@pytest.mark.parametrize("game", EDITIONS)
def test_a_round_of_every_game(at_table, game):
    wagers = (["--wager", "pai-gow=10"] if game == "face-up-pai-gow" else ["--wager", "ante=10"]) + ["--seed", "5"]
    code, out, err = at_table(game, *wagers, says=SAID[game])
    assert (code, err) == (0, "")
    assert "Your cards" in out
    assert "decided by" in out
    assert out.splitlines()[-1].startswith(("You win", "You lose", "You come out even"))
    assert at_table(game, *wagers, says=SAID[game]).out == out


@pytest.mark.parametrize("game", EDITIONS)
def test_every_wager_asked_for(at_table, game):
    says = "10\n" + "\n" * 8
    code, out, _ = at_table(game, "--seed", "1", says=says.replace("\n\n", "\n\n") + SAID[game])
    assert code in {0, 1}
    assert "your wagers" in out


def test_side_wagers_and_a_meter(at_table):
    code, out, _ = at_table("dj-wild", "--seed", "2", says="10\n1\n5\n5\nraise\n")
    assert code == 0
    for name in ("Progressive Bonus Wager", "Trips Bonus Wager", "Two-Way Bad Beat Bonus Wager", "The meter stands at"):
        assert name in out


def test_a_wrong_wager_and_a_wrong_decision_are_asked_again(at_table):
    code, out, _ = at_table("over-under", "--seed", "2", says="ten\n0\n10\n0\nfold\nu\n")
    assert code == 0
    assert "is not an amount" in out
    assert "Once more" in out
    assert "'fold' is not open" in out
    assert "Under 18 Wager" in out


def test_which_game(at_table):
    code, out, _ = at_table("--seed", "3", says="9\n4\n10\n0\nover\n")
    assert code == 0
    assert "Please type a number" in out
    assert "Over 23 Wager" in out


def test_leaving_before_the_round_is_over(at_table):
    assert at_table("over-under", "--wager", "ante=10", says="").code == 1


def test_a_foul_is_pointed_out_before_it_stands(at_table):
    for seed in map(str, range(100)):
        shoe = list(CARDS)
        random.Random(int(seed)).shuffle(shoe)
        held = [shoe.pop() for _ in range(7)]
        best = sorted(held, key=lambda card: -(card.rank or 14))[:2]
        high = RANKING.rank([card for card in held if card not in best])
        if not is_legal(RANKING, high, low_hand(best)):
            break
    else:
        pytest.fail("no seed deals a hand that could be fouled")
    says = f"{best[0]} {best[0]}\n{write(best)}\nno\n{write(best)}\nyes\n"
    code, out, _ = at_table("face-up-pai-gow", "--wager", "pai-gow=10", "--seed", seed, says=says)
    assert code == 0
    assert "two of your seven cards" in out
    assert out.count("That is a foul") == 2
    assert "688a.11(f)" in out


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["whist"], "not in the book"),
        (["dj-wild", "--wager", "ante"], "KEY=VALUE"),
        (["dj-wild", "--wager", "trips=5"], "must be placed"),
        (["dj-wild", "--wager", "ante=ten"], "not an amount"),
        (["dj-wild", "--wager", "ante=10", "--set", "trips=X"], "no paytable"),
        (["dj-wild", "--wager", "ante=10", "--submission", "none.toml"], "cannot be read"),
    ],
)
def test_bad_options(at_table, args, says):
    code, out, err = at_table(*args, says="raise\n")
    assert (code, out) == (2, "")
    assert says in err
