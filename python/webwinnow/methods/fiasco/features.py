"""FIASCO's feature table: linguistic, structural, parts of speech, visual.

Differs: an unbounded value x becomes log(1 + x), except with the preset `paper`. Otherwise scaling
to a range would leave all but the longest texts at one end. Features that are not in the paper,
such as those of neighbours, are marked.
"""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.methods.fiasco.keywords import Keywords
from webwinnow.methods.fiasco.linguistic import linguistic_features, part_of_speech_features
from webwinnow.methods.fiasco.structural import SECTIONS, structural_features
from webwinnow.methods.fiasco.target_text import TargetText
from webwinnow.methods.fiasco.targets import Targets
from webwinnow.visual.measures import MEASURES

Group = Literal["linguistic", "structural", "pos", "visual"]
FloatArray = NDArray[np.float32]


class Feature(NamedTuple):
    meaning: str
    group: Group
    is_published: bool  # is in the paper
    is_unbounded: bool = False  # the value becomes a logarithm


def feature_table(
    group: Group, meanings: dict[str, str], *, published: bool, unbounded: bool = False
) -> dict[str, Feature]:
    return {
        name: Feature(meaning, group, published, unbounded) for name, meaning in meanings.items()
    }


def section_features(what: str, meaning: str) -> dict[str, str]:
    """One feature per section around a target, from the nearest to larger ones."""
    return {f"{section} {what}": f"{section}: {meaning}" for section in SECTIONS}


FEATURES: dict[str, Feature] = {
    **feature_table(
        "linguistic",
        {
            "length": "characters other than white space",
            "own length": "length of its own text, which is in no element inside the target",
            "tokens": "words",
            "own tokens": "words of its own text",
            "types": "distinct words",
            "own types": "distinct words of its own text",
            "sentences": "sentence ends",
            "own sentences": "sentence ends in its own text",
            "sentence length": "words per sentence, with at least one sentence",
            "own sentence length": "words per sentence of its own text",
            "clean keywords": "keywords of clean text",
            "dirty keywords": "keywords of dirty text",
        },
        published=True,
        unbounded=True,
    ),
    **feature_table(
        "linguistic",
        {
            "clean keyword share": "share of the words",
            "dirty keyword share": "share of the words",
            "common words": "share of words frequent in clean text and in general language",
            "capitals": "share of the ASCII letters",
            "digits": "digits per character",
            "marks": "punctuation per character",
            "ends sentence": "1 if it ends in a full stop, question mark or exclamation mark",
            "copyright": "1 if it has a copyright sign",
            "common words before": "share of common words in the previous target, 0 for none",
            "common words after": "share in the next target",
            "common words around": "share in a window of seven targets",
            "dirty keywords around": "share in a window of seven targets",
        },
        published=False,
    ),
    **feature_table(
        "linguistic",
        {
            "tokens before": "words of the previous target",
            "tokens after": "words of the next target",
            "tokens around": "mean over a window of seven targets",
        },
        published=False,
        unbounded=True,
    ),
    **feature_table(
        "structural",
        {
            "heading": "1 if the target is a heading or in one",
            "paragraph": "1 if it is a paragraph, or a line between breaks",
            "list item": "1 if it is a list item or in one",
            "links": "share of links among its elements",
            "addresses": "share of elements with a URL",
            "images": "share of images",
        },
        published=True,
    ),
    **feature_table(
        "structural",
        {
            "depth": "number of elements around the target",
            "attributes": "attributes per element",
        },
        published=True,
        unbounded=True,
    ),
    **feature_table(
        "structural",
        {
            "in list": "1 if a list is around it",
            "in cell": "1 if a table cell is around it",
            "in form": "1 if a form is around it",
            "part": "1 if it is only a part of its element",
            "own text": "share of its characters in its own text",
            "link text": "share of its text in links",
            "absolute addresses": "share of URLs with a host",
            "text share": "share of the page's text",
            "text place": "share of the page's text before its middle",
            "place": "share of the page's targets before its middle",
            "link text before": "link text of the previous target, 1 for none",
            "link text after": "link text of the next target",
            "link text around": "link text of a window of seven targets",
            **section_features("prose", "its share of the page's prose"),
            **section_features("link text", "share of its text in links"),
            "prose before": "share of the page's prose before the target",
            "prose after": "share of the page's prose after the target",
            "alike link text": "link text of all targets with the same depth and tags",
            "alike share": "share of the page's text of such targets",
        },
        published=False,
    ),
    **feature_table(
        "structural",
        {
            "size": "bytes of text, in UTF-8",
            "tags": "elements per six bytes of text, about one word",
            "size before": "size of the previous target",
            "size after": "size of the next target",
            "size around": "mean over a window of seven targets",
            **section_features("targets", "number of targets in it"),
            **section_features("size", "bytes of its text"),
            "since prose": "targets since the last prose, at most 50",
            "until prose": "targets until the next prose, at most 50",
            "alike": "number of targets with the same depth and tags",
            "alike size": "mean size of such targets",
        },
        published=False,
        unbounded=True,
    ),
    **feature_table(
        "pos",
        {
            "closed class": "function words; these six are shares of words and symbols",
            "open class": "nouns, adjectives, adverbs, full verbs, interjections",
            "unknown words": "words not in the lexicon, without numerals",
            "symbols": "symbols other than punctuation, and letters that stand for themselves",
            "foreign words": "words that the lexicon does not classify",
            "punctuation": "punctuation",
        },
        published=True,
    ),
    **{
        name: Feature(measure.meaning, "visual", measure.is_published)
        for name, measure in MEASURES.items()
    },
}


def feature_names(*groups: Group, published_only: bool = False) -> tuple[str, ...]:
    """Names of the features of some groups, in the order of FEATURES."""
    return tuple(
        name
        for name, feature in FEATURES.items()
        if feature.group in groups and (feature.is_published or not published_only)
    )


def compute_features(
    page: Page,
    targets: Targets,
    names: Sequence[str],
    *,
    keywords: Keywords | None = None,
    measures: FloatArray | None = None,
    has_logarithms: bool = True,
) -> FloatArray:
    """Compute named features: a row per target, a column per name.

    Linguistic features need keywords, visual ones the measures of `webwinnow.visual`, and parts of
    speech the extra `pos`. Visual features of a target that the browser does not show are NaN.
    """
    found: FloatArray = np.zeros((len(targets), len(names)), np.float32, order="F")
    if not len(targets):
        return found
    groups = {FEATURES[name].group for name in names}
    text = TargetText(page, targets)
    columns: dict[str, NDArray[Any]] = {}
    if "linguistic" in groups and keywords is not None:
        columns |= linguistic_features(text, keywords)
    if "structural" in groups:
        columns |= structural_features(text)
    if "pos" in groups:
        columns |= part_of_speech_features(text)
    if "visual" in groups and measures is not None:
        columns |= dict(zip(MEASURES, measures.T, strict=True))
    for column, name in zip(found.T, names, strict=True):
        value = columns[name]
        is_logarithm = has_logarithms and FEATURES[name].is_unbounded
        column[:] = np.log1p(value) if is_logarithm else value
    return found
