"""The server in a process of its own."""

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
def limited() -> Iterator[Server]:
    """A server with low limits."""
    limits = ["--max-body=0.5", "--time-limit=1", "--concurrency=1", "--workers=1"]
    with served(*limits, "--methods=winnow,slow", module=SLOW) as server:
        yield server


def post(server: Server, page: str = PAGE, **query: str) -> httpx.Response:
    return httpx.post(
        f"{server.url}/v1/clean", content=page, headers=HTML, params=query, timeout=20
    )


def receive_all(connection: socket.socket) -> bytes:
    """All bytes until the server closes the connection."""
    received = b""
    while data := connection.recv(2**16):
        received += data
    return received


def receive_json(connection: socket.socket) -> bytes:
    """All bytes of one response with a JSON object."""
    received = b""
    while not received.endswith(b"}"):
        data = connection.recv(2**16)
        assert data, received
        received += data
    return received


def test_a_page_is_cleaned(limited: Server) -> None:
    assert post(limited).json()["text"] == TEXT


def test_a_body_declared_too_large_is_rejected_at_once(limited: Server) -> None:
    with limited.connect() as connection:
        connection.sendall(head("Content-Length: 999999999"))
        response = receive_json(connection)
    assert response.startswith(b"HTTP/1.1 413 ")
    assert b"over 0.5 MB" in response


def test_a_chunked_body_over_the_limit_is_rejected(limited: Server) -> None:
    chunk = b"10000\r\n" + b"x" * 2**16 + b"\r\n"
    with limited.connect() as connection:
        connection.sendall(head("Transfer-Encoding: chunked"))
        for _ in range(100):  # bytes over the limit do not block the response
            connection.sendall(chunk)
        assert receive_json(connection).startswith(b"HTTP/1.1 413 ")
        connection.sendall(b"0\r\n\r\n" + head("Content-Length: 0"))
        assert receive_json(connection).startswith(b"HTTP/1.1 200 ")


def test_an_incomplete_body_times_out(limited: Server) -> None:
    start = time.monotonic()
    with limited.connect() as connection:
        connection.sendall(head("Content-Length: 10") + b"half")
        response = receive_all(connection)
    assert response.startswith(b"HTTP/1.1 408 ")
    assert 0.8 < time.monotonic() - start < 5


def test_a_slow_page_times_out(limited: Server) -> None:
    assert post(limited, "1.6", method="slow").status_code == 504
    # The thread is still busy, so the next request waits.
    start = time.monotonic()
    assert post(limited).status_code in (200, 504)
    assert time.monotonic() - start > 0.3


def test_endless_headers_are_rejected(limited: Server) -> None:
    with limited.connect() as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 70_000)
        assert receive_all(connection).startswith(b"HTTP/1.1 431 ")


def test_invalid_http_gets_400(limited: Server) -> None:
    with limited.connect() as connection:
        connection.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
        assert receive_all(connection).startswith(b"HTTP/1.1 400 ")


def test_sigterm_waits_for_running_requests() -> None:
    with served("--workers=1", "--methods=winnow,slow", module=SLOW) as server:
        post(server, "0", method="slow")
        responses: list[httpx.Response] = []
        sender = threading.Thread(target=lambda: responses.append(post(server, "1", method="slow")))
        sender.start()
        time.sleep(0.4)
        assert server.end() == (0, "")
        sender.join()
    assert [each.status_code for each in responses] == [200]


def test_an_abandoned_page_does_not_delay_the_exit() -> None:
    with served("--workers=1", "--methods=winnow,slow", "--time-limit=0.2", module=SLOW) as server:
        assert post(server, "60", method="slow").status_code == 504
        start = time.monotonic()
        server.end()
        assert time.monotonic() - start < 5


def test_ctrl_c_exits_with_130() -> None:
    with served("--workers=1") as server:
        post(server)
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
    except OSError:  # the process has just ended
        return False


def wait_until(condition: object, seconds: float = 15) -> None:
    assert callable(condition)
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


@needs_proc
def test_workers_are_replaced_and_share_their_metrics() -> None:
    with served("--workers=2", "--methods=bte") as server:
        for _ in range(10):  # each on a connection of its own
            assert post(server).status_code == 200
        metrics = httpx.get(f"{server.url}/metrics").text
        assert 'webwinnow_pages_total{method="bte",outcome="text"} 10.0' in metrics
        first = children(server.process.pid)
        assert len(first) == 2
        os.kill(first[0], signal.SIGKILL)
        wait_until(lambda: len(set(children(server.process.pid)) - set(first)) == 1)
        for _ in range(5):
            assert post(server).status_code == 200
        metrics = httpx.get(f"{server.url}/metrics").text
        assert 'webwinnow_pages_total{method="bte",outcome="text"} 15.0' in metrics
        status, output = server.end()
        assert status == 0
        assert output == "webwinnow: a worker ended (signal 9) and was replaced\n"


@needs_proc
def test_workers_end_with_a_killed_parent() -> None:
    with served("--workers=2", "--methods=bte") as server:
        assert post(server).status_code == 200
        wait_until(lambda: len(children(server.process.pid)) == 2)
        workers = children(server.process.pid)
        server.process.kill()
        wait_until(lambda: not any(map(is_running, workers)))


def is_running(worker: int) -> bool:
    """False for a zombie."""
    try:
        return Path(f"/proc/{worker}/cmdline").read_bytes() != b""
    except OSError:
        return False
