"""Days as people write them, and the day of a time."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from croupier.errors import BadText


def read_date(data: object, field: str) -> date:
    """A date as people write it, or as TOML reads it.

    >>> read_date("2021-05-29", "day")
    datetime.date(2021, 5, 29)
    """
    if isinstance(data, date) and not isinstance(data, datetime):
        found = data
    else:
        try:
            found = datetime.strptime(str(data), "%Y-%m-%d").replace(tzinfo=UTC).date()
        except ValueError:
            raise BadText(f"{str(data)[:40]!r} is not a date; write it as in 2026-01-31", field=field) from None
    if not 1971 <= found.year <= 9000:
        raise BadText(f"{found} lies outside of all books", field=field)
    return found


def read_zone(name: str) -> tzinfo:
    """A time zone by its name; none is UTC."""
    if not name:
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadText(f"{name[:40]!r} is no time zone; write it as in America/New_York", field="zone") from None


def begin_of(day: date, zone: tzinfo = UTC) -> int:
    """The first millisecond of a day.

    >>> begin_of(date(2026, 1, 1))
    1767225600000
    """
    return int(datetime.combine(day, time(), zone).timestamp()) * 1000


def day_of(at: int, zone: tzinfo = UTC) -> date:
    """The day of a time in milliseconds.

    >>> from zoneinfo import ZoneInfo
    >>> midnight = begin_of(date(2026, 1, 1))
    >>> str(day_of(midnight)), str(day_of(midnight, ZoneInfo("America/New_York")))
    ('2026-01-01', '2025-12-31')
    """
    return datetime.fromtimestamp(at / 1000, zone).date()
