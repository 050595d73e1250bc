"""What two rows of texts have in common, in order: the texts of a page, found in two ways.

Texts that occur once on either side are found first, and what lies between two of them is matched
in the same way: first from both ends, then by what occurs once there. Time grows with the number of
texts; of what recurs everywhere, only the ends are matched.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence

__all__ = ["gaps", "longest_rise", "matches"]

# Each level costs as much as there are texts; few pages need the third.
MAX_LEVELS = 12

Pair = tuple[int, int]
Texts = Sequence[Hashable]


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
