import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.corpus.dedup import seen_keys
from webwinnow.corpus.dedup.seen_keys import Earlier, gathered

LEAST, MOST = -(2**63), 2**63 - 1
KEYS = st.lists(st.lists(st.sampled_from([LEAST, -1, 0, 1, 2, 3, MOST])))


@given(KEYS)
def test_a_key_came_before_if_it_did(parts: list[list[int]]) -> None:
    known, seen = Earlier(), set[int]()
    for part in parts:
        expected = []
        for key in part:
            expected.append(key in seen)
            seen.add(key)
        assert known.has(np.array(part, np.int64)).tolist() == expected
    assert known.keys.tolist() == sorted(seen)


def test_rows_are_gathered_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen_keys, "TOGETHER", 3)
    schema = pa.schema([("key", pa.int64())])
    batches = [pa.record_batch({"key": [number] * (number % 3)}, schema) for number in range(6)]
    tables = list(gathered(batches, schema))
    assert [table.num_rows for table in tables] == [3, 3]
    assert [key for table in tables for key in table["key"].to_pylist()] == [1, 2, 2, 4, 5, 5]
    assert list(gathered([], schema)) == []
