from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.corpus.read.times import parse_time

MOMENT = datetime(2024, 5, 6, 7, 8, 9, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    "value",
    [
        "2024-05-06T07:08:09Z",
        "2024-05-06 07:08:09",
        "2024-05-06T09:08:09+02:00",
        "2024-05-06T02:38:09-0430",
        "20240506070809",
        1714979289,
        1714979289.0,
        1714979289000,
        MOMENT,
        MOMENT.replace(tzinfo=None),
        MOMENT.astimezone(timezone(timedelta(hours=5))),
    ],
)
def test_times_are_read_as_they_are_written(value: object) -> None:
    assert parse_time(value) == MOMENT


def test_days_and_parts_of_seconds_are_times() -> None:
    midnight = datetime(2024, 5, 6, tzinfo=timezone.utc)
    assert parse_time("2024-05-06") == parse_time(date(2024, 5, 6)) == midnight
    assert parse_time("2024-05-06T07:08:09.1234567Z") == MOMENT.replace(microsecond=123456)
    assert parse_time("2024-05-06T07:08") == MOMENT.replace(second=0)


@pytest.mark.parametrize(
    "value",
    ["", "yesterday", "2024-02-30", "0001-01-01T00:00:00+14:00", True, None, [], 1e300, "9" * 99],
)
def test_anything_else_is_none(value: object) -> None:
    assert parse_time(value) is None


@given(st.one_of(st.text(), st.integers(), st.floats(), st.datetimes(), st.dates()))
def test_no_value_raises(value: object) -> None:
    found = parse_time(value)
    assert found is None or found.utcoffset() == timedelta(0)
