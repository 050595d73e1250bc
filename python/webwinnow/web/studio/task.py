"""What is to be learned from what: told by the studio to the process that learns."""

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from webwinnow.errors import InputError
from webwinnow.gold.datasets import GoldSet, open_set
from webwinnow.methods import METHODS
from webwinnow.web.studio.json_files import check_types

__all__ = ["Origin", "Task", "check_name"]

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
# What people choose beside methods.
RESERVED = frozenset({"gold", "none"})


@dataclass(frozen=True)
class Origin:
    """Where pages with their gold come from: a project of the store, or a set."""

    kind: str  # "project" or "set"
    id: int | str
    name: str  # as people call it
    place: str  # the store's file, or the set's folder or archive
    prelabel: str | None = None  # the method whose labels people began with

    @property
    def is_project(self) -> bool:
        return self.kind == "project"

    def open(self) -> GoldSet:
        if not self.is_project:
            return open_set(Path(self.place))
        from webwinnow.annotation import Store, gold_set

        store = Store(self.place)
        gold = gold_set(store, int(self.id))
        gold.remove = store.close
        return gold


@dataclass(frozen=True)
class Task:
    method: str
    name: str  # of the model
    origin: Origin
    on_top: bool = False
    seed: int = 0
    job: str = ""  # whose task it is

    @property
    def description(self) -> str:
        """The method and its settings, as commands take them."""
        return f"{self.method}:on_top=True" if self.on_top else self.method

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> "Task":
        """An InputError, or one of `kept.UNFIT`, where the values are no task."""
        task = cls(**{**values, "origin": Origin(**values["origin"])})
        check_types(vars(task), method=str, name=str, on_top=bool, seed=int, job=str)
        check_types(vars(task.origin), kind=str, id=(int, str), name=str, place=str)
        check_types(vars(task.origin), prelabel=(str, type(None)))
        check_name(task.name, ())
        return task


def check_name(name: str, taken: Iterable[str]) -> None:
    """An InputError where no model can be called so: names are those of files, and of methods."""
    if not NAME.fullmatch(name):
        remedy = "take small letters, digits, hyphens and underscores, 60 at most"
        raise InputError(f"a model cannot be called {name!r}; {remedy}")
    if name in METHODS or name in RESERVED:
        raise InputError(f"{name!r} means something else; name the model otherwise")
    if name in taken:
        raise InputError(f"there is a model {name!r} already; name this one otherwise")
