"""A piece of the input: the unit of work, of progress, and of what is committed."""

from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["Shard"]


@dataclass(frozen=True)
class Shard:
    """A file or a part of one, or some of the files in a folder.

    What `start` and `end` count is the reader's affair: bytes, rows, members, lines of a list.
    Plain values alone, so that it can be written to a plan and sent to other machines.
    """

    number: int
    reader: str  # its name in READERS
    path: str
    start: int = 0
    end: int | None = None  # None: to the end
    size: int = 0  # bytes, about: what progress is measured by

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> "Shard":
        return cls(**values)
