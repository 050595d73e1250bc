"""Run crawls as processes, and read their archives."""

import json
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, TypeAlias

from webwinnow.crawl import Outcome
from webwinnow.io.warc import pages

Route: TypeAlias = tuple[int, dict[str, str], bytes]  # status, headers, body

# No delays; tests of politeness override this.
FAST: dict[str, Any] = {
    "delay": 0,
    "backoff": 0.02,
    "timeout": 3,
    "allow_private": True,
    "max_depth": 4,
}


def start(address: str, output: Path, **settings: Any) -> "subprocess.Popen[bytes]":
    given = {**FAST, "seeds": [address], "output": str(output), **settings}
    command = [sys.executable, "-m", "tests.crawl.worker", json.dumps(given, default=str)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def crawl(address: str, output: Path, **settings: Any) -> Outcome:
    """Run a crawl to its end; output on standard error fails the test."""
    out, err = start(address, output, **settings).communicate()
    assert not err, err.decode()
    return Outcome(**json.loads(out))


def urls_in(archive: Path, address: str = "") -> Counter[str]:
    """Count the URLs of the pages in the archive, without the prefix `address`."""
    return Counter(page.url.removeprefix(address) for page in pages(archive))


def lines_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


@dataclass
class Site:
    """Pages on loopback by path; `seen` lists the requests."""

    routes: dict[str, Route]
    address: str = ""
    seen: list[tuple[str, float, dict[str, str]]] = field(default_factory=list)

    @property
    def paths(self) -> list[str]:
        return [path for path, _, _ in self.seen if path != "/robots.txt"]


def html(*links: str, text: str = "It rained.") -> Route:
    body = f"<p>{text}</p>" + "".join(f'<a href="{link}">x</a>' for link in links)
    return 200, {"Content-Type": "text/html"}, body.encode()


@contextmanager
def serving(routes: dict[str, Route]) -> Iterator[Site]:
    site = Site(routes)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.seen.append((self.path, time.monotonic(), dict(self.headers)))
            status, headers, body = site.routes.get(self.path, (404, {}, b""))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    site.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
