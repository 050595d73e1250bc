from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.crawl.crawling import lines_of
from tests.crawl.test_archive import exchange
from tests.crawl.worker import BATCH_SIZE, DelayedCleaning
from webwinnow import Document, load
from webwinnow.crawl.frontier import NewUrl
from webwinnow.crawl.settings import Settings
from webwinnow.crawl.state import CrawlState
from webwinnow.crawl.texts import Cleaning, PageByPage, line_of
from webwinnow.errors import InputError

SEED = "http://example.org/0"


def opened(folder: Path, cleaning: Cleaning | None = None) -> CrawlState:
    settings = Settings((SEED,), folder / "crawl.warc.gz", folder / "texts.jsonl")
    return CrawlState(settings, cleaning or PageByPage(load("winnow")))


def fetch(state: CrawlState, *numbers: int) -> None:
    """Write and commit pages as a crawl does."""
    for number in numbers:
        state.frontier.add([NewUrl(f"http://example.org/{number}", "example.org", 0)])
        address = state.frontier.peek("example.org")
        assert address
        state.frontier.take(address)
        body = f"<p>This is page {number}.".encode()
        state.frontier.mark_done(address, state.archive.add(exchange(f"/{number}", body)))
    state.commit()


def finish(state: CrawlState) -> list[str]:
    """Return the last path segment of each URL with a text, in order."""
    assert state.texts
    for _ in state.texts.write_rest():
        state.commit()
    state.close()
    return names(state)


def names(state: CrawlState) -> list[str]:
    assert state.settings.clean_to
    return [line["url"].rpartition("/")[2] for line in lines_of(state.settings.clean_to)]


def steps(state: CrawlState, count: int) -> None:
    assert state.texts
    for _ in range(count):
        state.texts.step()
        if state.texts.batch:
            state.texts.batch.exception()  # waits
    state.texts.flush()


def test_texts_follow_the_archive(tmp_path: Path) -> None:
    state = opened(tmp_path)
    fetch(state, 0, 1, 2)
    assert finish(state) == ["0", "1", "2"]
    assert lines_of(tmp_path / "texts.jsonl")[1]["text"] == "This is page 1.\n"


def test_delayed_texts_are_written_at_the_end(tmp_path: Path) -> None:
    state = opened(tmp_path, DelayedCleaning())
    fetch(state, *range(BATCH_SIZE + 2))
    steps(state, 2)
    assert len(names(state)) == BATCH_SIZE
    assert finish(state) == [str(number) for number in range(BATCH_SIZE + 2)]


def test_next_run_cleans_pages_left_by_a_killed_run(tmp_path: Path) -> None:
    killed = opened(tmp_path, DelayedCleaning())
    fetch(killed, *range(BATCH_SIZE + 2))
    steps(killed, 2)
    killed.commit()
    killed.close()
    again = opened(tmp_path, DelayedCleaning())
    fetch(again, BATCH_SIZE + 2)
    assert finish(again) == [str(number) for number in range(BATCH_SIZE + 3)]


def test_uncommitted_lines_are_written_again(tmp_path: Path) -> None:
    killed = opened(tmp_path)
    fetch(killed, 0, 1)
    steps(killed, 2)
    assert names(killed) == ["0", "1"]
    killed.close()
    with (tmp_path / "texts.jsonl").open("a") as file:
        file.write('{"url": "http://exam')
    assert finish(opened(tmp_path)) == ["0", "1"]


def test_texts_can_be_added_by_a_later_run(tmp_path: Path) -> None:
    without = CrawlState(Settings((SEED,), tmp_path / "crawl.warc.gz"))
    fetch(without, 0, 1)
    without.close()
    assert finish(opened(tmp_path)) == ["0", "1"]


class Choosy:
    needs_styles = False

    def add(self, url: str, html: bytes, charset: str | None = None) -> list[Document]:
        if url.endswith("1"):
            raise ZeroDivisionError("no")
        return [Document("fine\n", "text", url)]

    def finish(self) -> Iterator[Document]:
        return iter(())


def test_page_that_fails_does_not_end_the_crawl(tmp_path: Path) -> None:
    state = opened(tmp_path, Choosy())
    fetch(state, 0, 1, 2)
    assert finish(state) == ["0", "1", "2"]
    assert lines_of(tmp_path / "texts.jsonl")[1]["error"] == "ZeroDivisionError: no"


def test_page_that_cannot_be_read_does_not_end_the_crawl(tmp_path: Path) -> None:
    state = opened(tmp_path)
    fetch(state, 0, 1)
    state.frontier.db.execute("UPDATE address SET place = place + 1 WHERE url LIKE '%/0'")
    assert finish(state) == ["0", "1"]
    bad, good = lines_of(tmp_path / "texts.jsonl")
    assert "has no page at byte" in bad["error"]
    assert good["text"]


def test_existing_files_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "texts.jsonl").write_text("mine")
    with pytest.raises(InputError, match="not of this crawl"):
        opened(tmp_path)
    assert (tmp_path / "texts.jsonl").read_text() == "mine"


def test_texts_of_a_crawl_stay_in_one_file(tmp_path: Path) -> None:
    opened(tmp_path).close()
    settings = Settings((SEED,), tmp_path / "crawl.warc.gz", tmp_path / "other.jsonl")
    with pytest.raises(InputError, match=r"are in .*texts\.jsonl'; name that file"):
        CrawlState(settings, PageByPage(load("winnow")))


def test_lines_contain_the_reason_for_missing_text() -> None:
    line = line_of(Document("", "text", "http://example.org/", reason="nothing there"))
    assert line == b'{"url": "http://example.org/", "text": "", "reason": "nothing there"}\n'
