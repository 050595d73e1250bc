"""Clean corpora out of many documents."""

from webwinnow.corpus.dedup import Kept, Marks, Onion, dedup

__all__ = ["Kept", "Marks", "Onion", "dedup"]
