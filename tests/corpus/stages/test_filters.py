"""Stages that look at the text alone."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpus.stages.batches import ENGLISH, GERMAN, documents, drops, texts
from webwinnow._core import document_keys
from webwinnow.corpus import Onion
from webwinnow.corpus.stages.filters import (
    DocumentKeys,
    LanguageFilter,
    LengthFilter,
    QualityFilter,
)
from webwinnow.errors import UnknownSetting


def test_short_texts_are_dropped_and_let_go_of() -> None:
    batch = LengthFilter(20)(documents(f"<p>{ENGLISH}", "<p>Too short.", None))
    assert drops(batch) == [None, "short", "broken"]
    assert texts(batch) == [ENGLISH, None, None]


def test_the_length_is_in_characters() -> None:
    batch = documents("<p>" + "ж" * 20)
    assert drops(LengthFilter(20)(batch)) == [None]
    assert drops(LengthFilter(21)(batch)) == ["short"]


def test_languages_are_identified() -> None:
    batch = LanguageFilter()(documents(f"<p>{ENGLISH}", f"<p>{GERMAN}", "<p>123 456", None))
    assert batch.column("language").to_pylist() == ["en", "de", None, None]
    scores = batch.column("language_score").to_pylist()
    assert scores[0] > 0.5
    assert scores[2:] == [None, None]
    assert drops(batch) == [None, None, None, "broken"]


def test_the_longest_blocks_decide_the_language() -> None:
    menu = "".join(f"<p>{word}" for word in ENGLISH.split()[:12])
    page = f"{menu}<p>{' '.join([GERMAN] * 8)}"
    assert LanguageFilter()(documents(page)).column("language").to_pylist() == ["de"]


def test_texts_in_other_languages_are_dropped() -> None:
    batch = LanguageFilter(("de", "fr"))(documents(f"<p>{ENGLISH}", f"<p>{GERMAN}", "<p>1234"))
    assert drops(batch) == ["language", None, "language"]
    assert batch.column("detail").to_pylist() == ["en", None, "unknown"]


def test_names_of_languages_are_no_codes() -> None:
    with pytest.raises(UnknownSetting, match="such as de"):
        LanguageFilter(("german",))


def test_lists_of_names_are_of_poor_quality() -> None:
    names = "Anna Berg Clara Dietz Emil Frank Gustav Huber Ida Jonas Karl Lenz Maria Noll " * 3
    batch = QualityFilter(0.3)(LanguageFilter()(documents(f"<p>{ENGLISH}", f"<p>{names}")))
    good, poor = batch.column("quality").to_pylist()
    assert good > 0.4 > 0.3 > poor
    assert drops(batch) == [None, "quality"]


def test_languages_without_a_list_of_words_have_no_quality() -> None:
    batch = documents("<p>1234 5678")
    batch = QualityFilter(0.9)(LanguageFilter()(batch))
    assert batch.column("quality").to_pylist() == [None]
    assert drops(batch) == [None]


def test_texts_that_repeat_themselves_are_dropped() -> None:
    once, often = f"<p>{ENGLISH}", f"<p>{' '.join([ENGLISH] * 9)}"
    batch = DocumentKeys(0.5)(documents(once, often, None))
    assert drops(batch) == [None, "repetitive", "broken"]
    assert batch.column("repetition").to_pylist()[0] == 0
    assert batch.column("tokens").to_pylist() == [17, 17 * 9, None]


def test_keys_are_those_of_the_text() -> None:
    batch = DocumentKeys()(documents(f"<p>{ENGLISH}", f"<div>{ENGLISH}", f"<p>{GERMAN}", None))
    keys, bands = batch.column("text_key").to_pylist(), batch.column("bands").to_pylist()
    assert keys[0] == keys[1] != keys[2]
    assert bands[0] == bands[1] != bands[2]
    assert [len(each) if each else 0 for each in bands] == [16, 16, 16, 0]
    assert keys[3] is None


STORY = ["The sea rose twice that day.", "Boats were lost 用Rust写."]
WORDS = [f"word{number}" for number in range(3000)]


def words(count: int, seed: int) -> list[str]:
    return Random(seed).choices(WORDS, k=count)


def shared(one: list[str], other: list[str]) -> int:
    """Number of equal bands."""
    bands = [document_keys([" ".join(document)])[1] for document in (one, other)]
    return int((bands[0] == bands[1]).sum())


def test_keys_are_stable() -> None:
    """Unfinished corpora store keys, so that their values must not change."""
    text, bands, tokens, repeated = document_keys(STORY)
    assert (text, tokens, repeated) == (3268630424405920914, 13, 0)
    assert bands.dtype == np.int64
    assert bands.tolist() == [
        5396564598163719096,
        4755475701077411050,
        -4028002964247132795,
        628672565258851076,
        1395072277578933307,
        -6131679039062107438,
        -8509721950225508425,
        7468870127277107728,
        495472155666377665,
        7683773188526680785,
        -63824268962524749,
        150493394735543237,
        1500849550330470613,
        -4087705417755982023,
        5568930855653630767,
        3401055906245627679,
    ]


def test_the_key_of_a_text_has_no_eye_for_white_space_and_paragraphs() -> None:
    text = document_keys(STORY)[0]
    assert document_keys([" ".join(STORY).replace(" ", "\n\xa0")])[0] == text
    assert document_keys(["", *" ".join(STORY).split()])[0] == text
    assert document_keys(STORY[::-1])[0] != text


def test_a_document_without_tokens_has_no_bands() -> None:
    text, bands, tokens, repeated = document_keys([])
    assert (bands.tolist(), tokens, repeated) == ([], 0, 0)
    assert document_keys([" ", ""])[0] == text != document_keys(["a"])[0]


def test_a_document_of_fewer_than_n_tokens_is_one_n_gram() -> None:
    assert shared(["a", "b"], ["a", "b"]) == 16
    assert shared(["a", "b"], ["b", "a"]) == 0
    assert shared(["a", "b"], ["a", "b", "c"]) == 0


def test_nearly_the_same_documents_share_a_band_and_others_none() -> None:
    for seed in range(20):
        document = words(500, seed)
        copy = [*document[:250], "edited", *document[251:]]
        assert shared(document, copy) > 0
        assert shared(document, words(500, seed + 100)) == 0


def test_settings_change_the_keys() -> None:
    assert document_keys(STORY, n=3)[1][0] != document_keys(STORY)[1][0]
    assert document_keys(["ab cd"], tokens="characters")[2] == 4
    with pytest.raises(ValueError, match="n must be 1 or more"):
        document_keys(STORY, n=0)
    with pytest.raises(ValueError, match="unknown kind of tokens"):
        document_keys(STORY, tokens="lines")
    with pytest.raises(TypeError, match="expected a list of str"):
        document_keys("one text")


@given(st.lists(st.lists(st.sampled_from("ab"), max_size=20).map(" ".join), max_size=5))
def test_tokens_and_repeated_ones_are_those_of_onion(paragraphs: list[str]) -> None:
    _, bands, tokens, repeated = document_keys(paragraphs)
    marks = Onion().add(paragraphs)
    assert (tokens, repeated) == (marks.tokens.sum(), marks.repeated.sum())
    assert len(bands) == (16 if tokens else 0)


@given(st.lists(st.text(), max_size=4))
def test_any_text_has_keys(paragraphs: list[str]) -> None:
    assert document_keys(paragraphs)[0] == document_keys([" ".join(paragraphs)])[0]
