"""`croupier table`: automatic runs, their books and journals, scripts and the dealer's checklist."""

from __future__ import annotations

import json
import os
import signal
from typing import get_args

import pytest
from msgspec.structs import replace as changed

from croupier.cli import run as running
from croupier.cli.books import Books
from croupier.cli.checklist import checklist, irregularities
from croupier.game.conduct import Remedy
from croupier.games import EDITIONS, open_game
from croupier.journal import read, verify
from croupier.journal.replay import replay
from croupier.table import events as e
from croupier.table import open_table, play
from croupier.table.remedies import REMEDIES
from tests.support import table_rules

GAMES = [(game, edition) for game, editions in EDITIONS.items() for edition in editions]


@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_a_run_plays_every_wager_of_the_sample_and_its_books_balance(game, edition, run):
    done = run("table", "run", game, "--edition", edition, "--rounds", "25", "--seed", "1", "--json")
    assert (done.code, done.err) == (0, "")
    told = json.loads(done.out)
    assert told["balanced"] is True
    assert told["faults"] == []
    assert (told["rounds"], told["seats"], told["test"]) == (25, 6, True)
    assert told["submission"] == f"the sample of croupier submission new {game} --edition {edition}"
    placed = {w.id for w in open_game(game, edition).wagers if w.tables and w.placed != "by-decision"}
    assert placed <= told["wagers"].keys()
    assert all(float(told["wagers"][wager]["handle"]) > 0 for wager in placed)


def test_a_run_is_summed_up_for_people(run, tmp_path):
    path = tmp_path / "night.journal"
    done = run("table", "run", "raise-it-up", "--rounds", "10", "--seats", "3", "--seed", "1", "--journal", str(path))
    assert (done.code, done.err) == (0, "")
    for words in (
        "10 rounds of 3 seats",
        "a test run, seed 1",
        "submission: the sample",
        "Pair Plus",
        "drop",
        "meter progressive-5",
        "win of the table",
        "The books balance",
        f"{path}: ",
    ):
        assert words in " ".join(done.out.split()), words


def test_a_seed_repeats_the_journal_to_the_byte_and_another_does_not(run, tmp_path):
    for name, seed in (("a", "7"), ("b", "7"), ("c", "8")):
        path = str(tmp_path / name)
        assert run("table", "run", "dj-wild", "--rounds", "12", "--seed", seed, "--journal", path).code == 0
    one, same, other = ((tmp_path / name).read_bytes() for name in "abc")
    assert one == same
    assert one != other
    verdict = verify(tmp_path / "a")
    assert verdict.test
    assert verdict.rounds == 12
    opening = next(record.body for record in read(tmp_path / "a") if isinstance(record.body, e.TableOpened))
    assert opening.test


def test_without_a_seed_every_run_is_another_and_none_is_a_test(run, tmp_path):
    for name in "ab":
        assert run("table", "run", "over-under", "--rounds", "2", "--journal", str(tmp_path / name)).code == 0
    assert (tmp_path / "a").read_bytes() != (tmp_path / "b").read_bytes()
    assert not verify(tmp_path / "a").test


def test_cards_entered_by_hand_have_no_commitment(run, tmp_path):
    path = tmp_path / "j"
    done = run(
        "table", "run", "cajun-stud", "--rounds", "5", "--seed", "1", "--cards", "entered", "--journal", str(path)
    )
    assert done.code == 0
    shuffles = [record.body for record in read(path) if isinstance(record.body, e.Shuffled)]
    assert shuffles
    assert not any(shuffle.commitment or shuffle.sealed for shuffle in shuffles)


def test_a_submission_and_its_overrides_are_played(run, tmp_path):
    file = tmp_path / "t.toml"
    told = 'game = "cajun-stud"\nedition = "pa-2019"\nante = "B"\nadjacent-boxes = 1\n[limits.ante]\nstep = "2.00"\n'
    file.write_text(told, encoding="utf-8")
    path = tmp_path / "j"
    done = run(
        "table",
        "run",
        "cajun-stud",
        "--rounds",
        "3",
        "--seed",
        "1",
        "--submission",
        str(file),
        "--set",
        "pocket=A",
        "--journal",
        str(path),
        "--json",
    )
    told = json.loads(done.out)
    assert told["submission"] == f"{file}, pocket=A"
    assert "pocket" in told["wagers"]
    assert "board" not in told["wagers"]
    opening = next(record.body for record in read(path) if isinstance(record.body, e.TableOpened))
    assert opening.submission == {
        "ante": "B",
        "adjacent-boxes": 1,
        "limits": {"ante": {"step": "2.00"}},
        "pocket": "A",
    }


# Journals that are there already.


def test_a_journal_that_exists_is_left_as_it_is(run, tmp_path):
    path = tmp_path / "j"
    path.write_text("mine", encoding="utf-8")
    done = run("table", "run", "dj-wild", "--rounds", "1", "--seed", "1", "--journal", str(path))
    assert done.code == 2
    assert "--resume goes on with it" in done.err
    assert path.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("share", [0.2, 0.4, 0.55, 0.7, 0.9])
@pytest.mark.parametrize("game", ["dj-wild", "over-under", "face-up-pai-gow"])
def test_a_run_that_crashed_anywhere_goes_on_and_balances(game, share, run, tmp_path):
    whole, torn = tmp_path / "whole", tmp_path / "torn"
    assert run("table", "run", game, "--rounds", "3", "--seed", "3", "--journal", str(whole)).code == 0
    data = whole.read_bytes()
    torn.write_bytes(data[: int(len(data) * share)])
    done = run("table", "run", game, "--rounds", "4", "--seed", "3", "--journal", str(torn), "--resume", "--json")
    assert (done.code, done.err) == (0, "")
    told = json.loads(done.out)
    assert told["balanced"]
    assert told["rounds"] == 4
    verdict = verify(torn)
    assert verdict.rounds == told["rounds-before"] + 4
    table = replay(torn)
    assert sum(table.accounts.values()) == 0
    assert table.rounds == verdict.rounds
    commitments = [record.body.commitment for record in read(torn) if isinstance(record.body, e.Shuffled)]
    assert len(set(commitments)) == len(commitments), "no order comes twice"


def test_a_resumed_run_takes_its_rules_and_key_from_where_it_began(run, tmp_path):
    path, key = str(tmp_path / "j"), str(tmp_path / "key")
    assert run("table", "run", "cajun-stud", "--rounds", "2", "--journal", path, "--key", key).code == 0
    again = ("table", "run", "cajun-stud", "--rounds", "2", "--journal", path, "--resume")
    assert run(*again, "--key", key).code == 0
    assert verify(path).rounds == 4
    before = (tmp_path / "j").read_bytes()
    for more, why in (
        ((), "takes --journal, and the --key or --seed"),
        (("--seed", "1"), "signed with another key"),
        (("--key", key, "--set", "ante=B"), "under the rules the journal was begun with"),
        (("--key", str(tmp_path / "none")), "cannot be read"),
    ):
        refused = run(*again, *more)
        assert refused.code == 2
        assert why in refused.err
    other = run("table", "run", "dj-wild", "--rounds", "2", "--journal", path, "--resume", "--key", key)
    assert "is the journal of a table of cajun-stud" in other.err
    assert (tmp_path / "j").read_bytes() == before


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--rounds", "0"), "--rounds: 0 is no number of rounds"),
        (("--rounds", "1", "--seats", "7"), "--seats: the table has 1 to 6 seats, not 7 (58 Pa. Code § 687a.2(a))"),
        (("--rounds", "1", "--seats", "0"), "--seats: the table has 1 to 6 seats, not 0"),
        (("--rounds", "1", "--cards", "marked"), "--cards: 'marked' is neither shuffled nor entered"),
        (("--rounds", "1", "--set", "trips=X"), "trips: 'X' is no paytable"),
        (("--rounds", "1", "--key", "k"), "--key: goes with --journal"),
        (("--rounds", "1", "--key", "k", "--journal", "j", "--seed", "1"), "throw-away key"),
    ],
)
def test_what_cannot_be_run_is_refused(more, why, run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("table", "run", "dj-wild", *more)
    assert (done.code, done.out) == (2, "")
    assert why in done.err
    assert not list(tmp_path.iterdir())


def test_ctrl_c_finishes_the_round_and_prints_what_there_is(run, tmp_path, monkeypatch):
    plain = play

    def interrupted(table, *rest):
        for at, step in enumerate(plain(table, *rest)):
            if table.rounds == 2 and at == 30:
                os.kill(os.getpid(), signal.SIGINT)
            yield step

    monkeypatch.setattr(running, "play", interrupted)
    before = signal.getsignal(signal.SIGINT)
    path = tmp_path / "j"
    done = run("table", "run", "dj-wild", "--rounds", "50", "--seed", "1", "--journal", str(path))
    assert done.code == 130
    assert "Stopped after 3 of 50 rounds." in done.out
    assert "The books balance" in done.out
    assert signal.getsignal(signal.SIGINT) is before
    assert verify(path).rounds == 3
    assert replay(path).play is None


# Books.


def test_books_that_do_not_balance_are_said_to_and_exit_1(run, monkeypatch):
    plain = Books.hear

    def skimmed(self, events):
        told = [x for x in events if not (isinstance(x, e.Settled) and x.seat == 1)]
        plain(self, told)

    monkeypatch.setattr(Books, "hear", skimmed)
    done = run("table", "run", "cajun-stud", "--rounds", "3", "--seed", "1")
    assert done.code == 1
    assert "THE BOOKS DO NOT BALANCE: the table won" in " ".join(done.out.split())


def test_books_find_uneven_entries_and_money_left_on_the_layout():
    _, table = open_table(table_rules("over-under"), table="T1", at=0)
    books = Books(table.accounts["inventory"])
    assert books.faults(table) == []
    books.hear([e.MoneyMoved(what="gift", entries={"player:Ann": 5})])
    assert books.faults(table) == ["the entries of 1 events do not sum to nothing"]
    books = Books(table.accounts["inventory"])
    left = changed(table, accounts={**table.accounts, "layout": 100, "house": table.accounts["house"] - 100})
    assert books.faults(left) == ["1.00 lie on the layout between rounds"]
    lost = changed(table, accounts={**table.accounts, "house": 0})
    assert books.faults(lost) == ["the accounts sum to 100000.00"]
    betting = changed(table, layout={1: {"ante": 1000}})
    assert "wagers are still on the layout" in books.faults(betting)


# Scripts and checklists.


def test_a_script_is_played_from_standard_input(run):
    done = run("table", "play", "-", stdin="game cajun-stud\nsit 1 Ann\nrefused: dealer shuffle\n")
    assert (done.code, done.err) == (0, "")
    assert "Ann sits down at seat 1" in done.out
    assert "the law expects receive next" in done.out
    bad = run("table", "play", "-", stdin="game cajun-stud\ndance\n")
    assert bad.code == 2
    assert bad.out == ""


@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_the_checklist_has_every_step_of_the_conduct(game, edition):
    chosen = open_game(game, edition)
    conduct = chosen.conduct
    assert conduct is not None
    wagers = {w.key: w.tables[0].id for w in chosen.wagers if w.key and w.tables}
    shufflers = {"hand": {"shuffler": "automated"}, "automated-shoe": {"shuffler": "automated"}}
    for way, how in conduct.ways.items():
        rules = chosen.rules({**wagers, "dealing": way, **shufflers.get(way, {})})
        listed = {(item.id, item.cite) for _, items in checklist(rules) for item in items}
        for step in (*conduct.opening, *how.load, *how.close, *how.after, *how.start, conduct.shuffle, conduct.rack):
            assert (step.id, str(step.cite)) in listed, step
        wrong = {item.id for item in irregularities(rules)}
        assert wrong == {i.id for i in conduct.irregularities if not i.ways or way in i.ways}
    assert set(REMEDIES) == set(get_args(Remedy))


def test_the_checklist_is_printed_and_told(run):
    done = run("table", "steps", "face-up-pai-gow")
    assert (done.code, done.err) == (0, "")
    for words in ("Shuffle and cut", "insert-cover", "§ 688a.5(e)", "from 6 to 1", "the player chooses:"):
        assert words in " ".join(done.out.split()), words
    told = json.loads(run("table", "steps", "over-under", "--set", "dealing=continuous-shuffler", "--json").out)
    assert told["dealing"] == "continuous-shuffler"
    steps = {step["id"] for phase in told["phases"] for step in phase["steps"]}
    assert "burn" in steps, "5(h) lifts 5(b) to (g) alone, and 7(c) stands"
    assert "insert-cover" not in steps
    assert {"face-up", "skipped"} <= {item["id"] for item in told["irregularities"]}


def test_the_checklist_says_what_a_decision_may_be():
    rules = open_game("raise-it-up").rules()
    words = [item.words for _, items in checklist(rules) for item in items if item.id == "decide"]
    assert words[0].endswith(": play-3, play-2, play-1, check")
