"""Derives the stop word lists in `python/webwinnow/models/stopwords`.

    pip install wordfreq==3.1.1 justext==3.0.2 pythainlp==5.4.0
    python tools/derive_stopwords.py

Each source makes a file of its own, since each has its licence (see CARD.md there). A line holds a
language's code, the share of running text that its words cover, and the words, the commonest first.
"""

import gzip
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from pathlib import Path

from webwinnow.methods.stopwords import TYPICAL, split_words

HOME = Path(__file__).resolve().parent.parent / "python" / "webwinnow" / "models" / "stopwords"
#: Further down stand the words of menus ("news", "sport", "weather"); shares are scaled instead.
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
#: What jusText's lists cover, by wordfreq's counts of the languages that both have: 0.51 to 0.65,
#: 0.58 on average; and how the share falls with the logarithm of the length when a list is cut.
JUSTEXT_COVERAGE = 0.58
JUSTEXT_FALL = 1.6

#: English is quoted everywhere: a word counts as English where it stands so many times as far down.
ENGLISH_FACTOR = 5

#: Serbo-Croatian's Latin letters as Cyrillic ones; pairs of letters that stand for one come first.
PAIRS = {"lj": "љ", "nj": "њ", "dž": "џ"}
CYRILLIC = str.maketrans("abvgdđežzijklmnoprstćufhcčš", "абвгдђежзијклмнопрстћуфхцчш")

#: Frequent characters, particles and endings are in content words too: shorter lists tell more.
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
    # No time stamp: the same sources make the same file.
    packed = gzip.compress(text.encode(), mtime=0)
    (HOME / name).write_bytes(packed)
    print(
        f"{name}: {text.count(chr(10))} languages, {len(text.split())} words, {len(packed)} bytes"
    )


def without_english(
    lines: Iterable[tuple[str, float, list[str]]], english: list[str]
) -> Iterator[tuple[str, float, list[str]]]:
    """Without Latin words in lists of other scripts, and English ones in those of Latin script.

    What the list covers stays: such words are few in running text, and many in quotations.
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
    """Serbian is Serbo-Croatian in either script; the Cyrillic words come first, to tell it by."""
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
        # Frequencies are shares of all text, of which the rarest words are not in the list.
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
    # A word's ending is a stop word oftener than a morpheme is: in running text, about TYPICAL.
    _, stops = commonest(wordfreq.get_frequency_dict("ko"), KOREAN_COVERAGE)
    yield "ko", TYPICAL, stops


def with_traditional(simplified: list[str]) -> list[str]:
    """wordfreq counts Chinese in simplified characters; pages have either kind."""
    import msgpack

    packed = resources.files("wordfreq").joinpath("data/_chinese_mapping.msgpack.gz").read_bytes()
    mapping = msgpack.unpackb(gzip.decompress(packed), strict_map_key=False)
    both = {chr(old): new for old, new in mapping.items() if new in simplified}
    return simplified + sorted(both.keys() - set(simplified))


def from_justext() -> Iterator[tuple[str, float, list[str]]]:
    """The lists are sorted by frequency and tell no figures; words have their punctuation on."""
    for code, name in JUSTEXT.items():
        text = (resources.files("justext") / "stoplists" / f"{name}.txt").read_text("utf-8")
        unique = dict.fromkeys(word.decode() for word in split_words(text))
        words = [word for word in unique if is_word(word)]
        kept = words[:MAX_WORDS]
        fall = (math.log1p(len(kept)) / math.log1p(len(words))) ** JUSTEXT_FALL
        yield code, JUSTEXT_COVERAGE * fall, kept


def from_pythainlp() -> Iterator[tuple[str, float, list[str]]]:
    """Words of the Thai National Corpus; what counts is characters covered."""
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
    """What they cover of the text, and the commonest words until they cover so much."""
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
