"""Days of the books: a period of dates, in a time zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, timedelta, tzinfo

from croupier.errors import BadText
from croupier.kit.days import begin_of, day_of, read_date, read_zone

MAX_REPORT_DAYS = 366 * 3
"""A report is of no more days."""


@dataclass(frozen=True, slots=True)
class Period:
    """From the first day to the last, both of them within.

    >>> period = Period.read("2026-03-29", "2026-03-29", "Europe/Berlin")
    >>> start, end = period.bounds
    >>> (end - start) // 3_600_000, period.day(end - 1).isoformat(), period.has(end)
    (23, '2026-03-29', False)
    """

    first: date
    last: date
    zone: tzinfo = UTC

    @classmethod
    def read(cls, first: str, last: str = "", zone: str = "") -> Period:
        """A period as people write it: dates as 2026-01-31, a zone as America/New_York; no last day is the first."""
        begins = read_date(first, "from")
        ends = read_date(last, "to") if last else begins
        if ends < begins:
            raise BadText(f"{last} comes before {first}", field="to")
        if (ends - begins).days >= MAX_REPORT_DAYS:
            raise BadText("the books are read three years at a time", field="to")
        return cls(begins, ends, read_zone(zone))

    @property
    def bounds(self) -> tuple[int, int]:
        """The millisecond it begins with, and the first one after it."""
        return begin_of(self.first, self.zone), begin_of(self.last + timedelta(days=1), self.zone)

    def day(self, at: int) -> date:
        """The day of a time."""
        return day_of(at, self.zone)

    def has(self, at: int) -> bool:
        """Whether a time lies within."""
        begins, ends = self.bounds
        return begins <= at < ends
