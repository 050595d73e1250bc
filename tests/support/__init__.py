"""Pages, gold sets, models and servers shared by tests."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
