"""Kimatu's weights and thresholds: those of the paper, and those found by search."""

from dataclasses import dataclass, replace
from typing import Literal


@dataclass(frozen=True)
class Weights:
    """All parameters of Kimatu. The defaults are the paper's, or guesses where it gives no value
    (see docs/methods/kimatu.md).

    Distances are in text elements, lengths in characters other than white space.
    """

    # 1. Blocks
    levels: int = 3  # enclosing elements that belong to the style of a text
    near: int = 20  # maximum distance of neighbours in a block
    # 2. Ratios
    length: float = 0.5
    average: float = 0.5
    punctuation: float = 1.0
    links: float = 1.0
    average_cap: float = 300.0  # longer averages count the same
    marks_per_word: float = 0.07  # more punctuation counts the same
    links_by: Literal["element", "character"] = "element"  # count link tags, or characters in links
    most_links: float = 3.0  # links per element or character with the full penalty
    threshold: float = 0.32
    keep_best: bool = False  # if no block is sure, the best one is, even if it is function text
    # 3. Function blocks
    roles: bool = False  # use tags and classes that name a function
    function_words: float = 12.0  # average words of an element, at most
    function_share: float = 0.5  # share of words that most elements of the block have
    function_few: bool = False  # also blocks of one or two elements with the words of the others
    # 4. Quotes
    quotes_by: Literal["block", "element"] = "block"  # texts that are compared
    quote_words: int = 8  # minimum words of a quote
    quote_share: float = 0.8  # share of a text's words that an earlier text has in this order
    quote_most: float = 0.5  # share of quotes among the texts of one style
    # 5. Dispersed blocks
    dispersed_near: int = 20
    dispersed_ratio: float = 0.1  # share of the least ratio of a sure block of the same style
    # 6. Dispersed candidates
    far_by: Literal["order", "tree"] = "order"
    far: float = 4.0  # multiple of the geometric mean distance, or levels around the main container
    sure: float = 0.5  # blocks with a higher ratio are kept at any distance
    # 7. Neighbours
    neighbour_gap: int = 20  # maximum distance of elements in the part of a block that is tested
    neighbour_before: int = 2  # maximum distance to a candidate that follows
    neighbour_after: int = 2  # maximum distance to a candidate before it
    headers_alone: bool = False  # a header is tested alone; a candidate must follow it
    neighbour_ratio: float = 0.05  # above that of an empty text without links; 0 for headers


# Improvements by hand, then the result of `python -m benchmarks.papers.kimatu.weights`.
IMPROVED = Weights(
    near=1000,
    average_cap=400.0,
    links_by="character",
    most_links=0.33,
    threshold=0.25,
    keep_best=True,
    roles=True,
    function_few=True,
    quotes_by="element",
    far_by="tree",
    far=2,
    sure=0.7,
    neighbour_gap=10,
    neighbour_before=3,
    headers_alone=True,
)
SEARCHED = replace(IMPROVED, levels=0, punctuation=0.5)

# Most of the wrongly kept text is kept as a neighbour, or as a block of middling ratio.
PRECISE = replace(SEARCHED, threshold=0.32, sure=0.9, neighbour_before=2, neighbour_ratio=0.3)

WEIGHTS: dict[str, Weights] = {"paper": Weights(), "searched": SEARCHED, "precise": PRECISE}
