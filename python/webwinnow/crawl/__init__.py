"""A polite crawl of whole sites into a WARC file, with Scrapy.

The frontier, that is all addresses and what became of them, lives in a SQLite file beside the
archive: a crawl that was killed at any moment goes on where it stopped.
"""

from webwinnow.crawl.run import Outcome, Progress, crawl
from webwinnow.crawl.settings import Settings

__all__ = ["Outcome", "Progress", "Settings", "crawl"]
