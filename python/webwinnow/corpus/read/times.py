"""Times as people write them into tables."""

import re
from datetime import date, datetime, timedelta, timezone

__all__ = ["TIMES", "time_of"]

#: What columns of them are called; the first that can be read is taken.
TIMES = ("time", "date", "timestamp")

# ISO 8601 with or without its marks, as far as somebody wrote it; also the digits of archives.
WRITTEN = re.compile(
    r"\s*(\d{4})-?(\d\d)-?(\d\d)"
    r"(?:[T ]?(\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,12}))?)?)?"
    r"\s*(Z|UTC|[+-]\d\d:?(?:\d\d)?)?\s*",
    re.ASCII | re.IGNORECASE,
)
# Above this, seconds would be past the year 5000: it is milliseconds that were counted.
MOST_SECONDS = 10**11


def time_of(value: object) -> datetime | None:
    """ISO 8601, fourteen digits, or seconds or milliseconds since 1970; UTC where none is named.

    None for anything else.

    >>> time_of("2024-05-06T07:08:09+02:00").isoformat()
    '2024-05-06T05:08:09+00:00'
    """
    try:
        if isinstance(value, datetime):
            return as_utc(value)
        if isinstance(value, date):
            return datetime(value.year, value.month, value.day, tzinfo=timezone.utc)
        if isinstance(value, str):
            return written(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            seconds = value / 1000 if abs(value) > MOST_SECONDS else value
            return datetime.fromtimestamp(seconds, timezone.utc)
    except (ValueError, OverflowError, OSError):  # the 30th of February; the year 10,000
        pass
    return None


def written(value: str) -> datetime | None:
    match = WRITTEN.fullmatch(value[:64])
    if not match:
        return None
    *parts, fraction, zone = match.groups()
    year, month, day, hour, minute, second = (int(part or 0) for part in parts)
    micros = int((fraction or "").ljust(6, "0")[:6])
    # A leap second is the one before it: clocks here have none.
    found = datetime(year, month, day, hour, minute, min(second, 59), micros, zone_of(zone))
    return as_utc(found)


def zone_of(zone: str | None) -> timezone:
    if not zone or zone.upper() in ("Z", "UTC"):
        return timezone.utc
    digits = zone[1:].replace(":", "").ljust(4, "0")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return timezone(-offset if zone[0] == "-" else offset)


def as_utc(time: datetime) -> datetime:
    return time.astimezone(timezone.utc) if time.tzinfo else time.replace(tzinfo=timezone.utc)
