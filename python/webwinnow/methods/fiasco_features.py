"""FIASCO's features of targets, but for the visual ones: linguistic, structural, parts of speech.

Differs: what has no bound is given as the logarithm of one more than it is, so that scaling to a
range does not leave all texts but the longest ones at one end of it. The features that the paper
does not have are marked as such; those of neighbours are among them.
"""

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.methods.fiasco_keywords import Keywords
from webwinnow.methods.fiasco_linguistic import linguistic, parts_of_speech
from webwinnow.methods.fiasco_structure import structural
from webwinnow.methods.fiasco_targets import Targets
from webwinnow.methods.fiasco_texts import TargetTexts

__all__ = ["FEATURES", "Feature", "feature_names", "features"]

Group = Literal["linguistic", "structural", "pos"]


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
            "link text": "share of characters in links",
            "absolute addresses": "share of addresses that name their host",
            "text share": "of the page's characters",
            "text place": "characters before its middle, by those of the page",
            "place": "targets before its middle, by those of the page",
            "link text before": "that of the target before, 1 for none",
            "link text after": "that of the target after",
            "link text around": "of seven targets together",
        },
        published=False,
    ),
    **table(
        "structural",
        {
            "tags": "elements by words",
            "length before": "characters of the target before",
            "length after": "characters of the target after",
            "length around": "mean over seven targets",
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
}
IS_UNBOUNDED = np.array([feature.is_unbounded for feature in FEATURES.values()])


def feature_names(*, pos: bool) -> list[str]:
    """The columns of `features`; those of parts of speech are the last ones."""
    return [name for name, feature in FEATURES.items() if pos or feature.group != "pos"]


def features(page: Page, targets: Targets, keywords: Keywords, *, pos: bool) -> NDArray[np.float32]:
    """A row for each target; parts of speech need the extra `pos`."""
    names = feature_names(pos=pos)
    found: NDArray[np.float32] = np.zeros((len(targets), len(names)), np.float32, order="F")
    if len(targets):
        texts = TargetTexts(page, targets)
        columns = linguistic(texts, keywords) | structural(texts)
        if pos:
            columns |= parts_of_speech(texts)
        for column, name in zip(found.T, names, strict=True):
            column[:] = columns[name]
        rows = found.T[IS_UNBOUNDED[: len(names)]]
        found.T[IS_UNBOUNDED[: len(names)]] = np.log1p(rows)
    return found
