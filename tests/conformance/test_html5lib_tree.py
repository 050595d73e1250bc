"""html5lib's tree-construction suite, compared with the tables of a page.

Both sides are brought down to what the tables hold: elements by name, texts without white space,
comments; attributes, doctypes and namespaces are left out, a template's content counts as its
children, and comments around <html> as being in it. `docs/parsing.md` lists the cases that differ.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.support import ROOT
from tests.support.archives import read_archive
from webwinnow import Page, _core

SECTIONS = {"errors", "new-errors", "document-fragment", "script-off", "script-on", "document"}
Line = tuple[int, str, str]

UNCLOSED = "an unclosed element does not swallow the page"
NUL = "NUL is white space or kept, not replaced"
SELECTED = "<selectedcontent> is filled by the browser, not by the parser"


def reason(html: str) -> str | None:
    """The reason for an intended difference; None if there is none."""
    if "\0" in html:
        return NUL
    if "<selectedcontent>" in html:
        return SELECTED
    for name in ("title", "textarea", "iframe", "noframes"):
        if f"<{name}" in html and f"</{name}>" not in html:
            return UNCLOSED
    return None


def cases() -> Iterator[tuple[str, str, list[str]]]:
    """File, HTML and expected tree of each document that is parsed without scripting."""
    for name, content in read_archive("html5lib-tests.tar.xz"):
        if "/tree-construction/" not in name or not name.endswith(".dat") or "scripted" in name:
            continue
        for case in content.decode().split("#data\n")[1:]:
            parts: dict[str, list[str]] = {"data": []}
            section = "data"
            for line in case.split("\n"):
                if line[:1] == "#" and line[1:] in SECTIONS:
                    section = line[1:]
                    parts[section] = []
                else:
                    parts[section].append(line)
            if "document-fragment" not in parts and "script-on" not in parts:
                yield Path(name).name, "\n".join(parts["data"]), parts["document"]


def expected_lines(document: list[str]) -> list[Line]:
    text = "\n".join(document)
    lines: list[Line] = []
    contents: list[int] = []
    for part in re.split(r"^\| ", text, flags=re.MULTILINE)[1:]:
        body = part.rstrip("\n")
        value = body.lstrip(" ")
        depth = (len(body) - len(value)) // 2
        while contents and depth <= contents[-1]:
            contents.pop()
        if value == "content":
            contents.append(depth)
            continue
        depth -= len(contents)
        if value.startswith("<!DOCTYPE"):
            continue
        if value.startswith("<!--"):
            lines.append((max(depth, 1), "comment", value[4:-3].strip()))
        elif value.startswith('"'):
            lines.append((depth, "text", value[1:-1]))
        elif value.startswith("<") and value.endswith(">"):
            lines.append((depth, "element", value[1:-1].split(" ")[-1].lower()))
    return comparable(lines)


def our_lines(html: str) -> list[Line]:
    page = Page(html)
    depth, texts, opened = page.nodes.depth, page.run_texts(), page.runs.opened.tolist()
    comment = _core.FLAGS["COMMENT"]
    lines: list[Line] = []
    run = 0
    for node in range(len(page.nodes) + 1):
        while run < len(texts) and opened[run] <= node:
            kind = "comment" if page.runs.flags[run] & comment else "text"
            below = int(depth[page.runs.node[run]]) + 1
            lines.append((below, kind, texts[run].strip()))
            run += 1
        if node < len(page.nodes):
            lines.append((int(depth[node]), "element", page.tag_name(node)))
    return comparable(lines)


def comparable(lines: list[Line]) -> list[Line]:
    """Lines with adjacent texts joined, white space and blank texts removed, <html> first."""
    root = next(i for i, line in enumerate(lines) if line[1] == "element")
    joined: list[Line] = []
    for depth, kind, value in [lines[root], *lines[:root], *lines[root + 1 :]]:
        squeezed = "".join(value.split())
        if kind == "text" and not squeezed:
            continue
        if kind == "text" and joined and joined[-1][:2] == (depth, "text"):
            joined[-1] = (depth, "text", joined[-1][2] + squeezed)
        else:
            joined.append((depth, kind, squeezed))
    return joined


def differing() -> tuple[int, dict[str, list[str]]]:
    """The number of cases, and the differing cases by reason."""
    count, found = 0, dict[str, list[str]]()
    for file, html, document in cases():
        count += 1
        if our_lines(html) != expected_lines(document):
            found.setdefault(reason(html) or "unexplained", []).append(f"{file}: {html!r}")
    return count, found


def test_trees_match_the_standard() -> None:
    count, found = differing()
    assert count > 1500
    assert found.get("unexplained", []) == []
    assert sum(map(len, found.values())) / count < 0.025


def test_intended_differences_are_listed() -> None:
    listed = without_spaces((ROOT / "docs" / "parsing.md").read_text(encoding="utf-8"))
    for why, found in differing()[1].items():
        assert without_spaces(f"{why} ({len(found)})") in listed
        for case in found:
            assert without_spaces(f"- `{case}`") in listed


def without_spaces(text: str) -> str:
    """The text without white space, since the documentation wraps its lines."""
    return "".join(text.split())
