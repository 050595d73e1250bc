"""Why an address has no page: reasons to skip it for good, and failures that may pass."""

from http import HTTPStatus

__all__ = [
    "LOOPS",
    "NOT_HTML",
    "OFF_SITE",
    "PACKED",
    "PRIVATE",
    "REDIRECTED",
    "ROBOTS",
    "ROBOTS_UNREAD",
    "TOO_DEEP",
    "TOO_LARGE",
    "of_error",
    "of_status",
]

REDIRECTED = "redirected to another page"
OFF_SITE = "redirected off the site"
LOOPS = "redirected too often"
TOO_DEEP = "too deep"
ROBOTS = "forbidden by robots.txt"
ROBOTS_UNREAD = "robots.txt cannot be had"
PRIVATE = "private address"
NOT_HTML = "not HTML"
TOO_LARGE = "too large"
PACKED = "badly packed"

#: What names of exceptions, or of those that led to them, mean; the first that fits.
ERRORS = (
    ("Unread", ROBOTS_UNREAD),
    ("CannotResolveHostError", "no such host"),
    ("DNSLookupError", "no such host"),
    ("DownloadTimeoutError", "timed out"),
    ("TimeoutError", "timed out"),
    ("DownloadConnectionRefusedError", "connection refused"),
    ("ConnectionRefusedError", "connection refused"),
    ("VerificationError", "bad certificate"),
    ("CertificateError", "bad certificate"),
    ("Error", "bad certificate or TLS"),  # OpenSSL.SSL.Error has no other name
    ("ResponseDataLossError", "broken off"),
    ("ConnectionLost", "broken off"),
    ("ConnectionDone", "broken off"),
    ("ResponseNeverReceived", "broken off"),
    ("DownloadFailedError", "broken off"),
)


def of_error(error: BaseException) -> str:
    names = names_of(error)
    for name, reason in ERRORS:
        if name in names:
            return reason
    return f"failed ({type(error).__name__})"


def names_of(error: BaseException) -> set[str]:
    """Of the exception and all that led to it; Twisted's keeps several in `reasons`."""
    names, left = set[str](), [error]
    while left and len(names) < 50:
        found = left.pop()
        names.add(type(found).__name__)
        causes = [found.__cause__, *(each.value for each in getattr(found, "reasons", None) or ())]
        left += [cause for cause in causes if isinstance(cause, BaseException)]
    return names


def of_status(status: int) -> str:
    try:
        return f"HTTP {status} {HTTPStatus(status).phrase}"
    except ValueError:
        return f"HTTP {status}"
