"""All features that Victor knows, by name: each a function from a page's view to a column."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods import victor_content, victor_document, victor_markup
from webwinnow.methods.victor_view import View

__all__ = ["BITS", "COLUMNS", "PATTERNS"]

COLUMNS: dict[str, Callable[[View], NDArray[np.generic]]] = {
    **victor_markup.COLUMNS,
    **victor_content.COLUMNS,
    **victor_document.COLUMNS,
}
# Features that are the number of the first expression that fits, and those that tell of each.
PATTERNS = {"regexp.url": "url", "regexp.date": "date", "regexp.time": "time"}
BITS = {"bullet": "bullet"}
