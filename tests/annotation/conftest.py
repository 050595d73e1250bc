from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.annotation.sample_project import Small


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Small]:
    made = Small(tmp_path)
    yield made
    made.store.close()
