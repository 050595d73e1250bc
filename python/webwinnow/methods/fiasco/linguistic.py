"""FIASCO's linguistic features: text length, words, characters and parts of speech.

For parts of speech HanTa's English model replaces TreeTagger: a lexicon of 28,000 word forms with
C5 tags.

Differs: a word has its most frequent tag in any context. The features only count kinds of tags,
which hardly depend on the context, and a lookup takes less than a millisecond per page. Words that
are not in the lexicon count as unknown.
"""

import string
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import InputError
from webwinnow.methods.fiasco.keywords import CLEAN, COMMON, DIRTY, Keywords
from webwinnow.methods.fiasco.target_text import ALL, Selection, TargetText, WordTable
from webwinnow.methods.fiasco.targets import (
    WINDOW_REACH,
    next_values,
    previous_values,
    window_shares,
    window_sums,
)

FloatArray = NDArray[np.float64]
Columns = dict[str, NDArray[Any]]  # by their names in FEATURES


def byte_table(members: bytes) -> bytes:
    """A translation table: 1 for the members, 0 for all other bytes."""
    return bytes(code in members for code in range(256))


# Besides ASCII: the first bytes of U+2000 to U+2FFF, mostly punctuation, and of Latin-1's symbols.
PUNCTUATION = b".,;:!?\"'()[]{}-/" + b"\xe2"
SYMBOLS = bytes(set(string.punctuation.encode()) - set(PUNCTUATION)) + b"\xc2"
IS_PUNCTUATION, IS_SYMBOL = byte_table(PUNCTUATION), byte_table(SYMBOLS)
IS_CAPITAL = byte_table(string.ascii_uppercase.encode())
IS_LETTER = byte_table(string.ascii_letters.encode())
IS_DIGIT = byte_table(string.digits.encode())
IS_STOP = np.frombuffer(byte_table(b".?!"), np.uint8)
COPYRIGHT = "©".encode()

HANTA_MODEL = "morphmodel_en.pgz"
CLOSED, OPEN, FOREIGN, SYMBOL = 1, 2, 3, 4
# By prefix of the C5 tag. Nouns, adjectives, adverbs, full verbs and interjections are open
# classes; unclassified items are foreign words, formulas and so on; ZZ is a single letter.
CLASS_OF_TAG = {
    "NN": OPEN, "NP": OPEN, "AJ": OPEN, "AV0": OPEN, "VV": OPEN, "ITJ": OPEN,
    "UNC": FOREIGN, "ZZ": SYMBOL,
}  # fmt: skip
# The part after an apostrophe: "it's", "don't", "we'll", "you're", "I've", "he'd", "I'm".
CONTRACTIONS = dict.fromkeys(("s", "t", "ll", "re", "ve", "d", "m"), CLOSED)


def linguistic_features(text: TargetText, keywords: Keywords) -> Columns:
    """Columns before the logarithm that `features` applies to unbounded ones."""
    found = size_features(text, "", ALL, ALL)
    found |= size_features(text, "own ", text.is_own, text.is_own_word)
    found["types"], found["own types"] = text.types
    found |= keyword_features(text, keywords, found["tokens"])
    return found | character_features(text, found["length"])


def size_features(text: TargetText, prefix: str, runs: Selection, words: Selection) -> Columns:
    """Sizes of the selected runs and their words."""
    tokens = text.count_words(words)
    sentences = text.sum_runs(text.page.runs.sentences, runs)
    return {
        f"{prefix}length": text.sum_runs(text.page.runs.chars, runs),
        f"{prefix}tokens": tokens,
        f"{prefix}sentences": sentences,
        f"{prefix}sentence length": tokens / np.maximum(sentences, 1),
    }


def keyword_features(text: TargetText, keywords: Keywords, tokens: FloatArray) -> Columns:
    """Counts and shares of the words in the keyword lists."""
    lists = keywords.table.look_up(text.words.keys)
    clean, dirty, common = (text.count_words(lists & bit > 0) for bit in (CLEAN, DIRTY, COMMON))
    words = np.maximum(tokens, 1)
    return {
        "clean keywords": clean,
        "dirty keywords": dirty,
        "clean keyword share": clean / words,
        "dirty keyword share": dirty / words,
        "common words": common / words,
        "common words before": previous_values(common / words, 0),
        "common words after": next_values(common / words, 0),
        "common words around": window_shares(common, tokens),
        "dirty keywords around": window_shares(dirty, tokens),
        "tokens before": previous_values(tokens, 0),
        "tokens after": next_values(tokens, 0),
        "tokens around": window_sums(tokens) / (2 * WINDOW_REACH + 1),
    }


def character_features(text: TargetText, length: FloatArray) -> Columns:
    """Shares of kinds of characters."""
    last = np.frombuffer(text.text, np.uint8)[text.text_ends - 1]
    return {
        "capitals": text.count_bytes(IS_CAPITAL) / np.maximum(text.count_bytes(IS_LETTER), 1),
        "digits": text.count_bytes(IS_DIGIT) / length,
        "marks": text.count_bytes(IS_PUNCTUATION) / length,
        "ends sentence": IS_STOP[last],
        "copyright": text.contains(COPYRIGHT),
    }


def part_of_speech_features(text: TargetText) -> Columns:
    """Shares of word classes among words, symbols and punctuation."""
    classes = load_lexicon().look_up(text.words.keys)
    first = np.frombuffer(text.text, np.uint8)[text.words.first]
    is_numeral = (first >= ord("0")) & (first <= ord("9"))
    symbols, punctuation = text.count_bytes(IS_SYMBOL), text.count_bytes(IS_PUNCTUATION)
    items = np.maximum(text.count_words(ALL) + symbols + punctuation, 1)
    return {
        "closed class": text.count_words((classes == CLOSED) & ~is_numeral) / items,
        "open class": text.count_words(classes == OPEN) / items,
        "unknown words": text.count_words((classes == 0) & ~is_numeral) / items,
        "symbols": (text.count_words(classes == SYMBOL) + symbols) / items,
        "foreign words": text.count_words(classes == FOREIGN) / items,
        "punctuation": punctuation / items,
    }


@cache
def load_lexicon() -> WordTable:
    """Word class of each word form; loading takes half a second, once."""
    try:
        from HanTa.HanoverTagger import HanoverTagger
    except ImportError as error:
        raise InputError(
            "parts of speech need HanTa, which is not installed; run: pip install 'webwinnow[pos]'"
        ) from error
    tagger = HanoverTagger(HANTA_MODEL)
    classes = {word: class_of_tag(tagger.tag_word(word)[0][0]) for word in tagger.cache}
    return WordTable.of(classes | CONTRACTIONS)


def class_of_tag(tag: str) -> int:
    """Word class of a C5 tag; tags that CLASS_OF_TAG does not name are of closed classes."""
    return next((kind for name, kind in CLASS_OF_TAG.items() if tag.startswith(name)), CLOSED)
