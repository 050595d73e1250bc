"""Crawls that are killed, interrupted, or lose their server or disk."""

import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from warcio.archiveiterator import ArchiveIterator

from tests.crawl.crawling import Route, crawl, html, lines_of, serving, start, urls_in
from tests.support.portal import Portal, served
from webwinnow.crawl.host_queue import MAX_SILENCES

PORTAL = Portal(articles=10, slow=0.1)


def is_whole(archive: Path) -> bool:
    with archive.open("rb") as file:
        for record in ArchiveIterator(file, check_digests="raise"):
            record.content_stream().read()
    return True


def pages_of_state(archive: Path) -> int:
    """Kill a crawl; return the number of committed pages."""
    state = sqlite3.connect(archive.with_name(f"{archive.name}.state"))
    try:
        (count,) = state.execute("SELECT count(*) FROM address WHERE state = 2").fetchone()
    except sqlite3.OperationalError:  # before its tables were there
        return 0
    finally:
        state.close()
    return int(count)


def test_repeatedly_killed_crawl_finds_the_same_pages(tmp_path: Path) -> None:
    random, reached = Random(20), [0]
    with served(Portal(articles=40, slow=0.1), pace=0.03) as site:
        whole, texts = tmp_path / "whole.warc.gz", tmp_path / "whole.jsonl"
        outcome = crawl(f"{site.address}/", whole, clean_to=texts)
        killed, killed_texts = tmp_path / "killed.warc.gz", tmp_path / "killed.jsonl"
        for requests in (5, 45, 10):
            enough = len(site.requests) + requests
            process = start(f"{site.address}/", killed, clean_to=killed_texts)
            while len(site.requests) < enough:
                time.sleep(0.01)
            time.sleep(random.uniform(0, 0.1))
            process.kill()
            process.communicate()
            reached.append(pages_of_state(killed))
        again = crawl(f"{site.address}/", killed, clean_to=killed_texts)
    assert sorted(reached) == reached
    assert 0 < reached[-1] < outcome.pages, "killed too early or too late to tell anything"
    assert again.pages == outcome.pages
    assert urls_in(killed) == urls_in(whole)
    assert is_whole(killed)
    assert by_address(killed_texts) == by_address(texts)


def by_address(texts: Path) -> list[dict[str, Any]]:
    return sorted(lines_of(texts), key=lambda line: str(line["url"]))


def test_interrupted_crawl_finishes_requests_in_flight_and_resumes(tmp_path: Path) -> None:
    archive = tmp_path / "c.warc.gz"
    with served(PORTAL, pace=0.03) as site:
        process = start(f"{site.address}/", archive)
        while len(site.requests) < 5:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
        # Crawler traps serve pages under other URLs as well.
        reachable = set(PORTAL.reachable())
        assert b'"signal": 2' in out
        assert not err
        assert reachable & set(urls_in(archive, site.address)) == reachable & set(site.paths)
        crawl(f"{site.address}/", archive)
    found = urls_in(archive, site.address)
    assert set(PORTAL.reachable()) <= set(found)
    assert set(found.values()) == {1}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_dead_server_loses_no_written_page(tmp_path: Path) -> None:
    archive, port = tmp_path / "c.warc.gz", free_port()
    with served(PORTAL, port=port, pace=0.02) as site:
        process = start(f"{site.address}/", archive, backoff=0.005)
        while len(site.requests) < 30:
            time.sleep(0.05)
    out, err = process.communicate(timeout=120)
    assert not err
    assert b'"given_up": {"127.0.0.1": ' in out
    before = urls_in(archive)
    assert len(before) > 10
    assert is_whole(archive)
    with served(PORTAL, port=port) as site:
        outcome = crawl(f"{site.address}/", archive)
    found = urls_in(archive, site.address)
    assert set(PORTAL.reachable()) <= set(found)
    assert set(found.values()) == {1}
    assert outcome.new == len(found) - len(before)


def test_full_disk_loses_only_uncommitted_pages(tmp_path: Path) -> None:
    archive = tmp_path / "c.warc.gz"
    with served(PORTAL) as site:
        address = f"{site.address}/"
        err = limited(address, archive, 120_000)
        assert "run the same command to resume" in err
        assert archive.stat().st_size <= 120_000
        crawl(address, archive)
    found = urls_in(archive, site.address)
    assert set(PORTAL.reachable()) <= set(found)
    assert set(found.values()) == {1}
    assert is_whole(archive)


@pytest.mark.parametrize("size", [0, 4096, 60_000])
def test_disk_full_from_the_start_prints_one_line(tmp_path: Path, size: int) -> None:
    with serving({"/": html(text=Random(1).randbytes(60_000).hex())}) as site:
        err = limited(f"{site.address}/", tmp_path / "c.warc.gz", size)
    assert len(err.splitlines()) == 1, err
    assert "free some space" in err


def limited(address: str, archive: Path, size: int) -> str:
    """Run the command with a maximum file size; return its standard error."""
    command = [sys.executable, "-m", "webwinnow", "crawl", address, "-o", str(archive)]
    command += ["--delay=0", "--allow-private", "--max-depth=4", "--retries=0"]
    done = subprocess.run(
        command,
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )
    return done.stderr.decode()


def test_next_run_retries_failures(tmp_path: Path) -> None:
    archive = tmp_path / "c.warc.gz"
    with serving({"/": html("/1"), "/1": (500, {}, b"")}) as site:
        first = crawl(f"{site.address}/", archive, retries=0)
        site.routes["/1"] = html()
        second = crawl(f"{site.address}/", archive)
    assert first.failed == {"HTTP 500 Internal Server Error": 1}
    assert (second.failed, second.new) == ({}, 1)


def test_requested_pause_is_kept(tmp_path: Path) -> None:
    with serving({"/": html("/1", "/2"), "/1": (503, {"Retry-After": "1"}, b"")}) as site:
        site.routes["/2"] = html()
        crawl(f"{site.address}/", tmp_path / "c.warc.gz", retries=1, concurrency=1)
        times = {path: moment for path, moment, _ in site.seen}  # of the last request for each
    first = next(moment for path, moment, _ in site.seen if path == "/1")
    assert times["/1"] - first > 0.95
    assert times["/2"] - first > 0.95


MANY_BAD = [f"/bad{number}" for number in range(MAX_SILENCES + 4)]
BAD: Route = (503, {}, b"")


def test_dead_pages_do_not_block_other_pages(tmp_path: Path) -> None:
    routes = {"/": html(*MANY_BAD, "/1"), "/1": html("/2"), "/2": html("/3"), "/3": html()}
    archive = tmp_path / "c.warc.gz"
    with serving({**routes, **dict.fromkeys(MANY_BAD, BAD)}) as site:
        first = crawl(f"{site.address}/", archive, backoff=0.002, max_pages=2)
        second = crawl(f"{site.address}/", archive, backoff=0.002)
    assert (first.pages, second.pages) == (2, 4)
    assert second.failed == {"HTTP 503 Service Unavailable": len(MANY_BAD)}
    assert (first.given_up, second.given_up) == ({}, {})
    assert set(urls_in(archive).values()) == {1}


def test_site_that_only_asks_to_wait_is_given_up(tmp_path: Path) -> None:
    archive = tmp_path / "c.warc.gz"
    with serving({"/": html(*MANY_BAD)}) as site:
        crawl(f"{site.address}/", archive, max_pages=1)
        site.routes = dict.fromkeys(["/", *MANY_BAD], BAD)
        outcome = crawl(f"{site.address}/", archive, backoff=0.002)
    assert outcome.given_up == {"127.0.0.1": "HTTP 503 Service Unavailable"}
    assert outcome.waiting > 0
