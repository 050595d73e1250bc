"""A news portal that knows which text is whose, and a server for it.

    with served(Portal(articles=100, slow=0.1)) as site:
        fetch(site.address + "/")
        assert site.paths == ["/"]

`Portal.truth` has an article's own texts, `Portal.reachable` what a polite crawler finds.
"""

from tests.support.portal.oddities import FORBIDDEN, LINKS, NOT_FOLLOWED, Answer
from tests.support.portal.server import Request, Served, served
from tests.support.portal.site import TRAPS, Portal

__all__ = [
    "FORBIDDEN",
    "LINKS",
    "NOT_FOLLOWED",
    "TRAPS",
    "Answer",
    "Portal",
    "Request",
    "Served",
    "served",
]
