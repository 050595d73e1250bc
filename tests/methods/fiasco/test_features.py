import numpy as np
import pytest
from hypothesis import given, settings

from tests.support.tag_soup import any_html
from webwinnow import Page
from webwinnow.methods.fiasco import features as features_module
from webwinnow.methods.fiasco import linguistic
from webwinnow.methods.fiasco.features import FEATURES, compute_features, feature_names
from webwinnow.methods.fiasco.keywords import Keywords
from webwinnow.methods.fiasco.linguistic import CLOSED, FOREIGN, OPEN, SYMBOL
from webwinnow.methods.fiasco.target_text import WordTable
from webwinnow.methods.fiasco.targets import Targets
from webwinnow.visual.measures import MEASURES

KEYWORDS = Keywords(clean=("rain",), dirty=("login", "home"), common=("the", "it"))
LEXICON = WordTable.of(
    {"the": CLOSED, "it": CLOSED, "7": CLOSED, "rain": OPEN, "de": FOREIGN, "b": SYMBOL}
)


@pytest.fixture(autouse=True)
def _small_lexicon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linguistic, "load_lexicon", lambda: LEXICON)


def columns(html: str, *names: str) -> list[list[float]]:
    """Named columns with a rounded value per target, without the logarithm."""
    page = Page(html)
    table = compute_features(page, Targets.of(page), names, keywords=KEYWORDS)
    found = []
    for name, column in zip(names, table.T, strict=True):
        column = np.expm1(column) if FEATURES[name].is_unbounded else column
        found.append([round(value, 4) for value in column.tolist()])
    return found


def test_columns_follow_the_names() -> None:
    page = Page("<p>one two<h1>three</h1>")
    names = "tokens", "heading", "depth", "solidity 1", "closed class"
    measures = np.full((2, len(MEASURES)), 7, np.float32)
    table = compute_features(page, Targets.of(page), names, keywords=KEYWORDS, measures=measures)
    assert table.dtype == np.float32
    first, second = [np.log(3), 0, np.log(3), 7, 0], [np.log(2), 1, np.log(3), 7, 0]
    np.testing.assert_allclose(table, np.array([first, second]), rtol=1e-6)
    other = compute_features(
        page, Targets.of(page), names[::-1], keywords=KEYWORDS, measures=measures
    )
    assert np.array_equal(other, table[:, ::-1])


def test_feature_names_are_in_the_order_of_the_table() -> None:
    every = feature_names("visual", "pos", "structural", "linguistic")
    assert every == tuple(FEATURES)
    assert feature_names("visual") == tuple(MEASURES)
    assert feature_names() == ()
    assert all(FEATURES[name].group == "structural" for name in feature_names("structural"))
    assert all(feature.meaning for feature in FEATURES.values())


def test_structure_needs_neither_words_nor_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in (
        (features_module, "linguistic_features"),
        (features_module, "part_of_speech_features"),
    ):
        monkeypatch.setattr(module, name, None)
    page = Page("<p>one two")
    assert len(compute_features(page, Targets.of(page), feature_names("structural"))) == 1


def test_measures_that_are_missing_stay_nan() -> None:
    page = Page("<p>a<p>b")
    measures = np.full((2, len(MEASURES)), np.nan, np.float32)
    measures[:, list(MEASURES).index("shown")] = [1, 0]
    table = compute_features(
        page, Targets.of(page), ("shown", "headline", "depth"), measures=measures
    )
    assert table[:, 0].tolist() == [1, 0]
    assert np.isnan(table).tolist() == [[False, True, False]] * 2


def test_the_features_of_the_paper_are_marked() -> None:
    published = {name for name, feature in FEATURES.items() if feature.is_published}
    assert {"own sentence length", "depth", "images", "closed class"} <= published
    assert "link text" not in published
    assert not any(name.endswith((" before", " after", " around")) for name in published)


def test_a_page_without_text_has_no_rows() -> None:
    page = Page("<img>")
    found = compute_features(page, Targets.of(page), tuple(FEATURES), keywords=KEYWORDS)
    assert found.shape == (0, len(FEATURES))


def test_unbounded_features_are_logarithms() -> None:
    page = Page("<p>It rains")
    table = compute_features(page, Targets.of(page), ("length",), keywords=KEYWORDS)
    assert table.tolist() == [[pytest.approx(np.log(8))]]


def test_sizes_of_all_text_and_of_own_text() -> None:
    html = "<p>It rained. It <b>poured! Really</b> hard all night.</p>"
    # Itrained.It and hardallnight. are its own, poured!Really is not.
    assert columns(html, "length", "own length") == [[37], [24]]
    assert columns(html, "tokens", "own tokens") == [[8], [6]]
    assert columns(html, "types", "own types") == [[7], [5]]
    assert columns(html, "sentences", "own sentences") == [[3], [2]]
    assert columns(html, "sentence length", "own sentence length") == [[2.6667], [3]]


def test_a_text_without_a_sentence_end_counts_as_one_sentence() -> None:
    assert columns("<p>one two three", "sentences", "sentence length") == [[0], [3]]


def test_keywords_are_counted() -> None:
    html = "<p>Rain, the rain and Home<p>Login it"
    assert columns(html, "clean keywords", "dirty keywords") == [[2, 0], [1, 1]]
    assert columns(html, "clean keyword share", "dirty keyword share", "common words") == [
        [0.4, 0], [0.2, 0.5], [0.2, 0.5],
    ]  # fmt: skip


def test_character_features_are_shares() -> None:
    names = "capitals", "digits", "marks"
    assert columns("<p>ABcd 12, “x”", *names) == [[0.4], [0.2], [0.3]]
    assert columns("<p>Yes.<p>© No<p>Why", "ends sentence", "copyright") == [[1, 0, 0], [0, 1, 0]]


def test_features_of_neighbouring_targets() -> None:
    html = "<p>the rain<p>it it it b<p>x"
    assert columns(html, "tokens before", "tokens after") == [[0, 2, 4], [4, 1, 0]]
    assert columns(html, "common words before", "common words after") == [
        [0, 0.5, 0.75], [0.75, 0, 0],
    ]  # fmt: skip
    assert columns(html, "tokens around", "common words around") == [[1] * 3, [0.5714] * 3]


def test_headings_paragraphs_and_list_items_are_flagged() -> None:
    html = "<h2>a</h2><p>b<ul><li>c<li><a>d</a></ul><div>e<br>f</div><h3><b>g</b></h3>"
    assert columns(html, "heading", "paragraph", "list item", "in list", "part") == [
        [1, 0, 0, 0, 0, 0, 1],
        [0, 1, 0, 0, 1, 1, 0],
        [0, 0, 1, 1, 0, 0, 0],
        [0, 0, 1, 1, 0, 0, 0],
        [0, 0, 0, 0, 1, 1, 0],
    ]


def test_depth_is_the_depth_of_the_root() -> None:
    assert columns("<body><div><p>a</div>b<br>c", "depth") == [[3, 1, 1]]


def test_tag_features_are_shares_of_the_elements_of_a_target() -> None:
    # Of the first: p, a, a, img; the second is a link itself, with two attributes.
    html = "<p>x <a href=/x>y</a><a>z</a><img src=i></p><div><a href=//h/ class=c>u</a></div>"
    assert columns(html, "links", "addresses", "images") == [[0.5, 1], [0.25, 1], [0.25, 0]]
    assert columns(html, "attributes", "absolute addresses") == [[0.5, 2], [0, 1]]


def test_tags_are_counted_per_six_bytes() -> None:
    # Elements of the targets: three, one; a text is one word at least.
    html = "<p>one two <b>three</b> <i>four, five</i></p><p>a</p>"
    assert columns(html, "size", "tags") == [[22, 1], [round(3 * 6 / 22, 4), 1]]


def test_link_text_is_a_share_of_bytes() -> None:
    assert columns("<p>ab<a href=x>é</a>", "link text") == [[0.5]]
    html = "<p>abc <a href=x>d</a><p>e<p><a href=y>f</a>"
    assert columns(html, "link text", "link text before", "link text after") == [
        [0.25, 0, 1], [1, 0.25, 0], [0, 1, 1],
    ]  # fmt: skip
    assert columns(html, "link text around") == [[0.3333] * 3]


def test_positions_are_those_of_the_middle_of_a_target() -> None:
    html = "<p>aaaa<p>bb<p>cc"
    assert columns(html, "text share", "text place", "place") == [
        [0.5, 0.25, 0.25], [0.25, 0.625, 0.875], [0.1667, 0.5, 0.8333],
    ]  # fmt: skip
    assert columns(html, "size before", "size after", "size around") == [
        [0, 4, 2], [2, 2, 0], [1.1429] * 3,
    ]  # fmt: skip


def test_sizes_are_bytes_and_lengths_characters() -> None:
    assert columns("<p>é 日<p>a b", "size", "length") == [[6, 3], [2, 2]]
    assert columns("<p>é 日<p>a b", "text share", "size before") == [[0.6667, 0.3333], [0, 6]]


def test_table_cells_and_forms_are_flagged() -> None:
    html = "<table><tr><td>a</table><form><p>b</form>c"
    assert columns(html, "in cell", "in form") == [[1, 0, 0], [0, 1, 0]]


def test_parts_of_speech_are_shares_of_words_and_symbols() -> None:
    # Seven words, a numeral among them, two marks, one symbol.
    html = "<p>The rain, it blorps de b 7. $"
    names = "closed class", "open class", "unknown words", "foreign words", "symbols", "punctuation"
    assert columns(html, *names) == [[0.2], [0.1], [0.1], [0.1], [0.2], [0.2]]


@settings(max_examples=300, deadline=None)
@given(html=any_html)
def test_all_features_of_any_page_are_finite(html: bytes) -> None:
    page = Page(html)
    names = feature_names("linguistic", "structural", "pos")
    table = compute_features(page, Targets.of(page), names, keywords=KEYWORDS)
    assert np.isfinite(table).all()
    bounded = [not FEATURES[name].is_unbounded for name in names]
    assert (table >= 0).all()
    assert (table[:, bounded] <= 1.0001).all()
