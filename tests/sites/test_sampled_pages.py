"""Each way to learn templates uses the pages that docs/methods/goldminer.md names."""

from collections.abc import Iterable
from contextlib import closing

import pytest

from tests.support import ROOT
from webwinnow import Page, load
from webwinnow.clean import PageCleaner
from webwinnow.methods.goldminer.learn import SampleResult
from webwinnow.methods.goldminer.method import GoldMiner, learn_hosts
from webwinnow.sites import Learning, Site
from webwinnow.sites.spool import HostSamples, RawPage
from webwinnow.sites.stream import SiteStream

HOST, COUNT = "a.example", 12
SETTINGS = Learning(sample=4, min_pages=2)
DOCUMENTED = {
    "`webwinnow site learn`": "spread evenly over all pages of the host",
    "`webwinnow crawl`, `SiteStream`": "the first ones",
    "`webwinnow evaluate`": "the first ones",
    "`webwinnow corpus`": "drawn by a hash of their position",
}


class Recorder:
    """Records the pages that a learner gets."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def learn(self, host: str, pages: Iterable[Page], *_: object) -> Site:
        self.numbers = [int(page.block_texts()[0]) for page in pages]
        return Site(host, problem="recorded")

    def learn_from_sample(self, host: str, pages: Iterable[Page], *_: object) -> SampleResult:
        return SampleResult(self.learn(host, pages), [True] * len(self.numbers))


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    found = Recorder()
    monkeypatch.setattr("webwinnow.sites.spool.learn", found.learn)
    monkeypatch.setattr("webwinnow.methods.goldminer.method.learn", found.learn)
    monkeypatch.setattr("webwinnow.sites.stream.learn_from_sample", found.learn_from_sample)
    return found


def pages() -> list[tuple[str, bytes]]:
    return [(f"http://{HOST}/{number}", b"<p>%d" % number) for number in range(COUNT)]


def test_site_learn_spreads_its_sample(recorder: Recorder) -> None:
    with closing(HostSamples(SETTINGS)) as samples:
        for url, html in pages():
            samples.add(HOST, RawPage(url, html, None))
        list(samples.learn(load("justext")))
    assert recorder.numbers == [0, 2, 6, 8]


def test_stream_takes_the_first_pages(recorder: Recorder) -> None:
    stream = SiteStream(PageCleaner(GoldMiner()), SETTINGS)
    for url, html in pages()[: SETTINGS.sample]:
        stream.add(url, html)
    assert recorder.numbers == [0, 1, 2, 3]
    stream.close()


def test_collection_takes_the_first_pages(recorder: Recorder) -> None:
    found = [(url, Page(html)) for url, html in pages()]
    learn_hosts(lambda: iter(found), load("justext"), SETTINGS)
    assert recorder.numbers == [0, 1, 2, 3]


def test_documentation_names_the_pages_of_each_command() -> None:
    text = (ROOT / "docs" / "methods" / "goldminer.md").read_text("utf-8")
    for command, chosen in DOCUMENTED.items():
        assert f"| {command} | {chosen} |" in text
