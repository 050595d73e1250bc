"""Reader comments on the pages of a sample.

Comments are unique good text, as the article is. A stretch of blocks counts as comments only if two
kinds of evidence agree; otherwise it stays with the article, because a comment that is kept does
less harm than an article that is lost.

- A name: the class or id of an element, or a heading, has a word such as "comments".
- A look: most texts of the stretch, over all pages, follow a short line, such as an author's name.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import TAG_NAMES
from webwinnow.methods.goldminer.markup import IntArray, fold_digits, tag_set

if TYPE_CHECKING:
    from webwinnow.methods.goldminer.sample import SamplePage

AREA_WORDS = frozenset((
    "comment", "comments", "commentlist", "commenti", "commento", "commentaire", "commentaires",
    "comentario", "comentarios", "kommentar", "kommentare", "kommentarer", "kommentit", "komentar",
    "komentarz", "komentarze", "komentare", "hozzaszolas", "hozzaszolasok", "reacties", "disqus",
    "livefyre", "replies", "reply", "talkback",
))  # fmt: skip
# A class such as "comments-open" or "tone-comment" describes an article.
STATE_WORDS = frozenset((
    "allowed", "category", "closed", "count", "disabled", "enabled", "has", "link", "links", "no",
    "number", "off", "on", "open", "status", "tag", "tonal", "tone", "type", "with", "without",
))  # fmt: skip
# Beginnings of the words in headings: other evidence must agree, so that they may be many.
HEADING_STEMS = (
    "comment", "coment", "komment", "koment", "discuss", "diskus", "repl", "respon", "reaction",
    "réaction", "reactie", "thought", "reader", "opinion", "hozzászól", "vélemény",
)  # fmt: skip
MAX_HEADING_WORDS = 8
# A text of a comment, and the line above it, in characters.
MIN_TEXT, MAX_LINE = 40, 80
# Texts that the sample must have in a stretch, and the share that must follow a short line.
MIN_TEXTS, MIN_LED_SHARE = 2, 0.7

HEADING_TAGS = tag_set(["h1", "h2", "h3", "h4", "h5", "h6"])
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
LETTERS = re.compile(r"[^\W\d_]+")
SENTENCE_END = (".", "!", "?", "…", "。")

BoolArray = NDArray[np.bool_]
Stretch = tuple[str, IntArray]  # its name, and its blocks in order


def find_comments(pages: Sequence["SamplePage"]) -> list[IntArray]:
    """Return the blocks of comments on each page; the evidence of all pages counts."""
    found = [list(find_stretches(page)) for page in pages]
    texts: dict[str, int] = defaultdict(int)
    led: dict[str, int] = defaultdict(int)
    for page, stretches in zip(pages, found, strict=True):
        for name, blocks in stretches:
            counts = count_texts(page, blocks)
            texts[name], led[name] = texts[name] + counts[0], led[name] + counts[1]
    sure = {
        name
        for name, count in texts.items()
        if count >= MIN_TEXTS and led[name] >= MIN_LED_SHARE * count
    }
    nothing = np.zeros(0, np.int64)
    return [
        np.unique(np.concatenate([nothing, *(blocks for name, blocks in some if name in sure)]))
        for some in found
    ]


def find_stretches(page: "SamplePage") -> Iterator[Stretch]:
    """Find stretches with the name of comments, after some text of the page's own."""
    own = np.flatnonzero(page.own)
    if len(own) == 0:
        return
    yield from find_areas(page, own)
    yield from find_headed(page, own)


def find_areas(page: "SamplePage", own: IntArray) -> Iterator[Stretch]:
    """Find elements around own text whose class or id has a word for comments."""
    nodes, first = page.page.nodes, int(own[0])
    seen: set[int] = set()
    for block in own.tolist():
        node = int(page.node[block])
        while node >= 0 and node not in seen:
            seen.add(node)
            name = area_name(page, node)
            blocks = np.flatnonzero(page.inside(node)) if name else own[:0]
            if len(blocks) and blocks[0] > first and page.title not in blocks:
                yield name, blocks
            node = int(nodes.parent[node])


def area_name(page: "SamplePage", node: int) -> str:
    """Return the class or id that names comments; "" if none does."""
    attributes = page.page.attributes(node)
    names = [*attributes.get("class", "").split(), attributes.get("id", "")]
    for name in names:
        words = {word.lower() for word in WORD.findall(name)}
        if not words.isdisjoint(AREA_WORDS) and words.isdisjoint(STATE_WORDS):
            return fold_digits(f".{name}")
    return ""


def find_headed(page: "SamplePage", own: IntArray) -> Iterator[Stretch]:
    """Find text under a heading that names comments, in places where nothing before it is text."""
    tags = np.minimum(page.page.nodes.tag[page.node], len(TAG_NAMES))
    headings = np.flatnonzero(HEADING_TAGS[tags] & (page.chars > 0))
    for heading in headings[headings > own[0]].tolist():
        text = page.texts[heading]
        if heading == page.title or not names_comments(text):
            continue
        parent = max(int(page.page.nodes.parent[page.node[heading]]), 0)
        last = int(np.flatnonzero(page.inside(parent))[-1])
        later = headings[(headings > heading) & (tags[headings] <= tags[heading])]
        end = min(int(later[0]) if len(later) else last + 1, last + 1)
        texts = own[is_text(page, own)]
        before = set(page.places[texts[texts < heading]].tolist())
        inside = texts[(texts > heading) & (texts < end)]
        if len(inside) and before.isdisjoint(page.places[inside].tolist()):
            yield re.sub(r"\d+", "0", text), np.arange(heading, end)


def names_comments(heading: str) -> bool:
    words = LETTERS.findall(heading.lower())
    return len(words) <= MAX_HEADING_WORDS and any(word.startswith(HEADING_STEMS) for word in words)


def count_texts(page: "SamplePage", blocks: IntArray) -> tuple[int, int]:
    """Count the texts of a stretch, and those that follow a short line."""
    blocks = blocks[page.chars[blocks] > 0]
    text = is_text(page, blocks)
    parent = page.page.nodes.parent[page.node[blocks]]
    starts = [
        at
        for at in np.flatnonzero(text).tolist()
        if at == 0 or not text[at - 1] or parent[at] != parent[at - 1]
    ]
    lines = is_line(page, blocks)
    return len(starts), sum(bool(at and lines[at - 1]) for at in starts)


def is_text(page: "SamplePage", blocks: IntArray) -> BoolArray:
    """Mark own blocks that may be the text of a comment."""
    is_long = page.chars[blocks] >= MIN_TEXT
    return np.asarray(page.own[blocks] & is_long & ~is_line(page, blocks))


def is_line(page: "SamplePage", blocks: IntArray) -> BoolArray:
    """Mark short blocks that are no headings and no sentences."""
    tags = np.minimum(page.page.nodes.tag[page.node[blocks]], len(TAG_NAMES))
    is_short = (page.chars[blocks] <= MAX_LINE) & ~HEADING_TAGS[tags]
    ends = [page.texts[block].rstrip().endswith(SENTENCE_END) for block in blocks.tolist()]
    return np.asarray(is_short & ~np.array(ends, bool))
