"""Site templates over collections of pages: learn them from samples, clean streams, check them."""

from webwinnow.methods.goldminer.learn import Learning, learn
from webwinnow.methods.goldminer.store import open_store
from webwinnow.methods.goldminer.template import Site, Template, trim
from webwinnow.sites.stream import SiteStream

__all__ = ["Learning", "Site", "SiteStream", "Template", "learn", "open_store", "trim"]
