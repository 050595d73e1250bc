"""Who is a duplicate of whom, by definition."""

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.corpus.dedup.duplicates import KEYS, find_duplicates
from webwinnow.corpus.dedup.paragraphs import NGRAMS, find_seen_ngrams

Rows = list[tuple[int, int, int]]
SMALL = st.integers(0, 5)


def table_of(rows: list[tuple[int, ...]], schema: pa.Schema) -> list[pa.RecordBatch]:
    columns = list(zip(*rows, strict=True)) or [()] * len(schema)
    arrays = [pa.array(each, kind) for each, kind in zip(columns, schema.types, strict=True)]
    return [pa.RecordBatch.from_arrays(arrays, schema=schema)]


@given(st.lists(st.tuples(SMALL, st.integers(0, 1), st.integers(0, 20)), unique=True))
def test_documents_with_a_key_of_an_earlier_one_are_duplicates(rows: Rows) -> None:
    expected: dict[int, int] = {}
    for key, kind, order in rows:
        if any((other, same) == (key, kind) and place < order for other, same, place in rows):
            expected[order] = min(kind, expected.get(order, 1))
    orders, kinds = find_duplicates(table_of(sorted(rows, key=lambda row: row[2]), KEYS))
    assert dict(zip(orders.tolist(), kinds.tolist(), strict=True)) == expected
    assert orders.tolist() == sorted(expected)


@given(st.lists(st.tuples(SMALL, st.integers(0, 20)), unique=True))
def test_an_n_gram_is_seen_in_all_documents_but_the_first(rows: list[tuple[int, int]]) -> None:
    expected = {
        (order, value)
        for value, order in rows
        if any(other == value and place < order for other, place in rows)
    }
    order, hashes = find_seen_ngrams(table_of(sorted(rows, key=lambda row: row[1]), NGRAMS))
    assert sorted(zip(order.tolist(), hashes.tolist(), strict=True)) == sorted(expected)
