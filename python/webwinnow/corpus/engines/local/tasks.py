"""All tasks of a job by name. Each makes one thing out of what is there, and puts it down whole.

A task may be done twice, by two workers at once, or again after it was cut short: it makes the
same of the same, and what it puts down takes the place of what was there.
"""

from collections.abc import Callable
from typing import Any

from webwinnow.corpus.dedup.duplicates import dropped_between, same_keys, spread_keys
from webwinnow.corpus.dedup.exact_onion import exact_onion
from webwinnow.corpus.dedup.paragraphs import seen_ngrams, spread_ngrams
from webwinnow.corpus.dedup.verdicts import FatesInFiles
from webwinnow.corpus.engines.tasks import clean_and_finish, finish_shard
from webwinnow.corpus.record import order_of
from webwinnow.corpus.sampling import learn_hosts, spread_samples
from webwinnow.corpus.stages.clean_shard import clean_shard
from webwinnow.corpus.workspace import Work

__all__ = ["TASKS", "Task"]

#: What it works on, its shard's or bucket's number, numbers of buckets, and who is told of rows.
Task = Callable[[Work, int, dict[str, int], Callable[[int], None]], "dict[str, Any] | None"]


def ngrams(work: Work, number: int, buckets: dict[str, int]) -> None:
    first, last = order_of(number, 0), order_of(number + 1, 0)
    dropped, _ = dropped_between(work, buckets.get("keys", 0), first, last)
    spread_ngrams(work, number, buckets["ngrams"], dropped)


def finish(work: Work, number: int, buckets: dict[str, int]) -> dict[str, Any]:
    is_exact = work.settings.onion == "exact"
    seen = 1 if is_exact else buckets.get("ngrams", 0)
    return finish_shard(work, number, FatesInFiles(work, same=buckets.get("keys", 0), seen=seen))


TASKS: dict[str, Task] = {
    "sample": lambda work, number, buckets, _: spread_samples(work, number, buckets["sample"]),
    "learn": lambda work, number, buckets, _: learn_hosts(work, number, buckets["sample"]),
    "clean": lambda work, number, _, tell: clean_shard(work, number, tell),
    "keys": lambda work, number, buckets, _: spread_keys(work, number, buckets["keys"]),
    "same": lambda work, number, buckets, _: same_keys(work, number, buckets["keys"]),
    "ngrams": lambda work, number, buckets, _: ngrams(work, number, buckets),
    "seen": lambda work, number, buckets, _: seen_ngrams(work, number, buckets["ngrams"]),
    "onion": lambda work, _, buckets, __: exact_onion(work, buckets.get("keys", 0)),
    "whole": lambda work, number, _, tell: clean_and_finish(work, number, tell),
    "finish": lambda work, number, buckets, _: finish(work, number, buckets),
}
