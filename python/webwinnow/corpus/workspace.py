"""Files, settings and shards of a corpus job, as every worker sees them."""

import json
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from webwinnow.corpus.settings import Settings
from webwinnow.methods import parse_method

#: Settings and shards, in the corpus's folder; written once, before any task.
JOB_FILE = "corpus.json"


@dataclass(frozen=True)
class Shard:
    """A part of the input: a file, a range of one, or some files of a folder.

    Shards are the unit of work, progress and commits. The unit of `start` and `end` depends on
    the reader: bytes, rows, members or lines. All values are plain, for JSON and other machines.
    """

    number: int
    reader: str  # key of READERS
    path: str
    start: int = 0
    end: int | None = None  # None: to the end of the file
    size: int = 0  # approximate bytes, for progress

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> "Shard":
        return cls(**values)


def intermediate_folder(folder: Path) -> Path:
    """Folder of intermediate files in a corpus's folder; deleted when the job is done."""
    return folder / ".work"


@dataclass(frozen=True)
class Workspace:
    """A corpus's folder, with the settings and shards of its job."""

    folder: Path
    settings: Settings
    shards: tuple[Shard, ...]

    @property
    def intermediate(self) -> Path:
        return intermediate_folder(self.folder)

    @property
    def scratch(self) -> Path:
        """Folder for drafts: files that are not yet committed."""
        return self.intermediate / "scratch"

    def file(self, kind: str, number: int, suffix: str = ".arrow") -> Path:
        """Path of an intermediate file of a shard or bucket."""
        return self.intermediate / kind / f"{number:06}{suffix}"

    @cached_property
    def templates(self) -> Path | None:
        """Templates that GoldMiner learns from this corpus.

        None if the method is another one, or if its settings name existing templates.
        """
        spec = parse_method(self.settings.method)
        learns = spec.name == "goldminer" and "templates" not in spec.settings
        return self.folder / "templates.db" if learns else None

    def as_json(self) -> dict[str, Any]:
        return {
            "settings": self.settings.as_json(),
            "shards": [shard.as_json() for shard in self.shards],
        }

    @classmethod
    def of_json(cls, folder: Path, values: dict[str, Any]) -> "Workspace":
        settings = Settings.of_json(values["settings"])
        return cls(folder, settings, tuple(Shard.of_json(each) for each in values["shards"]))

    @classmethod
    def load(cls, folder: Path) -> "Workspace":
        return cls.of_json(folder, json.loads((folder / JOB_FILE).read_bytes()))
