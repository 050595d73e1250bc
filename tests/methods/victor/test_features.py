import time

import numpy as np
import pytest
from hypothesis import given

from tests.methods.victor.feature_values import feature_values
from tests.support.tag_soup import any_html
from webwinnow import Page
from webwinnow.methods.victor.features import encode, raw_values
from webwinnow.methods.victor.runs import LabelledRuns, labelled_runs
from webwinnow.methods.victor.setup import Setup

SETUP = Setup.default()
SIZES = np.array([feature.size for feature in SETUP.features])


def labelled(html: str) -> list[str]:
    page = Page(html)
    texts = page.run_texts()
    return [texts[run] for run in labelled_runs(page).tolist()]


def test_labelled_runs_are_visible_and_not_blank() -> None:
    html = "<title>t</title><p>a<b>b</b>&nbsp;<i>&nbsp;</i></p><p hidden>c</p><script>d</script>"
    assert labelled(html + "<!-- e --><style>f</style>") == ["a", "b"]


def test_hidden_runs_are_labelled_if_the_page_hides_everything() -> None:
    assert labelled("<p hidden>a</p>") == ["a"]


def test_a_page_without_text_has_no_rows() -> None:
    for html in ("", "<p></p>", "<script>a</script>"):
        assert encode(Page(html), SETUP).shape == (0, len(SIZES))
        assert raw_values(Page(html), SETUP).shape == (0, len(SIZES))


def test_encoded_values_are_integers_with_a_row_per_run() -> None:
    found = encode(Page("<p>a</p><p>b <b>c</b></p>"), SETUP)
    assert found.shape == (3, len(SIZES))
    assert found.dtype == np.int32
    assert found.flags.c_contiguous


@pytest.mark.parametrize(
    "html", ["a", "<p>1", "<p>1<p>2 – 3", "<p>日本語", "<p>\U0001f600", "<p>“"]
)
def test_short_pages_and_pages_without_letters_are_encoded(html: str) -> None:
    found = encode(Page(html), SETUP)
    assert len(found) == html.count("<p>") or len(found) == 1
    assert ((found >= 0) & (found < SIZES)).all()


def test_an_empty_setup_has_no_columns() -> None:
    assert encode(Page("<p>a"), Setup.parse("")).shape == (1, 0)


def test_removing_features_does_not_change_the_others() -> None:
    page = Page("<h1>A title</h1><p>One. <a href=x>two</a> 3</p>")
    some = SETUP.without("content", "further")
    kept = [feature.name in {f.name for f in some.features} for feature in SETUP.features]
    assert np.array_equal(encode(page, some), encode(page, SETUP)[:, kept])


def test_fifty_thousand_runs_are_encoded_fast() -> None:
    page = Page("<div><p>One two <a href=x>three</a></p><br>4.5.2007 12:30" * 16_667)
    start = time.thread_time()
    assert len(encode(page, SETUP)) > 50_000
    # A fraction of a second on an idle machine; a quadratic step would take minutes.
    assert time.thread_time() - start < 5


@given(html=any_html)
def test_any_page_has_values_in_range(html: bytes) -> None:
    page = Page(html)
    raw = raw_values(page, SETUP)
    assert raw.shape == (len(labelled_runs(page)), len(SIZES))
    assert np.isfinite(raw).all()
    found = encode(page, SETUP)
    assert ((found >= 0) & (found < SIZES)).all()


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ("p", "p"), ("a", "a"), ("u", "u"), ("li", "li"),
        ("h1", "class-header"), ("h6", "class-header"),
        ("b", "class-bold"), ("strong", "class-bold"),
        ("i", "class-italic"), ("em", "class-italic"),
        ("ul", "class-list"), ("dd", "class-list"), ("li", "class-list"),
        ("form", "class-form"), ("button", "class-form"), ("label", "class-form"),
    ],
)  # fmt: skip
def test_container_features_see_any_element_around_the_run(tag: str, name: str) -> None:
    html = f"<body>a<{tag}><span>b</span></{tag}>c"
    assert feature_values(html, f"container.{name}") == [0, 1, 0]


def test_a_link_in_a_paragraph_is_in_both_containers() -> None:
    html = "<body><p>a <a href=x>b</a></p>"
    assert feature_values(html, "container.p") == [1, 1]
    assert feature_values(html, "container.a") == [0, 1]


def test_container_img_needs_an_image_in_the_own_element() -> None:
    html = "<body><p>a<img src=x></p><p>b <b>c</b></p>"
    assert feature_values(html, "container.img") == [1, 0, 0]


def test_split_br_counts_line_breaks() -> None:
    assert feature_values("<body>a<br>b<br><br>c<b>d</b>", "split.br") == [0, 1, 2, 0]


def test_split_hr_counts_rules() -> None:
    assert feature_values("<body>a<hr>b", "split.hr") == [0, 1]


def test_split_counts_start_and_end_tags() -> None:
    # The end tag of the first paragraph and the start tag of the second.
    html = "<body><p>a</p><p>b</p>c<p>d"
    assert feature_values(html, "split.p") == [1, 2, 1, 1]


def test_split_counts_tag_classes() -> None:
    html = "<body><div>a<b><i>b</i></b> c</div><ul><li>d"
    assert feature_values(html, "split.class-inline") == [0, 2, 2, 0]
    assert feature_values(html, "split.class-block") == [1, 0, 0, 3]


def test_split_counts_tags_of_hidden_elements() -> None:
    assert feature_values("<body>a<p hidden>b</p>c", "split.p") == [0, 2]


def test_split_counts_empty_elements() -> None:
    assert feature_values("<body>a<p></p><p></p>b", "split.p") == [0, 4]


@pytest.mark.parametrize(
    ("name", "count"), [("alpha", 4), ("num", 2), ("punct", 2), ("white", 3), ("other", 2)]
)
def test_character_features_are_counts_and_shares(name: str, count: int) -> None:
    html = "<p>Ab c, 12 é.=$"
    assert feature_values(html, f"char.{name}-abs") == [count]
    assert feature_values(html, f"char.{name}-rel") == pytest.approx([count / 13])


@pytest.mark.parametrize(("name", "count"), [("alpha", 3), ("num", 2), ("mix", 1), ("other", 1)])
def test_token_features_are_counts_and_shares(name: str, count: int) -> None:
    html = "<p>It's (really) so 12 3.5% 2nd --"
    assert feature_values(html, f"token.{name}-abs") == [count]
    assert feature_values(html, f"token.{name}-rel") == pytest.approx([count / 7])


def test_sentences_are_counted() -> None:
    html = "<p>One. Two? Three!</p><p>four</p>"
    assert feature_values(html, "sentence.count") == [3, 0]


def test_sentence_length_is_in_words() -> None:
    html = "<p>One two. Three four five six.</p><p>seven eight</p>"
    assert feature_values(html, "sentence.avg-length") == [3, 2]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("One", 1), ("“One", 1), ("(É", 1), ("日本", 1), ("one", 0), ("2 One", 0), ("…", 0)],
)
def test_a_sentence_begins_with_an_upper_case_or_caseless_letter(text: str, expected: int) -> None:
    assert feature_values(f"<p>{text}", "sentence-begin") == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a.", 1), ("a.”)", 1), ("a?", 1), ("a。", 1), ("a", 0), ("a:", 0), ("a. b", 0), ("”", 0)],
)
def test_a_sentence_ends_in_a_stop(text: str, expected: int) -> None:
    assert feature_values(f"<p>{text}", "sentence-end") == [expected]


def test_runs_with_the_same_letters_are_duplicates() -> None:
    html = "<p>Read more (3)</p><p>text</p><p>Read more</p><p>Read&nbsp;more 12</p>"
    assert feature_values(html, "duplicate-count") == [2, 0, 2, 2]
    assert feature_values(html, "first-duplicate") == [1, 0, 0, 0]


def test_texts_without_letters_are_duplicates_only_if_equal() -> None:
    html = "<p>|</p><p>1</p><p>2</p><p>|</p>"
    assert feature_values(html, "duplicate-count") == [1, 0, 0, 1]


@pytest.mark.parametrize(
    ("name", "place"), [("regexp.url", 1), ("regexp.date", 2), ("regexp.time", 3), ("bullet", 4)]
)
def test_pattern_features_match_their_expressions(name: str, place: int) -> None:
    html = "<p>words</p><p>www.example.org</p><p>2007-05-01</p><p>14:30</p><p>a) item</p>"
    assert [index for index, value in enumerate(feature_values(html, name)) if value] == [place]


def test_each_combination_of_matching_bullets_has_its_own_value() -> None:
    html = "<p>1. one</p><p>2. two</p><p>1) one</p><p>- one</p><p>one"
    number_dot, again, number_parenthesis, dash, none = feature_values(html, "bullet")
    assert number_dot == again
    assert len({number_dot, number_parenthesis, dash, none}) == 4
    assert none == 0


PAPER = "<div>a<div><i>b</i> <b>c</b></div>d<div><i>e</i> <b>f</b></div>g</div>"


def test_groups_match_the_example_of_the_paper() -> None:
    view = LabelledRuns(Page(PAPER), {})
    groups: dict[int, str] = {}
    texts = view.text.texts
    for node, text in zip(view.tree.nearest("div").tolist(), texts, strict=True):
        groups[node] = groups.get(node, "") + text
    assert list(groups.values()) == ["adg", "bc", "ef"]


def test_group_ratio_is_the_share_of_the_page_words() -> None:
    expected = [3 / 7, 2 / 7, 2 / 7, 3 / 7, 2 / 7, 2 / 7, 3 / 7]
    assert feature_values(PAPER, "div-group.word-ratio") == pytest.approx(expected)
    assert feature_values(PAPER, "document.max-div-group") == pytest.approx([3 / 7] * 7)


def test_group_ratio_ignores_words_in_links() -> None:
    html = "<div>one two</div><div><a href=x>three four</a> five</div>"
    assert feature_values(html, "div-group.word-ratio") == pytest.approx([2 / 3, 1 / 3, 1 / 3])


def test_runs_outside_of_table_cells_are_one_group() -> None:
    html = "<body>one<table><tr><td>two three<td><div>four</div></table>five"
    assert feature_values(html, "td-group.word-ratio") == pytest.approx([0.4, 0.4, 0.2, 0.4])
    assert feature_values(html, "document.max-td-group") == pytest.approx([0.4] * 4)


def test_group_ratios_of_a_page_of_links_are_zero() -> None:
    assert feature_values("<div><a href=x>one</a></div>", "div-group.word-ratio") == [0]
    assert feature_values("<div><a href=x>one</a></div>", "document.max-div-group") == [0]


PAGE = "<p>One two. Three.</p><p>four <b>five</b></p>"


def test_position_is_the_share_of_runs_before() -> None:
    assert feature_values(PAGE, "position") == pytest.approx([0, 0.5, 1])
    assert feature_values("<p>one", "position") == [0]


@pytest.mark.parametrize(
    ("name", "count"), [("word-count", 5), ("sentence-count", 2), ("block-count", 3)]
)
def test_document_counts_are_of_the_visible_text(name: str, count: int) -> None:
    html = PAGE + "<p hidden>Hidden. Words.</p><script>code.</script>"
    assert feature_values(html, f"document.{name}") == [count] * 3
