"""Tells the text of a web page from its boilerplate.

>>> import webwinnow
>>> webwinnow.clean("<p>It rained.")
'It rained.\\n'
"""

from webwinnow import errors
from webwinnow._core import Decision, Page, __version__
from webwinnow.clean import clean, clean_many, extract
from webwinnow.document import Document
from webwinnow.formats import FORMATS, RenderOptions, render
from webwinnow.metadata import Metadata
from webwinnow.methods import METHODS, load
from webwinnow.selection import Selection

__all__ = [
    "FORMATS",
    "METHODS",
    "Decision",
    "Document",
    "Metadata",
    "Page",
    "RenderOptions",
    "Selection",
    "__version__",
    "clean",
    "clean_many",
    "errors",
    "extract",
    "load",
    "render",
]
