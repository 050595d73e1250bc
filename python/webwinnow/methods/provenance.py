"""What a method has learned from, so that nobody takes scores on the same pages at face value."""

from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

__all__ = ["Provenance", "ProvenanceSet", "page_key"]


class ProvenanceSet(NamedTuple):
    name: str
    digest: str  # `Digest.hexdigest` of the pages learned from
    pages: int


@dataclass(frozen=True)
class Provenance:
    """Sets by name, and each page by its key, which also tells a part of a set."""

    sets: tuple[ProvenanceSet, ...] = ()
    pages: frozenset[int] = frozenset()

    def __or__(self, other: "Provenance") -> "Provenance":
        new = tuple(one for one in other.sets if one not in self.sets)
        return Provenance(self.sets + new, self.pages | other.pages)


def page_key(html: bytes) -> int:
    """The first 64 bits of the page's SHA-256."""
    return int.from_bytes(sha256(html).digest()[:8], "big")
