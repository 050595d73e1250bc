import pytest

from tests.methods.victor.feature_values import feature_values
from webwinnow.methods.victor import runs
from webwinnow.methods.victor.further_features import NAME_HINTS, hint_bits

LONG = "word " * 20


def test_block_words_sum_over_the_runs_of_a_block() -> None:
    html = "<p>one <b>two</b> three</p><p>four</p><p>five six</p>"
    assert feature_values(html, "block.words") == [3, 3, 3, 1, 2]
    assert feature_values(html, "block.words-before") == [0, 0, 0, 3, 1]
    assert feature_values(html, "block.words-after") == [1, 1, 1, 2, 0]
    assert feature_values(html, "block.first") == [1, 0, 0, 1, 1]


def test_link_shares_are_of_characters() -> None:
    html = "<p>abc <a href=x>d</a></p><p><a href=x>e</a></p>"
    assert feature_values(html, "block.link-share") == pytest.approx([0.25, 0.25, 1])
    assert feature_values(html, "around.link-share") == pytest.approx([0.4, 0.4, 0.4])
    assert feature_values(html, "document.link-share") == pytest.approx([0.4, 0.4, 0.4])


def test_window_words_are_means_over_blocks() -> None:
    html = "<p>one two three</p><p><a href=x>four</a></p><p>five</p><p>six</p><p>seven eight</p>"
    # Over three, four, five, four and three blocks; words in links are ignored.
    assert feature_values(html, "near.words") == pytest.approx([4 / 3, 5 / 4, 7 / 5, 4 / 4, 4 / 3])
    assert feature_values(html, "around.words") == pytest.approx([7 / 5] * 5)


def test_bold_shares_count_bold_type_and_headings() -> None:
    html = "<p><b>abc</b> d</p><h2>e</h2><p>f</p>"
    assert feature_values(html, "block.bold-share") == pytest.approx([0.75, 0.75, 1, 0])


def test_following_blocks_are_counted_without_the_own_one() -> None:
    html = "<h2>a</h2><p>one two three</p><p><a href=x>four</a></p>" + "<p>x</p>" * 5
    assert feature_values(html, "after.words")[:3] == pytest.approx([6 / 5, 4 / 5, 5 / 5])
    assert feature_values(html, "after.words")[-1] == 0
    assert feature_values(html, "after.link-share")[:3] == pytest.approx([4 / 18, 4 / 8, 0])


def test_list_features_are_of_the_innermost_list() -> None:
    html = "<p>a</p><ul><li>bc d<li><a href=x>e</a><ol><li><a href=x>f</a></ol></ul>"
    assert feature_values(html, "list.words") == [0, 2, 2, 0]
    assert feature_values(html, "list.link-share") == pytest.approx([0, 0.25, 0.25, 1])


def test_long_block_distance_is_in_blocks() -> None:
    html = f"<p>a</p><p>b</p><p>{LONG}</p><p>c</p><p>d</p><p>e</p><p>{LONG}</p>"
    assert feature_values(html, "near.long") == [2, 1, 0, 1, 2, 1, 0]
    assert feature_values("<p>a</p><p>b</p>", "near.long") >= [2, 2]


def test_word_position_is_the_share_of_words_before() -> None:
    assert feature_values("<p>one two</p><p>three four</p>", "position.words") == [0, 0.5]


def test_path_features_group_runs_with_the_same_tags() -> None:
    html = "<div><p>one</p><p>two <a href=x>three</a></p></div><p>four five</p>"
    assert feature_values(html, "path.count") == [2, 2, 1, 1]
    assert feature_values(html, "path.word-ratio") == pytest.approx([0.5, 0.5, 0, 0.5])


def test_series_are_successive_runs_with_the_same_tags() -> None:
    html = "<p>a<br>b c<br>d</p><h2>e</h2><p><b>f</b> g <b>h</b> i j"
    assert feature_values(html, "series.length") == [3, 3, 3, 1, 1, 1, 1, 1]
    assert feature_values(html, "series.words")[:4] == pytest.approx([4 / 3] * 3 + [1])
    assert feature_values(html, "series.pairs")[-2:] == [3, 3]


def test_depth_counts_from_the_root() -> None:
    assert feature_values("<body>a<p>b<b>c", "depth") == [1, 2, 3]


def test_heading_level_is_that_of_the_innermost_heading() -> None:
    assert feature_values("<h1>a</h1><h3>b <i>c</i></h3>d", "heading.level") == [1, 3, 3, 0]


@pytest.mark.parametrize("tag", ["article", "aside", "footer", "header", "main", "nav"])
def test_further_container_features(tag: str) -> None:
    html = f"<body>a<{tag}><b>b</b></{tag}>"
    assert feature_values(html, f"container.{tag}") == [0, 1]


def test_further_split_features() -> None:
    html = "<body>a<img src=x><h2>b</h2><ul><li>c</ul><table><tr><td>d</table>"
    assert feature_values(html, "split.img") == [0, 1, 0, 0]
    assert feature_values(html, "split.class-header") == [0, 1, 1, 0]
    assert feature_values(html, "split.class-list") == [0, 0, 2, 2]
    # With the `tbody` that the HTML standard inserts.
    assert feature_values(html, "split.class-table") == [0, 0, 0, 4]


@pytest.mark.parametrize(
    ("written", "case"),
    [
        ("12 –", 0), ("日本", 0), ("read more", 1), ("Read more", 2), ("The cat sat on it", 2),
        ("Read More", 3), ("The Cat of Rome", 3), ("READ MORE", 4), ("A", 2),
    ],
)  # fmt: skip
def test_letter_case_of_texts(written: str, case: int) -> None:
    assert feature_values(f"<p>{written}", "text.case") == [case]


def test_first_and_last_characters_have_classes() -> None:
    html = "<p>One.</p><p>(2)</p><p>x = y</p>"
    assert feature_values(html, "text.first") == [runs.UPPER, runs.MARK, runs.LOWER]
    assert feature_values(html, "text.last") == [runs.STOP, runs.CLOSER, runs.LOWER]


def test_copyright_signs_are_found() -> None:
    assert feature_values("<p>me</p><p>© me", "text.copyright") == [0, 1]


def test_char_count_ignores_white_space() -> None:
    assert feature_values("<p>a b c", "char.count") == [3]


def test_in_title_is_2_if_the_text_is_most_of_the_title() -> None:
    html = "<title>A long headline - Example News</title><h1>A long headline</h1>"
    assert feature_values(f"{html}<p>Example News</p><p>News", "text.in-title") == [
        1,
        1,
        0,
    ]
    html = "<title>A long headline - News</title><h1>A long headline</h1>"
    assert feature_values(html, "text.in-title") == [2]
    assert feature_values("<h1>A long headline</h1>", "text.in-title") == [0]


def test_only_the_beginning_of_a_title_is_searched() -> None:
    title = "the first words " + "ab " * 200 + "the last words"
    html = f"<title>{title}</title><p>the first words</p><p>the last words</p>"
    assert feature_values(html, "text.in-title") == [1, 0]


def test_each_hint_word_has_one_hint() -> None:
    words = [word for each in NAME_HINTS.values() for word in each]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("name", ["main-content", "mainContent", "CONTENT", "col content_2"])
def test_names_are_split_into_words_by_case_and_punctuation(name: str) -> None:
    assert hint_bits(name) == 1 << list(NAME_HINTS).index("content")


def test_other_words_give_no_hint() -> None:
    assert hint_bits("contented navy a1 ") == 0


def test_class_and_id_names_around_a_run_give_hints() -> None:
    html = "<body><div id=nav>a</div><div class='x menu'><p>b</p></div><p>c"
    assert feature_values(html, "name.navigation") == [1, 1, 0]


def test_hints_of_several_elements_are_combined() -> None:
    html = "<div class=content><div class=comments><p>a</p></div>b</div>"
    assert feature_values(html, "name.content") == [1, 1]
    assert feature_values(html, "name.comment") == [1, 0]


def test_the_class_of_body_gives_no_hint() -> None:
    assert feature_values("<body class=nav><p>a", "name.navigation") == [0]
