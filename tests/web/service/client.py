"""Clients of the service in this process or in a process of its own."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from starlette.testclient import TestClient

from webwinnow._core import Decision, Page
from webwinnow.methods.base import Method
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.service.app import make_app
from webwinnow.web.service.settings import Settings

HTML = {"Content-Type": "text/html"}
PAGE = "<title>Rain</title><nav><a href=/>Home</a></nav><p>It rained all day in the hills."
TEXT = "It rained all day in the hills.\n"
LOCAL = "http://localhost:8080"


class Slow(Method):
    """Sleeps for the number of seconds at the start of the page."""

    def decide(self, page: Page) -> Decision:
        time.sleep(float(page.text.decode().split()[0]))
        return Decision.visible(page)


class Broken(Method):
    """Fails on pages that contain "bad"."""

    def decide(self, page: Page) -> Decision:
        if b"bad" in page.text:
            raise ValueError("no such luck")
        return Decision.visible(page)


def catalogue() -> Catalogue:
    found = Catalogue(["winnow", "bte", "all"])
    found.add("slow", Slow(), "Sleeps.")
    found.add("broken", Broken(), "Fails.")
    return found


def client(**settings: Any) -> TestClient:
    return TestClient(
        make_app(Settings(**settings), catalogue()), LOCAL, raise_server_exceptions=False
    )


def head(*lines: str) -> bytes:
    fixed = ["POST /v1/clean HTTP/1.1", "Host: localhost", "Content-Type: text/html"]
    return "\r\n".join([*fixed, *lines, "", ""]).encode()


@dataclass(frozen=True)
class Server:
    process: "subprocess.Popen[str]"
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=10)

    def end(self, how: int = signal.SIGTERM) -> tuple[int, str]:
        """Stop the server; return its exit status and further output."""
        self.process.send_signal(how)
        _, output = self.process.communicate(timeout=120)
        return self.process.returncode, output


@contextmanager
def served(*options: str, module: str = "webwinnow", **environment: str) -> Iterator[Server]:
    command = [sys.executable, "-m", module, "serve", "--port=0", *options]
    with subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        text=True,
        env={**base_environment(), **environment},
    ) as process:
        try:
            assert process.stderr is not None
            line = process.stderr.readline()
            found = re.fullmatch(r"webwinnow: serving on http://\S+:(\d+)", line.strip())
            assert found, line
            yield Server(process, int(found[1]))
        finally:
            if process.poll() is None:
                process.kill()


def base_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "WEBWINNOW_TOKEN"}
