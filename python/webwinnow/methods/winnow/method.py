"""winnow, the default method: markup words, boosted trees, and a threshold for each page.

The core splits a page into blocks, sums the weights of the hashed markup words around each block,
computes its features (`_core.FEATURES`), and boosted trees turn these into a probability. The
threshold of a page maximizes the expected F-measure of the kept words. `fit` has the training.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from webwinnow._core import WALLS, Decision, Page, choose_threshold
from webwinnow.errors import UnknownSetting
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.model_file import Card, ModelMethod, Tensors
from webwinnow.methods.provenance import Provenance
from webwinnow.methods.winnow.model import Model, parse, serialize

if TYPE_CHECKING:
    from typing_extensions import Self

NO_SCORES = np.zeros(0, np.float32)


class Winnow(ModelMethod[Model]):
    """Markup words and boosted trees, learned from pages of many kinds (the package's own).

    beta: weight of recall against precision in the F-measure
    low, high: bounds of the threshold of a page
    comments: keep reader comments; None keeps them on forum and question pages only
    title: keep the heading with the page's title; None lets the model decide
    model: a file that `webwinnow train` wrote, instead of the model that comes with the package
    on_top: `fit` starts from the model and learns changes to it
    """

    presets: ClassVar[dict[str, dict[str, object]]] = {
        "precision": {"beta": 0.5, "low": 0.2, "high": 0.6},
        "recall": {"beta": 2.0, "low": 0.05, "high": 0.3},
    }
    saved_settings: ClassVar[tuple[str, ...]] = ("beta", "low", "high", "comments", "title")

    def __init__(
        self,
        beta: float = 1.0,
        low: float = 0.1,
        high: float = 0.45,
        comments: bool | None = None,
        title: bool | None = None,
        model: str | Path | None = None,
        on_top: bool = False,
    ) -> None:
        self.beta = beta
        self.low = low
        self.high = high
        self.comments = comments
        self.title = title
        self.model = model
        self.on_top = on_top

    def decide(self, page: Page) -> Decision:
        core = self.current_model.core
        try:
            return core.decide(
                page,
                beta=self.beta,
                low=self.low,
                high=self.high,
                comments=self.comments,
                title=self.title,
            )
        except ValueError as error:
            raise UnknownSetting(f"winnow cannot decide: {error}") from error

    @property
    def predicts_score(self) -> bool:
        return True

    @property
    def page_types(self) -> tuple[str, ...]:
        return tuple(self.current_model.types)

    def check_threshold(self) -> None:
        """Raise UnknownSetting where beta, low and high allow no threshold."""
        try:
            choose_threshold(NO_SCORES, NO_SCORES.astype(np.uint32), self.beta, self.low, self.high)
        except (ValueError, OverflowError) as error:
            raise UnknownSetting(f"winnow cannot decide: {error}") from error

    def explain_empty(self, page: Page) -> str:
        if walls := set(WALLS).intersection(self.decide(page).reasons):
            return walls.pop()
        best = max(self.current_model.core.scores(page).tolist(), default=0.0)
        if best >= (self.low + self.high) / 2:
            return f"{self.name} takes the page for a frame without content"
        return f"{self.name} found no content; the highest score of a block is {best:.2f}"

    def fit(self, examples: Iterable[TrainingExample], *, seed: int = 0) -> "Self":
        """Train the model; this needs the packages of the extra `train`."""
        from webwinnow.methods.winnow.fit import train_model
        from webwinnow.methods.winnow.page_trees import ThresholdRule

        self.check_threshold()
        start = self.model_on_disk() if self.on_top else None
        rule = ThresholdRule(self.beta, self.low, self.high)
        self.model_ = train_model(examples, rule, seed=seed, start=start.model if start else None)
        self.provenance_ = start.provenance if start else Provenance()
        return self

    def check_trainable(self) -> None:
        from webwinnow.methods.winnow.fit import require_packages

        require_packages()
        self.check_threshold()
        if self.on_top:
            self.model_on_disk()

    @classmethod
    def serialize(cls, model: Model) -> tuple[Card, Tensors]:
        return serialize(model)

    @classmethod
    def parse(cls, card: Card, tensors: Tensors) -> Model:
        return parse(card, tensors)

    def check_fitted(self) -> None:
        """Raise ModelError without a usable model, UnknownSetting for impossible settings."""
        self.check_threshold()
        super().check_fitted()
