"""The `results.json` that each paper's benchmark writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def write_results(path: Path | None, results: dict[str, Any]) -> None:
    """Write results after each step, so that a stopped run goes on; None writes nothing."""
    if path:
        text = json.dumps(results, ensure_ascii=False, separators=(",", ":")) + "\n"
        path.write_text(text, "utf-8")
