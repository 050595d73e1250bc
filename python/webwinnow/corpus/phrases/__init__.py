"""Find over-represented phrases: text that recurs in many documents, mostly boilerplate."""

from webwinnow.corpus.phrases.search import (
    Phrase,
    PhraseSettings,
    PhraseTable,
    TextDocument,
    count_documents,
    find_phrases,
)

__all__ = [
    "Phrase",
    "PhraseSettings",
    "PhraseTable",
    "TextDocument",
    "count_documents",
    "find_phrases",
]
