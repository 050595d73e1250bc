import threading
from pathlib import Path
from random import Random

import pytest

from webwinnow.errors import InputError
from webwinnow.sites.spool import Spool, Waiting


def waiting(number: int) -> Waiting:
    return Waiting(f"http://a.example/{number}", b"<p>%d" % number, "utf-8")


def test_pages_come_back_as_they_were_by_host_and_in_order(tmp_path: Path) -> None:
    spool = Spool(tmp_path)
    odd = [Waiting(None, b"", None), Waiting("http://x/\udcff", b"\x00\xff" * 99, "x")]
    for number in range(12):
        assert spool.add("a.example", waiting(number)) == number + 1
        spool.add("b.example", odd[number % 2])
    assert list(spool.pages("a.example")) == [waiting(number) for number in range(12)]
    assert list(spool.pages("b.example")) == odd * 6
    assert (spool.count("b.example"), spool.count("c.example")) == (12, 0)


def test_a_host_is_forgotten_with_its_pages() -> None:
    spool = Spool()
    spool.add("a.example", waiting(1))
    spool.add("b.example", waiting(2))
    spool.forget("a.example")
    assert list(spool.pages("a.example")) == []
    assert spool.add("a.example", waiting(3)) == 1
    spool.forget("a.example")
    assert spool.first_host() == "b.example"
    spool.forget("b.example")
    assert spool.first_host() is None


def test_its_file_goes_with_it(tmp_path: Path) -> None:
    spool = Spool(tmp_path)
    spool.add("a.example", waiting(1))
    assert any(tmp_path.iterdir())
    spool.close()
    assert not any(tmp_path.iterdir())


def test_another_thread_may_go_on_with_it() -> None:
    spool = Spool()
    thread = threading.Thread(target=lambda: spool.add("a.example", waiting(1)))
    thread.start()
    thread.join()
    assert spool.count("a.example") == 1


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot write to .*, where pages wait; free it, or set"):
        Spool(tmp_path / "gone")


def test_a_full_disk_is_told() -> None:
    spool = Spool()
    spool.connection.execute("PRAGMA max_page_count = 8")
    noise = Random(1).randbytes(100_000)
    with pytest.raises(InputError, match=r"cannot write to .*full\), where pages wait"):
        spool.add("a.example", Waiting(None, noise, None))
