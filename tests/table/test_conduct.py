"""Every chapter's conduct fits its law and its game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from importlib import import_module
from itertools import takewhile
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, get_args

import pytest

from croupier.errors import CroupierError
from croupier.game import Ask, Give
from croupier.game.conduct import Conduct, Irregularity, Remedy, Step
from croupier.games import EDITIONS, open_game
from croupier.law import Cite

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.game import Game

CHAPTERS = [(game, edition) for game, editions in EDITIONS.items() for edition in editions]
WAYS = ("manual-shoe", "hand", "automated-shoe", "shoe", "continuous-shuffler")
PHASES = {"opening", "shuffling", "betting", "starting", "dealing", "deciding", "settling"}

chapters = pytest.mark.parametrize(("id_", "edition"), CHAPTERS, ids=["-".join(c) for c in CHAPTERS])


def module_of(id_: str, edition: str) -> Any:
    return import_module(EDITIONS[id_][edition].partition(":")[0] + "_conduct")


def opened(id_: str, edition: str) -> tuple[Game, Conduct]:
    return open_game(id_, edition), module_of(id_, edition).CONDUCT


def walk(value: object) -> Iterator[object]:
    """A value and everything declared under it."""
    yield value
    if isinstance(value, Cite):
        return
    if is_dataclass(value):
        for field in fields(value):
            yield from walk(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for found in value.values():
            yield from walk(found)
    elif isinstance(value, tuple):
        for found in value:
            yield from walk(found)


def procedures(conduct: Conduct) -> Iterator[tuple[Step, ...]]:
    """Each run of steps that one round, opening or payout goes through."""
    yield (*conduct.layout, *conduct.opening, conduct.shuffle, conduct.cut.step)
    yield conduct.cut.one_handed
    yield conduct.validate
    for way in conduct.ways.values():
        counts = () if way.stub is None else (way.stub.count,)
        set_dealer = () if conduct.set_dealer is None else (conduct.set_dealer,)
        shaken = () if conduct.dice is None else (conduct.dice.after,)
        yield (*way.load, *way.close, *way.start, *counts, *way.after, *shaken, *set_dealer, conduct.rack)


@chapters
def test_every_paragraph_of_the_irregularities_is_cited(id_, edition):
    game, conduct = opened(id_, edition)
    section = "9" if game.chapter.number == "686a" else "13"
    asked = {p.cite for path, p in game.chapter.provisions.items() if path.startswith(f"{section}(")}
    stubs = [way.stub for way in conduct.ways.values() if way.stub is not None]
    cited = {i.cite for i in conduct.irregularities} | {stub.wrong for stub in stubs}
    assert len(asked) >= 5
    assert asked - cited == {c for c in getattr(module_of(id_, edition), "ALSO", ()) if c in asked}


@chapters
def test_every_wrong_count_of_the_dealing_sections_is_cited(id_, edition):
    game, conduct = opened(id_, edition)
    wrong = {p.cite for p in game.chapter.provisions.values() if "wrong count" in p.words or "wrong stub" in p.words}
    stubs = {way.stub.wrong for way in conduct.ways.values() if way.stub is not None}
    if game.chapter.number == "ma":  # asks for the count and says nothing of a wrong one
        wrong = {game.chapter["7(d)"], game.chapter["8(f)"]}
    assert stubs == wrong
    assert bool(stubs) == (game.chapter.number != "686a")


@chapters
def test_every_cite_is_of_the_chapters_own_law(id_, edition):
    game, conduct = opened(id_, edition)
    cites = [value for value in walk(conduct) if isinstance(value, Cite)]
    assert len(cites) > 40
    assert {cite.chapter for cite in cites} == {game.chapter.number}
    assert all(cite.path in game.chapter.provisions for cite in cites)


@chapters
def test_step_ids_are_unique_within_a_procedure(id_, edition):
    _, conduct = opened(id_, edition)
    for steps in procedures(conduct):
        ids = [step.id for step in steps]
        assert len(ids) == len(set(ids)), ids


@chapters
def test_words_are_short_instructions(id_, edition):
    _, conduct = opened(id_, edition)
    for said in walk(conduct):
        if isinstance(said, Step | Irregularity):
            assert len(said.words.split()) <= 20, said.words
            assert said.words[0].islower() or said.words.startswith("All-Six"), said.words
            assert not said.words.endswith("."), said.words


@chapters
def test_the_ways_are_those_the_submission_may_choose(id_, edition):
    game, conduct = opened(id_, edition)
    (dealing,) = [choice for choice in game.choices if choice.key == "dealing"]

    def takes(way: str) -> bool:
        try:
            dealing.read(way)
        except CroupierError:
            return False
        return True

    assert set(conduct.ways) == {way for way in WAYS if takes(way)}
    assert all(way.id == key for key, way in conduct.ways.items())
    assert not game.deck_hours or set(game.deck_hours) == set(conduct.ways)


@chapters
def test_the_lays_give_what_the_course_gives_before_the_first_decision(id_, edition):
    game, conduct = opened(id_, edition)
    given = {e.to for e in takewhile(lambda e: not isinstance(e, Ask), game.course) if isinstance(e, Give)}
    for way in conduct.ways.values():
        laid = [lay.to for lay in way.lays]
        assert len(laid) == len(set(laid))
        if laid == ["positions"]:
            assert given == {"seats", "dealer"}
        else:
            assert set(laid) == given, way.id


@chapters
def test_irregularities_speak_of_what_the_game_has(id_, edition):
    game, conduct = opened(id_, edition)
    wagers = {wager.id for wager in game.wagers}
    ids = [i.id for i in conduct.irregularities]
    assert len(ids) == len(set(ids))
    for i in conduct.irregularities:
        assert conduct.irregularity(i.id) is i
        assert i.when
        assert set(i.when) <= PHASES, i.id
        assert i.remedy
        assert set(i.remedy) <= set(get_args(Remedy)), i.id
        assert set(i.ways) < set(conduct.ways), i.id
        assert {*i.settles, *i.returns} <= wagers, i.id
        assert bool(i.options) == ("ask-player" in i.remedy), i.id
        assert bool(i.returns) == ("return-wager" in i.remedy), i.id
        assert not i.settles or "void" in i.remedy, i.id
        assert i.reading is None or i.reading in game.readings, i.id
    assert conduct.irregularity("nothing of the kind") is None


@chapters
def test_one_irregularity_at_most_answers_to_one_exposure(id_, edition):
    """Where a way of dealing decides, no phase of a way has two answers for a player's card that is exposed in it; one
    that was exposed in the deal may be found later."""
    _, conduct = opened(id_, edition)
    exposures = [i for i in conduct.irregularities if i.id.startswith("exposed")]
    for way in conduct.ways:
        for phase in ("dealing", "deciding"):
            other = "exposed-after" if phase == "dealing" else "exposed-dealing"  # once all cards are dealt
            happen = [i for i in exposures if i.id != other]
            answers = [i for i in happen if phase in i.when and (not i.ways or way in i.ways)]
            assert len(answers) == bool(exposures), (way, phase)


@chapters
def test_steps_for_wagers_name_wagers_of_the_game(id_, edition):
    game, conduct = opened(id_, edition)
    optional = {wager.id for wager in game.wagers if wager.placed == "optional"}
    steps = [value for value in walk(conduct) if isinstance(value, Step)]
    assert {wager for step in steps for wager in step.offered} <= optional
    for step in steps:
        assert step.offered or step.id not in {"lock-out", "verify-chips", "lammers", "cover-all-mode", "green-button"}


@chapters
def test_an_idle_table_goes_through_steps_of_its_opening(id_, edition):
    _, conduct = opened(id_, edition)
    opening = [step.id for step in conduct.opening]
    for redo in (conduct.idle.redo, conduct.idle.redo_device):
        if redo is not None:
            assert redo
            assert list(redo) == [id_ for id_ in opening if id_ in redo]


@chapters
def test_a_cover_card_put_back_has_a_depth(id_, edition):
    _, conduct = opened(id_, edition)
    cut = conduct.cut
    assert (cut.cover is None) == (cut.depth is None)
    assert cut.least == 10
    assert not cut.cover_optional or cut.cover is not None
    assert not conduct.cover_card or cut.cover is not None


def test_cajuns_all_six_cards_come_first_but_from_the_automated_shoe():
    _, conduct = opened("cajun-stud", "pa-2019")
    orders = {way.id: [lay.to for lay in way.lays] for way in conduct.ways.values()}
    assert orders == {
        "manual-shoe": ["all-six", "seats", "community"],
        "hand": ["all-six", "seats", "community"],
        "automated-shoe": ["seats", "all-six", "community"],
    }


@pytest.mark.parametrize("way", ["manual-shoe", "hand", "automated-shoe"])
@pytest.mark.parametrize(("stakes", "laid"), [({"ante": 500}, False), ({"ante": 500, "all-six": 500}, True)])
def test_cajuns_all_six_cards_are_laid_only_for_their_wager(way, stakes, laid):
    _, conduct = opened("cajun-stud", "pa-2019")
    seats: Any = {1: SimpleNamespace(stakes={"ante": 500}), 4: SimpleNamespace(stakes=stakes)}
    rules: Any = None
    (lay,) = [lay for lay in conduct.ways[way].lays if lay.to == "all-six"]
    assert lay.when is not None
    assert lay.when(rules, seats) is laid


def test_cards_go_round_singly_but_from_the_automated_shoe():
    for id_ in ("raise-it-up", "cajun-stud", "face-up-pai-gow"):
        conduct = module_of(id_, next(iter(EDITIONS[id_]))).CONDUCT
        singly = {way.id: any(lay.singly for lay in way.lays) for way in conduct.ways.values()}
        assert singly == {"manual-shoe": True, "hand": True, "automated-shoe": False}
