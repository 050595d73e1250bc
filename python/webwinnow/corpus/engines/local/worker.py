"""A process that does tasks, one after the other, as it is told on its standard input.

Tasks and answers are lines of JSON. When whoever started it is gone, so is this process, at once.
"""

import gc
import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TextIO

from webwinnow.corpus.workspace import Work
from webwinnow.errors import WebwinnowError
from webwinnow.messages import describe_error

__all__ = ["main"]

# Seconds between two words on how far a task has come.
PAUSE = 0.5


def main() -> None:
    answers = private_output()
    work: Work | None = None
    for order in orders():
        try:
            # Imported late: the first answer tells of a package that is missing.
            from webwinnow.corpus.engines.local.tasks import TASKS

            if work is None:
                work = Work.load(Path(sys.argv[1]))
                # What is imported stays, and pages leave few circles behind.
                gc.freeze()
                gc.set_threshold(50_000)
            told = Teller(answers)
            done = TASKS[order["task"]](work, order["number"], order["buckets"], told.rows)
            answer: dict[str, Any] = {"done": done or {}}
        except WebwinnowError as error:
            answer = {"error": describe_error(error), "kind": "input"}
        except OSError as error:
            # Inputs tell of their errors by themselves: what is left is what was to be written.
            # In the system's words: Arrow puts its own around them.
            reason = os.strerror(error.errno) if error.errno else describe_error(error)
            answer = {"error": reason, "kind": "output"}
        except MemoryError:
            answer = {"error": "out of memory; try fewer --workers", "kind": "memory"}
        except Exception as error:
            answer = {"error": describe_error(error), "kind": "defect"}
        send(answers, answer)


def private_output() -> TextIO:
    """The pipe to whoever started it; what libraries print goes to standard error."""
    own = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return own


def orders() -> Iterator[dict[str, Any]]:
    """As they come. A thread waits for them, so that the end is noticed in the midst of work."""
    queue: SimpleQueue[dict[str, Any]] = SimpleQueue()

    def listen() -> None:
        for line in sys.stdin:
            queue.put(json.loads(line))
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        yield queue.get()


class Teller:
    """Says now and then how far a task has come."""

    def __init__(self, answers: TextIO) -> None:
        self.answers, self.last = answers, time.monotonic()

    def rows(self, done: int) -> None:
        if time.monotonic() - self.last > PAUSE:
            self.last = time.monotonic()
            send(self.answers, {"rows": done})


def send(answers: TextIO, answer: dict[str, Any]) -> None:
    try:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
    except OSError:  # nobody is left to hear it
        os._exit(0)


if __name__ == "__main__":
    main()
