"""Provenance of a model: the pages that it was trained on, so that scores on them are flagged."""

from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple


class ProvenanceSet(NamedTuple):
    """A gold set, or the part of it that was used."""

    name: str
    digest: str  # `Digest.hexdigest` of its pages
    pages: int


@dataclass(frozen=True)
class Provenance:
    """Gold sets, and the key of each page."""

    sets: tuple[ProvenanceSet, ...] = ()
    pages: frozenset[int] = frozenset()

    def __or__(self, other: "Provenance") -> "Provenance":
        new = tuple(each for each in other.sets if each not in self.sets)
        return Provenance(self.sets + new, self.pages | other.pages)


def page_key(html: bytes) -> int:
    """Return the first 64 bits of the page's SHA-256."""
    return int.from_bytes(sha256(html).digest()[:8], "big")
