"""The real server, as a process of its own."""

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.web.service.client import HTML, PAGE, TEXT, Server, head, served

SLOW = "tests.web.service.slow_method_service"


@pytest.fixture(scope="module")
def small() -> Iterator[Server]:
    """With limits that are soon reached."""
    limits = ["--max-body=0.5", "--time-limit=1", "--concurrency=1", "--workers=1"]
    with served(*limits, "--methods=winnow,slow", module=SLOW) as server:
        yield server


def ask(server: Server, page: str = PAGE, **query: str) -> httpx.Response:
    return httpx.post(
        f"{server.address}/v1/clean", content=page, headers=HTML, params=query, timeout=20
    )


def said(connection: socket.socket) -> bytes:
    """All that is answered until the server closes."""
    whole = b""
    while data := connection.recv(2**16):
        whole += data
    return whole


def one_answer(connection: socket.socket) -> bytes:
    """To the end of its JSON."""
    whole = b""
    while not whole.endswith(b"}"):
        data = connection.recv(2**16)
        assert data, whole
        whole += data
    return whole


def test_a_page_is_cleaned(small: Server) -> None:
    assert ask(small).json()["text"] == TEXT


def test_a_body_that_says_it_is_too_large_is_not_waited_for(small: Server) -> None:
    with small.connect() as connection:
        connection.sendall(head("Content-Length: 999999999"))
        answer = one_answer(connection)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"over 0.5 MB" in answer


def test_a_body_that_turns_out_too_large_is_not_read_to_its_end(small: Server) -> None:
    chunk = b"10000\r\n" + b"x" * 2**16 + b"\r\n"
    with small.connect() as connection:
        connection.sendall(head("Transfer-Encoding: chunked"))
        for _ in range(100):  # what it sends beyond the limit does not keep it from the answer
            connection.sendall(chunk)
        assert one_answer(connection).startswith(b"HTTP/1.1 413 ")
        connection.sendall(b"0\r\n\r\n" + head("Content-Length: 0"))
        assert one_answer(connection).startswith(b"HTTP/1.1 200 ")


def test_a_body_that_does_not_come_is_waited_for_so_long(small: Server) -> None:
    start = time.monotonic()
    with small.connect() as connection:
        connection.sendall(head("Content-Length: 10") + b"half")
        answer = said(connection)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert 0.8 < time.monotonic() - start < 5


def test_a_page_that_takes_too_long_is_given_up(small: Server) -> None:
    assert ask(small, "1.6", method="slow").status_code == 504
    # Its thread is busy for another while: what comes next waits for it.
    start = time.monotonic()
    assert ask(small).status_code in (200, 504)
    assert time.monotonic() - start > 0.3


def test_a_head_without_end_is_cut_off(small: Server) -> None:
    with small.connect() as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 70_000)
        assert said(connection).startswith(b"HTTP/1.1 431 ")


def test_what_is_no_http_is_told_so(small: Server) -> None:
    with small.connect() as connection:
        connection.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
        assert said(connection).startswith(b"HTTP/1.1 400 ")


def test_sigterm_waits_for_what_was_asked() -> None:
    with served("--workers=1", "--methods=winnow,slow", module=SLOW) as server:
        ask(server, "0", method="slow")
        answers: list[httpx.Response] = []
        asking = threading.Thread(target=lambda: answers.append(ask(server, "1", method="slow")))
        asking.start()
        time.sleep(0.4)
        assert server.end() == (0, "")
        asking.join()
    assert [each.status_code for each in answers] == [200]


def test_a_page_that_was_given_up_does_not_keep_the_server() -> None:
    with served("--workers=1", "--methods=winnow,slow", "--time-limit=0.2", module=SLOW) as server:
        assert ask(server, "60", method="slow").status_code == 504
        start = time.monotonic()
        server.end()
        assert time.monotonic() - start < 5


def test_ctrl_c_ends_with_130() -> None:
    with served("--workers=1") as server:
        ask(server)
        assert server.end(signal.SIGINT) == (130, "")


def children(process: int) -> list[int]:
    return [
        int(entry.name)
        for entry in Path("/proc").iterdir()
        if entry.name.isdecimal() and is_worker(entry, process)
    ]


def is_worker(entry: Path, parent: int) -> bool:
    try:
        state = (entry / "stat").read_text().rpartition(")")[2].split()
        return int(state[1]) == parent and b"spawn_main" in (entry / "cmdline").read_bytes()
    except OSError:  # it has just ended
        return False


def wait_until(condition: object, seconds: float = 15) -> None:
    assert callable(condition)
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")


@needs_proc
def test_workers_are_replaced_count_together_and_end_together() -> None:
    with served("--workers=2", "--methods=bte") as server:
        for _ in range(10):  # each on a connection of its own
            assert ask(server).status_code == 200
        metrics = httpx.get(f"{server.address}/metrics").text
        assert 'webwinnow_pages_total{method="bte",outcome="text"} 10.0' in metrics
        first = children(server.process.pid)
        assert len(first) == 2
        os.kill(first[0], signal.SIGKILL)
        wait_until(lambda: len(set(children(server.process.pid)) - set(first)) == 1)
        for _ in range(5):
            assert ask(server).status_code == 200
        metrics = httpx.get(f"{server.address}/metrics").text
        assert 'webwinnow_pages_total{method="bte",outcome="text"} 15.0' in metrics
        status, told = server.end()
        assert status == 0
        assert told == "webwinnow: a worker ended (signal 9); another takes its place\n"


@needs_proc
def test_workers_do_not_outlive_a_parent_that_was_killed() -> None:
    with served("--workers=2", "--methods=bte") as server:
        assert ask(server).status_code == 200
        wait_until(lambda: len(children(server.process.pid)) == 2)
        workers = children(server.process.pid)
        server.process.kill()
        wait_until(lambda: not any(map(runs, workers)))


def runs(worker: int) -> bool:
    """Not so if nobody has asked yet how it ended."""
    try:
        return Path(f"/proc/{worker}/cmdline").read_bytes() != b""
    except OSError:
        return False
