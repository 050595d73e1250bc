"""Keys of documents: the same for the same text, shared by nearly the same."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow._core import document_keys
from webwinnow.corpus import Onion

STORY = ["The sea rose twice that day.", "Boats were lost 用Rust写."]
WORDS = [f"word{number}" for number in range(3000)]


def words(count: int, seed: int) -> list[str]:
    return Random(seed).choices(WORDS, k=count)


def shared(one: list[str], other: list[str]) -> int:
    """How many bands are equal."""
    bands = [document_keys([" ".join(document)])[1] for document in (one, other)]
    return int((bands[0] == bands[1]).sum())


def test_keys_are_what_they_have_always_been() -> None:
    """Corpora hold them: with others, what is added would be compared with nothing."""
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


def test_settings_tell_what_is_compared() -> None:
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
def test_any_text_will_do(paragraphs: list[str]) -> None:
    assert document_keys(paragraphs)[0] == document_keys([" ".join(paragraphs)])[0]
