"""All features that Victor knows, by name: each a function from a page's view to a column."""

from collections.abc import Callable

from webwinnow.methods.victor import content, document, further_features, markup, names, shape
from webwinnow.methods.victor.runs import Column, View

__all__ = ["BITS", "COLUMNS", "PATTERNS"]

COLUMNS: dict[str, Callable[[View], Column]] = {
    **markup.COLUMNS,
    **content.COLUMNS,
    **document.COLUMNS,
    **further_features.COLUMNS,
    **shape.COLUMNS,
    **names.COLUMNS,
}
# Features that are the number of the first expression that fits, and those that tell of each.
PATTERNS = {"regexp.url": "url", "regexp.date": "date", "regexp.time": "time"}
BITS = {"bullet": "bullet"}
