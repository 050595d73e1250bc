"""The worker process of a local job: do tasks, one after the other, until the job ends."""

import gc
import os
import sys
import time
from pathlib import Path
from typing import Any

from webwinnow.corpus.workspace import Work
from webwinnow.errors import WebwinnowError
from webwinnow.messages import describe_error
from webwinnow.process import Parent, connect_to_parent

__all__ = ["main"]

# Seconds between two words on how far a task has come.
PAUSE = 0.5


def main() -> None:
    parent = connect_to_parent()
    parent.exit_with_parent()
    work: Work | None = None
    while True:
        order = parent.receive()
        try:
            # Imported late: the first answer tells of a package that is missing.
            from webwinnow.corpus.engines.local.tasks import TASKS

            if work is None:
                work = Work.load(Path(sys.argv[1]))
                # What is imported stays, and pages leave few circles behind.
                gc.freeze()
                gc.set_threshold(50_000)
            told = Teller(parent)
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
        parent.send(answer)


class Teller:
    """Says now and then how far a task has come."""

    def __init__(self, parent: Parent) -> None:
        self.parent, self.last = parent, time.monotonic()

    def rows(self, done: int) -> None:
        if time.monotonic() - self.last > PAUSE:
            self.last = time.monotonic()
            self.parent.send({"rows": done})


if __name__ == "__main__":
    main()
