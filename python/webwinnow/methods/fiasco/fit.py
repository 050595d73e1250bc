"""Train FIASCO on labelled pages: sample targets, and train an SVM for each set of features.

A target is clean if at least half of its characters are. All pages have the same weight, and the
targets of a page are weighted by the square root of their words; with the published pipeline, all
targets have the same weight. Targets are sampled by weight, because training time grows faster than
the square of their number and more of them help little.
"""

from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.errors import CannotLearn, InputError
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.fiasco.features import FEATURES, compute_features, feature_names
from webwinnow.methods.fiasco.keywords import Keywords
from webwinnow.methods.fiasco.model import FeatureSet, Model
from webwinnow.methods.fiasco.pipeline import OURS, Pipeline
from webwinnow.methods.fiasco.svm import Svm, SvmParameters, TargetTable, train_svm
from webwinnow.methods.fiasco.targets import Targets

# Weights of sets whose pages help more or less than others; the same as winnow's.
SOURCE_WEIGHTS = {"news-articles": 2.0, "cleaneval": 0.5}

FloatArray = NDArray[np.float32]
Measure = Callable[[Page, Targets], FloatArray | None]


class TrainingOptions(NamedTuple):
    pos: bool = False
    measure: Measure | None = None  # measures targets in a browser; None: no visual features
    search: bool = False  # for the constants of the SVM
    pipeline: Pipeline = OURS


class LabelledTargets(NamedTuple):
    """The targets of a training page."""

    example: TrainingExample
    targets: Targets
    is_clean: NDArray[np.bool_]
    weights: NDArray[np.float64]


def check_packages(*, pos: bool) -> None:
    needed = {"sklearn": "train", "wordfreq": "train"} | ({"HanTa": "pos"} if pos else {})
    extras = sorted({extra for name, extra in needed.items() if find_spec(name) is None})
    if extras:
        remedy = f"pip install 'webwinnow[{','.join(extras)}]'"
        raise InputError(f"training fiasco needs packages that are not installed; run: {remedy}")


def train_model(
    examples: Iterable[TrainingExample], options: TrainingOptions, *, seed: int = 0
) -> Model:
    examples = list(examples)
    keywords = Keywords.fit(examples)
    table = build_table(*sample_pages(examples, options.pipeline, seed), keywords, options)
    feature_sets = [
        FeatureSet(words, visual)
        for visual in sorted({False, options.measure is not None})
        for words in (False, True)
    ]
    svms = tuple(train_on_groups(each, table, options, seed) for each in feature_sets)
    return Model(keywords, svms, options.pipeline.divide, options.pipeline.has_logarithms)


def sample_pages(
    examples: Iterable[TrainingExample], pipeline: Pipeline, seed: int
) -> tuple[list[LabelledTargets], list[NDArray[np.int64]]]:
    """The pages that have targets, and the sampled targets of each."""
    pages = [page for page in (label_page(each, pipeline) for each in examples) if page.targets]
    return pages, sample_targets(pages, pipeline.max_targets, seed)


def label_page(example: TrainingExample, pipeline: Pipeline = OURS) -> LabelledTargets:
    targets = Targets.of(example.page, divide=pipeline.divide)
    words = sum_over_targets(example.page.runs.words, targets)
    weights = np.ones(len(targets))
    if pipeline.is_weighted:
        weights = np.sqrt(np.maximum(words, 1))
        weights *= SOURCE_WEIGHTS.get(example.source, 1.0) / max(weights.sum(), 1.0)
    is_clean = target_labels(example.page, targets, example.keep)
    return LabelledTargets(example, targets, is_clean, weights)


def target_labels(page: Page, targets: Targets, keep: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return whether at least half of each target's characters are labelled as content."""
    chars = page.runs.chars
    kept = sum_over_targets(chars * keep, targets)
    is_clean: NDArray[np.bool_] = 2 * kept >= sum_over_targets(chars, targets)
    return is_clean


def sum_over_targets(values: NDArray[np.int32], targets: Targets) -> NDArray[np.float64]:
    """Sum values of runs over the runs of each target."""
    inside = targets.of_run >= 0
    found = np.bincount(targets.of_run[inside], values[inside], len(targets))
    return found.astype(np.float64, copy=False)


def sample_targets(
    pages: Sequence[LabelledTargets], most: int, seed: int
) -> list[NDArray[np.int64]]:
    """Indices of the sampled targets of each page, increasing; `most` of all."""
    weights = np.concatenate([page.weights for page in pages])
    count = min(most, len(weights))
    probabilities = weights / weights.sum()
    places = np.random.default_rng(seed).choice(len(weights), count, replace=False, p=probabilities)
    places.sort()
    ends = np.cumsum([len(page.weights) for page in pages])
    parts = np.split(places, places.searchsorted(ends[:-1]))
    starts = np.append(0, ends[:-1])
    return [part - start for part, start in zip(parts, starts, strict=True)]


def build_table(
    pages: Sequence[LabelledTargets],
    sampled: Sequence[NDArray[np.int64]],
    keywords: Keywords,
    options: TrainingOptions,
) -> TargetTable:
    """All features of the sampled targets; visual features are NaN if a page was not rendered."""
    names, without_visual = (
        feature_names(
            *FeatureSet(words=True, visual=has_visual).groups(pos=options.pos),
            published_only=options.pipeline.is_published,
        )
        for has_visual in (options.measure is not None, False)
    )
    rows, clean, sites = [], [], []
    for each, places in zip(pages, sampled, strict=True):
        if not len(places):
            continue
        page, targets = each.example.page, each.targets
        measures = options.measure(page, targets) if options.measure else None
        found = np.full((len(targets), len(names)), np.nan, np.float32)
        known = without_visual if measures is None else names
        columns = [names.index(name) for name in known]
        found[:, columns] = compute_features(
            page,
            targets,
            known,
            keywords=keywords,
            measures=measures,
            has_logarithms=options.pipeline.has_logarithms,
        )
        rows.append(found[places])
        clean.append(each.is_clean[places])
        sites += [each.example.site] * len(places)
    return TargetTable(names, np.concatenate(rows), np.concatenate(clean), sites)


def train_on_groups(
    features: FeatureSet, table: TargetTable, options: TrainingOptions, seed: int
) -> Svm:
    """Train an SVM on the features of some groups."""
    groups = features.groups(pos=options.pos)
    names = tuple(name for name in table.names if FEATURES[name].group in groups)
    some = table.select_columns(names)
    if features.visual:
        # "shown", which is not in the paper, is known for all targets of a page that was rendered.
        is_visual = [FEATURES[name].group == "visual" for name in names]
        is_missing = np.logical_and.reduce(np.isnan(some.rows[:, is_visual]), axis=1)
        some = some.select_rows(~is_missing)
        if not len(some.rows):
            raise CannotLearn("fiasco-visual could not render any page; check that Chromium runs")
    if len(set(some.is_clean.tolist())) < 2:
        raise CannotLearn(
            "fiasco has only one kind of target to learn from;"
            " add pages that have text and boilerplate"
        )
    pipeline = options.pipeline
    parameters = None if options.search else SvmParameters(pipeline.cost, pipeline.gamma)
    return train_svm(some, parameters, max_centres=pipeline.max_centres, seed=seed)
