"""Complete crawls of sites on loopback."""

from itertools import pairwise
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from tests.crawl.crawling import Route, crawl, html, lines_of, serving, urls_in
from tests.support.portal import (
    FORBIDDEN,
    LINKS,
    NOT_FOLLOWED,
    TRAPS,
    Portal,
    RunningPortal,
    served,
)
from webwinnow.crawl import Outcome, reasons
from webwinnow.crawl.robots import MAX_DELAY
from webwinnow.io.fetch import user_agent

PORTAL = Portal(articles=15, slow=0.2)


def rules(text: bytes) -> Route:
    return 200, {"Content-Type": "text/plain"}, text


class Done:
    """Results of a crawl of the portal."""

    def __init__(self, site: RunningPortal, archive: Path, texts: Path, outcome: Outcome) -> None:
        self.site, self.archive, self.texts, self.outcome = site, archive, texts, outcome
        self.pages = urls_in(archive, site.address)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Done:
    folder = tmp_path_factory.mktemp("portal")
    archive, texts = folder / "crawl.warc.gz", folder / "texts.jsonl"
    with served(PORTAL) as site:
        outcome = crawl(f"{site.address}/", archive, clean_to=texts)
    return Done(site, archive, texts, outcome)


def test_every_linked_page_is_archived_once(done: Done) -> None:
    assert set(done.pages.values()) == {1}
    found = {path for path in done.pages if not path.startswith(TRAPS)}
    assert found == set(PORTAL.reachable())
    assert done.outcome.pages == len(done.pages)


def test_crawler_traps_end(done: Done) -> None:
    trapped = [path for path in done.pages if path.startswith(TRAPS)]
    assert 0 < len(trapped) < 50
    assert done.outcome.skipped[reasons.TOO_DEEP] > 0


def test_forbidden_urls_are_never_requested(done: Done) -> None:
    assert not any(path.startswith((FORBIDDEN, NOT_FOLLOWED)) for path in done.site.paths)
    assert done.outcome.skipped[reasons.ROBOTS] > 0


def test_every_url_is_requested_once_unless_it_failed(done: Done) -> None:
    asked = done.site.paths
    twice = {path for path in asked if asked.count(path) > 1}
    assert twice == {LINKS[name] for name in ("Always broken", "Connection reset", "Broken once")}
    assert asked.count(LINKS["Always broken"]) == 3


def test_urls_without_a_page_are_counted_by_reason(done: Done) -> None:
    skipped = done.outcome.skipped
    assert skipped["HTTP 404 Not Found"] == 1
    assert skipped[reasons.NOT_HTML] == 1
    assert skipped[reasons.REDIRECTED] == 3  # one that moved, and two in a circle
    assert done.outcome.failed == {"HTTP 500 Internal Server Error": 1, "broken off": 1}
    assert done.outcome.waiting == 0


def test_warcio_reads_the_archive(done: Done) -> None:
    kinds = []
    with done.archive.open("rb") as file:
        for record in ArchiveIterator(file, check_digests="raise"):
            kinds.append(record.rec_type)
            record.content_stream().read()
    assert kinds == ["warcinfo"] + ["response", "request"] * done.outcome.pages


def test_every_page_has_its_text(done: Done) -> None:
    texts = {line["url"].removeprefix(done.site.address): line for line in lines_of(done.texts)}
    assert set(texts) == set(done.pages)
    assert len(lines_of(done.texts)) == len(texts)
    article = PORTAL.articles()[7]  # in windows-1250
    assert all(part in texts[article]["text"] for part in PORTAL.truth(article))


def test_user_agent_is_sent(done: Done) -> None:
    assert {request.agent for request in done.site.requests} == {user_agent()}


def test_concurrency_limit_is_kept(done: Done) -> None:
    assert done.site.max_concurrent == 2


def test_page_limit_is_exact_and_can_be_raised(tmp_path: Path) -> None:
    archive = tmp_path / "c.warc.gz"
    routes = {"/": html(*(f"/{n}" for n in range(12))), **{f"/{n}": html() for n in range(3, 12)}}
    with serving(routes) as site:
        first = crawl(f"{site.address}/", archive, max_pages=5)
        second = crawl(f"{site.address}/", archive, max_pages=9)
    assert (first.pages, second.pages, second.new) == (5, 9, 4)
    assert first.skipped == {"HTTP 404 Not Found": 3}
    assert (first.waiting, second.waiting) == (5, 1)
    assert len(urls_in(archive)) == 9


def test_delay_is_kept(tmp_path: Path) -> None:
    with serving({"/": html("/1", "/2"), "/1": html(), "/2": html()}) as site:
        crawl(f"{site.address}/", tmp_path / "c.warc.gz", delay=0.3)
        gaps = [after[1] - before[1] for before, after in pairwise(site.seen)]
    assert len(gaps) == 3  # robots.txt is a request, too
    # On a busy machine one request may arrive late, which shortens the next gap.
    assert sum(gaps) > 3 * 0.28


def test_crawl_delay_of_robots_txt_is_kept(tmp_path: Path) -> None:
    robots = rules(b"User-agent: webwinnow\nCrawl-delay: 1\n")
    with serving({"/": html("/1"), "/1": html("/2"), "/2": html(), "/robots.txt": robots}) as site:
        crawl(f"{site.address}/", tmp_path / "c.warc.gz")
        times = [time for path, time, _ in site.seen if path != "/robots.txt"]
    # Two delays; a busy server notes its requests late, by less than half of them.
    assert times[-1] - times[0] > 1
    assert MAX_DELAY < 60


def test_robots_txt_can_be_ignored(tmp_path: Path) -> None:
    robots = rules(b"User-agent: *\nDisallow: /\n")
    archive = tmp_path / "c.warc.gz"
    with serving({"/": html(), "/robots.txt": robots}) as site:
        obeyed = crawl(f"{site.address}/", archive)
        assert site.paths == []
        ignored = crawl(f"{site.address}/", archive, ignore_robots=True)
    assert obeyed.failed_seeds == {f"{site.address}/": reasons.ROBOTS}
    assert ignored.pages == 1


def test_site_with_unavailable_robots_txt_is_not_crawled(tmp_path: Path) -> None:
    with serving({"/": html(), "/robots.txt": (500, {}, b"")}) as site:
        outcome = crawl(f"{site.address}/", tmp_path / "c.warc.gz", retries=1)
        assert site.paths == []
    assert outcome.failed == {reasons.ROBOTS_UNAVAILABLE: 1}


def test_robots_txt_may_redirect(tmp_path: Path) -> None:
    routes = {
        "/": html("/1", "/2"),
        "/2": html(),
        "/robots.txt": (301, {"Location": "/rules"}, b""),
        "/rules": rules(b"User-agent: *\nDisallow: /1\n"),
    }
    with serving(routes) as site:
        crawl(f"{site.address}/", tmp_path / "c.warc.gz")
        assert "/1" not in site.paths
        assert "/2" in site.paths


def test_private_hosts_are_rejected_in_every_notation(tmp_path: Path) -> None:
    with serving({"/": html()}) as site:
        hosts = ("127.0.0.1", "localhost", "2130706433", "[::1]")
        seeds = [f"{site.address.replace('127.0.0.1', host)}/" for host in hosts]
        archive = tmp_path / "c.warc.gz"
        outcome = crawl(seeds[0], archive, seeds=seeds, allow_private=False)
        assert site.seen == []
    assert outcome.failed_seeds == dict.fromkeys(seeds, reasons.PRIVATE)


def test_redirects_off_the_site_are_not_followed(tmp_path: Path) -> None:
    with serving({"/": html()}) as other, serving({}) as site:
        site.routes["/"] = (302, {"Location": f"{other.address}/"}, b"")
        outcome = crawl(f"{site.address}/", tmp_path / "c.warc.gz")
        assert other.seen == []
    assert outcome.failed_seeds == {f"{site.address}/": reasons.OFF_SITE}


def test_endless_redirects_end(tmp_path: Path) -> None:
    routes = {f"/{n}": (302, {"Location": f"/{n + 1}"}, b"") for n in range(30)}
    with serving(routes) as site:
        outcome = crawl(f"{site.address}/0", tmp_path / "c.warc.gz")
    assert outcome.failed_seeds == {f"{site.address}/8": reasons.TOO_MANY_REDIRECTS}


def test_large_pages_are_skipped(tmp_path: Path) -> None:
    large = html(text="x" * 5000)
    with serving({"/": html("/large"), "/large": large}) as site:
        outcome = crawl(f"{site.address}/", tmp_path / "c.warc.gz", max_bytes=3000)
    assert outcome.pages == 1
    assert outcome.skipped == {reasons.TOO_LARGE: 1}


def test_slow_pages_time_out(tmp_path: Path) -> None:
    with served(Portal(articles=5, slow=60)) as site:
        outcome = crawl(
            f"{site.address}/services", tmp_path / "c.warc.gz", timeout=3, retries=0, max_depth=1
        )
    assert outcome.failed["timed out"] == 3


def test_sites_are_crawled_concurrently(tmp_path: Path) -> None:
    with serving({"/": html("/1"), "/1": html()}) as a, serving({"/": html()}) as b:
        seeds = [f"{a.address}/", f"{b.address}/"]
        outcome = crawl(seeds[0], tmp_path / "c.warc.gz", seeds=seeds)
    assert outcome.pages == 3
