import time
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from webwinnow.sequence_matching import longest_increasing, matches


@given(
    st.lists(st.sampled_from("abcde"), max_size=30), st.lists(st.sampled_from("abcde"), max_size=30)
)
def test_matches_are_equal_and_in_order(ours: list[str], theirs: list[str]) -> None:
    pairs = matches(ours, theirs)
    assert all(ours[i] == theirs[j] for i, j in pairs)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))


def test_the_longest_increasing_sublist_is_found() -> None:
    assert longest_increasing([(0, 3), (1, 0), (2, 1), (3, 4), (4, 2)]) in (
        [(1, 0), (2, 1), (3, 4)],
        [(1, 0), (2, 1), (4, 2)],
    )
    assert longest_increasing([]) == []


def test_matching_takes_linear_time() -> None:
    # No text is unique, so there are no anchors.
    ours, theirs = ["a", "b"] * 20_000, ["b", "b", "a"] * 15_000
    start = time.thread_time()
    assert len(matches(ours, theirs)) < len(ours)
    assert time.thread_time() - start < 5
