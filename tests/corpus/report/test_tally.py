import json
from collections import Counter
from functools import reduce
from typing import Any

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.write.batches import batch, row, rows
from webwinnow.corpus.record import REASONS
from webwinnow.corpus.report.tally import MAX_EXAMPLES, FrequentNames, Tally

dropped = st.sampled_from([None, None, *REASONS])
any_rows = st.builds(lambda found, drop: {**found, "drop": drop}, rows(), dropped)


def merged(*tallies: Tally) -> Tally:
    def add(some: Tally, other: Tally) -> Tally:
        some.merge(other)
        return some

    return reduce(add, tallies, Tally())


@given(st.lists(any_rows, max_size=8))
@settings(max_examples=60, deadline=None)
def test_batches_do_not_matter_nor_does_the_way_of_adding(found: list[dict[str, Any]]) -> None:
    found.sort(key=lambda each: each["order"])
    whole = Tally.of(batch(*found))
    one_by_one = Tally()
    for each in found:
        one_by_one.add(batch(each))
    assert one_by_one == whole
    assert merged(*(Tally.of(batch(each)) for each in found)) == whole
    assert Tally.of_json(json.loads(json.dumps(whole.as_json()))) == whole


@given(st.lists(any_rows, max_size=8))
@settings(max_examples=60, deadline=None)
def test_every_row_is_counted_once(found: list[dict[str, Any]]) -> None:
    tally = Tally.of(batch(*found))
    assert tally.rows == len(found) == tally.documents + sum(tally.drops.values())
    texts = [each["text"] or "" for each in found if each["drop"] is None]
    assert tally.documents == len(texts) == sum(tally.lengths)
    assert tally.chars == sum(map(len, texts))
    assert sum(count for count, _ in tally.languages.values()) == len(texts)
    assert sum(chars for _, chars in tally.languages.values()) == tally.chars


def test_dropped_rows_count_only_for_their_reason() -> None:
    tally = Tally.of(
        batch(
            row(0, "abc", language="en", host="a.org", tokens=1, quality=0.52, page_type="article"),
            row(1, "abcd", language="en", host="b.org", tokens=2, quality=1.0, drop="short"),
            row(2, "ä", host="a.org", tokens=None),
            {**row(3, drop="type"), "text": None, "blocks": None},
        )
    )
    assert tally.drops == {"short": 1, "type": 1}
    assert (tally.documents, tally.chars, tally.tokens) == (2, 4, 1)
    assert tally.languages == {"en": (1, 3), "und": (1, 1)}
    assert tally.page_types == {"article": 1}
    assert tally.hosts.counts == {"a.org": 2}
    assert [place for place, count in enumerate(tally.qualities) if count] == [10]


def test_lengths_go_by_powers_of_two() -> None:
    found = [row(number, "x" * size) for number, size in enumerate([0, 1, 2, 3, 4, 7, 8])]
    assert Tally.of(batch(*found)).lengths == [1, 1, 2, 2, 1]


def test_drops_are_sorted_by_stage() -> None:
    reasons = ["zebra", "repeated", "short", "broken"]
    found = Tally.of(batch(*(row(number, drop=why) for number, why in enumerate(reasons))))
    assert list(found.as_json()["drops"]) == ["broken", "short", "repeated", "zebra"]


def test_examples_do_not_depend_on_the_order_of_merging() -> None:
    def broken(start: int) -> pa.RecordBatch:
        orders = range(start, start + 80)
        return batch(*(row(order, drop="broken", detail=f"no {order}") for order in orders))

    early, late = Tally.of(broken(0)), Tally.of(broken(80))
    examples = merged(late, early).examples["broken"]
    assert examples == merged(early, late).examples["broken"]
    assert len(examples) == MAX_EXAMPLES
    assert (examples[0], examples[-1]) == (
        (0, "a.warc.gz", 0, "no 0"),
        (99, "a.warc.gz", 9900, "no 99"),
    )


def test_long_details_are_cut_short() -> None:
    found = Tally.of(batch(row(0, drop="failed", detail="x" * 10_000, source="y" * 10_000)))
    ((_, source, _, detail),) = found.examples["failed"]
    assert len(source) == len(detail) == 500


def test_seconds_add_up_by_stage() -> None:
    tally = Tally()
    tally.add_seconds("clean", 1.5)
    tally.add_seconds("clean", 1.0)
    assert merged(tally, tally).seconds == {"clean": 5.0}


names = st.lists(st.sampled_from("abcdefghij"), max_size=60)


def counted(found: list[str], counters: int) -> FrequentNames:
    frequent = FrequentNames(counters)
    for name in found:
        frequent.add([(name, 1)])
    return frequent


def test_counts_are_exact_while_there_are_counters() -> None:
    frequent = counted(list("abaca"), 3)
    assert frequent.most() == [("a", 3), ("b", 1), ("c", 1)]
    assert frequent.missing == 0


def test_frequent_name_outlives_many_rare_ones() -> None:
    rare = [f"host-{number}" for number in range(1000)]
    frequent = counted([name for each in rare for name in (each, "often")], 10)
    assert frequent.most(1)[0][0] == "often"
    assert len(frequent.counts) <= 10


@given(st.lists(names, max_size=5), st.integers(1, 12))
def test_counts_are_bounds_however_they_are_merged(parts: list[list[str]], counters: int) -> None:
    merged = FrequentNames(counters)
    for part in parts:
        merged.merge(counted(part, counters))
    truth = Counter(name for part in parts for name in part)
    assert len(merged.counts) <= counters
    assert merged.missing <= truth.total() / (counters + 1)
    for name, count in truth.items():
        assert merged.counts.get(name, 0) <= count
        assert count <= merged.counts.get(name, 0) + merged.missing


@given(names)
def test_json_gives_it_back(found: list[str]) -> None:
    frequent = FrequentNames()
    frequent.merge(counted(found, 4))
    assert FrequentNames.of_json(frequent.as_json()) == frequent
