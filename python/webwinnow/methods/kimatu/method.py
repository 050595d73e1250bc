"""Kimatu, after Saralegi and Leturia (2007): texts of one style have one function on the page.

The paper's steps, which the preset `paper` runs as published:

1. Blocks: elements of one style that are near each other (`blocks`).
2. Sure blocks: those with a content relevance ratio above 0.32 (`blocks`, `heuristics`).
3. Function blocks: short elements that share many words are dropped (`heuristics`).
4. Quotes: styles whose blocks mostly repeat earlier sure blocks are dropped (`quotes_by_block`).
5. Dispersed blocks: blocks of a sure style, near, with 0.1 of its ratio, are kept (`heuristics`).
6. Dispersed candidates: those far from the others are dropped below a ratio of 0.5 (`heuristics`).
7. Neighbours: blocks near candidates with a minimum ratio are kept (`neighbours`).
8. Output tags: header, paragraph or list item (`find_kinds`).

docs/methods/kimatu.md explains them, what the paper leaves open, and how the default differs.

Differs in both: elements are the page's blocks, without a conversion to XHTML; in step 7, text in
h1 to h6 may have any length.
"""

from dataclasses import replace
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import KIND_NAMES, Decision, Page
from webwinnow.methods.base import NOT_VISIBLE, Method, score_by_grade
from webwinnow.methods.kimatu.blocks import StyleBlocks
from webwinnow.methods.kimatu.elements import MARKS, Elements, byte_table
from webwinnow.methods.kimatu.heuristics import LAST_KEPT, REASONS, decide_elements
from webwinnow.methods.kimatu.weights import WEIGHTS, Weights
from webwinnow.methods.markup import tag_table

HEADING, PARAGRAPH = KIND_NAMES.index("heading"), KIND_NAMES.index("paragraph")
# Characters of a header, and of a paragraph in a header's tag.
MAX_HEADER = 90
MIN_PARAGRAPH = 200

IS_BOLD_TAG = tag_table("b", "strong", "big")
IS_MARK = np.frombuffer(byte_table(MARKS), bool)


class Kimatu(Method):
    """Texts that look alike, by length, punctuation and links (Saralegi and Leturia 2007)."""

    presets: ClassVar[dict[str, dict[str, object]]] = {
        "precision": {"weights": "precise"},
        "recall": {"threshold": 0.1},
        "paper": {"weights": "paper"},
    }

    def __init__(
        self,
        weights: Literal["searched", "paper", "precise"] | Weights = "searched",
        threshold: float | None = None,
    ) -> None:
        self.weights = weights
        self.threshold = threshold

    def decide(self, page: Page) -> Decision:
        weights, elements = self.chosen_weights(), Elements(page)
        reason = np.full(len(elements.visible), len(REASONS), np.uint8)
        score = np.zeros(len(reason), np.float32)
        if len(elements):
            blocks = StyleBlocks.of(elements, weights)
            by_element = decide_elements(elements, blocks, weights)
            score_of = score_by_grade(
                by_element <= LAST_KEPT, grade_blocks(blocks, weights)[blocks.of_element]
            )
            reason[elements.runs] = np.repeat(by_element, elements.runs_each)
            score[elements.runs] = np.repeat(score_of, elements.runs_each)
        keep = reason <= LAST_KEPT
        reasons = [*REASONS, NOT_VISIBLE]
        kind = find_kinds(elements, keep)
        return Decision(page, keep, kind=kind, score=score, reason=reason, reasons=reasons)

    def chosen_weights(self) -> Weights:
        weights = self.weights if isinstance(self.weights, Weights) else WEIGHTS[self.weights]
        return weights if self.threshold is None else replace(weights, threshold=self.threshold)


def grade_blocks(blocks: StyleBlocks, weights: Weights) -> NDArray[np.float64]:
    """Scale the ratios to 0..1 by the range of the formula."""
    lowest = -weights.punctuation - weights.links
    span = weights.length + weights.average - lowest
    return np.clip((blocks.ratio - lowest) / max(span, 1e-6), 0, 1)


def find_kinds(elements: Elements, keep: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Return the kind of each run by the markup, with two corrections.

    Short bold lines without an end mark are headers, long texts in header tags are paragraphs.
    """
    kind: NDArray[np.uint8] = Decision(elements.page, keep).kind.copy()
    if not len(elements):
        return kind
    nodes, node = elements.page.nodes, elements.node
    is_bold = (
        IS_BOLD_TAG[nodes.tag[node]] | IS_BOLD_TAG[nodes.tag[np.maximum(nodes.parent[node], 0)]]
    )
    is_header = is_bold & (elements.chars <= MAX_HEADER)
    if is_header.any():
        is_header &= ~ends_in_mark(elements)
    is_long = (elements.chars >= MIN_PARAGRAPH) & (elements.marks > 1)
    for is_chosen, old, new in ((is_header, PARAGRAPH, HEADING), (is_long, HEADING, PARAGRAPH)):
        if is_chosen.any():
            runs = elements.runs[np.repeat(is_chosen, elements.runs_each)]
            kind[runs[kind[runs] == old]] = new
    return kind


def ends_in_mark(elements: Elements) -> NDArray[np.bool_]:
    """Mark the elements whose last character is punctuation."""
    last = np.frombuffer(elements.text, np.uint8)[elements.ends - 1]
    is_mark: NDArray[np.bool_] = IS_MARK[last]
    return is_mark
