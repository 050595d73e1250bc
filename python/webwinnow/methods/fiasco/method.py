"""FIASCO, after Bauer et al. (2007): subtrees judged by a support vector machine.

A page is cut into disjoint subtrees that stand for blocks of text (`fiasco_targets`). Each becomes
a row of numbers: what its words are, how it is built, and what it looks like in a browser
(`fiasco_features`). A machine with a Gaussian kernel tells clean ones from dirty
(`fiasco_machine`), which are dropped; it learns from labelled pages (`fiasco_fit`).

Differs: targets never swallow a page; features of neighbours and of what is around a target;
support vectors are stood in for by fewer centres.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Decision, Page
from webwinnow.errors import ModelError
from webwinnow.methods.base import NOT_VISIBLE, TrainableMethod, TrainingExample, score_by_threshold
from webwinnow.methods.fiasco.file import Saved, read, write
from webwinnow.methods.fiasco.model import Kind, Model
from webwinnow.methods.fiasco.tags import lexicon
from webwinnow.methods.fiasco.targets import Targets
from webwinnow.methods.model_file import MODELS, cache_until_rewritten, method_with_settings
from webwinnow.methods.provenance import Provenance

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Fiasco", "FiascoVisual"]


UNSURE = 0.2  # chances so near to the threshold
# In the order of chances; what the machine did without is added.
VERDICTS = [
    "looks like boilerplate",
    "looks rather like boilerplate",
    "looks rather like text",
    "looks like text",
]
KEPT = 2  # from here on

FloatArray = NDArray[np.float32]


class Fiasco(TrainableMethod):
    """Subtrees judged by a support vector machine on words and structure (FIASCO).

    threshold: keep targets that are clean at least so likely
    words: False judges by structure alone, which knows no language
    model: a file that `webwinnow train` wrote
    pos: when learning, count parts of speech too, which needs the extra `pos` from then on
    search: when learning, search for the machine's constants as the paper does
    """

    presets: ClassVar[dict[str, dict[str, object]]] = {
        "precision": {"threshold": 0.65},
        "recall": {"threshold": 0.35},
    }
    looks: ClassVar[bool] = False

    def __init__(
        self,
        threshold: float = 0.5,
        words: bool = True,
        model: str | Path | None = None,
        pos: bool = False,
        search: bool = False,
    ) -> None:
        self.threshold = threshold
        self.words = words
        self.model = model
        self.pos = pos
        self.search = search

    def decide(self, page: Page) -> Decision:
        model, targets = self.fitted(), Targets.of(page)
        look = self.look(page, targets)
        kind = Kind(bool(self.words), look is not None)
        chances = model.chances(page, targets, model.kinds[kind], look)
        return on_page(page, targets, chances, self.threshold, self.without(kind))

    def look(self, page: Page, targets: Targets) -> FloatArray | None:
        """Visual measures of the targets; None where there are none."""
        return None

    def without(self, kind: Kind) -> str:
        """What the decision was made without, for its reasons."""
        return "" if kind.words else ", by structure alone"

    def explain_empty(self, page: Page) -> str:
        return f"{self.name} found nothing that looks like text"

    def fit(self, lessons: Iterable[TrainingExample], *, seed: int = 0) -> "Self":
        from webwinnow.methods.fiasco.fit import Plan, learn

        plan = Plan(pos=self.pos, look=self.look if self.looks else None, search=self.search)
        self.model_ = learn(lessons, plan, seed=seed)
        self.provenance_ = Provenance()
        return self

    def check_trainable(self) -> None:
        from webwinnow.methods.fiasco.fit import check_packages

        check_packages(pos=self.pos)

    def save(self, path: Path) -> None:
        settings = {name: getattr(self, name) for name in ("threshold", "words", "pos", "search")}
        write(Path(path), self.name, Saved(self.fitted(), self.provenance, settings))

    @classmethod
    def load(cls, path: Path) -> "Self":
        """With the settings that it was saved with; `Fiasco(model=path)` has those it is given."""
        saved = read(Path(path), cls.name, look=cls.looks)
        method = method_with_settings(cls, saved.settings, Path(path))
        method.model_, method.provenance_ = saved.model, saved.provenance
        return method

    def check_usable(self) -> None:
        super().check_usable()
        if self.fitted().has_parts_of_speech:
            lexicon()

    def check_fitted(self) -> None:
        """ModelError where there is no model to decide with."""
        self.fitted()

    @property
    def provenance(self) -> Provenance:
        return self.provenance_ if "provenance_" in vars(self) else self.saved().provenance

    def fitted(self) -> Model:
        known: Model | None = vars(self).get("model_")
        return known or self.saved().model

    def saved(self) -> Saved:
        shipped = MODELS / f"{self.name}.safetensors"
        path = shipped if self.model is None else Path(self.model)
        if path == shipped and not path.exists():
            remedy = f"install webwinnow anew, or train a model and name it: {self.name}:model=FILE"
            raise ModelError(f"{self.name}'s own model is not at {str(path)!r}; {remedy}")
        return loaded(path, self.name, self.looks)


class FiascoVisual(Fiasco):
    """FIASCO with an eye: pages are also looked at in Chromium, a third of a second each.

    A page that cannot be shown is judged without. Settings are those of `fiasco`.

    threshold: keep targets that are clean at least so likely
    words: False judges by structure and look alone, which know no language
    model: a file that `webwinnow train` wrote
    pos: when learning, count parts of speech too, which needs the extra `pos` from then on
    search: when learning, search for the machine's constants as the paper does
    """

    name: ClassVar[str] = "fiasco-visual"
    looks: ClassVar[bool] = True

    def look(self, page: Page, targets: Targets) -> FloatArray | None:
        from webwinnow.visual.shared_browser import look_at

        return look_at(page.source, page, targets) if len(targets) else None

    def without(self, kind: Kind) -> str:
        if not kind.look:
            return super().without(kind) + "; the page could not be shown"
        return "" if kind.words else ", by structure and look alone"

    def check_usable(self) -> None:
        from webwinnow.visual.shared_browser import check

        check()
        super().check_usable()

    def check_trainable(self) -> None:
        from webwinnow.visual.shared_browser import check

        check()
        super().check_trainable()


@cache_until_rewritten
def loaded(path: Path, method: str, look: bool) -> Saved:
    return read(path, method, look=look)


def on_page(
    page: Page, targets: Targets, chances: FloatArray, threshold: float, without: str
) -> Decision:
    """A decision on targets as one on runs."""
    steps = threshold - UNSURE, threshold, threshold + UNSURE
    verdict = np.searchsorted(np.array(steps, np.float32), chances, "right")
    score = score_by_threshold(chances, threshold, verdict >= KEPT)
    # Runs of no target have the number −1, the last one.
    reason = np.append(verdict, len(VERDICTS)).astype(np.uint8)[targets.of_run]
    keep = (reason >= KEPT) & (targets.of_run >= 0)
    reasons = [*(text + without for text in VERDICTS), NOT_VISIBLE]
    score = np.append(score, np.float32(0))[targets.of_run]
    return Decision(page, keep, score=score, reason=reason, reasons=reasons)
