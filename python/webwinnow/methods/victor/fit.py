"""Train Victor's CRF on labelled pages: L-BFGS with an L1 and an L2 penalty.

A value of a template is an attribute of a run. With a chain, CRFsuite trains on pages as sequences
of runs. Without a chain, runs are independent, and the CRF is a logistic regression (`logistic`).
Where the labels have no kinds, the kinds come from the page's markup.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import KIND_NAMES, Decision
from webwinnow.errors import CannotLearn
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.victor.crf import LABELS, OTHER, AttributeNumbering, Crf
from webwinnow.methods.victor.features import encode, raw_values
from webwinnow.methods.victor.logistic import fit_logistic
from webwinnow.methods.victor.runs import labelled_runs
from webwinnow.methods.victor.training_options import TrainingOptions

if TYPE_CHECKING:
    from webwinnow.methods.victor.setup import Setup

#: Label number of each kind in KIND_NAMES.
LABEL_OF_KIND = np.array(
    [
        LABELS.index({"heading": "header", "list item": "list"}.get(kind, kind))
        for kind in KIND_NAMES
    ],
    np.uint8,
)


PACKAGES = {"pycrfsuite": "python-crfsuite", "scipy": "SciPy"}

Weights = NDArray[np.float32]


@dataclass(frozen=True)
class LabelledSequence:
    """Feature values and labels of a page's labelled runs."""

    values: NDArray[np.int32]
    labels: NDArray[np.uint8]
    site: str = ""


def check_packages() -> None:
    """Raise CannotLearn if python-crfsuite or SciPy is not installed."""
    try:
        import pycrfsuite  # noqa: F401
        import scipy  # noqa: F401
    except ImportError as error:
        raise CannotLearn(
            f"training victor needs {PACKAGES[error.name or '']}, which is not installed;"
            " run: pip install 'webwinnow[train]'"
        ) from error


def train_crf(
    examples: Iterable[TrainingExample], setup: "Setup", options: TrainingOptions | None = None
) -> Crf:
    """Train a CRF; quantile bins of the setup are fitted to the training pages.

    Raises CannotLearn if the pages have no text, or only content, or only boilerplate.
    """
    setup, pages = encode_examples(examples, setup)
    return train_on_sequences(pages, setup, options)


def encode_examples(
    examples: Iterable[TrainingExample], setup: "Setup"
) -> tuple["Setup", list[LabelledSequence]]:
    """Fit the quantile bins of the setup, and encode the pages."""
    if any(feature.quantiles for feature in setup.features):
        examples = list(examples)
        setup = setup.fit_bins(raw_values(example.page, setup) for example in examples)
    return setup, list(labelled_sequences(examples, setup))


def labelled_sequences(
    examples: Iterable[TrainingExample], setup: "Setup"
) -> Iterator[LabelledSequence]:
    """Encode the pages that have a run to label."""
    for example in examples:
        runs = labelled_runs(example.page)
        if len(runs):
            labels = run_labels(example)[runs]
            yield LabelledSequence(encode(example.page, setup), labels, example.site)


def run_labels(example: TrainingExample) -> NDArray[np.uint8]:
    """Label of each run."""
    kind = example.kind
    if kind is None:
        kind = markup_kinds(example)
    labels: NDArray[np.uint8] = np.where(example.keep, LABEL_OF_KIND[kind], np.uint8(OTHER))
    return labels


def markup_kinds(example: TrainingExample) -> NDArray[np.uint8]:
    """Kinds by the page's markup.

    If the first run of a block is dropped, its first kept run takes over its kind.
    """
    page, keep = example.page, example.keep
    kind: NDArray[np.uint8] = Decision.visible(page).kind.copy()
    kept = np.flatnonzero(keep & (page.runs.block >= 0))
    block, first = np.unique(page.runs.block[kept], return_index=True)
    kind[kept[first]] = kind[page.blocks.first[block]]
    return kind


def train_on_sequences(
    pages: list[LabelledSequence], setup: "Setup", options: TrainingOptions | None = None
) -> Crf:
    check_packages()
    if not pages:
        raise CannotLearn("victor has no text to learn from; add pages that have text")
    seen = np.unique(np.concatenate([page.labels for page in pages]))
    if len({label == OTHER for label in seen.tolist()}) < 2:
        only = "boilerplate" if seen[0] == OTHER else "content"
        raise CannotLearn(f"victor has only {only} to learn from; add pages that have both")
    options = options or TrainingOptions()
    numbering = AttributeNumbering.from_setup(setup)
    # CRFsuite has the L1 penalty; without it and a chain, logistic regression is much faster.
    train = train_weights if options.chain or options.l1 else train_independent_weights
    table, transitions = train(pages, numbering, options)
    attributes = np.flatnonzero(table.any(axis=1)).astype(np.int32)
    return Crf(setup, attributes, table[attributes], transitions)


def train_independent_weights(
    pages: list[LabelledSequence], numbering: AttributeNumbering, options: TrainingOptions
) -> tuple[Weights, Weights]:
    """Weights of attributes by label, for runs that do not depend on each other."""
    numbers = np.concatenate([numbering.numbers(page.values) for page in pages])
    labels = np.concatenate([page.labels for page in pages])
    table = fit_logistic(numbers, labels, numbering.total, options)
    return table, np.zeros((len(LABELS), len(LABELS)), np.float32)


def train_weights(
    pages: list[LabelledSequence], numbering: AttributeNumbering, options: TrainingOptions
) -> tuple[Weights, Weights]:
    """Weights of attributes by label, and of label pairs, by CRFsuite."""
    info = run_crfsuite(pages, numbering, options)
    table = np.zeros((numbering.total, len(LABELS)), np.float32)
    for (name, label), weight in info.state_features.items():
        table[int(name), int(label)] = weight
    transitions = np.zeros((len(LABELS), len(LABELS)), np.float32)
    for (before, after), weight in info.transitions.items():
        transitions[int(before), int(after)] = weight
    return table, transitions


def run_crfsuite(
    pages: list[LabelledSequence], numbering: AttributeNumbering, options: TrainingOptions
) -> Any:
    """Train with CRFsuite and return its model info; attributes and labels are named by number."""
    import pycrfsuite

    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params(
        {
            "c1": options.l1,
            "c2": options.l2,
            "max_iterations": options.iterations,
            "feature.possible_transitions": options.chain,
        }
    )
    names = np.array([str(number) for number in range(numbering.total)], object)
    for page in pages:
        items = names[numbering.numbers(page.values)].tolist()
        labels = [str(label) for label in page.labels.tolist()]
        if options.chain:
            trainer.append(items, labels)
        else:
            for item, label in zip(items, labels, strict=True):
                trainer.append([item], [label])
    with TemporaryDirectory() as folder:
        path = str(Path(folder) / "model.crfsuite")
        trainer.train(path)
        tagger = pycrfsuite.Tagger()
        with tagger.open(path):
            return tagger.info()
