"""Orders that the regulator alone reads (reading open-order): everybody else gets the record without them, and a player
what proves the own cards."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from croupier.errors import HouseError
from croupier.games import open_game
from croupier.house.archive.disputes import dispute
from croupier.house.desk.desk import Desk
from croupier.house.people.roles import Person
from croupier.house.storage.database import Database
from croupier.house.tables.rounds.round_records import proof
from croupier.house.tables.views.order_secrecy import reads_orders
from croupier.house.tables.views.sent_views import SentRecord, ViewPiece
from croupier.journal import verify_bytes
from tests.house.stored import put
from tests.journal.test_reconstruct import journal
from tests.support import independent, plain, provision
from tests.table.drive import Driver


@cache
def played(game: str = "dj-wild", readings: tuple[tuple[str, str], ...] = (("open-order", "regulator"),)):
    """Two rounds of two players, of whom the first folds a hand that nobody else sees; their orders are opened."""
    driver = Driver(game, readings=dict(readings), cards="shuffled").ready(1, 4)
    for _ in range(2):
        driver.until_phase("betting")
        for seat in (1, 4):
            driver.bet(seat, ante=1000, blind=1000)
        driver.close_bets()
        driver.finish(s1="fold", s4="raise")
    driver.until("open-order")
    driver.advance()
    return driver.log


@pytest.fixture
def database(tmp_path):
    database = Database(tmp_path / "h.db")
    database.migrate()
    put(database, played(), start=0)
    yield database
    database.close()


def person(name: str, role: Any) -> Person:
    return Person(name, frozenset({(role, "")}))


def opened(data: bytes) -> list[dict[str, Any]]:
    return [line for line in map(json.loads, data.splitlines()) if line.get("event", {}).get("event") == "order-opened"]


def own(data: bytes) -> list[dict[str, list[str]]]:
    return [one for line in map(json.loads, data.splitlines()) for one in line.get("own", [])]


@provision("687a.8(f)", "687a.9(e)", "687a.10(e)", held="step")
def test_a_players_proof_has_the_own_cards_and_no_order(database):
    whole = proof(database, "T1", 1)
    assert opened(whole)[0]["event"]["order"]
    mine = proof(database, "T1", 1, [1], orders=False)
    (hidden,) = opened(mine)
    assert (hidden["withheld"], hidden["event"]["seed"], hidden["event"]["order"]) == (True, "", "")
    assert hidden["hash"] == opened(whole)[0]["hash"], "what follows is chained to the stored record"
    (cards,) = own(mine)
    order, cut = opened(whole)[0]["event"]["order"].split(), opened(whole)[0]["event"]["cut"]
    assert cards["cards"] == [order[(cut + at) % 53] for at in range(5)], "folded, and seen by nobody else"
    found = independent().verify(mine)
    assert (found["orders"], found["withheld"], found["own"]) == (0, 1, 5)
    assert own(proof(database, "T1", 1, orders=False)) == [], "whoever played no seat is given no cards"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda line: line.replace('"own":[{"record":', '"own":[{"record":1'), "other cards than those"),
        (lambda line: line.replace('"cards":["', '"cards":["As","'), "other cards than those"),
        (lambda line: line.replace('"withheld":true', '"withheld":false'), "its hash"),
        (lambda line: line.replace('"open-order":"regulator"', '"open-order":"everyone"'), "its hash"),
    ],
)
def test_a_proof_that_was_changed_is_found(database, change, words):
    data = proof(database, "T1", 1, [1], orders=False)
    wrong = b"\n".join(change(line.decode()).encode() for line in data.splitlines())
    assert wrong != data.rstrip(b"\n")
    verifier = independent()
    with pytest.raises(verifier.Broken, match=words):
        verifier.verify(wrong)


def test_a_table_that_opens_its_orders_to_everyone_withholds_none(tmp_path):
    database = Database(tmp_path / "h.db")
    database.migrate()
    put(database, played(readings=()), start=0)
    data = proof(database, "T1", 1, [1], orders=False)
    verifier = independent()
    with pytest.raises(verifier.Broken, match="opens its orders to everyone"):
        verifier.verify(data)
    database.close()


def test_the_regulators_journal_has_everything():
    assert verify_bytes(journal(played())).cards.orders == 2


@pytest.mark.parametrize(
    ("role", "reads"),
    [
        ("player", False),
        ("dealer", False),
        ("floorperson", False),
        ("shift-manager", False),
        ("surveillance", True),
        ("auditor", True),
        ("administrator", False),
    ],
)
def test_who_reads_orders(role, reads):
    someone, game = person("Ann", role), open_game("dj-wild", "pa-2021")
    for chosen, real in (("regulator", False), ("regulator", True), ("by-money", True)):
        assert reads_orders(someone, "T1", game.rules({}, {"open-order": chosen}), real=real) is reads
    for chosen, real in (("everyone", False), ("everyone", True), ("by-money", False)):
        assert reads_orders(someone, "T1", game.rules({}, {"open-order": chosen}), real=real)
    assert reads_orders(someone, "T1", open_game("over-under").rules(), real=True), "nothing keeps cards from anybody"


def test_the_shift_manager_reads_no_journal_with_orders(database):
    desk = Desk.__new__(Desk)
    desk.house = type("House", (), {"database": database})()
    desk.noting = type("Noting", (), {"note": lambda *_: None})()
    with pytest.raises(HouseError, match="not yours"):
        desk.journal(person("Max", "shift-manager"), "T1")
    assert opened(b"".join(desk.journal(person("Aud", "auditor"), "T1")))[0]["event"]["order"]


def test_records_as_they_come_have_no_order_either(database):
    sent = [SentRecord(n, line) for n, line in database.lines("T1")]
    piece = ViewPiece(sent)
    hidden = opened(b"".join(piece.to("P1", orders=False)))
    assert [one["withheld"] for one in hidden] == [True, True]
    assert piece.to("P1") == [one.line for one in sent]
    kept = [line for line, one in zip(piece.to("P1", orders=False), sent, strict=True) if line != one.line]
    assert len(kept) == 2, "every other record byte for byte"


def test_a_dispute_shows_the_floor_hands_and_not_the_cards_that_were_not_dealt(database):
    floor, whole = (plain(dispute(database, "T1", 1, orders=orders)) for orders in (False, True))
    assert floor["hands"] == whole["hands"], "they are rebuilt from the rack (687a.11(g))"
    left = {one["what"]: one["cards"] for one in floor["rack"]}
    assert set(left["stub"].split()) == {"??"}
    assert "??" not in " ".join(one["cards"] for one in whole["rack"])
    assert all(record["line"] for record in plain(dispute(database, "T1", 2))["records"])
    hidden = [record["line"] is None for record in plain(dispute(database, "T1", 2, orders=False))["records"]]
    assert hidden.count(True) == 1, "the order of the round before was opened after it was closed"
