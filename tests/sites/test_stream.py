import gc
import tracemalloc
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sites.site_pages import article_page, blog_page, discussion, index_page, texts
from tests.support.tag_soup import any_html
from webwinnow import Document, clean, load
from webwinnow.clean import PageCleaner
from webwinnow.methods.goldminer.apply import NO_ARTICLE
from webwinnow.methods.goldminer.method import GoldMiner
from webwinnow.methods.goldminer.store import FolderStore, MemoryStore, Store
from webwinnow.sites import Learning, Site, Template
from webwinnow.sites.stream import MIN_UNMATCHED, SiteStream, put_last

FEW = Learning(sample=10, min_pages=5)


class StreamRun:
    """A stream with its documents, by URL."""

    def __init__(self, settings: Learning = FEW, templates: Store | Path | None = None) -> None:
        self.notes: list[str] = []
        method = GoldMiner(templates=templates)
        self.stream = SiteStream(PageCleaner(method), settings, notify=self.notes.append)
        self.documents: list[Document] = []

    def add(self, html: str, path: str, host: str = "a.example") -> list[str]:
        ready = self.stream.add(f"http://{host}/{path}", html.encode())
        self.documents += ready
        return self.paths(ready)

    def add_all(self, make: Callable[[int], str], numbers: Iterable[int], host: str) -> None:
        for number in numbers:
            self.add(make(number), f"{make.__name__}/{number}", host)

    def finish(self) -> list[str]:
        last = list(self.stream.finish())
        self.documents += last
        return self.paths(last)

    @staticmethod
    def paths(documents: list[Document]) -> list[str]:
        return [(each.url or "").split("/", 3)[-1] for each in documents]

    def __getitem__(self, path: str) -> Document:
        (found,) = (each for each in self.documents if (each.url or "").endswith(f"/{path}"))
        return found


def talked(number: int) -> str:
    """An article with comments."""
    return article_page(number, after=discussion(("talk", number), 3))


def is_clean(document: Document, number: int) -> bool:
    talk = texts(("talk", number), 3)
    return all(text in document.text for text in texts(number)) and not any(
        text in document.text for text in talk
    )


def test_pages_wait_until_the_sample_is_complete() -> None:
    stream = StreamRun()
    for number in range(9):
        assert stream.add(talked(number), str(number)) == []
    assert stream.add(talked(9), "9") == [str(number) for number in range(10)]
    assert stream.add(talked(10), "10") == ["10"]
    assert stream.finish() == []
    assert all(is_clean(stream[str(number)], number) for number in range(11))
    assert stream.notes == ["a.example: 1 template learned"]


def test_hosts_and_subdomains_wait_separately() -> None:
    stream = StreamRun()
    stream.add_all(talked, range(9), "a.example")
    stream.add_all(talked, range(9), "b.a.example")
    assert stream.documents == []
    assert len(stream.add(talked(9), "9", "www.a.example")) == 10
    assert len(stream.finish()) == 9


def test_small_sample_is_used_at_the_end() -> None:
    stream = StreamRun()
    stream.add_all(talked, range(6), "a.example")
    assert len(stream.finish()) == 6
    assert is_clean(stream["talked/3"], 3)


def test_inner_method_cleans_too_few_pages() -> None:
    stream = StreamRun()
    stream.add_all(talked, range(2), "a.example")
    stream.finish()
    assert stream["talked/1"].text == clean(talked(1), method="justext")


def test_inner_method_cleans_pages_without_templates() -> None:
    stream = StreamRun()
    stream.add_all(lambda number: talked(1), range(10), "a.example")
    assert [each.text for each in stream.documents] == [clean(talked(1), method="justext")] * 10
    assert stream.notes == ["a.example: all pages have the same text"]


def test_next_sample_may_give_templates() -> None:
    stream = StreamRun()
    stream.add_all(index_page, range(10), "a.example")
    assert len(stream.documents) == 10
    stream.add_all(talked, range(10), "a.example")
    assert is_clean(stream["talked/2"], 2)
    assert stream.notes == [
        "a.example: nearly all pages look like indexes",
        "a.example: 1 template learned",
    ]


def test_page_without_a_host_is_cleaned_at_once() -> None:
    stream = SiteStream(PageCleaner(GoldMiner()), FEW)
    (found,) = stream.add(None, talked(1).encode())
    assert found.text == clean(talked(1), method="justext")
    own = talked(1).replace("<body>", '<link rel=canonical href="http://a.example/1"><body>')
    assert stream.add(None, own.encode()) == []
    assert stream.add("http://\udcff.example/", talked(2).encode()) != []


def test_indexes_of_a_known_site_are_empty() -> None:
    stream = StreamRun()
    stream.add_all(talked, range(10), "a.example")
    stream.add(index_page(1), "list")
    stream.finish()
    assert (stream["list"].text, stream["list"].reason) == ("", NO_ARTICLE)


def test_unmatched_articles_wait_until_there_are_enough() -> None:
    stream = StreamRun(Learning(sample=50, min_pages=5))
    stream.add_all(talked, range(50), "a.example")
    stream.documents.clear()
    for number in range(MIN_UNMATCHED - 1):
        for other in (100 + number, 200 + number):
            assert stream.add(talked(other), str(other)) == [str(other)]
        assert stream.add(blog_page(number), f"blog/{number}") == []
    ready = stream.add(blog_page(MIN_UNMATCHED - 1), f"blog/{MIN_UNMATCHED - 1}")
    assert ready == [f"blog/{number}" for number in range(MIN_UNMATCHED)]
    assert all(text in stream["blog/3"].text for text in texts(("blog", 3)))
    assert stream.add(blog_page(99), "blog/99") == ["blog/99"]
    assert stream.add(talked(60), "60") == ["60"]
    assert is_clean(stream["60"], 60)
    assert stream.notes[1:] == ["a.example: 1 template learned: some pages matched none"]


def test_inner_method_cleans_unmatched_articles_at_the_end() -> None:
    stream = StreamRun()
    stream.add_all(talked, range(10), "a.example")
    stream.add_all(blog_page, range(3), "a.example")
    assert len(stream.documents) == 10
    assert stream.finish() == ["blog_page/0", "blog_page/1", "blog_page/2"]
    assert all(text in stream["blog_page/2"].text for text in texts(("blog", 2)))


def test_changed_site_is_learned_again() -> None:
    store = MemoryStore()
    stream = StreamRun(Learning(sample=20, min_pages=5), store)
    stream.add_all(talked, range(30), "a.example")
    before = store.get("a.example")
    stream.add_all(blog_page, range(60), "a.example")
    stream.finish()
    after = store.get("a.example")
    assert before
    assert after
    assert len(stream.documents) == 90
    assert len(before.templates) < len(after.templates)
    for number in (0, 30, 59):
        text = stream[f"blog_page/{number}"].text
        assert all(each in text for each in texts(("blog", number)))
        assert "One" not in text.split()  # what stands behind the article


def test_stale_templates_are_replaced() -> None:
    store = MemoryStore()
    stream = StreamRun(Learning(sample=20, min_pages=5), store)
    stream.add_all(blog_page, range(20), "a.example")
    (old,) = (store.get("a.example") or Site("")).templates
    again = StreamRun(Learning(sample=60, min_pages=20), store)
    again.add_all(talked, range(60), "a.example")
    again.finish()
    new = store.get("a.example")
    assert new
    assert new.templates[0].container == "div.story"
    assert old.container in [each.container for each in new.templates]
    assert is_clean(again["talked/59"], 59)
    assert again.notes == ["a.example: 1 template learned: the old ones are stale"]


def test_indexes_do_not_make_templates_stale() -> None:
    stream = StreamRun(Learning(sample=20, min_pages=5))
    stream.add_all(talked, range(20), "a.example")
    stream.add_all(index_page, range(100, 160), "a.example")
    assert not stream.stream.is_stale("a.example")
    stream.finish()
    assert len(stream.notes) == 1


def test_templates_go_to_the_store_of_the_method(tmp_path: Path) -> None:
    stream = StreamRun(templates=FolderStore(tmp_path))
    stream.add_all(talked, range(10), "a.example")
    assert (tmp_path / "a.example.json").exists()
    other = StreamRun(templates=tmp_path)
    assert other.add(talked(20), "20") == ["20"]
    assert is_clean(other["20"], 20)


def test_broken_file_is_learned_again(tmp_path: Path) -> None:
    (tmp_path / "a.example.json").write_text("{")
    stream = StreamRun(templates=tmp_path)
    with pytest.warns(UserWarning, match="holds no templates"):
        stream.add_all(talked, range(10), "a.example")
    assert all(is_clean(stream[f"talked/{number}"], number) for number in range(10))
    assert FolderStore(tmp_path).get("a.example")


def test_charset_of_the_recipe_overrides() -> None:
    html = "<p>Łódź is a town in the middle of the land.".encode("iso-8859-2")
    for own, given_with in (("iso-8859-2", None), ("iso-8859-2", "koi8-r"), (None, "iso-8859-2")):
        stream = SiteStream(PageCleaner(GoldMiner("all"), charset=own), FEW)
        stream.add("http://a.example/", html, given_with)
        (found,) = stream.finish()
        assert found.text.startswith("Łódź")


def test_another_thread_may_use_the_stream() -> None:
    stream = StreamRun()
    with ThreadPoolExecutor(1) as thread:
        thread.submit(stream.add_all, talked, range(12), "a.example").result()
        thread.submit(stream.finish).result()
    assert len(stream.documents) == 12


def test_close_removes_all_files(tmp_path: Path) -> None:
    stream = SiteStream(PageCleaner(GoldMiner()), FEW, spool=tmp_path)
    stream.add("http://a.example/", b"<p>x")
    assert any(tmp_path.iterdir())
    assert len(list(stream.finish())) == 1
    assert not any(tmp_path.iterdir())


def test_other_methods_raise_type_error() -> None:
    with pytest.raises(TypeError, match="sites are cleaned with GoldMiner, not bte"):
        SiteStream(PageCleaner(load("bte")))


MAKERS = (talked, blog_page, index_page, lambda number: "", lambda number: article_page("same"))


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, len(MAKERS) - 1)), max_size=60),
    st.integers(2, 12),
)
def test_every_page_comes_out_once(turns: list[tuple[int, int]], sample: int) -> None:
    stream = StreamRun(Learning(sample=sample, min_pages=2))
    for number, (host, kind) in enumerate(turns):
        stream.add(MAKERS[kind](number), str(number), f"{host}.example")
    stream.finish()
    assert sorted(stream.paths(stream.documents), key=int) == [str(n) for n in range(len(turns))]
    assert not [each for each in stream.documents if each.error]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 1), any_html), max_size=12), st.integers(0, 60))
def test_any_bytes_come_out_once(pages: list[tuple[int, bytes]], least: int) -> None:
    stream = SiteStream(PageCleaner(GoldMiner()), Learning(sample=4, min_text=least, min_pages=2))
    found = [
        document
        for number, (host, html) in enumerate(pages)
        for document in stream.add(f"http://{host}.example/{number}", html)
    ]
    found += stream.finish()
    assert len({each.url for each in found}) == len(found) == len(pages)
    assert not [each for each in found if each.error]


def test_pages_of_a_host_keep_their_order() -> None:
    stream = StreamRun()
    for number in range(30):
        stream.add(talked(number), str(number), f"{number % 3}.example")
    stream.finish()
    for host in range(3):
        own = [int(path) for path in stream.paths(stream.documents) if int(path) % 3 == host]
        assert own == sorted(own)


def grown(feed: Callable[[int], object], first: int, last: int) -> int:
    """Bytes more after the last than after the first so many pages."""
    for number in range(first):
        feed(number)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for number in range(first, last):
        feed(number)
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return after - before


def test_memory_does_not_grow_with_the_pages_of_a_host() -> None:
    stream = SiteStream(
        PageCleaner(GoldMiner("all")), Learning(sample=20, min_text=50, min_pages=5)
    )
    kinds = [
        [article_page(n % 40).encode() for n in range(40)],
        [index_page(n).encode() for n in range(5)],
    ]

    def feed(number: int) -> None:
        kind = kinds[number % 10 == 0]
        stream.add(f"http://a.example/{number}", kind[number % len(kind)])

    assert grown(feed, 300, 3000) < 300_000


def test_memory_does_not_grow_with_the_hosts() -> None:
    stream = SiteStream(PageCleaner(GoldMiner("all")), FEW)
    page = b"<p>" + b"It rained all night. " * 50

    def feed(number: int) -> None:
        assert stream.add(f"http://{number}.example/", page) == []

    assert grown(feed, 1500, 3500) < 200_000
    assert sum(1 for _ in stream.finish()) == 3500


def test_failed_learning_loses_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise OSError(28, "No space left on device")

    stream = StreamRun(Learning(sample=10, min_pages=5))
    monkeypatch.setattr(stream.stream.store, "put", broken)
    stream.add_all(talked, range(10), "a.example")
    assert len(stream.documents) == 10
    assert all(each.text for each in stream.documents)
    assert "no templates learned" in stream.notes[0]


def test_templates_with_the_least_support_are_dropped() -> None:
    many = tuple(Template(f"div.a{'x' * number}", support=number + 1) for number in range(16))
    found = put_last(Site("a.example", many), Site("a.example", (Template("div.new", support=9),)))
    assert len(found.templates) == 16
    assert "div.new" in [each.container for each in found.templates]
    assert "div.a" not in [each.container for each in found.templates]
