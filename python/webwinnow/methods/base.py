"""The base classes of methods, and functions that turn block values into decisions."""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from webwinnow._core import Decision, Page
from webwinnow.errors import NotFitted
from webwinnow.methods.provenance import Provenance

if TYPE_CHECKING:
    from typing_extensions import Self

    from webwinnow.visual.styles import PageStyles

NOT_VISIBLE = "not visible"
MIN_MARGIN = 0.01  # between a threshold and the ends of the score scale
BELOW_HALF = np.nextafter(np.float32(0.5), np.float32(0))


class Method(ABC):
    """Separates the text of a page from its boilerplate.

    The constructor only stores its settings, under their own names. `decide` does not change the
    method, so threads can share it.
    """

    name: ClassVar[str]  # its key in METHODS; the class name in lower case unless set
    presets: ClassVar[dict[str, dict[str, object]]] = {}  # settings by preset: precision, recall

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" not in cls.__dict__:
            cls.name = cls.__name__.lower()

    @abstractmethod
    def decide(self, page: Page) -> Decision:
        """Decide for each run of the page: keep or drop."""

    def check_usable(self) -> None:  # noqa: B027, most methods have nothing to check
        """Raise the error that every page would raise, such as a missing model or package."""

    def for_url(self, url: str | None) -> "Method":
        """Return the method for a page at this URL; a method may differ from site to site."""
        return self

    @property
    def predicts_score(self) -> bool:
        """True if decisions have a confidence, the expected F1."""
        return False

    @property
    def page_types(self) -> tuple[str, ...]:
        """The page types that it predicts; empty if it predicts none."""
        return ()

    @property
    def needs_styles(self) -> bool:
        """True if the method renders pages, so that their style sheets change its decisions."""
        return False

    def with_styles(self, styles: "PageStyles") -> "Method":
        """Return the method for the one page that has these style sheets."""
        return self

    def for_collection(self, pages: "Callable[[], Iterable[tuple[str | None, Page]]]") -> "Method":
        """Return the method for a collection of (URL, page) pairs.

        A method may learn from the collection first; `pages` can be called several times.
        """
        return self

    def explain_empty(self, page: Page) -> str:
        """Explain in one line why it keeps nothing of a page that has visible text."""
        return f"{self.name} kept nothing"

    @classmethod
    def summary(cls) -> str:
        """Return the first line of the class docstring."""
        return (cls.__doc__ or "").partition("\n")[0]

    @classmethod
    def settings(cls) -> list[str]:
        """Return the names of the constructor's parameters."""
        return list(inspect.signature(cls).parameters)

    def __repr__(self) -> str:
        stored = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.settings())
        return f"{type(self).__name__}({stored})"


@dataclass(frozen=True)
class TrainingExample:
    """A page with labelled runs."""

    page: Page
    keep: NDArray[np.bool_]  # for each run, whether it is content
    site: str  # folds never split a site, because its pages are alike
    type: str | None = None  # article, forum, product …, if known
    source: str = ""  # name of the gold set
    kind: NDArray[np.uint8] | None = None  # as `Decision.kind`, if labelled


class TrainableMethod(Method):
    """A method that learns from labelled pages; learned attributes end in `_`."""

    provenance_: Provenance  # set by the caller of `fit`

    @property
    def aligner(self) -> str:
        """Aligner of `webwinnow.gold.labels` that labels its training pages."""
        return "in-order"

    @abstractmethod
    def fit(self, examples: Iterable[TrainingExample], *, seed: int = 0) -> "Self":
        """Train the method; whatever it learned before is discarded.

        The same examples in the same order, with the same seed, give the same model. Raise
        CannotLearn where the examples teach nothing.
        """

    def check_trainable(self) -> None:
        """Raise the error that `fit` would raise for any examples, such as a missing package."""

    @property
    def provenance(self) -> Provenance:
        """The pages that it was trained on, as far as known; `save` and `load` keep it."""
        known: Provenance = vars(self).get("provenance_", Provenance())
        return known

    @abstractmethod
    def save(self, path: Path) -> None:
        """Write settings and model to a file; never a pickle."""

    @classmethod
    @abstractmethod
    def load(cls, path: Path) -> "Self":
        """Read what `save` wrote; raise ModelError for a broken file or another method's."""

    def check_usable(self) -> None:
        self.check_fitted()

    def check_fitted(self) -> None:
        """Raise NotFitted before `fit` or `load`."""
        if not any(name.endswith("_") and not name.startswith("_") for name in vars(self)):
            name = type(self).__name__
            raise NotFitted(f"{name} has learned nothing; call fit() or {name}.load(path) first")


def visible_runs(page: Page) -> NDArray[np.bool_]:
    """Mark the visible runs; if the page hides all of its text, mark the hidden runs."""
    return Decision.visible(page).keep


def decision_from_blocks(
    page: Page,
    keep: ArrayLike,
    *,
    score: ArrayLike | None = None,
    reason: ArrayLike | None = None,
    reasons: Sequence[str] = ("kept", "dropped"),
) -> Decision:
    """Make a decision on runs from one value for each block.

    Scores are clipped to 0..1. Runs outside of blocks (scripts, styles, comments) and hidden runs
    inside a kept block are dropped with the additional reason "not visible".
    """
    keep = np.asarray(keep, bool)
    score = keep if score is None else np.clip(score, 0, 1)
    reason = ~keep if reason is None else reason
    visible, block = visible_runs(page), page.runs.block
    return Decision(
        page,
        visible & expand_to_runs(keep, block, bool),
        score=np.where(visible, expand_to_runs(score, block, np.float32), np.float32(0)),
        reason=np.where(visible, expand_to_runs(reason, block, np.uint8), np.uint8(len(reasons))),
        reasons=[*reasons, NOT_VISIBLE],
    )


def score_by_grade(keep: NDArray[np.bool_], grade: ArrayLike) -> NDArray[np.float32]:
    """Map grades (0..1) to scores: kept runs to 0.5..1, dropped ones below 0.5."""
    half = np.asarray(grade, np.float32) / 2
    return np.where(keep, 0.5 + half, np.minimum(half, BELOW_HALF)).astype(np.float32, copy=False)


def score_by_threshold(
    values: NDArray[np.floating[Any]],
    threshold: float,
    keep: NDArray[np.bool_],
    *,
    low_is_text: bool = False,
) -> NDArray[np.float32]:
    """Map values to scores: 0 and 1 at the ends of the scale, 0.5 at the threshold.

    Dropped blocks score below 0.5. `low_is_text`: small values speak for content.
    """
    ends = min(0, threshold - MIN_MARGIN), threshold, max(1, threshold + MIN_MARGIN)
    score = np.interp(values, ends, (1, 0.5, 0) if low_is_text else (0, 0.5, 1)).astype(np.float32)
    half = np.float32(0.5)
    scores: NDArray[np.float32] = np.where(
        keep, np.maximum(score, half), np.minimum(score, BELOW_HALF)
    )
    return scores


def expand_to_runs(values: ArrayLike, block: NDArray[np.int32], dtype: type) -> NDArray[Any]:
    """Copy block values to the runs of each block; 0 for runs of no block, whose index is −1."""
    return np.append(np.asarray(values, dtype), dtype(0))[block]
