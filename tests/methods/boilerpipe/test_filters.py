import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow import Page
from webwinnow.methods.boilerpipe.blocks import (
    END,
    HEADING,
    ITEM,
    LIKELY,
    POSSIBLE,
    TITLE,
    TextBlocks,
    read_blocks,
)
from webwinnow.methods.boilerpipe.filters import (
    END_HINTS,
    TitleMatch,
    boilerplate_blocks,
    density_rules,
    document_title,
    expand_title,
    ignore_after_content,
    is_end_of_text,
    keep_largest,
    large_on_same_level,
    list_at_end,
    may_be_end_of_text,
    num_words_rules,
    proximity_fusion,
    simple_fusion,
    terminating_blocks,
    trailing_headings,
)


def blocks(
    words: list[int],
    *,
    linked: list[int] | None = None,
    level: list[int] | None = None,
    labels: list[int] | None = None,
    content: list[int] | None = None,
) -> TextBlocks:
    rows = np.arange(len(words))
    return TextBlocks(
        words=np.array(words, np.int64),
        linked=np.array(linked or [0] * len(words), np.int64),
        level=np.array(level or [3] * len(words), np.int64),
        labels=np.array(labels or [0] * len(words), np.uint8),
        content=np.array(content or [0] * len(words), bool),
        first=rows,
        last=rows,
        place=rows,
    )


def content(found: TextBlocks) -> list[int]:
    return [int(is_content) for is_content in found.content]


def labelled(found: TextBlocks, label: int) -> list[int]:
    return [int(row) for row in np.flatnonzero(found.has_label(label))]


# Words and links


@pytest.mark.parametrize(
    ("words", "is_content"),
    [
        ([4, 16, 15], 0),
        ([4, 17, 15], 1),
        ([4, 16, 16], 1),
        ([5, 16, 15], 1),
        ([0, 0, 0], 0),
    ],
)
def test_few_words_are_content_next_to_many(words: list[int], is_content: int) -> None:
    assert content(num_words_rules(blocks(words)))[1] == is_content


@pytest.mark.parametrize(
    ("words", "is_content"), [([9, 40, 17], 0), ([9, 41, 17], 1), ([9, 40, 18], 1)]
)
def test_after_links_more_words_are_needed(words: list[int], is_content: int) -> None:
    # Six of nine words are more than 0.555556; five would not be.
    assert content(num_words_rules(blocks(words, linked=[6, 0, 0])))[1] == is_content
    assert content(num_words_rules(blocks(words, linked=[5, 0, 0])))[1] == 1


def test_third_of_the_words_in_links_is_too_much() -> None:
    assert content(num_words_rules(blocks([30], linked=[10]))) == [0]
    assert content(num_words_rules(blocks([31], linked=[10]))) == [1]
    assert content(num_words_rules(blocks([30], linked=[10]), 0.4)) == [1]


def test_edges_of_the_page_have_no_words() -> None:
    assert content(num_words_rules(blocks([16]))) == [0]
    assert content(num_words_rules(blocks([17]))) == [1]


@pytest.mark.parametrize(
    ("density", "is_content"),
    [
        ([4.0, 9.0, 10.0], 0),
        ([4.0, 9.0, 10.5], 1),
        ([4.5, 9.0, 10.0], 1),
        ([4.0, 9.5, 1.0], 1),
        ([4.0, 9.5, 0.0], 0),
    ],
)
def test_sparse_text_is_content_next_to_dense_text(density: list[float], is_content: int) -> None:
    assert content(density_rules(blocks([9, 9, 9]), np.array(density)))[1] == is_content


@pytest.mark.parametrize(("after", "is_content"), [(11.0, 0), (11.5, 1)])
def test_after_links_dense_text_must_follow(after: float, is_content: int) -> None:
    found = density_rules(blocks([9, 9, 9], linked=[6, 0, 0]), np.array([9.0, 20.0, after]))
    assert content(found)[1] == is_content


def test_linked_text_is_not_content_however_dense() -> None:
    assert content(density_rules(blocks([9, 9], linked=[3, 0]), np.array([20.0, 20.0])))[0] == 0


# Marks


def test_end_of_text_is_short() -> None:
    texts = {0: "Comments", 1: "Comments", 2: "Home"}
    assert labelled(terminating_blocks(blocks([14, 15, 1]), texts), END) == [0]


def test_comment_alone_is_an_end_only_as_a_link() -> None:
    texts = {0: "Comment", 1: "Comment", 2: "Comments"}
    assert labelled(terminating_blocks(blocks([1, 1, 1], linked=[0, 1, 0]), texts), END) == [1, 2]


def test_first_block_that_repeats_the_title_is_labelled() -> None:
    texts = {0: "Home", 1: "It rained", 2: "It rained"}
    found = document_title(blocks([1, 2, 2]), "It rained - The Post", texts)
    assert labelled(found, TITLE) == [1]


def test_page_without_a_title_labels_nothing() -> None:
    assert labelled(document_title(blocks([1]), "", {0: "Home"}), TITLE) == []


@pytest.mark.parametrize(("words", "kept"), [(59, [1, 1, 1]), (60, [1, 0, 0])])
def test_nothing_is_content_after_an_end_that_follows_text(words: int, kept: list[int]) -> None:
    reading = read_blocks(Page(f"<p>{'word ' * words}<p>Comments<p>{'word ' * 40}"))
    found = reading.blocks.with_content(np.ones(3, bool)).add_label(END, [1])
    assert content(ignore_after_content(found, reading)) == kept


def test_sparse_text_before_an_end_does_not_count() -> None:
    # Eight words a line.
    reading = read_blocks(Page(f"<p>{'wordwordw ' * 100}<p>Comments"))
    found = reading.blocks.with_content(np.ones(2, bool)).add_label(END, [1])
    assert content(ignore_after_content(found, reading)) == [1, 1]


def test_trailing_headings_are_not_content() -> None:
    found = blocks(
        [3, 9, 3, 1, 3], labels=[HEADING, 0, HEADING, 0, HEADING], content=[1, 1, 1, 0, 1]
    )
    assert content(trailing_headings(found)) == [1, 1, 0, 0, 0]


# Fusion


def test_content_is_fused_with_the_block_before_it() -> None:
    fused = proximity_fusion(blocks([1, 2, 4, 8, 16], content=[0, 0, 1, 1, 0]))
    assert fused.words.tolist() == [1, 14, 16]
    assert content(fused) == [0, 1, 0]


def test_fusion_of_content_bridges_one_block() -> None:
    found = blocks([1, 2, 4, 8, 16, 32], content=[1, 0, 1, 0, 0, 1])
    fused = proximity_fusion(found.select(found.content), content_only=True)
    assert fused.words.tolist() == [5, 32]


def test_fusion_of_content_stops_at_the_title() -> None:
    found = blocks([1, 2, 4], labels=[0, TITLE, 0], content=[1, 0, 1])
    assert len(proximity_fusion(found, content_only=True)) == 3


def test_fusion_on_one_level_leaves_other_levels() -> None:
    found = blocks([1, 2, 4], level=[3, 3, 4], content=[1, 1, 1])
    assert proximity_fusion(found, content_only=True, same_level=True).words.tolist() == [3, 4]


def test_blocks_of_one_density_are_fused() -> None:
    fused, density = simple_fusion(blocks([5, 5, 6]), np.array([5.0, 5.0, 6.0]))
    assert (fused.words.tolist(), density.tolist()) == ([10, 6], [5, 6])


@given(
    rows=st.lists(st.tuples(st.booleans(), st.integers(1, 3), st.booleans()), max_size=12),
    content_only=st.booleans(),
    same_level=st.booleans(),
)
def test_fusion_agrees_with_a_block_by_block_one(
    rows: list[tuple[bool, int, bool]], content_only: bool, same_level: bool
) -> None:
    found = blocks(
        [2**row for row in range(len(rows))],
        level=[level for _, level, _ in rows],
        content=[is_content for is_content, _, _ in rows],
    ).select(np.array([stays for _, _, stays in rows], bool))
    fused = proximity_fusion(found, content_only=content_only, same_level=same_level)
    assert fused.words.tolist() == slow_fusion(found, content_only, same_level)


def slow_fusion(found: TextBlocks, content_only: bool, same_level: bool) -> list[int]:
    fused: list[list[int]] = []  # words, level, last, content
    for row in range(len(found)):
        words, level, place = (int(c[row]) for c in (found.words, found.level, found.first))
        is_content = bool(found.content[row])
        before = fused[-1] if fused else None
        if (
            before is not None
            and is_content
            and place - before[2] - 1 <= 1
            and (before[3] or not content_only)
            and (before[1] == level or not same_level)
        ):
            fused[-1] = [before[0] + words, min(before[1], level), place, 1]
        else:
            fused.append([words, level, place, int(is_content)])
    return [words for words, *_ in fused]


# The largest text


def test_only_content_and_the_title_are_left() -> None:
    found = boilerplate_blocks(blocks([1, 2, 4], labels=[0, TITLE, 0], content=[0, 0, 1]))
    assert found.words.tolist() == [2, 4]
    assert found.place.tolist() == [-1, 0, 1]


def test_first_of_the_largest_stays() -> None:
    found = keep_largest(blocks([10, 30, 30, 99], level=[3, 4, 5, 3], content=[1, 1, 1, 0]))
    assert content(found) == [0, 1, 0, 0]
    assert (labelled(found, LIKELY), labelled(found, POSSIBLE)) == ([1], [0, 2, 3])


def test_large_text_on_the_same_level_stays() -> None:
    words = [150, 10, 149, 150, 900, 10, 150, 10, 150]
    level = [4, 3, 4, 4, 4, 5, 4, 3, 4]
    found = keep_largest(blocks(words, level=level, content=[1] * 9))
    assert content(found) == [0, 0, 0, 1, 1, 0, 1, 0, 0]


def test_single_block_is_unchanged() -> None:
    found = keep_largest(blocks([10], content=[1]))
    assert content(found) == [1]
    assert labelled(found, LIKELY) == []


def test_without_content_there_is_no_largest() -> None:
    assert content(keep_largest(blocks([10, 20]))) == [0, 0]


def test_text_between_title_and_content_is_content() -> None:
    labels = [POSSIBLE, TITLE | POSSIBLE, POSSIBLE, 0, LIKELY, POSSIBLE]
    found = blocks([1] * 6, labels=labels, content=[0, 0, 0, 0, 1, 0])
    assert content(expand_title(found)) == [0, 1, 1, 0, 1, 0]


def test_last_title_before_the_content_counts() -> None:
    found = blocks([1] * 4, labels=[TITLE | POSSIBLE] * 2 + [LIKELY, TITLE], content=[0, 0, 1, 0])
    assert content(expand_title(found)) == [0, 1, 1, 0]


@pytest.mark.parametrize("labels", [[0, LIKELY, TITLE], [0, TITLE | LIKELY, 0]])
def test_title_in_or_after_the_content_changes_nothing(labels: list[int]) -> None:
    assert content(expand_title(blocks([1] * 3, labels=labels, content=[0, 1, 0]))) == [0, 1, 0]


def test_large_text_on_the_same_level_is_content_anywhere() -> None:
    found = blocks([20, 9, 19, 99, 20], level=[4, 3, 4, 4, 5], labels=[0, 0, 0, LIKELY, 0])
    found = found.with_content(found.has_label(LIKELY))
    assert content(large_on_same_level(found, 20)) == [1, 0, 0, 1, 0]


def test_without_a_largest_text_nothing_is_on_its_level() -> None:
    assert content(large_on_same_level(blocks([99, 99]), 20)) == [0, 0]


@pytest.mark.parametrize(
    ("labels", "level", "linked", "kept"),
    [
        ([ITEM, ITEM], [4, 4], [0, 0], [1, 1]),
        ([ITEM, 0], [4, 4], [0, 0], [1, 0]),
        ([0, ITEM], [4, 4], [0, 0], [0, 0]),
        ([ITEM, ITEM], [3, 4], [0, 0], [0, 0]),
        ([ITEM, ITEM], [4, 4], [0, 1], [1, 0]),
    ],
)
def test_deeper_items_right_after_the_largest_text_are_content(
    labels: list[int], level: list[int], linked: list[int], kept: list[int]
) -> None:
    possible = [label | POSSIBLE for label in labels]
    found = blocks(
        [5, 99, 5, 5],
        labels=[ITEM | POSSIBLE, LIKELY, *possible],
        level=[4, 3, *level],
        linked=[0, 0, *linked],
        content=[0, 1, 0, 0],
    )
    assert content(list_at_end(found)) == [0, 1, *kept]


ENDS = [
    "Comments",
    "Comments (3)",
    "12 Comments",
    "3 users responded in this post",
    "© Reuters 2009",
    "Please rate this story",
    "Post a comment",
    "Tell us what you think...",
    "Add your comment",
    "Add comment",
    "Reader views",
    "Sport: have your say",
    "All reader comments",
    "Rätta artikeln",
    "Thanks for your comments - this feedback is now closed",
]


@pytest.mark.parametrize("text", ENDS)
def test_phrases_under_articles_end_the_text(text: str) -> None:
    assert is_end_of_text(text)
    assert may_be_end_of_text(f"Home\n{text}")


@pytest.mark.parametrize(
    "text", ["Comment", "No comments", "12comments", "Reuters", "Thanks for your comments", ""]
)
def test_similar_phrases_do_not_end_the_text(text: str) -> None:
    assert not is_end_of_text(text)


def test_hints_rule_out_most_texts() -> None:
    assert not may_be_end_of_text("Home\nNews\nImprint")
    assert all(any(hint in text.lower() for text in ENDS) for hint in END_HINTS)


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("It rained", "It rained"),
        ("It rained", "IT RAINED!"),
        ("It didn't rain", "It didnt rain"),
        ("It rained - The Post", "It rained"),
        ("It rained – The Post", "It rained"),
        ("The Post | It rained all night", "It rained all night"),
        ("The Post » It rained all night", "It rained all night"),
        ("The Post: It rained all night", "It rained all night"),
        ("It rained all night (The Post)", "It rained all night"),
        ("It rained all night, The Post", "It rained all night"),
        ("News - Rain - The Post", "News - Rain"),
        ("News - Rain - The Post", "Rain - The Post"),
        ("The Daily Post of Rivertown | It rained all night | Weather", "It rained all night"),
        ("Rain-proof coats - A very long name of a shop", "Rain-proof coats"),
    ],
)
def test_block_that_repeats_the_title_or_its_main_part_matches(title: str, text: str) -> None:
    assert TitleMatch(title).matches(text)


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("It rained all night - The Post", "Post"),
        ("It rained | www.thepostofrivertown.com", "www.thepostofrivertown.com"),
        ("One | It rained all night", "One"),
        ("It rained", "It rained all night"),
        ("", ""),
        ("…", "It"),
    ],
)
def test_other_blocks_do_not_match(title: str, text: str) -> None:
    assert not TitleMatch(title).matches(text)
