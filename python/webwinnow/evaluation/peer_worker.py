"""A child process for each peer: it is killed and replaced when it hangs or crashes.

The child takes the time of each page. It has no network and prints nothing.
"""

import socket
import subprocess
import time
from contextlib import suppress
from typing import NamedTuple, NoReturn, cast

from webwinnow.errors import InputError, WebwinnowError
from webwinnow.evaluation.peers import Extract, Peer, RawPage
from webwinnow.messages import describe_error
from webwinnow.process import Child, ChildLost, connect_to_parent

# No page should take that long; some peers never return from some pages.
PEER_SECONDS = 60.0
# Imports alone take seconds on a busy machine.
START_SECONDS = 120.0
# `poll` accepts a timeout of some weeks at most.
MAX_SECONDS = 86_400.0
# Makes a peer load what it loads at its first page.
WARM_UP = RawPage(b"<html><body><article><p>" + b"It rained all night, and the sun rose. " * 20)


class Outcome(NamedTuple):
    """A peer's result for a page."""

    text: str
    seconds: float
    error: str | None = None


class PeerFailed(WebwinnowError):
    """A peer cannot be used at all."""


class Worker:
    """Runs one peer. Close it, or use it in a `with` statement."""

    def __init__(self, peer: Peer, *, seconds: float = PEER_SECONDS) -> None:
        if not 0 < seconds <= MAX_SECONDS:
            most = f"{MAX_SECONDS:.0f}"
            raise InputError(f"cannot wait {seconds} s for a peer; give up to {most} seconds")
        self.peer, self.seconds = peer, seconds
        self.child: Child | None = None

    def __enter__(self) -> "Worker":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the process and import the peer; raise `PeerFailed` if that fails."""
        self.child = Child("webwinnow.evaluation.peer_worker", stderr=subprocess.DEVNULL)
        self.child.send(self.peer)
        try:
            problem = self.child.receive(START_SECONDS)
        except ChildLost as lost:
            problem = lost
        if problem is not None:
            self.close()
            raise PeerFailed(f"does not start: {problem}")

    def run(self, raw: RawPage) -> Outcome:
        """Extract a page; a failure gives an empty text and the reason."""
        start = time.perf_counter()
        try:
            if self.child is None:  # the previous page ended it
                self.start()
                start = time.perf_counter()
            assert self.child is not None
            self.child.send(raw)
            return cast("Outcome", self.child.receive(self.seconds))
        except (ChildLost, PeerFailed) as failure:
            self.close()
            return Outcome("", time.perf_counter() - start, str(failure))

    def close(self) -> None:
        if self.child is not None:
            self.child.kill()
        self.child = None


def main() -> None:
    """Send None when the peer is ready, or the error; then an outcome for each page received."""
    parent = connect_to_parent()
    parent.exit_with_parent()
    socket.socket.connect = reject_network  # type: ignore[method-assign]
    socket.socket.connect_ex = reject_network  # type: ignore[method-assign]
    socket.getaddrinfo = reject_network
    try:
        peer: Peer = parent.receive()
        extract = peer.make()
        with suppress(Exception):  # a peer that fails here may work on other pages
            extract(WARM_UP)
    except Exception as error:
        parent.send(describe_error(error))
        return
    parent.send(None)
    while True:
        parent.send(attempt(extract, parent.receive()))


def attempt(extract: Extract, raw: RawPage) -> Outcome:
    start = time.perf_counter()
    try:
        text = extract(raw) or ""
    except Exception as error:
        return Outcome("", time.perf_counter() - start, describe_error(error))
    seconds = time.perf_counter() - start
    # A lone surrogate passes through a pipe but cannot be written to a file.
    return Outcome(text.encode("utf-8", "replace").decode(), seconds)


def reject_network(*_: object, **__: object) -> NoReturn:
    raise OSError("no network in an evaluation")


if __name__ == "__main__":
    # Pickled outcomes must name this module, not `__main__`.
    from webwinnow.evaluation import peer_worker

    peer_worker.main()
