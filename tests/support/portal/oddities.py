"""Addresses that answer as servers do on bad days, all of them linked from `/services`."""

from dataclasses import dataclass, field

HTML = "text/html; charset=utf-8"
PDF = b"%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n"
#: What robots.txt forbids.
FORBIDDEN = "/private/"
#: What `/services` links to and asks not to follow.
NOT_FOLLOWED = "/promo/"
SLOW_PAGES = 3

#: By the words that `/services` has for them.
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
class Answer:
    """What a server sends, and after how many seconds; with `reset` it hangs up instead."""

    status: int
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": HTML})
    delay: float = 0.0
    reset: bool = False


def page(text: str) -> bytes:
    return f"<!DOCTYPE html><html><title>{text}</title><body><p>{text}</p></body></html>".encode()


def moved(to: str) -> Answer:
    return Answer(301, page("Moved"), {"Content-Type": HTML, "Location": to})


def robots(crawl_delay: float | None) -> Answer:
    lines = ["User-agent: *", f"Disallow: {FORBIDDEN}"]
    if crawl_delay is not None:
        lines.append(f"Crawl-delay: {crawl_delay:g}")
    return Answer(200, "\n".join([*lines, ""]).encode(), {"Content-Type": "text/plain"})


def oddity(path: str, attempt: int, slow: float, moved_to: str) -> Answer:
    """404 for all that is nothing special; `attempt` counts from 1."""
    if path in (f"/slow/{number}" for number in range(SLOW_PAGES)):
        return Answer(200, page("It took a while"), delay=slow)
    answers = {
        "/broken/500": Answer(500, page("Broken")),
        "/broken/reset": Answer(200, reset=True),
        "/broken/once": Answer(200, page("Fine now")) if attempt > 1 else Answer(500),
        "/moved": moved(moved_to),
        "/loop/a": moved("/loop/b"),
        "/loop/b": moved("/loop/a"),
        "/files/report.pdf": Answer(200, PDF, {"Content-Type": "application/pdf"}),
        "/promo/offer": Answer(200, page("Only today")),
        "/private/login": Answer(200, page("Who are you?")),
        "/private/members": Answer(200, page("For members only")),
    }
    return answers.get(path, Answer(404, page("Not found")))
