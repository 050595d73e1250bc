from benchmarks.papers.fiasco.styled_portal import DIALOG, STYLES, StyledPortal
from tests.support.portal import Portal
from webwinnow import Page
from webwinnow.crawl.styles import imports_of, styles_of

BASE = "http://portal.invalid"


def test_every_article_has_a_style_sheet_that_the_portal_serves() -> None:
    portal = StyledPortal(articles=10)
    used = set()
    for path in portal.articles():
        (url,) = styles_of(Page(portal.page(path).body), BASE + path)
        used.add(url.removeprefix(BASE))
    imported = imports_of(STYLES["/styles/site.css"].decode(), f"{BASE}/styles/site.css")
    assert {*used, *(url.removeprefix(BASE) for url in imported)} == set(STYLES)
    assert all(portal.page(path).body == css for path, css in STYLES.items())


def test_only_the_style_sheet_and_the_dialog_are_added() -> None:
    styled, plain = StyledPortal(articles=5), Portal(articles=5)
    for path in (*plain.articles(), "/", "/about"):
        body = styled.page(path).body.decode("latin-1")
        assert body.count(DIALOG) == 1
        start, _, end = body.partition('<link rel="stylesheet"')
        body = (start + end.partition(">")[2]).replace(DIALOG, "")
        assert body == plain.page(path).body.decode("latin-1")
        assert styled.truth(path) == plain.truth(path)
