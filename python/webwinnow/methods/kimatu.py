"""Kimatu, after Saralegi and Leturia (2007)."""

from typing import ClassVar

import numpy as np

from webwinnow._core import Decision, Page
from webwinnow.methods.base import NOT_VISIBLE, Method
from webwinnow.methods.kimatu_blocks import LookBlocks
from webwinnow.methods.kimatu_elements import Elements
from webwinnow.methods.kimatu_steps import KEPT, REASONS, decide_blocks
from webwinnow.methods.kimatu_weights import WEIGHTS, Weights


class Kimatu(Method):
    """Texts that look alike, by length, punctuation and links (Saralegi and Leturia 2007)."""

    presets: ClassVar[dict[str, dict[str, object]]] = {
        "precision": {"threshold": 0.5},
        "recall": {"threshold": 0.1},
    }

    def __init__(self, weights: str | Weights = "searched", threshold: float | None = None) -> None:
        self.weights = weights
        self.threshold = threshold

    def decide(self, page: Page) -> Decision:
        weights = self.weights if isinstance(self.weights, Weights) else WEIGHTS[self.weights]
        elements = Elements(page)
        reason = np.full(len(elements.visible), len(REASONS), np.uint8)
        keep = np.zeros(len(reason), bool)
        if len(elements):
            blocks = LookBlocks.of(elements, weights)
            of_run = np.repeat(blocks.of_element, np.diff(elements.starts, append=len(elements.runs)))
            reason[elements.runs] = decide_blocks(elements, blocks, weights)[of_run]
            keep = np.isin(reason, KEPT)
        return Decision(page, keep, reason=reason, reasons=[*REASONS, NOT_VISIBLE])
