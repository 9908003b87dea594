"""Every reader of croupier works with the game, and its figures are those that are published."""

from croupier import open_game
from croupier.odds.strategy.advice import advise
from croupier.odds.study.study import main_of, solve

GAME = open_game("mississippi-stud")


def test_every_reader_works(reader):
    reader()


def test_the_published_figures():
    main = main_of(solve(GAME.rules()))
    assert f"{float(100 * main.house_edge):.4f}%" == "4.9149%"
    assert f"{float(100 * main.element_of_risk):.2f}%" == "1.37%"


def test_a_high_pair_bets_three_and_five_two_folds():
    assert advise(GAME.rules(), {"cards": "Js Jd"}).best == "bet-3"
    assert advise(GAME.rules(), {"cards": "5s 2d"}).best == "fold"
