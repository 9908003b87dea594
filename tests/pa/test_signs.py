"""What the layout or a sign at the table must say, for whatever the house chose."""

from __future__ import annotations

import tomllib

import pytest

from croupier import open_game
from croupier.game import sign
from croupier.game.template import new_submission
from tests.support import provision

POSTED = [
    pytest.param("dj-wild", "pa-2021", "687a.2(b)(5)", marks=provision("687a.2(b)(5)")),
    pytest.param("cajun-stud", "pa-2019", "683a.2(b)(4)", marks=provision("683a.2(b)(4)")),
    pytest.param("raise-it-up", "pa-2019", "669a.2(b)(6)", marks=provision("669a.2(b)(6)")),
    pytest.param("over-under", "pa-2019-proposed", "686a.2(b)(6)", marks=provision("686a.2(b)(6)")),
    pytest.param("face-up-pai-gow", "pa-2019-proposed", "688a.2(b)(9)", marks=provision("688a.2(b)(9)")),
]


@pytest.mark.parametrize(("game", "edition", "cite"), POSTED)
def test_every_wager_offered_is_posted_with_every_row_of_its_paytable(game, edition, cite):
    rules = open_game(game, edition).rules(tomllib.loads(new_submission(open_game(game, edition))))
    made = sign(rules)
    assert made.posted is not None
    assert made.posted.short == cite
    assert [p.wager for p in made.payouts] == [w.name for w in rules.offered()]
    for wager, posted in zip(rules.offered(), made.payouts, strict=True):
        table = rules.tables[wager.id]
        assert posted.rows == tuple((table.labels[key], pay.text) for key, pay in table.rows.items())
        assert posted.cite == table.cite


def test_a_wager_that_is_not_offered_is_not_posted():
    assert [p.wager for p in sign(open_game("over-under").rules()).payouts] == [
        "Ante Wager",
        "Over 23 Wager",
        "Under 18 Wager",
    ]


@provision("686a.2(b)(4)(i)", "686a.2(b)(4)(ii)", "686a.2(b)(4)(iii)")
def test_over_under_inscriptions():
    rules = open_game("over-under").rules({"bonus": "1"})
    lines = {line.cite.short: line.words for line in sign(rules).inscriptions}
    assert lines == {
        "686a.2(b)(4)(i)": "All wagers but the Bonus Wager pay even money",
        "686a.2(b)(4)(ii)": "The house wins on 18 to 23",
        "686a.2(b)(4)(iii)": "An ace always counts 11",
    }
    # and they are true of the rules they stand beside
    assert {pay.text for w in ("ante", "over", "under") for pay in rules.tables[w].rows.values()} == {"1 to 1"}


@provision("683a.2(b)(5)")
def test_a_payout_limit_is_inscribed_where_there_is_one():
    game = open_game("cajun-stud")
    assert not sign(game.rules()).inscriptions
    (line,) = sign(game.rules({"payout-limit": "75000", "limits": {"ante": {"minimum": "10"}}})).inscriptions
    assert line.words == "No more than $75,000 is paid to a player in one round"
    assert line.cite.short == "683a.2(b)(5)"


@provision("688a.2(b)(8)")
def test_the_dealers_ace_high_is_inscribed():
    (line,) = sign(open_game("face-up-pai-gow").rules()).inscriptions
    assert "Ace High Pai Gow pushes" in line.words
    assert line.cite.short == "688a.2(b)(8)"


@provision("669a.2(b)(6)")
def test_the_multiples_of_the_play_wager_are_inscribed():
    rules = open_game("raise-it-up").rules()
    (line,) = sign(rules).inscriptions
    assert line.words == (
        "The Play Wager is one to three times the Ante before 4th Street, one or two times it after, "
        "and equal to it after 5th Street"
    )
    times = [sorted(o.times for o in street.options if o.wager) for street in rules.game.streets]
    assert times == [[1, 2, 3], [1, 2], [1]]
