import threading

import pytest

from webwinnow import Page
from webwinnow.web.studio.page_cache import DECISIONS, Opened, OpenedPage


def page(name: str, html: str = "<p>x") -> OpenedPage:
    return OpenedPage(name, Page(html))


def names(opened: Opened) -> list[str]:
    return [one.name for one in opened.recent()]


def test_a_page_is_found_by_an_id_that_cannot_be_guessed() -> None:
    opened = Opened()
    first, second = opened.add(page("a")), opened.add(page("a"))
    assert first != second
    assert min(len(first), len(second)) >= 16
    found = opened.find(first)
    assert found is not None
    assert found.name == "a"
    assert opened.find("a") is None


def test_the_page_not_looked_at_for_longest_goes_first() -> None:
    opened = Opened(pages=2)
    first = opened.add(page("a"))
    second = opened.add(page("b"))
    opened.find(first)
    opened.add(page("c"))
    assert names(opened) == ["c", "a"]
    assert opened.find(second) is None


def test_large_pages_make_room_for_each_other() -> None:
    opened = Opened(size=100)
    for name in "abc":
        opened.add(page(name, "x" * 45))
    assert names(opened) == ["c", "b"]
    opened.add(page("larger than all", "x" * 200))
    assert names(opened) == ["larger than all"]


def test_threads_do_not_get_in_each_others_way() -> None:
    opened = Opened(pages=5)

    def work() -> None:
        for _ in range(200):
            opened.find(opened.add(page("a")))
            opened.recent()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened.recent()) == 5


def test_a_decision_is_made_once_and_the_oldest_is_forgotten() -> None:
    one, made = page("a"), list[int]()

    def ask(key: int) -> None:
        def decide() -> tuple[object, float]:
            made.append(key)
            return object(), 0.0

        one.decided(key, decide)  # type: ignore[arg-type]

    ask(0)
    ask(0)
    assert made == [0]
    for key in range(1, DECISIONS + 1):
        ask(key)
    ask(0)
    assert made == [*range(DECISIONS + 1), 0]


def test_a_decision_that_fails_is_tried_again() -> None:
    one = page("a")

    def fail() -> None:
        raise ValueError

    for _ in range(2):
        with pytest.raises(ValueError, match=r"^$"):
            one.decided("key", fail)  # type: ignore[arg-type]
