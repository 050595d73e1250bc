"""Parts of speech in context: HanTa tags whole sentences, as the paper's TreeTagger does.

The package looks up single words (`webwinnow.methods.fiasco.linguistic`), which is some hundred
times as fast. The tables have both.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow import Page
from webwinnow.methods.fiasco.linguistic import CLOSED, FOREIGN, HANTA_MODEL, OPEN, class_of_tag
from webwinnow.methods.fiasco.targets import Targets

COLUMNS = ("closed class", "open class", "unknown words", "symbols", "foreign words", "punctuation")
# Words, the parts after an apostrophe, and single signs.
TOKENS = re.compile(r"'\w+|\w+(?:-\w+)*|[^\w\s]")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
PUNCTUATION = frozenset(".,;:!?\"'()[]{}-/“”‘’–—…«»¿¡")
UNKNOWN, SYMBOL, MARK = "unknown words", "symbols", "punctuation"
CLASSES = {CLOSED: "closed class", OPEN: "open class", FOREIGN: "foreign words"}


def contextual_features(page: Page, targets: Targets) -> NDArray[np.float32]:
    """Shares of word classes in each target, a column for each of COLUMNS."""
    texts = page.run_texts()
    found = np.zeros((len(targets), len(COLUMNS)), np.float32)
    for number in range(len(targets)):
        runs = np.flatnonzero(targets.of_run == number).tolist()
        counts = count_classes(" ".join(texts[run] for run in runs))
        found[number] = [counts[name] / max(counts.total(), 1) for name in COLUMNS]
    return found


def count_classes(text: str) -> Counter[str]:
    counts: Counter[str] = Counter()
    for sentence in SENTENCE_END.split(text):
        tokens = TOKENS.findall(sentence)
        tags = tagger().tag_sent(tokens, taglevel=0) if tokens else []
        counts.update(map(class_of_token, tokens, tags))
    return counts


def class_of_token(token: str, tag: str) -> str:
    """The class of a token; a word that is not in the lexicon is unknown, as in TreeTagger."""
    if not token[-1].isalnum():
        return MARK if token in PUNCTUATION else SYMBOL
    if token[0].isdigit():
        return "numerals"  # of no class, but counted
    if token.lower() not in tagger().cache:
        return UNKNOWN
    return CLASSES.get(class_of_tag(tag), SYMBOL)


@cache
def tagger() -> Any:
    from HanTa.HanoverTagger import HanoverTagger

    return HanoverTagger(HANTA_MODEL)
