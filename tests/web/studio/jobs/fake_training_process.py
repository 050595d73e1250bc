"""Fake training process: behaves as the name of the model says and trains nothing."""

import json
import os
import re
import struct
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from webwinnow.process import connect_to_parent

PARENT = connect_to_parent()


def send(**values: Any) -> None:
    PARENT.send(values)


def main(folder: Path) -> None:
    task = PARENT.receive()
    name = task["name"]
    send(phase="reading", done=1, total=2, share=0.1)
    if name.startswith("slow"):
        time.sleep(600)
    elif name.startswith("deaf"):
        exit_with_studio()
        re.match("(a*)*b", "a" * 40)  # runs for hours and holds the interpreter
    elif name.startswith("leashed"):
        exit_with_studio()
        time.sleep(600)
    elif name.startswith("failing"):
        send(error="nothing can be learned from that")
    elif name.startswith("crashing"):
        sys.exit("MemoryError: no room")
    elif name.startswith("babbling"):
        os.write(PARENT.outgoing.fileno(), struct.pack("!i", 5) + b"hello")
    else:
        write(folder, name, task)
        if name.startswith("late"):
            time.sleep(600)
        if name.startswith("halting"):
            os.write(PARENT.outgoing.fileno(), struct.pack("!i", 100) + b"finished")
            time.sleep(600)
        send(finished=True)


def exit_with_studio() -> None:
    """End with the studio from now on; first write a temporary file."""
    from webwinnow.web.studio.jobs.training_process import exit_with_parent

    exit_with_parent(PARENT)
    (Path(tempfile.mkdtemp()) / "page.html").write_text("<p>unpacked")
    send(phase="learning", done=2, total=2, share=0.9)


def write(folder: Path, name: str, task: dict[str, Any]) -> None:
    from webwinnow.methods.texrex.method import Texrex  # slow to import

    card = {**task, "pages": 2, "sites": 2, "scores": {"measures": []}}
    (folder / f"{name}.json").write_text(json.dumps(card))
    Texrex().save(folder / f"{name}.safetensors")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
