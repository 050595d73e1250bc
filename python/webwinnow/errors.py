"""What webwinnow raises.

Exception
└── WebwinnowError
    ├── FetchError       a URL could not be fetched, or must not be
    └── UnknownFormat    no output format has that name
"""


class WebwinnowError(Exception):
    """Anything that webwinnow gives up on; the message is one line."""


class FetchError(WebwinnowError):
    """A URL could not be fetched, or must not be."""


class UnknownFormat(WebwinnowError):
    """No output format has that name."""
