"""Crawl whole sites politely into a WARC file, with Scrapy.

The frontier (all URLs and their states) is a SQLite file beside the archive. A crawl that
was killed at any moment resumes from there.
"""

from webwinnow.crawl.run import Outcome, Progress, crawl
from webwinnow.crawl.settings import Settings

__all__ = ["Outcome", "Progress", "Settings", "crawl"]
