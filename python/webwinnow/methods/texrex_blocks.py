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

from webwinnow._core import Page
from webwinnow.methods.base import visible_runs
from webwinnow.methods.texrex_tags import END_TAG, TagRow

__all__ = ["TextBlocks"]

IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class TextBlocks:
    """Columns with one value for each block, but for `runs`."""

    runs: IntArray  # the runs that were read
    starts: IntArray  # where in them each block starts
    container: NDArray[np.uint8]  # a number from 1 on, in the order of CONTAINERS; 0 for none
    is_after_end_tag: NDArray[np.bool_]  # an end tag opened the block
    skipped: IntArray  # empty blocks before this one
    open_tags: IntArray
    close_tags: IntArray
    anchors: IntArray
    raw: IntArray  # size in the source
    raw_page: int  # the same of the whole page

    def __len__(self) -> int:
        return len(self.starts)

    @classmethod
    def of(cls, page: Page) -> "TextBlocks":
        tags = TagRow(page)
        runs = visible_runs(page).nonzero()[0]
        # How many tags of containers stand before each run: as many all through a block.
        count = tags.border[1:-1].searchsorted(tags.run[runs])
        is_start = np.ones(len(runs), bool)
        is_start[1:] = count[1:] != count[:-1]
        starts = is_start.nonzero()[0]
        own = count[starts]
        opening, mark, ends = tags.border[own], tags.border_mark[own], tags.border[own + 1]
        before = tags.before(np.concatenate([opening, tags.border[:1], ends]))
        blocks = len(starts)
        skipped = own - 1
        skipped[1:] -= own[:-1]
        skipped[:1] += 2  # the body's tag leaves an empty block too
        return cls(
            runs=runs,
            starts=starts,
            container=mark & ~END_TAG,
            is_after_end_tag=mark & END_TAG != 0,
            skipped=skipped,
            open_tags=since_last_end(before.open_tags, blocks),
            close_tags=since_last_end(before.close_tags, blocks),
            anchors=since_last_end(before.anchors, blocks),
            # texrex counts to the end tag's last character, without it.
            raw=np.maximum(before.raw[blocks + 1 :] - before.raw[:blocks] - 1, 1),
            raw_page=max(tags.raw_page, 1),
        )


def since_last_end(before: IntArray, blocks: int) -> IntArray:
    """What a block owns; `before` has values for where blocks open, the first place, and ends."""
    return before[blocks + 1 :] - before[blocks:-1]
