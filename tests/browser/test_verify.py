"""Whoever doubts recomputes the cards: one file of Python and one of JavaScript, with nothing of croupier in either."""

from __future__ import annotations

import ast
import base64
import json
import random
import re
import subprocess
import sys
from functools import cache
from hashlib import blake2b, sha256, shake_256
from pathlib import Path

import pytest

from croupier.games import EDITIONS, open_game
from croupier.house.storage.database import Database
from croupier.house.tables.rounds.round_records import proof
from croupier.journal import verify_bytes
from croupier.table import Vault, seeded
from croupier.table.script import play_script
from tests.browser.floor import DESKTOP, PHONE
from tests.house.stored import put
from tests.house.tables.test_withheld_orders import played as sealed_rounds
from tests.journal.conduct_forgeries import CONDUCT_FORGERIES
from tests.journal.forgeries import FORGERIES, jammed_under_wagers, night, short_shoe
from tests.journal.test_card_audit import of_scheme_1
from tests.journal.test_reconstruct import journal
from tests.journal.test_reconstruct import night as long_night
from tests.support import INDEPENDENT as VERIFIER
from tests.support import independent

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "src" / "croupier" / "web" / "pages" / "js" / "verify" / "verify-cards.js"
RECUT = """game cajun-stud
sit 1 Ann
open
buy Ann 100
bet 1 ante 10
dealer no-more-bets
floor recut
deal
1 fold
go on
"""


INDEPENDENT = independent()


@pytest.fixture(scope="module")
def script(chrome):
    """The module in a page of nobody's."""
    page = chrome.new_page()
    address = f"data:text/javascript;base64,{base64.b64encode(SCRIPT.read_bytes()).decode()}"
    page.evaluate("async (address) => { window.cards = await import(address); }", address)
    yield page
    page.close()


def in_browser(page, data):
    """What the script finds: its result, or the record and words of its fault."""
    return page.evaluate(
        """(told) => {
          try { return cards.verify(Uint8Array.from(atob(told), (one) => one.charCodeAt(0))); }
          catch (error) { return { record: error.record, message: error.message }; }
        }""",
        base64.b64encode(data).decode(),
    )


@cache
def honest():
    nights = {
        f"{game}-{edition}": long_night(game, edition, 40 if game == "over-under" else 8)[0]
        for game, editions in EDITIONS.items()
        for edition in editions
    }
    nights["two packs"] = long_night("dj-wild", None, 8, decks=2, shuffler="counting")[0]
    nights["a generator"] = long_night("face-up-pai-gow", None, 4, start="generator")[0]
    nights["a jam under wagers"] = jammed_under_wagers()
    nights["discards"] = short_shoe(Vault(seeded(1)))
    nights["a late recut"] = play_script(RECUT, open_game).events
    nights["before"] = of_scheme_1(night("dj-wild"))
    return {name: journal(log) for name, log in nights.items()}


def test_the_hashes_are_the_standards(script):
    chance = random.Random(13)
    for size in (0, 1, 3, 55, 56, 63, 64, 65, 111, 127, 128, 129, 135, 136, 137, 272, 1000):
        data = chance.randbytes(size)
        key = chance.randbytes(chance.choice((0, 16, 32, 64)))
        found = script.evaluate(
            """([data, key]) => {
              const hex = (made) => Array.from(made, (one) => one.toString(16).padStart(2, "0")).join("");
              const [bytes, person] = [cards.unhex(data), new TextEncoder().encode("croupier/seal/1")];
              return [cards.sha256(bytes), cards.shake256(bytes, 300), cards.blake2b(bytes, cards.unhex(key), person)]
                .map(hex);
            }""",
            [data.hex(), key.hex()],
        )
        named = blake2b(data, digest_size=16, key=key, person=b"croupier/seal/1")
        assert found == [sha256(data).hexdigest(), shake_256(data).hexdigest(300), named.hexdigest()], size


def test_all_three_agree_on_every_game(script):
    for name, data in honest().items():
        ours = verify_bytes(data)
        theirs, scripts = INDEPENDENT.verify(data), in_browser(script, data)
        assert scripts.get("message") is None, (name, scripts)
        for found in (theirs, scripts):
            assert (found["orders"], found["cards"], found["waiting"]) == (
                ours.cards.orders,
                ours.cards.cards,
                ours.cards.waiting,
            ), name
            assert found["records"] == ours.records
        told = [(one["round"], one["given"], one["players"]) for one in scripts["rounds"]]
        assert told == theirs["rounds"]
        assert len(told) == ours.cards.by_all + ours.cards.by_some + ours.cards.by_none
        assert sum(given == players for _, given, players in told) == ours.cards.by_all


def test_a_proof_without_its_order_shows_the_own_cards(script, tmp_path):
    database = Database(tmp_path / "h.db")
    database.migrate()
    put(database, sealed_rounds(), start=0)
    data = proof(database, "T1", 1, [1], orders=False)
    database.close()
    found = in_browser(script, data)
    assert (found["withheld"], found["own"], found["orders"]) == (1, 5, 0)
    assert "other cards" in in_browser(script, data.replace(b'"own":[{"record":', b'"own":[{"record":1'))["message"]


@pytest.mark.parametrize("name", FORGERIES)
def test_all_three_find_every_forgery_in_the_same_record(script, name):
    data = journal(FORGERIES[name].make())
    with pytest.raises(Exception, match=r"record [0-9]+ at byte") as ours:
        verify_bytes(data)
    with pytest.raises(INDEPENDENT.Broken) as theirs:
        INDEPENDENT.verify(data)
    scripts = in_browser(script, data)
    assert theirs.value.record == scripts["record"] == ours.value.record  # type: ignore[attr-defined]
    assert str(theirs.value) == scripts["message"] or "shows the dice" in scripts["message"]


def test_all_three_find_a_cut_after_the_order_was_fixed(script):
    data = journal(CONDUCT_FORGERIES["late cut"][0].make())
    with pytest.raises(Exception, match=r"record [0-9]+ at byte") as ours:
        verify_bytes(data)
    with pytest.raises(INDEPENDENT.Broken, match="no recut was ordered") as theirs:
        INDEPENDENT.verify(data)
    scripts = in_browser(script, data)
    assert theirs.value.record == scripts["record"] == ours.value.record  # type: ignore[attr-defined]
    assert str(theirs.value) == scripts["message"]


def test_a_changed_line_is_found_by_its_hash(script):
    data = honest()["dj-wild-pa-2021"]
    at = data.index(b'"amount":') + 9
    changed = data[:at] + b"9" + data[at + 1 :]
    with pytest.raises(INDEPENDENT.Broken, match="its hash is not that of its bytes"):
        INDEPENDENT.verify(changed)
    assert "its hash is not that of its bytes" in in_browser(script, changed)["message"]
    assert in_browser(script, b"nonsense\n")["message"] == "is no record"
    assert "empty" in in_browser(script, b"")["message"]


def test_the_program_stands_alone_and_says_what_it_found(tmp_path):
    nodes = list(ast.walk(ast.parse(VERIFIER.read_text())))
    names = {node.names[0].name for node in nodes if isinstance(node, ast.Import)}
    names |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    assert names == {"json", "sys", "hashlib"}
    assert not re.search(r"^\s*import\b|\bimport\(|\brequire\(", SCRIPT.read_text(), re.MULTILINE)
    good, bad = tmp_path / "good.journal", tmp_path / "bad.journal"
    good.write_bytes(honest()["dj-wild-pa-2021"])
    bad.write_bytes(journal(FORGERIES["own seals"].make()))
    run = [sys.executable, "-I", str(VERIFIER)]
    done = subprocess.run([*run, str(good)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "round 1: 6 of 6 players contributed to the seed" in done.stdout
    assert "8 orders recomputed" in done.stdout
    done = subprocess.run([*run, str(bad)], capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "broken at record 25: has a seal that is not of the card at place 0 of the order" in done.stdout
    assert json.loads(json.dumps(INDEPENDENT.verify(good.read_bytes())))["orders"] == 8


# The page.


def played(floor, guest, size):
    """A guest who played a round at a table of their own."""
    table = floor.open("dj-wild")
    one = guest(f"Vera {size[0]}", size).come_in().go(table).sit().wager("ante").asked().play_out("raise")
    return table, one


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_player_proves_ones_own_round_from_its_result(floor, guest, size):
    table, vera = played(floor, guest, size)
    page = vera.page
    began = next(json.loads(line)["event"] for _, line in floor.house.database.lines(table) if b'"round-began"' in line)
    (given,) = began["contributions"].values()
    assert len(given) == 64, "the browser contributed 32 bytes"
    page.click(".handname .why")
    page.click("text=Prove the cards")
    page.wait_for_selector(".verdict")
    assert page.inner_text(".verdict h1") == "Every card is the one its shuffle gives"
    rows = page.inner_text(".verdict").split()
    assert " ".join(rows[rows.index("Round") :][:5]) == "Round 1 1 1 yes"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_journal_is_dropped_on_the_page_and_judged(floor, guest, tmp_path):
    page = guest("Vera").page
    page.goto(f"{floor.url}/verify")
    good, bad, real = tmp_path / "good.journal", tmp_path / "bad.journal", tmp_path / "real.journal"
    good.write_bytes(honest()["dj-wild-pa-2021"])
    page.set_input_files("#file", str(good))
    page.wait_for_selector(".verdict.good")
    assert "8" in page.inner_text(".verdict table tbody tr:nth-child(2) td")
    bad.write_bytes(journal(FORGERIES["own seals"].make()))
    page.set_input_files("#file", str(bad))
    page.wait_for_selector(".verdict.bad")
    assert page.inner_text(".verdict h1") == "Broken at record 25"
    real.write_bytes(journal(long_night("dj-wild", None, 2, cards="entered")[0]))
    page.set_input_files("#file", str(real))
    page.wait_for_selector(".verdict.good")
    assert "entered by people" in page.inner_text(".verdict h1")


def test_a_stranger_gets_no_proof_of_anothers_round(floor, guest):
    table, _ = played(floor, guest, DESKTOP)
    stranger = guest("Sid").come_in()
    answer = stranger.context.request.get(f"{floor.url}/api/tables/{table}/rounds/1/proof")
    assert answer.status == 403
