from pathlib import Path

import pytest

from webwinnow.crawl import Settings, crawl
from webwinnow.crawl.frontier import NewUrl
from webwinnow.crawl.state import CrawlState
from webwinnow.errors import InputError

SQLITE_PAGE = 4096  # bytes


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings of a started crawl whose state file has several SQLite pages."""
    settings = Settings(("http://127.0.0.1:9/",), tmp_path / "crawl.warc.gz")
    state = CrawlState(settings)
    state.frontier.add(NewUrl(f"http://127.0.0.1:9/{n}", "127.0.0.1", 1) for n in range(1000))
    state.commit()
    state.close()
    return settings


def damage(state: Path, start: int, end: int) -> None:
    content = bytearray(state.read_bytes())
    content[start:end] = b"\xff" * len(content[start:end])
    state.write_bytes(content)


# Damage from the table definitions on, from the first rows on, or from later rows on.
@pytest.mark.parametrize("start", [100, SQLITE_PAGE, 10 * SQLITE_PAGE])
def test_damaged_state_is_reported_and_the_files_are_closed(settings: Settings, start: int) -> None:
    damage(settings.state, start, 10**9)
    archive = settings.output.read_bytes()
    kept = []
    for _ in range(2):  # a file that is still open would be in use by another crawl
        with pytest.raises(InputError, match=r"\.state' is damaged \(.*; restore a copy") as error:
            crawl(settings)
        kept.append(error)
    assert settings.output.read_bytes() == archive
