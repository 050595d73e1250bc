"""What a page says of its own language."""

from webwinnow._core import TAG_NAMES, Page

__all__ = ["declared_language"]

BODY = TAG_NAMES.index("body")


def declared_language(page: Page) -> str | None:
    """What `body` says, which is nearer to the text, or else `html`; as it is written there."""
    bodies = (page.nodes.tag == BODY).nonzero()[0][:1].tolist()
    for node in (*bodies, *range(min(1, len(page.nodes)))):
        for name in ("lang", "xml:lang"):
            if declared := page.attribute(node, name):
                return declared
    return None
