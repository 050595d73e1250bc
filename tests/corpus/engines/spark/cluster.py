"""A job on a small cluster with processes of its own, as a script.

python -m tests.corpus.engines.spark.cluster OUT TASK-NUMBER… does the job in OUT, and kills the
executors
that begin those tasks: Java processes, with Python workers below them, that know nothing of this
process's packages and folder.
"""

import os
import signal
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tests.corpus.engines.spark.toy_job import ToyJob
from tests.support import ROOT
from webwinnow.corpus.engines.local.engine import Watch
from webwinnow.corpus.engines.spark import engine as spark_engine
from webwinnow.corpus.workspace import Workspace

CONF = {
    "spark.sql.shuffle.partitions": "3",
    # The test modules are not part of the package.
    "spark.executorEnv.PYTHONPATH": str(ROOT),
    "spark.pyspark.python": sys.executable,
}


def kill_at(out: Path, tasks: list[str]) -> None:
    """Kill the executor that starts a task, once for each task."""
    for task in tasks:
        while not (found := list((out / "started").glob(f"{task}-*"))):
            time.sleep(0.05)
        os.kill(int(found[0].name.split("-")[2]), signal.SIGKILL)


def main() -> None:
    out = Path(sys.argv[1])
    for name in ("clean", "keys", "ngrams", "finish"):
        spark_engine.WORKER_TASKS[name] = f"tests.corpus.engines.spark.toy_job:{name}"
    job: Any = ToyJob(Workspace.load(out))
    engine: Any = SimpleNamespace(master="local-cluster[2,1,1024]", conf=CONF)
    killer = threading.Thread(target=kill_at, args=(out, sys.argv[2:]), daemon=True)
    killer.start()
    spark_engine.run(job, engine, Watch())
    for (task, number), done in job.done.items():
        print(task, number, done.get("package"))


if __name__ == "__main__":
    main()
