"""Settings of a corpus: everything besides the inputs that its content depends on."""

from dataclasses import asdict, dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Settings:
    """Plain values only, so that they can be sent to workers on other machines.

    method: as in `webwinnow clean --method`, with its settings
    preset: precision or recall
    languages: codes of the languages to keep; all if empty
    min_chars: minimum length; drop documents with fewer characters
    min_text_share, min_block_share: drop pages if a smaller share of their characters or blocks
        is text
    min_quality: drop documents with a smaller share of the language's frequent words, 0 to 1
    max_repetition: drop documents with a larger share of tokens in n-grams that repeat within them
    min_score: drop documents with a lower expected F1, 0 to 1
    page_types: types of the pages to keep; all if empty
    comments: fill the column `comments` with reader comments that are not in the text
    normalise: nfc, dashes, hyphens
    duplicates, near_duplicates: drop documents that have the text of an earlier one, or almost
    onion: drop repeated paragraphs; "free" is independent of the order of work, "exact" runs
        on one machine
    phrases: report over-represented phrases, of a sample of documents
    max_bytes: truncate larger pages, after decompression
    """

    method: str = "winnow"
    preset: str | None = None
    languages: tuple[str, ...] = ()
    min_chars: int = 200
    min_text_share: float = 0.0
    min_block_share: float = 0.0
    min_quality: float = 0.0
    max_repetition: float = 0.5
    min_score: float = 0.0
    page_types: tuple[str, ...] = ()
    comments: bool = False
    normalise: tuple[str, ...] = ()
    duplicates: bool = True
    near_duplicates: bool = True
    onion: Literal["free", "exact"] | None = "free"
    format: str = "parquet"
    phrases: bool = False
    max_bytes: int = 16 * 2**20

    @property
    def compares_documents(self) -> bool:
        """True if a document's result depends on other documents."""
        return self.duplicates or self.near_duplicates or self.onion is not None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> "Settings":
        tuples = {key: tuple(each) for key, each in values.items() if isinstance(each, list)}
        return cls(**{**values, **tuples})
