import doctest
from collections import Counter, defaultdict
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import InputError
from webwinnow.gold import folds
from webwinnow.gold.folds import merge_sites, split_by_site

SITES = st.dictionaries(st.text(max_size=4), st.sampled_from("abcdefgh"), min_size=1, max_size=60)


@given(SITES, st.integers(2, 8), st.integers())
def test_a_site_is_in_exactly_one_fold(sites: dict[str, str], folds: int, seed: int) -> None:
    if len(set(sites.values())) < folds:
        with pytest.raises(InputError, match=r"sites? into"):
            split_by_site(sites, folds, seed=seed)
        return
    found = split_by_site(sites, folds, seed=seed)
    of_site = defaultdict(set)
    for page, fold in found.items():
        of_site[sites[page]].add(fold)
    assert found.keys() == sites.keys()
    assert set(found.values()) == set(range(folds))
    assert all(len(several) == 1 for several in of_site.values())


@given(SITES, st.randoms())
def test_the_order_of_pages_does_not_matter(sites: dict[str, str], random: Random) -> None:
    pages = list(sites)
    random.shuffle(pages)
    if len(set(sites.values())) > 1:
        assert split_by_site(sites, 2) == split_by_site({page: sites[page] for page in pages}, 2)


def test_folds_hold_equally_many_pages() -> None:
    sites = {
        f"{site}{i}": site
        for site, pages in zip("abcdef", range(1, 7), strict=True)
        for i in range(pages)
    }
    assert sorted(Counter(split_by_site(sites, 3).values()).values()) == [7, 7, 7]


def test_another_seed_gives_other_folds() -> None:
    sites = {str(i): str(i) for i in range(20)}
    assert (
        split_by_site(sites, 2, seed=1)
        == split_by_site(sites, 2, seed=1)
        != split_by_site(sites, 2, seed=2)
    )


def test_impossible_fold_counts_raise_an_error_with_a_remedy() -> None:
    with pytest.raises(InputError, match="2 sites into 3 folds; give 2 folds or fewer"):
        split_by_site({"1": "a", "2": "b"}, 3)
    with pytest.raises(InputError, match="1 site into 2 folds; leave the folds out"):
        split_by_site({"1": "a", "2": "a"}, 2)
    with pytest.raises(InputError, match="cannot split into 1 folds; give 2 or more"):
        split_by_site({"1": "a", "2": "b"}, 1)


def test_names_linked_through_others_share_a_site() -> None:
    found = merge_sites({"a": ["x.org", "a"], "b": ["b"], "c": ["y.org", "a"], "d": ["y.org", "d"]})
    assert found["a"] == found["c"] == found["d"] != found["b"]


def test_examples_in_docstrings_are_true() -> None:
    result = doctest.testmod(folds)
    assert result.attempted > 0
    assert result.failed == 0
