import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpus.stages.batches import block_texts, documents, texts
from webwinnow.corpus.stages.normalise import NORMALISATIONS, Normalise
from webwinnow.errors import UnknownSetting


def normalised(html: str, *names: str) -> str | None:
    return texts(Normalise(names)(documents(html)))[0]


def test_characters_are_composed() -> None:
    assert normalised("<p>caf\u0065\u0301", "nfc") == "caf\u00e9"


def test_dashes_and_hyphens_are_one_each() -> None:
    assert normalised("<p>a \u2014 b \u2015 c\u2011d", "dashes") == "a \u2013 b \u2013 c-d"


def test_words_that_lines_broke_are_joined() -> None:
    assert normalised("<p>the har-<br>bour and won\u00adder", "hyphens") == "the harbour and wonder"


def test_hyphens_that_belong_to_words_stay() -> None:
    assert normalised("<p>pre- and post-war", "hyphens") == "pre- and post-war"
    assert normalised("<p>Baden-<br>Baden", "hyphens") == "Baden-\nBaden"


def test_nothing_else_changes() -> None:
    assert (
        normalised("<p>caf\u0065\u0301 \u2014 won\u00adder")
        == "caf\u0065\u0301 \u2014 won\u00adder"
    )


def test_unknown_names_are_rejected() -> None:
    with pytest.raises(UnknownSetting, match="choose from nfc, dashes, hyphens"):
        Normalise(("nfkc",))


@given(st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=5))
def test_blocks_stay_places_in_the_text(paragraphs: list[str]) -> None:
    html = "<ul>" + "".join(f"<li>{each}" for each in paragraphs)
    before = documents(html, None, html)
    after = Normalise(tuple(NORMALISATIONS))(before)
    if before.column("text")[0].as_py() is None:
        return
    for row in (0, 2):
        old, new = block_texts(before, row), block_texts(after, row)
        normalise = Normalise(tuple(NORMALISATIONS)).normalise
        assert new == [normalise(each) for each in old]
    assert after.column("blocks")[1].as_py() is None
