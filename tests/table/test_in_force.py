"""The day of a table: for real money it opens under an edition in force on that day, and a journal is held to it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from types import SimpleNamespace

import msgspec
import pytest

from croupier.errors import JournalError, NotInForce
from croupier.games import open_game
from croupier.journal import verify_bytes
from croupier.journal.conduct_audit import ConductAudit
from croupier.kit.days import begin_of
from croupier.law.chapters import CAJUN_STUD_PA_2019
from croupier.table import open_table
from croupier.table.in_force import begun_wrongly, day_told, opened_wrongly
from croupier.table.narration import tell
from tests.house.stored import night
from tests.journal.test_reconstruct import journal

EFFECTIVE = date(2019, 5, 4)
FIRST = begin_of(EFFECTIVE)
HOUR = 3_600_000
DAY = 24 * HOUR


def rules(**more):
    return open_game("cajun-stud").rules({"ante": "A", "adjacent-boxes": 1, "limits": {"ante": {"step": "2"}}, **more})


def opened(day=None, *, at=FIRST, real=True):
    return open_table(rules(), table="T1", at=at, day=day, real=real)[0]


@pytest.mark.parametrize(("day", "at"), [(EFFECTIVE, 0), (None, begin_of(EFFECTIVE)), (date(2026, 1, 1), 0)])
def test_a_real_money_table_opens_on_a_day_on_which_its_edition_is_in_force(day, at):
    event = opened(day, at=at)
    assert (event.day, event.money) == ((day or EFFECTIVE).isoformat(), "real")
    assert day_told(event, at) == (day or EFFECTIVE)
    assert f"on {event.day}, for real money" in str(tell(event)[0])


@pytest.mark.parametrize(("day", "at"), [(date(2019, 5, 3), begin_of(EFFECTIVE)), (None, begin_of(EFFECTIVE) - 1)])
def test_the_day_before_it_does_not(day, at):
    with pytest.raises(NotInForce, match=r"took effect on 2019-05-04 by 49 Pa.B. 2227") as refused:
        opened(day, at=at)
    assert (refused.value.field, refused.value.code) == ("edition", "not-in-force")
    assert opened(day, at=at, real=False).money == "", "but for play money"


def test_a_proposal_is_never_played_for_real_money():
    over_under = open_game("over-under").rules({"adjacent-boxes": 1})
    assert open_table(over_under, table="T1", at=0)[0].money == "", "who does not say so plays for nothing real"
    with pytest.raises(NotInForce, match="is a proposal, in force on no day"):
        open_table(over_under, table="T1", at=begin_of(date(2026, 1, 1)), real=True)


def test_a_submission_that_takes_effect_later_opens_no_table_yet():
    with pytest.raises(NotInForce, match="takes effect on 2019-05-06, and this is 2019-05-05") as refused:
        open_table(rules(day="2019-05-06"), table="T1", at=0, day=date(2019, 5, 5), real=True)
    assert refused.value.field == "submission.day"
    event, _ = open_table(rules(day="2019-05-06"), table="T1", at=0, day=date(2019, 5, 6), real=True)
    assert event.day == "2019-05-06"


def test_a_table_that_says_no_day_tells_none_and_is_of_its_clock():
    event = opened(real=False)
    assert b'"day"' not in msgspec.json.encode(event), "as journals always were"
    assert b'"money"' not in msgspec.json.encode(event)
    assert day_told(event, begin_of(EFFECTIVE) + DAY - 1) == EFFECTIVE


# What a journal shows.


@pytest.mark.parametrize(
    ("day", "at", "words"),
    [
        ("2019-05-04", begin_of(EFFECTIVE), ""),
        ("2019-05-04", begin_of(EFFECTIVE) - HOUR, ""),  # a house east of Greenwich
        ("2019-05-04", begin_of(EFFECTIVE) + DAY + HOUR, ""),  # and one west of it
        ("2019-05-04", begin_of(EFFECTIVE) + 2 * DAY, "says that it was opened on 2019-05-04, and was on 2019-05-06"),
        ("2019-05-03", begin_of(EFFECTIVE), "not in force yet on 2019-05-03"),
        ("someday", begin_of(EFFECTIVE), "is not a date"),
        ("", begin_of(EFFECTIVE) - DAY, ""),  # no day was said: it may have been that of another time zone
        ("", begin_of(EFFECTIVE) - DAY - 1, "not in force yet on 2019-05-02"),
    ],
)
def test_a_day_is_judged_by_its_record(day, at, words):
    event = msgspec.structs.replace(opened(EFFECTIVE), day=day)
    found = opened_wrongly(CAJUN_STUD_PA_2019, event, at)
    assert words in found
    assert bool(words) == bool(found)


def test_a_round_after_the_edition_ceased():
    ceased = replace(CAJUN_STUD_PA_2019, ceased=date(2024, 3, 1))
    at = begin_of(date(2024, 3, 2))
    assert begun_wrongly(ceased, at - 1) == "", "it may still be the day before somewhere"
    assert "it ceased on 2024-03-01" in begun_wrongly(ceased, at)
    assert begun_wrongly(CAJUN_STUD_PA_2019, at) == ""


def forged(**fields):
    (event, at), *rest = night("cajun-stud", rounds=1, seats=1)
    return [(msgspec.structs.replace(event, **fields), at), *rest]


def test_verify_accuses_a_real_money_table_by_an_edition_not_in_force():
    assert verify_bytes(journal(forged(money="real", day="2026-01-01"))).rounds == 1
    log = [(event, at - 10 * 365 * DAY) for event, at in forged(money="real")]
    with pytest.raises(JournalError, match="not in force yet on 2016-01-04") as caught:
        verify_bytes(journal(log))
    assert (caught.value.fault, caught.value.record) == ("edition", 1)
    assert verify_bytes(journal(forged(day="2016-01-04"))).rounds == 1, "play money"


@pytest.mark.parametrize("real", [False, True])
def test_the_house_knows_what_an_old_journal_does_not_say(real):
    event, _ = night("over-under", rounds=1, seats=1)[0]
    record = SimpleNamespace(body=event, at=begin_of(date(2026, 1, 1)), n=1, offset=0)
    audit = ConductAudit(real=real)
    if not real:
        audit.hear(record)  # type: ignore[arg-type]
        assert audit.table is not None
        return
    with pytest.raises(JournalError, match="is a proposal, in force on no day") as caught:
        audit.hear(record)  # type: ignore[arg-type]
    assert caught.value.fault == "edition"
