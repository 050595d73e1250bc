"""Stop words: the lists of 85 languages, how they are counted, and which one fits a page.

A list has a language's 300 most frequent words or fewer; a longer one would hold the words that
menus are made of. Shares are scaled by what the list covers, so that a threshold means the same in
every language. Where white space does not divide words, other units are counted:
characters (Chinese, Japanese), ends of words (Korean), stretches of text (Thai).
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

__all__ = ["TYPICAL", "StopList", "best_list", "detect", "find_list", "languages", "split_words"]

#: Share of stop words in running text that all lists are scaled to.
TYPICAL = 0.65

FILES = ("wordfreq.txt.gz", "justext.txt.gz", "pythainlp.txt.gz")
PUNCTUATION = bytes.maketrans(string.punctuation.encode(), b" " * len(string.punctuation))
# Other marks that touch words: Latin-1's, typographic, Devanagari, Arabic, Chinese and Japanese.
MARKS = re.compile("[\u00a1-\u00bf\u2010-\u203a\u0964\u0965،؛؟\u3000-\u303f\uff01-\uff0f：；？]")

# Words of languages under other names, or so close that they share a list.
SAME_LIST = {"no": "nb", "hr": "sh", "bs": "sh", "tl": "fil", "yue": "zh"}
# Codes that were given up, and that pages still have.
FORMER = {"in": "id", "iw": "he"}

# So many of each list's words tell languages apart, on so many of the page's words.
DETECTION_WORDS = 100
SAMPLE_WORDS = 600
SAMPLE_CHARS = 3000
SAMPLE_TEXTS = 8
MIN_DETECTED = 0.08
# A declared language is given up where texts of so many characters have so few stop words of it;
# one found by its words is believed where they have so many. Of English pages, 1 % and 4 % have
# fewer; languages without a list reach 0.35 in the lists of few others.
DOUBTFUL = 0.2
DOUBTFUL_CHARS = 200
BELIEVED = 0.35
# A script that makes up so much of a text tells its language: Japanese mixes kana with Han.
SCRIPTS = [
    ("th", re.compile("[\u0e01-\u0e5b]"), 0.2),
    ("ko", re.compile("[\uac00-\ud7a3]"), 0.2),
    ("ja", re.compile("[\u3041-\u30ff]"), 0.1),
    ("zh", re.compile("[\u4e00-\u9fff]"), 0.2),
]


class StopList(NamedTuple):
    """Stop words, as UTF-8, and the share of running text that they cover."""

    language: str | None
    words: frozenset[bytes]
    coverage: float = TYPICAL

    @classmethod
    def of(cls, words: Iterable[str], language: str | None = None) -> "StopList":
        """A list of one's own; without a language, for texts whose words stand apart."""
        code = code_of(language) if language is not None else None
        return cls(code, frozenset(part for word in words for part in split_words(word)))

    def shares(self, texts: list[str]) -> NDArray[np.float64]:
        """Share of stop words in each text, scaled; 0 for a text without words."""
        count = COUNTERS.get(self.language or "", count_words)
        hits, units = np.array(count(texts, self), np.float64).reshape(-1, 2).T
        share: NDArray[np.float64] = hits / np.maximum(units, 1) * (TYPICAL / self.coverage)
        return np.minimum(share, 1)


Counts = list[tuple[int, int]]  # stop words and all words, or other units, of each text


def count_words(texts: list[str], stops: StopList) -> Counts:
    is_stop = stops.words.__contains__
    return [(sum(map(is_stop, words)), len(words)) for words in map(split_words, texts)]


def count_endings(texts: list[str], stops: StopList) -> Counts:
    """Korean: particles and verb endings are written onto the word; a syllable is three bytes."""
    stop = stops.words

    def is_stop(word: bytes) -> bool:
        return word in stop or word[-3:] in stop or word[-6:] in stop

    return [(sum(map(is_stop, words)), len(words)) for words in map(split_words, texts)]


def count_characters(texts: list[str], stops: StopList) -> Counts:
    """Chinese, Japanese, Thai: characters that stop words cover, the longest that fits first;
    nothing divides words."""
    find = pattern_of(stops).findall
    return [(len("".join(find(text))), len(text) - text.count(" ")) for text in texts]


COUNTERS = {
    "zh": count_characters,
    "ja": count_characters,
    "ko": count_endings,
    "th": count_characters,
}


@lru_cache(maxsize=16)
def pattern_of(stops: StopList) -> re.Pattern[str]:
    """Any of the words, the longest first; words are grouped by first letter to be found fast."""
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
    """Words in lower case, as UTF-8; punctuation divides them, an apostrophe too."""
    # ASCII is the common case, and bytes are many times as fast to translate as text.
    plain = text if text.isascii() else MARKS.sub(" ", text)
    return plain.lower().encode().translate(PUNCTUATION).split()


def languages() -> list[str]:
    """Codes of the languages that have a list."""
    return sorted({*lines(), *SAME_LIST})


def find_list(language: str) -> StopList:
    """The list of a language, by its code, such as "en"; what follows a hyphen is ignored."""
    code = code_of(language)
    if code not in lines():
        raise UnknownSetting(
            f"no stop words for language {language!r}; choose from {', '.join(languages())}, "
            "or give words of your own as stoplist"
        )
    return list_of(code)


@cache
def list_of(code: str) -> StopList:
    coverage, *words = lines()[code].split()
    return StopList(code, frozenset(word.encode() for word in words), float(coverage))


def code_of(language: str) -> str:
    """What the language's list goes by: "en" for "en-GB" or "EN_us", "nb" for "no"."""
    code = re.split("[-_]", language.strip().lower(), maxsplit=1)[0]
    return SAME_LIST.get(code) or FORMER.get(code, code)


@cache
def lines() -> dict[str, str]:
    """By language: the share of text that its list covers, then its words, the commonest first."""
    found = {}
    for name in FILES:
        packed = (resources.files("webwinnow") / "models" / "stopwords" / name).read_bytes()
        for line in gzip.decompress(packed).decode().splitlines():
            code, _, rest = line.partition(" ")
            found[code] = rest
    return found


def best_list(texts: list[str], declared: str | None = None) -> StopList | None:
    """The list that fits the texts: the declared language's, unless they have next to none of its
    words, else the one that is detected; None where neither explains the texts."""
    code = code_of(declared or "")
    known = find_list(code) if code in lines() else None
    if not texts:
        return known
    # From all over the page: a banner at its top may be in another language.
    sample = texts[:: -(-len(texts) // SAMPLE_TEXTS)]
    if known is not None and fit(known, sample) >= DOUBTFUL:
        return known
    detected = detect(sample)
    if detected is not None and detected != code:
        other = find_list(detected)
        # Other languages share words, but hardly a script that is read without dividing words.
        if detected in COUNTERS or fit(other, sample) >= BELIEVED:
            return other
    return known if sum(map(len, sample)) < DOUBTFUL_CHARS else None


def fit(stops: StopList, texts: list[str]) -> float:
    """Mean share of stop words in that half of the texts that has more of them: a page's language
    shows in its sentences, not in its menus."""
    shares = np.sort(stops.shares(texts))
    return float(shares[len(shares) // 2 :].mean())


def detect(texts: list[str]) -> str | None:
    """The language whose commonest words are the most frequent in these texts, if any are."""
    sample = " ".join(texts)[:SAMPLE_CHARS]
    if not sample.isascii():
        for language, script, share in SCRIPTS:
            if len(script.findall(sample)) >= share * len(sample):
                return language
    speakers = languages_by_word()
    words = split_words(sample)[:SAMPLE_WORDS]
    votes = Counter(language for word in words for language in speakers.get(word, ()))
    # Of languages that are equally likely, the first in the alphabet, on every machine.
    best = max(sorted(votes), key=votes.__getitem__, default=None)
    return best if best is not None and votes[best] >= MIN_DETECTED * len(words) else None


@cache
def languages_by_word() -> dict[bytes, tuple[str, ...]]:
    found: dict[bytes, tuple[str, ...]] = {}
    for language, line in lines().items():
        if language not in COUNTERS:
            for word in line.split(" ", DETECTION_WORDS + 1)[1 : DETECTION_WORDS + 1]:
                found[word.encode()] = (*found.get(word.encode(), ()), language)
    return found
