"""Rows reach their buckets and documents, with any amount of memory."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.corpus.dedup import exchange
from webwinnow.corpus.dedup.exchange import (
    BucketWriter,
    SeenKeys,
    bucket_of,
    concatenate,
    read_bucket,
    read_range,
    write_sorted,
)

SCHEMA = pa.schema([("key", pa.int64()), ("order", pa.int64())])


def batch_of(keys: list[int], first: int = 0) -> pa.RecordBatch:
    orders = range(first, first + len(keys))
    return pa.RecordBatch.from_arrays(
        [pa.array(keys, pa.int64()), pa.array(orders, pa.int64())], schema=SCHEMA
    )


def write(path: Path, batches: list[pa.RecordBatch], buckets: int) -> None:
    with BucketWriter(path, SCHEMA, buckets) as to:
        for batch in batches:
            to.add(batch, batch.column("key").to_numpy())


@given(st.lists(st.integers(-(2**63), 2**63 - 1)), st.integers(1, 9))
def test_every_key_has_a_bucket(keys: list[int], buckets: int) -> None:
    found = bucket_of(np.array(keys, np.int64), buckets)
    assert ((found >= 0) & (found < buckets)).all()


@pytest.mark.parametrize("room", [1, 100, 2**20])
def test_buckets_hold_all_rows_once_and_in_order(
    tmp_path: Path, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange, "BUFFER_BYTES", room)
    keys = np.random.default_rng(0).integers(-(2**63), 2**63 - 1, 300).tolist()
    paths = [tmp_path / "0.arrow", tmp_path / "1.arrow"]
    write(paths[0], [batch_of(keys[:100]), batch_of(keys[100:150], 100)], 4)
    write(paths[1], [batch_of(keys[150:], 150)], 4)
    found: list[tuple[int, int]] = []
    for number in range(4):
        table = pa.Table.from_batches(read_bucket(paths, number, 4), SCHEMA)
        assert set(bucket_of(table.column("key").to_numpy(), 4).tolist()) == {number}
        orders = table.column("order").to_pylist()
        assert orders == sorted(orders)
        found += zip(table.column("key").to_pylist(), orders, strict=True)
    assert sorted(found, key=lambda pair: pair[1]) == list(zip(keys, range(300), strict=True))


def test_a_shard_without_rows_is_a_file_without_rows(tmp_path: Path) -> None:
    write(tmp_path / "0.arrow", [], 3)
    assert list(read_bucket([tmp_path / "0.arrow"], 1, 3)) == []


def test_only_the_requested_documents_are_read(tmp_path: Path) -> None:
    paths = [tmp_path / "a.arrow", tmp_path / "b.arrow"]
    write_sorted(paths[0], tmp_path, np.array([7, 3, 5]), value=np.array([70, 30, 50]))
    write_sorted(paths[1], tmp_path, np.array([4, 5]), value=np.array([40, 51]))
    found = read_range(paths, 4, 7)
    assert found["order"].tolist() == [4, 5, 5]
    assert found["value"].tolist() == [40, 50, 51]


def test_empty_files_give_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "a.arrow"
    write_sorted(path, tmp_path, np.array([], np.int64), value=np.array([], np.int64))
    assert read_range([path], 0, 10)["order"].tolist() == []
    assert read_range([], 0, 10) == {}


LEAST, MOST = -(2**63), 2**63 - 1
KEYS = st.lists(st.lists(st.sampled_from([LEAST, -1, 0, 1, 2, 3, MOST])))


@given(KEYS)
def test_seen_keys_are_found(parts: list[list[int]]) -> None:
    known, seen = SeenKeys(), set[int]()
    for part in parts:
        expected = []
        for key in part:
            expected.append(key in seen)
            seen.add(key)
        assert known.add(np.array(part, np.int64)).tolist() == expected
    assert known.keys.tolist() == sorted(seen)


def test_batches_are_concatenated_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "TABLE_ROWS", 3)
    schema = pa.schema([("key", pa.int64())])
    batches = [pa.record_batch({"key": [number] * (number % 3)}, schema) for number in range(6)]
    tables = list(concatenate(batches, schema))
    assert [table.num_rows for table in tables] == [3, 3]
    assert [key for table in tables for key in table["key"].to_pylist()] == [1, 2, 2, 4, 5, 5]
    assert list(concatenate([], schema)) == []
