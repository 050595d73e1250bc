"""Measure deduplication: tokens per second, bytes per n-gram, and two passes against one.

    python -m benchmarks.corpus.dedup_speed [MILLIONS OF TOKENS]

The corpus is generated: words by Zipf's law, a tenth of the documents are copies of earlier ones.
Each variant runs in its own process and measures its resident memory; generating documents does not
count. Seconds are processor time. Exits with 1 if a limit is missed.
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
# Documents generated at once; a copy is of a document of the previous batch.
BATCH = 200
COPIES = 0.1

WARM_UP = 5 * BATCH * PARAGRAPHS * PARAGRAPH
# Bytes per n-gram are measured from this number of n-grams on.
MIN_NGRAMS = 2_000_000

MIN_SPEED = 2e6  # tokens a second
MAX_BYTES = 24.0  # an n-gram, while the set grows and after
MAX_SHARE = 0.12  # of one pass's memory, for two passes


def corpus(tokens: int) -> Iterator[list[list[str]]]:
    """Generate batches of documents, the same on every run."""
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


class Meter:
    """Processor time spent on documents, and memory growth beyond that of generating them."""

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

    def growth(self) -> int:
        return resident() - self.start

    def peak_growth(self) -> int:
        return peak() - self.start_peak


def resident() -> int:
    """Bytes of memory that the process holds."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def peak() -> int:
    """The most bytes that the process ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def one_pass(tokens: int) -> dict[str, float]:
    meter, onion, worst = Meter(), Onion(), 0.0
    for batch in corpus(tokens):
        meter.over(onion.add, batch)
        if len(onion) > MIN_NGRAMS:
            worst = max(worst, meter.growth() / len(onion))
    return {
        "seconds": meter.seconds,
        "kept": len(onion),
        "peak": meter.peak_growth(),
        "worst": worst,
        "last": meter.growth() / len(onion),
    }


def two_passes(tokens: int) -> dict[str, float]:
    meter, onion = Meter(), Onion()
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
        meter.over(onion.add, batch)
    return {
        "seconds": meter.seconds,
        "survey": survey,
        "kept": len(onion),
        "peak": meter.peak_growth(),
    }


VARIANTS = {"one": one_pass, "two": two_passes}


def run_in_process(variant: str, tokens: int) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.corpus.dedup_speed", variant, str(tokens)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main(millions: float) -> int:
    tokens = round(millions * 1e6)
    one, two = (run_in_process(variant, tokens) for variant in VARIANTS)
    speed, share = tokens / one["seconds"], two["peak"] / one["peak"]
    print(f"{millions:g} million tokens, {one['kept'] / 1e6:.1f} million n-grams kept")
    print(f"one pass: {speed / 1e6:.1f} million tokens a second (limit {MIN_SPEED / 1e6:g})")
    print(
        f"memory: {one['last']:.1f} bytes an n-gram at the end, {one['worst']:.1f} at worst "
        f"(limit {MAX_BYTES:g}); {one['peak'] / 2**20:.0f} MiB"
    )
    print(
        f"two passes: {two['kept'] / 1e6:.1f} million n-grams kept, {two['peak'] / 2**20:.0f} MiB, "
        f"{share:.0%} of one pass (limit {MAX_SHARE:.0%}); {tokens / two['survey'] / 1e6:.1f} and "
        f"{tokens / two['seconds'] / 1e6:.1f} million tokens a second"
    )
    return int(speed < MIN_SPEED or one["worst"] > MAX_BYTES or share > MAX_SHARE)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(json.dumps(VARIANTS[sys.argv[1]](int(sys.argv[2]))))
    else:
        sys.exit(main(float(sys.argv[1]) if len(sys.argv) == 2 else MILLIONS))
