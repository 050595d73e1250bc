import doctest

from webwinnow.gold.datasets import sites
from webwinnow.gold.datasets.sites import joined


def test_links_through_others_join_names() -> None:
    found = joined({"a": ["x.org", "a"], "b": ["b"], "c": ["y.org", "a"], "d": ["y.org", "d"]})
    assert found["a"] == found["c"] == found["d"] != found["b"]


def test_examples_in_docstrings_are_true() -> None:
    result = doctest.testmod(sites)
    assert result.attempted > 0
    assert result.failed == 0
