"""Kimatu's weights and thresholds: those of the paper, and those searched for."""

from dataclasses import dataclass

__all__ = ["WEIGHTS", "Weights"]


@dataclass(frozen=True)
class Weights:
    """Everything that Kimatu can be tuned by. Distances are in text elements, lengths in
    characters other than white space.
    """

    # Blocks
    levels: int = 3  # how many elements outwards a look reaches
    near: int = 20  # as far apart may two elements of one block be
    # Ratios
    length: float = 0.5
    average: float = 0.5
    punctuation: float = 1.0
    links: float = 1.0
    average_cap: float = 400.0  # no block counts as having longer elements on average
    marks_per_word: float = 0.1  # as much punctuation is enough
    links_per_element: float = 2.0  # as many links are too many
    threshold: float = 0.32
    # Function blocks
    function_words: float = 12.0  # elements are short up to here, on average
    function_share: float = 0.5  # of an element's words, those that most others have too
    # Quotes
    quote_words: int = 8  # shorter texts are no quotes
    quote_share: float = 0.8  # of a text's words, those that come in order in an earlier one
    quote_most: float = 0.5  # of the texts of a look
    # Dispersed blocks
    dispersed_near: int = 20
    dispersed_ratio: float = 0.1  # of the ratio of a reference that looks the same
    # Dispersed candidates
    far: float = 4.0  # times the geometric mean
    sure: float = 0.5
    # Neighbours
    neighbour_near: int = 2
    neighbour_ratio: float = -0.5


WEIGHTS: dict[str, Weights] = {"paper": Weights(), "searched": Weights()}
