import re

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.tag_soup import any_html
from webwinnow import Page
from webwinnow.methods.fiasco.target_text import TargetText, WordTable, find_words
from webwinnow.methods.fiasco.targets import Targets


def texts_of(html: str | bytes) -> TargetText:
    page = Page(html)
    return TargetText(page, Targets.of(page))


def inside(html: str) -> list[list[str]]:
    """Names of the elements that begin inside each target."""
    texts = texts_of(html)
    ranges = zip(*(column.tolist() for column in texts.inside), strict=True)
    return [[texts.page.tag_name(node) for node in range(*bounds)] for bounds in ranges]


def test_text_is_the_text_of_all_targets() -> None:
    texts = texts_of("<p>a<b hidden>b</b>c<script>d</script><p>é")
    assert texts.text.decode() == "acé"
    assert texts.text_starts.tolist() == [0, 2]
    assert texts.text_ends.tolist() == [2, 4]


def test_elements_inside_a_target_are_below_its_root() -> None:
    assert inside("<div><p>a<b>b</b><img></p><img><p>c</p></div>") == [["b", "img"], []]


def test_elements_inside_a_part_begin_after_the_previous_run() -> None:
    html = "<div>a <i>b</i><br><br><img>c <b>d</b> e<p>f</p><u></u>g</div>"
    assert inside(html) == [["i"], ["br", "br", "img", "b"], [], ["u"]]


def test_own_text_is_in_no_element_inside_the_target() -> None:
    texts = texts_of("<div>a <i>b</i> c<br>d<p><b>e</b></p></div>")
    assert texts.is_own.tolist() == [True, False, True, True, True]


def test_words_and_distinct_words_are_counted_by_target() -> None:
    texts = texts_of("<p>The rain, the <b>RAIN and</b> rain<p>the <i>a</i> b")
    assert texts.count_words(slice(None)).tolist() == [6, 3]
    assert texts.count_words(texts.is_own_word).tolist() == [4, 2]
    every, own = texts.types
    assert (every.tolist(), own.tolist()) == ([3, 3], [2, 2])


def test_runs_are_summed_by_target() -> None:
    texts = texts_of("<p>abc <b>de</b><p>f")
    assert texts.sum_runs(texts.page.runs.chars).tolist() == [5, 1]
    assert texts.sum_runs(texts.page.runs.chars, texts.is_own).tolist() == [3, 1]


def test_bytes_are_found_and_counted_by_target() -> None:
    texts = texts_of("<p>a<p>© b ©<p>c<p>d ©")
    assert texts.contains("©".encode()).tolist() == [False, True, False, True]
    is_letter = bytes(chr(code).isalpha() and code < 128 for code in range(256))
    assert texts.count_bytes(is_letter).tolist() == [1, 1, 1, 1]


@settings(max_examples=200, deadline=None)
@given(html=any_html)
def test_counts_agree_on_any_page(html: bytes) -> None:
    texts = texts_of(html)
    if not len(texts.targets):
        return
    runs = texts.page.run_texts()
    assert texts.text.decode() == "".join(runs[run] for run in texts.runs)
    tokens, own = texts.count_words(slice(None)), texts.count_words(texts.is_own_word)
    every_type, own_types = texts.types
    assert (own_types <= own).all()
    assert (own <= tokens).all()
    assert (own_types <= every_type).all()
    assert (every_type <= tokens).all()
    assert ((every_type > 0) == (tokens > 0)).all()
    first, end = texts.inside
    assert (first <= end).all()
    assert (end <= len(texts.page.nodes)).all()


NONE = np.zeros(0, np.int64)


def split(text: str, starts: list[int] | None = None) -> list[str]:
    source = text.encode()
    words = find_words(source, np.array(starts or [], np.int64))
    places = zip(words.first, words.length, strict=True)
    return [source[first : first + length].decode() for first, length in places]


def test_words_are_separated_by_white_space_and_punctuation() -> None:
    assert split("It’s 3 o'clock – “now”, 12:30!") == [
        "It",
        "s",
        "3",
        "o",
        "clock",
        "now",
        "12",
        "30",
    ]
    assert split("één café © naïve") == ["één", "café", "naïve"]
    assert split("...") == split("") == []


def test_a_word_ends_with_its_run() -> None:
    assert split("onetwo", [3]) == ["one", "two"]
    assert split("onetwo", [0, 3]) == ["one", "two"]


def test_characters_of_unspaced_scripts_are_words() -> None:
    assert split("日本、です。abc") == ["日", "本", "で", "す", "abc"]


def test_keys_ignore_case_and_differ_for_different_words() -> None:
    texts = ["rain", "Rain", "RAIN", "rains", "rai", "nair"]
    keys = [int(find_words(text.encode(), NONE).keys[0]) for text in texts]
    assert keys[0] == keys[1] == keys[2]
    assert len(set(keys)) == 4


def test_long_words_differ_in_their_first_sixteen_bytes_or_their_length() -> None:
    texts = ["a" * 8, "a" * 9, "a" * 15 + "b", "a" * 16, "a" * 17, "a" * 18]
    assert len({int(find_words(text.encode(), NONE).keys[0]) for text in texts}) == 6


def test_a_word_table_looks_up_single_words() -> None:
    table = WordTable.of({"rain": 1, "Sun": 2, "New York": 3, "...": 4, "é": 5})
    keys = find_words("The RAIN, the sun; New York: é".encode(), NONE).keys
    assert table.look_up(keys).tolist() == [0, 1, 0, 2, 0, 0, 5]
    assert WordTable.of({}).look_up(keys).tolist() == [0] * 7


@settings(deadline=None)
@given(st.text(st.characters(max_codepoint=127)))
def test_ascii_words_match_a_pattern(text: str) -> None:
    assert split(text) == re.findall("[A-Za-z0-9]+", text)


@settings(deadline=None)
@given(st.lists(st.text(min_size=1), max_size=5))
def test_any_text_has_words_inside_its_runs(texts: list[str]) -> None:
    sources = [text.encode("utf-8", "replace") for text in texts]
    ends = np.cumsum([0, *map(len, sources)])
    words = find_words(b"".join(sources), ends[:-1])
    assert (words.length > 0).all()
    run = np.searchsorted(ends, words.first, side="right")
    assert (words.first + words.length <= ends[run]).all()
