"""Every reader of croupier works with the game, and its figures are those that are published."""

from croupier import open_game
from croupier.odds.strategy.advice import advise
from croupier.odds.study.study import main_of, solve

GAME = open_game("let-it-ride")


def test_every_reader_works(reader):
    reader()


def test_the_published_figures():
    assert f"{float(100 * main_of(solve(GAME.rules())).house_edge):.4f}%" == "3.5057%"


def test_tens_ride_and_nothing_is_taken_back():
    assert advise(GAME.rules(), {"cards": "Ts Td 2c"}).best == "ride"
    assert advise(GAME.rules(), {"cards": "9s 5d 2c"}).best == "take-back"
