"""Exceptions of webwinnow.

Exception
└── WebwinnowError        base class of all exceptions below
    ├── UnknownMethod     no method of that name
    ├── UnknownSetting    the method has no setting or preset of that name
    ├── UnknownFormat     no output format of that name
    ├── UnknownLayout     no gold set layout of that name, or no known layout in a set
    ├── InputError        a file cannot be read or written, or must not be
    ├── FetchError        a URL cannot be fetched, or must not be
    ├── CannotLearn       a method cannot learn from the given pages
    └── ModelError        a model file is broken or belongs to another method
        └── NotFitted     a method that learns was used before training
"""


class WebwinnowError(Exception):
    """Base class; the message is one line for users."""


class UnknownMethod(WebwinnowError):
    """No method of that name; the message lists the methods."""


class UnknownSetting(WebwinnowError):
    """The method has no setting or preset of that name, or rejects the value."""


class UnknownFormat(WebwinnowError):
    """No output format of that name; the message lists the formats."""


class UnknownLayout(WebwinnowError):
    """No gold set layout of that name, or no known layout in a set; the message lists them."""


class InputError(WebwinnowError):
    """A file cannot be read or written, or must not be."""


class FetchError(WebwinnowError):
    """A URL cannot be fetched, or must not be.

    `problem` is the message without the remedy. `setting` is the argument of `fetch`, or the field
    of `FetchLimits`, that would allow the request, if there is one. `status` is the HTTP status of
    a response that is not a page.
    """

    def __init__(
        self,
        problem: str,
        remedy: str = "",
        setting: str | None = None,
        status: int | None = None,
    ) -> None:
        super().__init__(f"{problem}; {remedy}" if remedy else problem)
        self.problem, self.setting, self.status = problem, setting, status


class CannotLearn(WebwinnowError):
    """A method cannot learn from the given pages."""


class ModelError(WebwinnowError):
    """A model file is broken or belongs to another method."""


class NotFitted(ModelError):
    """A method that learns was used before training."""
