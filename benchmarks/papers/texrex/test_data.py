import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.papers.texrex.data import (
    BLOCK,
    PAGE,
    Blocks,
    assign_folds,
    concatenate,
)
from benchmarks.papers.texrex.sample_results import sample_blocks
from webwinnow.gold.datasets.fann import FannData


def blocks_of(shares: list[float], doctypes: list[int]) -> Blocks:
    inputs = np.zeros((len(shares), 37), np.float32)
    inputs[:, 4] = shares
    inputs[np.arange(len(shares)), 21 + np.array(doctypes)] = 1
    return Blocks.of(FannData(inputs, np.ones((len(shares), 1), np.float32)))


def test_blocks_with_equal_text_share_and_doctype_are_of_one_page() -> None:
    page = blocks_of([0.3, 0.4, 0.3, 0.3], [0, 0, 1, 0]).page
    assert page[0] == page[3]
    assert len({*page[:3]}) == 3


def test_folds_of_blocks_are_even_and_split_pages() -> None:
    blocks = sample_blocks(rows=101, pages=4)
    fold = assign_folds(blocks, 10, BLOCK, seed=0)
    assert sorted(np.bincount(fold)) == [10] * 9 + [11]
    assert any(len(set(fold[blocks.page == page])) > 1 for page in range(4))


@given(rows=st.integers(12, 80), pages=st.integers(3, 12), seed=st.integers(0, 99))
def test_folds_of_pages_never_split_a_page(rows: int, pages: int, seed: int) -> None:
    blocks = sample_blocks(rows, pages)
    fold = assign_folds(blocks, 3, PAGE, seed)
    assert all(len(set(fold[blocks.page == page])) == 1 for page in range(pages))


def test_concatenated_sets_have_distinct_pages() -> None:
    one = sample_blocks(rows=12, pages=3)
    both = concatenate([one, one])
    assert len(both) == 24
    assert both.pages == 6
    assert not set(both.page[:12]) & set(both.page[12:])
