"""A generated news portal with known article texts, and a server for it.

    with served(Portal(articles=100, slow=0.1)) as site:
        fetch(site.address + "/")
        assert site.paths == ["/"]

`Portal.truth` returns the texts of an article, `Portal.reachable` the pages that a polite crawler
finds.
"""

from tests.support.portal.responses import FORBIDDEN, LINKS, NOT_FOLLOWED, PortalResponse
from tests.support.portal.server import Request, RunningPortal, served
from tests.support.portal.site import TRAPS, Portal

__all__ = [
    "FORBIDDEN",
    "LINKS",
    "NOT_FOLLOWED",
    "TRAPS",
    "Portal",
    "PortalResponse",
    "Request",
    "RunningPortal",
    "served",
]
