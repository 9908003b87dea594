"""Facts on disk: found by what they are made from, verified when they are read, and counted anew when in doubt."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import numpy as np
import pytest

from croupier import open_game
from croupier.kit.cards import STANDARD, Deck, cards
from croupier.kit.paytables import table
from croupier.odds.facts import store
from croupier.odds.study.facts import stud_facts
from croupier.odds.study.study import main_of, solve


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    return tmp_path


@pytest.fixture
def make():
    """Facts that remember how often they were counted."""

    class Count:
        calls = 0

        def __call__(self):
            self.calls += 1
            return {"a": np.arange(3)}

    return Count()


def test_facts_are_counted_once(folder, make):
    assert store.kept("x", make)["a"].tolist() == [0, 1, 2]
    assert store.kept("x", make)["a"].tolist() == [0, 1, 2]
    assert make.calls == 1
    assert [file.path.name for file in store.files()] == ["x.npz"]


def foreign(path, whole):
    yield b""
    yield whole[: len(whole) // 2]
    yield b"nonsense"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("hello.txt", "hello")
    yield path.read_bytes()
    with path.open("wb") as stream:
        np.savez(stream, b=np.arange(4))
    yield path.read_bytes()
    with path.open("wb") as stream:
        np.save(stream, np.arange(4))
    yield path.read_bytes()
    with path.open("wb") as stream:
        np.savez(stream, a=np.arange(3), about=np.frombuffer(b"[1]", np.uint8))
    yield path.read_bytes()


def test_a_torn_or_foreign_file_is_counted_anew_with_a_warning(folder, make):
    store.kept("x", make)
    path = folder / "x.npz"
    whole = path.read_bytes()
    tries = list(foreign(folder / "other.npz", whole))
    for number, torn in enumerate(tries, 1):
        path.write_bytes(torn)
        with pytest.warns(store.FactsWarning, match="counted anew"):
            assert store.kept("x", make)["a"].tolist() == [0, 1, 2]
        assert make.calls == 1 + number
        assert path.read_bytes() == whole


def test_a_folder_that_cannot_be_written_to_only_costs_the_time(folder, make, monkeypatch):
    (folder / "file").write_text("")
    monkeypatch.setenv("CROUPIER_CACHE", str(folder / "file" / "no folder"))
    assert store.kept("y", make)["a"].tolist() == [0, 1, 2]
    assert store.files() == []


def altered(path, change):
    """The file with one array changed; with `resealed` its digest is made to fit."""
    with np.load(path) as found:
        arrays = dict(found)
    about = json.loads(bytes(arrays.pop("about")))
    change(arrays)
    for resealed in (False, True):
        sealed = {**about, "digest": store.digest_of(arrays)} if resealed else about
        with path.open("wb") as stream:
            np.savez(stream, **arrays, about=np.frombuffer(json.dumps(sealed).encode(), np.uint8))
        yield resealed


def lower_more(arrays):
    arrays["0.counts"] = arrays["0.counts"].copy()
    arrays["0.counts"][0, 0] += 1


def heavier(arrays):
    arrays["0.weights"] = arrays["0.weights"].copy()
    arrays["0.weights"][0] += 1


@pytest.mark.parametrize("change", [lower_more, heavier])
def test_altered_facts_are_never_priced(folder, monkeypatch, change):
    from croupier.odds.solver import kept

    rules = open_game("cajun-stud").rules()
    right = main_of(solve(rules)).house_edge
    (path,) = folder.glob("solver-*.npz")
    for _ in altered(path, change):
        monkeypatch.setattr(kept, "_HELD", {})
        with pytest.warns(store.FactsWarning, match="counted anew"):
            assert main_of(solve(rules)).house_edge == right


def test_what_is_counted_board_by_board_is_kept_by_its_pays(folder, monkeypatch):
    """Of a deck from tens up: found again as it was counted, anew for other pays, and never as somebody altered it."""
    from croupier.odds.solver import board_play
    from croupier.odds.solver.solve import solve as declared
    from tests.odds.declared_games import BLIND, CITE, ultimate

    monkeypatch.setattr(board_play, "FEW", 0)
    game = ultimate(Deck("tens up", tuple(card for card in STANDARD if card.rank >= 10), 1, CITE))
    counted = declared(game.rules())
    (path,) = folder.glob("boards-*.npz")
    monkeypatch.setattr(board_play.Walk, "over_all", None)
    assert dict(declared(game.rules()).outcomes) == dict(counted.outcomes)
    assert declared(game.rules()).worths({"seat": cards("As Kd")}) == counted.worths({"seat": cards("As Kd")})
    monkeypatch.undo()
    monkeypatch.setenv("CROUPIER_CACHE", str(folder))
    monkeypatch.setattr(board_play, "FEW", 0)
    dearer = (table("1", CITE, BLIND.replace("500 to 1", "600 to 1")),)
    assert declared(game.with_wager("blind", tables=dearer).rules()).outcomes
    assert len(list(folder.glob("boards-*.npz"))) == 2
    for _ in altered(path, one_more):
        with pytest.warns(store.FactsWarning, match="counted anew"):
            assert dict(declared(game.rules()).outcomes) == dict(counted.outcomes)


def one_more(arrays):
    arrays["ends"] = arrays["ends"].copy()
    arrays["ends"][0, 0, 0] += 1


def test_a_name_tells_cards_readings_and_counters_apart(monkeypatch):
    one, other = (open_game("dj-wild").rules({}, {"flush-wild": w}).ranking for w in ("highest-missing", "double-ace"))
    names = {store.key("against", one), store.key("against", other), store.key("against", one, (1, 2))}
    monkeypatch.setattr(store, "COUNTERS", {**store.COUNTERS, "against": ("odds/solver/plan.py",)})
    store.counter.cache_clear()
    names.add(store.key("against", one))
    store.counter.cache_clear()
    assert len(names) == 4
    with pytest.raises(TypeError, match="content"):
        store.key("against", one, len)


def test_every_counter_s_source_is_part_of_the_name():
    """A module of the odds or the kit that a counter imports, and that counts, is in its list."""
    for kind, sources in store.COUNTERS.items():
        for name in sources:
            source = Path(store.__file__).parents[2] / name
            assert source.is_file(), kind
            for line in source.read_text().splitlines():
                if found := re.match(r"from croupier\.(odds\.[a-z_]+)(?:\.([a-z_]+))? import ([a-z_]+)", line):
                    room, module, first = found.groups()
                    source_of = f"{room.replace('.', '/')}/{module or first}.py"
                    known = {f"odds/rounds/{each}.py" for each in ("shapes", "partial", "weighted")}
                    known |= {"odds/facts/checksums.py", "odds/facts/store.py"}
                    assert source_of in {*sources, *known} or kind == "six-cards", (kind, name, source_of)


def test_facts_that_are_held_are_noted_too(folder):
    rules = open_game("dj-wild").rules()
    with store.noted() as first:
        stud_facts(rules)
    with store.noted() as second:
        stud_facts(rules)
    assert first == second
    ((name, digest),) = first.items()
    assert name.startswith("against-")
    assert len(digest) == 64


def test_uncached_reads_and_writes_nothing(folder, make):
    with store.uncached():
        store.kept("x", make)
        store.kept("x", make)
    assert make.calls == 2
    assert list(folder.iterdir()) == []


def test_verifying_and_clearing(folder, make):
    store.kept("x", make)
    name = store.key("six-cards", (1, 2))
    store.kept(name, lambda: {"counts": np.array([28])}, cards=range(8))
    (folder / "mine.txt").write_text("keep me")
    (folder / "x.npz").write_bytes(b"nonsense")
    faults = {file.path.stem: file.fault() for file in store.files()}
    assert faults[name] is None
    assert faults["x"]
    assert [file.path.stem for file in store.clear()] == [name]
    assert {path.name for path in folder.iterdir()} == {"mine.txt", "x.npz"}
