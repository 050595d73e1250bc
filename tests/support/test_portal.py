"""The portal is what tests of crawling and of templates take for true, so it is tested first."""

import gzip
import os
import re
import subprocess
import sys
import threading
import time
from http.client import HTTPConnection, HTTPException
from urllib.error import HTTPError
from urllib.request import Request as Asking
from urllib.request import urlopen

import pytest

from benchmarks.papers.goldminer.generated_portal import SYSTEMS, crawled, figures
from tests.support import ROOT
from tests.support.msnbc_site import ARTICLES, COMMENTS, INDEX, PAGES, TEASERS
from tests.support.msnbc_site import TAGS as TAG_CLOUD
from tests.support.portal import FORBIDDEN, LINKS, NOT_FOLLOWED, TRAPS, Portal, served
from tests.support.portal.prose import Writer
from tests.support.portal.story import TAGS, is_legacy, teaser
from webwinnow import Page, load
from webwinnow.evaluation.scores import Counts

PORTAL = Portal(slow=0.2)
LIST = re.compile(r"/\w+/(page/\d+)?|/tags|/tag/\w+")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def parsed(path: str) -> Page:
    answer = PORTAL.page(path)
    return Page(answer.body, charset=answer.headers["Content-Type"].partition("charset=")[2])


def texts_of(page: Page) -> list[str]:
    return [" ".join(text.split()) for text in page.block_texts()]


def kept_by_justext(path: str) -> set[str]:
    return kept_blocks(parsed(path))


def kept_blocks(page: Page) -> set[str]:
    kept = page.runs.block[load("justext").decide(page).keep].tolist()
    texts = texts_of(page)
    return {texts[block] for block in kept}


def of_section(name: str, count: int = 40) -> list[str]:
    return [path for path in PORTAL.articles() if path.startswith(f"/{name}/")][:count]


DIGEST = """
import hashlib
from tests.support.portal import Portal
portal = Portal(seed=3, articles=60)
paths = [*portal.articles(), *portal.indexes(), "/about", "/calendar/2013/04", "/search?q=a"]
print(hashlib.sha256(b"".join(portal.page(path).body for path in paths)).hexdigest())
"""


def test_the_same_seed_makes_the_same_pages_in_every_process() -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_another_seed_makes_other_articles() -> None:
    assert not {*Portal(seed=1).articles()} & {*Portal(seed=2).articles()}


def test_links_lead_to_every_article_and_every_list() -> None:
    reachable = PORTAL.reachable()
    assert len(reachable) == len({*reachable}) > 300
    assert {*PORTAL.articles(), *PORTAL.indexes(), "/broken/once"} <= {*reachable}


def test_what_is_reachable_leaves_out_what_a_polite_crawler_leaves_out() -> None:
    out = (*TRAPS, FORBIDDEN, NOT_FOLLOWED, "/broken/500", "/broken/reset", "/files/", "/loop/")
    assert not [path for path in PORTAL.reachable() if path.startswith(out)]


def test_no_page_of_a_large_portal_is_many_clicks_away() -> None:
    portal = Portal(articles=4000)
    seen, layer, clicks = {"/"}, ["/"], 0
    while layer:
        links = {link for path in layer for link in portal.links(path)}
        layer = [link for link in links - seen if LIST.fullmatch(link)]
        seen |= {*layer}
        clicks += 1
    assert {*portal.indexes()} <= seen
    assert clicks <= 10


def test_both_traps_are_linked_from_every_page_and_never_end() -> None:
    for path in ["/", "/blogs/", *(of_section(name, 1)[0] for name in ("news", "blogs", "local"))]:
        assert all(any(link.startswith(trap) for link in PORTAL.links(path)) for trap in TRAPS)
    assert "/calendar/100000/01" in PORTAL.links("/calendar/99999/12")
    sessions = ["/poll?sid=1"]
    for _ in range(20):
        sessions += [link for link in PORTAL.links(sessions[-1]) if link.startswith("/poll?sid")][
            :1
        ]
    assert len({*sessions}) == 21


def test_an_article_has_other_addresses_too() -> None:
    path = PORTAL.articles()[3]
    assert PORTAL.page(f"{path}?utm_source=box") == PORTAL.page(path)
    assert any("?utm_source=" in link for link in PORTAL.links("/blogs/"))
    assert b"#comments" in PORTAL.page(of_section("news")[0]).body


def test_an_address_that_is_almost_right_is_not_found() -> None:
    path = PORTAL.articles()[3]
    wrong = [
        path.replace("-3.html", "-4.html"),
        path.replace("-3.html", "-99999.html"),
        "/news/page/99",
    ]
    assert [PORTAL.page(each).status for each in wrong] == [404] * 3
    assert [PORTAL.truth(each) for each in wrong] == [[]] * 3


@pytest.mark.parametrize("section", ["news", "business", "sport", "blogs", "local"])
def test_the_true_texts_are_blocks_of_the_page_in_order(section: str) -> None:
    for path in of_section(section):
        blocks = iter(texts_of(parsed(path)))
        assert all(text in blocks for text in PORTAL.truth(path)), path


def test_only_articles_have_true_texts() -> None:
    assert all(PORTAL.truth(path) for path in PORTAL.articles())
    assert not any(PORTAL.truth(path) for path in [*PORTAL.indexes(), "/about", *LINKS.values()])


def test_articles_differ_in_what_they_have() -> None:
    pages = [PORTAL.page(path).body for path in of_section("news")]
    for part in (
        b"<ul>\n<li>",
        b"<blockquote>",
        b'class="picture"',
        b'class="ad"',
        b"<h2>",
        b'lead">',
    ):
        assert 0 < sum(part in page for page in pages) < len(pages), part
    lengths = [len(PORTAL.truth(path)) for path in PORTAL.articles()]
    assert min(lengths) < 7 < 15 < max(lengths)


def test_two_thirds_of_the_articles_have_comments_that_nobody_made_twice() -> None:
    comments = [PORTAL.comments(path) for path in PORTAL.articles()]
    assert 0.55 < sum(map(bool, comments)) / len(comments) < 0.75
    texts = [text for each in comments for text in each]
    assert len({*texts}) == len(texts)


def test_sentences_hardly_repeat() -> None:
    texts = " ".join(text for path in PORTAL.articles() for text in PORTAL.truth(path))
    sentences = SENTENCE_END.split(texts)
    assert len({*sentences}) > 0.995 * len(sentences) > 5000


def test_stretches_of_seven_words_hardly_recur() -> None:
    seen: set[tuple[str, ...]] = set()
    count = 0
    for words in (text.split() for path in PORTAL.articles() for text in PORTAL.truth(path)):
        stretches = [tuple(words[at : at + 7]) for at in range(len(words) - 6)]
        seen.update(stretches)
        count += len(stretches)
    assert len(seen) > 0.99 * count > 100_000


def test_words_that_the_grammar_makes_are_english() -> None:
    assert Writer(0).words("headline") == Writer(0).words("headline") != Writer(1).words("headline")
    text = " ".join(Writer(seed).paragraph(300) for seed in range(200))
    assert not re.search(r"\b[Aa] [aeiou]|\b[Aa]n [^aeiou]|[^aeiou]ys\b|chs\b|[{}]", text)


def test_a_lead_stands_on_many_pages() -> None:
    lead = teaser(0, 200).lead
    shown = [path for path in PORTAL.articles() if lead in texts_of(parsed(path))]
    assert len(shown) > 5


def names_in(section: str) -> set[str]:
    html = "".join(PORTAL.page(path).body.decode() for path in of_section(section))
    return {*re.findall(r'(?:class|id)="([a-z-]+)', html)}


def test_one_frame_has_no_names_and_two_share_only_those_inside_the_article() -> None:
    assert names_in("news") & names_in("blogs") == {"ad", "ad-inner", "picture", "nobr"}
    assert names_in("news") == names_in("business")
    assert not names_in("local")


@pytest.mark.parametrize("section", ["news", "blogs", "local"])
def test_justext_keeps_articles_but_also_comments_and_leads_of_others(section: str) -> None:
    paths = of_section(section)
    leads = {teaser(0, number).lead for number in range(400)}
    own, comments, others = [], [], 0
    for path in paths:
        kept = {text.removesuffix(" More") for text in kept_by_justext(path)}
        own += [text in kept for text in PORTAL.truth(path)]
        comments += [text in kept for text in PORTAL.comments(path)]
        others += len(leads & kept - {*PORTAL.truth(path)})
    assert sum(own) >= 0.9 * len(own)
    assert sum(comments) >= 0.9 * len(comments) > 0
    assert others >= 4 * len(paths)


def test_a_page_in_windows_1250_says_so_in_the_header_alone() -> None:
    path = next(path for number, path in enumerate(PORTAL.articles()) if is_legacy(number))
    answer = PORTAL.page(path)
    assert answer.headers["Content-Type"].endswith("windows-1250")
    assert b"charset" not in answer.body
    assert "Győr" in answer.body.decode("cp1250")
    assert PORTAL.truth(path)[0] in texts_of(parsed(path))


def test_a_page_costs_the_same_however_many_articles_there_are() -> None:
    portal = Portal(seed=9, articles=20_000)
    teaser.cache_clear()
    path = portal.index.teaser(19_999).path
    assert portal.truth(path)
    assert portal.page(path).status == 200
    assert portal.page(f"/tag/{TAGS[0]}").status == 200
    assert teaser.cache_info().misses < 100


def ask(address: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    with urlopen(Asking(address, headers=headers), timeout=60) as answer:
        return answer.status, dict(answer.headers), answer.read()


def test_the_server_sends_what_the_portal_says() -> None:
    with served(PORTAL) as site:
        for path in (PORTAL.articles()[7], "/files/report.pdf", "/robots.txt"):
            status, headers, body = ask(site.address + path)
            answer = PORTAL.page(path)
            assert (status, headers["Content-Type"]) == (200, answer.headers["Content-Type"])
            assert body == answer.body
        assert site.paths == [PORTAL.articles()[7], "/files/report.pdf", "/robots.txt"]


def test_a_server_that_is_gone_answers_nobody_and_may_come_back() -> None:
    with served(PORTAL) as site:
        port = int(site.address.rpartition(":")[2])
        kept = HTTPConnection("127.0.0.1", port, timeout=60)
        kept.request("GET", "/about")
        assert kept.getresponse().read()
    with pytest.raises((ConnectionError, HTTPException)):
        asked_on(kept)
    with pytest.raises(ConnectionError):
        asked_on(HTTPConnection("127.0.0.1", port, timeout=60))
    with served(PORTAL, port=port) as site:
        assert ask(f"{site.address}/about")[0] == 200


def asked_on(connection: HTTPConnection) -> bytes:
    connection.auto_open = 0 if connection.sock else 1
    connection.request("GET", "/about")
    return connection.getresponse().read()


def test_html_is_packed_for_those_who_can_unpack_it() -> None:
    with served(PORTAL) as site:
        _, headers, body = ask(f"{site.address}/about", **{"Accept-Encoding": "gzip, br"})
    assert headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == PORTAL.page("/about").body


def test_broken_pages_break_as_they_should() -> None:
    with served(PORTAL) as site:
        for path, status in {"500": 500, "404": 404, "once": 500}.items():
            with pytest.raises(HTTPError) as error:
                ask(f"{site.address}/broken/{path}")
            assert error.value.code == status
        assert ask(f"{site.address}/broken/once")[0] == 200
        with pytest.raises(ConnectionResetError):
            ask(f"{site.address}/broken/reset")
        with pytest.raises(HTTPError, match="infinite loop"):
            ask(f"{site.address}/loop/a")
        assert ask(f"{site.address}/moved")[2] == PORTAL.page(PORTAL.articles()[0]).body


def test_slow_pages_keep_one_waiting() -> None:
    with served(PORTAL) as site:
        start = time.monotonic()
        ask(f"{site.address}/slow/1")
        assert time.monotonic() - start >= PORTAL.slow


def test_the_server_tells_how_many_asked_at_once_and_how_soon() -> None:
    with served(PORTAL) as site:
        askers = [
            threading.Thread(target=ask, args=(f"{site.address}/slow/{n}",)) for n in range(3)
        ]
        for asker in askers:
            asker.start()
        for asker in askers:
            asker.join()
        assert site.max_concurrent == 3
        assert site.min_gap < PORTAL.slow
    with served(PORTAL, pace=0.1) as site:
        for path in ("/robots.txt", "/", "/about"):
            ask(site.address + path)
        assert site.max_concurrent == 1
        assert site.min_gap >= 0.1


def test_robots_txt_forbids_a_linked_area_and_may_ask_for_a_delay() -> None:
    assert PORTAL.page("/robots.txt").body == b"User-agent: *\nDisallow: /private/\n"
    assert b"Crawl-delay: 2.5\n" in Portal(crawl_delay=2.5).page("/robots.txt").body
    assert any(link.startswith(FORBIDDEN) for link in PORTAL.links("/"))


def test_the_table_counts_sentences_once_and_again_and_paragraphs_by_page() -> None:
    texts = [["It rained. It rained!", "Nobody slept."], ["It  rained.", "Ads"]]
    found = figures(texts, [["Nobody slept.", "They\tleft."], ["It rained."]])
    assert (found.sentences, found.unique) == (5, 4)
    assert (found.characters, found.in_unique) == (46, 36)
    assert found.right == Counts(both=2, only_output=2, only_gold=1)


def test_the_table_has_every_article_and_list_once_and_the_truth_is_perfect() -> None:
    portal = Portal(articles=30)
    pages = crawled(portal)
    assert len({page.url for page in pages}) == len(pages) == 30 + len(portal.indexes())
    truths = [page.truth for page in pages]
    assert figures(list(SYSTEMS["truth"](pages)), truths).right.f1 == 1
    kept = figures(list(SYSTEMS["jusText"](pages)), truths)
    assert kept.right.recall > 0.9 > 0.5 > kept.right.precision
    assert kept.unique < 0.8 * kept.sentences


def test_on_the_site_of_the_papers_example_justext_keeps_comments_and_teasers() -> None:
    for html, own, comments in zip(PAGES, ARTICLES, COMMENTS, strict=True):
        kept = kept_blocks(Page(html))
        assert {*own, *comments, *TEASERS} <= kept
    assert [len(each) for each in COMMENTS].count(0) == 3
    assert all(own[1] in kept_blocks(Page(INDEX)) for own in ARTICLES)


def test_the_papers_tags_stand_around_the_articles_and_on_no_other_page() -> None:
    before = '<input type="text" value="search" /></div>\n<div id="content" class="hfeed">\n<h1'
    after = '</em>\n<div id="jp-post-flair" class="sharedaddy sd-like-enabled sd-sharing-enabled">'
    for html, own in zip(PAGES, ARTICLES, strict=True):
        assert [html.count(each) for each in (before, after)] == [1, 1]
        assert html.index(before) < html.index(own[1]) < html.index(own[-1] + after)
        assert html.index(after) < html.rindex('</div>\n<div id="sidebar">')
    assert not [part for part in (before, after) if part in INDEX + TAG_CLOUD]
    assert "8 comments from 6 people" in PAGES[0]
