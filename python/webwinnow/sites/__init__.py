"""Site templates: learned from a sample of a host's pages, kept as data, used to cut pages down."""

from webwinnow.sites.learn import Learning, learn
from webwinnow.sites.template import Site, Template
from webwinnow.sites.trim import trim

__all__ = ["Learning", "Site", "Template", "learn", "trim"]
