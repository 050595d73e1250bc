"""What gold says of each run of a page."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Decision, Page

__all__ = ["Labels"]


@dataclass(frozen=True)
class Labels:
    """A label for each run: content or not, and what kind of content."""

    keep: NDArray[np.bool_]
    kind: NDArray[np.uint8] | None = None  # as `Decision.kind`; None where the gold has no kinds

    def decision(self, page: Page) -> Decision:
        """What a classifier that makes no mistake decides."""
        return Decision(page, self.keep, kind=self.kind)
