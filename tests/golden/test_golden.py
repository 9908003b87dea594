"""Every playthrough is replayed and compared with its record, line by line; every irregularity of every chapter has
one."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec
import pytest

from croupier import BadText, all_games, open_game
from croupier.table import events as e
from croupier.table.evolve import evolve, opened
from croupier.table.narration import tell
from croupier.table.narration_words import does
from croupier.table.script import HEAD, play_script, script_of
from croupier.table.script_lines import EXPECTED
from tests.golden.write import FOLDER, files
from tests.property.books import check_books
from tests.recorded import compare, marked

if TYPE_CHECKING:
    from croupier.table.script import Playthrough

E = TypeVar("E", bound=e.Event)
FILES = files()
STUBS = {"wrong-stub-misdealt", "wrong-stub-not-misdealt", "wrong-stub-misdealt-incomplete"}
CLAIMS = {"claim-refused"}
"""What follows from a step of the floor, and is none of the reports that a chapter knows."""
ALWAYS = {"opening-sealed-cards", "opening-preshuffled", "late-decision", "idle", "abandoned", "deck-change"}
"""What every chapter shows beside its irregularities."""


@cache
def played(file: Path) -> Playthrough:
    return play_script(script_of(file.read_text(encoding="utf-8")), open_game)


def of(game, kind: type[E]) -> list[E]:
    its = [file for file in FILES if file.parent.name == f"{game.id}-{game.edition}"]
    return [event for file in its for event, _ in played(file).events if isinstance(event, kind)]


GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda g: f"{g.id}-{g.edition}")


RECORDS = [
    pytest.param(file, id=f"{file.parent.name}/{file.stem}", marks=marked(file.read_text("utf-8").splitlines()))
    for file in FILES
]


@pytest.mark.parametrize("file", RECORDS)
def test_the_record_is_what_the_script_leads_to(file, record_property):
    done = played(file)
    record = file.read_text(encoding="utf-8")
    compare(done.record.splitlines(), record.splitlines(), record_property, "read, then `python -m tests.golden.write`")
    assert done.record == record
    first, at = done.events[0]
    assert isinstance(first, e.TableOpened)
    assert file.parent.name == f"{first.game}-{first.edition}"
    table = opened(done.rules, first, at)
    decode = msgspec.json.Decoder(e.AnyEvent).decode
    assert decode(msgspec.json.encode(first)) == first
    for event, at in done.events[1:]:
        table = evolve(table, decode(msgspec.json.encode(event)), at)
        check_books(table, event)
    assert table.bytes() == done.table.bytes()


@GAMES
def test_every_irregularity_has_a_playthrough(game):
    conduct = game.conduct
    assert conduct is not None
    shown = {event.irregularity for event in of(game, e.IrregularityFound)}
    wanted = {found.id for found in conduct.irregularities}
    if any(way.stub is not None for way in conduct.ways.values()):
        wanted |= STUBS
    assert wanted
    assert wanted <= shown <= wanted | CLAIMS


@GAMES
def test_every_chapter_shows_its_ways_openings_and_occasions(game):
    stems = {file.stem for file in FILES if file.parent.name == f"{game.id}-{game.edition}"}
    assert stems >= ALWAYS
    ways = {str(event.submission.get("dealing") or _default(game)) for event in of(game, e.TableOpened)}
    assert ways == set(game.conduct.ways)
    assert any(event.preshuffled for event in of(game, e.PackChanged))
    assert any(event.pack == 1 for event in of(game, e.Shuffled))
    placed = {wager for event in of(game, e.RoundBegan) for own in event.wagers.values() for wager in own}
    assert placed >= {wager.id for wager in game.wagers if wager.placed != "by-decision"}
    results = {line["result"] for event in of(game, e.Settled) for line in event.lines}
    assert results >= {"win", "lose", "forfeit"} | ({"push"} if game.id != "over-under" else set())
    assert any(event.late for event in of(game, e.Decided))


def _default(game) -> str:
    return str(next(choice.default for choice in game.choices if choice.key == "dealing"))


def test_every_event_is_told():
    kinds = {type(event) for file in FILES for event, _ in played(file).events}
    assert set(e.EVENTS) == kinds
    assert [line.words for line in tell(e.TableClosed(note="end of day", by="floorperson"))] == [
        "closes the table (end of day)"
    ]


def test_every_step_is_told_as_a_deed():
    told = {event.step: event for file in FILES for event, _ in played(file).events if isinstance(event, e.Performed)}
    assert len(told) > 40
    words = [
        line for file in FILES for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("  dealer")
    ]
    assert not [line for line in words if " performs " in line]
    assert does("shake the dice, uncover them and announce their total") == (
        "shakes the dice, uncovers them and announces their total"
    )


@pytest.mark.parametrize(
    ("script", "line", "expected"),
    [
        ("sit 1 Ann", 1, "begins with its game"),
        ("game poker", 1, "is not in the book"),
        ("game dj-wild\nseed seven", 2, "expected: seed NUMBER"),
        ("game dj-wild\nsubmission trips", 2, "expected: submission CHOICE=VALUE"),
        ("game dj-wild\ncards marked", 2, "cards shuffled, cards entered or cards stacked"),
        ("game dj-wild\nsubmission trips=DJWT-99", 2, "DJWT-99"),
        ("game dj-wild\nsit one Ann", 2, "expected: sit SEAT NAME"),
        ("game dj-wild\nsit 1 Ann\nfrobnicate", 3, "a line begins with a seat or one of sit, leave"),
        ("game dj-wild\nsit 1 Ann\nbuy Ann lots", 3, "is not an amount"),
        ("game dj-wild\nsit 1 Ann\nbuy Bob 5", 3, "does not sit at this table"),
        ("game dj-wild\nrefused: sit 1 Ann", 2, "was to be refused, and was not"),
        ("game dj-wild\nrefused: sit one Ann", 2, "expected: sit SEAT NAME"),
        ("game dj-wild\nstack 1 As", 2, "cards stacked"),
        ("game dj-wild\nsit 1 Ann\nuntil reveal", 3, "not due before the betting is open"),
        ("game dj-wild\nsit 1 Ann\nseed 7", 3, "not understood"),
        ("", 1, "names its game"),
    ],
)
def test_a_bad_line_is_refused_by_its_number(script, line, expected):
    with pytest.raises(BadText) as caught:
        play_script(script, open_game)
    assert caught.value.field == f"line {line}"
    assert expected in str(caught.value)


STACKED = """game cajun-stud
cards stacked
sit 1 Ann
sit 2 Bob
open
buy Ann 100
buy Bob 100
stack 1 As Ks
stack 2 {}
stack community Qs Js Ts
bet 1 ante 10
bet 2 ante 10
deal
"""


def test_stacked_cards_come_where_they_were_asked_for():
    done = play_script(
        STACKED.format("9h 9d") + "1 raise-1\n2 fold\ngo on\n1 raise-1\ngo on\n1 raise-1\ngo on\n", open_game
    )
    shown = {event.seat: event.cards for event, _ in done.events if isinstance(event, e.Revealed)}
    assert shown == {1: "As Ks"}
    turned = [event.cards for event, _ in done.events if isinstance(event, e.Turned)]
    assert turned == ["Qs", "Js", "Ts"]
    with pytest.raises(BadText, match=r"line 13: .*As is not in the shoe any more"):
        play_script(STACKED.format("As 9d"), open_game)


def test_the_same_seed_gives_the_same_record_and_another_gives_another():
    script = "game over-under\nseed {}\nsit 1 Ann\nuntil cut\n1 cut 20\nopen\nbuy Ann 100\nbet 1 ante 10\ndeal\n"
    records = [play_script(script.format(seed), open_game).record for seed in (1, 1, 2)]
    assert records[0] == records[1]
    assert records[0].replace("seed 1", "seed 2") != records[2]


def test_every_word_of_a_script_is_documented():
    page = (Path(__file__).parents[2] / "docs" / "script.md").read_text(encoding="utf-8")
    words = [*HEAD, *EXPECTED]
    assert len(words) > 25
    assert not [word for word in words if f"`{word} " not in page and f"`{word}`" not in page]


def test_the_playthroughs_that_the_docs_name_are_there():
    page = (Path(__file__).parents[2] / "docs" / "law.md").read_text(encoding="utf-8")
    (part,) = re.findall(r"## Playthroughs\n(.*?)\n## ", page, re.DOTALL)
    rows = [re.findall(r"`([a-z0-9*-]+/[a-z-]+)`", row) for row in part.splitlines() if row.startswith("| ")][1:]
    assert len(rows) == 16
    assert all(row and all(any(FOLDER.glob(f"{name}.txt")) for name in row) for row in rows)


def test_a_refusal_half_way_is_no_refusal():
    script = "game dj-wild\nsit 1 Ann\nopen\nbuy Ann 50\nrefused: bet 1 ante 10 blind 10 ante 10\n"
    with pytest.raises(BadText, match=r"line 5: .* half-way"):
        play_script(script, open_game)
