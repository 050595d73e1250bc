"""Counters for Prometheus, over all worker processes."""

import os
import time

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["CONTENT_TYPE", "FOLDER", "Measured", "Metrics"]

#: The variable that names the folder by which processes share their counters. The client library
#: looks at it when it is imported.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
# When each counter began is nobody's concern.
disable_created_metrics()  # type: ignore[no-untyped-call]
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "webwinnow_requests", "Requests answered.", ["route", "status"], registry=registry
        )
        self.seconds = Histogram(
            "webwinnow_request_seconds",
            "From the head of a request to the end of its answer.",
            ["route"],
            buckets=SECONDS,
            registry=registry,
        )
        self.in_flight = Gauge(
            "webwinnow_requests_in_flight",
            "Requests not yet answered.",
            registry=registry,
            multiprocess_mode="livesum",
        )
        self.pages = Counter(
            "webwinnow_pages", "Pages cleaned.", ["method", "outcome"], registry=registry
        )
        self.received = Counter(
            "webwinnow_received_bytes", "Bytes of bodies, as sent.", registry=registry
        )

    def text(self) -> bytes:
        if FOLDER not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)


class Measured:
    """Counts and times all requests; those to no known path together, as they have no end."""

    def __init__(self, app: ASGIApp, metrics: Metrics, paths: frozenset[str]) -> None:
        self.app, self.metrics, self.paths = app, metrics, paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        status = 500

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        route = scope["path"] if scope["path"] in self.paths else "other"
        start = time.perf_counter()
        self.metrics.in_flight.inc()
        try:
            await self.app(scope, receive, watched)
        finally:
            self.metrics.in_flight.dec()
            self.metrics.requests.labels(route, str(status)).inc()
            self.metrics.seconds.labels(route).observe(time.perf_counter() - start)
        return None
