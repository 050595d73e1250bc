"""FIASCO's linguistic features: how long texts are, and of what words and signs they are made."""

import string
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.fiasco.keywords import CLEAN, COMMON, DIRTY, Keywords
from webwinnow.methods.fiasco.neighbours import REACH, after, before, share_around, sum_around
from webwinnow.methods.fiasco.tags import CLOSED, FOREIGN, OPEN, SYMBOL, lexicon
from webwinnow.methods.fiasco.target_text import EVERY, TargetTexts, Which

__all__ = ["linguistic", "parts_of_speech"]

FloatArray = NDArray[np.float64]
Columns = dict[str, NDArray[Any]]


def byte_table(members: bytes) -> bytes:
    """1 for the members, else 0."""
    return bytes(code in members for code in range(256))


# Besides ASCII's: the first bytes of U+2000 to U+2FFF, mostly punctuation, and of Latin-1's signs.
MARKS = b".,;:!?\"'()[]{}-/" + b"\xe2"
SYMBOLS = bytes(set(string.punctuation.encode()) - set(MARKS)) + b"\xc2"
IS_MARK, IS_SYMBOL = byte_table(MARKS), byte_table(SYMBOLS)
IS_CAPITAL = byte_table(string.ascii_uppercase.encode())
IS_LETTER = byte_table(string.ascii_letters.encode())
IS_DIGIT = byte_table(string.digits.encode())
COPYRIGHT = "©".encode()
IS_STOP = np.frombuffer(byte_table(b".?!"), np.uint8)


def linguistic(texts: TargetTexts, keywords: Keywords) -> Columns:
    """Columns by their names in FEATURES; those without a bound are yet to become logarithms."""
    found = sizes(texts, "", EVERY, EVERY)
    found |= sizes(texts, "own ", texts.is_own, texts.is_own_word)
    found["types"], found["own types"] = texts.types
    found |= listed(texts, keywords, found["tokens"])
    return found | characters(texts, found["length"])


def sizes(texts: TargetTexts, kind: str, runs: Which, words: Which) -> Columns:
    """Of some runs, and the words in them."""
    tokens = texts.counted(words)
    sentences = texts.summed(texts.page.runs.sentences, runs)
    return {
        f"{kind}length": texts.summed(texts.page.runs.chars, runs),
        f"{kind}tokens": tokens,
        f"{kind}sentences": sentences,
        f"{kind}sentence length": tokens / np.maximum(sentences, 1),
    }


def listed(texts: TargetTexts, keywords: Keywords, tokens: FloatArray) -> Columns:
    """What the lists of keywords tell."""
    lists = keywords.table.look_up(texts.words.keys)
    clean, dirty, common = (texts.counted(lists & bit > 0) for bit in (CLEAN, DIRTY, COMMON))
    words = np.maximum(tokens, 1)
    return {
        "clean keywords": clean,
        "dirty keywords": dirty,
        "clean keyword share": clean / words,
        "dirty keyword share": dirty / words,
        "common words": common / words,
        "common words before": before(common / words, 0),
        "common words after": after(common / words, 0),
        "common words around": share_around(common, tokens),
        "dirty keywords around": share_around(dirty, tokens),
        "tokens before": before(tokens, 0),
        "tokens after": after(tokens, 0),
        "tokens around": sum_around(tokens) / (2 * REACH + 1),
    }


def characters(texts: TargetTexts, length: FloatArray) -> Columns:
    """Shares of kinds of characters, and signs."""
    last = np.frombuffer(texts.text, np.uint8)[texts.text_ends - 1]
    return {
        "capitals": texts.signs(IS_CAPITAL) / np.maximum(texts.signs(IS_LETTER), 1),
        "digits": texts.signs(IS_DIGIT) / length,
        "marks": texts.signs(IS_MARK) / length,
        "ends sentence": IS_STOP[last],
        "copyright": texts.having(COPYRIGHT),
    }


def parts_of_speech(texts: TargetTexts) -> Columns:
    """Shares of words and signs together."""
    kinds = lexicon().look_up(texts.words.keys)
    first = np.frombuffer(texts.text, np.uint8)[texts.words.first]
    is_numeral = (first >= ord("0")) & (first <= ord("9"))
    symbols, marks = texts.signs(IS_SYMBOL), texts.signs(IS_MARK)
    items = np.maximum(texts.counted(EVERY) + symbols + marks, 1)
    return {
        "closed class": texts.counted((kinds == CLOSED) & ~is_numeral) / items,
        "open class": texts.counted(kinds == OPEN) / items,
        "unknown words": texts.counted((kinds == 0) & ~is_numeral) / items,
        "symbols": (texts.counted(kinds == SYMBOL) + symbols) / items,
        "foreign words": texts.counted(kinds == FOREIGN) / items,
        "punctuation": marks / items,
    }
