"""No cleaning: the baseline."""

from webwinnow._core import Decision, Page
from webwinnow.methods.base import Method


class Visible(Method):
    """All visible text, boilerplate included."""

    name = "all"

    def decide(self, page: Page) -> Decision:
        return Decision.visible(page)
