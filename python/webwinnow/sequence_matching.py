"""Match two sequences of texts in order, such as the texts of a page from two parsers.

The common head and tail are matched first, then texts that are unique on both sides. The gaps
between these anchors are matched in the same way. Time grows with the number of texts. Of texts
that are nowhere unique, only the head and the tail are matched.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence

# Each level takes linear time; few pages need a third level.
MAX_LEVELS = 12

Pair = tuple[int, int]
Texts = Sequence[Hashable]


def matches(ours: Texts, theirs: Texts, levels: int = MAX_LEVELS) -> list[Pair]:
    """Index pairs of equal texts, increasing on both sides."""
    head = common_head(ours, theirs)
    tail = common_head(ours[head:][::-1], theirs[head:][::-1])
    our_end, their_end = len(ours) - tail, len(theirs) - tail
    pairs = [(place, place) for place in range(head)]
    if levels and head < our_end and head < their_end:
        inner = match_between_anchors(ours[head:our_end], theirs[head:their_end], levels)
        pairs += [(head + i, head + j) for i, j in inner]
    return pairs + [(our_end + place, their_end + place) for place in range(tail)]


def common_head(ours: Texts, theirs: Texts) -> int:
    """Number of equal texts from the start."""
    size = min(len(ours), len(theirs))
    return next((place for place in range(size) if ours[place] != theirs[place]), size)


def match_between_anchors(ours: Texts, theirs: Texts, levels: int) -> list[Pair]:
    """Match sequences whose heads and tails differ."""
    pairs = unique_matches(ours, theirs)
    if not pairs:
        return []
    inside = []
    for (i, j), (our_end, their_end) in gaps(pairs, (len(ours), len(theirs))):
        inner = matches(ours[i:our_end], theirs[j:their_end], levels - 1)
        inside += [(i + a, j + b) for a, b in inner]
    return sorted(pairs + inside)


def unique_matches(ours: Texts, theirs: Texts) -> list[Pair]:
    """Longest increasing list of matches of texts that are unique on both sides."""
    our_counts, their_counts = Counter(ours), Counter(theirs)
    places = {text: place for place, text in enumerate(theirs) if their_counts[text] == 1}
    return longest_increasing(
        [
            (place, places[text])
            for place, text in enumerate(ours)
            if our_counts[text] == 1 and text in places
        ]
    )


def longest_increasing(pairs: list[Pair]) -> list[Pair]:
    """Longest sublist with increasing second values, of pairs sorted by the first value."""
    ends: list[int] = []  # lowest final value of a sublist of each length
    last: list[int] = []  # index of that final pair
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
    """Start and end of the gaps between matches that are not empty on either side."""
    found, start = [], (0, 0)
    for pair in [*pairs, ends]:
        if pair[0] > start[0] and pair[1] > start[1]:
            found.append((start, pair))
        start = (pair[0] + 1, pair[1] + 1)
    return found
