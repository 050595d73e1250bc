"""The worker process of a local job: run one task after the other until the job ends."""

import gc
import os
import sys
import time
from pathlib import Path
from typing import Any

from webwinnow.corpus.workspace import Workspace
from webwinnow.errors import WebwinnowError
from webwinnow.messages import describe_error
from webwinnow.process import Parent, connect_to_parent

# Seconds between progress messages.
PROGRESS_INTERVAL = 0.5


def main() -> None:
    parent = connect_to_parent()
    parent.exit_with_parent()
    workspace: Workspace | None = None
    while True:
        order = parent.receive()
        try:
            # Imported here, so that a missing package is reported as an error of the task.
            from webwinnow.corpus.engines.tasks import TASKS

            if workspace is None:
                workspace = Workspace.load(Path(sys.argv[1]))
                # Imported objects stay, and pages create few reference cycles.
                gc.freeze()
                gc.set_threshold(50_000)
            progress = Progress(parent)
            task, number, buckets = order["task"], order["number"], order["buckets"]
            done = TASKS[task](workspace, number, buckets, progress.report)
            message: dict[str, Any] = {"done": done or {}}
        except WebwinnowError as error:
            message = {"error": describe_error(error), "kind": "input"}
        except OSError as error:
            # Errors of inputs are `InputError`, so this one is of an output. Arrow adds words of
            # its own to the system's.
            reason = os.strerror(error.errno) if error.errno else describe_error(error)
            message = {"error": reason, "kind": "output"}
        except MemoryError:
            message = {"error": "out of memory; try fewer --workers", "kind": "memory"}
        except Exception as error:
            message = {"error": describe_error(error), "kind": "defect"}
        parent.send(message)


class Progress:
    """Sends the number of finished rows at intervals."""

    def __init__(self, parent: Parent) -> None:
        self.parent, self.last = parent, time.monotonic()

    def report(self, done: int) -> None:
        if time.monotonic() - self.last > PROGRESS_INTERVAL:
            self.last = time.monotonic()
            self.parent.send({"rows": done})


if __name__ == "__main__":
    main()
