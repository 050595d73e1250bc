"""What the store of annotations refuses.

WebwinnowError
├── InputError            the file is missing or newer
│   └── Unusable          it is broken, busy, or its disk is full
└── AnnotationError       what was asked for cannot be done
    ├── NotThere          no such project, page or annotator
    ├── Taken             a name, or a page, that the project has already
    ├── TooLarge          a page beyond the limit
    ├── Unfinished        "done" was said of a page that has blocks without a label
    └── Conflict          somebody else, or another window, was faster
"""

from webwinnow.errors import InputError, WebwinnowError

__all__ = ["AnnotationError", "Conflict", "NotThere", "Taken", "TooLarge", "Unfinished", "Unusable"]


class Unusable(InputError):
    """The file cannot be read or written as things are; nothing of what was asked for was done."""


class AnnotationError(WebwinnowError):
    """What was asked for cannot be done; the message says what can."""


class NotThere(AnnotationError):
    """No such project, page or annotator; perhaps no longer."""


class Taken(AnnotationError):
    """A name, or a page, that the project has already; `page` is the number of that page."""

    def __init__(self, message: str, page: int | None = None) -> None:
        super().__init__(message)
        self.page = page


class TooLarge(AnnotationError):
    """A page beyond the limit."""


class Unfinished(AnnotationError):
    """Visible blocks have no label; `blocks` is how many."""

    def __init__(self, message: str, blocks: int) -> None:
        super().__init__(message)
        self.blocks = blocks


class Conflict(AnnotationError):
    """The labels have changed since they were looked at: look again, then decide.

    `annotator` is whose they are.
    """

    def __init__(self, message: str, annotator: str) -> None:
        super().__init__(message)
        self.annotator = annotator
