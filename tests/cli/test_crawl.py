import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.crawl.crawling import Route, Site, html, lines_of, serving
from webwinnow.io.warc import pages

COMMAND = [sys.executable, "-m", "webwinnow", "crawl"]
LOCAL = ["--delay=0", "--allow-private"]


def run(*arguments: str | Path) -> tuple[int, list[str]]:
    """Run the command; return exit status and lines on standard error."""
    done = subprocess.run([*COMMAND, *map(str, arguments)], capture_output=True)
    assert done.stdout == b""
    return done.returncode, done.stderr.decode().splitlines()


def small_site() -> dict[str, Route]:
    return {"/": html("/1", "/missing"), "/1": html(text="This is the only page here.")}


def test_pages_and_texts_are_written_and_summarised(tmp_path: Path) -> None:
    archive, texts = tmp_path / "c.warc.gz", tmp_path / "c.jsonl"
    with serving(small_site()) as site:
        status, lines = run(f"{site.address}/", "-o", archive, "--clean", texts, *LOCAL)
    assert status == 0
    assert re.fullmatch(rf"webwinnow: 2 pages in {archive} \(0\.0 MB\)", lines[0])
    assert lines[1:] == ["webwinnow: skipped: 1 HTTP 404 Not Found"]
    assert {page.url for page in pages(archive)} == {f"{site.address}/", f"{site.address}/1"}
    by_url = {line["url"]: line for line in lines_of(texts)}
    assert by_url[f"{site.address}/1"]["text"] == "This is the only page here.\n"


def test_finished_crawl_is_reported(tmp_path: Path) -> None:
    with serving(small_site()) as site:
        command = [f"{site.address}/", "-o", str(tmp_path / "c.warc.gz"), *LOCAL]
        run(*command)
        asked = len(site.seen)
        status, lines = run(*command)
        assert len(site.seen) == asked
    assert status == 0
    assert lines[-1] == "webwinnow: the crawl is finished: no URL is left to fetch"


def test_quiet_reports_no_success(tmp_path: Path) -> None:
    with serving(small_site()) as site:
        assert run(f"{site.address}/", "-o", tmp_path / "c.warc.gz", "-q", *LOCAL) == (0, [])


def test_page_limit_names_the_option_to_raise(tmp_path: Path) -> None:
    with serving(small_site()) as site:
        _, lines = run(f"{site.address}/", "-o", tmp_path / "c.warc.gz", "--max-pages=1", *LOCAL)
    assert lines[-1] == "webwinnow: 2 more to fetch; raise --max-pages to continue"


def test_seed_without_a_page_fails(tmp_path: Path) -> None:
    with serving(small_site()) as site:
        status, lines = run(
            f"{site.address}/", f"{site.address}/missing", "-o", tmp_path / "c.warc.gz", *LOCAL
        )
    assert status == 1
    problem = f"webwinnow: {site.address}/missing: HTTP 404 Not Found; check it in a browser"
    assert lines[0] == problem


def test_private_hosts_need_an_option(tmp_path: Path) -> None:
    status, lines = run("http://127.0.0.1:9/", "-o", tmp_path / "c.warc.gz", "-q")
    assert status == 1
    assert lines == [
        "webwinnow: http://127.0.0.1:9/: private address; if you trust it, add --allow-private"
    ]


def test_user_agent_can_be_set(tmp_path: Path) -> None:
    with serving(small_site()) as site:
        run(f"{site.address}/", "-o", tmp_path / "c.warc.gz", "--user-agent=me/1", *LOCAL)
        assert {headers["User-Agent"] for _, _, headers in site.seen} == {"me/1"}


def interrupted(site: Site, archive: Path) -> tuple[int, str]:
    command = [*COMMAND, f"{site.address}/", "-o", str(archive), "--allow-private", "--delay=0.5"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    while not site.paths:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=300)
    return process.returncode, err.decode()


def test_interrupt_prints_how_to_resume(tmp_path: Path) -> None:
    with serving({"/": html(*(f"/{n}" for n in range(50)))}) as site:
        status, err = interrupted(site, tmp_path / "c.warc.gz")
    assert status == 130
    assert "interrupted; run the same command to resume" in err
    assert len(list(pages(tmp_path / "c.warc.gz"))) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ftp://example.org/", "-o", "c.warc.gz"], "is not http or https"),
        (["example.org", "-o", "c.warc.gz"], "begin it with https://"),
        (["", "-o", "c.warc.gz"], "URL has an empty value"),
        (["http://example.org/", "-o", "c.warc"], "name it c.warc.gz"),
        (["http://example.org/", "-o", "c.warc.gz", "--clean", "c.warc.gz"], "would both write"),
        (["http://example.org/", "-o", "c.warc.gz", "--user-agent", "ő"], "no valid header"),
        (["http://example.org/"], "-o"),
    ],
)
def test_misuse_prints_one_line(
    arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    status, lines = run(*arguments)
    assert status == 2
    assert len(lines) == 1
    assert message in lines[0]
    assert list(tmp_path.iterdir()) == []


WITHOUT_SCRAPY = """
import sys
sys.modules["scrapy"] = None
sys.argv = ["webwinnow", "crawl", "http://example.org/", "-o", "c.warc.gz"]
from webwinnow.cli import main
main()
"""


def test_missing_packages_are_named(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_SCRAPY], capture_output=True, cwd=tmp_path)
    assert done.returncode == 2
    assert b"pip install 'webwinnow[crawl]'" in done.stderr
    assert list(tmp_path.iterdir()) == []
