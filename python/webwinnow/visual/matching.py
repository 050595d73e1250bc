"""Our runs among the browser's texts.

Both parsers follow the HTML standard, so that most pages have the same texts in the same order, and
a plain comparison finds them all. Where they differ, as after a `title` that is never closed, they
are matched in their order.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, Page
from webwinnow.sequence_matching import gaps, matches

__all__ = ["match_runs"]


def match_runs(page: Page, texts: Sequence[str], names: Sequence[str]) -> NDArray[np.int32]:
    """For each run the number of the browser's text that it is, or −1; `names` are those of the
    elements around the texts.
    """
    found = np.full(len(page.runs), -1, np.int32)
    runs = np.flatnonzero(page.runs.flags & FLAGS["COMMENT"] == 0)
    run_texts, nodes = page.run_texts(), page.runs.node.tolist()
    ours = [solid(run_texts[run]) for run in runs]
    theirs = [solid(text) for text in texts]
    our_names = [page.tag_name(nodes[run]) for run in runs]
    pairs = matches(list(zip(our_names, ours, strict=True)), list(zip(names, theirs, strict=True)))
    # What is left may have another parent: the two parsers need not mend all alike.
    for (i, j), (our_end, their_end) in gaps(pairs, (len(ours), len(theirs))):
        inner = matches(ours[i:our_end], theirs[j:their_end])
        pairs += [(i + a, j + b) for a, b in inner]
    for run, text in pairs:
        found[runs[run]] = text
    return found


def solid(text: str) -> str:
    """Without white space, which runs have collapsed, and without what stands for no character."""
    return "".join(text.replace("\0", "").replace("\ufffd", "").split())
