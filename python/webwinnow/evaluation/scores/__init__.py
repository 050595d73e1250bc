"""How near an output is to its gold: one function for each family of scores.

`docs/scores.md` defines them. rapidfuzz, of the `evaluate` extra, is imported when it is used.
"""

from typing import NamedTuple

from webwinnow.evaluation.scores.average import Average, Averaging, average
from webwinnow.evaluation.scores.bag_of_words import bag, words_of
from webwinnow.evaluation.scores.by_block import LABELS, BlockScore, blocks
from webwinnow.evaluation.scores.counts import Counts
from webwinnow.evaluation.scores.edit_distance import Official, official
from webwinnow.evaluation.scores.in_order import InOrder, words
from webwinnow.evaluation.scores.notation import marked, plain
from webwinnow.evaluation.scores.text_only import text

__all__ = [
    "FAMILIES",
    "LABELS",
    "Average",
    "Averaging",
    "BlockScore",
    "Counts",
    "Family",
    "InOrder",
    "Official",
    "average",
    "bag",
    "blocks",
    "marked",
    "official",
    "plain",
    "text",
    "words",
    "words_of",
]


class Family(NamedTuple):
    """A family of scores whose pages each have `Counts`."""

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
