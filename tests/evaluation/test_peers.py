"""Test peers in real processes, and each installed peer on one page."""

import os
import socket
import sys
import time
from collections.abc import Callable

import pytest

from webwinnow.errors import InputError, UnknownMethod
from webwinnow.evaluation import peers
from webwinnow.evaluation.peer_worker import PeerFailed, Worker
from webwinnow.evaluation.peers import PEERS, Extract, Peer, RawPage, wrap_fragment

PARAGRAPH = b"""<p>The rain that fell on the hills all night, and that was heavy at times, has
stopped in the morning, and the people of the villages went out to see what was left of the road
that they had built in the spring, when there was no rain at all and the river was low.</p>"""
ARTICLE = b"<html><head><title>Rain</title></head><body>%s</body></html>" % (PARAGRAPH * 4)
# XHTML that declares the wrong encoding, with a character that only windows-1252 has.
DECLARED = b'<?xml version="1.0" encoding="utf-8"?>' + ARTICLE.replace(
    b"the river", b"the river\x92s"
)


def echo() -> Extract:
    return lambda raw: raw.text


def trouble() -> Extract:
    def extract(raw: RawPage) -> str | None:
        if raw.html == b"hang":
            time.sleep(60)
        if raw.html == b"crash":
            os._exit(7)
        if raw.html == b"abort":
            os.abort()
        if raw.html == b"raise":
            raise ValueError("no\nbody")
        if raw.html == b"nothing":
            return None
        if raw.html == b"network":
            socket.create_connection(("127.0.0.1", 9))
        if raw.html == b"name":
            socket.getaddrinfo("localhost", 9)
        if raw.html == b"print":
            print("noise", flush=True)
            print("noise", file=sys.stderr, flush=True)
        return f"{os.getpid()}"

    return extract


def pages_seen() -> Extract:
    seen: list[bytes] = []

    def extract(raw: RawPage) -> str | None:
        seen.append(raw.html)
        return f"{len(seen)}"

    return extract


def absent() -> Extract:
    raise ImportError("no such thing")


def peer(make: Callable[[], Extract]) -> Peer:
    return Peer("test", make)


def test_a_peer_runs_in_its_own_process() -> None:
    with Worker(peer(trouble)) as worker:
        first, second = worker.run(RawPage(b"1")), worker.run(RawPage(b"2"))
    assert first.text == second.text != str(os.getpid())
    assert first.error is None
    assert 0 < first.seconds < 1


def test_the_encoding_of_the_set_is_used() -> None:
    with Worker(peer(echo)) as worker:
        assert worker.run(RawPage("ő".encode("iso-8859-2"), charset="iso-8859-2")).text == "ő"


def test_decoded_text_has_no_encoding_declaration() -> None:
    html = b'<?xml version="1.0" encoding="windows-1252"?><p>It\x92s <?xml?>'
    assert (
        RawPage(html, charset="iso-8859-1").text == "<p>It\N{RIGHT SINGLE QUOTATION MARK}s <?xml?>"
    )


def test_a_peer_is_warmed_up_before_the_first_page() -> None:
    with Worker(peer(pages_seen)) as worker:
        assert worker.run(RawPage(b"1")).text == "2"


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan"), 1e9])
def test_an_invalid_time_limit_is_rejected(seconds: float) -> None:
    with pytest.raises(InputError, match=r"cannot wait .* s for a peer; give up to 86400 seconds"):
        Worker(peer(echo), seconds=seconds)


@pytest.mark.parametrize(
    ("html", "error"),
    [
        (b"raise", "ValueError: no body"),
        (b"crash", "crashed (exit status 7)"),
        (b"abort", "crashed (SIGABRT)"),
        (b"network", "OSError: no network in an evaluation"),
        (b"name", "OSError: no network in an evaluation"),
    ],
)
def test_a_failing_page_is_reported_and_the_next_one_works(html: bytes, error: str) -> None:
    with Worker(peer(trouble)) as worker:
        failed = worker.run(RawPage(html))
        assert (failed.text, failed.error) == ("", error)
        assert worker.run(RawPage(b"next")).error is None


def test_a_hanging_page_fails_after_the_time_limit() -> None:
    with Worker(peer(trouble), seconds=0.5) as worker:
        start = time.monotonic()
        failed = worker.run(RawPage(b"hang"))
        assert (failed.text, failed.error) == ("", "took longer than 0.5 s")
        assert failed.seconds >= 0.5
        assert time.monotonic() - start < 10
        assert worker.run(RawPage(b"next")).error is None


def test_a_peer_that_cannot_restart_fails_on_the_remaining_pages() -> None:
    with Worker(peer(trouble)) as worker:
        worker.run(RawPage(b"crash"))
        worker.peer = peer(absent)
        failed = worker.run(RawPage(b"next"))
    assert failed.error == "does not start: ImportError: no such thing"


def test_an_empty_result_is_not_a_failure() -> None:
    with Worker(peer(trouble)) as worker:
        assert worker.run(RawPage(b"nothing"))[::2] == ("", None)


def test_output_of_a_peer_is_discarded(capfd: pytest.CaptureFixture[str]) -> None:
    with Worker(peer(trouble)) as worker:
        worker.run(RawPage(b"print"))
    assert capfd.readouterr() == ("", "")


def test_the_error_names_why_a_peer_cannot_be_imported() -> None:
    with pytest.raises(PeerFailed, match="does not start: ImportError: no such thing"):
        Worker(peer(absent)).start()


def test_the_error_of_an_unknown_peer_lists_the_known_ones() -> None:
    with pytest.raises(UnknownMethod, match="no peer 'trafilatur'; choose from trafilatura, resi"):
        peers.find_peer("trafilatur")


def test_the_reason_of_a_missing_peer_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "is_installed", lambda distribution: False)
    assert peers.unavailable_reason("readability") == "not installed; pip install readability-lxml"
    monkeypatch.setattr(sys, "version_info", (3, 11))
    assert "Python 3.12 only" in (peers.unavailable_reason("rs-trafilatura") or "")


def test_fragments_are_wrapped() -> None:
    assert wrap_fragment(b"<p>Rain") == b"<html><body><p>Rain</body></html>"
    assert wrap_fragment(b"<HTML><p>Rain") == b"<HTML><p>Rain"
    assert wrap_fragment(b"<Body><p>Rain") == b"<Body><p>Rain"
    for encoding in ("utf-16", "utf-8-sig"):
        assert wrap_fragment("<p>Rain".encode(encoding)) == "<p>Rain".encode(encoding)


@pytest.mark.parametrize("name", PEERS)
def test_an_installed_peer_finds_an_article_as_text(name: str) -> None:
    why = peers.unavailable_reason(name)
    if why:
        pytest.skip(f"{name}: {why}")
    with Worker(PEERS[name]) as worker:
        found = worker.run(RawPage(ARTICLE))
        labels = [
            worker.run(RawPage(DECLARED, charset=name)) for name in ("iso-8859-1", "x-cp1252")
        ]
    assert found.error is None
    assert "the people of the villages" in found.text
    assert "<" not in found.text
    assert [each.error for each in labels] == [None, None]
    assert all("the river\N{RIGHT SINGLE QUOTATION MARK}s" in each.text for each in labels)
    assert peers.peer_version(name)[0].isdigit()
