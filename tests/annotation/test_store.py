import os
import sqlite3
import threading
from pathlib import Path

import pytest

from tests.annotation.sample_project import SampleProject
from webwinnow.annotation import Store, annotator_labels, create_project, label, projects
from webwinnow.annotation import store as store_module
from webwinnow.errors import InputError


def test_a_store_creates_and_reopens_its_file(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db") as store:
        create_project(store, "News")
    with Store(tmp_path / "a.db") as store:
        assert [each.name for each in projects(store)] == ["News"]


def test_connections_use_wal_and_full_synchronization(sample: SampleProject) -> None:
    with sample.store.read() as db:
        assert db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert db.execute("PRAGMA synchronous").fetchone()[0] == 2  # full
        assert db.execute("PRAGMA foreign_keys").fetchone()[0] == 1


def test_a_newer_file_is_rejected_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    Store(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(InputError, match=r"newer webwinnow .* update webwinnow"):
        Store(path)


def test_a_file_from_before_the_first_release_is_rejected_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    Store(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 1")
    db.close()
    with pytest.raises(InputError, match="before the first release"):
        Store(path)
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone()[0] == 1
    db.close()


def test_an_older_file_is_upgraded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.db"
    with Store(path) as store:
        create_project(store, "News")
    monkeypatch.setattr(store_module, "VERSION", store_module.VERSION + 1)
    monkeypatch.setitem(
        store_module.MIGRATIONS,
        store_module.VERSION - 1,
        lambda db: db.execute("ALTER TABLE project ADD COLUMN colour TEXT"),
    )
    with Store(path) as opened, opened.read() as db:
        assert db.execute("SELECT name, colour FROM project").fetchone()[:] == ("News", None)
        assert db.execute("PRAGMA user_version").fetchone()[0] == store_module.VERSION


def test_a_failed_migration_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.db"
    Store(path).close()

    def fail(db: sqlite3.Connection) -> None:
        db.execute("DROP TABLE act")
        raise InputError("no")

    with monkeypatch.context() as patch:
        patch.setattr(store_module, "VERSION", store_module.VERSION + 1)
        patch.setitem(store_module.MIGRATIONS, store_module.VERSION - 1, fail)
        with pytest.raises(InputError):
            Store(path)
    with Store(path) as opened, opened.read() as db:
        assert db.execute("SELECT count(*) FROM act").fetchone()[0] == 0


def test_a_file_that_is_no_database_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database, but longer than the head of one " * 10)
    with pytest.raises(InputError, match="file is not a database"):
        Store(path)
    assert path.read_text().startswith("not a database")


def test_a_database_of_another_program_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "b.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE bookmarks (url TEXT)")
    db.close()
    with pytest.raises(InputError, match="a database of another program"):
        Store(path)


def test_a_broken_file_is_reported_with_a_remedy(tmp_path: Path) -> None:
    made = SampleProject(tmp_path)
    for number in range(30):
        made.add(f"p{number}", f"<p>{number} " + os.urandom(2000).hex())
    made.store.close()
    path = tmp_path / "annotations.db"
    data = bytearray(path.read_bytes())
    data[4096:] = os.urandom(len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"malformed.*backup"), Store(path) as store:
        projects(store)


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="check that its folder exists"):
        Store(tmp_path / "none" / "a.db")


def test_a_closed_store_raises_an_error(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.db")
    store.close()
    with pytest.raises(InputError, match="is closed"):
        projects(store)


def test_an_error_rolls_the_transaction_back(sample: SampleProject) -> None:
    def fail() -> None:
        with sample.store.write() as db:
            db.execute("DELETE FROM project")
            raise ValueError("stop")

    with pytest.raises(ValueError, match="stop"):
        fail()
    assert len(projects(sample.store)) == 1


def test_writes_of_many_threads_are_all_kept(sample: SampleProject) -> None:
    page = sample.add()

    def work(annotator: str, runs: range) -> None:
        for run in runs:
            for to in (1, 2, 3):
                label(sample.store, page, annotator, [run], to)

    threads = [
        threading.Thread(target=work, args=(name, range(start, start + 2)))
        for name in ("Ann", "Ben")
        for start in (0, 2, 4, 6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name in ("Ann", "Ben"):
        found = annotator_labels(sample.store, page, name)
        assert found.labels.tolist() == [3] * 8
        assert found.change == 24


def test_connections_are_not_shared_across_a_fork(sample: SampleProject) -> None:
    if not hasattr(os, "fork"):
        pytest.skip("this system does not fork")
    projects(sample.store)
    child = os.fork()
    if child == 0:
        created = create_project(sample.store, "By the child")
        os._exit(0 if created.name == "By the child" else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert len(projects(sample.store)) == 2
