from collections.abc import Iterator
from pathlib import Path

import pytest

from webwinnow.crawl.frontier import Frontier, NewUrl, QueuedUrl
from webwinnow.crawl.host_queue import MAX_PAUSE, MAX_SILENCES, HostQueue


@pytest.fixture
def frontier(tmp_path: Path) -> Iterator[Frontier]:
    opened = Frontier(tmp_path / "crawl.state")
    yield opened
    opened.close()


def made(frontier: Frontier, *addresses: str, **settings: int) -> HostQueue:
    """Make a queue of URLs written as site/depth/name."""
    parts = [address.split("/") for address in addresses]
    frontier.add(
        NewUrl(address, site, int(depth))
        for address, (site, depth, _) in zip(addresses, parts, strict=True)
    )
    given = {"concurrency": 2, "max_pages": None, "backoff": 10, **settings}
    return HostQueue(frontier, **given)  # type: ignore[arg-type]


def all_of(queue: HostQueue) -> list[QueuedUrl]:
    found = []
    while address := queue.next_url():
        found.append(address)
    return found


def silent(queue: HostQueue, *, wished: float = 0, is_first: bool = True) -> float:
    return queue.note_silence("a", "timed out", wished, is_first=is_first)


def urls(addresses: list[QueuedUrl]) -> list[str]:
    return [address.url for address in addresses]


def test_concurrency_is_limited_per_site(frontier: Frontier) -> None:
    queue = made(frontier, "a/0/1", "a/0/2", "a/0/3", "b/0/1", "c/0/1")
    assert urls(all_of(queue)) == ["a/0/1", "b/0/1", "c/0/1", "a/0/2"]


def test_depth_starts_when_the_previous_one_is_settled(frontier: Frontier) -> None:
    queue = made(frontier, "a/0/1", "a/1/1", "a/1/2")
    (first,) = all_of(queue)
    queue.delay(first)
    assert all_of(queue) == []
    assert queue.resume(first)
    frontier.mark_done(first, 0)
    queue.settle(first, is_page=True)
    assert urls(all_of(queue)) == ["a/1/1", "a/1/2"]


def test_urls_in_flight_never_exceed_the_page_limit(frontier: Frontier) -> None:
    queue = made(frontier, "a/0/1", "a/0/2", "a/0/3", max_pages=1)
    (first,) = all_of(queue)
    queue.settle(first)  # no page after all
    (second,) = all_of(queue)
    queue.settle(second, is_page=True)
    assert all_of(queue) == []
    assert not queue.has_more


def test_delayed_retries_do_not_block_other_urls(frontier: Frontier) -> None:
    queue = made(frontier, "a/0/1", "a/0/2", "a/0/3", "a/0/4")
    for address in all_of(queue):
        queue.delay(address)
    assert urls(all_of(queue)) == ["a/0/3", "a/0/4"]


def test_silent_site_is_paused(frontier: Frontier, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("webwinnow.crawl.host_queue.time.monotonic", lambda: clock[0])
    queue = made(frontier, "a/0/1", "b/0/1")
    assert [silent(queue), silent(queue, is_first=False), silent(queue)] == [10, 10, 20]
    assert urls(all_of(queue)) == ["b/0/1"]
    clock[0] += 21
    assert urls(all_of(queue)) == ["a/0/1"]


def test_retry_after_is_obeyed_up_to_a_maximum(frontier: Frontier) -> None:
    queue = made(frontier)
    assert silent(queue, wished=45) == 45
    assert silent(queue, wished=86400) == MAX_PAUSE


def test_response_ends_the_silence(frontier: Frontier) -> None:
    queue = made(frontier)
    for _ in range(MAX_SILENCES * 2):
        silent(queue)
        queue.note_response("a")
    assert not queue.given_up


def test_silent_site_without_a_page_is_given_up_and_its_urls_wait(
    frontier: Frontier,
) -> None:
    queue = made(frontier, "a/0/1", "a/0/2", "a/0/3")
    first, second = all_of(queue)
    queue.delay(first)
    for _ in range(MAX_SILENCES):
        silent(queue)
    assert queue.given_up == {"a": "timed out"}
    assert not queue.resume(first)
    queue.settle(second)
    assert not queue.has_more
    assert frontier.count_waiting() == 2


def test_retries_do_not_count_as_silences(frontier: Frontier) -> None:
    queue = made(frontier)
    for _ in range(MAX_SILENCES):
        silent(queue, is_first=False)
    assert not queue.given_up


def test_silent_site_with_a_page_becomes_a_suspect(frontier: Frontier) -> None:
    queue = made(frontier, "a/0/1", "a/1/1")
    (page,) = all_of(queue)
    frontier.mark_done(page, 0)
    queue.settle(page, is_page=True)
    for _ in range(MAX_SILENCES + 1):
        silent(queue)
    assert queue.suspects == {"a": page}
    assert not queue.given_up


def test_style_sheets_wait_neither_for_shallow_pages_nor_for_the_page_limit(
    frontier: Frontier,
) -> None:
    queue = made(frontier, "a/0/1", "a/1/1", max_pages=1)
    (first,) = all_of(queue)
    frontier.add([NewUrl("a/9.css", "a", 9, is_style=True)])
    (style,) = all_of(queue)
    assert style.url == "a/9.css"
    frontier.mark_done(first, 0)
    queue.settle(first, is_page=True)
    frontier.mark_done(style, 1)
    queue.settle(style)
    assert queue.pages == 1
    assert not queue.has_more
    frontier.add([NewUrl("b/9.css", "b", 9, is_style=True)])
    assert queue.has_more
    assert urls(all_of(queue)) == ["b/9.css"]


def test_a_crawl_ends_after_a_host_of_style_sheets_is_given_up(frontier: Frontier) -> None:
    queue = made(frontier)
    frontier.add([NewUrl(f"a/{number}.css", "a", 0, is_style=True) for number in range(3)])
    first, second = all_of(queue)
    queue.delay(first)
    for _ in range(MAX_SILENCES):
        silent(queue)
    queue.settle(second)
    assert queue.given_up == {"a": "timed out"}
    assert not queue.has_more
    assert all_of(queue) == []
    assert frontier.count_waiting() == 2


def test_style_sheets_in_flight_do_not_delay_deeper_pages(frontier: Frontier) -> None:
    queue = made(frontier, "a/3/1")
    frontier.add([NewUrl("a/1.css", "a", 2, is_style=True)])
    assert urls(all_of(queue)) == ["a/1.css", "a/3/1"]


def test_a_full_crawl_looks_only_at_sites_with_style_sheets(frontier: Frontier) -> None:
    queue = made(frontier, *(f"{site}/0/1" for site in "abcdef"), max_pages=0)
    frontier.add([NewUrl("e/1.css", "e", 0, is_style=True)])
    seen = []
    peek = frontier.peek
    frontier.peek = lambda site: seen.append(site) or peek(site)  # type: ignore[method-assign,func-returns-value]
    assert urls(all_of(queue)) == ["e/1.css"]
    assert seen == ["e"]
