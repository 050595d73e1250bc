"""winnow, the default method: markup words, boosted trees, and a threshold for each page.

The core splits a page into blocks, sums the weights of the hashed markup words around each block,
computes its features (`_core.FEATURES`), and boosted trees turn these into a probability. The
threshold of a page maximizes the expected F-measure of the kept words. `fit` has the training.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from webwinnow._core import Decision, Page, choose_threshold
from webwinnow.errors import ModelError, UnknownSetting
from webwinnow.methods.base import TrainableMethod, TrainingExample
from webwinnow.methods.model_file import MODELS, cache_until_rewritten, method_with_settings
from webwinnow.methods.provenance import Provenance
from webwinnow.methods.winnow.model import Model, SavedModel, read, write

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Winnow"]

NO_SCORES = np.zeros(0, np.float32)
SHIPPED = MODELS / "winnow.safetensors"


class Winnow(TrainableMethod):
    """Markup words and boosted trees, learned from pages of many kinds (the package's own).

    beta: weight of recall against precision in the F-measure
    low, high: bounds of the threshold of a page
    comments: keep reader comments below an article; None keeps them on forum pages only
    title: keep the heading with the page's title; None lets the model decide
    model: a file that `webwinnow train` wrote, instead of the model that comes with the package
    on_top: `fit` starts from the model and learns changes to it
    """

    presets: ClassVar[dict[str, dict[str, object]]] = {
        "precision": {"beta": 0.5, "low": 0.2, "high": 0.6},
        "recall": {"beta": 2.0, "low": 0.05, "high": 0.3},
    }

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

    def check_threshold(self) -> None:
        """Raise UnknownSetting where beta, low and high allow no threshold."""
        try:
            choose_threshold(NO_SCORES, NO_SCORES.astype(np.uint32), self.beta, self.low, self.high)
        except (ValueError, OverflowError) as error:
            raise UnknownSetting(f"winnow cannot decide: {error}") from error

    def explain_empty(self, page: Page) -> str:
        best = max(self.current_model.core.scores(page).tolist(), default=0.0)
        if best >= (self.low + self.high) / 2:
            return f"{self.name} takes the page for a frame without content"
        return f"{self.name} found no content; the highest score of a block is {best:.2f}"

    def fit(self, examples: Iterable[TrainingExample], *, seed: int = 0) -> "Self":
        """Train the model; this needs the packages of the extra `train`."""
        from webwinnow.methods.winnow.fit import ThresholdRule, train_model

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

    def save(self, path: Path) -> None:
        settings = {
            name: getattr(self, name) for name in ("beta", "low", "high", "comments", "title")
        }
        write(Path(path), SavedModel(self.current_model, self.provenance, settings))

    @classmethod
    def load(cls, path: Path) -> "Self":
        """Read a model with its saved settings; `Winnow(model=path)` uses the given settings."""
        saved = read(Path(path))
        method = method_with_settings(cls, saved.settings, Path(path))
        method.model_, method.provenance_ = saved.model, saved.provenance
        return method

    def check_fitted(self) -> None:
        """Raise ModelError without a usable model, UnknownSetting for impossible settings."""
        self.check_threshold()
        if "model_" not in vars(self):
            self.model_on_disk()

    @property
    def current_model(self) -> Model:
        """The model of `fit` or `load`, or else that of the model file."""
        fitted: Model | None = vars(self).get("model_")
        return fitted or self.model_on_disk().model

    @property
    def provenance(self) -> Provenance:
        return self.provenance_ if "provenance_" in vars(self) else self.model_on_disk().provenance

    def model_on_disk(self) -> SavedModel:
        return read_cached(Path(self.model) if self.model is not None else SHIPPED)


@cache_until_rewritten
def read_cached(path: Path) -> SavedModel:
    if path == SHIPPED and not path.exists():
        remedy = "reinstall webwinnow, or train a model and name it: winnow:model=FILE"
        raise ModelError(f"winnow's own model is missing at {str(path)!r}; {remedy}")
    return read(path)
