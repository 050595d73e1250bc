"""A studio in a process of its own that can be killed."""

import os
import subprocess
import sys
from http.server import HTTPServer
from pathlib import Path
from typing import Any


class Served:
    """A running studio; `kill` sends SIGKILL, `start` starts it again."""

    def __init__(self, data: Path, *sets: "str | Path") -> None:
        self.data, self.sets = data, sets
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start on the same port, so that open pages reconnect."""
        command = [sys.executable, "-m", "webwinnow", "studio", *map(str, self.sets)]
        command += ["--data", str(self.data), "--port", str(self.port)]
        command += ["--no-browser", "--allow-private"]
        # Errors are shown when a test fails; the first line contains the URL.
        self.log = self.data.with_suffix(".log").open("ab+")
        start = self.log.seek(0, os.SEEK_END)
        self.process = subprocess.Popen(command, stderr=self.log)
        self.address = self.read_url(start)
        self.port = int(self.address.rpartition(":")[2])

    def read_url(self, start: int) -> str:
        while self.process.poll() is None:
            self.log.seek(start)
            if line := self.log.readline().decode():
                if not line.endswith("\n"):
                    continue
                return next(word for word in line.split() if "://" in word).rstrip("/")
            try:
                self.process.wait(0.02)
            except subprocess.TimeoutExpired:
                continue
        self.log.seek(start)
        raise RuntimeError(f"the studio did not start: {self.log.read().decode()}")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.log.close()

    def __enter__(self) -> "Served":
        return self

    def __exit__(self, *_: Any) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()


class Spy(HTTPServer):
    """A server that records the path of every request."""

    heard: list[str]
