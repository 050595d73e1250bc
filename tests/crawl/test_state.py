from dataclasses import replace
from pathlib import Path

import pytest

from webwinnow.crawl import reasons
from webwinnow.crawl.settings import Settings
from webwinnow.crawl.state import CrawlState
from webwinnow.errors import InputError
from webwinnow.io.warc import pages


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(("http://example.org/",), tmp_path / "new" / "crawl.warc.gz")


def test_state_file_is_beside_the_archive(settings: Settings) -> None:
    CrawlState(settings).close()
    assert sorted(path.name for path in settings.output.parent.iterdir()) == [
        "crawl.warc.gz",
        "crawl.warc.gz.state",
    ]


def test_archive_without_a_state_is_not_changed(settings: Settings) -> None:
    settings.output.parent.mkdir()
    settings.output.write_bytes(b"mine")
    with pytest.raises(InputError, match="not of this crawl"):
        CrawlState(settings)
    assert settings.output.read_bytes() == b"mine"
    assert not settings.state.exists()


def test_crawl_killed_at_its_start_starts_over(settings: Settings) -> None:
    CrawlState(settings).close()
    end = settings.output.stat().st_size
    state = CrawlState(settings)
    state.frontier.set_fact("archive_end", 0)
    state.frontier.commit()
    state.close()
    CrawlState(settings).close()
    assert abs(settings.output.stat().st_size - end) < 10  # one warcinfo record, not two
    assert list(pages(settings.output)) == []


@pytest.mark.parametrize("change", [{"seeds": ("http://b.org/",)}, {"subdomains": True}])
def test_another_crawl_with_the_same_output_is_rejected(
    settings: Settings, change: dict[str, object]
) -> None:
    CrawlState(settings).close()
    with pytest.raises(InputError, match=r"naming them \(http://example.org/\), or name another"):
        CrawlState(replace(settings, **change))  # type: ignore[arg-type]


def test_settings_that_change_no_identity_may_change(settings: Settings) -> None:
    CrawlState(settings).close()
    CrawlState(replace(settings, delay=5, max_pages=3, max_depth=1, user_agent="me")).close()


@pytest.mark.parametrize(
    ("reason", "change"),
    [(reasons.ROBOTS, {"ignore_robots": True}), (reasons.PRIVATE, {"allow_private": True})],
)
def test_rejected_urls_wait_again_once_allowed(
    settings: Settings, reason: str, change: dict[str, bool]
) -> None:
    state = CrawlState(settings)
    address = state.frontier.peek("example.org")
    assert address
    state.frontier.take(address)
    state.frontier.mark_skipped(address, reason)
    state.commit()
    state.close()
    same = CrawlState(settings)
    assert same.frontier.is_empty()
    same.close()
    allowed = CrawlState(replace(settings, **change))  # type: ignore[arg-type]
    assert not allowed.frontier.is_empty()
    allowed.close()
