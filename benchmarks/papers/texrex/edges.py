"""Derive the rules of page edges from the authors' blocks.

    python -m benchmarks.papers.texrex.edges

The blocks in the files are in no order. But inputs 2 and 3 of a block give its distance from the
middle of the page, in text and in blocks, and input 1 gives its share of the text. Together they
restore the order of most pages. In restored pages, inputs 3, 35 and 36 show how texrex counts
blocks, and what its windows contain at the first and last blocks.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from benchmarks.papers.markdown import table
from benchmarks.papers.texrex.data import LANGUAGES, Blocks, read_languages
from webwinnow.methods.texrex.inputs import fill_windows

SHARE, TEXT_PLACE, BLOCK_PLACE, MARKUP, NEAR, AROUND = 1, 2, 3, 5, 35, 36
# Values have seven digits; sums of shares add their errors.
PLACE_ERROR, WINDOW_ERROR = 4e-6, 1e-5
MAX_TRIES = 200_000

Inputs = NDArray[np.float64]


def restore_order(inputs: Inputs, total: int) -> list[int] | None:
    """Rows of a page in order, if the page has `total` blocks by texrex's count; None if unknown.

    The row at place i has the block place |2i / total − 1|, and its text place fits the sum of the
    shares before it. A depth-first search tries the rows for each place.
    """
    count, shares = len(inputs), inputs[:, SHARE]
    wanted = np.abs(2 * np.arange(count) / total - 1)
    fits = np.abs(wanted[:, None] - inputs[:, BLOCK_PLACE]) < PLACE_ERROR
    choices = [row.nonzero()[0].tolist() for row in fits]
    text_error = 5e-5 + count * 1.2e-6
    found: list[int] = []
    stack, before, tries = [iter(choices[0])], [0.0], 0
    while stack and len(found) < count and tries < MAX_TRIES:
        tries += 1
        row = next(stack[-1], None)
        if row is None:
            stack.pop()
            before.pop()
            if found:
                found.pop()
            continue
        place = abs(2 * (before[-1] + shares[row] / 2) - 1)
        if row in found or abs(place - inputs[row, TEXT_PLACE]) > text_error:
            continue
        found.append(row)
        before.append(before[-1] + shares[row])
        stack.append(iter(choices[len(found)] if len(found) < count else []))
    return found if len(found) == count else None


def restored_pages(blocks: Blocks, added: int) -> list[Inputs]:
    """Inputs of the pages whose order is known, if texrex counts `added` more blocks."""
    found = []
    for page in np.unique(blocks.page):
        inputs = blocks.inputs[blocks.page == page].astype(np.float64)
        order = restore_order(inputs, len(inputs) + added)
        if order is not None:
            found.append(inputs[order])
    return found


def edge_windows_fit(inputs: Inputs) -> bool:
    """Return whether our windows of the first two and last two blocks are those of the page."""
    near, around = np.empty((2, len(inputs)), np.float32)
    fill_windows(inputs[:, MARKUP].astype(np.float32), near, around)
    edges = [0, 1, -2, -1]
    errors = [near[edges] - inputs[edges, NEAR], around[edges] - inputs[edges, AROUND]]
    return bool(np.abs(errors).max() < WINDOW_ERROR)


def main() -> None:
    rows = []
    for language, blocks in read_languages(LANGUAGES).items():
        for added in (0, 1):
            pages = restored_pages(blocks, added)
            fitting = sum(map(edge_windows_fit, pages))
            name = f"{LANGUAGES[language]}, N = n{' + 1' if added else ''}"
            rows.append([name, str(blocks.pages), str(len(pages)), str(fitting)])
    print("\n".join(table(["", "pages", "order restored", "edge windows as ours"], rows)))


if __name__ == "__main__":
    main()
