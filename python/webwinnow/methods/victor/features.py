"""Victor's feature table, and the features of the paper: markup, content, document.

A feature is a function from the labelled runs of a page to a column of numbers; the setup turns
each column into a few bins. Feature names are part of the setup and model formats.

Differs: a token with letters and no digits is a word even with punctuation beside it; runs without
a letter are duplicates only of runs with the same text.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.methods.victor.further_features import FURTHER_FEATURES, inside_tag, tags_before
from webwinnow.methods.victor.runs import CASELESS, STOP, UPPER, Column, LabelledRuns, ratio

if TYPE_CHECKING:
    from webwinnow.methods.victor.setup import Setup

CONTAINER_TAGS = (
    "p", "a", "u", "li", "class-header", "class-bold", "class-italic", "class-list", "class-form",
)  # fmt: skip
SPLIT_TAGS = ("p", "br", "hr", "class-inline", "class-block")
CHARACTERS = {
    "alpha": ("upper", "lower", "caseless"),
    "num": ("digit",),
    "punct": ("mark", "stop", "closer"),
    "white": ("space",),
    "other": ("other",),
}
TOKENS = {"alpha": "words", "num": "numbers", "mix": "mixed", "other": "symbols"}


def raw_values(page: Page, setup: "Setup") -> NDArray[np.float32]:
    """Feature values before binning: a row per labelled run, a column per feature, all finite."""
    found: NDArray[np.float32] = feature_rows(page, setup).T
    return found


def encode(page: Page, setup: "Setup") -> NDArray[np.int32]:
    """Binned feature values: a row per labelled run, a column per feature.

    Raises ModelError if the setup has quantile bins that are not fitted yet.
    """
    setup.check_fitted()
    values = feature_rows(page, setup)
    found = np.zeros(values.shape, np.int32)
    for edges in setup.edges:
        found += values >= edges
    for row, feature in enumerate(setup.features):
        if feature.edges is None:
            found[row] = values[row]
    return np.ascontiguousarray(found.T)


def feature_rows(page: Page, setup: "Setup") -> NDArray[np.float32]:
    """Raw values with a row per feature."""
    runs = LabelledRuns(page, setup.patterns)
    found: NDArray[np.float32] = np.zeros((len(setup.features), len(runs)), np.float32)
    if len(runs):
        for row, feature in zip(found, setup.features, strict=True):
            row[:] = FEATURES[feature.name](runs)
    return found


def has_image(runs: LabelledRuns) -> Column:
    """Return whether the run's own element has an image as a child; an image itself has no text."""
    return runs.tree.has_child("img")


def char_count(runs: LabelledRuns, name: str) -> Column:
    found: Column = np.sum([runs.text[character] for character in CHARACTERS[name]], axis=0)
    return found


def char_share(runs: LabelledRuns, name: str) -> Column:
    return ratio(char_count(runs, name), runs.text.length)


def token_count(runs: LabelledRuns, name: str) -> Column:
    return runs.text[TOKENS[name]]


def token_share(runs: LabelledRuns, name: str) -> Column:
    return ratio(runs.text[TOKENS[name]], runs.text.tokens)


def sentence_count(runs: LabelledRuns) -> Column:
    return runs.sentences


def sentence_length(runs: LabelledRuns) -> Column:
    """Mean words per sentence; a run without a sentence end counts as one sentence."""
    return runs.words / np.maximum(runs.sentences, 1)


def begins_sentence(runs: LabelledRuns) -> Column:
    """Return whether the first letter or digit can begin a sentence: upper case or caseless."""
    first = runs.text["first of a word"]
    found: Column = (first == UPPER) | (first == CASELESS)
    return found


def ends_sentence(runs: LabelledRuns) -> Column:
    """Return whether the run ends in a full stop or similar; quotes and brackets may follow it."""
    found: Column = runs.text["last but closers"] == STOP
    return found


def duplicate_count(runs: LabelledRuns) -> Column:
    """Number of other runs with the same letters."""
    _, which, count = np.unique(runs.text.key, return_inverse=True, return_counts=True)
    found: Column = count[which] - 1
    return found


def first_duplicate(runs: LabelledRuns) -> Column:
    """Return whether the run is the first of several duplicates."""
    _, first, count = np.unique(runs.text.key, return_index=True, return_counts=True)
    found = np.zeros(len(runs), bool)
    found[first] = count > 1
    return found


def match_url(runs: LabelledRuns) -> Column:
    """Every URL has a dot between letters or digits."""
    return first_matches(runs, "url", np.flatnonzero(runs.text["inner dots"]))


def match_number(runs: LabelledRuns, name: str) -> Column:
    """Dates and times have digits."""
    return first_matches(runs, name, np.flatnonzero(runs.text["digit"]))


def first_matches(runs: LabelledRuns, name: str, candidates: NDArray[np.int64]) -> Column:
    """Number of the first expression that matches each candidate run; 0 for all other runs."""
    found = np.zeros(len(runs), np.int64)
    found[candidates] = runs.patterns[name].first_matches(runs.text.some(candidates))
    return found


def match_bullet(runs: LabelledRuns) -> Column:
    """One bit per expression that matches the beginning of the run."""
    candidates = np.flatnonzero(runs.text["early sign"])
    found = np.zeros(len(runs), np.int64)
    found[candidates] = runs.patterns["bullet"].all_matches(runs.text.some(candidates))
    return found


def group_ratio(runs: LabelledRuns, name: str) -> Column:
    """Share of the page's words that the run's group has; words in links are not counted.

    A group is the runs with the same innermost `div`, or `td`. Runs in no such element are one
    group.
    """
    if name not in runs.group_ratios:
        group = runs.tree.nearest(name)
        # Runs in no such element have −1, which becomes the first group.
        words = np.bincount(group + 1, runs.plain_words)
        runs.group_ratios[name] = ratio(words[group + 1], words.sum())
    return runs.group_ratios[name]


def position(runs: LabelledRuns) -> Column:
    """0 for the first run, 1 for the last."""
    return np.arange(len(runs)) / max(len(runs) - 1, 1)


def page_words(runs: LabelledRuns) -> Column:
    return np.full(len(runs), runs.words.sum())


def page_sentences(runs: LabelledRuns) -> Column:
    return np.full(len(runs), runs.sentences.sum())


def page_runs(runs: LabelledRuns) -> Column:
    """Number of labelled runs, which are the paper's blocks."""
    return np.full(len(runs), len(runs))


def largest_group(runs: LabelledRuns, name: str) -> Column:
    """Share of the page's words that the largest group has."""
    return np.full(len(runs), group_ratio(runs, name).max(initial=0))


#: All features by name.
FEATURES: dict[str, Callable[[LabelledRuns], Column]] = {
    **{f"container.{name}": partial(inside_tag, name=name) for name in CONTAINER_TAGS},
    "container.img": has_image,
    **{f"split.{name}": partial(tags_before, name=name) for name in SPLIT_TAGS},
    **{f"char.{name}-rel": partial(char_share, name=name) for name in CHARACTERS},
    **{f"char.{name}-abs": partial(char_count, name=name) for name in CHARACTERS},
    **{f"token.{name}-rel": partial(token_share, name=name) for name in TOKENS},
    **{f"token.{name}-abs": partial(token_count, name=name) for name in TOKENS},
    "sentence.count": sentence_count,
    "sentence.avg-length": sentence_length,
    "sentence-begin": begins_sentence,
    "sentence-end": ends_sentence,
    "first-duplicate": first_duplicate,
    "duplicate-count": duplicate_count,
    "regexp.url": match_url,
    "regexp.date": partial(match_number, name="date"),
    "regexp.time": partial(match_number, name="time"),
    "bullet": match_bullet,
    "div-group.word-ratio": partial(group_ratio, name="div"),
    "td-group.word-ratio": partial(group_ratio, name="td"),
    "position": position,
    "document.word-count": page_words,
    "document.sentence-count": page_sentences,
    "document.block-count": page_runs,
    "document.max-div-group": partial(largest_group, name="div"),
    "document.max-td-group": partial(largest_group, name="td"),
    **FURTHER_FEATURES,
}
# Features whose value is the number of the first matching expression, and those with one bit per
# matching expression; each with its list of expressions in the setup.
PATTERN_FEATURES = {"regexp.url": "url", "regexp.date": "date", "regexp.time": "time"}
BIT_FEATURES = {"bullet": "bullet"}
