"""Build corpora of very many small pages: memory must stay flat; prints the time of each phase.

    python -m benchmarks.corpus.memory
    python -m benchmarks.corpus.memory --pages 50000 400000

Pages are generated, a tenth of them with a paragraph of an earlier one, on a hundred hosts. Each
variant runs with each number of pages, on two workers. Exits with 1 if memory over all workers
exceeds 1.5 GiB, or grows by more than a quarter from few to many pages.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.corpus.sites_memory import WORDS
from benchmarks.corpus.speed import FOLDER, MAX_MEMORY, Clock, Memory
from webwinnow.corpus.builder import Engine, build
from webwinnow.corpus.settings import Settings
from webwinnow.io.atomic import replace_atomically

VARIANTS = {
    "winnow, everything": Settings(),
    "winnow, exact Onion": Settings(onion="exact"),
    "goldminer": Settings(method="goldminer:inner=winnow"),
}
HOSTS = 100
MAX_GROWTH = 1.25
#: A large vocabulary, so that 7-grams do not repeat by rng.
VOCABULARY = [f"{first}{second}" for first in WORDS for second in WORDS]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, nargs="+", default=[20_000, 80_000])
    given = parser.parse_args()
    peaks: defaultdict[str, list[int]] = defaultdict(list)
    for count in given.pages:
        path = FOLDER / f"made-up-{count}.jsonl"
        write(path, count)
        for variant, settings in VARIANTS.items():
            peak, clock, tokens = run(path, settings)
            peaks[variant].append(peak)
            phases = ", ".join(f"{task} {spent:.1f}" for task, spent in clock.seconds.items())
            size = f"{count:,} pages, {tokens:,} tokens, {peak / 2**20:,.0f} MiB"
            print(f"{variant}: {size}; s: {phases}")
    is_flat = all(max(each) <= min(each[0] * MAX_GROWTH, MAX_MEMORY) for each in peaks.values())
    sys.exit(0 if is_flat else 1)


def run(path: Path, settings: Settings) -> tuple[int, Clock, int]:
    output = FOLDER / "ours"
    shutil.rmtree(output, ignore_errors=True)
    clock, memory = Clock(), Memory()
    built = build([str(path)], output, settings, engine=Engine(workers=2), watch=clock)
    clock.end()
    return memory.end(), clock, built.tally.tokens


def write(path: Path, count: int) -> None:
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with replace_atomically(path) as draft, draft.open("w") as file:
        for row in rows(count):
            file.write(json.dumps(row) + "\n")


def rows(count: int) -> Iterator[dict[str, Any]]:
    rng = random.Random(0)
    before = ""
    for number in range(count):
        texts = [" ".join(rng.choices(VOCABULARY, k=60)) + "." for _ in range(4)]
        if before and rng.random() < 0.1:
            texts[0] = before
        if rng.random() < 0.05:
            before = texts[-1]
        body = "".join(f"<p>{text}</p>" for text in texts)
        menu = "".join(f"<li><a href=/{word}>{word}</a>" for word in WORDS[-12:])
        title = f"No. {number}"
        html = f"<title>{title}</title><ul>{menu}</ul><div id=text><h1>{title}</h1>{body}</div>"
        yield {"url": f"http://host{number % HOSTS}.example/{number}", "html": html}


if __name__ == "__main__":
    main()
