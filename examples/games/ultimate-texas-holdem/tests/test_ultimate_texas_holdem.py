"""Every reader of croupier works with the game, and its figures are those that are published."""

from croupier import open_game
from croupier.odds.strategy.advice import advise
from croupier.odds.study.study import main_of, solve

GAME = open_game("ultimate-texas-holdem")


def test_every_reader_works(reader):
    reader()


def test_the_published_figures():
    assert f"{float(100 * main_of(solve(GAME.rules())).house_edge):.4f}%" == "2.1850%"


def test_any_ace_plays_four_times_and_little_checks():
    assert advise(GAME.rules(), {"cards": "As 2d"}).best == "play-4"
    assert advise(GAME.rules(), {"cards": "9s 2d"}).best == "check"
