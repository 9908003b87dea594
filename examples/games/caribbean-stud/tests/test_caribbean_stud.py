"""Every reader of croupier works with the game, and its figures are those that are published."""

from croupier import open_game
from croupier.odds.strategy.advice import advise
from croupier.odds.study.study import main_of, solve

GAME = open_game("caribbean-stud")


def test_every_reader_works(reader):
    reader()


def test_the_published_figures():
    main = main_of(solve(GAME.rules()))
    assert f"{float(100 * main.house_edge):.4f}%" == "5.2243%"
    assert f"{float(100 * main.element_of_risk):.2f}%" == "2.56%"


def test_an_ace_and_a_king_raise_by_the_dealer_s_card():
    mine = "As Kd 8c 6h 3c"
    assert advise(GAME.rules(), {"cards": mine, "dealer": "6c"}).best == "raise"
    assert advise(GAME.rules(), {"cards": mine, "dealer": "9d"}).best == "fold"
