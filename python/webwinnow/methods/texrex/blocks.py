"""texrex's blocks: the text between two tags of certain containers, opening or closing.

texrex reads a page's source tag by tag. A block ends with the next tag of a container, and the next
one begins where text follows; tags of containers with no text between them are counted as blocks
skipped. A block owns all tags from the end of the block before it to its own end, and its raw size
is that of the source between the last container's tag before it and its own end.

Differs: hidden text is left out, while texrex reads all of the body; text in forms and code is
read, which texrex drops; blocks of nothing but no-break spaces are none; end tags that the source
leaves out count as if they were there, and so do elements that only the standard puts there, such
as `tbody`; raw sizes are estimates (`texrex_tags`).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page, texrex_blocks
from webwinnow.methods.base import visible_runs
from webwinnow.methods.texrex.tags import ATTRIBUTE_SIZE, BORDERS, IS_ANCHOR

__all__ = ["TextBlocks"]

IntArray = NDArray[np.int32]


@dataclass(frozen=True)
class TextBlocks:
    """Columns with one value for each block, but for `runs`."""

    runs: NDArray[np.int64]  # the runs that were read
    starts: NDArray[np.int64]  # where in them each block starts
    container: IntArray  # a number from 1 on, in the order of CONTAINERS; 0 for none
    is_after_end_tag: IntArray  # 1 where an end tag opened the block
    skipped: IntArray  # empty blocks before this one
    open_tags: IntArray  # a comment counts as one
    close_tags: IntArray
    anchors: IntArray
    raw: IntArray  # size in the source
    raw_page: int  # the same of the whole page

    def __len__(self) -> int:
        return len(self.starts)

    @classmethod
    def of(cls, page: Page) -> "TextBlocks":
        runs = visible_runs(page).nonzero()[0]
        rows, raw_page = texrex_blocks(page, runs, BORDERS, IS_ANCHOR, ATTRIBUTE_SIZE)
        starts, container, is_after_end, skipped, opened, closed, anchors, comments, raw = rows.T
        return cls(
            runs=runs,
            starts=starts.astype(np.int64),
            container=container,
            is_after_end_tag=is_after_end,
            skipped=skipped,
            open_tags=opened + comments,
            close_tags=closed,
            anchors=anchors,
            # texrex counts to the end tag's last character, without it.
            raw=np.maximum(raw - 1, 1),
            raw_page=raw_page,
        )
