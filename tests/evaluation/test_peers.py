"""Peers made for these tests, run in real processes; the installed ones are tried on one page."""

import os
import socket
import sys
import time
from collections.abc import Callable

import pytest

from webwinnow.errors import InputError, UnknownMethod
from webwinnow.evaluation import peers
from webwinnow.evaluation.peer_worker import PeerFailed, Worker
from webwinnow.evaluation.peers import PEERS, Extract, Peer, Raw, whole

PARAGRAPH = b"""<p>The rain that fell on the hills all night, and that was heavy at times, has
stopped in the morning, and the people of the villages went out to see what was left of the road
that they had built in the spring, when there was no rain at all and the river was low.</p>"""
ARTICLE = b"<html><head><title>Rain</title></head><body>%s</body></html>" % (PARAGRAPH * 4)
# XHTML that says what it is wrongly, in a letter that only windows-1252 has.
DECLARED = b'<?xml version="1.0" encoding="utf-8"?>' + ARTICLE.replace(
    b"the river", b"the river\x92s"
)


def echo() -> Extract:
    return lambda raw: raw.text


def trouble() -> Extract:
    def extract(raw: Raw) -> str | None:
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

    def extract(raw: Raw) -> str | None:
        seen.append(raw.html)
        return f"{len(seen)}"

    return extract


def absent() -> Extract:
    raise ImportError("no such thing")


def peer(make: Callable[[], Extract]) -> Peer:
    return Peer("test", make)


def test_a_peer_answers_from_a_process_of_its_own() -> None:
    with Worker(peer(trouble)) as worker:
        first, second = worker.run(Raw(b"1")), worker.run(Raw(b"2"))
    assert first.text == second.text != str(os.getpid())
    assert first.error is None
    assert 0 < first.seconds < 1


def test_the_encoding_told_by_the_set_is_used() -> None:
    with Worker(peer(echo)) as worker:
        assert worker.run(Raw("ő".encode("iso-8859-2"), charset="iso-8859-2")).text == "ő"


def test_a_text_does_not_say_what_bytes_it_was() -> None:
    html = b'<?xml version="1.0" encoding="windows-1252"?><p>It\x92s <?xml?>'
    assert Raw(html, charset="iso-8859-1").text == "<p>It\N{RIGHT SINGLE QUOTATION MARK}s <?xml?>"


def test_the_first_page_finds_a_peer_that_has_seen_another() -> None:
    with Worker(peer(pages_seen)) as worker:
        assert worker.run(Raw(b"1")).text == "2"


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan"), 1e9])
def test_a_limit_that_cannot_be_kept_is_refused(seconds: float) -> None:
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
def test_a_page_that_fails_is_told_and_the_next_one_goes_on(html: bytes, error: str) -> None:
    with Worker(peer(trouble)) as worker:
        failed = worker.run(Raw(html))
        assert (failed.text, failed.error) == ("", error)
        assert worker.run(Raw(b"next")).error is None


def test_a_page_that_hangs_is_given_up_after_the_limit() -> None:
    with Worker(peer(trouble), seconds=0.5) as worker:
        start = time.monotonic()
        failed = worker.run(Raw(b"hang"))
        assert (failed.text, failed.error) == ("", "took longer than 0.5 s")
        assert failed.seconds >= 0.5
        assert time.monotonic() - start < 10
        assert worker.run(Raw(b"next")).error is None


def test_a_peer_that_does_not_come_back_fails_on_what_is_left() -> None:
    with Worker(peer(trouble)) as worker:
        worker.run(Raw(b"crash"))
        worker.peer = peer(absent)
        failed = worker.run(Raw(b"next"))
    assert failed.error == "does not start: ImportError: no such thing"


def test_finding_nothing_is_no_failure() -> None:
    with Worker(peer(trouble)) as worker:
        assert worker.run(Raw(b"nothing"))[::2] == ("", None)


def test_what_a_peer_prints_is_not_seen(capfd: pytest.CaptureFixture[str]) -> None:
    with Worker(peer(trouble)) as worker:
        worker.run(Raw(b"print"))
    assert capfd.readouterr() == ("", "")


def test_a_peer_that_cannot_be_imported_says_why() -> None:
    with pytest.raises(PeerFailed, match="does not start: ImportError: no such thing"):
        Worker(peer(absent)).start()


def test_an_unknown_peer_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownMethod, match="no peer 'trafilatur'; choose from trafilatura, resi"):
        peers.find("trafilatur")


def test_a_missing_peer_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "is_installed", lambda distribution: False)
    assert peers.missing("readability") == "not installed; pip install readability-lxml"
    monkeypatch.setattr(sys, "version_info", (3, 11))
    assert "Python 3.12 only" in (peers.missing("rs-trafilatura") or "")


def test_fragments_are_made_whole() -> None:
    assert whole(b"<p>Rain") == b"<html><body><p>Rain</body></html>"
    assert whole(b"<HTML><p>Rain") == b"<HTML><p>Rain"
    assert whole(b"<Body><p>Rain") == b"<Body><p>Rain"
    for encoding in ("utf-16", "utf-8-sig"):
        assert whole("<p>Rain".encode(encoding)) == "<p>Rain".encode(encoding)


@pytest.mark.parametrize("name", PEERS)
def test_an_installed_peer_finds_an_article_as_text(name: str) -> None:
    why = peers.missing(name)
    if why:
        pytest.skip(f"{name}: {why}")
    with Worker(PEERS[name]) as worker:
        found = worker.run(Raw(ARTICLE))
        labels = [worker.run(Raw(DECLARED, charset=name)) for name in ("iso-8859-1", "x-cp1252")]
    assert found.error is None
    assert "the people of the villages" in found.text
    assert "<" not in found.text
    assert [each.error for each in labels] == [None, None]
    assert all("the river\N{RIGHT SINGLE QUOTATION MARK}s" in each.text for each in labels)
    assert peers.version(name)[0].isdigit()
