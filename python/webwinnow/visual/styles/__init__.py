"""Style sheets of pages that are rendered.

The browser has no network. It asks this process for each style sheet, and a `StyleSource` finds it:
in the archive of the page, among the files beside the page, or, if the user allows it, on the web.
"""

from webwinnow.visual.styles.page_styles import (
    PAGE_HOST,
    PageStyles,
    StyleSheet,
    StyleSource,
)

__all__ = ["PAGE_HOST", "PageStyles", "StyleSheet", "StyleSource"]
