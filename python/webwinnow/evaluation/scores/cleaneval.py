"""Scores of texts in CleanEval's notation: Evert's word alignment and the official score.

A marker opens a segment, and the first line may give the page's URL:

URL: http://a.example/
<h>Ferry resumes
<p>It sails again
on Monday.
"""

import re
from functools import cache
from html import unescape
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from typing import Any, NamedTuple

from webwinnow.evaluation.scores.counts import Counts
from webwinnow.evaluation.scores.text import number_words

MARKERS = frozenset({"<p>", "<h>", "<l>", "<P>", "<H>", "<L>"})

# White space is ASCII, since the scorers of 2007 read bytes: a no-break space is part of a word.
URL_LINE = re.compile(r"^\s*URL.*$", re.MULTILINE | re.ASCII)
MARKER = re.compile(r"<[phl]>", re.IGNORECASE)
CONTROLS = re.compile("[\x00-\x1f]+")
SPACE = re.compile(r"\s+", re.ASCII)

# rapidfuzz aligns with a table of one bit per pair of words: 1 GiB at most.
MAX_PAIRS = 1 << 33


def without_url(text: str) -> str:
    """The text without lines that start with URL; a byte order mark would hide the first."""
    return URL_LINE.sub("", text.removeprefix("\ufeff"))


def words_and_markers(text: str) -> list[str]:
    """Words in order; each marker is a word.

    White space at either end yields an empty word, as in Evert's scorer: the published figures
    count them.
    """
    text = CONTROLS.sub(" ", without_url(text))
    return SPACE.split(MARKER.sub(r" \g<0> ", text))


def unify_markers(words: list[str]) -> list[str]:
    """Replace every marker by `<p>`."""
    return ["<p>" if word in MARKERS else word for word in words]


def to_plain_text(text: str) -> str:
    """Drop the URL, turn markers into line breaks, decode character references."""
    return unescape(MARKER.sub("\n", without_url(text)))


def to_marked_text(text: str) -> str:
    """Turn each non-blank line of plain text into a paragraph of CleanEval's notation.

    The output of tools without segment kinds is scored in this form.
    """
    return "".join(f"<p>{line}\n" for line in text.splitlines() if line.strip())


class WordScore(NamedTuple):
    """Counts of one page by Evert's `cleaneval.py`, the scorer of the GoldMiner paper's tables."""

    words: Counts  # including markers
    segments: Counts  # markers only, of any kind
    labelled: Counts  # markers only, correct if the kind is


def score_words(output: str, gold: str) -> WordScore:
    """Align two texts in CleanEval's notation; character references are compared as written.

    Three words, a marker, and the empty word before the first marker are common here:

    >>> score_words("<p>It rained <p>all day", "<h>It rained <p>all night").words
    Counts(both=5, only_output=2, only_gold=2)
    """
    ours, theirs = words_and_markers(output), words_and_markers(gold)
    words, labelled = align(ours, theirs)
    _, segments = align(unify_markers(ours), unify_markers(theirs))
    return WordScore(words, segments, labelled)


def align(ours: list[str], theirs: list[str]) -> tuple[Counts, Counts]:
    """Counts of all words and of markers, aligned as difflib does by default.

    difflib does not find the longest common subsequence: it takes the longest common stretch, then
    continues to its left and right. In texts of 200 words or more it does not start from words that
    make up over 1 % of the gold.
    """
    both = both_markers = 0
    for start, _, size in sequence_matcher()(None, ours, theirs).get_matching_blocks():
        both += size
        both_markers += count_markers(ours[start : start + size])
    return (
        counts_of_totals(both, len(ours), len(theirs)),
        counts_of_totals(both_markers, count_markers(ours), count_markers(theirs)),
    )


def count_markers(words: list[str]) -> int:
    return sum(word in MARKERS for word in words)


def counts_of_totals(both: int, ours: int, theirs: int) -> Counts:
    return Counts(both, ours - both, theirs - both)


@cache
def sequence_matcher() -> Any:
    """`SequenceMatcher` of cydifflib if installed, else of difflib; both give the same result."""
    name = "cydifflib" if find_spec("cydifflib") else "difflib"
    return import_module(name).SequenceMatcher


class OfficialScore(NamedTuple):
    """CleanEval's official score of a page, 0..1."""

    text: float
    markup: float

    @property
    def total(self) -> float:
        return (self.text + self.markup) / 2


def score_official(output: str, gold: str) -> OfficialScore:
    """Score two texts in CleanEval's notation; character references are compared as written.

    Chantree's Perl script, which scored the competition of 2007, is not available. This follows the
    organisers' description; `docs/scores.md` lists the assumptions. Compare these figures with each
    other, and with published ones only roughly.

    `text` is the share of words of both texts that are aligned by a minimal number of insertions
    and deletions. `markup` is the mean of two shares: the same with markers as words, and the share
    of segments that start and end at words aligned with the start and end of a segment of the other
    text.

    >>> score_official("<p>It rained <p>all day", "<p>It rained <p>all night")
    OfficialScore(text=0.75, markup=0.6666666666666667)
    """
    ours, theirs = split_tokens(output), split_tokens(gold)
    words, gold_words = number_words(drop_markers(ours), drop_markers(theirs))
    tokens, gold_tokens = number_words(ours, theirs)
    aligned = aligned_segments(
        segment_spans(ours), segment_spans(theirs), aligned_words(words, gold_words)
    )
    return OfficialScore(
        text=similarity(words, gold_words),
        markup=(similarity(tokens, gold_tokens) + aligned) / 2,
    )


def split_tokens(text: str) -> list[str]:
    """Words and markers, without empty words."""
    return [word for word in words_and_markers(text) if word]


def drop_markers(tokens: list[str]) -> list[str]:
    return [token for token in tokens if token not in MARKERS]


def similarity(ours: list[int], theirs: list[int]) -> float:
    """1 − distance / (words of both); the distance counts insertions and deletions."""
    from rapidfuzz.distance import Indel

    return Indel.normalized_similarity(ours, theirs)


def segment_spans(tokens: list[str]) -> list[tuple[int, int]]:
    """First and last word of each segment, counted without markers.

    Empty segments and text before the first marker are left out.
    """
    places = [place for place, token in enumerate(tokens) if token in MARKERS]
    # The n-th marker (from 0) has n markers before it.
    starts = [place - n for n, place in enumerate(places)] + [len(tokens) - len(places)]
    return [(start, end - 1) for start, end in pairwise(starts) if start < end]


def aligned_words(ours: list[int], theirs: list[int]) -> dict[int, int]:
    """Gold position of each aligned word, by its position in the output."""
    from rapidfuzz.distance import LCSseq

    if len(ours) * len(theirs) > MAX_PAIRS:
        blocks = sequence_matcher()(None, ours, theirs).get_matching_blocks()
    else:
        blocks = LCSseq.opcodes(ours, theirs).as_matching_blocks()
    return {a + k: b + k for a, b, size in blocks for k in range(size)}


def aligned_segments(
    ours: list[tuple[int, int]], theirs: list[tuple[int, int]], partner: dict[int, int]
) -> float:
    """Share of segments of both texts whose ends are aligned with a segment of the other."""
    wanted = set(theirs)
    found = sum((partner.get(start), partner.get(end)) in wanted for start, end in ours)
    total = len(ours) + len(theirs)
    return 2 * found / total if total else 1.0
