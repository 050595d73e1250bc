"""How a corpus is made: everything that its content depends on, besides its inputs."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

__all__ = ["Settings"]


@dataclass(frozen=True)
class Settings:
    """Plain values alone, so that workers on other machines can be told them.

    method: as `webwinnow clean --method` takes it, settings included
    preset: precision or recall
    languages: codes of those that are kept; all of them where empty
    min_chars, min_text_share, min_block_share: of a page, what less than that is not worth it
    min_quality: share of the language's frequent words, 0 to 1
    max_repetition: share of tokens in n-grams that came before in the same text
    normalise: nfc, dashes, hyphens
    duplicates, near_duplicates: drop pages whose text is that of an earlier one, or nearly so
    onion: drop repeated paragraphs; "free" of the order of work, or "exact", on one machine only
    max_bytes: of a page when unpacked; what is larger is cut off there
    """

    method: str = "winnow"
    preset: str | None = None
    languages: tuple[str, ...] = ()
    min_chars: int = 200
    min_text_share: float = 0.0
    min_block_share: float = 0.0
    min_quality: float = 0.0
    max_repetition: float = 0.5
    normalise: tuple[str, ...] = ()
    duplicates: bool = True
    near_duplicates: bool = True
    onion: Literal["free", "exact"] | None = "free"
    format: str = "parquet"
    max_bytes: int = 16 * 2**20

    @property
    def looks_around(self) -> bool:
        """Whether other documents have a say in what becomes of one."""
        return self.duplicates or self.near_duplicates or self.onion is not None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> "Settings":
        tuples = {key: tuple(each) for key, each in values.items() if isinstance(each, list)}
        return cls(**{**values, **tuples})
