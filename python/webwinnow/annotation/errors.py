"""Errors of the annotation store.

WebwinnowError
├── InputError              the file belongs to another program or a newer version
│   └── StoreUnusable       the file is broken or locked, or its disk is full
└── AnnotationError         the request is invalid
    ├── NotFound            no such project, page or annotator
    ├── AlreadyExists       the project already has this name or this page
    ├── PageTooLarge        the page is over the limit
    ├── UnlabelledBlocks    the page cannot be done: some blocks have no label
    └── Conflict            the labels changed since the client read them
"""

from webwinnow.errors import InputError, WebwinnowError


class StoreUnusable(InputError):
    """The file cannot be read or written now; the transaction was rolled back."""


class AnnotationError(WebwinnowError):
    """The request is invalid; the message says what to do instead."""


class NotFound(AnnotationError):
    """No such project, page or annotator."""


class AlreadyExists(AnnotationError):
    """The project already has this name or this page; `page` is the id of that page."""

    def __init__(self, message: str, page: int | None = None) -> None:
        super().__init__(message)
        self.page = page


class PageTooLarge(AnnotationError):
    """The page is over the limit."""


class UnlabelledBlocks(AnnotationError):
    """Visible blocks have no label; `blocks` is their number."""

    def __init__(self, message: str, blocks: int) -> None:
        super().__init__(message)
        self.blocks = blocks


class Conflict(AnnotationError):
    """The labels of `annotator` changed since the client read them: read them again, then label."""

    def __init__(self, message: str, annotator: str) -> None:
        super().__init__(message)
        self.annotator = annotator
