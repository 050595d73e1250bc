import numpy as np
import pytest

from benchmarks.data import find_archive
from benchmarks.papers.texrex.data import ARCHIVE, read_languages
from benchmarks.papers.texrex.edges import (
    BLOCK_PLACE,
    SHARE,
    TEXT_PLACE,
    edge_windows_fit,
    restore_order,
    restored_pages,
)


def page(shares: list[float]) -> np.ndarray:
    inputs = np.zeros((len(shares), 37))
    inputs[:, SHARE] = shares
    middles = np.cumsum(shares) - np.array(shares) / 2
    inputs[:, TEXT_PLACE] = np.abs(2 * middles - 1)
    inputs[:, BLOCK_PLACE] = np.abs(2 * np.arange(len(shares)) / len(shares) - 1)
    return inputs


def test_the_order_of_a_page_is_restored() -> None:
    ordered = page([0.1, 0.05, 0.4, 0.3, 0.12, 0.03])
    shuffled = np.array([3, 0, 5, 1, 4, 2])
    found = restore_order(ordered[shuffled], 6)
    assert found is not None
    assert shuffled[found].tolist() == list(range(6))


def test_a_page_that_lacks_a_block_has_no_order() -> None:
    assert restore_order(page([0.1, 0.05, 0.4, 0.3, 0.12, 0.03])[1:], 5) is None


@pytest.mark.skipif(find_archive(ARCHIVE) is None, reason="needs texrex.tar.xz")
def test_our_edges_are_those_of_the_german_pages_of_known_order() -> None:
    blocks = read_languages(["de"])["de"]
    pages = restored_pages(blocks, added=0)
    assert len(pages) == 90
    # In one page two blocks are alike, and the order is ambiguous.
    assert sum(map(edge_windows_fit, pages)) == 89
    assert restored_pages(blocks, added=1) == []
