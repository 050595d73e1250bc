"""What comes out: a page's text, and all that it was made from."""

from dataclasses import dataclass
from functools import cached_property

from webwinnow._core import Decision, Page
from webwinnow.formats import RenderOptions, render
from webwinnow.metadata import Metadata, metadata

__all__ = ["Document"]

DEFAULT_OPTIONS = RenderOptions()


@dataclass(frozen=True, repr=False)
class Document:
    """One page's text. Only from `clean_many` can it have an `error`; it is then without a page."""

    text: str
    to: str  # the format of the text
    url: str | None = None
    page: Page | None = None
    decision: Decision | None = None
    error: str | None = None  # why there is no page, in one line
    reason: str | None = None  # why a page has no text, in one line

    @cached_property
    def metadata(self) -> Metadata:
        """Found when first asked for."""
        return metadata(self.page or Page(b""), url=self.url)

    @property
    def title(self) -> str | None:
        return self.metadata.title

    @property
    def score(self) -> float | None:
        """How good the decision is expected to be, 0 to 1; None where the method cannot tell."""
        return self.decision.confidence if self.decision else None

    @property
    def page_type(self) -> str | None:
        """Article, forum, product …; None where the method cannot tell."""
        return self.decision.page_type if self.decision else None

    @property
    def truncated(self) -> bool:
        """Whether a bound cut the page short."""
        return self.page is not None and self.page.truncated

    def render(
        self, to: str, options: RenderOptions = DEFAULT_OPTIONS, *, with_metadata: bool = False
    ) -> str:
        """The same decision in another format; "" where there is no page."""
        if self.page is None or self.decision is None:
            return ""
        found = self.metadata if with_metadata else None
        return render(self.page, self.decision, to=to, options=options, metadata=found)

    def __repr__(self) -> str:
        what = self.error or self.reason or f"{len(self.text)} characters of {self.to}"
        return f"<Document: {what}>" if self.url is None else f"<Document {self.url}: {what}>"
