"""Site templates: learned from a sample of a host's pages, kept as data, used to cut pages down."""

from typing import TYPE_CHECKING

from webwinnow.methods.goldminer.learn import Learning, learn
from webwinnow.methods.goldminer.store import open_store
from webwinnow.methods.goldminer.template import Site, Template
from webwinnow.methods.goldminer.trim import trim

if TYPE_CHECKING:
    from webwinnow.sites.stream import SiteStream

__all__ = ["Learning", "Site", "SiteStream", "Template", "learn", "open_store", "trim"]


def __getattr__(name: str) -> object:
    # GoldMiner needs templates, and streams need GoldMiner: what comes last is imported last.
    if name == "SiteStream":
        from webwinnow.sites.stream import SiteStream

        return SiteStream
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
