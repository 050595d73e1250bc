"""Victor, after Marek, Pecina and Spousta (2007): a CRF labels all runs of a page together.

The labels are other, header, paragraph, list item, and continuation of the previous run. Each run
is a row of binned feature values (`features`), as the setup `models/victor.toml` lists them. A
linear-chain CRF (`crf`), trained on labelled pages (`fit`), finds the best label sequence.

Differs: our own HTML parser instead of Tidy; CRFsuite, which has the same model, instead of CRF++;
more features than the paper.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import KIND_NAMES, Decision, Page
from webwinnow.errors import ModelError
from webwinnow.messages import error_reason
from webwinnow.methods.base import NOT_VISIBLE, TrainingExample, score_by_threshold
from webwinnow.methods.model_file import Card, ModelMethod, Tensors
from webwinnow.methods.provenance import Provenance
from webwinnow.methods.victor.crf import LABELS, OTHER, Crf
from webwinnow.methods.victor.features import encode
from webwinnow.methods.victor.model_file import parse, serialize
from webwinnow.methods.victor.runs import labelled_runs
from webwinnow.methods.victor.setup import Setup

if TYPE_CHECKING:
    from typing_extensions import Self

CONTINUATION = KIND_NAMES.index("continuation")
#: Kind of each label; for OTHER, which is dropped, the kind has no effect.
KIND_OF_LABEL = np.array(
    [
        KIND_NAMES.index({"header": "heading", "list": "list item"}.get(label, label))
        if label != "other"
        else CONTINUATION
        for label in LABELS
    ],
    np.uint8,
)
CONFIDENT = 0.8
# For each label one reason with high and one with lower probability.
REASONS = [
    *("labelled as " + text for text in ("other", "a header", "a paragraph", "a list item")),
    "labelled as a continuation",
    *("perhaps " + text for text in ("other", "a header", "a paragraph", "a list item")),
    "perhaps a continuation",
    NOT_VISIBLE,
]
NOT_VISIBLE_REASON = len(REASONS) - 1

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


class Victor(ModelMethod[Crf]):
    """Labels all runs of a page together: headers, paragraphs, lists (Victor, a CRF).

    threshold: keep runs with at least this probability of content; None takes the best labels
    model: a model file written by `webwinnow train`
    setup: for training, a TOML file that lists features; None is the package's own
    without: for training, features to leave out, separated by spaces: "char.* position markup"
    """

    presets: ClassVar[dict[str, dict[str, object]]] = {
        "precision": {"threshold": 0.7},
        "recall": {"threshold": 0.3},
    }
    saved_settings: ClassVar[tuple[str, ...]] = ("threshold",)

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
        crf = self.current_model
        runs = labelled_runs(page)
        scores = crf.scores(encode(page, crf.setup))
        marginals = crf.marginals(scores)
        content = 1 - marginals[:, OTHER]
        if self.threshold is None:
            labels = crf.best_labels(scores)
        else:
            labels = crf.best_labels_given(scores, content >= self.threshold)
        middle = 0.5 if self.threshold is None else self.threshold
        score = score_by_threshold(content, middle, labels != OTHER)
        return make_decision(page, runs, labels, score, marginals)

    def explain_empty(self, page: Page) -> str:
        return f"{self.name} found nothing that looks like text"

    def fit(self, examples: Iterable[TrainingExample], *, seed: int = 0) -> "Self":
        """Train the CRF; training is deterministic and ignores the seed."""
        from webwinnow.methods.victor.fit import train_crf

        self.model_ = train_crf(examples, self.training_setup())
        self.provenance_ = Provenance()
        return self

    def check_trainable(self) -> None:
        from webwinnow.methods.victor.fit import check_package

        check_package()
        self.training_setup()

    def training_setup(self) -> Setup:
        """The setup to train with; ModelError if it is invalid or has no feature."""
        found = Setup.default()
        if self.setup is not None:
            path = repr(str(self.setup))
            try:
                found = Setup.parse(Path(self.setup).read_text("utf-8"))
            except ModelError as error:
                raise ModelError(f"invalid setup {path}: {error}") from error
            except (OSError, ValueError) as error:  # ValueError: not UTF-8, or an invalid file name
                reason = error_reason(error)
                problem = f"cannot read the setup {path} ({reason})"
                raise ModelError(
                    f"{problem}; give a TOML file such as models/victor.toml"
                ) from error
        found = found.without(*self.without.split())
        if not found.templates:
            remedy = "leave out fewer, or give a setup that has some"
            raise ModelError(f"victor has no feature to learn with; {remedy}")
        return found

    @classmethod
    def serialize(cls, model: Crf) -> tuple[Card, Tensors]:
        return serialize(model)

    @classmethod
    def parse(cls, card: Card, tensors: Tensors) -> Crf:
        return parse(card, tensors)


def make_decision(
    page: Page,
    runs: NDArray[np.int64],
    labels: NDArray[np.uint8],
    score: NDArray[np.float32],
    marginals: FloatArray,
) -> Decision:
    """Extend the labels of the labelled runs to a decision on all runs."""
    count = len(page.runs)
    keep, all_score = np.zeros(count, bool), np.zeros(count, np.float32)
    kind, reason = (
        np.full(count, CONTINUATION, np.uint8),
        np.full(count, NOT_VISIBLE_REASON, np.uint8),
    )
    probability = np.take_along_axis(marginals, labels[:, None].astype(np.int64), axis=1)[:, 0]
    is_confident = probability >= CONFIDENT
    keep[runs], all_score[runs], kind[runs] = labels != OTHER, score, KIND_OF_LABEL[labels]
    reason[runs] = labels + np.where(is_confident, 0, len(LABELS)).astype(np.uint8)
    return Decision(page, keep, kind=kind, score=all_score, reason=reason, reasons=REASONS)
