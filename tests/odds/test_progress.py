"""Whoever waits for facts hears how far they are; facts that were found tell nothing; only a terminal shows a bar."""

from __future__ import annotations

import re
from functools import partial
from io import StringIO

import pytest
from rich.console import Console

from croupier import open_game
from croupier.cli import show
from croupier.games.pa.face_up_pai_gow import RANKING
from croupier.odds.facts import store
from croupier.odds.facts.against import against
from croupier.odds.facts.sevens import ace_high_joint, signatures
from croupier.odds.pai_gow import settings as pai_gow
from croupier.odds.pai_gow.hands import PaiGowDeck
from croupier.odds.sides import cover
from croupier.odds.sides import deals as sides
from croupier.odds.solver.solve import solve
from croupier.odds.study.facts import setting_table, stud_facts

SMALL = PaiGowDeck(tuple(range(5, 13)), 2)


def whole(told):
    """Steps that only rise and end where all is done."""
    done, totals = [step[0] for step in told], {step[1] for step in told}
    assert len(totals) == 1
    assert len(set(done)) >= 4
    assert done == sorted(done)
    assert done[-1] == totals.pop()
    return True


def heard(work):
    told: list[tuple[str, int, int]] = []
    with store.watched(lambda *step: told.append(step)):
        work()
    return told


@pytest.fixture
def no_facts(tmp_path, monkeypatch):
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))


# Each counter, on a small deck


def ranking_of(game):
    ranking = open_game(game).rules().ranking
    assert ranking is not None
    return ranking


@pytest.mark.parametrize(
    "count",
    [
        lambda progress: against(ranking_of("dj-wild"), [*range(16), 52], progress=progress),
        lambda progress: signatures((RANKING,), deck=20, progress=progress),
        lambda progress: ace_high_joint(RANKING, deck=[*range(4, 52), 52], progress=progress),
        lambda progress: pai_gow.table(RANKING, deck=SMALL, progress=progress),
    ],
    ids=["against", "sevens", "ace high", "settings"],
)
def test_a_counter_tells_how_far_it_is(count):
    told = []
    count(lambda *step: told.append(step))
    assert whole(told)


def wager_of(game, id_):
    return next(w for w in open_game(game).wagers if w.id == id_)


FACTS = {
    "every hand against the dealer's": lambda: stud_facts(open_game("dj-wild").rules()),
    "every state of the game": lambda: solve(open_game("cajun-stud").rules()),
    "every six cards": lambda: sides.of_six(open_game("cajun-stud").rules(), wager_of("cajun-stud", "all-six")),
    "every seven cards": lambda: sides.of_seven(
        open_game("face-up-pai-gow").rules(), wager_of("face-up-pai-gow", "fortune")
    ),
    "ace high on both sides": lambda: sides.of_ace_high(
        open_game("face-up-pai-gow").rules(), wager_of("face-up-pai-gow", "ace-high")
    ),
    "every setting of every dealer's hand": lambda: setting_table(open_game("face-up-pai-gow").rules()),
    "how often several hands are high together": lambda: cover._kept(open_game("dj-wild", "ma").rules(), 10),
}


@pytest.mark.parametrize("what", FACTS)
def test_facts_are_heard_while_they_are_made_and_never_again(what, no_facts, monkeypatch):
    monkeypatch.setattr(pai_gow, "table", partial(pai_gow.table, deck=SMALL))
    monkeypatch.setattr(store, "CHECKS", {})  # the small deck's counts do not add up to the whole deck's
    told = heard(FACTS[what])
    assert {step[0] for step in told} == {what}
    assert whole([step[1:] for step in told])
    assert heard(FACTS[what]) == []


def test_only_those_inside_are_heard():
    outer: list[int] = []
    inner: list[int] = []

    def fails(_, done, __):
        inner.append(done)
        raise ZeroDivisionError

    with store.watched(lambda _, done, __: outer.append(done)):
        store.progress("x")(1, 9)
        with pytest.raises(ZeroDivisionError), store.watched(fails):
            store.progress("x")(2, 9)
        store.progress("x")(3, 9)
    store.progress("x")(4, 9)
    assert (outer, inner) == ([1, 3], [2])


# The bar


@pytest.fixture
def terminal(monkeypatch):
    file = StringIO()
    console = Console(file=file, force_terminal=True, width=100, color_system=None)
    monkeypatch.setattr(show, "errors", lambda: console)
    return file


def test_a_terminal_shows_a_bar_while_something_is_counted(terminal):
    with show.waiting("finding facts"):
        tell = store.progress("all hands")
        tell(1, 4)
        tell(3, 4)
        tell(4, 4)
        store.progress("all others")(1, 2)
    seen = terminal.getvalue()
    order = re.findall(r"finding facts \.\.\.|counting all hands|counting all others| 75%| 50%", seen)
    assert list(dict.fromkeys(order)) == [
        "finding facts ...",
        "counting all hands",
        " 75%",
        "counting all others",
        " 50%",
    ]
    assert "finding facts ..." in order[order.index(" 75%") : order.index("counting all others")]
    assert re.search(r" 75% \d:\d\d:\d\d", seen)
    assert seen.endswith("\x1b[2K")


def test_found_facts_show_no_bar(terminal):
    with show.waiting("finding facts"):
        pass
    assert "counting" not in terminal.getvalue()


def test_a_pipe_shows_nothing(monkeypatch):
    file = StringIO()
    monkeypatch.setattr(show, "errors", lambda: Console(file=file, force_terminal=False))
    with show.waiting("finding facts"):
        store.progress("all hands")(1, 4)
    assert file.getvalue() == ""


def test_a_bar_goes_away_when_counting_fails(terminal):
    def count():
        store.progress("all hands")(1, 4)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), show.waiting("finding facts"):
        count()
    assert "counting all hands" in terminal.getvalue()
    assert terminal.getvalue().count("\x1b[?25l") == terminal.getvalue().count("\x1b[?25h") > 0
