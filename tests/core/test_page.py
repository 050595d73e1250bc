from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import ROOT
from tests.support.archives import read_archive
from tests.support.tag_soup import any_html
from webwinnow import FORMATS, Page, _core, extract

FLAGS = _core.FLAGS
EXAMPLES = sorted((ROOT / "examples").glob("*.html"))


def every_format(html: bytes | str) -> None:
    for to in FORMATS:
        extract(html, to=to, with_metadata=True)


def test_columns_are_read_only() -> None:
    page = Page("<p>a")
    for table in (page.nodes, page.runs, page.blocks):
        for name in vars(type(table)):
            column = getattr(table, name)
            if isinstance(column, np.ndarray):
                assert not column.flags.writeable
                assert len(column) == len(table)


@pytest.mark.parametrize("charset", [None, "utf-8", "windows-1252"])
def test_runs_know_where_they_start_in_the_decoded_source(charset: str | None) -> None:
    html = "<p title='ü'>ä&amp;b <b>c</b>\n d<!-- e --><script>f</script><pre>\n g</pre>"
    page = Page(html.encode(charset), charset=charset) if charset else Page(html)
    source = html.encode()
    found = [source[start : start + 2].decode() for start in page.runs.source_start]
    assert page.run_texts() == ["ä&b", "c", "d", " e ", "f", " g"]
    assert found == ["ä", "c<", "\n ", " e", "f<", " g"]


def test_text_that_the_parser_moves_knows_its_place_in_the_source() -> None:
    page = Page("<table><tr><td>a</td></tr>b</table>")
    assert dict(zip(page.run_texts(), page.runs.source_start.tolist(), strict=True)) == {
        "b": 26, "a": 15,
    }  # fmt: skip


def test_columns_share_the_memory_of_the_page() -> None:
    page = Page("<p>a<p>b")
    first, second = page.runs.start, page.runs.start
    assert first.ctypes.data == second.ctypes.data


def test_columns_outlive_their_page() -> None:
    start = Page("<p>a<p>b").runs.start
    assert start.tolist() == [0, 1]


def test_runs_partition_the_text() -> None:
    page = Page("<p>é <b>ß</b></p><!--c-->")
    starts, ends = page.runs.start.tolist(), page.runs.end.tolist()
    cut = [page.text[a:b].decode() for a, b in zip(starts, ends, strict=True)]
    assert cut == page.run_texts() == ["é", "ß", "c"]


def test_tags_crossed_between_two_runs_are_known() -> None:
    page = Page("<p>a</p><ul><li><img>b")
    first, second = page.runs.opened.tolist()
    assert [page.tag_name(node) for node in range(first, second)] == ["ul", "li", "img"]


def test_content_in_noscript_is_visible_and_flagged() -> None:
    page = Page("<body><noscript><p>a</noscript>")
    assert page.runs.flags[0] & FLAGS["NOSCRIPT"]
    assert not page.runs.flags[0] & FLAGS["INVISIBLE"]


def test_an_unclosed_title_does_not_swallow_the_page() -> None:
    page = Page("<title>T<body><p>a<textarea>b<p>c")
    assert page.run_texts() == ["T", "a", "b", "c"]


def test_misplaced_text_in_a_table_is_moved_before_it() -> None:
    assert Page("<table>a<tr><td>b</table>").run_texts() == ["a", "b"]


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("shift_jis", "吾輩は猫である。名前はまだ無い。"),
        ("gb18030", "老街修伞匠的故事还没有讲完。"),
        ("euc-kr", "나는 고양이로소이다. 이름은 아직 없다."),
        ("windows-1251", "Все счастливые семьи похожи друг на друга."),
        ("windows-1252", "“Ça coûte 5 €”, répondit l’hôtelière – très étonnée."),
    ],
)
def test_legacy_encodings_are_decoded(encoding: str, text: str) -> None:
    label = "iso-8859-1" if encoding == "windows-1252" else encoding
    body = f"<p>{text}"
    declared = f"<meta charset={label}>{body}".encode(encoding)
    assert Page(declared).run_texts() == [text]
    assert Page(body.encode(encoding), charset=label).run_texts() == [text]
    undeclared = Page((body * 20).encode(encoding))
    assert undeclared.encoding_source == "detected"
    assert undeclared.run_texts()[0] == text


def test_limits_truncate_a_page_and_set_the_flag() -> None:
    assert Page("<p>a" * 1000, max_nodes=100).truncated
    assert Page(b"<p>" + b"a" * 1000, max_bytes=100).truncated
    assert not Page("<p>a").truncated


def test_other_input_types_are_rejected() -> None:
    with pytest.raises(TypeError, match="expected bytes, str or"):
        Page(7)  # type: ignore[arg-type]


def test_an_unknown_node_or_attribute_is_rejected() -> None:
    page = Page("<p>")
    with pytest.raises(IndexError, match="no node 99"):
        page.tag_name(99)
    with pytest.raises(ValueError, match="not stored"):
        page.attribute(0, "onclick")


@pytest.mark.parametrize("html", ["", b"", "\0", b"\xff\xfe", "<", "&", "\ud800", "<p\0>a"])
def test_the_smallest_input_makes_a_page(html: bytes | str) -> None:
    assert len(Page(html).nodes) > 0
    every_format(html)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_truncated_files_make_pages(path: Path) -> None:
    content = path.read_bytes()
    for end in range(0, len(content), 501):
        every_format(content[:end])


def test_other_file_types_give_an_empty_page_with_the_reason() -> None:
    assert extract(b"%PDF-1.7\n1 0 obj").reason == "not HTML: a PDF file"
    assert extract(b"\xff\xd8\xff\xe0\x00\x10JFIF").reason == "not HTML: a JPEG image"


def test_every_case_of_the_html5lib_suites_makes_a_page() -> None:
    count = 0
    for name, content in read_archive("html5lib-tests.tar.xz"):
        if name.endswith(".dat"):
            for case in content.split(b"#data\n")[1:]:
                every_format(case.split(b"\n#")[0])
                count += 1
    assert count > 1700


@given(any_html)
def test_any_input_makes_consistent_tables(html: bytes | str) -> None:
    page = Page(html)
    parent, end, depth = page.nodes.parent, page.nodes.end, page.nodes.depth
    inner = np.arange(1, len(parent))
    assert parent[0] == -1
    assert (parent[1:] < inner).all()
    assert (end[1:] <= end[parent[1:]]).all()
    assert (depth[1:] == depth[parent[1:]] + 1).all()
    assert (page.runs.start[1:] >= page.runs.end[:-1]).all()
    assert (np.diff(page.runs.opened) >= 0).all()
    code = (page.runs.flags & FLAGS["CODE"]) != 0
    assert ((page.runs.block == -1) == code).all()
    texts = page.run_texts()
    assert all(texts[run].strip() for run in np.flatnonzero(~code))
    assert (page.runs.block[page.blocks.first] == np.arange(len(page.blocks))).all()


@given(st.text())
def test_a_text_without_markup_is_one_run(text: str) -> None:
    # Control characters count as white space.
    text = "".join(" " if c < " " else c for c in text if c not in "<&")
    words = " ".join(Page("<p>" + text).run_texts()).split()
    assert words == text.split()


def test_decisions_are_read_only() -> None:
    decision = _core.Decision.visible(Page("<p>a"))
    for column in (decision.keep, decision.kind, decision.score, decision.reason):
        assert not column.flags.writeable


@pytest.mark.parametrize("html", ["<p>a", b"<p>\xe4", "", b"", "\ud800", b"%PDF-1.7"])
def test_the_source_is_the_object_that_was_passed_in(html: bytes | str) -> None:
    page = Page(html, max_bytes=1)
    assert page.source is html
    assert page.only(np.zeros(len(page.runs), bool)).source is html


def test_the_page_keeps_its_source_alive() -> None:
    page = Page("<p>" + "".join(map(str, range(9))))
    assert page.source == "<p>012345678"


def test_having_returns_nodes_and_values_of_an_attribute() -> None:
    page = Page("<p class=a><b class='b c'>x</b><i id=d>y</i>")
    nodes, values = page.having("class")
    assert [page.tag_name(node) for node in nodes.tolist()] == ["p", "b"]
    assert values == ["a", "b c"]
    with pytest.raises(ValueError, match="not stored"):
        page.having("onclick")


def test_attributes_are_in_source_order() -> None:
    page = Page("<p id=a class=b role=c itemprop=d lang=e title=f>It rained.")
    node = [page.tag_name(each) for each in range(len(page.nodes))].index("p")
    assert "".join(page.attributes(node).values()) == "abcdef"
