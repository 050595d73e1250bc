"""Pages that stand in for the page come out empty, with a reason; short texts stay."""

import re

import pytest

from tests.core.test_winnow_structure import article
from tests.core.wall_texts import UNKNOWN_LANGUAGES, WALL_TEXTS
from webwinnow import clean, extract

REASONS = {
    "error": "an error page",
    "bot check": "a bot check, not the page",
    "consent": "a consent page, not the page",
    "login": "a login page",
    "javascript": "the page needs JavaScript",
}
NAV = "<header><ul class=nav><li><a href=/a>Home</a><li><a href=/b>News</a></ul></header>"
FOOTER = "<footer><a href=/i>Imprint</a><p>© 2024 Smith Ltd</p></footer>"


def page(body: str, title: str = "Smith") -> str:
    return f"<!DOCTYPE html><html><head><title>{title}</title></head><body>{body}</body></html>"


def wall(kind: str, text: str) -> str:
    """A wall with this text, in the markup that its kind has."""
    head, *rest = [part for part in re.split(r"(?<=[.?!。؟？।])\s*", text) if part]
    if kind == "login":
        fields = "".join(f"<label>{part}</label>" for part in rest)
        return f"<h1>{head}</h1><form>{fields}<input name=u><input type=password></form>"
    if kind == "consent":
        texts = "".join(f"<p>{part}</p>" for part in rest)
        return f"<div class=modal-box role=dialog><h2>{head}</h2>{texts}</div>"
    if kind == "javascript":
        return f"<div id=root></div><noscript>{text}</noscript><script src=/main.js></script>"
    return f"<div class=box><h1>{head}</h1><p>{' '.join(rest)}</p></div>"


@pytest.mark.parametrize("kind", REASONS)
@pytest.mark.parametrize("frame", [("", ""), (NAV, FOOTER)], ids=["alone", "in a frame"])
def test_walls_in_29_languages_are_empty_and_named(kind: str, frame: tuple[str, str]) -> None:
    found = []
    for language, texts in WALL_TEXTS.items():
        document = extract(page(frame[0] + wall(kind, texts[kind]) + frame[1]))
        if not document.text and document.reason == REASONS[kind]:
            found.append(language)
    assert len(found) >= 26, sorted(WALL_TEXTS.keys() - set(found))


@pytest.mark.parametrize("kind", ["error", "consent", "login", "javascript"])
def test_walls_in_a_frame_are_recognised_in_languages_without_phrases(kind: str) -> None:
    for texts in UNKNOWN_LANGUAGES.values():
        document = extract(page(NAV + wall(kind, texts[kind]) + FOOTER))
        assert (document.text, document.reason) == ("", REASONS[kind])


#: (page, reason), as software of many sites writes them
REAL_WALLS = {
    "a bot check of a content network": (
        page(
            "<div class=main-wrapper role=main><div class=main-content><h1>www.smith.example</h1>"
            "<p>Verifying you are human. This may take a few seconds.</p>"
            "<div id=challenge-success-text>Verification successful</div></div></div>"
            "<script>window._cf_chl_opt={cType:'managed'}</script>",
            "Just a moment...",
        ),
        REASONS["bot check"],
    ),
    "a captcha of a shop": (
        page(
            "<h4>Enter the characters you see below</h4><p>Sorry, we just need to make sure you're"
            " not a robot.</p><form><input name=c><button>Continue shopping</button></form>",
            "Robot Check",
        ),
        REASONS["bot check"],
    ),
    "a server's 403": (
        page("<center><h1>403 Forbidden</h1></center><hr><center>nginx</center>", "403 Forbidden"),
        REASONS["error"],
    ),
    "a blog's 404": (
        page(
            "<main><section class='error-404 not-found'><h1>Oops! That page can’t be found.</h1>"
            "<p>It looks like nothing was found at this location. Maybe try a search?</p>"
            "</section></main>",
            "Page not found – Smith",
        ),
        REASONS["error"],
    ),
    "a server's 500": (
        page(
            "<h1>Internal Server Error</h1><p>The server encountered an internal error and was"
            " unable to complete your request.</p>",
            "500 Internal Server Error",
        ),
        REASONS["error"],
    ),
    "a shell": (page("<div id=__next></div><script src=/a.js></script>"), REASONS["javascript"]),
    "a parked domain": (
        page(
            "<h1>smith.example</h1><p>This domain is for sale. Buy this domain.</p><p>The domain"
            " has been registered.</p>",
            "smith.example - This domain is for sale",
        ),
        "a parked or unfinished page",
    ),
    "a site that is not ready": (
        page("<h1>Coming soon</h1><p>We are working on something great.</p>", "Coming soon"),
        "a parked or unfinished page",
    ),
    "a login page of a forum": (
        page(
            "<h2>Login</h2><p>You must be logged in to view this forum.</p><form><label>Username:"
            "</label><input><label>Password:</label><input type=password><a href=/f>I forgot my"
            " password</a></form>",
            "Log in | Smith",
        ),
        REASONS["login"],
    ),
}


@pytest.mark.parametrize(("html", "reason"), REAL_WALLS.values(), ids=REAL_WALLS.keys())
def test_common_walls_are_empty_and_named(html: str, reason: str) -> None:
    document = extract(html)
    assert (document.text, document.reason) == ("", reason)


#: Short pages about the subject of walls, or next to one.
TEXTS = {
    "a news flash": "<article><h1>Ferry cancelled</h1><p>The morning ferry to Pendrick was"
    " cancelled because of the storm. The next one leaves at noon.</p></article>",
    "a note on cookies": "<article><h1>What is a cookie?</h1><p>A cookie is a small text that a"
    " site stores in the browser. It was invented in 1994 so that a shop could remember what was"
    " in the basket. Today most of them count visits.</p></article>",
    "a note on captchas": "<article><h1>Why captchas fail</h1><p>Machines now read distorted"
    " letters better than people do. The puzzles of today ask for traffic lights, and they"
    " will not last either, says the study that was published on Monday.</p></article>",
    "a note on error 404": "<article><h1>The story of 404</h1><p>The number comes from a table of"
    " status codes that was agreed in 1992. There was never a room 404, although the tale is told"
    " in every office of the trade.</p></article>",
    "a teaser before a paywall": "<article><h1>Two more ships</h1><p>The harbour master has counted"
    " the ships again, and there are two more than last year. That surprised everybody but him, for"
    " he had seen them come in at night, without lights and without a name on the bow.</p><div"
    " class=paywall><p>Subscribe to read the full story. Already a member? Log in.</p></div>"
    "</article>",
}


@pytest.mark.parametrize("body", TEXTS.values(), ids=TEXTS.keys())
def test_short_texts_are_not_taken_for_walls(body: str) -> None:
    text = clean(page(NAV + body + FOOTER))
    assert max(re.findall(r"<p>(.+?)</p>", body), key=len) in text


@pytest.mark.parametrize("language", WALL_TEXTS)
def test_a_cookie_notice_over_an_article_is_dropped_alone(language: str) -> None:
    parts = WALL_TEXTS[language]["consent"]
    notice = f"<div id=cookie-consent>{wall('consent', parts)}</div>"
    text = clean(article(before=notice))
    assert "forgive haste" in text
    assert not [part for part in re.split(r"[.。।]\s*", parts) if part and part in text]
