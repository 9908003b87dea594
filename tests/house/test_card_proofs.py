"""Cards that are not their order's are found wherever a journal is checked; a restart keeps both sides of a seed."""

from __future__ import annotations

import asyncio
import json
from io import BytesIO
from types import SimpleNamespace
from zipfile import ZipFile

import pytest

from croupier.errors import BadText, JournalError
from croupier.house.check import check
from croupier.house.database import Database
from croupier.house.exports import export
from croupier.house.verify import Verifier
from croupier.journal.replay import follow, restored, rules_of
from croupier.table import Actor, BuyIn, Decide, Perform, Place, Sit, Vault, opened, seeded
from croupier.table import events as e
from croupier.table.evolve import evolve
from tests.house.floor import KEY, a_house, betting, until
from tests.house.stored import put
from tests.journal.forgeries import FORGERIES, changed, night, nth, short_shoe

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
    assert said["state"] == "intact"
    assert said["cards"].startswith("4 orders recomputed, 80 cards are theirs")
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
    assert (said["state"], said["record"]) == ("broken", record)
    assert forgery.words in said["words"]
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


def test_a_restart_between_shuffle_and_close_keeps_seed_and_contributions(tmp_path):
    async def go():
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

    asyncio.run(go())


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
    assert len(stands) == 6
    for place in stands:
        table, vault = replayed(log, place)
        again = restored(table, KEY.lock())
        for pack, found in again._kept.items():
            assert (found.seed, found.order, found.drawn) == (vault._kept[pack].seed, vault._kept[pack].order,
                                                              vault._kept[pack].drawn)  # fmt: skip


def test_a_seed_that_was_not_committed_to_is_not_restored():
    log = short_shoe(Vault(seeded(1), KEY.lock(test=True).seal))
    other = changed(log, e.Shuffled, 0, sealed=KEY.lock().seal(bytes(32)))
    with pytest.raises(BadText, match="another seed than the one committed to"):
        replayed(other, len(other))


@pytest.mark.parametrize(("given", "role", "words"), [
    ("0", "player", "lower-case hexadecimal"), ("AB", "player", "lower-case hexadecimal"),
    ("00" * 33, "player", "lower-case hexadecimal"), ("zz", "player", "lower-case hexadecimal"),
    ("00", "dealer", "a player alone contributes"),
])  # fmt: skip
def test_a_contribution_that_cannot_be_is_refused_and_changes_nothing(tmp_path, given, role, words):
    async def go():
        async with a_house(tmp_path / "h.db", "dj-wild", betting_seconds=3600.0) as house:
            keeper = house.keeper("dj-wild")
            await keeper.ask(Sit(player="Ann", seat=1), ANN)
            await house.welcome("Ann")
            await keeper.ask(BuyIn(player="Ann", amount=50_000), ANN)
            await betting(keeper)
            before = keeper.decided.bytes()
            actor = ANN if role == "player" else keeper.staff.dealer
            answer = await keeper.ask(Place(seat=1, wager="ante", amount=1000, contribution=given), actor)
            assert words in answer.refused
            assert answer.field == "contribution"
            assert keeper.decided.bytes() == before

    asyncio.run(go())
