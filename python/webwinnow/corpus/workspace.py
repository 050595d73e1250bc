"""What every worker of a job knows: where things are, how the corpus is made, and of what."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from webwinnow.corpus.settings import Settings
from webwinnow.corpus.shard import Shard
from webwinnow.methods import parse_method

__all__ = ["JOB", "Work", "inner_of"]

#: In the corpus's folder: settings and shards, written once, before anything is done.
JOB = "corpus.json"


def inner_of(folder: Path) -> Path:
    """What is made on the way to a corpus; gone when that is done."""
    return folder / ".work"


@dataclass(frozen=True)
class Work:
    """A corpus in the making."""

    folder: Path
    settings: Settings
    shards: tuple[Shard, ...]

    @property
    def inner(self) -> Path:
        return inner_of(self.folder)

    @property
    def scratch(self) -> Path:
        """Where files are while they are written."""
        return self.inner / "scratch"

    def file(self, kind: str, number: int, suffix: str = ".arrow") -> Path:
        return self.inner / kind / f"{number:06}{suffix}"

    @cached_property
    def templates(self) -> Path | None:
        """What GoldMiner has learned from the corpus itself; None where it was given templates, or
        is not the method.
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
    def of_json(cls, folder: Path, values: dict[str, Any]) -> "Work":
        settings = Settings.of_json(values["settings"])
        return cls(folder, settings, tuple(Shard.of_json(each) for each in values["shards"]))

    @classmethod
    def load(cls, folder: Path) -> "Work":
        return cls.of_json(folder, json.loads((folder / JOB).read_bytes()))
