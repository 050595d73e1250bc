"""Compare the phrases of several corpora, such as the same pages before and after cleaning."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webwinnow.corpus.phrases.search import (
    Documents,
    PhraseSettings,
    PhraseTable,
    count_documents,
    find_phrases,
)


@dataclass(frozen=True)
class Comparison:
    """Phrases of each corpus, and their documents in all of them.

    tables: by name of the corpus
    documents: for each table and corpus, the documents that have at least half of each phrase of
        the table; empty if there is only one corpus
    """

    tables: dict[str, PhraseTable]
    documents: dict[str, dict[str, list[int]]]

    def as_json(self) -> dict[str, Any]:
        """A table for each corpus; of several, its phrases have their documents in each."""
        found = {name: table.as_json() for name, table in self.tables.items()}
        for name, counts in self.documents.items():
            for place, phrase in enumerate(found[name]["phrases"]):
                phrase["documents_in"] = {each: of[place] for each, of in counts.items()}
        return found


def compare(corpora: Mapping[str, Documents], settings: PhraseSettings) -> Comparison:
    """Find the phrases of each corpus and count them in the others."""
    tables = {name: find_phrases(documents, settings) for name, documents in corpora.items()}
    if len(tables) == 1:
        return Comparison(tables, {})
    counts = {
        name: {
            other: count_documents(table.phrases, documents, settings)
            for other, documents in corpora.items()
        }
        for name, table in tables.items()
    }
    return Comparison(tables, counts)
