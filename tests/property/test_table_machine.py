"""Random commands, legal and illegal, at tables of every game: the books are straight after every event, a refusal
changes nothing, a replay gives the same state, and no table ever hangs."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from croupier import IllegalAction, all_games, open_game
from croupier.game.conduct import Role
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.automatic import FLOORPERSON
from croupier.table.decide import open_table, step
from croupier.table.holds import DEVICES
from tests.property.books import check_books
from tests.property.campaign import Campaign, campaigns, expected
from tests.property.nonsense import GARBAGE, TABLES
from tests.support import table_rules

COMMANDS = 50_000
"""For each game, over all its tables."""


@pytest.mark.parametrize("game", TABLES)
def test_random_commands(game):
    done = campaigns(game, COMMANDS, seed=2)
    assert done.commands >= COMMANDS
    assert done.commands // 5 < done.refused < done.commands // 2
    assert done.rounds > done.commands // 200
    assert set(done.irregularities) == expected(game)
    assert done.kinds | {"Claimed"} == {kind.__name__ for kind in e.EVENTS} - unknown(game)


def unknown(game: str) -> set[str]:
    """Events that cannot be: the opening is not among those counted, and some games have no progressive. A claim needs
    somebody who leaves with what is then undone, which chance seldom brings."""
    without = {"cajun-stud", "over-under"}
    return (
        {"TableOpened"}
        | ({"Contributed"} if game in without else set())
        | ({"Turned", "Revealed"} if game == "over-under" else {"Turned"} if game == "face-up-pai-gow" else set())
    )


def test_every_game_and_edition_is_played():
    played = {(game, edition) for game, tables in TABLES.items() for edition, _ in tables}
    for game in all_games():
        default = open_game(game.id).edition == game.edition
        assert (game.id, None if default else game.edition) in played


SEAT = st.integers(-2, 8)
NAME = st.one_of(st.sampled_from([f"Player {n}" for n in range(1, 7)]), st.text(max_size=50))
AMOUNT = st.one_of(st.integers(-10, 10), st.sampled_from([100, 500, 1000, 2000]), st.integers())
WORD = st.text(max_size=12)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), WORD),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(WORD, inner, max_size=3)),
    max_leaves=6,
)
ACTOR = st.builds(c.Actor, st.sampled_from(["player", "dealer", "floorperson", "shift-manager", "surveillance"]), NAME)


class Machine(RuleBasedStateMachine):
    """Hypothesis chooses what is asked of the table, and shrinks whatever breaks it."""

    @initialize(game=st.sampled_from(sorted(TABLES)), cards=st.sampled_from(["shuffled", "entered"]), data=st.data())
    def begin(self, game: str, cards: str, data: st.DataObject) -> None:
        edition, submission = data.draw(st.sampled_from(TABLES[game]))
        self.run = Campaign(game, edition, submission, data.draw(st.integers(1, 50)), cards)
        self.run.crowd.skip = 0

    @rule(times=st.integers(1, 40))
    def goes_on(self, times: int) -> None:
        for _ in range(times):
            self.run.onward()

    @rule(actor=ACTOR, value=JSON)
    @precondition(lambda self: self.run.table.due is not None)
    def somebody_takes_the_step(self, actor: c.Actor, value: object) -> None:
        due = self.run.table.due
        assert due is not None
        self.run.act(c.Perform(step=due.id, value=value), actor)

    @rule(actor=ACTOR, name=WORD, value=st.one_of(JSON, st.sampled_from(GARBAGE)), seat=SEAT)
    def any_step(self, actor: c.Actor, name: str, value: object, seat: int) -> None:
        self.run.act(c.Perform(step=name, value=value, seat=seat), actor)

    @rule(actor=ACTOR, seat=SEAT, wager=WORD, amount=AMOUNT, data=st.data())
    def any_wager(self, actor: c.Actor, seat: int, wager: str, amount: int, data: st.DataObject) -> None:
        offered = [w.id for w in self.run.rules.offered()]
        wager = data.draw(st.sampled_from([*offered, wager]))
        self.run.act(c.Place(seat=seat, wager=wager, amount=amount), actor)
        self.run.act(c.TakeBack(seat=seat, wager=wager), actor)

    @rule(actor=ACTOR, name=NAME, seat=SEAT, amount=AMOUNT)
    def any_player(self, actor: c.Actor, name: str, seat: int, amount: int) -> None:
        for command in (
            c.Sit(player=name, seat=seat),
            c.BuyIn(player=name, amount=amount),
            c.CashOut(player=name),
            c.Leave(seat=seat),
        ):
            self.run.act(command, actor)

    @rule(actor=ACTOR, seat=SEAT, decision=WORD, low=st.lists(st.integers(-1, 8), max_size=3))
    def any_decision(self, actor: c.Actor, seat: int, decision: str, low: list[int]) -> None:
        self.run.act(c.Decide(seat=seat, decision=decision, low=tuple(low)), actor)

    @rule(data=st.data(), actor=ACTOR, seat=SEAT, device=st.sampled_from(["", "shuffler", "shoe"]))
    def any_report(self, data: st.DataObject, actor: c.Actor, seat: int, device: str) -> None:
        irregularity = data.draw(st.sampled_from(self.run.reports))
        found = self.run.table.conduct.irregularity(irregularity)
        named = device if found is not None and not DEVICES.isdisjoint(found.remedy) else ""
        self.run.act(c.Report(irregularity=irregularity, seat=seat, device=named), actor)

    @rule(order=WORD, actor=ACTOR, seat=SEAT, amount=AMOUNT, name=NAME, what=WORD)
    def any_order(self, order: str, actor: c.Actor, seat: int, amount: int, name: str, what: str) -> None:
        self.run.act(c.Direct(order=order, seat=seat, amount=amount, player=name, what=what), actor)

    @invariant()
    def books_are_straight(self) -> None:
        check_books(self.run.table, e.TableClosed())

    def teardown(self) -> None:
        if hasattr(self, "run"):
            self.run.finish()


TestMachine = Machine.TestCase
TestMachine.settings = settings(
    max_examples=60,
    stateful_step_count=30,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


# That the checks themselves can fail.


def _opened():
    event, table = open_table(table_rules("dj-wild"), table="T1", at=0)
    return event, table


@pytest.mark.parametrize("accounts", [{"inventory": 1}, {"house": 1, "drop": -1}, {"house": -5, "layout": 5}])
def test_wrong_books_are_noticed(accounts):
    event, table = _opened()
    check_books(table, event)
    with pytest.raises(AssertionError):
        check_books(msgspec.structs.replace(table, accounts=accounts), event)


def test_a_changed_state_is_noticed():
    edition, submission = TABLES["dj-wild"][0]
    run = Campaign("dj-wild", edition, submission, 1, "shuffled")
    run.table.accounts["house"] -= 1
    with pytest.raises(AssertionError, match="a refusal changed the state"):
        run.act(c.CashOut(player="Nobody"), FLOORPERSON)


def test_every_role_is_among_those_tried():
    _, table = _opened()
    for role in Role.__args__:  # type: ignore[attr-defined]
        with pytest.raises(IllegalAction):
            step(table, c.Perform(step="shuffle"), c.Actor(role), 0)
