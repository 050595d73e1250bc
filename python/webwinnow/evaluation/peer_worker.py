"""A process for a peer: one that hangs or crashes is ended and replaced, and the page has failed.

The time of a page is taken inside the process, which has no network and prints nothing.
"""

import multiprocessing
import os
import signal
import socket
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import NamedTuple, NoReturn, cast

from webwinnow.errors import InputError, WebwinnowError
from webwinnow.evaluation.peers import Extract, Peer, Raw
from webwinnow.messages import describe_error

__all__ = ["PEER_SECONDS", "Outcome", "PeerFailed", "Worker"]

# No page should take that long; some peers never come back from some.
PEER_SECONDS = 60.0
# Imports alone take seconds on a busy machine.
START_SECONDS = 120.0
# A pipe can be waited for some weeks, not for ever.
MOST_SECONDS = 86_400.0
# Whatever a peer loads at its first page, it loads here.
WARM_UP = Raw(b"<html><body><article><p>" + b"It rained all night, and the sun rose. " * 20)


class Outcome(NamedTuple):
    """What came of a page."""

    text: str
    seconds: float
    error: str | None = None


class PeerFailed(WebwinnowError):
    """A peer that cannot be used at all."""


class Lost(Exception):
    """The process has not answered and never will; the message says why."""


class Worker:
    """Runs one peer. Close it, or use it in a `with` statement."""

    def __init__(self, peer: Peer, *, seconds: float = PEER_SECONDS) -> None:
        if not 0 < seconds <= MOST_SECONDS:
            most = f"{MOST_SECONDS:.0f}"
            raise InputError(f"cannot wait {seconds} s for a peer; give up to {most} seconds")
        self.peer, self.seconds = peer, seconds
        self.process: BaseProcess | None = None
        self.pipe: Connection | None = None

    def __enter__(self) -> "Worker":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Imports the peer; `PeerFailed` where that does not work."""
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, self.peer), daemon=True)
        self.process.start()
        theirs.close()  # else the pipe would stay open when the process ends
        try:
            problem = self.answer(START_SECONDS)
        except Lost as lost:
            problem = lost
        if problem is not None:
            self.close()
            raise PeerFailed(f"does not start: {problem}")

    def run(self, raw: Raw) -> Outcome:
        """The peer's text of a page; where it fails, an empty one and the reason."""
        start = time.perf_counter()
        try:
            if self.process is None:  # the page before has ended it
                self.start()
                start = time.perf_counter()
            return cast("Outcome", self.answer(self.seconds, to=raw))
        except (Lost, PeerFailed) as failure:
            self.close()
            return Outcome("", time.perf_counter() - start, str(failure))

    def answer(self, seconds: float, *, to: Raw | None = None) -> object:
        assert self.pipe is not None
        assert self.process is not None
        try:
            if to is not None:
                self.pipe.send(to)
            if self.pipe.poll(seconds):
                return self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(1)
            raise Lost(f"crashed ({ending(self.process.exitcode)})") from None
        raise Lost(f"took longer than {seconds:g} s")

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
        if self.pipe is not None:
            self.pipe.close()
        self.process = self.pipe = None


def ending(code: int | None) -> str:
    """How a process ended, in words."""
    if code is not None and code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit status {code}"


def serve(pipe: Connection, peer: Peer) -> None:
    """Says None when ready, or what is wrong; then answers pages until the pipe is closed."""
    be_silent()
    socket.socket.connect = refuse  # type: ignore[method-assign]
    socket.socket.connect_ex = refuse  # type: ignore[method-assign]
    socket.getaddrinfo = refuse
    try:
        extract = peer.make()
        with suppress(Exception):  # a peer that fails here may well do on other pages
            extract(WARM_UP)
    except Exception as error:
        pipe.send(describe_error(error))
        return
    pipe.send(None)
    with suppress(EOFError, KeyboardInterrupt):
        while True:
            pipe.send(attempt(extract, pipe.recv()))


def attempt(extract: Extract, raw: Raw) -> Outcome:
    start = time.perf_counter()
    try:
        text = extract(raw) or ""
    except Exception as error:
        return Outcome("", time.perf_counter() - start, describe_error(error))
    seconds = time.perf_counter() - start
    # Half a surrogate pair goes through a pipe, but into no file.
    return Outcome(text.encode("utf-8", "replace").decode(), seconds)


def be_silent() -> None:
    """Peers warn and print; nobody reads that."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


def refuse(*_: object, **__: object) -> NoReturn:
    raise OSError("no network in an evaluation")
