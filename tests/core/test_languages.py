"""Pages in twenty languages: extraction must not depend on the language.

The pages in `languages/` were written for webwinnow; people, places and sites are invented. The
golds are their content: no bylines, comments under articles, signatures, prices or related links.
"""

import re
import unicodedata
from collections import Counter
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from statistics import fmean

import pytest

from webwinnow import METHODS, Page, clean
from webwinnow.evaluation.scores import Counts, score_bag

FOLDER = Path(__file__).parent / "languages"

#: Unicode name of the script, type of the page, and style of its markup.
PAGES = {
    "arabic": ("ARABIC", "article", "Drupal, right to left"),
    "chinese": ("CJK", "article", "div soup with pinyin class names"),
    "finnish": ("LATIN", "article", "tables and <font> of 2005"),
    "french": ("LATIN", "product", "Bootstrap"),
    "german": ("LATIN", "article", "semantic HTML5 with BEM class names"),
    "greek": ("GREEK", "article", "HTML5 without a class or an id"),
    "hebrew": ("HEBREW", "product", "Shopify, right to left"),
    "hindi": ("DEVANAGARI", "article", "Tailwind"),
    "indonesian": ("LATIN", "documentation", "Docusaurus"),
    "japanese": ("HIRAGANA", "service", "a city's site, ids that number its parts"),
    "korean": ("HANGUL", "article", "a blog host's template"),
    "persian": ("ARABIC", "article", "a blog theme, right to left"),
    "polish": ("LATIN", "service", "Polish class names"),
    "portuguese": ("LATIN", "article", "WordPress"),
    "russian": ("CYRILLIC", "forum", "tables of vBulletin 3"),
    "spanish": ("LATIN", "forum", "phpBB 3"),
    "thai": ("THAI", "article", "Elementor"),
    "turkish": ("LATIN", "listing", "class names made by a machine"),
    "ukrainian": ("CYRILLIC", "article", "Cyrillic class names and ids"),
    "vietnamese": ("LATIN", "article", "nothing but <div>"),
}

FLOOR = 0.85  # F1 in words, of each page
MEAN_FLOOR = 0.93

every_page = pytest.mark.parametrize("name", PAGES)
needs_winnow = pytest.mark.skipif("winnow" not in METHODS, reason="there is no winnow yet")


def page(name: str) -> bytes:
    return (FOLDER / f"{name}.html").read_bytes()


def gold(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text("utf-8")


@cache
def score(name: str, method: str = "winnow") -> Counts:
    return score_bag(spaced(clean(page(name), method=method)), spaced(gold(name)))


def test_every_page_is_listed() -> None:
    assert {path.stem for path in FOLDER.glob("*.html")} == PAGES.keys()
    assert {path.stem for path in FOLDER.glob("*.txt")} == PAGES.keys()


@every_page
def test_gold_lines_occur_in_the_page_in_order(name: str) -> None:
    text, end = one_line(clean(page(name), method="all")), 0
    for line in map(one_line, gold(name).splitlines()):
        start = text.find(line, end)
        assert start >= 0, f"not in {name}.html after {text[max(0, end - 40) : end]!r}: {line}"
        end = start + len(line)


@every_page
def test_a_gold_is_a_part_of_its_page(name: str) -> None:
    everything = score(name, "all")
    assert everything.recall == 1
    assert everything.precision < 0.7  # else keeping all would do


@every_page
def test_most_letters_of_a_gold_belong_to_its_script(name: str) -> None:
    letters = [letter for letter in gold(name) if letter.isalpha()]
    scripts = Counter(unicodedata.name(letter).partition(" ")[0] for letter in letters)
    # In Japanese, hiragana is the most frequent script, but less than half of the text.
    assert scripts.most_common(1)[0][0] == PAGES[name][0]


def test_markup_of_the_ukrainian_page_has_no_latin_letter() -> None:
    names = [value for kind in ("class", "id") for value in Page(page("ukrainian")).having(kind)[1]]
    assert len(names) > 20
    assert not re.search("[A-Za-z]", " ".join(names))


@needs_winnow
@every_page
def test_content_is_found_in_every_language(name: str) -> None:
    if score(name).f1 < FLOOR:
        pytest.fail(
            f"{name} ({', '.join(PAGES[name])}): F1 {score(name).f1:.3f}{describe_errors(name)}"
        )


@needs_winnow
def test_the_average_score_is_high() -> None:
    scores = {name: score(name).f1 for name in sorted(PAGES, key=lambda name: score(name).f1)}
    listed = ", ".join(f"{name} {f1:.3f}" for name, f1 in scores.items())
    assert fmean(scores.values()) >= MEAN_FLOOR, f"from the lowest: {listed}"


def describe_errors(name: str) -> str:
    """The start of the missing text and of the extra text."""
    output = re.sub("^- ", "", clean(page(name), method="winnow"), flags=re.MULTILINE)
    lost, too_much = without(gold(name), output), without(output, gold(name))
    return f"\nlost: {lost[:200]}\nkept too much: {too_much[:200]}"


def without(text: str, other: str) -> str:
    """The parts of a text that the other does not contain."""
    ours, theirs = spaced(text).split(), spaced(other).split()
    changes = SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
    found = [ours[start:end] for change, start, end, *_ in changes if change != "equal"]
    return " … ".join(" ".join(words) for words in found if words)


def spaced(text: str) -> str:
    """The text with each Han or kana character as a word, as the core counts words. Otherwise a
    line of Chinese would count as one word."""
    return re.sub(r"[\u3040-\u30ff\u3400-\u9fff]", r"\g<0> ", text)


def one_line(text: str) -> str:
    return " ".join(text.split())
