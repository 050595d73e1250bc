"""Pages, gold sets, models and servers that several tests share."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
