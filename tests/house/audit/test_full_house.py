"""A house that has used every feature is checked, backed up, restored and started again, on either database."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from croupier.house.audit.backup import backup
from croupier.house.audit.check import check
from croupier.house.audit.restore import restore
from croupier.house.tables.money import ledger
from tests.house import full_house
from tests.house.floor import KEY, a_house

if TYPE_CHECKING:
    from croupier.house.house import House


def tables(house: House) -> dict[str, bytes]:
    return {name: keeper.table.bytes() for name, keeper in house.keepers.items()}


def test_a_house_that_has_used_everything_is_checked_backed_up_and_restored(url, tmp_path, new_postgres):
    stood = tables(asyncio.run(full_house.build(url)))
    made = check(url, KEY.public)
    assert made.tables == len(stood)
    assert backup(url, tmp_path / "out", KEY.public) == made
    for target in (str(tmp_path / "new.db"), new_postgres()):
        assert restore(tmp_path / "out", target, KEY.public) == made
        assert check(target, KEY.public) == made

        async def again(target=target):
            async with a_house(target) as house:
                assert not len(house.keeping.set_aside)
                shown = tables(house)
                assert set(stood) - set(shown) == {full_house.CLOSED, full_house.LINKED[1]}
                held = house.database.balance(ledger.hold(full_house.VOIDED, "Ann"))
                house.audit()
                return shown, held

        shown, held = asyncio.run(again())
        shown.pop("jammed")  # its automatic dealer goes on shuffling at once
        assert shown == {name: stood[name] for name in shown}, "byte for byte"
        assert held == 0, "what was held goes back to its wallet"
        check(target, KEY.public)
