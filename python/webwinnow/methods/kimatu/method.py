"""Kimatu, after Saralegi and Leturia (2007): what looks alike has one function on the page.

The steps are in `kimatu_steps`, in the paper's order; docs/methods/kimatu.md tells the story, what
the paper leaves open, and where the searched weights differ from it.

Differs: elements are the page's blocks, and no XHTML is made first; quotes are compared element by
element, with the earlier texts that share some words with them; a page where no block passes the
threshold keeps its best one.
"""

from dataclasses import replace
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Decision, Page
from webwinnow.methods.base import NOT_VISIBLE, Method, score_by_grade
from webwinnow.methods.kimatu.blocks import LookBlocks
from webwinnow.methods.kimatu.elements import Elements
from webwinnow.methods.kimatu.heuristics import LAST_KEPT, REASONS, decide_elements
from webwinnow.methods.kimatu.kinds import kinds
from webwinnow.methods.kimatu.weights import WEIGHTS, Weights


class Kimatu(Method):
    """Texts that look alike, by length, punctuation and links (Saralegi and Leturia 2007)."""

    presets: ClassVar[dict[str, dict[str, object]]] = {
        "precision": {"weights": "precise"},
        "recall": {"threshold": 0.1},
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
            blocks = LookBlocks.of(elements, weights)
            by_element = decide_elements(elements, blocks, weights)
            score_of = score_by_grade(
                by_element <= LAST_KEPT, grades(blocks, weights)[blocks.of_element]
            )
            reason[elements.runs] = np.repeat(by_element, elements.runs_each)
            score[elements.runs] = np.repeat(score_of, elements.runs_each)
        keep = reason <= LAST_KEPT
        reasons = [*REASONS, NOT_VISIBLE]
        kind = kinds(elements, keep)
        return Decision(page, keep, kind=kind, score=score, reason=reason, reasons=reasons)

    def chosen_weights(self) -> Weights:
        weights = self.weights if isinstance(self.weights, Weights) else WEIGHTS[self.weights]
        return weights if self.threshold is None else replace(weights, threshold=self.threshold)


def grades(blocks: LookBlocks, weights: Weights) -> NDArray[np.float64]:
    """The ratios, brought to 0..1 from the lowest and the highest that the formula can give."""
    lowest = -weights.punctuation - weights.links
    span = weights.length + weights.average - lowest
    return np.clip((blocks.ratio - lowest) / max(span, 1e-6), 0, 1)
