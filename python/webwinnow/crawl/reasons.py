"""Reasons why a URL has no page. The state file of a crawl stores them as text."""

from http import HTTPStatus

REDIRECTED = "redirected to another page"
OFF_SITE = "redirected off the site"
TOO_MANY_REDIRECTS = "redirected too often"
TOO_DEEP = "too deep"
ROBOTS = "forbidden by robots.txt"
ROBOTS_UNAVAILABLE = "robots.txt cannot be had"
PRIVATE = "private address"
NOT_HTML = "not HTML"
STYLE_REDIRECTED = "style sheet redirected"
TOO_MANY_STYLES = "too many style sheets"
NOT_CSS = "not a style sheet"
TOO_LARGE = "too large"
BAD_ENCODING = "badly packed"
TRUNCATED = "broken off"

#: Reason by the class name of an exception or of one of its causes; the first match counts.
ERRORS = (
    ("RobotsUnavailable", ROBOTS_UNAVAILABLE),
    ("CannotResolveHostError", "no such host"),
    ("DNSLookupError", "no such host"),
    ("DownloadTimeoutError", "timed out"),
    ("TimeoutError", "timed out"),
    ("DownloadConnectionRefusedError", "connection refused"),
    ("ConnectionRefusedError", "connection refused"),
    ("VerificationError", "bad certificate"),
    ("CertificateError", "bad certificate"),
    ("Error", "bad certificate or TLS"),  # the class name of OpenSSL.SSL.Error
    ("ResponseDataLossError", TRUNCATED),
    ("ConnectionLost", TRUNCATED),
    ("ConnectionDone", TRUNCATED),
    ("ResponseNeverReceived", TRUNCATED),
    ("DownloadFailedError", TRUNCATED),
)


def from_error(error: BaseException) -> str:
    names = class_names(error)
    for name, reason in ERRORS:
        if name in names:
            return reason
    return f"failed ({type(error).__name__})"


def class_names(error: BaseException) -> set[str]:
    """Collect class names of an exception and its causes; Twisted has several in `reasons`."""
    names, left = set[str](), [error]
    while left and len(names) < 50:
        found = left.pop()
        names.add(type(found).__name__)
        causes = [found.__cause__, *(each.value for each in getattr(found, "reasons", None) or ())]
        left += [cause for cause in causes if isinstance(cause, BaseException)]
    return names


def from_status(status: int) -> str:
    try:
        return f"HTTP {status} {HTTPStatus(status).phrase}"
    except ValueError:
        return f"HTTP {status}"
