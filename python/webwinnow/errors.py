"""What webwinnow raises.

Exception
└── WebwinnowError        anything below
    ├── UnknownMethod     no method of that name
    ├── UnknownSetting    the method has no setting, or no preset, of that name
    ├── UnknownFormat     no output format of that name
    ├── UnknownLayout     no layout of gold sets of that name, or none that a set has
    ├── InputError        a file could not be read or written, or must not be
    ├── FetchError        a URL could not be fetched, or must not be
    ├── CannotLearn       pages that a method cannot learn from
    └── ModelError        a model file is broken, or made for another method
        └── NotFitted     a method that learns was asked to decide before it learned
"""


class WebwinnowError(Exception):
    """Anything that webwinnow gives up on; the message is one line."""


class UnknownMethod(WebwinnowError):
    """No method of that name; the message lists those there are."""


class UnknownSetting(WebwinnowError):
    """The method has no setting, or no preset, of that name, or cannot take the value."""


class UnknownFormat(WebwinnowError):
    """No output format of that name; the message lists those there are."""


class UnknownLayout(WebwinnowError):
    """No layout of gold sets of that name, or none that a set has; the message describes them."""


class InputError(WebwinnowError):
    """A file could not be read or written, or must not be."""


class FetchError(WebwinnowError):
    """A URL could not be fetched, or must not be.

    `problem` is the message without its remedy; `setting`, where one stood in the way, is the
    argument of `fetch` or the field of `FetchLimits` that would let the page through.
    """

    def __init__(self, problem: str, remedy: str = "", setting: str | None = None) -> None:
        super().__init__(f"{problem}; {remedy}" if remedy else problem)
        self.problem, self.setting = problem, setting


class CannotLearn(WebwinnowError):
    """A method cannot learn from the pages that it was given."""


class ModelError(WebwinnowError):
    """A model file is broken, or made for another method."""


class NotFitted(ModelError):
    """A method that learns was asked to decide before it learned."""
