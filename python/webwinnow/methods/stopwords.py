"""Stop words: lists of 85 languages, their counting, and the choice of the list for a page.

A list has at most the 300 most frequent words of a language; longer lists would have the words of
menus. Shares are scaled by the coverage of the list, so that a threshold means the same in every
language. Languages without spaces between words count other units: characters (Chinese, Japanese,
Thai), word endings (Korean).
"""

import gzip
import re
import string
from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import resources
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import UnknownSetting

#: Share of stop words in running text to which all lists are scaled.
TYPICAL = 0.65

FILES = ("wordfreq.txt.gz", "justext.txt.gz", "pythainlp.txt.gz")
PUNCTUATION = bytes.maketrans(string.punctuation.encode(), b" " * len(string.punctuation))
# Punctuation of Latin-1, typography, Devanagari, Arabic, Chinese and Japanese.
OTHER_PUNCTUATION = re.compile(
    "[\u00a1-\u00bf\u2010-\u203a\u0964\u0965،؛؟\u3000-\u303f\uff01-\uff0f：；？]"
)

# Languages under other codes, or so close that they share a list.
SAME_LIST = {"no": "nb", "hr": "sh", "bs": "sh", "tl": "fil", "yue": "zh"}
# Withdrawn codes that pages still use.
OLD_CODES = {"in": "id", "iw": "he"}

# Words of each list, and words of the page, for the detection of the language.
DETECTION_WORDS = 100
SAMPLE_WORDS = 600
SAMPLE_CHARS = 3000
SAMPLE_TEXTS = 8
MIN_DETECTED = 0.08
# A declared language is rejected if long enough texts have a smaller share of its stop words; a
# detected one is accepted from the larger share on. 1 % and 4 % of English pages have less;
# languages without a list rarely reach 0.35 with other lists.
MIN_DECLARED_SHARE = 0.2
MIN_DOUBT_CHARS = 200
MIN_DETECTED_SHARE = 0.35
# Share of a script that determines the language; Japanese mixes kana with Han.
SCRIPTS = [
    ("th", re.compile("[\u0e01-\u0e5b]"), 0.2),
    ("ko", re.compile("[\uac00-\ud7a3]"), 0.2),
    ("ja", re.compile("[\u3041-\u30ff]"), 0.1),
    ("zh", re.compile("[\u4e00-\u9fff]"), 0.2),
]


class StopList(NamedTuple):
    """Stop words in UTF-8, and their share of running text."""

    language: str | None
    words: frozenset[bytes]
    coverage: float = TYPICAL

    @classmethod
    def of(cls, words: Iterable[str], language: str | None = None) -> "StopList":
        """Make a custom list; without a language, words are separated by spaces."""
        code = list_code(language) if language is not None else None
        return cls(code, frozenset(part for word in words for part in split_words(word)))

    def shares(self, texts: list[str]) -> NDArray[np.float64]:
        """Return the scaled share of stop words in each text; 0 for a text without words."""
        count = COUNTERS.get(self.language or "", count_words)
        hits, units = np.array(count(texts, self), np.float64).reshape(-1, 2).T
        share: NDArray[np.float64] = hits / np.maximum(units, 1) * (TYPICAL / self.coverage)
        return np.minimum(share, 1)


Counts = list[tuple[int, int]]  # stop units and all units of each text


def count_words(texts: list[str], stops: StopList) -> Counts:
    is_stop = stops.words.__contains__
    return [(sum(map(is_stop, words)), len(words)) for words in map(split_words, texts)]


def count_endings(texts: list[str], stops: StopList) -> Counts:
    """Count Korean words by their endings (particles and verb endings); a syllable has 3 bytes."""
    stop = stops.words

    def is_stop(word: bytes) -> bool:
        return word in stop or word[-3:] in stop or word[-6:] in stop

    return [(sum(map(is_stop, words)), len(words)) for words in map(split_words, texts)]


def count_characters(texts: list[str], stops: StopList) -> Counts:
    """Count the characters of stop words in Chinese, Japanese and Thai, the longest match first."""
    find = compile_pattern(stops).findall
    return [(len("".join(find(text))), len(text) - text.count(" ")) for text in texts]


COUNTERS = {
    "zh": count_characters,
    "ja": count_characters,
    "ko": count_endings,
    "th": count_characters,
}


@lru_cache(maxsize=16)
def compile_pattern(stops: StopList) -> re.Pattern[str]:
    """Compile a pattern of all words, the longest first, grouped by first letter for speed."""
    groups: dict[str, list[str]] = {}
    for word in sorted(
        (word.decode() for word in stops.words), key=lambda word: (-len(word), word)
    ):
        groups.setdefault(word[0], []).append(re.escape(word[1:]))
    if not groups:
        return re.compile("(?!)")
    if all(tails == [""] for tails in groups.values()):
        return re.compile(f"[{''.join(map(re.escape, groups))}]")
    return re.compile("|".join(f"{head}(?:{'|'.join(tails)})" for head, tails in groups.items()))


def split_words(text: str) -> list[bytes]:
    """Split a text into lower-case words in UTF-8; punctuation and apostrophes separate them."""
    # ASCII is the common case, and bytes translate many times faster than str.
    plain = text if text.isascii() else OTHER_PUNCTUATION.sub(" ", text)
    return plain.lower().encode().translate(PUNCTUATION).split()


def languages() -> list[str]:
    """Return the codes of the languages with a list."""
    return sorted({*read_lists(), *SAME_LIST})


def find_list(language: str) -> StopList:
    """Find the list of a language by its code, such as "en" or "en-GB"."""
    code = list_code(language)
    if code not in read_lists():
        raise UnknownSetting(
            f"no stop words for language {language!r}; choose from {', '.join(languages())}, "
            "or set your own words as stoplist"
        )
    return load_list(code)


@cache
def load_list(code: str) -> StopList:
    coverage, *words = read_lists()[code].split()
    return StopList(code, frozenset(word.encode() for word in words), float(coverage))


def list_code(language: str) -> str:
    """Return the code of the list: "en" for "en-GB" or "EN_us", "nb" for "no"."""
    code = re.split("[-_]", language.strip().lower(), maxsplit=1)[0]
    return SAME_LIST.get(code) or OLD_CODES.get(code, code)


@cache
def read_lists() -> dict[str, str]:
    """Read all lists: by language, the coverage and then the words, the most frequent first."""
    lists = {}
    for name in FILES:
        compressed = (resources.files("webwinnow") / "models" / "stopwords" / name).read_bytes()
        for line in gzip.decompress(compressed).decode().splitlines():
            code, _, rest = line.partition(" ")
            lists[code] = rest
    return lists


def best_list(texts: list[str], declared: str | None = None) -> StopList | None:
    """Choose the list for the texts of a page.

    It is that of the declared language, unless the texts have hardly any of its words, or else that
    of the detected language; None if neither matches.
    """
    code = list_code(declared or "")
    known = find_list(code) if code in read_lists() else None
    if not texts:
        return known
    # From the entire page: a banner at the top may be in another language.
    sample = texts[:: -(-len(texts) // SAMPLE_TEXTS)]
    if known is not None and stop_share(known, sample) >= MIN_DECLARED_SHARE:
        return known
    detected = detect(sample)
    if detected is not None and detected != code:
        other = find_list(detected)
        # Languages share words, but hardly ever a script without spaces.
        if detected in COUNTERS or stop_share(other, sample) >= MIN_DETECTED_SHARE:
            return other
    return known if sum(map(len, sample)) < MIN_DOUBT_CHARS else None


def stop_share(stops: StopList, texts: list[str]) -> float:
    """Return the mean share of stop words in the half of the texts with more of them, because menus
    have few.
    """
    shares = np.sort(stops.shares(texts))
    return float(shares[len(shares) // 2 :].mean())


def detect(texts: list[str]) -> str | None:
    """Detect the language whose frequent words are the most common in these texts."""
    sample = " ".join(texts)[:SAMPLE_CHARS]
    if not sample.isascii():
        for language, script, share in SCRIPTS:
            if len(script.findall(sample)) >= share * len(sample):
                return language
    by_word = languages_by_word()
    words = split_words(sample)[:SAMPLE_WORDS]
    votes = Counter(language for word in words for language in by_word.get(word, ()))
    # Ties go to the first code in the alphabet, on every machine.
    best = max(sorted(votes), key=votes.__getitem__, default=None)
    return best if best is not None and votes[best] >= MIN_DETECTED * len(words) else None


@cache
def languages_by_word() -> dict[bytes, tuple[str, ...]]:
    found: dict[bytes, tuple[str, ...]] = {}
    for language, line in read_lists().items():
        if language not in COUNTERS:
            for word in line.split(" ", DETECTION_WORDS + 1)[1 : DETECTION_WORDS + 1]:
                found[word.encode()] = (*found.get(word.encode(), ()), language)
    return found
