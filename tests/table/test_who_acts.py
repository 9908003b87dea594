"""Who may act for whom, in every chapter: players wager and decide for themselves, in the time that was stated."""

from __future__ import annotations

import pytest

from croupier import all_games, open_game
from croupier.errors import IllegalAction, SubmissionError
from croupier.table import Actor, Decide, Leave, Perform, Place, Report, step
from croupier.table import events as e
from croupier.table.asking import time_to_decide
from tests.support import provision
from tests.table.drive import Driver

GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: f"{game.id}-{game.edition}")
PLACING = ("687a.7(a)", "683a.7(a)", "669a.7(a)", "688a.7(a)", "686a.6(a)", "MA 6(a)")
DECIDING = ("687a.11(b)", "683a.11(b)", "669a.11(b)", "688a.11(b)(1)", "686a.7(f)", "MA 7(c)(2)")


def begun(game, *, cards="shuffled", **submission):
    """Two players with the wagers that the game asks for."""
    chosen = {key.replace("_", "-"): value for key, value in submission.items()}
    driver = Driver(game.id, chosen, edition=game.edition, cards=cards)
    while driver.due.id != "view":
        driver.advance()
    driver.sit(1, 2)
    while driver.table.due is not None:
        if driver.due.seat:
            driver.perform("cut", "player", driver.table.seats[driver.due.seat], value=20)
        else:
            driver.advance()
    return driver


def asked(game, **told):
    driver = begun(game, **told)
    required = [wager.id for wager in game.wagers if wager.placed == "required"]
    for seat in (1, 2):
        driver.bet(seat, **dict.fromkeys(required, 1000))
    driver.close_bets()
    driver.until("decide")
    return driver


@provision(*PLACING)
@GAMES
@pytest.mark.parametrize("cards", ["shuffled", "entered"])
@pytest.mark.parametrize("role", ["dealer", "floorperson", "shift-manager", "surveillance"])
def test_nobody_places_a_players_wager(game, cards, role):
    driver = begun(game, cards=cards)
    wrong = driver.refused(Place(seat=1, wager=game.ante, amount=1000), role)
    assert wrong.field == "actor"
    driver.bet(1, **{game.ante.replace("-", "_"): 1000})


@provision(*DECIDING)
@GAMES
@pytest.mark.parametrize("stated", [None, 60])
def test_a_late_player_has_had_the_time_that_the_submission_states(game, stated):
    driver = asked(game, **({} if stated is None else {"decision_seconds": stated}))
    begins = driver.playing.since
    assert time_to_decide(driver.rules) == 1000 * (stated or 25)
    late = Decide(seat=1, decision=game.streets[0].late)
    for wait in (0, 1000 * (stated or 25) - 1):
        driver.now = begins + wait
        wrong = driver.refused(late, "dealer")
        assert wrong.field == "seat"
        assert "still has" in wrong.message
    driver.now = begins + 1000 * (stated or 25) - 10  # ten milliseconds pass with a deed
    driver.do(late, "dealer")
    assert driver.events(e.Decided)[-1].late
    if not game.conduct.together:  # the next one's time begins when it is asked
        assert driver.refused(Decide(seat=2, decision=game.streets[0].late), "dealer").field == "seat"


@provision(*DECIDING)
@GAMES
def test_a_dealer_announces_a_decision_only_at_real_cards_and_the_record_says_so(game):
    said = game.streets[0].options[0].id
    for cards in ("shuffled", "entered"):
        driver = asked(game, cards=cards)
        announced = Decide(seat=1, decision=said, announced=True)
        for role in ("floorperson", "shift-manager", "surveillance", "player"):
            assert driver.refused(announced, role, "P1").field == "actor"
        if cards == "shuffled":
            assert driver.refused(announced, "dealer").field == "announced"
            continue
        driver.do(announced, "dealer", "Dean")
        (event,) = driver.events(e.Decided)
        assert (event.announced, event.late, event.by, event.who) == (True, False, "dealer", "Dean")


@provision("687a.7(b)", "683a.7(b)", "669a.7(b)", "MA 6(d)")
@GAMES
@pytest.mark.parametrize("cards", ["shuffled", "entered"])
def test_who_has_left_in_mid_round_makes_no_further_wager(game, cards):
    street = game.streets[0]
    raises = [option.id for option in street.options if option.wager]
    driver = asked(game, cards=cards)
    driver.do(Leave(seat=1), "player", "P1")
    for said in raises:
        if game.conduct.seated is None:  # 686a.6: whoever wagers there need not sit
            assert step(driver.table, Decide(seat=1, decision=said), Actor("player", "P1"), driver.now)
            continue
        for told, role in ((False, "player"), (True, "dealer")):
            if told and cards == "shuffled":
                continue
            wrong = driver.refused(Decide(seat=1, decision=said, announced=told), role, "P1")
            assert (wrong.field, str(wrong.cite)) == ("seat", str(game.conduct.seated))
    driver.do(Decide(seat=1, decision=street.late), "dealer")  # whose player is not waited for


@GAMES
@pytest.mark.parametrize("told", [0, -1, True, "soon", 86_401, float("nan"), float("inf")])
def test_a_time_of_nothing_is_no_time(game, told):
    with pytest.raises(SubmissionError, match="is no time that anybody has") as refused:
        open_game(game.id, game.edition).rules({"decision-seconds": told})
    assert refused.value.refusals[0].field == "decision-seconds"


@provision("688a.13(d)")
def test_the_floor_has_a_late_player_play_on_and_chooses_nothing_else():
    driver = asked_blind()
    assert driver.refused(Perform(step="choose", value="play"), "floorperson").field == "actor"
    driver.now += 25_000
    assert driver.refused(Perform(step="choose", value="void"), "floorperson").field == "actor"
    driver.perform("choose", "floorperson", value="play")
    assert driver.due.id == "set-dealer"


def asked_blind():
    """A player is asked whether to void the hand before anybody has looked."""
    game = open_game("face-up-pai-gow")
    driver = begun(game, cards="entered")
    driver.bet(1, pai_gow=1000)
    driver.close_bets()
    driver.until("set-dealer")
    driver.do(Report(irregularity="exposed-player", seat=1))
    assert driver.playing.examined == ()
    return driver


@provision("688a.13(d)")
def test_who_voids_the_hand_without_looking_never_looks():
    driver = begun(open_game("face-up-pai-gow"), cards="entered")
    for seat in (1, 2):
        driver.bet(seat, pai_gow=1000)
    driver.close_bets()
    driver.until("set-dealer")
    driver.do(Report(irregularity="exposed-player", seat=1))
    driver.perform("choose", "player", "P1", value="void")
    driver.until("decide")
    assert driver.playing.examined == (2,)


@provision("688a.13(d)")
def test_in_a_lesson_too_the_choice_without_looking_ends_when_the_player_may_look():
    driver = begun(open_game("face-up-pai-gow"), cards="shuffled")
    driver.bet(1, pai_gow=1000)
    driver.close_bets()
    driver.until("set-dealer")
    told, dealer = Report(irregularity="exposed-player", seat=1), Actor("dealer", "Dee")
    events, _ = step(driver.table, told, dealer, driver.now, staged=True)
    assert [event.remedy for event in events if isinstance(event, e.IrregularityFound)] == [("ask-player",)]
    driver.until("decide")
    with pytest.raises(IllegalAction, match="has looked at its cards") as wrong:
        step(driver.table, told, dealer, driver.now, staged=True)
    assert (wrong.value.field, str(wrong.value.cite)) == ("seat", "58 Pa. Code § 688a.13(d)")
