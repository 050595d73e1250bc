from collections.abc import Iterator
from pathlib import Path

import pytest

from webwinnow.crawl.frontier import Address, Frontier, Waiting
from webwinnow.crawl.host_queue import DOUBT, LONGEST_PAUSE, Turns


@pytest.fixture
def frontier(tmp_path: Path) -> Iterator[Frontier]:
    opened = Frontier(tmp_path / "crawl.state")
    yield opened
    opened.close()


def made(frontier: Frontier, *addresses: str, **settings: int) -> Turns:
    """Addresses are written site/depth/name."""
    parts = [address.split("/") for address in addresses]
    frontier.add(
        Waiting(address, site, int(depth))
        for address, (site, depth, _) in zip(addresses, parts, strict=True)
    )
    given = {"concurrency": 2, "max_pages": None, "backoff": 10, **settings}
    return Turns(frontier, **given)  # type: ignore[arg-type]


def all_of(turns: Turns) -> list[Address]:
    found = []
    while address := turns.next():
        found.append(address)
    return found


def silent(turns: Turns, *, wished: float = 0, is_first: bool = True) -> float:
    return turns.silent("a", "timed out", wished, is_first=is_first)


def urls(addresses: list[Address]) -> list[str]:
    return [address.url for address in addresses]


def test_each_site_has_so_many_requests_at_once(frontier: Frontier) -> None:
    turns = made(frontier, "a/0/1", "a/0/2", "a/0/3", "b/0/1", "c/0/1")
    assert urls(all_of(turns)) == ["a/0/1", "b/0/1", "c/0/1", "a/0/2"]


def test_a_depth_begins_when_the_one_before_is_settled(frontier: Frontier) -> None:
    turns = made(frontier, "a/0/1", "a/1/1", "a/1/2")
    (first,) = all_of(turns)
    turns.delay(first)
    assert all_of(turns) == []
    assert turns.resume(first)
    frontier.done(first, 0)
    turns.settled(first, is_page=True)
    assert urls(all_of(turns)) == ["a/1/1", "a/1/2"]


def test_never_more_pages_are_out_than_wanted(frontier: Frontier) -> None:
    turns = made(frontier, "a/0/1", "a/0/2", "a/0/3", max_pages=1)
    (first,) = all_of(turns)
    turns.settled(first)  # no page after all
    (second,) = all_of(turns)
    turns.settled(second, is_page=True)
    assert all_of(turns) == []
    assert not turns.has_more


def test_retries_do_not_take_the_place_of_others(frontier: Frontier) -> None:
    turns = made(frontier, "a/0/1", "a/0/2", "a/0/3", "a/0/4")
    for address in all_of(turns):
        turns.delay(address)
    assert urls(all_of(turns)) == ["a/0/3", "a/0/4"]


def test_a_silent_site_is_left_in_peace(
    frontier: Frontier, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr("webwinnow.crawl.host_queue.time.monotonic", lambda: clock[0])
    turns = made(frontier, "a/0/1", "b/0/1")
    assert [silent(turns), silent(turns, is_first=False), silent(turns)] == [10, 10, 20]
    assert urls(all_of(turns)) == ["b/0/1"]
    clock[0] += 21
    assert urls(all_of(turns)) == ["a/0/1"]


def test_a_wish_to_wait_is_met_within_reason(frontier: Frontier) -> None:
    turns = made(frontier)
    assert silent(turns, wished=45) == 45
    assert silent(turns, wished=86400) == LONGEST_PAUSE


def test_an_answer_ends_the_silence(frontier: Frontier) -> None:
    turns = made(frontier)
    for _ in range(DOUBT * 2):
        silent(turns)
        turns.answered("a")
    assert not turns.given_up


def test_a_site_that_gave_no_page_and_stays_silent_is_given_up_and_its_addresses_wait(
    frontier: Frontier,
) -> None:
    turns = made(frontier, "a/0/1", "a/0/2", "a/0/3")
    first, second = all_of(turns)
    turns.delay(first)
    for _ in range(DOUBT):
        silent(turns)
    assert turns.given_up == {"a": "timed out"}
    assert not turns.resume(first)
    turns.settled(second)
    assert not turns.has_more
    assert frontier.waiting() == 2


def test_further_tries_for_the_same_addresses_are_no_sign(frontier: Frontier) -> None:
    turns = made(frontier)
    for _ in range(DOUBT):
        silent(turns, is_first=False)
    assert not turns.given_up


def test_a_site_that_gave_a_page_is_doubted_before_it_is_given_up(frontier: Frontier) -> None:
    turns = made(frontier, "a/0/1", "a/1/1")
    (page,) = all_of(turns)
    frontier.done(page, 0)
    turns.settled(page, is_page=True)
    for _ in range(DOUBT + 1):
        silent(turns)
    assert turns.doubted == {"a": page}
    assert not turns.given_up
