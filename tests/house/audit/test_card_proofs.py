"""Cards that are not their order's are found wherever a journal is checked; a restart keeps both sides of a seed."""

from __future__ import annotations

import asyncio
import json
from io import BytesIO
from types import SimpleNamespace
from zipfile import ZipFile

import httpx
import pytest
from msgspec.structs import replace

from croupier.cli.bot import Bot, simply
from croupier.errors import BadText, JournalError
from croupier.house.archive.verify import Verifier
from croupier.house.audit.check import check
from croupier.house.books.exports import export
from croupier.house.storage.database import Database
from croupier.journal import verify_bytes
from croupier.journal.replay import follow, restored, rules_of
from croupier.table import (
    Actor,
    BuyIn,
    Decide,
    Direct,
    Perform,
    Place,
    Report,
    Sit,
    Vault,
    floor,
    opened,
    seeded,
    wagers,
)
from croupier.table import events as e
from croupier.table.evolve import evolve
from croupier.table.snapshot import restore
from tests.house.floor import KEY, a_house, betting, served, until
from tests.house.stored import put
from tests.journal.forgeries import FORGERIES, changed, night, nth, short_shoe
from tests.journal.test_reconstruct import journal
from tests.support import independent
from tests.table.drive import Driver

ANN = Actor("player", "Ann")


def house_of(tmp_path, *logs) -> Database:
    database = Database(tmp_path / "h.db")
    database.migrate()
    for log in logs:
        put(database, log, start=0)
    return database


def test_an_honest_table_is_whole_to_everyone(tmp_path):
    database = house_of(tmp_path, night("dj-wild"), night("face-up-pai-gow", table="T2", seed=2))
    assert check(tmp_path / "h.db").tables == 2
    with export(database, "T1") as file, ZipFile(BytesIO(file.read())) as archive:
        told = json.loads(archive.read("manifest.json"))
    assert told["intact"]
    assert (told["cards"]["orders"], told["cards"]["by_all"]) == (4, 4)
    said = Verifier(SimpleNamespace(database=database, keepers={}, key=KEY)).wait("T1")  # type: ignore[arg-type]
    assert said.state == "intact"
    assert str(said.cards).startswith("4 orders recomputed, 80 cards are theirs")
    database.close()


@pytest.mark.parametrize("name", ["own seals", "turned otherwise", "own dice", "ground seed", "copied commitment"])
def test_a_forged_table_is_broken_to_everyone(tmp_path, name):
    forgery = FORGERIES[name]
    log = forgery.make()
    database = house_of(tmp_path, log)
    with pytest.raises(JournalError) as caught:
        check(tmp_path / "h.db")
    assert (caught.value.fault, forgery.words in str(caught.value)) == ("cards", True)
    record = caught.value.record
    with export(database, "T1") as file, ZipFile(BytesIO(file.read())) as archive:
        told = json.loads(archive.read("manifest.json"))
    assert (told["intact"], told["fault"]["fault"], told["fault"]["record"]) == (False, "cards", record)
    said = Verifier(SimpleNamespace(database=database, keepers={}, key=KEY)).wait("T1")  # type: ignore[arg-type]
    assert (said.state, said.record) == ("broken", record)
    assert forgery.words in said.words
    database.close()


def test_a_commitment_copied_from_another_table_is_found_before_it_is_opened(tmp_path):
    log, other = night("dj-wild"), night("over-under", table="T2", seed=2)
    copied = changed(other, e.Shuffled, 0, commitment=nth(log, e.Shuffled).commitment)
    house_of(tmp_path, log, copied).close()
    with pytest.raises(JournalError, match=r"table T2.*its commitment was used before: record [0-9]+ of table T1"):
        check(tmp_path / "h.db")


# Contributions, and restarts.


def kept(keeper):
    return {pack: (found.seed, found.order, found.drawn) for pack, found in keeper.vault._kept.items()}


async def test_a_restart_between_shuffle_and_close_keeps_seed_and_contributions(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild", betting_seconds=3600.0, quick=False) as house:
        keeper = house.keeper("dj-wild")
        await keeper.ask(Sit(player="Ann", seat=1), ANN)
        await house.welcome("Ann")
        await keeper.ask(BuyIn(player="Ann", amount=50_000), ANN)
        await betting(keeper)
        for wager, given in (("ante", "00ff" * 16), ("blind", "")):
            answer = await keeper.ask(Place(seat=1, wager=wager, amount=1000, contribution=given), ANN)
            assert not answer.refused
        before, table = kept(keeper), keeper.table.bytes()
        assert before["0"][0] == b"", "the order is not fixed yet"
    async with a_house(tmp_path / "h.db") as house:
        keeper = house.keeper("dj-wild")
        assert (kept(keeper), keeper.table.bytes()) == (before, table)
        await keeper.ask(Perform(step="no-more-bets"), keeper.staff.dealer)
        await until(lambda: keeper.table.due is not None and keeper.table.due.id == "decide")
        before, table = kept(keeper), keeper.table.bytes()
        assert before["0"][0], "the order is fixed"
    async with a_house(tmp_path / "h.db") as house:
        keeper = house.keeper("dj-wild")
        assert (kept(keeper), keeper.table.bytes()) == (before, table)
        await keeper.ask(Decide(seat=1, decision="raise"), ANN)
        await until(lambda: keeper.table.rounds == 1 and keeper.table.packs[0].number == 2)
    assert check(tmp_path / "h.db").rounds == 1


def replayed(log, until_):
    """The table after so many events, and a vault that followed them."""
    (first, at), *rest = log[:until_]
    table, vault = opened(rules_of(first), first, at), Vault(seeded(9), KEY.lock().seal)
    for event, at in rest:
        table = evolve(table, event, at)
        follow(vault, table, event, KEY.lock())
    return table, vault


def test_a_vault_that_follows_is_the_vault_that_is_restored_wherever_the_table_stands():
    log = short_shoe(Vault(seeded(1), KEY.lock(test=True).seal))
    stands = [i + 1 for i, (event, _) in enumerate(log) if isinstance(event, e.Shuffled | e.RoundBegan | e.OrderOpened)]
    assert len(stands) == 8  # a cover card that came before 9(b) has all cards shuffled after the round: 686a.7(d)
    for place in stands:
        table, vault = replayed(log, place)
        again = restored(table, KEY.lock())
        for pack, found in again._kept.items():
            assert (found.seed, found.order, found.drawn) == (
                vault._kept[pack].seed,
                vault._kept[pack].order,
                vault._kept[pack].drawn,
            )


def test_a_seed_that_was_not_committed_to_is_not_restored():
    log = short_shoe(Vault(seeded(1), KEY.lock(test=True).seal))
    other = changed(log, e.Shuffled, 0, sealed=KEY.lock().seal(bytes(32)))
    with pytest.raises(BadText, match="another seed than the one committed to"):
        replayed(other, len(other))


@pytest.mark.parametrize(
    ("game", "given", "role", "field", "words"),
    [
        ("dj-wild", "0", "player", "contribution", "lower-case hexadecimal"),
        ("dj-wild", "AB", "player", "contribution", "lower-case hexadecimal"),
        ("dj-wild", "00" * 33, "player", "contribution", "lower-case hexadecimal"),
        ("dj-wild", "zz", "player", "contribution", "lower-case hexadecimal"),
        ("dj-wild", "00", "dealer", "actor", "Ann places the wagers of seat 1"),
        ("over-under", "00", "dealer", "contribution", "a player alone contributes"),
    ],
)
def test_a_contribution_that_cannot_be_is_refused_and_changes_nothing(tmp_path, game, given, role, field, words):
    """A dealer places a wager only where one may be told to them with cash, and contributes nothing with it."""

    async def contribute():
        async with a_house(tmp_path / "h.db", game, betting_seconds=3600.0, decision_seconds=1.0) as house:
            keeper = house.keeper(game)
            await keeper.ask(Sit(player="Ann", seat=1), ANN)
            await house.welcome("Ann")
            await keeper.ask(BuyIn(player="Ann", amount=50_000), ANN)
            await betting(keeper)
            before = keeper.decided.bytes()
            actor = ANN if role == "player" else keeper.staff.dealer
            command = Place(seat=1, wager="ante", amount=1000, contribution=given, verbal=game == "over-under")
            answer = await keeper.ask(command, actor)
            assert words in answer.refused
            assert answer.field == field
            assert keeper.decided.bytes() == before

    asyncio.run(contribute())


# Who contributes.


def began(house, table):
    """The contributions of the last round that began."""
    events = [json.loads(line).get("event", {}) for _, line in house.database.lines(table)]
    return [event.get("contributions", {}) for event in events if event.get("event") == "round-began"][-1]


async def test_a_client_and_a_bot_contribute_by_themselves(tmp_path):
    async with (
        a_house(tmp_path / "h.db", "dj-wild") as house,
        served(house) as at,
        at.guest("Ann") as client,
        client.table("dj-wild") as table,
    ):
        keeper = house.keeper("dj-wild")
        bot = Bot(client, table, 1, simply, await client.rules("dj-wild"))
        await bot.sit()
        await bot.play(1)
        first = began(house, "dj-wild")
        assert len(first["1"]) == 64
        assert not (await table.command(Sit(player="Ann", seat=1))).refused
        assert not (await table.command(BuyIn(player="Ann", amount=20_000))).refused
        await until(lambda: table.view.phase == "betting" and table.view.seats[1] and table.view.seats[1].yours)
        for wager in ("ante", "blind"):
            assert not (await table.command(Place(seat=1, wager=wager, amount=1000))).refused
        await until(lambda: keeper.table.rounds == 1 and keeper.table.play is not None)
        second = began(house, "dj-wild")
        assert len(second["1"]) == 64
        assert second != first
    assert check(tmp_path / "h.db").rounds >= 1


async def test_the_pages_request_takes_a_contribution_and_refuses_a_bad_one(tmp_path):
    async with (
        a_house(tmp_path / "h.db", "dj-wild", quick=False, betting_seconds=3600.0) as house,
        served(house) as at,
        at.guest("Ann") as client,
        httpx.AsyncClient(base_url=at.url, cookies={"croupier": client.token}) as page,
    ):
        keeper, base = house.keeper("dj-wild"), "/api/tables/dj-wild"
        assert (
            await page.post(f"{base}/seat", json={"seat": 1, "amount": 20_000}, headers={"Idempotency-Key": "s"})
        ).status_code == 200
        await betting(keeper)
        draft = {"do": "type", "wager": "ante", "amount": "10"}
        assert (await page.post(f"{base}/draft", json=draft)).status_code == 200
        before = keeper.decided.bytes()
        bad = await page.post(
            f"{base}/wagers", json={"contribution": "not hexadecimal"}, headers={"Idempotency-Key": "a"}
        )
        assert bad.status_code == 400
        assert bad.json()["error"]["field"] == "contribution"
        assert keeper.decided.bytes() == before
        good = await page.post(f"{base}/wagers", json={"contribution": "ab" * 32}, headers={"Idempotency-Key": "b"})
        assert good.status_code == 200, good.text
        assert keeper.decided.contributions == {1: "ab" * 32}


def wagered(driver: Driver, *seats: int) -> Driver:
    """With the required wagers of these seats, and a contribution of each."""
    for seat in seats:
        driver.do(Place(seat=seat, wager="ante", amount=1000, contribution=f"aa0{seat}"), "player", f"P{seat}")
        driver.do(Place(seat=seat, wager="blind", amount=1000), "player", f"P{seat}")
    return driver


def test_a_contribution_from_before_a_commitment_does_not_count(monkeypatch):
    """Whoever draws a seed while wagers lie there would know what they contribute. Tables of before changed cards under
    wagers: their journals verify, and say of such a round that nobody contributed."""
    for module in (wagers, floor):
        monkeypatch.setattr(module, "wager_anew", lambda _: None)
    driver = wagered(Driver("dj-wild", cards="shuffled").ready(1), 1)
    driver.do(Direct(order="change-cards"), "floorperson")
    driver.until_phase("betting")
    assert driver.table.layout[1] == {"ante": 1000, "blind": 1000}
    driver.close_bets()
    assert driver.events(e.RoundBegan)[-1].contributions == {}
    driver.finish(s1="fold")
    driver.until("shuffle")
    with pytest.raises(JournalError, match="under wagers"):
        verify_bytes(journal(driver.log))
    (opening, at), *log = driver.log
    verdict = verify_bytes(journal([(replace(opening, procedure=3), at), *log])).cards
    assert (verdict.by_none, verdict.by_all) == (1, 0)


SHUFFLED_ANEW = {
    "reshuffle": Direct(order="reshuffle"),
    "change-cards": Direct(order="change-cards"),
    "shoe": Report(irregularity="out-of-order", device="shoe"),
    "shuffler": Report(irregularity="out-of-order", device="shuffler"),
    "shuffler-jam": Report(irregularity="shuffler-jam"),
}
KEPT = {"shuffler", "shuffler-jam"}
"""What gives the cards in play no other order: a shuffler that fails leaves what it has shuffled to be dealt as it lies
(reading ready-cards; the shoe's are taken out of it and shuffled), and one that jams holds the other deck."""


@pytest.mark.parametrize("why", SHUFFLED_ANEW)
def test_no_round_is_dealt_from_an_order_that_was_made_after_its_wagers(why):
    """Sealed cards that are shuffled while wagers lie there are wagered on anew; the wagers stay when the cards keep
    their order, or it is the other deck's, and at real cards."""
    chosen, told = {"shuffler": "automated", "decks": 2}, SHUFFLED_ANEW[why]
    if why == "shoe":
        chosen["dealing"] = "automated-shoe"
    driver = wagered(Driver("dj-wild", chosen, cards="shuffled").ready(1, 4), 1, 4)
    order = driver.table.pack.commitment
    driver.do(told, "floorperson", "Flo")
    assert bool(driver.table.layout) is (why in KEPT)
    driver.until_phase("betting")
    assert (driver.table.pack.commitment == order) is (why in KEPT)
    if why not in KEPT:
        wagered(driver, 1, 4)
    driver.close_bets()
    assert driver.events(e.RoundBegan)[-1].contributions == {1: "aa01", 4: "aa04"}
    driver.finish(s1="fold", s4="fold")
    driver.until("open-order")
    driver.advance()
    assert verify_bytes(journal(driver.log)).cards.by_all == 1
    assert independent().verify(journal(driver.log))["rounds"] == [(1, 2, 2)]
    real = Driver("dj-wild", chosen).ready(1)
    real.bet(1, ante=1000, blind=1000)
    real.do(told, "floorperson", "Flo")
    assert real.table.layout


def test_a_snapshot_of_before_is_read_and_one_of_now_keeps_everything():
    driver = Driver("dj-wild", cards="shuffled").ready(1)
    told = driver.table.bytes()
    assert b'"contributions":{"' not in told
    assert "contributions" not in json.loads(told), "as snapshots were before there were any"
    assert restore(driver.rules, told).bytes() == told
    driver.do(Place(seat=1, wager="ante", amount=1000, contribution="aa"), "player", "P1")
    assert restore(driver.rules, driver.table.bytes()).contributions == {1: "aa"}
