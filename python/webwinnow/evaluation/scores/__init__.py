"""Scores of an output against its gold: one function for each score family.

`docs/scores.md` defines them. The `evaluate` extra's rapidfuzz is imported on use.
"""

from typing import NamedTuple

from webwinnow.evaluation.scores.blocks import LABELS, BlockScore, score_blocks
from webwinnow.evaluation.scores.cleaneval import (
    OfficialScore,
    WordScore,
    score_official,
    score_words,
    to_marked_text,
    to_plain_text,
)
from webwinnow.evaluation.scores.counts import Average, Averaging, Counts, average
from webwinnow.evaluation.scores.text import count_words, score_bag, score_text

__all__ = [
    "FAMILIES",
    "LABELS",
    "Average",
    "Averaging",
    "BlockScore",
    "Counts",
    "Family",
    "OfficialScore",
    "WordScore",
    "average",
    "count_words",
    "score_bag",
    "score_blocks",
    "score_official",
    "score_text",
    "score_words",
    "to_marked_text",
    "to_plain_text",
]


class Family(NamedTuple):
    """A score family that yields `Counts` for each page."""

    description: str  # one line
    averaging: Averaging


FAMILIES: dict[str, Family] = {
    "text": Family("words of the plain text, longest common subsequence", "micro"),
    "bag": Family("words of the plain text in any order, lower case", "mean"),
    "words": Family("words and markers in order, as Evert's CleanEval scorer aligns", "micro"),
    "segments": Family("segment markers alone, whatever their kind", "micro"),
    "labelled": Family("segment markers alone, with their kind", "micro"),
    "blocks": Family("blocks kept or dropped, by the labels of the page's runs", "micro"),
}
