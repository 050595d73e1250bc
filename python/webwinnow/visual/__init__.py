"""FIASCO's visual features: pages rendered in Chromium.

>>> from webwinnow.visual import Browser
>>> with Browser() as browser:  # doctest: +SKIP
...     look = browser.look(html, page, targets)
...     print(look.measures if look else browser.failure)
"""

from webwinnow.visual.browser import Browser
from webwinnow.visual.look import Look, draw
from webwinnow.visual.measures import MEASURES, Measure
from webwinnow.visual.process import BrowserFailed

__all__ = ["MEASURES", "Browser", "BrowserFailed", "Look", "Measure", "draw"]
