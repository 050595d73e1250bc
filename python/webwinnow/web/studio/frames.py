"""Pages that nobody vouches for, as answers that can do nothing.

Three walls stand between such a page and whoever looks at it: what the core writes has no scripts,
handlers or addresses; the policy below lets nothing run or load; and the studio shows it in a frame
whose sandbox allows no scripts.
"""

from starlette.responses import HTMLResponse

from webwinnow._core import Page, sanitize

__all__ = ["POLICY", "frame"]

#: What the browser may do with such a page: draw it.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin"
)


def frame(page: Page) -> HTMLResponse:
    """The page with a mark before each run; the header tells whether its end is missing."""
    html, is_cut = sanitize(page)
    headers = {"Content-Security-Policy": POLICY, "X-Page-Cut": "1" if is_cut else "0"}
    return HTMLResponse(html, headers=headers)
