"""winnow, the method of this package: markup words, boosted trees, and a cut for each page.

The core turns a page into blocks, sums up what is known of the hashed words of the markup around
each, reads off its inputs (`_core.FEATURES`), and boosted trees make a probability of them. Blocks
are content from that score on where the expected F-measure of the words kept is greatest.
`winnow_fit` says how all that is learned.
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
from webwinnow.methods.winnow.file import Saved, read, write
from webwinnow.methods.winnow.model import Model

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Winnow"]

NOTHING = np.zeros(0, np.float32)
SHIPPED = MODELS / "winnow.safetensors"


class Winnow(TrainableMethod):
    """Markup words and boosted trees, learned from pages of many kinds (the package's own).

    beta: how many times recall counts as much as precision
    low, high: between these scores the cut lies, whatever the page
    comments: keep what readers wrote below an article; None keeps it on forums alone
    title: keep the heading that says the title; None leaves it to what was learned
    model: a file that `webwinnow train` wrote, instead of the model that comes with the package
    on_top: `fit` begins with the model, and learns what is to be changed in it
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
        core = self.learned.core
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

    def check_cut(self) -> None:
        """UnknownSetting where no page can be cut so."""
        try:
            choose_threshold(NOTHING, NOTHING.astype(np.uint32), self.beta, self.low, self.high)
        except (ValueError, OverflowError) as error:
            raise UnknownSetting(f"winnow cannot decide: {error}") from error

    def explain_empty(self, page: Page) -> str:
        best = max(self.learned.core.scores(page).tolist(), default=0.0)
        if best >= (self.low + self.high) / 2:
            return f"{self.name} takes the page for a frame without content"
        nothing = f"{self.name} found nothing that reads as content"
        return f"{nothing}; its likeliest block scored {best:.2f}"

    def fit(self, lessons: Iterable[TrainingExample], *, seed: int = 0) -> "Self":
        """As all methods do; what `winnow_fit` needs must be installed."""
        from webwinnow.methods.winnow.fit import Cut, learn

        self.check_cut()
        start = self.starting_point() if self.on_top else None
        rule = Cut(self.beta, self.low, self.high)
        self.model_ = learn(lessons, rule, seed=seed, start=start.model if start else None)
        self.provenance_ = start.provenance if start else Provenance()
        return self

    def check_trainable(self) -> None:
        from webwinnow.methods.winnow.fit import need_extra

        need_extra()
        self.check_cut()
        if self.on_top:
            self.starting_point()

    def save(self, path: Path) -> None:
        settings = {
            name: getattr(self, name) for name in ("beta", "low", "high", "comments", "title")
        }
        write(Path(path), Saved(self.learned, self.provenance, settings))

    @classmethod
    def load(cls, path: Path) -> "Self":
        """With the settings that it was saved with; `Winnow(model=path)` has those it is given."""
        saved = read(Path(path))
        method = method_with_settings(cls, saved.settings, Path(path))
        method.model_, method.provenance_ = saved.model, saved.provenance
        return method

    def check_fitted(self) -> None:
        """ModelError where there is no model to decide with, or settings that no page fits."""
        self.check_cut()
        assert self.learned

    @property
    def learned(self) -> Model:
        """What `fit` or `load` left; else the file's, as it is now."""
        fitted: Model | None = vars(self).get("model_")
        return fitted or self.starting_point().model

    @property
    def provenance(self) -> Provenance:
        return self.provenance_ if "provenance_" in vars(self) else self.starting_point().provenance

    def starting_point(self) -> Saved:
        return loaded(Path(self.model) if self.model is not None else SHIPPED)


@cache_until_rewritten
def loaded(path: Path) -> Saved:
    if path == SHIPPED and not path.exists():
        remedy = "install webwinnow anew, or train a model and name it: winnow:model=FILE"
        raise ModelError(f"winnow's own model is not at {str(path)!r}; {remedy}")
    return read(path)
