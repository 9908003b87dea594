"""The day of a table: for real money it is played by the law as it stands on that day, and by no other.

The day is that of the house's clock, in the house's time zone, when the table is opened; its first record says it. One
that says none (a table of play money on the command line, or of an older journal) is of the day of that record, in UTC.
A record alone does not tell the time zone, so that whoever judges by it allows for the day before and the day after.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from croupier.errors import CroupierError, NotInForce
from croupier.kit.days import day_of, read_date

if TYPE_CHECKING:
    from datetime import date

    from croupier.game import Rules
    from croupier.law import Chapter
    from croupier.table.events import TableOpened

REAL = "real"
_DAY = timedelta(days=1)


def check_day(rules: Rules, day: date) -> None:
    """Refuse a table that plays for real money on a day on which its edition, or its submission, is not in force.

    >>> from datetime import date
    >>> from croupier import open_game
    >>> check_day(open_game("dj-wild").rules(), date(2021, 5, 29))
    >>> check_day(open_game("dj-wild").rules(), date(2021, 5, 28))
    Traceback (most recent call last):
        ...
    croupier.errors.NotInForce: edition: nobody plays for real money by an edition that is not in force on the day: ...
    """
    if why := rules.game.chapter.why_not(day):
        words = "nobody plays for real money by an edition that is not in force on the day"
        raise NotInForce(f"{words}: {why}", field="edition")
    if rules.day is not None and day < rules.day:
        raise NotInForce(f"the submission takes effect on {rules.day}, and this is {day}", field="submission.day")


def day_told(event: TableOpened, at: int) -> date:
    """The day of a table by its first record."""
    return read_date(event.day, "day") if event.day else day_of(at)


def opened_wrongly(chapter: Chapter, event: TableOpened, at: int) -> str:
    """What is wrong with the day on which a table of real money was opened; nothing where it may have been."""
    clock = day_of(at)
    days = [clock - _DAY, clock, clock + _DAY]
    if event.day:
        try:
            told = read_date(event.day, "day")
        except CroupierError as error:
            return str(error)
        if told not in days:
            return f"says that it was opened on {told}, and was on {clock}"
        days = [told]
    if any(chapter.in_force(day) for day in days):
        return ""
    return f"opens a table for real money by an edition that was not in force: {chapter.why_not(days[len(days) // 2])}"


def begun_wrongly(chapter: Chapter, at: int) -> str:
    """What is wrong with the day of a round for real money: its edition ceased meanwhile."""
    day = day_of(at) - _DAY
    if chapter.ceased is None or day < chapter.ceased:
        return ""
    return f"begins a round for real money by an edition that was not in force: {chapter.why_not(day)}"
