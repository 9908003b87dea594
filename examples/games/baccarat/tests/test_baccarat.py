"""Every reader of croupier works with the game, and its figures are those that are published."""

from croupier import open_game
from croupier.odds.study.study import side_of, solve

GAME = open_game("baccarat")


def test_every_reader_works(reader):
    reader()


def test_the_published_figures():
    rules = GAME.rules()
    study = solve(rules)
    kept = {w.id: f"{float(-100 * side_of(study, rules, w).net.mean):.4f}%" for w in GAME.wagers}
    assert kept == {"banker": "1.0579%", "player": "1.2351%", "tie": "14.3596%"}
