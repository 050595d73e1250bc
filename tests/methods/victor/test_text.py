import unicodedata

import numpy as np
import pytest
from hypothesis import given

from tests.support.soup import anything
from webwinnow import Page
from webwinnow._core import RUN_SHAPES, run_shapes
from webwinnow.methods.victor.text import (  # fmt: skip
    CASELESS,
    CLASSES,
    CLOSER,
    DIGIT,
    LOWER,
    MARK,
    OTHER,
    SPACE,
    STOP,
    UPPER,
    Text,
    character_classes,
)


@pytest.mark.parametrize(
    ("characters", "number"),
    [
        ("AÉЖ", UPPER), ("aéж", LOWER), ("日عา", CASELESS), ("1٣½", DIGIT), (",-–(¿", MARK),
        (".?!。", STOP), ("\")»", CLOSER), (" \xa0\u3000\n", SPACE), ("€+©\x1c", OTHER),
    ],
)  # fmt: skip
def test_characters_have_classes(characters: str, number: int) -> None:
    assert {int(character_classes()[ord(c)]) for c in characters} == {number}


@given(html=anything)
def test_counts_are_those_of_the_texts(html: bytes) -> None:
    page = Page(html)
    text = Text(page, np.arange(len(page.runs)))
    assert text.length.tolist() == [len(each) for each in text.texts]
    letters = [sum(unicodedata.category(c)[0] in "LM" for c in each if ord(c) < 2**16)
               for each in text.texts]  # fmt: skip
    assert (text["upper"] + text["lower"] + text["caseless"]).tolist() == letters
    # Python takes four more characters for white space than the standard for text does.
    tokens = [len(each.translate(dict.fromkeys(range(0x1C, 0x20), "-")).split())
              for each in text.texts]  # fmt: skip
    assert text.tokens.tolist() == tokens


def test_the_first_columns_are_the_classes() -> None:
    assert RUN_SHAPES[:CLASSES] == [
        "other", "space", "upper", "lower", "digit", "mark", "stop", "caseless", "closer",
    ]  # fmt: skip


def test_classes_must_be_known() -> None:
    with pytest.raises(ValueError, match="classes must be below 9"):
        run_shapes(Page("<p>a"), np.array([0]), np.array([9], np.uint8))
    with pytest.raises(ValueError, match="runs must rise"):
        run_shapes(Page("<p>a"), np.array([1]), np.array([0], np.uint8))
