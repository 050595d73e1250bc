"""Render texts as hand-written HTML: inline tags, entities, omitted end tags."""

import html
import re
from itertools import groupby
from random import Random

from tests.support.portal.story import Piece

INLINE = ("em", "strong", "b", "i", 'a href="/search?q=harbour"', 'span class="nobr"')
ATTRIBUTE = re.compile(r' (?:class|id)="[^"]*"')


def plain(text: str) -> str:
    return html.escape(text, quote=False).replace("é", "&eacute;")


def inline(text: str, random: Random) -> str:
    """Put a few words into a tag, or replace a space by an entity, or change nothing."""
    words = plain(text).split(" ")
    first = random.randrange(max(1, len(words) - 3))
    chosen = random.random()
    if chosen < 0.4:
        tag = random.choice(INLINE)
        words[first] = f"<{tag}>{words[first]}"
        last = min(first + random.randint(0, 2), len(words) - 1)
        words[last] += f"</{tag.split()[0]}>"
    elif chosen < 0.5 and len(words) > 1:
        words[first : first + 2] = ["&nbsp;".join(words[first : first + 2])]
    return " ".join(words)


def body(pieces: tuple[Piece, ...], random: Random) -> str:
    """Render the body of an article; some articles close no paragraph."""
    end = random.choice(("</p>", "</p>", ""))
    parts = []
    for kind, group in groupby(pieces, key=lambda piece: piece.kind):
        inner = [inline(piece.text, random) for piece in group]
        if kind == "li":
            items = "\n".join(f"<li>{text}</li>" for text in inner)
            parts.append(f"<ul>\n{items}\n</ul>")
        else:
            parts += [element(kind, text, end) for text in inner]
    return "\n".join(parts)


def element(kind: str, text: str, end: str) -> str:
    if kind == "h2":
        return f"<h2>{text}</h2>"
    if kind == "quote":
        return f"<blockquote><p>{text}{end}</blockquote>"
    if kind == "ad":
        return f'<div class="ad"><div class="ad-inner">{text}</div></div>'
    if kind == "caption":
        return f'<div class="picture"><img src="/p.jpg" alt=""><br><small>{text}</small></div>'
    return f"<p>{text}{end}"


def without_names(page: str) -> str:
    """Remove all classes and ids."""
    return ATTRIBUTE.sub("", page)
