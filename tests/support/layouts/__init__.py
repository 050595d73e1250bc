"""Generated sites whose articles are known to the paragraph: `LAYOUTS` by name.

A layout makes the pages of one host. `article` of a page has every paragraph, heading, list item
and table cell of its article; `others` has the comments, promotions and teasers on the page.
"""

from tests.support.layouts.pages import SitePage
from tests.support.layouts.random_site import random_site
from tests.support.layouts.sites import SITES, unseen_pages

LAYOUTS = SITES | {f"random {seed}": random_site(seed) for seed in range(10)}

__all__ = ["LAYOUTS", "SitePage", "random_site", "unseen_pages"]
