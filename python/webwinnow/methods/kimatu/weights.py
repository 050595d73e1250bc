"""Kimatu's weights and thresholds: those of the paper, and those that were searched for."""

from dataclasses import dataclass, replace
from typing import Literal

__all__ = ["MENDED", "WEIGHTS", "Weights"]


@dataclass(frozen=True)
class Weights:
    """All that Kimatu can be tuned by; as it stands, what the paper says, and a guess where the
    paper is silent (see docs/methods/kimatu.md).

    Distances are in text elements, lengths in characters other than white space.
    """

    # 1. Blocks
    levels: int = 3  # so many elements around a text belong to its look
    near: int = 20  # no two neighbours in a block are farther apart
    # 2. Ratios
    length: float = 0.5
    average: float = 0.5
    punctuation: float = 1.0
    links: float = 1.0
    average_cap: float = 400.0  # the longest average length that is told apart
    marks_per_word: float = 0.1  # as much punctuation is enough
    links_by: Literal["element", "character"] = "element"  # link tags, or characters in links
    most_links: float = 2.0  # as many links, for each element or character, are too many
    threshold: float = 0.32
    # 3. Function blocks
    roles: bool = False  # whether to believe tags and classes that tell a function
    function_words: float = 12.0  # elements are short up to here, on average
    function_share: float = 0.5  # of the words, those that most elements of the block have
    # 4. Quotes
    quote_words: int = 8  # shorter texts are no quotes
    quote_share: float = 0.8  # of a text's words, those that an earlier text has in this order
    quote_most: float = 0.5  # of the texts of one look, those that are quotes
    # 5. Dispersed blocks
    dispersed_near: int = 20
    dispersed_ratio: float = 0.1  # of the least ratio of a sure block that looks the same
    # 6. Dispersed candidates
    far_by: Literal["order", "tree"] = "order"
    far: float = 4.0  # times the geometric mean distance, or levels out of the main container
    sure: float = 0.5  # a higher ratio is kept however far
    # 7. Neighbours
    neighbour_near: int = 2
    neighbour_ratio: float = -0.5


# What is mended, and then what `python -m benchmarks.papers.kimatu.weights` found.
MENDED = Weights(
    near=1000, links_by="character", most_links=0.33, roles=True, far_by="tree", far=2, sure=0.7
)
SEARCHED = replace(MENDED, levels=0, punctuation=0.5, marks_per_word=0.07)

# Nearly all that is wrongly kept is kept for its neighbours.
PRECISE = replace(SEARCHED, sure=0.9, neighbour_ratio=-0.2)

WEIGHTS: dict[str, Weights] = {"paper": Weights(), "searched": SEARCHED, "precise": PRECISE}
