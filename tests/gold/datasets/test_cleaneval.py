import doctest
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.gold.datasets.files import PAGE, write
from tests.support.archives import read_archive
from webwinnow.gold.datasets import GoldPage, GoldSegment, cleaneval, open_set
from webwinnow.gold.datasets.cleaneval import has_markers, parse_marked_text

WRAPPED = b'<text id="http://www.a.example/1?x&amp;y" title="A &gt; B" encoding="%s">' + PAGE
GOLD = "URL: http://www.a.example/1\n<h>Rain &amp; wind\n<p>It rained."


def only(root: Path) -> GoldPage:
    (page,) = open_set(root)
    return page


def test_page_and_gold_are_paired(tmp_path: Path) -> None:
    write(tmp_path, {"input/1.html": WRAPPED % b"utf8", "GoldStandard/1.txt": GOLD})
    page = only(tmp_path)
    assert page.name == "1"
    assert page.html == WRAPPED % b"utf8"
    assert page.text == "Rain & wind\nIt rained."
    assert page.marked_text == GOLD
    assert page.url == "http://www.a.example/1?x&y"
    assert page.site == "a.example"
    assert page.segments is not None
    assert [segment.kind for segment in page.segments] == ["heading", "paragraph"]


@pytest.mark.parametrize(("name", "keeps"), [("12", True), ("bbc.co.uk_news_01", False)])
def test_golds_of_the_shared_task_keep_comments(tmp_path: Path, name: str, keeps: bool) -> None:
    write(tmp_path, {f"input/{name}.html": PAGE, f"GoldStandard/{name}.txt": GOLD})
    assert only(tmp_path).keeps_comments == keeps
    assert open_set(tmp_path).keeps_comments == keeps


@pytest.mark.parametrize(
    ("label", "charset"),
    [("iso-8859-1", "iso-8859-1"), ("unset", None), ("unknown-us-ascii", None), ("", None)],
)
def test_only_charsets_known_to_browsers_are_used(
    tmp_path: Path, label: str, charset: str | None
) -> None:
    write(tmp_path, {"input/1.html": WRAPPED % label.encode(), "GoldStandard/1.txt": GOLD})
    assert only(tmp_path).charset == charset


def test_golds_that_are_not_utf_8_are_windows_1252(tmp_path: Path) -> None:
    write(tmp_path, {"input/1.html": PAGE, "GoldStandard/1.txt": b"<p>caf\xe9 \x93x\x94 \x81"})
    page = only(tmp_path)
    assert page.text == "café “x” \x81"
    assert page.gold_encoding == "windows-1252"


def test_a_byte_order_mark_is_not_text(tmp_path: Path) -> None:
    write(tmp_path, {"input/1.html": PAGE, "GoldStandard/1.txt": "\ufeffURL: http://a.b/\n<p>x"})
    page = only(tmp_path)
    assert (page.text, page.url) == ("x", "http://a.b/")


def test_subfolders_of_a_set_name_their_pages(tmp_path: Path) -> None:
    for part in ("dev", "final"):
        files: dict[str, bytes | str] = {
            f"{part}/input/1.html": PAGE,
            f"{part}/GoldStandard/1.txt": f"<p>{part}",
        }
        write(tmp_path / "sets", files)
    assert [(page.name, page.text) for page in open_set(tmp_path)] == [
        ("dev/1", "dev"),
        ("final/1", "final"),
    ]
    assert [page.name for page in open_set(tmp_path / "sets" / "final")] == ["1"]


def test_a_page_without_url_takes_its_site_from_its_name(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "input/tv.a.example_news_1.html": PAGE,
            "GoldStandard/tv.a.example_news_1.txt": "<p>x",
            "input/7.html": PAGE,
            "GoldStandard/7.txt": "<p>x",
        },
    )
    assert {page.name: page.site for page in open_set(tmp_path)} == {
        "tv.a.example_news_1": "a.example",
        "7": "7",
    }


def test_pages_without_gold_are_one_problem(tmp_path: Path) -> None:
    write(tmp_path, {f"input/{i}.html": PAGE for i in range(1, 60)})
    write(tmp_path, {"GoldStandard/1.txt": "<p>x", "GoldStandard/x.txt": "<p>x"})
    gold = open_set(tmp_path)
    assert len(list(gold)) == len(gold) == 1
    without_gold, without_page = gold.problems
    assert without_gold.what.startswith("58 pages have no gold")
    assert (without_page.name, without_page.kind[:20]) == ("x", "the gold has no page")


def test_an_empty_gold_is_a_problem_unless_it_has_a_url(tmp_path: Path) -> None:
    golds: dict[str, bytes | str] = {
        "1": "",
        "2": " \n",
        "3": "URL: http://a.example/\n\n",
        "4": b"\x00\xff\x00 x",
    }
    write(tmp_path, {f"input/{name}.html": PAGE for name in golds})
    write(tmp_path, {f"GoldStandard/{name}.txt": gold for name, gold in golds.items()})
    gold = open_set(tmp_path)
    assert [(page.name, page.text, page.segments) for page in gold] == [("3", "", ())]
    assert [problem.name for problem in gold.problems] == ["1", "2", "4"]


def test_two_pages_of_one_name_are_reported(tmp_path: Path) -> None:
    write(tmp_path, {"input/1.htm": b"a", "input/1.html": b"b", "GoldStandard/1.txt": "<p>x"})
    gold = open_set(tmp_path)
    assert [page.html for page in gold] == [b"a"]
    assert gold.problems[0].kind == "several pages of one name"


def test_the_real_set_is_read(tmp_path: Path) -> None:
    write(tmp_path, dict(read_archive("cleaneval.tar.xz")))
    with open_set(tmp_path) as gold:
        pages = list(gold)
    assert (len(pages), len(gold.problems)) == (739, 1)
    assert sum(page.text == "" for page in pages) == 7
    assert all(page.url and "." in page.site for page in pages)


def test_markers_open_segments_of_three_kinds() -> None:
    assert parse_marked_text("<h>Rain\n<p>It rained.\n<l>one <l>two").segments == (
        GoldSegment("heading", "Rain"),
        GoldSegment("paragraph", "It rained."),
        GoldSegment("list item", "one"),
        GoldSegment("list item", "two"),
    )


def test_the_url_line_is_not_text() -> None:
    found = parse_marked_text("\n\nURL: http://a.example/b\n<p>It rained.")
    assert (found.url, found.text) == ("http://a.example/b", "It rained.")


def test_the_url_may_be_on_the_next_line() -> None:
    found = parse_marked_text("URL: \nhttp://a.example/b\n\n<h>Rain")
    assert (found.url, found.text) == ("http://a.example/b", "Rain")


def test_a_missing_url_removes_no_text() -> None:
    found = parse_marked_text("URL:\n\n<h>Rain")
    assert (found.url, found.text) == (None, "Rain")


def test_a_later_line_may_begin_with_url() -> None:
    assert "URL it needs" in parse_marked_text("<p>It asks for the\nURL it needs.").text


def test_text_before_the_first_marker_is_a_paragraph() -> None:
    assert parse_marked_text("Title of the page\n<h>Rain").segments[0] == (
        "paragraph",
        "Title of the page",
    )


def test_references_are_decoded_after_markers_are_found() -> None:
    assert parse_marked_text("<p>a &lt;p&gt; b&nbsp;&amp; c").segments == (
        ("paragraph", "a <p> b & c"),
    )


def test_comments_and_end_tags_are_not_text() -> None:
    assert parse_marked_text("URL: http://a.example/\n<!-- no article -->").segments == ()
    assert parse_marked_text("<P>It rained.</p>").text == "It rained."


def test_empty_segments_are_dropped() -> None:
    assert parse_marked_text("<p>\n<h> <p>x").segments == (("paragraph", "x"),)


def test_plain_text_has_no_markers() -> None:
    assert not has_markers("It rained.\nThe URL: none. Use <p> for paragraphs.")
    assert has_markers("It rained.\n  <p>Again.")
    assert has_markers("\nURL: http://a.example/\n")


@given(st.text())
def test_every_segment_of_any_text_is_one_line(gold: str) -> None:
    for segment in parse_marked_text(gold).segments:
        assert segment.text == " ".join(segment.text.split()) != ""


def test_examples_in_docstrings_are_true() -> None:
    result = doctest.testmod(cleaneval)
    assert result.attempted > 0
    assert result.failed == 0
