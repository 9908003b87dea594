"""What the lines of a script have people do: a playthrough stands for a provision only if they do what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from croupier import open_game
from croupier.errors import BadText
from croupier.table import events as e
from croupier.table.script import play_script, script_of
from tests.support import provision

if TYPE_CHECKING:
    from croupier.table.script import Playthrough

PAI_GOW = """game face-up-pai-gow
cards stacked
sit 2 Bea
open
2 decline-cut
open
buy Bea 500
"""
RAISE_IT_UP = """game raise-it-up
submission progressive=1
cards entered
sit 1 Ann
sit 2 Old Ben
open
buy Ann 500
buy Old Ben 500
"""
OVER_UNDER = """game over-under
submission adjacent-boxes=2 bonus=1
mid-shoe closed
seed 3
sit 2 Bea
open
"""


def played(*parts: str) -> Playthrough:
    return play_script("\n".join(parts) + "\n", open_game)


def said(done: Playthrough, kind: type[Any]) -> list[Any]:
    return [event for event, _ in done.events if isinstance(event, kind)]


def steps(done: Playthrough, step: str) -> list[Any]:
    return [event.value for event in said(done, e.Performed) if event.step == step]


@provision("688a.5(i)(1)(i)", "688a.5(i)(1)(iii)")
@pytest.mark.parametrize(
    ("line", "dice", "shakes", "position"),
    [
        ("dealer shake 1 2 4", [1, 2, 4], 3, "seats.1"),
        ("dealer shake 1 1 1 shakes 5", [1, 1, 1], 5, "seats.5"),
        ("dealer shake 6 6 3", [6, 6, 3], 3, "dealer"),
    ],
)
def test_dice_are_shaken_three_times_unless_it_is_said_how_often(line, dice, shakes, position):
    done = played(PAI_GOW, "bet 2 pai-gow 20", "until shake", line)
    assert steps(done, "shake") == [{"dice": dice, "shakes": shakes, "total": sum(dice), "position": position}]


@provision("688a.13(e)", "688a.11(c)")
def test_stacked_cards_come_to_their_places_and_a_hand_is_set_by_cards_or_places():
    hands = ["stack 2 As Ad Ah Kc Qc 9d 7h", "stack dealer Ks Kd Qh 9c 7d 5s 3h", "bet 2 pai-gow 20"]
    for setting in ("2 set Kc Qc", "2 set 3 4"):
        done = played(PAI_GOW, *hands, "deal", setting, "go on")
        (shown,) = said(done, e.Revealed)
        assert (shown.cards, shown.low) == ("As Ad Ah Kc Qc 9d 7h", "Kc Qc")
    with pytest.raises(BadText, match="seat 2 holds As Ad Ah Kc Qc 9d 7h, not 2c"):
        played(PAI_GOW, *hands, "deal", "2 set 2c Qc")
    found = said(played(PAI_GOW, *hands, "until deal", "report face-up Js"), e.Discarded)
    assert [(one.what, one.cards) for one in found] == [("face-up", "Js")]


@provision("669a.11(i)", "669a.7(b)", "669a.7(c)")
def test_players_are_named_and_the_dealer_announces_and_is_late_for_them():
    done = played(
        RAISE_IT_UP,
        "bet 1 ante 10 blind 10 progressive 1",
        "bet 2 ante 10 blind 10 pair-plus 5",
        "take-back 2 pair-plus",
        "deal",
        "announce 1 play-3",
        "wait 1m",
        "late 2",
        "go on",
        "leave 2",
        "floor abandon 2",
    )
    told = [(one.seat, one.decision, one.announced, one.late) for one in said(done, e.Decided)]
    assert told == [(1, "play-3", True, False), (2, "check", False, True)]
    assert [one.player for one in said(done, e.Sat)] == ["Ann", "Old Ben"]
    back = [(one.wager, one.amount) for one in said(done, e.WagerPlaced) if one.amount < 0]
    assert back == [("pair-plus", -500)]
    (gone,) = said(done, e.Left)
    assert (gone.player, gone.midround) == ("Old Ben", True)
    assert done.table.play is not None
    assert done.table.play.out == (2,)


@provision("669a.3(c)(2)")
@pytest.mark.parametrize(("wait", "passed"), [("3h", 10_800_000), ("2m 1s", 121_000), ("1h 1m", 3_660_000)])
def test_time_passes_as_it_is_told(wait, passed):
    first = "game raise-it-up\ncards entered\nsit 1 Ann\nopen"
    before, after = (played(first, *told, "buy Ann 500").events[-1][1] for told in ((), (f"wait {wait}",)))
    assert after - before == passed
    with pytest.raises(BadText, match=r"669a\.3\(c\)\(2\)"):
        played(first, "buy Ann 500", "bet 1 ante 10 blind 10", "wait 8h", "deal")


@provision("686a.6(b)", "686a.6(b)(1)", "686a.6(f)")
def test_the_head_of_a_script_says_how_the_table_is_opened():
    done = played(OVER_UNDER)
    assert not done.table.mid_shoe
    assert done.rules.chosen["adjacent-boxes"] == 2
    assert done.table.cards == "shuffled"
    assert done.table.accounts["inventory"] == 10_000_000
    plain = played("game over-under", "seed 3", "inventory 700.50")
    assert plain.table.mid_shoe
    assert plain.table.accounts["inventory"] == 70_050
    for wrong in ("mid-shoe open", "equipment new", "cards dealt", "seed one", "submission", "readings x"):
        with pytest.raises(BadText, match="is not understood"):
            played("game over-under", wrong)


@provision("669a.12(e)(3)")
def test_a_meter_is_carried_and_set_by_two_people():
    done = played(
        "game raise-it-up",
        "submission progressive=1",
        "meter progressive-1 1234.56",
        "sit 1 Ann",
        "open",
        "floor set-meter progressive-5 6000 with Sam: the display was wrong",
    )
    assert done.table.accounts["meter:progressive-1"] == 123_456
    (moved,) = [one for one in said(done, e.MoneyMoved) if one.what == "meter"]
    assert (moved.meter, moved.second, moved.note) == ("progressive-5", "Sam", "the display was wrong")
    assert done.table.accounts["meter:progressive-5"] == 600_000


@provision("669a.8(h)")
def test_a_count_of_every_card_names_the_places_that_differ():
    done = played(
        RAISE_IT_UP, "bet 1 ante 10 blind 10", "until stub", "dealer count-stub 45", "dealer determine 1=4 stub=45"
    )
    (found,) = steps(done, "determine")
    assert found["found"] == "misdealt"
    assert found["counted"] == {"seats.1": 4, "community": 3, "stub": 45}


@provision("669a.13(a)")
def test_the_record_has_the_script_within_it_and_refusals_are_told_with_their_provision():
    text = "game raise-it-up\nsit 1 Ann\nquietly open\nrefused: as Ben: 1 fold\n2 times: due\n"
    done = played(text.rstrip())
    assert script_of(done.record) == text
    assert done.record.count("due          nothing: the betting is open") == 2
    assert "lines not told" in done.record
    with pytest.raises(BadText, match="was to be refused, and was not"):
        played(text.rstrip(), "refused: buy Ann 5")
