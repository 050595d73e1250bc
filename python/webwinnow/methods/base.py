"""What a method is: settings in, `decide(page)` out."""

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

NOT_VISIBLE = "not visible"
TINY = 0.01  # how far ends are from a threshold at least
BELOW_HALF = np.nextafter(np.float32(0.5), np.float32(0))


class Method(ABC):
    """Tells the text of a page from its boilerplate.

    The constructor only stores its settings, under their own names; `decide` changes nothing, so
    one method serves many threads.
    """

    name: ClassVar[str]  # its key in METHODS; the class name in lower case unless set
    presets: ClassVar[dict[str, dict[str, object]]] = {}  # settings by name: precision, recall

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" not in cls.__dict__:
            cls.name = cls.__name__.lower()

    @abstractmethod
    def decide(self, page: Page) -> Decision:
        """Keep or drop for each run; of an empty page, an empty decision."""

    def check_usable(self) -> None:  # noqa: B027, for most there is nothing to check
        """An error that would come with every page, such as a model or package that is missing."""

    def at(self, url: str | None) -> "Method":
        """The method for the page at an address: another one where sites differ."""
        return self

    def among(self, pages: "Callable[[], Iterable[tuple[str | None, Page]]]") -> "Method":
        """The method for a collection, read as often as needed: another one where pages tell of
        each other.
        """
        return self

    def why_nothing(self, page: Page) -> str:
        """Why it keeps nothing of a page that has visible text, in one line."""
        return f"{self.name} kept nothing"

    @classmethod
    def summary(cls) -> str:
        """What it does, in one line."""
        return (cls.__doc__ or "").partition("\n")[0]

    @classmethod
    def settings(cls) -> list[str]:
        """Names of what the constructor takes."""
        return list(inspect.signature(cls).parameters)

    def __repr__(self) -> str:
        stored = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.settings())
        return f"{type(self).__name__}({stored})"


@dataclass(frozen=True)
class TrainingExample:
    """A page, and which of its runs are content, and of what kind."""

    page: Page
    keep: NDArray[np.bool_]
    site: str  # pages of one site are alike: what is learned on them is tried on others
    type: str | None = None  # article, forum, product …, where somebody told
    source: str = ""  # the set that it is from
    kind: NDArray[np.uint8] | None = None  # as `Decision.kind`; None where nobody told


class TrainableMethod(Method):
    """A method that learns from labelled pages; what it learned is in attributes ending in `_`."""

    provenance_: Provenance  # set by whoever knows what the examples were

    @abstractmethod
    def fit(self, examples: Iterable[TrainingExample], *, seed: int = 0) -> "Self":
        """Learn, and forget what was learned before; the same examples in the same order, and the
        same seed, teach the same. `CannotLearn` where there is nothing to learn from.
        """

    def check_ready(self) -> None:
        """An error that `fit` would end in whatever the examples, such as a missing package."""

    @property
    def provenance(self) -> Provenance:
        """What it has learned from, as far as it knows; `save` writes it, and `load` reads it."""
        known: Provenance = vars(self).get("provenance_", Provenance())
        return known

    @abstractmethod
    def save(self, path: Path) -> None:
        """Write settings and what was learned; never a pickle."""

    @classmethod
    @abstractmethod
    def load(cls, path: Path) -> "Self":
        """What `save` wrote; a `ModelError` where the file is broken or of another method."""

    def check_usable(self) -> None:
        self.check_fitted()

    def check_fitted(self) -> None:
        if not any(name.endswith("_") and not name.startswith("_") for name in vars(self)):
            name = type(self).__name__
            raise NotFitted(f"{name} has learned nothing; call fit() or {name}.load(path) first")


def visible_runs(page: Page) -> NDArray[np.bool_]:
    """The runs to choose from: all visible ones; those a page hides, where it hides all it has."""
    return Decision.visible(page).keep


def of_blocks(
    page: Page,
    keep: ArrayLike,
    *,
    score: ArrayLike | None = None,
    reason: ArrayLike | None = None,
    reasons: Sequence[str] = ("kept", "dropped"),
) -> Decision:
    """A decision on blocks as a decision on runs.

    All arrays have one value for each block; a score outside of 0..1 is brought to the nearer end.
    Runs that are in no block (scripts, styles, comments) and hidden runs inside a kept block are
    dropped as "not visible", which is added to the reasons.
    """
    keep = np.asarray(keep, bool)
    score = keep if score is None else np.clip(score, 0, 1)
    reason = ~keep if reason is None else reason
    visible, block = visible_runs(page), page.runs.block
    return Decision(
        page,
        visible & spread(keep, block, bool),
        score=np.where(visible, spread(score, block, np.float32), np.float32(0)),
        reason=np.where(visible, spread(reason, block, np.uint8), np.uint8(len(reasons))),
        reasons=[*reasons, NOT_VISIBLE],
    )


def scored(keep: NDArray[np.bool_], grade: ArrayLike) -> NDArray[np.float32]:
    """Scores that tell kept from dropped, 0.5 and more from less, and inside each half follow the
    grades, which are 0 to 1.
    """
    half = np.asarray(grade, np.float32) / 2
    return np.where(keep, 0.5 + half, np.minimum(half, BELOW_HALF)).astype(np.float32, copy=False)


def centred(
    values: NDArray[np.floating[Any]],
    threshold: float,
    keep: NDArray[np.bool_],
    *,
    low_is_text: bool = False,
) -> NDArray[np.float32]:
    """Scores of what is judged by a threshold: 0 and 1 at the ends, a half there; of what is
    dropped less than that. `low_is_text` where small values speak for content.
    """
    ends = min(0, threshold - TINY), threshold, max(1, threshold + TINY)
    score = np.interp(values, ends, (1, 0.5, 0) if low_is_text else (0, 0.5, 1)).astype(np.float32)
    half = np.float32(0.5)
    found: NDArray[np.float32] = np.where(
        keep, np.maximum(score, half), np.minimum(score, BELOW_HALF)
    )
    return found


def spread(values: ArrayLike, block: NDArray[np.int32], dtype: type) -> NDArray[Any]:
    """Each run's value of its block; 0 for runs of no block, whose index −1 is the last."""
    return np.append(np.asarray(values, dtype), dtype(0))[block]
