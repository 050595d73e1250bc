"""Stages that look at the text alone."""

import pytest

from tests.corpus.stages.batches import ENGLISH, GERMAN, documents, drops, texts
from webwinnow.corpus.stages.filters import Language
from webwinnow.corpus.stages.keys import Keys
from webwinnow.corpus.stages.length import Length
from webwinnow.corpus.stages.quality import Quality
from webwinnow.errors import UnknownSetting


def test_short_texts_are_dropped_and_let_go_of() -> None:
    batch = Length(20)(documents(f"<p>{ENGLISH}", "<p>Too short.", None))
    assert drops(batch) == [None, "short", "broken"]
    assert texts(batch) == [ENGLISH, None, None]


def test_the_length_is_in_characters() -> None:
    batch = documents("<p>" + "ж" * 20)
    assert drops(Length(20)(batch)) == [None]
    assert drops(Length(21)(batch)) == ["short"]


def test_languages_are_told() -> None:
    batch = Language()(documents(f"<p>{ENGLISH}", f"<p>{GERMAN}", "<p>123 456", None))
    assert batch.column("language").to_pylist() == ["en", "de", None, None]
    scores = batch.column("language_score").to_pylist()
    assert scores[0] > 0.5
    assert scores[2:] == [None, None]
    assert drops(batch) == [None, None, None, "broken"]


def test_the_longest_blocks_tell_the_language() -> None:
    menu = "".join(f"<p>{word}" for word in ENGLISH.split()[:12])
    page = f"{menu}<p>{' '.join([GERMAN] * 8)}"
    assert Language()(documents(page)).column("language").to_pylist() == ["de"]


def test_texts_in_other_languages_are_dropped() -> None:
    batch = Language(("de", "fr"))(documents(f"<p>{ENGLISH}", f"<p>{GERMAN}", "<p>1234"))
    assert drops(batch) == ["language", None, "language"]
    assert batch.column("detail").to_pylist() == ["en", None, "unknown"]


def test_names_of_languages_are_no_codes() -> None:
    with pytest.raises(UnknownSetting, match="such as de"):
        Language(("german",))


def test_lists_of_names_are_of_poor_quality() -> None:
    names = "Anna Berg Clara Dietz Emil Frank Gustav Huber Ida Jonas Karl Lenz Maria Noll " * 3
    batch = Quality(0.3)(Language()(documents(f"<p>{ENGLISH}", f"<p>{names}")))
    good, poor = batch.column("quality").to_pylist()
    assert good > 0.4 > 0.3 > poor
    assert drops(batch) == [None, "quality"]


def test_languages_without_a_list_of_words_have_no_quality() -> None:
    batch = documents("<p>1234 5678")
    batch = Quality(0.9)(Language()(batch))
    assert batch.column("quality").to_pylist() == [None]
    assert drops(batch) == [None]


def test_texts_that_repeat_themselves_are_dropped() -> None:
    once, often = f"<p>{ENGLISH}", f"<p>{' '.join([ENGLISH] * 9)}"
    batch = Keys(0.5)(documents(once, often, None))
    assert drops(batch) == [None, "repetitive", "broken"]
    assert batch.column("repetition").to_pylist()[0] == 0
    assert batch.column("tokens").to_pylist() == [17, 17 * 9, None]


def test_keys_are_those_of_the_text() -> None:
    batch = Keys()(documents(f"<p>{ENGLISH}", f"<div>{ENGLISH}", f"<p>{GERMAN}", None))
    keys, bands = batch.column("text_key").to_pylist(), batch.column("bands").to_pylist()
    assert keys[0] == keys[1] != keys[2]
    assert bands[0] == bands[1] != bands[2]
    assert [len(each) if each else 0 for each in bands] == [16, 16, 16, 0]
    assert keys[3] is None
