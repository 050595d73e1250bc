"""What takes part in an evaluation: a method of ours, or a peer. Each gets a page as bytes."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from webwinnow._core import Decision, Page, __version__, render
from webwinnow.evaluation.peer_worker import WARM_UP, Worker
from webwinnow.evaluation.peers import Raw, whole
from webwinnow.gold.datasets.base import GoldPage
from webwinnow.messages import describe_error
from webwinnow.methods.base import Method, TrainableMethod

__all__ = ["AsItIs", "Attempt", "Contestant", "Own", "PeerRun"]


@dataclass(frozen=True)
class Attempt:
    """What came of a page. Only our methods leave a page and a decision, though one that failed
    a decision to keep nothing."""

    text: str
    seconds: float  # from bytes to plain text
    error: str | None = None
    page: Page | None = None
    decision: Decision | None = None


class Contestant(Protocol):
    name: str
    version: str

    def run(self, gold: GoldPage) -> Attempt: ...


class Own:
    """A method of ours. Which one decides may depend on the page, as it does with folds."""

    version = __version__

    def __init__(self, name: str, method_for: Callable[[GoldPage], Method]) -> None:
        self.name, self.method_for = name, method_for
        self.warm: list[Method] = []

    def run(self, gold: GoldPage) -> Attempt:
        method = self.method_for(gold)
        self.warm_up(method)
        start = time.perf_counter()
        page = Page(gold.html, charset=gold.charset)
        try:
            decision = method.for_url(gold.url).decide(page)
            text = render(page, decision, "text", False, False, True)
            seconds = time.perf_counter() - start
        except Exception as error:  # whatever a method raises must not end the evaluation
            nothing = Decision(page, np.zeros(len(page.runs), bool))
            return Attempt("", time.perf_counter() - start, describe_error(error), page, nothing)
        return Attempt(text, seconds, None, page, decision)

    def warm_up(self, method: Method) -> None:
        """Whatever a method loads at its first page is in no page's time, as with peers."""
        if method not in self.warm:
            self.warm.append(method)
            with suppress(Exception):
                method.decide(Page(WARM_UP.html))


@dataclass(frozen=True)
class AsItIs:
    """A method that learns, with what it knows already, even where others learn in folds."""

    name: str
    method: TrainableMethod


class PeerRun:
    """A peer in its process."""

    def __init__(self, name: str, version: str, worker: Worker) -> None:
        self.name, self.version, self.worker = name, version, worker

    def run(self, gold: GoldPage) -> Attempt:
        return Attempt(*self.worker.run(Raw(whole(gold.html), gold.url, gold.charset)))
