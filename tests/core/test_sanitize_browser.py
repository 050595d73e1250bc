"""Sanitized pages in Chromium: alone with scripts enabled, where only the sanitizer protects, and
as intended, in a frame without scripts and under a content security policy.
"""

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.core.test_sanitize import ATTRIBUTES, FORBIDDEN, NAMES, SAFE_ATTRIBUTES, TEXTS, words
from tests.support import ROOT
from tests.visual.sample_layouts import needs_chromium
from webwinnow import Page
from webwinnow._core import FLAGS, sanitize
from webwinnow.visual.browser import find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Route

pytestmark = needs_chromium()

HOME = "http://sanitized.invalid/"
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin"
)
FOLDERS = ["examples", "tests/core/languages", "tests/core/foreign"]

# Unsanitized, each of these calls alert, requests a resource or navigates.
VECTORS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<img/src/onerror=alert(1)>",
    "<image src=x onerror=alert(1)>",
    "<body onload=alert(1)>",
    "<body><body onload=alert(1)>",
    "<html onmouseover=alert(1)><p>x",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><script href=data:,alert(1) />",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<svg><set onbegin=alert(1) attributeName=x to=1>",
    "<svg><a href=javascript:alert(1)><text y=20>x</text></a></svg>",
    "<svg><a><animate attributeName=href values=javascript:alert(1) /><text y=20>x</text></a>",
    "<svg><use href='data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg />#x'>",
    "<svg><foreignObject><img src=x onerror=alert(1)></foreignObject></svg>",
    "<svg><image href=x.png onerror=alert(1)>",
    "<math><a href=javascript:alert(1)>x</a></math>",
    "<math href=javascript:alert(1)>x</math>",
    "<math><annotation-xml encoding=text/html><img src=x onerror=alert(1)>",
    "<a href=javascript:alert(1)>x</a>",
    "<a href='jAvAsCrIpT&colon;alert(1)'>x</a>",
    "<a href='java&Tab;script:alert(1)'>x</a>",
    "<a href='&#1;javascript:alert(1)'>x</a>",
    "<area href=javascript:alert(1)>",
    "<form action=javascript:alert(1)><button>x</button></form>",
    "<form><button formaction=javascript:alert(1)>x</button></form>",
    "<form><input type=submit formaction=javascript:alert(1)></form>",
    "<form id=f></form><button form=f formaction=javascript:alert(1)>x</button>",
    "<isindex type=image src=x onerror=alert(1)>",
    "<input type=image src=x onerror=alert(1)>",
    "<input autofocus onfocus=alert(1)>",
    "<select autofocus onfocus=alert(1)><option>x</select>",
    "<textarea autofocus onfocus=alert(1)></textarea>",
    "<button autofocus onfocus=alert(1)>x</button>",
    "<p contenteditable tabindex=1 onfocus=alert(1) id=x>x",
    "<details open ontoggle=alert(1)><summary>x</summary></details>",
    "<button popovertarget=x>y</button><p popover id=x onbeforetoggle=alert(1)>x",
    "<dialog open onclose=alert(1)><form method=dialog><button>x</button></form></dialog>",
    "<video src=x onerror=alert(1)></video>",
    "<video><source onerror=alert(1) src=x></video>",
    "<video poster=x.png></video>",
    "<audio src=x onerror=alert(1)></audio>",
    "<object data='data:text/html,<script>alert(1)</script>'></object>",
    "<object classid=x data=javascript:alert(1)><img src=x onerror=alert(1)></object>",
    "<embed src=x.swf>",
    "<applet code=x archive=x.jar><img src=x onerror=alert(1)></applet>",
    "<iframe src=javascript:top.alert(1)></iframe>",
    "<iframe srcdoc='<script>top.alert(1)</script>'></iframe>",
    "<iframe onload=alert(1)></iframe>",
    "<frameset onload=alert(1)><frame src=javascript:top.alert(1)></frameset>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<meta http-equiv=refresh content='0;url=http://else.invalid/'>",
    "<base href=http://else.invalid/><img src=x>",
    "<link rel=stylesheet href=x.css>",
    "<link rel=preload as=image href=x.png>",
    "<link rel=icon href=x.ico><link rel=prefetch href=x>",
    "<img srcset='x.png 1x'>",
    "<picture><source srcset=x.png><img></picture>",
    '<img src=\'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>\'>',
    "<table background=x.png><td background=x.png>x",
    "<body background=x.png>",
    "<input type=image src=x.png>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<p onmouseover=alert(1)>x",
    "<p OnClick=alert(1)>x",
    "<p\x0conclick=alert(1)>x",
    "<p/onclick=alert(1)>x",
    '<p "onclick=alert(1)>x',
    "<p a='\"'onclick=alert(1)>x",
    "<p style=animation-name:x onanimationstart=alert(1)>x<style>@keyframes x{}</style>",
    "<p style=x onclick&#61;alert(1)>x",
    "<x-y onclick=alert(1)>x</x-y>",
    "<x onclick=alert(1)>x",
    '<x" onclick=alert(1)>x',
    "<template shadowrootmode=open><img src=x onerror=alert(1)></template>",
    "<div><template shadowrootmode=open><script>alert(1)</script></template></div>",
    "<noscript><img src=x onerror=alert(1)></noscript>",
    # Text in one parser state and markup in another.
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<noembed><p title='</noembed><img src=x onerror=alert(1)>'>",
    "<noframes><p title='</noframes><img src=x onerror=alert(1)>'>",
    "<xmp><p title='</xmp><img src=x onerror=alert(1)>'>",
    "<iframe><p title='</iframe><img src=x onerror=alert(1)>'>",
    "<title><p title='</title><img src=x onerror=alert(1)>'>",
    "<textarea><p title='</textarea><img src=x onerror=alert(1)>'>",
    "<p title='</textarea></style></title></xmp></noscript><img src=x onerror=alert(1)>'>x",
    "<plaintext><img src=x onerror=alert(1)>",
    "<listing>&lt;img src=x onerror=alert(1)&gt;</listing>",
    "<textarea>&lt;/textarea&gt;&lt;img src=x onerror=alert(1)&gt;</textarea>",
    "<xmp>&lt;/xmp><img src=x onerror=alert(1)></xmp>",
    "<style>&lt;/style><img src=x onerror=alert(1)></style>",
    "<style><!--</style><img src=x onerror=alert(1)>--></style>",
    "<style><<!--/style><img src=x onerror=alert(1)></style>",
    "<style>a{content:'<\\/style><img src=x onerror=alert(1)>'}</style>",
    "<svg><style><img src=x onerror=alert(1)></style>",
    "<svg></p><style><a id='</style><img src=1 onerror=alert(1)>'>",
    "<svg><p><style><!--</style><img src=x onerror=alert(1)>--></style>",
    "<svg><style>&lt;img src=x onerror=alert(1)&gt;</style>",
    "<svg><title><style><a title='</style><img src=x onerror=alert(1)>'>",
    "<svg><desc><xmp><a title='</xmp><img src=x onerror=alert(1)>'>",
    "<svg><![CDATA[><img src=x onerror=alert(1)>]]></svg>",
    "<svg><![CDATA[</svg><img src=x onerror=alert(1)>]]></svg>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 "
    "onerror=alert(1)&gt;'>",
    "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=alert(1)>",
    "<math><mtext><table><mglyph><svg><mtext><style><path id='</style><img onerror=alert(1) src>'>",
    "<math><mtext><h1><a><h6></a></h6><mglyph><svg><mtext><style><a title='</style><img src=x "
    "onerror=alert(1)>'></style></h1>",
    "<math><mi><table><mglyph><style><img src=x onerror=alert(1)>",
    "<math><annotation-xml encoding=text/html><style><img src=x onerror=alert(1)></style>",
    "<math><mi//xlink:href='data:x,<script>alert(1)</script>'>",
    "<svg><foreignObject><math><mi><style><img src=x onerror=alert(1)>",
    "<select><style></select><img src=x onerror=alert(1)></style></select>",
    "<select><template><style><!--</style><a rel='--></style></select><img src=x "
    "onerror=alert(1)>'>",
    "<select><math><mtext><option><style></option></select><img src=x onerror=alert(1)></style>",
    "<table><style><a title='</style><img src=x onerror=alert(1)>'></table>",
    "<table><tr><td><svg><desc><table><style></table><img src=x onerror=alert(1)></style>",
    "<template><s><template><s><img src=x onerror=alert(1)>@</s></template></s></template>",
    "<p id='--><img src=x onerror=alert(1)>'>x",
    "<!--><img src=x onerror=alert(1)>-->",
    "<!--a--!><img src=x onerror=alert(1)>-->",
    "<!-- > --><p>--!><img src=x onerror=alert(1)>",
    "<?xml ><img src=x onerror=alert(1)> ?>",
    "<![CDATA[ ><img src=x onerror=alert(1)> ]]>",
    "<!DOCTYPE x '\"><img src=x onerror=alert(1)>",
    "</p title='><img src=x onerror=alert(1)>'>",
    "<p class=`x` title='`onclick=alert(1)//'>x",
    "<div><div>" * 300 + "<svg><style><img src=x onerror=alert(1)></style></svg><table><a>",
    "<b>" * 600
    + "<title><style><img src=x onerror=alert(1)></style></title><svg><body onload=alert(1)>",
    "\x1b$B<p title='\x1b(B><img src=x onerror=alert(1)>'>x",
    "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
    "&lt;script&gt;alert(1)&lt;/script&gt;&#60;img src=x onerror=alert(1)&#62;",
    "<a href='x' ping=http://else.invalid/ target=_top download>x</a>",
    "<div is=x-y slot=z nonce=a accesskey=x style='color:red'>x</div><slot name=z>",
    "<permission type=geolocation onclick=alert(1)>x</permission><geolocation autolocate>",
    "<portal src=http://else.invalid/></portal><fencedframe src=x></fencedframe>",
    "<script type=module>alert(1)</script><script type=importmap>{}</script>",
    "<p oncontentvisibilityautostatechange=alert(1) style=content-visibility:auto>x",
    "<form id=a><input name=attributes><input name=parentNode onfocus=alert(1) autofocus></form>",
]
# Style sheets may contain URLs; the policy blocks their requests.
STYLED = [
    "<p style='background:url(x.png)'>x",
    "<style>@import 'x.css'; @font-face{font-family:a;src:url(a)} p{font-family:a}</style><p>x",
    "<style>p{background:u\\72l(//else.invalid/x);cursor:url(x.cur),auto;content:image-set('x' 1x)}"
    "</style><p>x<ul style='list-style:url(x.png)'><li>y",
    "<svg fill=url(x.svg#a)><path d=M0,0h9v9 style=fill:url(//else.invalid/x.svg#a) /></svg>",
]

EVENTS = """() => {
    const names = ["mouseover", "mousedown", "click", "focus", "pointerdown", "toggle", "submit"]
    for (const frame of document.querySelectorAll("iframe")) {
        const page = frame.contentDocument
        if (!page) continue
        for (const element of [...page.querySelectorAll("*")].slice(0, 200)) {
            for (const name of names) element.dispatchEvent(new Event(name))
            element.click?.()
        }
    }
}"""

# Names of elements and attributes, parsed with scripts off and on, and parsed again after the
# browser serialised them.
PARSED = """pages => pages.map(html => {
    const parsed = [new DOMParser().parseFromString(html, "text/html")]
    for (let round = 0; round < 3; round++) {
        parsed.push(document.createElement("div"))
        parsed[round + 1].innerHTML = round ? parsed[round].innerHTML : html
    }
    const elements = parsed.flatMap(each => [...each.querySelectorAll("*")])
    const attributes = elements.flatMap(each => [...each.attributes].map(one => one.name))
    return [elements.map(each => each.localName), attributes]
})"""

# The text right after each run comment; browsers split a long text into several nodes.
MARKED = """() => [...document.querySelectorAll("iframe")].map(frame => {
    const page = frame.contentDocument
    const comments = page.createTreeWalker(page, NodeFilter.SHOW_COMMENT)
    const found = []
    while (comments.nextNode()) {
        let text = ""
        let after = comments.currentNode.nextSibling
        if (after?.localName === "textarea") text = after.value
        for (; after?.nodeType === Node.TEXT_NODE; after = after.nextSibling) text += after.data
        found.push([Number(comments.currentNode.data.slice(1)), text])
    }
    return found
})"""


class Observations(NamedTuple):
    """Requests and script effects that the browser observed."""

    hits: list[str]  # addresses of pages that ran a script
    requests: list[str]  # but those for the pages themselves
    marked: list[list[tuple[int, str]]]  # of each page, mark and text


class Renderer:
    """Renders pages, each in a frame of its own in one page."""

    def __init__(self, browser: "Browser") -> None:
        self.browser = browser

    def render(self, pages: list[str], *, isolated: bool) -> Observations:
        context = self.browser.new_context(service_workers="block")
        hits: list[str] = []
        requests: list[str] = []
        frame = '<iframe src="/{}" {}></iframe>'
        sandbox = 'sandbox="allow-same-origin"' if isolated else ""
        frames = "".join(frame.format(number, sandbox) for number in range(len(pages)))
        known = {HOME: frames} | {f"{HOME}{n}": page for n, page in enumerate(pages)}

        def answer(route: "Route") -> None:
            address = route.request.url
            if address not in known:
                requests.append(address)
                route.abort()
                return
            headers = {"Content-Type": "text/html; charset=utf-8"}
            if isolated and address != HOME:
                headers["Content-Security-Policy"] = POLICY
            route.fulfill(body=known[address].encode(), headers=headers)

        def note(dialog: "Dialog") -> None:
            hits.append(dialog.message)
            dialog.dismiss()

        context.expose_binding("hit", lambda _, where: hits.append(where))
        context.add_init_script("window.alert = () => hit(window.location.href)")
        context.route("**/*", answer)
        tab = context.new_page()
        tab.on("dialog", note)
        tab.on("popup", lambda popup: hits.append(popup.url))
        tab.goto(HOME, wait_until="load")
        marked: Any = tab.evaluate(MARKED) if isolated else []
        if not isolated:
            tab.evaluate(EVENTS)
            tab.wait_for_timeout(500)
        moved = [frame.url for frame in tab.frames if frame.url not in known]
        requests += [url for url in moved if not url.startswith("about:srcdoc")]
        context.close()
        return Observations(hits, requests, marked)


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(),
            chromium_sandbox=False,
            args=["--host-resolver-rules=MAP * ~NOTFOUND"],
        )
        yield Renderer(browser)
        browser.close()


def written(html: str | bytes) -> str:
    return sanitize(Page(html))[0]


def test_sanitized_pages_run_and_request_nothing(renderer: Renderer) -> None:
    seen = renderer.render([written(vector) for vector in VECTORS], isolated=False)
    assert not seen.hits
    assert not seen.requests


def test_chromium_parses_only_safe_elements_and_attributes(renderer: Renderer) -> None:
    random = Random(1)
    pages = [written(hostile_soup(random)) for _ in range(400)]
    tab = renderer.browser.new_page()
    for elements, attributes in tab.evaluate(PARSED, pages):
        assert not FORBIDDEN & set(elements)
        assert all(SAFE_ATTRIBUTES.fullmatch(name.lower()) for name in attributes)
    tab.close()


def hostile_soup(random: Random) -> str:
    def tag() -> str:
        given = " ".join(random.choices(ATTRIBUTES, k=random.randint(0, 2)))
        return f"<{random.choice(NAMES)} {given}>"

    def piece() -> str:
        return random.choice([tag(), tag(), f"</{random.choice(NAMES)}>", random.choice(TEXTS)])

    return "".join(piece() for _ in range(random.randint(3, 30)))


def test_unsanitized_vectors_run_and_request(renderer: Renderer) -> None:
    # Vectors that navigate would end the test of the others.
    stay = [vector for vector in VECTORS if "refresh" not in vector and "target" not in vector]
    seen = renderer.render(stay, isolated=False)
    assert len(set(seen.hits)) > 50
    assert len(seen.requests) > 20


def test_style_sheets_request_nothing_under_the_policy(renderer: Renderer) -> None:
    assert renderer.render([written(page) for page in STYLED], isolated=False).requests
    assert not renderer.render([written(page) for page in STYLED], isolated=True).requests


def test_unsanitized_vectors_do_nothing_in_the_frame(renderer: Renderer) -> None:
    seen = renderer.render(VECTORS, isolated=True)
    assert not seen.hits


def test_run_comments_precede_their_texts(renderer: Renderer) -> None:
    root = ROOT
    files = [path for folder in FOLDERS for path in sorted((root / folder).glob("*.html"))]
    pages = [Page(path.read_bytes()) for path in files]
    seen = renderer.render([sanitize(page)[0] for page in pages], isolated=True)
    assert not seen.requests
    assert len(pages) > 10
    for path, page, marked in zip(files, pages, seen.marked, strict=True):
        wrong, missing = faults(page, marked)
        assert not wrong, path
        assert not missing, path


def faults(page: Page, marked: list[tuple[int, str]]) -> tuple[list[int], list[int]]:
    """Run comments before another text, and visible runs without one."""
    runs = page.run_texts()
    wrong = [mark for mark, text in marked if words(text) != words(runs[mark])]
    visible = {n for n, flags in enumerate(page.runs.flags) if not flags & FLAGS["INVISIBLE"]}
    return wrong, sorted(visible - {mark for mark, _ in marked})
