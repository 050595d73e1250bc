"""URLs with unusual responses, all linked from `/services`."""

from dataclasses import dataclass, field

HTML = "text/html; charset=utf-8"
PDF = b"%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n"
#: Prefix that robots.txt forbids.
FORBIDDEN = "/private/"
#: Prefix that `/services` links to with nofollow.
NOT_FOLLOWED = "/promo/"
SLOW_PAGES = 3

#: Link text on `/services` -> path.
LINKS = {
    **{f"Slow page {number}": f"/slow/{number}" for number in range(SLOW_PAGES)},
    "Always broken": "/broken/500",
    "Not found": "/broken/404",
    "Connection reset": "/broken/reset",
    "Broken once": "/broken/once",
    "Moved": "/moved",
    "Moved for ever": "/loop/a",
    "Yearly report": "/files/report.pdf",
    "Log in": "/private/login",
}


@dataclass(frozen=True)
class PortalResponse:
    """A response and its delay in seconds; with `reset` the connection is reset instead."""

    status: int
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": HTML})
    delay: float = 0.0
    reset: bool = False


def page(text: str) -> bytes:
    return f"<!DOCTYPE html><html><title>{text}</title><body><p>{text}</p></body></html>".encode()


def moved(to: str) -> PortalResponse:
    return PortalResponse(301, page("Moved"), {"Content-Type": HTML, "Location": to})


def robots(crawl_delay: float | None) -> PortalResponse:
    lines = ["User-agent: *", f"Disallow: {FORBIDDEN}"]
    if crawl_delay is not None:
        lines.append(f"Crawl-delay: {crawl_delay:g}")
    return PortalResponse(200, "\n".join([*lines, ""]).encode(), {"Content-Type": "text/plain"})


def special_response(path: str, attempt: int, slow: float, moved_to: str) -> PortalResponse:
    """Return the response of a special path, else 404; `attempt` counts from 1."""
    if path in (f"/slow/{number}" for number in range(SLOW_PAGES)):
        return PortalResponse(200, page("It took a while"), delay=slow)
    responses = {
        "/broken/500": PortalResponse(500, page("Broken")),
        "/broken/reset": PortalResponse(200, reset=True),
        "/broken/once": PortalResponse(200, page("Fine now"))
        if attempt > 1
        else PortalResponse(500),
        "/moved": moved(moved_to),
        "/loop/a": moved("/loop/b"),
        "/loop/b": moved("/loop/a"),
        "/files/report.pdf": PortalResponse(200, PDF, {"Content-Type": "application/pdf"}),
        "/promo/offer": PortalResponse(200, page("Only today")),
        "/private/login": PortalResponse(200, page("Who are you?")),
        "/private/members": PortalResponse(200, page("For members only")),
    }
    return responses.get(path, PortalResponse(404, page("Not found")))
