"""Models of the default method so small that what they say can be worked out by hand."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow import Decision, Page
from webwinnow._core import FEATURES, PAGE_FEATURES, STAGE2_FEATURES, Trees, Winnow

NAMES, SECOND_NAMES, PAGE_NAMES = list(FEATURES), list(STAGE2_FEATURES), list(PAGE_FEATURES)
CUT: dict[str, Any] = {"beta": 1, "low": 0.1, "high": 0.45}
CONTENT, BOILERPLATE = 0.8808, 0.1192  # logistic of 2 and −2


def asks_for(
    name: str,
    threshold: float,
    names: list[str] = SECOND_NAMES,
    *,
    values: tuple[float, float] = (-2, 2),
) -> Trees:
    """One tree: above the threshold it is likely."""
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
    """For these everything is as likely as not."""
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
    """Blocks of more than three words are content."""
    first = no_trees(len(NAMES)) if first is None else first
    second = asks_for("words", 3) if second is None else second
    return Winnow(first, second, np.array([], np.uint32), np.array([], np.float32), 0, **parts)


def kept(html: str, model: Winnow | None = None, **changes: Any) -> list[str]:
    page = Page(html)
    decision = (model or winnow()).decide(page, **{**CUT, **changes})
    return [text for text, is_kept in zip(page.run_texts(), decision.keep, strict=True) if is_kept]


def reasons(decision: Decision) -> list[str]:
    return [decision.reasons[reason] for reason in decision.reason]
