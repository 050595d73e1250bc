"""Derive the stop word lists in `python/webwinnow/models/stopwords`.

    pip install wordfreq==3.1.1 justext==3.0.2 pythainlp==5.4.0
    python tools/derive_stopwords.py

Each source has its own file because of its licence (see CARD.md there). A line holds a language
code, the share of running text that its words cover, and the words, most frequent first.
"""

import gzip
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from pathlib import Path

from webwinnow.methods.stopwords import TYPICAL, split_words

HOME = Path(__file__).resolve().parent.parent / "python" / "webwinnow" / "models" / "stopwords"
#: Rarer words are those of menus ("news", "sport", "weather"); shares are scaled instead.
MAX_WORDS = 300
#: Vietnamese puts spaces between syllables, and a frequent one is part of many words.
FEWER_WORDS = {"vi": 100}

WORDFREQ = [
    "ar", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "fa", "fi", "fil", "fr", "he", "hi",
    "hu", "id", "is", "it", "lt", "lv", "mk", "ms", "nb", "nl", "pl", "pt", "ro", "ru", "sh", "sk",
    "sl", "sv", "ta", "tr", "uk", "ur", "vi",
]  # fmt: skip

JUSTEXT = {
    "af": "Afrikaans", "an": "Aragonese", "ast": "Asturian", "az": "Azerbaijani",
    "be": "Belarusian", "br": "Breton", "cv": "Chuvash", "cy": "Welsh", "eo": "Esperanto",
    "et": "Estonian", "eu": "Basque", "fy": "West_Frisian", "ga": "Irish", "gl": "Galician",
    "gu": "Gujarati", "hy": "Armenian", "ig": "Igbo", "jv": "Javanese", "ka": "Georgian",
    "kk": "Kazakh", "kn": "Kannada", "ku": "Kurdish", "ky": "Kyrgyz", "la": "Latin",
    "lb": "Luxembourgish", "ml": "Malayalam", "mr": "Marathi", "mt": "Maltese", "nds": "Low_Saxon",
    "ne": "Nepali", "nn": "Norwegian_Nynorsk", "oc": "Occitan", "qu": "Quechua", "scn": "Sicilian",
    "sq": "Albanian", "sw": "Swahili", "te": "Telugu", "tk": "Turkmen", "uz": "Uzbek",
    "wa": "Walloon", "yo": "Yoruba",
}  # fmt: skip
#: Coverage of jusText's lists by wordfreq's counts in the languages of both: 0.51 to 0.65, 0.58 on
#: average; and the exponent by which it falls with the logarithm of the length of a shorter list.
JUSTEXT_COVERAGE = 0.58
JUSTEXT_FALL = 1.6

#: English is quoted everywhere: a word is English if its rank is this many times its English rank.
ENGLISH_FACTOR = 5

#: Serbo-Croatian's Latin letters as Cyrillic ones; digraphs come first.
PAIRS = {"lj": "љ", "nj": "њ", "dž": "џ"}
CYRILLIC = str.maketrans("abvgdđežzijklmnoprstćufhcčš", "абвгдђежзијклмнопрстћуфхцчш")

#: Frequent characters, particles and endings occur in content words too: shorter lists are better.
CHARACTER_COVERAGE = {"zh": 0.40, "ja": 0.45}
KOREAN_COVERAGE = 0.40
THAI_COVERAGE = 0.40


def main() -> None:
    wordfreq = list(from_wordfreq())
    english = next(words for code, _, words in wordfreq if code == "en")
    write("wordfreq.txt.gz", with_serbian(without_english(wordfreq, english)))
    write("justext.txt.gz", without_english(from_justext(), english))
    write("pythainlp.txt.gz", from_pythainlp())


def write(name: str, lines: Iterable[tuple[str, float, list[str]]]) -> None:
    text = "".join(f"{code} {share:.3f} {' '.join(words)}\n" for code, share, words in lines)
    # No time stamp: the same sources give the same file.
    compressed = gzip.compress(text.encode(), mtime=0)
    (HOME / name).write_bytes(compressed)
    languages, words = text.count("\n"), len(text.split())
    print(f"{name}: {languages} languages, {words} words, {len(compressed)} bytes")


def without_english(
    lines: Iterable[tuple[str, float, list[str]]], english: list[str]
) -> Iterator[tuple[str, float, list[str]]]:
    """Drop Latin words from lists of other scripts, and English words from lists of Latin script.

    The coverage stays: such words are rare in running text and frequent in quotations.
    """
    rank = {word: place for place, word in enumerate(english, 1)}
    for code, share, words in lines:
        is_latin = sum(has_latin(word) for word in words) > len(words) / 2
        kept = [
            word
            for place, word in enumerate(words, 1)
            if (place < ENGLISH_FACTOR * rank.get(word, place) if is_latin else not has_latin(word))
        ]
        yield code, share, words if code == "en" else kept


def with_serbian(
    lines: Iterable[tuple[str, float, list[str]]],
) -> Iterator[tuple[str, float, list[str]]]:
    """Add Serbian: Serbo-Croatian in both scripts, Cyrillic words first, which identify it."""
    for code, share, words in lines:
        yield code, share, words
        if code == "sh":
            yield "sr", share, [*dict.fromkeys(map(in_cyrillic, words)), *words]


def in_cyrillic(word: str) -> str:
    for pair, letter in PAIRS.items():
        word = word.replace(pair, letter)
    return word.translate(CYRILLIC)


def has_latin(word: str) -> bool:
    return any("a" <= character <= "z" for character in word)


def from_wordfreq() -> Iterator[tuple[str, float, list[str]]]:
    import wordfreq

    for code in WORDFREQ:
        parts: Counter[str] = Counter()
        for word, frequency in wordfreq.get_frequency_dict(code).items():
            for part in split_words(word):
                parts[part.decode()] += frequency
        # Frequencies are shares of all text, including words too rare for the list.
        numbers = sum(share for part, share in parts.items() if not is_word(part))
        most = FEWER_WORDS.get(code, MAX_WORDS)
        yield code, *commonest(parts, TYPICAL, total=1 - numbers, most=most)
    for code, coverage in CHARACTER_COVERAGE.items():
        characters: Counter[str] = Counter()
        for word, frequency in wordfreq.get_frequency_dict(code).items():
            for character in word:
                if not character.isascii():
                    characters[character] += frequency
        share, stops = commonest(characters, coverage)
        yield code, share, with_traditional(stops) if code == "zh" else stops
    # A word's ending is a stop word more often than a morpheme: about TYPICAL in running text.
    _, stops = commonest(wordfreq.get_frequency_dict("ko"), KOREAN_COVERAGE)
    yield "ko", TYPICAL, stops


def with_traditional(simplified: list[str]) -> list[str]:
    """Add traditional characters: wordfreq counts only simplified ones, pages have both."""
    import msgpack

    compressed = (
        resources.files("wordfreq").joinpath("data/_chinese_mapping.msgpack.gz").read_bytes()
    )
    mapping = msgpack.unpackb(gzip.decompress(compressed), strict_map_key=False)
    both = {chr(old): new for old, new in mapping.items() if new in simplified}
    return simplified + sorted(both.keys() - set(simplified))


def from_justext() -> Iterator[tuple[str, float, list[str]]]:
    """jusText's lists, sorted by frequency but without counts; words include punctuation."""
    for code, name in JUSTEXT.items():
        text = (resources.files("justext") / "stoplists" / f"{name}.txt").read_text("utf-8")
        unique = dict.fromkeys(word.decode() for word in split_words(text))
        words = [word for word in unique if is_word(word)]
        kept = words[:MAX_WORDS]
        fall = (math.log1p(len(kept)) / math.log1p(len(words))) ** JUSTEXT_FALL
        yield code, JUSTEXT_COVERAGE * fall, kept


def from_pythainlp() -> Iterator[tuple[str, float, list[str]]]:
    """Words of the Thai National Corpus, by the characters that they cover."""
    text = (resources.files("pythainlp") / "corpus" / "tnc_freq.txt").read_text("utf-8")
    pairs = (line.split("\t") for line in text.splitlines())
    covered = {word: float(count) * len(word) for word, count in pairs}
    counts = {word: size / len(word) for word, size in covered.items()}
    _, stops = commonest(counts, THAI_COVERAGE)
    share = sum(covered[word] for word in stops) / sum(covered.values())
    yield "th", share, stops


def commonest(
    frequencies: Mapping[str, float],
    coverage: float,
    total: float | None = None,
    most: int = MAX_WORDS,
) -> tuple[float, list[str]]:
    """The most frequent words up to the coverage, and the share of text that they cover."""
    counted = {word: share for word, share in frequencies.items() if is_word(word)}
    total = total or sum(counted.values())
    words, covered = [], 0.0
    for word in sorted(counted, key=lambda word: (-counted[word], word))[:most]:
        if covered >= coverage * total:
            break
        words.append(word)
        covered += counted[word]
    return covered / total, words


def is_word(word: str) -> bool:
    return any(character.isalpha() for character in word)


if __name__ == "__main__":
    main()
