"""What deduplication takes: tokens a second, bytes an n-gram, and two passes beside one.

    python -m benchmarks.corpus.dedup_speed [MILLIONS OF TOKENS]

The corpus is made, not read: words by Zipf's law, a tenth of the documents copies of earlier ones.
Each way runs in a process of its own, whose resident memory is watched from inside; what making
documents takes is not counted. Seconds are those of the processor. Ends with status 1 when a bar
is missed.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from webwinnow.corpus import Onion

MILLIONS = 30
PARAGRAPH, PARAGRAPHS = 60, 10
VOCABULARY, EXPONENT = 200_000, 1.07
# Documents made at once; a copy is of one of the batch before.
BATCH = 200
COPIES = 0.1

WARM_UP = 5 * BATCH * PARAGRAPHS * PARAGRAPH
# N-grams from which on bytes for each are told.
MANY = 2_000_000

SPEED_BAR = 2e6  # tokens a second
BYTES_BAR = 24.0  # an n-gram, while the set grows and after
SHARE_BAR = 0.12  # of one pass's memory, for two passes


def corpus(tokens: int) -> Iterator[list[list[str]]]:
    """Batches of documents, always the same."""
    random = np.random.default_rng(7)
    ranks = np.arange(1, VOCABULARY + 1) ** -EXPONENT
    bounds = np.cumsum(ranks / ranks.sum())
    letters = random.integers(97, 123, (VOCABULARY, 12), dtype=np.uint8)
    lengths = random.integers(2, 12, VOCABULARY)
    words = [bytes(row[:end]).decode() for row, end in zip(letters, lengths, strict=True)]
    before: list[list[str]] = []
    for _ in range(max(1, tokens // (BATCH * PARAGRAPHS * PARAGRAPH))):
        drawn = np.searchsorted(bounds, random.random(BATCH * PARAGRAPHS * PARAGRAPH))
        drawn = np.minimum(drawn, VOCABULARY - 1).reshape(BATCH, PARAGRAPHS, PARAGRAPH)
        batch = [
            [" ".join([words[word] for word in paragraph]) for paragraph in document]
            for document in drawn.tolist()
        ]
        if before:
            for copy in range(0, BATCH, round(1 / COPIES)):
                batch[copy] = before[copy + 1]
        yield batch
        before = batch


class Watch:
    """Seconds spent on documents, and how far memory rises over what making them takes."""

    def __init__(self) -> None:
        self.seconds = 0.0
        for batch in corpus(WARM_UP):
            self.start = resident()
            del batch
        self.start_peak = peak()

    def over(self, work: Callable[[list[str]], object], batch: list[list[str]]) -> None:
        start = time.process_time()
        for document in batch:
            work(document)
        self.seconds += time.process_time() - start

    def risen(self) -> int:
        return resident() - self.start

    def risen_at_most(self) -> int:
        return peak() - self.start_peak


def resident() -> int:
    """Bytes of memory that the process holds now."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def peak() -> int:
    """The most that it ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def one_pass(tokens: int) -> dict[str, float]:
    watch, onion, worst = Watch(), Onion(), 0.0
    for batch in corpus(tokens):
        watch.over(onion.add, batch)
        if len(onion) > MANY:
            worst = max(worst, watch.risen() / len(onion))
    return {
        "seconds": watch.seconds,
        "kept": len(onion),
        "peak": watch.risen_at_most(),
        "worst": worst,
        "last": watch.risen() / len(onion),
    }


def two_passes(tokens: int) -> dict[str, float]:
    watch, onion = Watch(), Onion()
    making = 0.0

    def documents() -> Iterator[list[str]]:
        nonlocal making
        start = time.process_time()
        for batch in corpus(tokens):
            making += time.process_time() - start
            yield from batch
            start = time.process_time()
        making += time.process_time() - start

    start = time.process_time()
    onion.survey(documents())
    survey = time.process_time() - start - making
    for batch in corpus(tokens):
        watch.over(onion.add, batch)
    return {
        "seconds": watch.seconds,
        "survey": survey,
        "kept": len(onion),
        "peak": watch.risen_at_most(),
    }


WAYS = {"one": one_pass, "two": two_passes}


def in_its_own_process(way: str, tokens: int) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.corpus.dedup_speed", way, str(tokens)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main(millions: float) -> int:
    tokens = round(millions * 1e6)
    one, two = (in_its_own_process(way, tokens) for way in WAYS)
    speed, share = tokens / one["seconds"], two["peak"] / one["peak"]
    print(f"{millions:g} million tokens, {one['kept'] / 1e6:.1f} million n-grams kept")
    print(f"one pass: {speed / 1e6:.1f} million tokens a second (bar {SPEED_BAR / 1e6:g})")
    print(
        f"memory: {one['last']:.1f} bytes an n-gram at the end, {one['worst']:.1f} at worst "
        f"(bar {BYTES_BAR:g}); {one['peak'] / 2**20:.0f} MiB"
    )
    print(
        f"two passes: {two['kept'] / 1e6:.1f} million n-grams kept, {two['peak'] / 2**20:.0f} MiB, "
        f"{share:.0%} of one pass (bar {SHARE_BAR:.0%}); {tokens / two['survey'] / 1e6:.1f} and "
        f"{tokens / two['seconds'] / 1e6:.1f} million tokens a second"
    )
    return int(speed < SPEED_BAR or one["worst"] > BYTES_BAR or share > SHARE_BAR)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(json.dumps(WAYS[sys.argv[1]](int(sys.argv[2]))))
    else:
        sys.exit(main(float(sys.argv[1]) if len(sys.argv) == 2 else MILLIONS))
