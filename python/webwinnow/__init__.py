"""Tells the text of a web page from its boilerplate."""

from webwinnow._core import Decision, Page, __version__

__all__ = ["Decision", "Page", "__version__"]
