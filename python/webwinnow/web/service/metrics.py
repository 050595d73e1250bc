"""Metrics for Prometheus, over all worker processes."""

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

# Environment variable with the folder for counters of several processes. The client library reads
# it on import.
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
# Omit the creation times of counters.
disable_created_metrics()  # type: ignore[no-untyped-call]
DURATION_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "webwinnow_requests", "Completed requests.", ["route", "status"], registry=registry
        )
        self.seconds = Histogram(
            "webwinnow_request_seconds",
            "Seconds from the request headers to the end of the response.",
            ["route"],
            buckets=DURATION_BUCKETS,
            registry=registry,
        )
        self.in_flight = Gauge(
            "webwinnow_requests_in_flight",
            "Requests in progress.",
            registry=registry,
            multiprocess_mode="livesum",
        )
        self.pages = Counter(
            "webwinnow_pages", "Cleaned pages.", ["method", "outcome"], registry=registry
        )
        self.received = Counter(
            "webwinnow_received_bytes", "Bytes of request bodies, as sent.", registry=registry
        )

    def text(self) -> bytes:
        if FOLDER_VARIABLE not in os.environ:
            return generate_latest(self.registry)
        all_processes = CollectorRegistry()
        MultiProcessCollector(all_processes)  # type: ignore[no-untyped-call]
        return generate_latest(all_processes)


class MetricsMiddleware:
    """Counts and times requests; unknown paths share the route "other"."""

    def __init__(self, app: ASGIApp, metrics: Metrics, paths: frozenset[str]) -> None:
        self.app, self.metrics, self.paths = app, metrics, paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        status = 500

        async def send_and_record(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        route = scope["path"] if scope["path"] in self.paths else "other"
        start = time.perf_counter()
        self.metrics.in_flight.inc()
        try:
            await self.app(scope, receive, send_and_record)
        finally:
            self.metrics.in_flight.dec()
            self.metrics.requests.labels(route, str(status)).inc()
            self.metrics.seconds.labels(route).observe(time.perf_counter() - start)
        return None
