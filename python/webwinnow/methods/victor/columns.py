"""All features that Victor knows, by name: each a function from a page's view to a column."""

from collections.abc import Callable

from webwinnow.methods import (
    victor_content,
    victor_document,
    victor_layout,
    victor_markup,
    victor_names,
    victor_shape,
)
from webwinnow.methods.victor_view import Column, View

__all__ = ["BITS", "COLUMNS", "PATTERNS"]

COLUMNS: dict[str, Callable[[View], Column]] = {
    **victor_markup.COLUMNS,
    **victor_content.COLUMNS,
    **victor_document.COLUMNS,
    **victor_layout.COLUMNS,
    **victor_shape.COLUMNS,
    **victor_names.COLUMNS,
}
# Features that are the number of the first expression that fits, and those that tell of each.
PATTERNS = {"regexp.url": "url", "regexp.date": "date", "regexp.time": "time"}
BITS = {"bullet": "bullet"}
