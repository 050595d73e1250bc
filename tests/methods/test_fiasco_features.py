import numpy as np
import pytest
from hypothesis import given, settings

from tests.soup import anything
from webwinnow import Page
from webwinnow.methods import fiasco_linguistic
from webwinnow.methods.fiasco_features import FEATURES, feature_names, features
from webwinnow.methods.fiasco_keywords import Keywords
from webwinnow.methods.fiasco_tags import CLOSED, FOREIGN, OPEN, SYMBOL
from webwinnow.methods.fiasco_targets import Targets
from webwinnow.methods.fiasco_words import WordTable

KEYWORDS = Keywords(clean=("rain",), dirty=("login", "home"), common=("the", "it"))
LEXICON = WordTable.of(
    {"the": CLOSED, "it": CLOSED, "7": CLOSED, "rain": OPEN, "de": FOREIGN, "b": SYMBOL}
)


@pytest.fixture(autouse=True)
def _small_lexicon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fiasco_linguistic, "lexicon", lambda: LEXICON)


def columns(html: str, *names: str) -> list[list[float]]:
    """The named columns, each with a value for each target, rounded; logarithms undone."""
    page = Page(html)
    table = features(page, Targets.of(page), KEYWORDS, pos=True)
    found = []
    for name in names:
        column = table[:, list(FEATURES).index(name)]
        column = np.expm1(column) if FEATURES[name].is_unbounded else column
        found.append([round(value, 4) for value in column.tolist()])
    return found


def test_names_say_what_the_columns_are() -> None:
    page = Page("<p>a<p>b")
    for pos in (False, True):
        table = features(page, Targets.of(page), KEYWORDS, pos=pos)
        assert table.shape == (2, len(feature_names(pos=pos)))
        assert table.dtype == np.float32
    assert feature_names(pos=True)[:-6] == feature_names(pos=False)
    assert all(feature.meaning for feature in FEATURES.values())


def test_the_features_of_the_paper_are_marked() -> None:
    published = {name for name, feature in FEATURES.items() if feature.is_published}
    assert {"own sentence length", "depth", "images", "closed class"} <= published
    assert "link text" not in published
    assert not any(name.endswith((" before", " after", " around")) for name in published)


def test_a_page_without_text_has_no_rows() -> None:
    page = Page("<img>")
    assert features(page, Targets.of(page), KEYWORDS, pos=True).shape == (0, len(FEATURES))


def test_logarithms_are_of_one_more() -> None:
    page = Page("<p>It rains")
    table = features(page, Targets.of(page), KEYWORDS, pos=False)
    assert table[0, feature_names(pos=False).index("length")] == pytest.approx(np.log(8))


def test_texts_are_measured_whole_and_their_own() -> None:
    html = "<p>It rained. It <b>poured! Really</b> hard all night.</p>"
    # Itrained.It and hardallnight. are its own, poured!Really is not.
    assert columns(html, "length", "own length") == [[37], [24]]
    assert columns(html, "tokens", "own tokens") == [[8], [6]]
    assert columns(html, "types", "own types") == [[7], [5]]
    assert columns(html, "sentences", "own sentences") == [[3], [2]]
    assert columns(html, "sentence length", "own sentence length") == [[2.6667], [3]]


def test_a_text_without_a_sentence_has_one() -> None:
    assert columns("<p>one two three", "sentences", "sentence length") == [[0], [3]]


def test_keywords_are_counted() -> None:
    html = "<p>Rain, the rain and Home<p>Login it"
    assert columns(html, "clean keywords", "dirty keywords") == [[2, 0], [1, 1]]
    assert columns(html, "clean keyword share", "dirty keyword share", "common words") == [
        [0.4, 0], [0.2, 0.5], [0.2, 0.5],
    ]  # fmt: skip


def test_characters_are_shares() -> None:
    names = "capitals", "digits", "marks"
    assert columns("<p>ABcd 12, “x”", *names) == [[0.4], [0.2], [0.3]]
    assert columns("<p>Yes.<p>© No<p>Why", "ends sentence", "copyright") == [[1, 0, 0], [0, 1, 0]]


def test_neighbours_tell_of_themselves() -> None:
    html = "<p>the rain<p>it it it b<p>x"
    assert columns(html, "tokens before", "tokens after") == [[0, 2, 4], [4, 1, 0]]
    assert columns(html, "common words before", "common words after") == [
        [0, 0.5, 0.75], [0.75, 0, 0],
    ]  # fmt: skip
    assert columns(html, "tokens around", "common words around") == [[1] * 3, [0.5714] * 3]


def test_headings_paragraphs_and_items_are_told() -> None:
    html = "<h2>a</h2><p>b<ul><li>c<li><a>d</a></ul><div>e<br>f</div><h3><b>g</b></h3>"
    assert columns(html, "heading", "paragraph", "list item", "in list", "part") == [
        [1, 0, 0, 0, 0, 0, 1],
        [0, 1, 0, 0, 1, 1, 0],
        [0, 0, 1, 1, 0, 0, 0],
        [0, 0, 1, 1, 0, 0, 0],
        [0, 0, 0, 0, 1, 1, 0],
    ]


def test_depth_is_that_of_the_root() -> None:
    assert columns("<body><div><p>a</div>b<br>c", "depth") == [[3, 1, 1]]


def test_tags_are_shares_of_the_targets_elements() -> None:
    # Of the first: p, a, a, img; the second is a link itself, with two attributes.
    html = "<p>x <a href=/x>y</a><a>z</a><img src=i></p><div><a href=//h/ class=c>u</a></div>"
    assert columns(html, "links", "addresses", "images") == [[0.5, 1], [0.25, 1], [0.25, 0]]
    assert columns(html, "attributes", "tags", "absolute addresses") == [
        [0.5, 2], [1.3333, 1], [0, 1],
    ]  # fmt: skip


def test_link_text_is_a_share_of_characters() -> None:
    html = "<p>abc <a href=x>d</a><p>e<p><a href=y>f</a>"
    assert columns(html, "link text", "link text before", "link text after") == [
        [0.25, 0, 1], [1, 0.25, 0], [0, 1, 1],
    ]  # fmt: skip
    assert columns(html, "link text around") == [[0.3333] * 3]


def test_places_are_those_of_middles() -> None:
    html = "<p>aaaa<p>bb<p>cc"
    assert columns(html, "text share", "text place", "place") == [
        [0.5, 0.25, 0.25], [0.25, 0.625, 0.875], [0.1667, 0.5, 0.8333],
    ]  # fmt: skip
    assert columns(html, "length before", "length after", "length around") == [
        [0, 4, 2], [2, 2, 0], [1.1429] * 3,
    ]  # fmt: skip


def test_cells_and_forms_are_told() -> None:
    html = "<table><tr><td>a</table><form><p>b</form>c"
    assert columns(html, "in cell", "in form") == [[1, 0, 0], [0, 1, 0]]


def test_parts_of_speech_are_shares_of_words_and_signs() -> None:
    # Seven words, a numeral among them, two marks, one symbol.
    html = "<p>The rain, it blorps de b 7. $"
    names = "closed class", "open class", "unknown words", "foreign words", "symbols", "punctuation"
    assert columns(html, *names) == [[0.2], [0.1], [0.1], [0.1], [0.2], [0.2]]


@settings(max_examples=300, deadline=None)
@given(html=anything)
def test_all_features_of_any_page_are_finite(html: bytes) -> None:
    page = Page(html)
    targets = Targets.of(page)
    table = features(page, targets, KEYWORDS, pos=True)
    assert np.isfinite(table).all()
    bounded = [not feature.is_unbounded for feature in FEATURES.values()]
    assert (table >= 0).all()
    assert (table[:, bounded] <= 1.0001).all()
