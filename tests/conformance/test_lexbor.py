"""Real pages: runs and blocks agree with those of Lexbor, a browser-grade parser."""

from difflib import SequenceMatcher
from itertools import islice

from selectolax.lexbor import LexborHTMLParser, LexborNode

from tests.support.archives import read_archive
from webwinnow import Page, _core

PAGES = 500
FLOOR = 0.995
# fmt: off
BLOCKS = {
    "address", "article", "aside", "blockquote", "body", "button", "caption", "center", "dd",
    "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer",
    "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hgroup", "html", "label",
    "legend", "li", "main", "menu", "nav", "noscript", "ol", "optgroup", "option", "p", "pre",
    "search", "section", "select", "summary", "table", "tbody", "td", "textarea", "tfoot", "th",
    "thead", "title", "tr", "ul",
}
# fmt: on
# Lexbor stores a template's content in a separate document.
SKIPPED = _core.FLAGS["CODE"] | _core.FLAGS["TEMPLATE"]


def lexbor_runs(html: str) -> list[tuple[str, str]]:
    runs: list[tuple[str, str]] = []
    root = LexborHTMLParser(html).root
    waiting: list[tuple[LexborNode, str]] = [(root, "html")] if root is not None else []
    while waiting:
        node, block = waiting.pop()
        if node.tag == "-text":
            text = " ".join((node.text_content or "").split())
            if text:
                runs.append((text, block))
        elif node.tag not in {"script", "style"}:
            inside = node.tag if node.tag in BLOCKS else block
            children = []
            child = node.first_child
            while child is not None:
                children.append((child, inside))
                child = child.next
            waiting.extend(reversed(children))
    return runs


def our_runs(html: str) -> list[tuple[str, str]]:
    page = Page(html)
    names = [page.tag_name(node) for node in range(len(page.nodes))]
    parents = page.nodes.parent.tolist()
    block: list[str] = []
    for node, name in enumerate(names):
        block.append(name if name in BLOCKS or node == 0 else block[parents[node]])
    wanted = (page.runs.flags & SKIPPED) == 0
    texts, nodes = page.run_texts(), page.runs.node.tolist()
    return [(" ".join(texts[r].split()), block[nodes[r]]) for r in wanted.nonzero()[0].tolist()]


def test_runs_and_blocks_agree_with_lexbor() -> None:
    pages = (
        content
        for name, content in read_archive("wcxb-dev.tar.xz")
        if name.endswith(".html") and not name.rpartition("/")[2].startswith(".")
    )
    total = same = 0
    for content in islice(pages, PAGES):
        html = content.decode("utf-8", "replace")
        theirs, ours = lexbor_runs(html), our_runs(html)
        total += max(len(theirs), len(ours))
        if theirs == ours:
            same += len(ours)
        else:
            matcher = SequenceMatcher(None, theirs, ours, autojunk=False)
            same += sum(block.size for block in matcher.get_matching_blocks())
    assert total > 100_000
    assert same / total >= FLOOR
