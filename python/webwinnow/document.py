"""The result of cleaning: a page's text, with the page and the decision it came from."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from webwinnow._core import Decision, Page
from webwinnow.formats import RenderOptions, render
from webwinnow.metadata import Metadata, metadata

if TYPE_CHECKING:
    from webwinnow.visual.styles import PageStyles

DEFAULT_OPTIONS = RenderOptions()


@dataclass(frozen=True, repr=False)
class Document:
    """The text of one page. Only `clean_many` returns documents with an `error`, without a page."""

    text: str
    to: str  # format of the text
    url: str | None = None
    page: Page | None = None
    decision: Decision | None = None
    error: str | None = None  # why the page failed, in one line
    reason: str | None = None  # why the text is empty, in one line
    not_html: str | None = None  # type of an input that is not HTML, such as "binary data"
    dropped: str | None = None  # "score" or "page-type" if a `Selection` dropped the page
    styles: "PageStyles | None" = None  # style sheets found and missing, if the method renders

    @cached_property
    def metadata(self) -> Metadata:
        """Metadata of the page, computed on first access."""
        return metadata(self.page or Page(b""), url=self.url)

    @property
    def title(self) -> str | None:
        return self.metadata.title

    @property
    def score(self) -> float | None:
        """Expected quality of the decision, 0 to 1; None if the method gives none."""
        return self.decision.confidence if self.decision else None

    @property
    def page_type(self) -> str | None:
        """Article, forum, product …; None if the method gives none."""
        return self.decision.page_type if self.decision else None

    @property
    def truncated(self) -> bool:
        """True if the page exceeded a bound and was truncated."""
        return self.page is not None and self.page.truncated

    def render(
        self, to: str, options: RenderOptions = DEFAULT_OPTIONS, *, with_metadata: bool = False
    ) -> str:
        """Render the same decision in another format; "" without a page."""
        if self.page is None or self.decision is None:
            return ""
        fields = self.metadata if with_metadata else None
        return render(self.page, self.decision, to=to, options=options, metadata=fields)

    def __repr__(self) -> str:
        content = self.error or self.reason or f"{len(self.text)} characters of {self.to}"
        return f"<Document: {content}>" if self.url is None else f"<Document {self.url}: {content}>"
