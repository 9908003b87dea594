"""Money that moves as no kind of it does, and wagers that go back for nothing, break a journal whose cards, chain and
sums are all sound."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.errors import JournalError
from croupier.game import Line
from croupier.journal.conduct_audit import ConductAudit
from croupier.table import events as e
from croupier.table.postings import returned_entries
from croupier.table.skips import open_wagers
from tests.journal.conduct_forgeries import driven
from tests.journal.forgeries import changed
from tests.journal.test_conduct_audit import hear_all
from tests.journal.test_reconstruct import sound

GAME = "dj-wild"
FLOOR: dict[str, Any] = {"by": "floorperson", "who": "Flo"}


def once(when, make):
    """Add what `make` gives at the first step at which `when` holds."""
    done: list[bool] = []

    def meddle(table):
        if done or not when(table):
            return ()
        done.append(True)
        return make(table)

    return meddle


def in_hand(table):
    return table.due is not None and table.due.id == "decide"


def found(log, words, *, sealed=False):
    with pytest.raises(JournalError) as caught:
        hear_all(ConductAudit(sealed=sealed), sound(log))
    assert words in caught.value.message, caught.value.message


def name_of(table):
    return next(iter(table.seats.values()))


@pytest.mark.parametrize(
    ("what", "entries", "told"),
    [
        ("fill", {"house": -500, "player:{}": 500}, {}),
        ("fill", {"house": 500, "inventory": -500}, {}),
        ("credit", {"player:{}": -500, "house": 500}, {}),
        ("buy-in", {"inventory": -500, "player:{}": 500, "house": -500, "drop": 500}, {"player": "Nobody"}),
        ("buy-in", {"inventory": -500, "player:{}": 500}, {"player": "{}"}),
        ("cash-out", {"player:{}": -1, "house": 1}, {"player": "{}"}),
        ("meter", {"house": -500, "meter:none": 500}, {"meter": "none"}),
        ("linked", {"house": -500, "inventory": 500}, {}),
        ("gift", {"house": -500, "player:{}": 500}, {}),
        ("admitted", {"house": -500, "player:{}": 500}, {"player": "{}"}),
    ],
)
def test_money_moves_as_its_kind_does(what, entries, told):
    def forged(table):
        name = name_of(table)
        moved = {account.format(name): cents for account, cents in entries.items()}
        more: dict[str, Any] = {k: v.format(name) for k, v in told.items()}
        return [e.MoneyMoved(what=what, entries=moved, **more, **FLOOR)]

    words = f"its entries are not those of a {'change of' if what in {'meter', 'linked'} else what}"
    words = "as 'gift', which is none of" if what == "gift" else words
    found(driven(GAME, once(in_hand, forged)), words)


def test_no_account_stands_below_nothing():
    def forged(table):
        amount = table.accounts["inventory"] + 1
        return [e.MoneyMoved(what="credit", entries={"inventory": -amount, "house": amount}, **FLOOR)]

    found(driven(GAME, once(in_hand, forged)), "leaves inventory at -1 cents")


def void(table, seat):
    stakes = open_wagers(table.play, seat)
    back, cite = returned_entries(table, seat, stakes), table.conduct.irregularities[0].cite
    lines = tuple(Line(wager, stake, "void", None, 0, 0, cite).to_json() for wager, stake in stakes.items())
    return e.Voided(
        seat=seat,
        lines=lines,
        entries=back.entries,
        cite=str(cite),
        meters=back.meters,
        carries=back.carries,
        out=True,
        **FLOOR,
    )


def report(table, irregularity, **told):
    known = table.conduct.irregularity(irregularity)
    return e.IrregularityFound(irregularity=known.id, cite=str(known.cite), remedy=known.remedy, **told, **FLOOR)


def test_wagers_do_not_go_back_for_nothing():
    log = driven(GAME, once(in_hand, lambda table: [void(table, min(table.play.round.seats))]))
    found(log, "nothing that went wrong led to it")


def test_wagers_do_not_go_back_by_a_remedy_that_says_otherwise():
    def forged(table):
        seat = min(table.play.round.seats)
        told = replace(report(table, "wrong-number"), remedy=("void-seat",), seat=seat)
        return [told, void(table, seat)]

    found(driven(GAME, once(in_hand, forged)), "which this chapter has not, or not with this remedy")


def test_a_report_that_the_record_disproves_is_found_where_the_order_is_sealed():
    def forged(table):
        return [report(table, "wrong-number"), *(void(table, seat) for seat in sorted(table.play.round.seats))]

    log = driven(GAME, once(in_hand, forged))
    found(log, "the record shows every card where it belongs", sealed=True)
    hear_all(ConductAudit(), sound(log)[: len(log) // 3])


def test_a_wager_beyond_the_submissions_limits_is_found():
    log = driven(GAME, lambda _: (), limits={"ante": {"minimum": "5.00", "maximum": "50.00"}})
    placed: list[Any] = [event for event, _ in log if isinstance(event, e.WagerPlaced)]
    number = next(i for i, event in enumerate(placed) if event.wager == "ante")
    player = next(account for account in placed[number].entries if account.startswith("player:"))
    more = {"amount": 5100, "entries": {player: -5100, "layout": 5100}}
    found(changed(log, e.WagerPlaced, number, **more), "is a wager that the table does not take")


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (e.Sat(player="Mal", seat=1), "which is taken or not there"),
        (e.Sat(player="Mal", seat=99), "not there"),
        (e.Left(player="Mal", seat=1), "where somebody else sits"),
        (e.TableClosed(), "with wagers on the layout"),
        (e.DeviceChanged(device="shuffler", what="repaired", cite="x"), "which was in order"),
    ],
)
def test_seats_devices_and_the_close(event, words):
    heard = ConductAudit()
    told = sound(driven(GAME, lambda _: ()))
    for record in told:
        if heard.table is not None and heard.table.play is not None and in_hand(heard.table):
            break
        heard.hear(record)
    assert heard.table is not None
    assert heard.table.play is not None
    seat = min(heard.table.play.round.seats)
    made = replace(event, seat=seat) if getattr(event, "seat", 0) == 1 else event
    with pytest.raises(JournalError, match=words):
        heard.hear(replace_body(record, made))


def replace_body(record, body):
    return type(record)(**{**{name: getattr(record, name) for name in record.__slots__}, "body": body})
