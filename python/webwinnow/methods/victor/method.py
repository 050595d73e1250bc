"""Victor, after Marek, Pecina and Spousta (2007): each run is labelled, all together.

A run is other, a header, a paragraph, a list item, or the continuation of what is before it. What
it looks like, says and is surrounded by is a row of finite values (`victor_features`, by the setup
in `models/victor.toml`), and a linear-chain CRF (`victor_crf`) finds the best labels for the whole
sequence of runs; it learns from labelled pages (`victor_fit`).

Differs: our own parse of the page in the place of Tidy's; CRFsuite in the place of CRF++, which
have the same model; features beside the paper's.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import KIND_NAMES, Decision, Page
from webwinnow.errors import ModelError
from webwinnow.messages import error_reason
from webwinnow.methods.base import NOT_VISIBLE, Lesson, TrainableMethod, centred
from webwinnow.methods.model_file import MODELS, as_written, with_settings
from webwinnow.methods.provenance import Studied
from webwinnow.methods.victor.crf import LABELS, OTHER, Crf
from webwinnow.methods.victor.features import encode, labelled_runs
from webwinnow.methods.victor.model_file import Saved, read, write
from webwinnow.methods.victor.setup import Setup

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["SHIPPED", "Victor"]

SHIPPED = MODELS / "victor.safetensors"

CONTINUATION = KIND_NAMES.index("continuation")
#: The kind for each of LABELS; of what is dropped it does not matter.
KIND_OF_LABEL = np.array(
    [
        KIND_NAMES.index({"header": "heading", "list": "list item"}.get(label, label))
        if label != "other"
        else CONTINUATION
        for label in LABELS
    ],
    np.uint8,
)
SURE = 0.8
# Two for each label, in their order: sure, and unsure.
REASONS = [
    *("labelled as " + text for text in ("other", "a header", "a paragraph", "a list item")),
    "labelled as a continuation",
    *("perhaps " + text for text in ("other", "a header", "a paragraph", "a list item")),
    "perhaps a continuation",
    NOT_VISIBLE,
]
UNSEEN = len(REASONS) - 1

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


class Victor(TrainableMethod):
    """Labels all runs of a page together: headers, paragraphs, lists (Victor, a CRF).

    threshold: keep runs that are content at least so likely; None takes the best sequence of labels
    model: a file that `webwinnow train` wrote
    setup: when learning, a TOML file that lists features; None stands for the package's own
    without: when learning, features to do without, apart by spaces: "char.* position markup"
    """

    presets: ClassVar[dict[str, dict[str, object]]] = {
        "precision": {"threshold": 0.7},
        "recall": {"threshold": 0.3},
    }

    def __init__(
        self,
        threshold: float | None = 0.5,
        model: str | Path | None = None,
        setup: str | Path | None = None,
        without: str = "",
    ) -> None:
        self.threshold = threshold
        self.model = model
        self.setup = setup
        self.without = without

    def decide(self, page: Page) -> Decision:
        crf = self.crf()
        runs = labelled_runs(page)
        scores = crf.scores(encode(page, crf.setup))
        chances = crf.chances(scores)
        content = 1 - chances[:, OTHER]
        if self.threshold is None:
            labels = crf.labels(scores)
        else:
            labels = crf.labels_given(scores, content >= self.threshold)
        middle = 0.5 if self.threshold is None else self.threshold
        score = centred(content, middle, labels != OTHER)
        return on_page(page, runs, labels, score, chances)

    def why_nothing(self, page: Page) -> str:
        return f"{self.name} found nothing that looks like text"

    def fit(self, lessons: Iterable[Lesson], *, seed: int = 0) -> "Self":
        """Nothing is drawn: the seed does not matter."""
        from webwinnow.methods.victor.fit import learn

        self.crf_ = learn(lessons, self.wanted_setup())
        self.studied_ = Studied()
        return self

    def check_ready(self) -> None:
        from webwinnow.methods.victor.fit import check_package

        check_package()
        self.wanted_setup()

    def wanted_setup(self) -> Setup:
        """What to learn with."""
        found = Setup.default()
        if self.setup is not None:
            path = repr(str(self.setup))
            try:
                found = Setup.read(Path(self.setup).read_text("utf-8"))
            except ModelError as error:
                raise ModelError(f"cannot use the setup {path}: {error}") from error
            except (OSError, ValueError) as error:  # not text, or no name of a file
                reason = error_reason(error)
                problem = f"cannot read the setup {path} ({reason})"
                raise ModelError(
                    f"{problem}; name a TOML file, as models/victor.toml is"
                ) from error
        found = found.without(*self.without.split())
        if not found.templates:
            remedy = "do without fewer, or name a setup that has some"
            raise ModelError(f"no feature is left for victor to learn with; {remedy}")
        return found

    def save(self, path: Path) -> None:
        write(Path(path), Saved(self.crf(), self.studied, {"threshold": self.threshold}))

    @classmethod
    def load(cls, path: Path) -> "Self":
        """With the settings that it was saved with; `Victor(model=path)` has those it is given."""
        saved = read(Path(path))
        method = with_settings(cls, saved.settings, Path(path))
        method.crf_, method.studied_ = saved.crf, saved.studied
        return method

    def check_fitted(self) -> None:
        """ModelError where there is no model to decide with."""
        self.crf()

    @property
    def studied(self) -> Studied:
        return self.studied_ if "studied_" in vars(self) else self.saved().studied

    def crf(self) -> Crf:
        fitted: Crf | None = vars(self).get("crf_")
        return fitted or self.saved().crf

    def saved(self) -> Saved:
        return loaded(SHIPPED if self.model is None else Path(self.model))


@as_written
def loaded(path: Path) -> Saved:
    if path == SHIPPED and not path.exists():
        remedy = "install webwinnow anew, or train a model and name it: victor:model=FILE"
        raise ModelError(f"victor's own model is not at {str(path)!r}; {remedy}")
    return read(path)


def on_page(
    page: Page,
    runs: NDArray[np.int64],
    labels: NDArray[np.uint8],
    score: NDArray[np.float32],
    chances: FloatArray,
) -> Decision:
    """A decision on the labelled runs as one on all."""
    count = len(page.runs)
    keep, all_score = np.zeros(count, bool), np.zeros(count, np.float32)
    kind, reason = np.full(count, CONTINUATION, np.uint8), np.full(count, UNSEEN, np.uint8)
    is_sure = np.take_along_axis(chances, labels[:, None].astype(np.int64), axis=1)[:, 0] >= SURE
    keep[runs], all_score[runs], kind[runs] = labels != OTHER, score, KIND_OF_LABEL[labels]
    reason[runs] = labels + np.where(is_sure, 0, len(LABELS)).astype(np.uint8)
    return Decision(page, keep, kind=kind, score=all_score, reason=reason, reasons=REASONS)
