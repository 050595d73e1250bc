"""Victor's experiments: the paper's, as published and by default, with and without a chain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from webwinnow.methods.victor.method import OPTIONS, Victor
from webwinnow.methods.victor.setup import FeatureSet, Setup
from webwinnow.methods.victor.training_options import TrainingOptions

PUBLISHED, DEFAULT = "paper", "default"  # the preset, and the package's own settings
SEEDS = (0, 1, 2)  # of the folds
FIRST = "Exp-1"
# Many trainings of six folds each; the base is trained as briefly.
ABLATION_ITERATIONS = 30
ABLATION_BASE = "paper: briefly trained"

#: Features that are left out together, and the one whose effect the paper states.
FAMILIES = (
    "container.*", "split.*", "char.*", "token.*", "sentence*", "*duplicate*", "regexp.*", "bullet",
    "*-group.word-ratio", "position", "document.*", "document.word-count",
)  # fmt: skip
COUNTS = ("token.num-abs", "token.mix-abs", "token.other-abs")
SECOND = ("*-group.word-ratio", *COUNTS)
#: The features that each experiment of the paper leaves out.
TABLE_2: dict[str, tuple[str, ...]] = {
    FIRST: (),
    "Exp-2": SECOND,
    "Exp-3": (*SECOND, "regexp.url", "document.word-count"),
    "content only": ("markup", "document", "further"),
    "markup only": ("content", "document", "further"),
}


@dataclass(frozen=True)
class Experiment:
    """A setup, training options and folds."""

    name: str
    features: FeatureSet
    options: TrainingOptions
    without: tuple[str, ...] = ()
    seed: int = 0

    @property
    def keeps_pages(self) -> bool:
        """True if the results by page are stored, for tests of significance."""
        return FIRST in self.name

    def setup(self) -> Setup:
        return Setup.shipped(self.features).without(*self.without)


def published_options() -> TrainingOptions:
    return Victor(**Victor.presets["paper"]).training_options()  # type: ignore[arg-type]


def base(mode: str, name: str) -> Experiment:
    if mode == PUBLISHED:
        return Experiment(f"{mode}: {name}", "paper", published_options())
    return Experiment(f"{mode}: {name}", "all", OPTIONS)


def chain_name(chain: bool, seed: int) -> str:
    """Name of an experiment with all features; the first is Exp-1 itself."""
    if not chain and seed == SEEDS[0]:
        return FIRST
    return f"{FIRST}, {'with' if chain else 'without'} a chain, folds {seed}"


def experiments(*, each: bool = False) -> Iterator[Experiment]:
    """The experiments; with `each`, also without each feature, and the preset with a chain."""
    for name, without in TABLE_2.items():
        for mode in (DEFAULT, PUBLISHED):
            yield replace(base(mode, name), without=without)
    yield from chains(DEFAULT)
    yield from ablations(each=each)
    if each:
        yield from chains(PUBLISHED)


def chains(mode: str) -> Iterator[Experiment]:
    """With and without a chain on several folds, except for the one that is Exp-1."""
    for chain in (False, True):
        for seed in SEEDS:
            name = chain_name(chain, seed)
            if name != FIRST:
                found = base(mode, name)
                yield replace(found, options=replace(found.options, chain=chain), seed=seed)


def ablations(*, each: bool = False) -> Iterator[Experiment]:
    """The preset without each family of features, or also without each feature; and the base."""
    options = replace(published_options(), iterations=ABLATION_ITERATIONS)
    yield Experiment(ABLATION_BASE, "paper", options)
    for pattern in FAMILIES:
        yield Experiment(f"without {pattern}", "paper", options, (pattern,))
    for feature in Setup.shipped("paper").features if each else ():
        if feature.name not in FAMILIES:
            yield Experiment(f"without {feature.name}", "paper", options, (feature.name,))
