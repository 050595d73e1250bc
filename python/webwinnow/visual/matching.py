"""Our runs among the browser's texts.

Both parsers follow the HTML standard, so that most pages have the same texts in the same order, and
a plain comparison finds them all. Where they differ, as after a `title` that is never closed, texts
that occur once on either side are found first, and what lies between two of them is matched in the
same way: first from both ends, then by what occurs once there.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, Page

__all__ = ["match_runs"]

# Each level costs as much as there are texts; few pages need the third.
MAX_LEVELS = 12

Pair = tuple[int, int]
Texts = Sequence[Hashable]


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


def matches(ours: Texts, theirs: Texts, levels: int = MAX_LEVELS) -> list[Pair]:
    """Places of what both have, in order on either side."""
    head = common_head(ours, theirs)
    tail = common_head(ours[head:][::-1], theirs[head:][::-1])
    our_end, their_end = len(ours) - tail, len(theirs) - tail
    pairs = [(place, place) for place in range(head)]
    if levels and head < our_end and head < their_end:
        inner = between(ours[head:our_end], theirs[head:their_end], levels)
        pairs += [(head + i, head + j) for i, j in inner]
    return pairs + [(our_end + place, their_end + place) for place in range(tail)]


def common_head(ours: Texts, theirs: Texts) -> int:
    """How many texts are the same from the start."""
    size = min(len(ours), len(theirs))
    return next((place for place in range(size) if ours[place] != theirs[place]), size)


def between(ours: Texts, theirs: Texts, levels: int) -> list[Pair]:
    """Matches of stretches whose ends differ."""
    pairs = anchors(ours, theirs)
    if not pairs:
        return []
    inside = []
    for (i, j), (our_end, their_end) in gaps(pairs, (len(ours), len(theirs))):
        inner = matches(ours[i:our_end], theirs[j:their_end], levels - 1)
        inside += [(i + a, j + b) for a, b in inner]
    return sorted(pairs + inside)


def anchors(ours: Texts, theirs: Texts) -> list[Pair]:
    """What occurs once on either side: the longest list of such that is in order on both."""
    our_counts, their_counts = Counter(ours), Counter(theirs)
    places = {text: place for place, text in enumerate(theirs) if their_counts[text] == 1}
    return longest_rise(
        [
            (place, places[text])
            for place, text in enumerate(ours)
            if our_counts[text] == 1 and text in places
        ]
    )


def longest_rise(pairs: list[Pair]) -> list[Pair]:
    """The longest list out of pairs, sorted by the first value, whose second values rise."""
    ends: list[int] = []  # the least second value that a list of each length can end in
    last: list[int] = []  # the pair that has it
    before: list[int] = []
    for index, (_, value) in enumerate(pairs):
        length = bisect_left(ends, value)
        if length == len(ends):
            ends.append(value)
            last.append(index)
        ends[length], last[length] = value, index
        before.append(last[length - 1] if length else -1)
    chain, index = [], last[-1] if last else -1
    while index >= 0:
        chain.append(pairs[index])
        index = before[index]
    return chain[::-1]


def gaps(pairs: list[Pair], ends: Pair) -> list[tuple[Pair, Pair]]:
    """Start and end of the stretches between matches that have something on both sides."""
    found, start = [], (0, 0)
    for pair in [*pairs, ends]:
        if pair[0] > start[0] and pair[1] > start[1]:
            found.append((start, pair))
        start = (pair[0] + 1, pair[1] + 1)
    return found
