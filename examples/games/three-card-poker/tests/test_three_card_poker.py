"""Every reader of croupier works with the game, and its figures are those that are published."""

from croupier import open_game
from croupier.odds.strategy.advice import advise
from croupier.odds.study.study import main_of, side_of, solve

GAME = open_game("three-card-poker")


def test_every_reader_works(reader):
    reader()


def test_the_published_figures():
    rules = GAME.rules({"pair-plus": "1"})
    study = solve(rules)
    main, plus = main_of(study), side_of(study, rules, GAME.wager("pair-plus"))
    assert f"{float(100 * main.house_edge):.4f}%" == "3.3730%"
    assert f"{float(-100 * plus.net.mean):.4f}%" == "2.3167%"


def test_queen_six_four_is_the_least_to_play():
    rules = GAME.rules()
    assert advise(rules, {"cards": "Qs 6d 4c"}).best == "play"
    assert advise(rules, {"cards": "Qs 6d 3c"}).best == "fold"
