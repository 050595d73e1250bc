"""A portal that is crawled and cleaned with templates learned on the way."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.crawl.crawling import lines_of
from tests.support.portal import Portal, RunningPortal, served
from webwinnow.io.warc import pages

PORTAL = Portal(articles=300, slow=0.1)
OPTIONS = ["--delay=0", "--concurrency=1", "--allow-private", "--max-depth=8", "-q"]


@pytest.fixture(scope="module")
def site() -> Iterator[RunningPortal]:
    with served(PORTAL) as found:
        yield found


def command(site: RunningPortal, folder: Path) -> list[str]:
    archive, texts = str(folder / "c.warc.gz"), str(folder / "c.jsonl")
    start = f"{site.address}/"
    return [
        *(sys.executable, "-m", "webwinnow", "crawl", start, "-o", archive, "--clean", texts),
        *OPTIONS,
    ]


@pytest.fixture(scope="module")
def crawled(site: RunningPortal, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("crawl")
    done = subprocess.run(command(site, folder), capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def texts_in(folder: Path, site: RunningPortal) -> dict[str, dict[str, str]]:
    lines = lines_of(folder / "c.jsonl")
    found = {line["url"].removeprefix(site.address): line for line in lines}
    assert len(found) == len(lines), "a page twice"
    return found


def test_every_page_of_the_archive_has_its_line(crawled: Path, site: RunningPortal) -> None:
    urls = [page.url.removeprefix(site.address) for page in pages(crawled / "c.warc.gz")]
    assert len(urls) > 300
    assert sorted(texts_in(crawled, site)) == sorted(urls)


def test_articles_are_complete_and_without_comments(crawled: Path, site: RunningPortal) -> None:
    texts = texts_in(crawled, site)
    articles = [path for path in PORTAL.articles() if path in texts]
    assert len(articles) == 300
    for path in articles:
        # Plain text marks list items.
        lines = {re.sub(r"^(- |> |\d+\. )", "", each) for each in texts[path]["text"].splitlines()}
        assert not set(PORTAL.truth(path)) - lines, path
        assert not set(PORTAL.comments(path)) & lines, path


def test_lists_of_articles_are_empty_but_were_followed(crawled: Path, site: RunningPortal) -> None:
    texts = texts_in(crawled, site)
    lists = [path for path in PORTAL.indexes() if path in texts]
    assert len(lists) > 20
    for path in lists:
        assert texts[path]["text"] == ""
        assert texts[path]["reason"].startswith("no article"), path


def test_templates_are_stored_beside_the_archive(crawled: Path) -> None:
    (file,) = (crawled / "c.warc.gz.templates").glob("*.json")
    site = json.loads(file.read_text("utf-8"))
    assert len(site["templates"]) == 3
    assert site["host"].startswith("127.0.0.1:")


def test_killed_crawl_resumes_with_its_templates(
    crawled: Path, site: RunningPortal, tmp_path: Path
) -> None:
    process = subprocess.Popen(command(site, tmp_path))
    texts = tmp_path / "c.jsonl"
    while not (texts.exists() and texts.stat().st_size):
        assert process.poll() is None, "it ended before anything was cleaned"
        time.sleep(0.02)
    process.kill()
    process.wait()
    assert len(texts.read_bytes().splitlines()) < len(lines_of(crawled / "c.jsonl"))
    assert subprocess.run(command(site, tmp_path)).returncode == 0
    undisturbed, again = texts_in(crawled, site), texts_in(tmp_path, site)
    assert again.keys() == undisturbed.keys()
    for path in PORTAL.articles():
        assert again[path] == undisturbed[path]
