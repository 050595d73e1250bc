"""One short name for the data of a set, so that scores can say what they were measured on."""

from collections.abc import Iterable
from hashlib import sha256

from webwinnow.gold.datasets.base import GoldPage

__all__ = ["Digest", "digest_of"]


class Digest:
    """Grows page by page, in any order; holds 32 bytes for each, not the page."""

    def __init__(self) -> None:
        self.pages: list[bytes] = []

    def add(self, page: GoldPage) -> None:
        hashed = sha256()
        name = page.name.encode("utf-8", "surrogateescape")
        for part in (name, page.html, page.text.encode("utf-8", "surrogatepass")):
            # With its length before it, a part cannot pass for the end of the one before.
            hashed.update(len(part).to_bytes(8, "big"))
            hashed.update(part)
        self.pages.append(hashed.digest())

    def hexdigest(self) -> str:
        return sha256(b"".join(sorted(self.pages))).hexdigest()


def digest_of(pages: Iterable[GoldPage]) -> str:
    """SHA-256 over names, pages and gold texts; the same in whatever order they come."""
    digest = Digest()
    for page in pages:
        digest.add(page)
    return digest.hexdigest()
