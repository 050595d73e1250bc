"""Victor, after Marek, Pecina and Spousta (2007): a CRF labels each run of a page.

The labels are other, header, paragraph, list item, and continuation of the previous run. Each run
is a row of binned feature values (`features`) of itself and of its neighbours, as the setup
`models/victor.toml` lists them. A CRF (`crf`), trained on labelled pages (`fit`), finds the best
labels. The authors' program has no weights for pairs of labels; with `chain=True` ours has.

Differs: our own HTML parser instead of Tidy; SciPy, or CRFsuite with a chain, instead of CRF++;
by default more features than the paper. The preset `paper` has the features of the paper and the
template and the penalty of the authors' program (`models/victor-paper.toml`).
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import KIND_NAMES, Decision, Page
from webwinnow.errors import ModelError, UnknownSetting
from webwinnow.messages import error_reason
from webwinnow.methods.base import NOT_VISIBLE, TrainingExample, score_by_threshold
from webwinnow.methods.model_file import Card, ModelMethod, Tensors, shipped_path
from webwinnow.methods.provenance import Provenance
from webwinnow.methods.victor.crf import LABELS, OTHER, Crf
from webwinnow.methods.victor.features import encode
from webwinnow.methods.victor.model_file import parse, serialize
from webwinnow.methods.victor.runs import labelled_runs
from webwinnow.methods.victor.setup import FeatureSet, Setup
from webwinnow.methods.victor.training_options import TrainingOptions

if TYPE_CHECKING:
    from typing_extensions import Self

OPTIONS = TrainingOptions()
#: Chosen by the mean F1 of the five labels, in folds by site of CleanEval's final set.
RARE_WEIGHT = 2.0
MIN_WEIGHT = 1e-9
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
    """Labels each run of a page: headers, paragraphs, lists (Victor, a CRF).

    threshold: keep runs with at least this probability of content; None takes the best labels
    rare_weight: with a threshold, how much more headers and list items count than other kinds
    chain: weigh pairs of successive labels; None: as the model was trained, and train without
    model: a model file written by `webwinnow train`
    features: the package's setup and model: "all" features, or only those of the "paper"
    setup: for training, a TOML file that lists features; None is the package's own
    without: for training, features to leave out, separated by spaces: "char.* position markup"
    l2: for training, the L2 penalty (CRFsuite's c2)
    l1: for training, the L1 penalty (CRFsuite's c1)
    iterations: for training, the most iterations of L-BFGS
    search: for training, settings to choose in folds by site: l2, l1, iterations, chain
    """

    presets: ClassVar[dict[str, dict[str, object]]] = {
        "precision": {"threshold": 0.7},
        "recall": {"threshold": 0.3},
        # CRF++'s default penalty, C = 1, is c2 = 0.5 for CRFsuite.
        "paper": {
            "threshold": None,
            "rare_weight": 1.0,
            "chain": False,
            "features": "paper",
            "l2": 0.5,
            "iterations": 100,
        },
    }
    saved_settings: ClassVar[tuple[str, ...]] = (
        "threshold", "rare_weight", "l2", "l1", "iterations",
    )  # fmt: skip

    def __init__(
        self,
        threshold: float | None = 0.5,
        rare_weight: float = RARE_WEIGHT,
        chain: bool | None = None,
        model: str | Path | None = None,
        features: FeatureSet = "all",
        setup: str | Path | None = None,
        without: str = "",
        l2: float = OPTIONS.l2,
        l1: float = OPTIONS.l1,
        iterations: int = OPTIONS.iterations,
        search: str = "",
    ) -> None:
        self.threshold = threshold
        self.rare_weight = rare_weight
        self.chain = chain
        self.model = model
        self.features = features
        self.setup = setup
        self.without = without
        self.l2 = l2
        self.l1 = l1
        self.iterations = iterations
        self.search = search

    def decide(self, page: Page) -> Decision:
        crf = self.current_model
        if self.chain is False:
            crf = crf.without_chain()
        runs = labelled_runs(page)
        scores = crf.scores(encode(page, crf.setup))
        marginals = crf.marginals(scores)
        content = 1 - marginals[:, OTHER]
        if self.threshold is None:
            labels = crf.best_labels(scores)
        else:
            # A weight of 0, or below, means never.
            weight = max(self.rare_weight, MIN_WEIGHT)
            labels = crf.best_labels_given(scores, content >= self.threshold, weight)
        middle = 0.5 if self.threshold is None else self.threshold
        score = score_by_threshold(content, middle, labels != OTHER)
        return make_decision(page, runs, labels, score, marginals)

    def model_path(self) -> Path:
        if self.model is None and self.features == "paper":
            return shipped_path(f"{self.name}-paper")
        return super().model_path()

    def explain_empty(self, page: Page) -> str:
        return f"{self.name} found nothing that looks like text"

    def fit(self, examples: Iterable[TrainingExample], *, seed: int = 0) -> "Self":
        """Train the CRF; training is deterministic and ignores the seed.

        A search sets the settings that it chose.
        """
        from webwinnow.methods.victor.fit import encode_examples, train_on_sequences
        from webwinnow.methods.victor.search import search_options

        setup, pages = encode_examples(examples, self.training_setup())
        options = self.training_options()
        if self.search:
            options = search_options(pages, setup, options, self.search.split())[0].options
            self.l2, self.l1, self.iterations = options.l2, options.l1, options.iterations
        self.model_ = train_on_sequences(pages, setup, options)
        self.provenance_ = Provenance()
        return self

    def check_trainable(self) -> None:
        from webwinnow.methods.victor.fit import check_packages
        from webwinnow.methods.victor.search import check_names

        check_packages()
        check_names(self.search.split())
        self.training_options()
        self.training_setup()

    def training_options(self) -> TrainingOptions:
        """The settings of CRFsuite; UnknownSetting if one is out of range."""
        for name, least in (("l2", 0), ("l1", 0), ("iterations", 1)):
            if getattr(self, name) < least:
                problem = f"victor cannot train with {name}={getattr(self, name)}"
                raise UnknownSetting(f"{problem}; it must be at least {least}")
        return TrainingOptions(self.l2, self.l1, self.iterations, chain=bool(self.chain))

    def training_setup(self) -> Setup:
        """The setup to train with; ModelError if it is invalid or has no feature."""
        found = Setup.shipped(self.features) if self.setup is None else read_setup(self.setup)
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


def read_setup(path: str | Path) -> Setup:
    try:
        return Setup.parse(Path(path).read_text("utf-8"))
    except ModelError as error:
        raise ModelError(f"invalid setup {str(path)!r}: {error}") from error
    except (OSError, ValueError) as error:  # ValueError: not UTF-8, or an invalid file name
        problem = f"cannot read the setup {str(path)!r} ({error_reason(error)})"
        raise ModelError(f"{problem}; give a TOML file such as models/victor.toml") from error


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
