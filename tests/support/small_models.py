"""Models of the default method that are small enough to compute their scores by hand."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow import Decision, Page
from webwinnow._core import FEATURES, PAGE_FEATURES, STAGE2_FEATURES, Trees, Winnow

NAMES, SECOND_NAMES, PAGE_NAMES = list(FEATURES), list(STAGE2_FEATURES), list(PAGE_FEATURES)
CUT: dict[str, Any] = {"beta": 1, "low": 0.1, "high": 0.45}
CONTENT, BOILERPLATE = 0.8808, 0.1192  # logistic of 2 and −2


def decision_stump(
    name: str,
    threshold: float,
    names: list[str] = SECOND_NAMES,
    *,
    values: tuple[float, float] = (-2, 2),
) -> Trees:
    """One tree with one split: values above the threshold are likely content."""
    return Trees(
        len(names),
        roots=np.array([0], np.int32),
        feature=np.array([names.index(name)], np.uint16),
        threshold=np.array([threshold], np.float32),
        left=np.array([~0], np.int32),
        right=np.array([~1], np.int32),
        values=np.array(values, np.float32),
        weights=np.array([0], np.float32),
    )


def no_trees(inputs: int) -> Trees:
    """An empty ensemble: every probability is 0.5."""
    none: dict[str, NDArray[Any]] = {
        "roots": np.array([], np.int32),
        "feature": np.array([], np.uint16),
        "threshold": np.array([], np.float32),
        "left": np.array([], np.int32),
        "right": np.array([], np.int32),
        "values": np.array([], np.float32),
    }
    return Trees(inputs, **none)


def winnow(second: Trees | None = None, /, *, first: Trees | None = None, **parts: Any) -> Winnow:
    """A model that by default takes blocks of more than three words for content."""
    first = no_trees(len(NAMES)) if first is None else first
    second = decision_stump("words", 3) if second is None else second
    return Winnow(first, second, np.array([], np.uint32), np.array([], np.float32), 0, **parts)


def kept(html: str, model: Winnow | None = None, **changes: Any) -> list[str]:
    page = Page(html)
    decision = (model or winnow()).decide(page, **{**CUT, **changes})
    return [text for text, is_kept in zip(page.run_texts(), decision.keep, strict=True) if is_kept]


def reasons(decision: Decision) -> list[str]:
    return [decision.reasons[reason] for reason in decision.reason]
