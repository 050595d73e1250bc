from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.annotation.sample_project import SampleProject


@pytest.fixture
def sample(tmp_path: Path) -> Iterator[SampleProject]:
    made = SampleProject(tmp_path)
    yield made
    made.store.close()
