from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from webwinnow.corpus.report.frequent import Frequent

names = st.lists(st.sampled_from("abcdefghij"), max_size=60)


def counted(found: list[str], counters: int) -> Frequent:
    frequent = Frequent(counters)
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
    merged = Frequent(counters)
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
    frequent = Frequent()
    frequent.merge(counted(found, 4))
    assert Frequent.of_json(frequent.as_json()) == frequent
