import sqlite3
import threading
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.msnbc_site import ARTICLES, COMMENTS, PAGES
from webwinnow import Page, extract
from webwinnow.errors import InputError, ModelError
from webwinnow.methods.goldminer.method import GoldMiner
from webwinnow.methods.goldminer.store import (
    FolderStore,
    MemoryStore,
    SqliteStore,
    Store,
    open_store,
)
from webwinnow.sites import Site, Template

SITE = Site("a.example", (Template("div#a", support=3),), sample=5)

MAKERS: dict[str, Callable[[Path], Store]] = {
    "folder": lambda path: open_store(path / "templates", create=True),
    "database": lambda path: open_store(path / "templates.db", create=True),
    "memory": lambda path: MemoryStore(),
}


@pytest.fixture(params=MAKERS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return MAKERS[request.param](tmp_path)


STRANGE = ["::1", "a b.example", "ű.example", "a\x00b", "..", "%2e%2e", "a/b", "con", "x" * 1000]
STRANGE += ["ű" * 300 + ".example", "x" * 1000 + "y", "*.json", "a.json", "'; DROP TABLE sites"]


def test_put_then_get(store: Store) -> None:
    assert store.get("a.example") is None
    assert store.hosts() == []
    store.put(SITE)
    assert store.get("a.example") == SITE
    assert (store.hosts(), list(store), len(store)) == (["a.example"], ["a.example"], 1)


def test_put_replaces_a_site(store: Store) -> None:
    store.put(SITE)
    store.put(replace(SITE, sample=9))
    assert store.get("a.example") == replace(SITE, sample=9)
    assert len(store) == 1


def test_hosts_are_sorted(store: Store) -> None:
    for host in ("c.example", "a.example", "b.example"):
        store.put(replace(SITE, host=host))
    assert store.hosts() == ["a.example", "b.example", "c.example"]


def test_unusual_and_long_host_names(store: Store) -> None:
    for number, host in enumerate(STRANGE):
        store.put(replace(SITE, host=host, sample=number))
    store._cache.clear()
    for number, host in enumerate(STRANGE):
        assert store.get(host) == replace(SITE, host=host, sample=number)
    assert store.hosts() == sorted(STRANGE)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_text_may_be_a_host(store: Store, host: str) -> None:
    store.put(replace(SITE, host=host))
    store._cache.clear()
    assert store.get(host) == replace(SITE, host=host)
    assert host in store.hosts()


def test_cache_is_bounded(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webwinnow.methods.goldminer.store.MAX_CACHED", 10)
    for number in range(30):
        store.get(f"{number}.example")
        store.put(replace(SITE, host=f"{number}.org"))
    assert len(store._cache) <= 10


def test_threads_share_a_store(store: Store) -> None:
    failed: list[Exception] = []

    def use(number: int) -> None:
        try:
            for turn in range(20):
                store.put(replace(SITE, host=f"{number}.example", sample=turn))
                found = store.get(f"{number}.example")
                assert found
                assert found.sample == turn
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=use, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert len(store) == 4


@pytest.mark.parametrize(
    "name", ["templates", "templates.db", "deep/er/templates", "deep/t.sqlite"]
)
def test_sites_persist(tmp_path: Path, name: str) -> None:
    first = open_store(tmp_path / name, create=True)
    first.put(SITE)
    first.close()
    assert open_store(tmp_path / name).get("a.example") == SITE


def test_open_for_reading_creates_nothing(tmp_path: Path) -> None:
    for name in ("templates", "templates.db"):
        with pytest.raises(
            InputError, match=r"no templates at .*; learn some with: webwinnow site"
        ):
            open_store(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = FolderStore(tmp_path)
    store.put(SITE)

    def full(path: Path, *_: object, **__: object) -> int:
        with path.open("w") as file:
            file.write('{"webwinnow')
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(InputError, match=r"cannot write .*No space left"):
        store.put(replace(SITE, sample=9))
    monkeypatch.undo()
    assert [file.name for file in tmp_path.iterdir()] == ["a.example.json"]
    assert FolderStore(tmp_path).get("a.example") == SITE
    assert store.get("a.example") == SITE


def test_foreign_file_raises_and_stays(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a note")
    for create in (False, True):
        with pytest.raises(ModelError, match=r"cannot use templates in .*it is no SQLite file"):
            open_store(tmp_path / "file", create=create)
    assert (tmp_path / "file").read_text() == "a note"
    (tmp_path / "broken.db").write_bytes(b"SQLite format 3\0" + b"x" * 2000)
    with pytest.raises(ModelError, match=r"cannot use templates in .*not a database"):
        open_store(tmp_path / "broken.db")
    with pytest.raises(InputError, match="cannot make"):
        open_store(tmp_path / "file" / "templates", create=True)
    with pytest.raises(InputError, match="cannot make"):
        open_store(tmp_path / "file" / "t.db", create=True)


def broken_folder(path: Path) -> Store:
    store = FolderStore(path)
    store.file("tv.example").write_bytes(b'{"webwinnow-site": 1, "host": ')
    return store


def unreadable_folder(path: Path) -> Store:
    store = FolderStore(path)
    store.file("tv.example").mkdir()
    return store


def broken_database(path: Path) -> Store:
    store = SqliteStore(path / "t.db")
    store.run("INSERT INTO sites VALUES (?, ?)", "tv.example", "no JSON")
    return store


def empty_row(path: Path) -> Store:
    store = SqliteStore(path / "t.db")
    store.run("INSERT INTO sites VALUES (?, NULL)", "tv.example")
    return store


def gone_table(path: Path) -> Store:
    store = SqliteStore(path / "t.db")
    with sqlite3.connect(path / "t.db") as other:
        other.execute("DROP TABLE sites")
    return store


@pytest.mark.parametrize(
    "make", [broken_folder, unreadable_folder, broken_database, empty_row, gone_table]
)
def test_unreadable_templates_warn_once(make: Callable[[Path], Store], tmp_path: Path) -> None:
    store = make(tmp_path)
    method = GoldMiner(templates=store)
    with pytest.warns(UserWarning, match=r"; tv\.example is cleaned without$"):
        first = extract(PAGES[0], url="http://tv.example/0", method=method)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        others = [extract(html, url="http://tv.example/1", method=method) for html in PAGES[1:]]
    for document, own, comments in zip([first, *others], ARTICLES, COMMENTS, strict=True):
        assert all(text in document.text for text in [*own, *comments])


def test_broken_file_of_another_host_is_ignored(tmp_path: Path) -> None:
    store = broken_folder(tmp_path)
    store.put(SITE)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert GoldMiner(templates=store).find_site("a.example") == SITE
    assert store.hosts() == ["a.example", "tv.example"]


def test_broken_file_is_replaced(tmp_path: Path) -> None:
    store = broken_folder(tmp_path)
    store.put(replace(SITE, host="tv.example"))
    assert FolderStore(tmp_path).get("tv.example") == replace(SITE, host="tv.example")


def test_broken_file_with_a_shortened_name_is_not_listed(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    store.file("x" * 500).write_text("{")
    assert store.hosts() == []


def test_inner_method_decides_for_an_unknown_host() -> None:
    store = MemoryStore()
    store.put(SITE)
    page = Page(PAGES[0])
    method = GoldMiner(templates=store)
    alone = method.inner_method.decide(page).keep.tolist()
    assert method.for_url("http://b.example/").decide(page).keep.tolist() == alone
    assert method.for_url(None).decide(page).keep.tolist() == alone


def test_reading_a_foreign_database_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "bookmarks.sqlite"
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.commit()
    connection.close()
    before = file.read_bytes()
    with pytest.raises(ModelError, match="no such table"):
        open_store(file)
    assert file.read_bytes() == before
