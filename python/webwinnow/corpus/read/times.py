"""Parse times from archives and tables."""

import re
from datetime import date, datetime, timedelta, timezone

#: Names of time columns; the first valid value is used.
TIME_COLUMNS = ("time", "date", "timestamp")

# ISO 8601 of any precision, with or without separators; includes the 14 digits of archives.
ISO_8601 = re.compile(
    r"\s*(\d{4})-?(\d\d)-?(\d\d)"
    r"(?:[T ]?(\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,12}))?)?)?"
    r"\s*(Z|UTC|[+-]\d\d:?(?:\d\d)?)?\s*",
    re.ASCII | re.IGNORECASE,
)
# As seconds, larger numbers would lie after the year 5000: they are milliseconds.
MAX_SECONDS = 10**11


def parse_time(value: object) -> datetime | None:
    """Parse ISO 8601, 14 digits, or seconds or milliseconds since 1970; None for anything else.

    Times without a time zone are UTC.

    >>> parse_time("2024-05-06T07:08:09+02:00").isoformat()
    '2024-05-06T05:08:09+00:00'
    """
    try:
        if isinstance(value, datetime):
            return as_utc(value)
        if isinstance(value, date):
            return datetime(value.year, value.month, value.day, tzinfo=timezone.utc)
        if isinstance(value, str):
            return parse_text(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            seconds = value / 1000 if abs(value) > MAX_SECONDS else value
            return datetime.fromtimestamp(seconds, timezone.utc)
    except (ValueError, OverflowError, OSError):  # 30 February; the year 10,000
        pass
    return None


def parse_text(value: str) -> datetime | None:
    match = ISO_8601.fullmatch(value[:64])
    if not match:
        return None
    *parts, fraction, zone = match.groups()
    year, month, day, hour, minute, second = (int(part or 0) for part in parts)
    micros = int((fraction or "").ljust(6, "0")[:6])
    # `datetime` has no leap seconds.
    found = datetime(year, month, day, hour, minute, min(second, 59), micros, parse_zone(zone))
    return as_utc(found)


def parse_zone(zone: str | None) -> timezone:
    if not zone or zone.upper() in ("Z", "UTC"):
        return timezone.utc
    digits = zone[1:].replace(":", "").ljust(4, "0")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return timezone(-offset if zone[0] == "-" else offset)


def as_utc(time: datetime) -> datetime:
    return time.astimezone(timezone.utc) if time.tzinfo else time.replace(tzinfo=timezone.utc)
