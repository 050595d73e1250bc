import threading

import pytest

from webwinnow import Page
from webwinnow.web.studio.page_cache import MAX_DECISIONS, OpenedPage, PageCache


def page(name: str, html: str = "<p>x") -> OpenedPage:
    return OpenedPage(name, Page(html))


def names(cache: PageCache) -> list[str]:
    return [one.name for one in cache.recent()]


def test_pages_have_unguessable_ids() -> None:
    cache = PageCache()
    first, second = cache.add(page("a")), cache.add(page("a"))
    assert first != second
    assert min(len(first), len(second)) >= 16
    found = cache.find(first)
    assert found is not None
    assert found.name == "a"
    assert cache.find("a") is None


def test_the_least_recently_used_page_is_evicted() -> None:
    cache = PageCache(pages=2)
    first = cache.add(page("a"))
    second = cache.add(page("b"))
    cache.find(first)
    cache.add(page("c"))
    assert names(cache) == ["c", "a"]
    assert cache.find(second) is None


def test_large_pages_evict_others() -> None:
    cache = PageCache(size=100)
    for name in "abc":
        cache.add(page(name, "x" * 45))
    assert names(cache) == ["c", "b"]
    cache.add(page("larger than all", "x" * 200))
    assert names(cache) == ["larger than all"]


def test_the_cache_is_thread_safe() -> None:
    cache = PageCache(pages=5)

    def work() -> None:
        for _ in range(200):
            cache.find(cache.add(page("a")))
            cache.recent()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(cache.recent()) == 5


def test_a_decision_is_cached_and_the_oldest_is_evicted() -> None:
    one, keys = page("a"), list[int]()

    def decide_for(key: int) -> None:
        def decide() -> tuple[object, float]:
            keys.append(key)
            return object(), 0.0

        one.cached_decision(key, decide)  # type: ignore[arg-type]

    decide_for(0)
    decide_for(0)
    assert keys == [0]
    for key in range(1, MAX_DECISIONS + 1):
        decide_for(key)
    decide_for(0)
    assert keys == [*range(MAX_DECISIONS + 1), 0]


def test_a_failed_decision_is_not_cached() -> None:
    one = page("a")

    def fail() -> None:
        raise ValueError

    for _ in range(2):
        with pytest.raises(ValueError, match=r"^$"):
            one.cached_decision("key", fail)  # type: ignore[arg-type]
