"""What webwinnow raises.

Exception
└── WebwinnowError        anything below
    ├── UnknownMethod     no method of that name
    ├── UnknownSetting    the method has no setting, or no preset, of that name
    ├── UnknownFormat     no output format of that name
    ├── InputError        a file could not be read, or must not be written
    ├── FetchError        a URL could not be fetched, or must not be
    └── ModelError        a model file is broken, or made for another method
        └── NotFitted     a method that learns was asked to decide before it learned
"""


class WebwinnowError(Exception):
    """Anything that webwinnow gives up on; the message is one line."""


class UnknownMethod(WebwinnowError):
    """No method of that name; the message lists those there are."""


class UnknownSetting(WebwinnowError):
    """The method has no setting, or no preset, of that name."""


class UnknownFormat(WebwinnowError):
    """No output format of that name; the message lists those there are."""


class InputError(WebwinnowError):
    """A file could not be read, or must not be written."""


class FetchError(WebwinnowError):
    """A URL could not be fetched, or must not be."""


class ModelError(WebwinnowError):
    """A model file is broken, or made for another method."""


class NotFitted(ModelError):
    """A method that learns was asked to decide before it learned."""
