import numpy as np
import pytest
from hypothesis import given

from tests.support.tag_soup import any_html
from webwinnow import Page
from webwinnow.methods.texrex.blocks import CONTAINERS, TextBlocks, TextCounts
from webwinnow.methods.texrex.inputs import INPUTS, block_inputs, fill_windows

NAMES = list(INPUTS)


def inputs(html: str, *names: str) -> list[list[float]]:
    """Named columns, with a value per block."""
    page = Page(html)
    blocks = TextBlocks.of(page)
    table = block_inputs(page, blocks, TextCounts.of(page, blocks))
    return [table[:, NAMES.index(name)].tolist() for name in names]


def windows(*markup: float) -> tuple[list[float], list[float]]:
    near, around = np.empty((2, len(markup)), np.float32)
    fill_windows(np.array(markup, np.float32), near, around)
    return near.tolist(), around.tolist()


def test_the_37_inputs_are_in_the_authors_order() -> None:
    assert len(INPUTS) == 37
    assert NAMES[24:32] == [f"in {name}" for name in CONTAINERS]
    assert NAMES[5] == "markup"
    assert NAMES[32:] == ["after end tag", "open tags", "skipped", "markup near", "markup around"]


def test_lengths_and_positions() -> None:
    # texrex's lengths are 10, 30 and 20.
    html = f"<body><p>{'a' * 11}</p><p>{'b' * 31}</p><p>{'c' * 21}</p>"
    length, share, place, number = inputs(
        html, "length", "length share", "text place", "block place"
    )
    assert length == pytest.approx([0.010, 0.030, 0.020])
    assert share == pytest.approx([10 / 60, 30 / 60, 20 / 60])
    # The middles are 5, 25 and 50 of 60.
    assert place == pytest.approx([50 / 60, 10 / 60, 40 / 60])
    assert number == pytest.approx([1, 1 / 3, 1 / 3])


def test_lengths_are_capped() -> None:
    assert inputs(f"<p>{'a' * 5000}", "length", "sentence length") == [[1], [1]]


def test_markup_is_the_share_that_is_not_text() -> None:
    # The block is `a<b id="x">bc</b></p>`, less one; texrex's length lacks the last byte, too.
    html = '<body><p>a<b id="x">bc</b></p>'
    page_text, markup = inputs(html, "page text", "markup")
    assert markup == pytest.approx([(20 - 2) / 20])
    assert page_text == pytest.approx([2 / len(html)])


def test_character_inputs_are_shares() -> None:
    # 22 characters, of which texrex counts 21, and 16 other than white space.
    html = "<p>In 2010, Ünal ran 9 km</p>"
    marks, letters, numbers, upper, years = inputs(
        html, "marks", "letters", "numbers", "upper case", "years"
    )
    assert marks == pytest.approx([1 / 21])
    assert letters == pytest.approx([11 / 16])
    assert numbers == pytest.approx([5 / 16])
    assert upper == pytest.approx([2 / 11])
    assert years == pytest.approx([1 / 16])


def test_addresses_and_anchors_are_per_solid_character() -> None:
    names = "emails", "uris", "hashtags", "tags", "anchors"
    assert inputs("<body><a>a@b.de</a>", *names) == [
        pytest.approx([1 / 9]), [0], [0], [0], pytest.approx([1 / 9]),
    ]  # fmt: skip
    assert inputs("<p>www.b.de", "uris") == [pytest.approx([1 / 7])]
    assert inputs("<p>#word", "hashtags") == [pytest.approx([1 / 11])]
    # A space, and the five letters of which texrex counts four.
    assert inputs("<p>ab &lt;i&gt; cde", "tags") == [pytest.approx([1 / 4])]


def test_caseless_letters_are_not_upper_case() -> None:
    assert inputs("<p>日本語", "upper case") == [[0]]


def test_sentences_are_counted_and_measured() -> None:
    names = "no sentence", "sentence length", "sentences", "ends sentence"
    # Eleven characters for texrex, and two sentences.
    assert inputs("<p>One. Two th.</p>", *names) == [
        [0], pytest.approx([0.05]), pytest.approx([0.2]), [1],
    ]  # fmt: skip
    # Four characters for texrex, and one sentence without an end.
    assert inputs("<p>Three</p>", *names) == [
        [1], pytest.approx([0.04]), pytest.approx([0.1]), [0],
    ]  # fmt: skip
    assert inputs(f"<p>{'A. ' * 12}</p>", "sentences") == [[1]]


def test_copyright_signs_are_found() -> None:
    assert inputs("<p>© me</p><p>you</p>", "copyright") == [[1, 0]]


@pytest.mark.parametrize(
    ("doctype", "expected"),
    [
        ('html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd"', [1, 0, 0]),
        ('HTML PUBLIC "-//W3C//DTD HTML 4.01//EN"', [0, 1, 0]),
        ("HTML", [0, 0, 1]),
        ('html PUBLIC "-//W3C//DTD HTML 3.2 Final//EN"', [0, 0, 0]),
    ],
)
def test_doctypes_are_recognized(doctype: str, expected: list[int]) -> None:
    html = f"<!DOCTYPE {doctype}><p>a"
    assert inputs(html, "xhtml", "html 4", "html 5") == [[value] for value in expected]
    assert inputs("<p>a", "xhtml", "html 4", "html 5") == [[0], [0], [0]]


@pytest.mark.parametrize(
    ("tag", "name"),
    [(tag, name) for name, tags in CONTAINERS.items() if name != "td" for tag in tags],
)
def test_the_container_is_an_input(tag: str, name: str) -> None:
    html = f"<body>a<{tag}>b</{tag}>c"
    assert inputs(html, f"in {name}", "after end tag") == [[0, 1, 1], [0, 0, 1]]
    others = [f"in {other}" for other in CONTAINERS if other != name]
    assert inputs(html, *others) == [[0, 0, 0]] * 7


def test_a_cell_is_a_container() -> None:
    html = "<table><tr><td>a<td><b>b</b></table>"
    assert inputs(html, "in td", "after end tag") == [[1, 1], [0, 0]]


def test_open_tags_are_a_share_of_all_tags() -> None:
    # As in a menu of the authors' data: li, a; a, li. Here the first one has ul besides.
    html = "<body><ul><li><a>Home</a></li><li><a>News</a></li></ul>"
    assert inputs(html, "open tags") == [pytest.approx([3 / 5, 2 / 4])]
    assert inputs(html, "skipped") == [pytest.approx([2 / 20, 1 / 20])]


def test_skipped_blocks_are_capped() -> None:
    assert inputs("<p>a</p>" + "<div></div>" * 30 + "<p>b", "skipped") == [pytest.approx([0.1, 1])]


def test_windows_are_means_over_neighbours() -> None:
    near, around = windows(0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
    assert near[2] == pytest.approx((0.2 + 0.3 + 0.4) / 3)
    assert around[2] == pytest.approx((0.1 + 0.2 + 0.3 + 0.4 + 0.5) / 5)


def test_windows_are_those_of_a_page_of_the_authors_german_data() -> None:
    # The smallest page of `boilerplate.de.dat`, whose rows `benchmarks.papers.texrex.edges` orders.
    near, around = windows(0.9504951, 0.3071098, 0.9509202, 0.9156626, 0.9180651)
    assert near == pytest.approx([0.7360333, 0.7361751, 0.7245642, 0.9282160, 0.9172643], abs=1e-6)
    assert around == pytest.approx(
        [0.8219030, 0.8149366, 0.8084506, 0.7405427, 0.7339716], abs=1e-6
    )


def test_windows_repeat_the_blocks_at_the_edges() -> None:
    near, around = windows(0.1, 0.2, 0.3, 0.4)
    assert near[0] == pytest.approx((0.1 + 0.1 + 0.2) / 3)
    assert near[-1] == pytest.approx((0.3 + 0.4 + 0.4) / 3)
    assert around[0] == pytest.approx((0.1 + 0.1 + 0.1 + 0.2 + 0.3) / 5)
    # The last two windows lack the block at distance two before them.
    assert around[-1] == pytest.approx((0.3 + 0.4 + 0.4 + 0.4) / 5)
    assert around[-2] == pytest.approx((0.2 + 0.3 + 0.4 + 0.4) / 5)


def test_a_single_block_has_windows() -> None:
    near, around = windows(0.3)
    assert near == pytest.approx([0.3])
    assert around == pytest.approx([4 * 0.3 / 5])


@given(html=any_html)
def test_all_inputs_are_finite_and_small(html: bytes) -> None:
    page = Page(html)
    blocks = TextBlocks.of(page)
    table = block_inputs(page, blocks, TextCounts.of(page, blocks))
    assert table.shape == (len(blocks), 37)
    assert np.isfinite(table).all()
    shares = [0, 1, 3, 15, 16, 17, 18, 33, 34]
    assert ((table[:, shares] >= 0) & (table[:, shares] <= 1)).all()
    assert (table[:, 24:32].sum(axis=1) <= 1).all()
