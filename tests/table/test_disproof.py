"""Which irregularities the sealed record disproves, and what a command may hold at most."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from croupier import IllegalAction, all_games
from croupier.games import open_game
from croupier.table import Crowd, Direct, Perform, Report, Sit, Staff, Vault, open_table, play, seeded, step
from croupier.table.commands import Actor
from croupier.table.disproof import DISPROVABLE, STANDS, disproved
from tests.support import provision, table_rules

FLOOR, DEALER = Actor("floorperson", "Floor"), Actor("dealer", "Dealer")


def tables(cards, game="cajun-stud"):
    """A round, state by state."""
    rules = table_rules(game, {"pocket": "A"})
    _, table = open_table(rules, table="7", at=0, cards=cards)
    staff = Staff(Vault(seeded(1)), random.Random(1))
    return [now for _, now, _ in play(table, staff, Crowd(random.Random(1), 2, skip=0), 1, lambda: 0)]


@provision("687a.13(e)", "687a.13(f)", "687a.13(g)")
def test_of_every_irregularity_it_is_known_whether_a_record_can_disprove_it():
    known = {one.id for game in all_games() if game.conduct for one in game.conduct.irregularities}
    assert known == DISPROVABLE | STANDS
    assert not DISPROVABLE & STANDS


@pytest.mark.parametrize("irregularity", sorted({"face-up", "wrong-number", "exposed", "drawn-in-error"}))
def test_a_true_round_is_disproof_at_every_step_and_real_cards_are_a_persons_word(irregularity):
    for table in tables("shuffled"):
        assert disproved(table, irregularity)
    for table in tables("entered"):
        assert not disproved(table, irregularity)


def test_a_hand_that_lacks_a_card_is_no_disproof():
    """Were the record itself wrong, it would say so: a hand with a card too few that is to get none."""
    table = next(t for t in tables("shuffled") if t.due is not None and t.due.id == "decide" and t.play.dealt)
    assert "seat 1 has 2, seat 2 has 2 of 2 cards" in disproved(table, "wrong-number")
    short = replace(table.play, dealt={**table.play.dealt, "seats.2": table.play.dealt["seats.2"][:1]})
    assert not disproved(replace(table, play=short), "wrong-number")
    assert disproved(replace(table, play=short), "wrong-number", 1)


@pytest.mark.parametrize(
    ("irregularity", "shows"),
    [
        ("wrong-number", "every card where it belongs"),
        ("face-up", "sealed, and none lies face up"),
        ("two-face-up", "sealed, and none lies face up"),
        ("drawn-in-error", "none out of turn"),
        ("exposed", "no card seen before its turn"),
    ],
)
def test_the_table_refuses_what_its_record_disproves_and_says_what_it_shows(irregularity, shows):
    table = next(t for t in tables("shuffled") if t.phase == "dealing" and t.play.dealt)
    command = Report(irregularity=irregularity, seat=1, cards="As" if irregularity == "face-up" else "")
    with pytest.raises(IllegalAction, match=shows) as refused:
        step(table, command, DEALER, 0)
    assert refused.value.field == "irregularity"
    assert str(refused.value.cite).startswith("58 Pa. Code § 683a.13")
    if irregularity in {"wrong-number", "drawn-in-error"}:
        assert step(table, command, DEALER, 0, staged=True)  # what a lesson stages stands
    real = next(t for t in tables("entered") if t.phase == "dealing" and t.play.dealt)
    if irregularity in {"wrong-number", "face-up", "drawn-in-error"}:
        assert step(real, command, DEALER, 0)  # a person's word for real cards


def test_a_hand_that_is_out_of_the_round_proves_no_wrong_number():
    """A player who told of the own hand in mid-deal gets no more cards: that is no misdeal."""
    rules = open_game("raise-it-up").rules({"pair-plus": "A", "limits": {"ante": {"minimum": "10", "step": "10"}}})
    _, table = open_table(rules, table="7", at=0)
    staff = Staff(Vault(seeded(1)), random.Random(1))
    states = [now for _, now, _ in play(table, staff, Crowd(random.Random(1), 2, skip=0), 1, lambda: 0)]
    table = next(t for t in states if t.phase == "dealing" and t.play is not None and len(t.play.dealt) == 2)
    _, told = step(table, Report(irregularity="information", seat=1), DEALER, 0)
    while told.due is not None and told.due.id == "deal":
        assert disproved(told, "wrong-number")
        answer = staff.answer(told)
        assert answer is not None
        _, told = step(told, *answer, 0)
    assert disproved(told, "wrong-number")


def test_a_second_card_face_up_needs_a_first():
    table = next(t for t in tables("entered") if t.phase == "dealing")
    with pytest.raises(IllegalAction, match="no first one was reported"):
        step(table, Report(irregularity="two-face-up"), DEALER, 0)


@pytest.mark.parametrize(
    ("command", "field"),
    [
        (Report(irregularity="out-of-order", device="shuffler", note="x" * 401), "note"),
        (Report(irregularity="out-of-order", device="shuffler", note="a\x00b"), "note"),
        (Direct(order="relieve", player="y" * 41), "player"),
        (Direct(order="relieve", player="a\nb"), "player"),
        (Direct(order="bar", player="player:Ann"), "player"),
        (Direct(order="fill", amount=10**18), "amount"),
        (Sit(player="Ann/Bob", seat=6), "player"),
        (Perform(step="cut", value=2**70), "value"),
        (Perform(step="cut", value={"a": {"b": {"c": 1}}}), "value.a.b"),
        (Perform(step="cut", value=["x"] * 65), "value"),
        (Perform(step="cut", value="x" * 8193), "value"),
        (Perform(step="deal", seals=("x" * 32,) * 65), "seals"),
        (Perform(step="turn", salts=("\x00",)), "salts"),
    ],
)
def test_a_command_holds_no_more_than_a_journal_keeps(command, field):
    with pytest.raises(IllegalAction) as refused:
        step(tables("entered")[-1], command, FLOOR, 0)
    assert refused.value.field == field
