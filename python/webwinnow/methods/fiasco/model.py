"""FIASCO's model and its file: keywords, and an SVM for each set of feature groups."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.methods.fiasco.features import FEATURES, Group, compute_features
from webwinnow.methods.fiasco.keywords import Keywords
from webwinnow.methods.fiasco.svm import Scale, Svm
from webwinnow.methods.fiasco.targets import Divide, Targets
from webwinnow.methods.model_file import Card, IncompatibleModel, Tensors

KEYWORD_LISTS = ("clean", "dirty", "common")
NUMBERS = ("gamma", "bias", "slope")
MAX_NUMBER = 1e6
DIVIDES = get_args(Divide)
DEFAULT_DIVIDE: Divide = "lines"

FloatArray = NDArray[np.float32]


@dataclass(frozen=True)
class FeatureSet:
    """The feature groups that an SVM uses besides structural features."""

    words: bool
    visual: bool

    @classmethod
    def of(cls, svm: Svm) -> "FeatureSet":
        groups = {FEATURES[name].group for name in svm.names}
        return cls("linguistic" in groups, "visual" in groups)

    def groups(self, *, pos: bool) -> tuple[Group, ...]:
        """Feature groups; parts of speech come with words."""
        found: list[Group] = ["structural"]
        if self.words:
            found += ["linguistic", "pos"] if pos else ["linguistic"]
        if self.visual:
            found.append("visual")
        return tuple(found)


@dataclass(frozen=True, eq=False)
class Model:
    """Keywords and SVMs, and the targets and values that they were trained on."""

    keywords: Keywords
    svms: tuple[Svm, ...]
    divide: Divide = DEFAULT_DIVIDE  # see `Targets.of`
    has_logarithms: bool = True  # of unbounded values

    @property
    def needs_lexicon(self) -> bool:
        """Return whether prediction needs the extra `pos`."""
        names = {name for svm in self.svms for name in svm.names}
        return any(FEATURES[name].group == "pos" for name in names)

    @cached_property
    def svm_of(self) -> dict[FeatureSet, Svm]:
        return {FeatureSet.of(svm): svm for svm in self.svms}

    def probabilities(
        self, page: Page, targets: Targets, svm: Svm, measures: FloatArray | None
    ) -> FloatArray:
        """Probability that each target is clean."""
        rows = compute_features(
            page,
            targets,
            svm.names,
            keywords=self.keywords,
            measures=measures,
            has_logarithms=self.has_logarithms,
        )
        return svm.probabilities(svm.margins(rows))


def serialize(model: Model) -> tuple[Card, Tensors]:
    """Put the keywords into the card, centres and weights into tensors."""
    svms = model.svms
    card = {
        "keywords": {name: list(getattr(model.keywords, name)) for name in KEYWORD_LISTS},
        "machines": [
            {"names": list(svm.names), **{name: getattr(svm, name) for name in NUMBERS}}
            for svm in svms
        ],
        # Entries that have the default are left out, so that older files are the same.
        **({} if model.divide == DEFAULT_DIVIDE else {"divide": model.divide}),
        **({} if model.has_logarithms else {"logarithms": False}),
    }
    tensors: dict[str, NDArray[Any]] = {}
    for number, svm in enumerate(svms):
        tensors[f"low {number}"], tensors[f"high {number}"] = svm.scale.low, svm.scale.high
        tensors[f"centres {number}"] = svm.centres.astype(np.float16)
        tensors[f"weights {number}"] = svm.weights
    return card, tensors


def parse(card: Card, tensors: Tensors, *, visual: bool) -> Model:
    """Build the model; `visual` is whether it needs SVMs with visual features."""
    lists = [card["keywords"][name] for name in KEYWORD_LISTS]
    if not all(isinstance(each, list) for each in lists):
        raise ValueError("its keywords are not lists")
    keywords = Keywords(*(tuple(map(str, each)) for each in lists))
    svms = tuple(parse_svm(each, tensors, number) for number, each in enumerate(card["machines"]))
    wanted = {FeatureSet(words, seen) for words in (False, True) for seen in {False, visual}}
    if len(svms) != len(wanted) or {FeatureSet.of(svm) for svm in svms} != wanted:
        raise ValueError("it does not have the SVMs that the method needs")
    divide, has_logarithms = card.get("divide", DEFAULT_DIVIDE), card.get("logarithms", True)
    if divide not in DIVIDES or not isinstance(has_logarithms, bool):
        raise ValueError("its targets or values are unknown")
    return Model(keywords, svms, divide, has_logarithms)


def parse_svm(card: dict[str, Any], tensors: Tensors, number: int) -> Svm:
    """Build an SVM; ValueError if its parts do not fit together or are not finite."""
    names = tuple(card["names"])
    if len(set(names)) < len(names):
        raise ValueError("a feature occurs twice")
    if not FEATURES.keys() >= set(names):
        raise IncompatibleModel("was trained for other features than this version has")
    parts = [tensors[f"{part} {number}"].astype(np.float32) for part in ("low", "high", "weights")]
    low, high, weights = parts
    centres = tensors[f"centres {number}"].astype(np.float32)
    gamma, bias, slope = (float(card[name]) for name in NUMBERS)
    fits = centres.ndim == 2 and centres.shape == (*weights.shape, len(names))
    if not fits or not low.shape == high.shape == (len(names),):
        raise ValueError("its parts do not fit together")
    if not all(
        np.isfinite(each).all() for each in (*parts, centres, np.array([gamma, bias, slope]))
    ):
        raise ValueError("a number is not finite")
    if not (0 < gamma <= MAX_NUMBER and 0 < slope <= MAX_NUMBER):
        raise ValueError("gamma or slope is out of range")
    return Svm(names, Scale(low, high), gamma, centres, weights, bias, slope)
