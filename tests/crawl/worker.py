"""Run one crawl; Twisted can run only once per process.

python -m tests.crawl.worker '{"seeds": ["http://127.0.0.1:8000/"], "output": "crawl.warc.gz"}'
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from webwinnow import Document, extract
from webwinnow.crawl import Settings, crawl

BATCH_SIZE = 5


class DelayedCleaning:
    """Returns documents five at a time, like a method that learns a site first."""

    needs_styles = False

    def __init__(self) -> None:
        self.held: list[Document] = []

    def add(self, url: str, html: bytes, charset: str | None = None) -> list[Document]:
        self.held.append(extract(html, url=url, charset=charset, method="all"))
        return list(self.finish()) if len(self.held) == BATCH_SIZE else []

    def finish(self) -> Iterator[Document]:
        ready, self.held = self.held, []
        return iter(ready)


def main(given: dict[str, Any]) -> None:
    given["seeds"] = tuple(given["seeds"])
    for name in ("output", "clean_to"):
        if name in given:
            given[name] = Path(given[name])
    cleaning = DelayedCleaning() if "clean_to" in given else None
    print(json.dumps(asdict(crawl(Settings(**given), cleaning=cleaning))))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
