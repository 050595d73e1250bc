from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.studio.asking import Client, asking


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Client]:
    """With a project, number 1, that has Ann and Ben and begins with labels of a method."""
    with asking(tmp_path / "a.db") as ask:
        assert ask.post("/api/projects", name="News", prelabel="sure")["id"] == 1
        for name in ("Ann", "Ben"):
            assert ask.post("/api/projects/1/annotators", name=name) == {"name": name}
        yield ask
