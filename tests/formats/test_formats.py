import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.support import ROOT
from webwinnow import Decision, Page, _core
from webwinnow.errors import UnknownFormat
from webwinnow.formats import FORMATS, RenderOptions, render

PAGE = """<h2>Head</h2><p>One <b>two</b>.<br>Three<ul><li>a<ol><li>b</ol><li>c</ul>
<blockquote>said</blockquote><pre><code class=language-py>if x:
    y</code></pre>
<table><caption>cap<tr><th>k<th>v<tr><td><td>w</table><dl><dt>t<dd>d</dl>"""

METADATA: Any = SimpleNamespace(
    title='A "title" & more',
    author=None,
    language="en",
    url="https://a.example/?b&c",
    tags=("x", "y"),
)


def rendered(html: str, to: str, **options: bool) -> str:
    page = Page(html)
    return render(page, Decision.visible(page), to=to, options=RenderOptions(**options))


@pytest.mark.parametrize("to", FORMATS)
def test_empty_page_renders_in_every_format(to: str) -> None:
    output = rendered("", to)
    assert output == "" or output.endswith("\n")


def test_unknown_format_names_the_known_ones() -> None:
    with pytest.raises(UnknownFormat, match="no format 'pdf'; choose from text, markdown, html"):
        rendered("a", "pdf")


def test_decision_for_another_page_is_rejected() -> None:
    with pytest.raises(ValueError, match="use a decision for this page"):
        render(Page("<p>a"), Decision.visible(Page("<p>a<p>b")))


def test_core_takes_its_arguments_by_position() -> None:
    page = Page("a")
    with pytest.raises(TypeError):
        _core.render(page, Decision.visible(page), to="text", links=True, images=True, tables=True)  # type: ignore[call-arg]


@pytest.mark.parametrize("to", FORMATS)
def test_tables_can_be_dropped(to: str) -> None:
    assert "cap" in rendered(PAGE, to)
    assert "cap" not in rendered(PAGE, to, tables=False)


@pytest.mark.parametrize("to", FORMATS)
def test_formulas_read_the_same_in_every_format(to: str) -> None:
    page = "<p>is <math><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>+</mo><msup><mi>x</mi><mn>3</mn>"
    output = rendered(page, to)
    if to == "vertical":
        output = re.sub(r"\n(<g/>\n)?", "", output)
    assert "1/2+x^3" in output
    if to == "json":
        block = json.loads(output)["blocks"][0]
        assert (block["text"], block["runs"]) == ("is 1/2+x^3", [0, 1, 2, 3, 4, 5])


def test_image_beside_tables_left_out_comes_once() -> None:
    table = "<table><tr><td>x<td>y<tr><td>z<td>w</table>"
    page = f"<p>a</p><img src=1>{table}{table}<p>b"
    assert rendered(page, "markdown", images=True, tables=False) == "a\n\n![](1)\n\nb\n"


PICTURE = "<img class=mwe-math-fallback-image-inline alt='{\\displaystyle x_1}'>"


@pytest.mark.parametrize("to", FORMATS)
def test_picture_of_a_formula_comes_once_as_tex(to: str) -> None:
    hidden = "<span style='display:none'><math alttext='x_1'><mi>x</mi></math></span>"
    page = f"<p>where <span><span>{hidden}</span>{PICTURE}</span> is, <b>and</b> {PICTURE}"
    output = rendered(page, to)
    if to == "vertical":
        output = re.sub(r"\n(<g/>\n)?", "", output)
    assert output.count("$x_1$") == (4 if to == "json" else 2)
    if to == "json":
        assert json.loads(output)["text"] == "where $x_1$ is, and $x_1$\n"
        assert json.loads(output)["blocks"][0]["runs"] == [0, 2, 3]


def test_formula_that_shows_has_no_picture() -> None:
    formula = "<span><span><math><mi>x</mi></math></span>"
    page = f"<p>a {formula}{PICTURE}</span> b"
    assert rendered(page, "text") == "a x b\n"
    assert rendered(f"{page}<p>c {PICTURE} d", "text") == "a x b\nc $x_1$ d\n"


def test_images_beside_a_formula_stay() -> None:
    page = "<p><math alttext=x><mi>x</mi></math> <img src=1> a<p><img src=2> b"
    assert rendered(page, "markdown", images=True) == "$x$ ![](1) a\n\n![](2) b\n"


def test_image_needs_kept_text_on_every_side_that_has_text() -> None:
    page = Page("<img src=1><p>a<p><img src=2><p>b<p><img src=3>")
    options = RenderOptions(images=True)
    for keep, images in (((1, 1), "123"), ((1, 0), "1"), ((0, 1), "3"), ((0, 0), "")):
        decision = Decision(page, np.array(keep, np.bool_))
        output = render(page, decision, to="html", options=options)
        assert "".join(re.findall(r'src="(\d)', output)) == images


def test_xml_has_the_structure_of_the_page() -> None:
    main = find(ET.fromstring(rendered(PAGE, "xml")), "main")
    assert [child.tag for child in main] == ["head", "p", "list", "quote", "code", "table", "list"]
    assert find(main, "head").get("rend") == "h2"
    assert find(main, "list/item/list").get("rend") == "ol"
    assert find(main, "code").get("lang") == "py"
    assert [len(row) for row in main.findall("table/row")] == [2, 2]


def find(element: ET.Element, path: str) -> ET.Element:
    found = element.find(path)
    assert found is not None
    return found


def test_xml_carries_metadata() -> None:
    page = Page("<p>a")
    output = render(page, Decision.visible(page), to="xml", metadata=METADATA)
    root = ET.fromstring(output)
    assert root.get("title") == 'A "title" & more'
    assert root.get("author") is None
    assert [tag.text for tag in root.findall("tag")] == ["x", "y"]


TEI = "{http://www.tei-c.org/ns/1.0}"


def test_tei_has_a_header_and_divisions_by_heading() -> None:
    page = Page(f"<p>before</p>{PAGE}<h3>Next</h3>")
    output = render(page, Decision.visible(page), to="tei", metadata=METADATA)
    root = ET.fromstring(output.encode())
    header = find(root, f"{TEI}teiHeader/{TEI}fileDesc")
    assert [child.tag.removeprefix(TEI) for child in header] == [
        "titleStmt",
        "publicationStmt",
        "sourceDesc",
    ]
    body = find(root, f"{TEI}text/{TEI}body")
    assert [child.tag.removeprefix(TEI) for child in body] == ["p", "div", "div"]
    assert body[1][0].tag == f"{TEI}head"
    assert find(root, f".//{TEI}ptr").get("target") == "https://a.example/?b&c"
    assert find(root, f".//{TEI}ab[@type='code']").text == "if x:\n    y"


def test_heading_outside_the_divisions_is_a_block() -> None:
    root = ET.fromstring(rendered("<ul><li><h3>a</h3>b</ul>", "tei").encode())
    assert find(root, f".//{TEI}item/{TEI}ab").get("type") == "heading"


WITH_COMMENT = "<p>It rained.<div><h3>1 comment</h3><p>Not here &amp; now.</div><p>It stopped."


def with_comment_apart(to: str, *, comments: bool = True) -> str:
    page = Page(WITH_COMMENT)
    keep, comment = np.array([1, 0, 0, 1], bool), np.array([0, 1, 1, 0], bool)
    options = RenderOptions(comments=comments)
    return render(page, Decision(page, keep, comment=comment), to=to, options=options)


def test_json_has_comments_apart_from_the_text() -> None:
    found = json.loads(with_comment_apart("json"))
    assert found["text"] == "It rained.\nIt stopped.\n"
    assert found["comments"] == "1 comment\nNot here & now.\n"
    assert "comments" not in json.loads(with_comment_apart("json", comments=False))


def test_xml_has_comments_apart_from_the_text() -> None:
    root = ET.fromstring(with_comment_apart("xml"))
    assert [child.tag for child in root] == ["main", "comments"]
    assert [child.text for child in root[1]] == ["1 comment", "Not here & now."]
    assert "Not here" not in with_comment_apart("xml", comments=False)


def test_tei_has_comments_in_a_last_division() -> None:
    root = ET.fromstring(with_comment_apart("tei"))
    body = find(root, f"{TEI}text/{TEI}body")
    assert [child.tag.removeprefix(TEI) for child in body] == ["p", "p", "div"]
    assert body[2].get("type") == "comments"
    assert "".join(body[2].itertext()).split("\n")[2:4] == ["1 comment", "Not here & now."]
    assert "Not here" not in with_comment_apart("tei", comments=False)


def test_comments_in_the_text_are_not_repeated() -> None:
    page = Page("<p>It rained.<p>Not here.")
    comment = np.array([0, 1], bool)
    decision = Decision(page, np.ones(2, bool), comment=comment)
    found = json.loads(render(page, decision, to="json", options=RenderOptions(comments=True)))
    assert "comments" not in found


def test_vertical_has_one_token_per_line() -> None:
    page = Page("<h1>Don't (stop)</h1><p>3.14 &lt;b&gt;中文。")
    output = render(page, Decision.visible(page), to="vertical", metadata=METADATA)
    lines = output.splitlines()
    assert lines[0] == (
        '<doc title="A &quot;title&quot; &amp; more" language="en" '
        'url="https://a.example/?b&amp;c" tags="x|y">'
    )
    assert lines[1:8] == ['<head level="1">', "Don't", "(", "<g/>", "stop", "<g/>", ")"]
    expected = ["</head>", "<p>", "3.14", "&lt;", "<g/>", "b", "<g/>", "&gt;", "<g/>", "中", "文"]
    assert lines[8:] == [*expected, "<g/>", "。", "</p>", "</doc>"]


def test_json_contains_page_score_and_type() -> None:
    page = Page("<p>a")
    keep = np.array([True])
    known = Decision(page, keep, confidence=0.75, page_type="forum")
    document = json.loads(render(page, known, to="json"))
    assert (document["score"], document["page_type"]) == (0.75, "forum")
    assert json.loads(render(page, Decision(page, keep), to="json")).keys() == {
        "metadata", "text", "blocks",
    }  # fmt: skip


def test_json_contains_the_reason_of_each_block() -> None:
    page = Page("<h1>a</h1><p>b <i>c</i><p>d")
    keep = np.array([True, True, True, False])
    score = np.array([1, 0.5, 1, 0], dtype="f4")
    decision = Decision(page, keep, score=score)
    document = json.loads(render(page, decision, to="json", metadata=METADATA))
    assert document["metadata"]["tags"] == ["x", "y"]
    assert document["text"] == "a\nb c\n"
    assert document["blocks"] == [
        {"kind": "heading", "level": 1, "text": "a", "score": 1.0, "reason": "kept", "tag": "h1"}
        | {"runs": [0]},
        {"kind": "paragraph", "text": "b c", "score": 0.75, "reason": "kept", "tag": "p"}
        | {"runs": [1, 2]},
    ]


def test_html_runs_no_scripts() -> None:
    page = "<p>a <a href=' java\nscript:x'>b</a> <a href='/c' onclick=x>d</a><script>e</script>"
    assert rendered(page, "html", links=True) == '<p>a b <a href="/c">d</a></p>\n'


def test_deep_nesting_gives_small_output() -> None:
    page = "<ul><li>" * 400 + "<blockquote>" * 400 + "a<p>b" * 100
    assert len(rendered(page, "markdown")) < 100 * 100


def test_formats_are_imported_without_the_rest() -> None:
    code = "import sys, webwinnow.formats; print('webwinnow.formats.xml' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


DOCS = ROOT / "docs" / "formats.md"


def test_examples_in_the_docs_are_true() -> None:
    text = DOCS.read_text(encoding="utf-8")
    html, *examples = re.findall(r"````\w*\n(.*?)\n````", text, flags=re.DOTALL)
    for to, example in zip(FORMATS, examples, strict=True):
        assert example in rendered(html, to)
