"""FIASCO's features of targets: linguistic, structural, parts of speech, visual.

Differs: what has no bound is given as the logarithm of one more than it is, so that scaling to a
range does not leave all texts but the longest ones at one end of it. The features that the paper
does not have are marked as such; those of neighbours are among them.
"""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.methods.fiasco.around import SECTIONS
from webwinnow.methods.fiasco.keywords import Keywords
from webwinnow.methods.fiasco.linguistic import linguistic, parts_of_speech
from webwinnow.methods.fiasco.structural import structural
from webwinnow.methods.fiasco.target_text import TargetTexts
from webwinnow.methods.fiasco.targets import Targets
from webwinnow.visual.measures import MEASURES

__all__ = ["FEATURES", "Feature", "Group", "feature_names", "features"]

Group = Literal["linguistic", "structural", "pos", "visual"]
FloatArray = NDArray[np.float32]


class Feature(NamedTuple):
    meaning: str
    group: Group
    is_published: bool  # in the paper
    is_unbounded: bool = False  # and therefore a logarithm


def table(
    group: Group, meanings: dict[str, str], *, published: bool, unbounded: bool = False
) -> dict[str, Feature]:
    return {
        name: Feature(meaning, group, published, unbounded) for name, meaning in meanings.items()
    }


def of_sections(what: str, meaning: str) -> dict[str, str]:
    """A name for each section around a target, from the nearest to larger ones."""
    return {f"{section} {what}": f"{section}: {meaning}" for section in SECTIONS}


FEATURES: dict[str, Feature] = {
    **table(
        "linguistic",
        {
            "length": "characters other than white space",
            "own length": "the same of text that is in no element inside the target",
            "tokens": "words",
            "own tokens": "of its own text",
            "types": "different words",
            "own types": "of its own text",
            "sentences": "ends of sentences",
            "own sentences": "in its own text",
            "sentence length": "words by sentences, which are at least one",
            "own sentence length": "of its own text",
            "clean keywords": "words that are keys to clean text",
            "dirty keywords": "words that are keys to dirty text",
        },
        published=True,
        unbounded=True,
    ),
    **table(
        "linguistic",
        {
            "clean keyword share": "of the words",
            "dirty keyword share": "of the words",
            "common words": "share of words that are frequent in clean text as in all language",
            "capitals": "share of the letters of ASCII",
            "digits": "by characters",
            "marks": "punctuation by characters",
            "ends sentence": "1 where it ends in a full stop, a question or an exclamation mark",
            "copyright": "1 where it has the sign",
            "common words before": "their share in the target before, 0 for none",
            "common words after": "in the target after",
            "common words around": "in seven targets, this one in their middle",
            "dirty keywords around": "their share, likewise",
        },
        published=False,
    ),
    **table(
        "linguistic",
        {
            "tokens before": "words of the target before",
            "tokens after": "words of the target after",
            "tokens around": "mean over seven targets",
        },
        published=False,
        unbounded=True,
    ),
    **table(
        "structural",
        {
            "heading": "1 where the target is a heading or in one",
            "paragraph": "1 where it is a paragraph, be it only by its line breaks",
            "list item": "1 where it is an item of a list or in one",
            "links": "share of links among its elements",
            "addresses": "share of elements with an address",
            "images": "share of pictures",
        },
        published=True,
    ),
    **table(
        "structural",
        {
            "depth": "elements around the target",
            "attributes": "by elements",
        },
        published=True,
        unbounded=True,
    ),
    **table(
        "structural",
        {
            "in list": "1 where a list is around it",
            "in cell": "1 where a table's cell is",
            "in form": "1 where a form is",
            "part": "1 where it is not all of its element",
            "own text": "share of its characters that are in no element inside the target",
            "link text": "share of its text in links",
            "absolute addresses": "share of addresses that name their host",
            "text share": "of the page's text",
            "text place": "text before its middle, by that of the page",
            "place": "targets before its middle, by those of the page",
            "link text before": "that of the target before, 1 for none",
            "link text after": "that of the target after",
            "link text around": "of seven targets together",
            **of_sections("prose", "share of the page's running text that it has"),
            **of_sections("link text", "share of its text in links"),
            "prose before": "share of the page's running text before the target",
            "prose after": "share of the running text after it",
            "alike link text": "of all targets of the same tag, depth and outer tags together",
            "alike share": "their share of the page's text",
        },
        published=False,
    ),
    **table(
        "structural",
        {
            "size": "bytes of text, in UTF-8",
            "tags": "elements for each six bytes of text, which are a word",
            "size before": "of the target before",
            "size after": "of the target after",
            "size around": "mean over seven targets",
            **of_sections("targets", "targets in it"),
            **of_sections("size", "its text"),
            "since prose": "targets since running text, at most 50",
            "until prose": "targets until running text",
            "alike": "targets of the same tag, depth and outer tags",
            "alike size": "mean of their sizes",
        },
        published=False,
        unbounded=True,
    ),
    **table(
        "pos",
        {
            "closed class": "share of words of grammar; what shares are of is words and signs",
            "open class": "nouns, adjectives, adverbs, full verbs, interjections",
            "unknown words": "neither in the lexicon nor numerals",
            "symbols": "signs other than punctuation, letters that stand for themselves",
            "foreign words": "those that the lexicon does not classify",
            "punctuation": "signs",
        },
        published=True,
    ),
    **{
        name: Feature(measure.meaning, "visual", measure.is_published)
        for name, measure in MEASURES.items()
    },
}


def feature_names(*groups: Group) -> tuple[str, ...]:
    """Those of some groups, in the order of FEATURES."""
    return tuple(name for name, feature in FEATURES.items() if feature.group in groups)


def features(
    page: Page,
    targets: Targets,
    names: Sequence[str],
    *,
    keywords: Keywords | None = None,
    look: FloatArray | None = None,
) -> FloatArray:
    """A row for each target, a column for each name; only groups that are named are computed.

    Linguistic features need keywords, visual ones the measures of a look, parts of speech the extra
    `pos`. What is not seen is NaN.
    """
    found: FloatArray = np.zeros((len(targets), len(names)), np.float32, order="F")
    if not len(targets):
        return found
    groups = {FEATURES[name].group for name in names}
    texts = TargetTexts(page, targets)
    columns: dict[str, NDArray[Any]] = {}
    if "linguistic" in groups and keywords is not None:
        columns |= linguistic(texts, keywords)
    if "structural" in groups:
        columns |= structural(texts)
    if "pos" in groups:
        columns |= parts_of_speech(texts)
    if "visual" in groups and look is not None:
        columns |= dict(zip(MEASURES, look.T, strict=True))
    for column, name in zip(found.T, names, strict=True):
        value = columns[name]
        column[:] = np.log1p(value) if FEATURES[name].is_unbounded else value
    return found
