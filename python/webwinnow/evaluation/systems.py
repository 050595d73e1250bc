"""Systems under evaluation: a method of this package, or a peer. Each gets a page as bytes."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from webwinnow._core import Decision, Page, __version__, render
from webwinnow.evaluation.peer_worker import WARM_UP, Worker
from webwinnow.evaluation.peers import RawPage, wrap_fragment
from webwinnow.gold.datasets.base import GoldPage
from webwinnow.messages import describe_error
from webwinnow.methods.base import Method, TrainableMethod


@dataclass(frozen=True)
class Extraction:
    """A system's result for a page.

    Only methods of this package have a page and a decision; a failed one has a decision that keeps
    nothing.
    """

    text: str
    seconds: float  # from bytes to plain text
    error: str | None = None
    page: Page | None = None
    decision: Decision | None = None


class System(Protocol):
    name: str
    version: str

    def run(self, gold: GoldPage) -> Extraction: ...


class MethodSystem:
    """A method of this package; with folds, the fitted method depends on the page."""

    version = __version__

    def __init__(self, name: str, method_for: Callable[[GoldPage], Method]) -> None:
        self.name, self.method_for = name, method_for
        self.warm: list[Method] = []

    def run(self, gold: GoldPage) -> Extraction:
        method = self.method_for(gold)
        self.warm_up(method)
        start = time.perf_counter()
        page = Page(gold.html, charset=gold.charset)
        try:
            decision = method.for_url(gold.url).decide(page)
            text = render(page, decision, "text", False, False, True)
            seconds = time.perf_counter() - start
        except Exception as error:  # no error of a method may end the evaluation
            nothing = Decision(page, np.zeros(len(page.runs), bool))
            return Extraction("", time.perf_counter() - start, describe_error(error), page, nothing)
        return Extraction(text, seconds, None, page, decision)

    def warm_up(self, method: Method) -> None:
        """Run the method once, so that no page's time includes loading; peers do the same."""
        if method not in self.warm:
            self.warm.append(method)
            with suppress(Exception):
                method.decide(Page(WARM_UP.html))


@dataclass(frozen=True)
class Pretrained:
    """A trainable method that is evaluated as it is, even if folds refit the others."""

    name: str
    method: TrainableMethod


class PeerSystem:
    """A peer in its worker process."""

    def __init__(self, name: str, version: str, worker: Worker) -> None:
        self.name, self.version, self.worker = name, version, worker

    def run(self, gold: GoldPage) -> Extraction:
        raw = RawPage(wrap_fragment(gold.html), gold.url, gold.charset)
        return Extraction(*self.worker.run(raw))
