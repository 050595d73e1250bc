"""A page as it was when people labelled it: texts, blocks and kinds of its runs.

Labels are numbers by run. Another version of the parser may cut a page into other runs, so the
store keeps what they belong to.
"""

import json
import zlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Decision, Page

__all__ = ["CONTENT", "HEADING", "Bytes", "Reading", "pack_texts", "unpack_texts"]

Bytes = NDArray[np.uint8]

# Labels: of the kind that the markup says, and the first that says its kind; two more follow.
CONTENT, HEADING = 2, 3


@dataclass(frozen=True)
class Reading:
    """One value for each run."""

    block: NDArray[np.int32]  # −1 for scripts, styles and comments
    markup: Bytes  # the label that "content" stands for there; 0 where nothing is to be seen

    @classmethod
    def of(cls, page: Page) -> "Reading":
        visible, block = Decision.visible(page), page.runs.block
        # The kind of a block is that of its first run.
        kind = np.append(visible.kind[page.blocks.first], np.uint8(0))[block]
        markup = np.where(visible.keep & (block >= 0), kind + HEADING, 0).astype(np.uint8)
        return cls(block, markup)

    @classmethod
    def unpack(cls, block: bytes, markup: bytes) -> "Reading":
        blocks = np.frombuffer(zlib.decompress(block), "<i4").astype(np.int32, copy=False)
        return cls(blocks, np.frombuffer(zlib.decompress(markup), np.uint8))

    def pack(self) -> tuple[bytes, bytes]:
        block = zlib.compress(self.block.astype("<i4").tobytes())
        return block, zlib.compress(self.markup.tobytes())

    def __len__(self) -> int:
        return len(self.markup)

    def is_like(self, other: "Reading") -> bool:
        return np.array_equal(self.block, other.block) and np.array_equal(self.markup, other.markup)

    @cached_property
    def is_visible(self) -> NDArray[np.bool_]:
        return self.markup > 0

    def resolved(self, labels: Bytes) -> Bytes:
        """The labels with the markup's kind in the place of "content"; 0 where nothing is seen."""
        said = np.where(labels == CONTENT, self.markup, labels)
        return np.where(self.is_visible, said, 0).astype(np.uint8)

    def unlabelled_blocks(self, labels: Bytes) -> int:
        """How many blocks have something to be seen that nobody has labelled."""
        return len(np.unique(self.block[self.is_visible & (labels == 0)]))


def pack_texts(page: Page) -> bytes:
    """Halves of characters cannot be in them: the parser replaces those."""
    return zlib.compress(json.dumps(page.run_texts(), ensure_ascii=False).encode())


def unpack_texts(packed: bytes) -> list[str]:
    texts: list[str] = json.loads(zlib.decompress(packed))
    return texts
