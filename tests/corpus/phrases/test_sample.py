import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.corpus.generated_crawl import page, paragraph, write_warc
from webwinnow.corpus.builder import Engine, build
from webwinnow.corpus.phrases.sample import OF_HOST, Sampled, lowest
from webwinnow.corpus.settings import Settings

SETTINGS = Settings(phrases=True)
WITHOUT_DEDUP = replace(SETTINGS, duplicates=False, near_duplicates=False, onion=None)
TEASER = "A teaser of six words or more"


def documents(hosts: dict[str, int], seed: int = 0) -> list[Sampled]:
    names = [host for host, count in hosts.items() for _ in range(count)]
    random.Random(seed).shuffle(names)
    return [Sampled(order, host, "", b"", b"") for order, host in enumerate(names)]


def counts(sample: list[Sampled]) -> list[int]:
    hosts = [each.host for each in sample]
    return sorted(hosts.count(host) for host in set(hosts))


def test_a_small_corpus_is_sampled_whole() -> None:
    found = documents({"a": 300, "b": 20})
    assert lowest(reversed(found), 1000) == found


def test_many_documents_of_a_host_come_before_another_host() -> None:
    found = documents({f"host{number}": 100 for number in range(40)})
    assert counts(lowest(found, 500)) == [OF_HOST] * 10


def test_few_hosts_share_the_sample() -> None:
    assert counts(lowest(documents({"a": 900, "b": 900, "c": 70}), 500)) == [70, 200, 230]


@pytest.mark.parametrize("seed", range(5))
def test_samples_of_shards_hold_the_sample_of_all(seed: int) -> None:
    hosts = {f"host{number}": random.Random(seed + number).randrange(1, 300) for number in range(9)}
    found = documents(hosts, seed)
    shards = [lowest(found[start::4], 400) for start in range(4)]
    assert lowest((each for shard in shards for each in shard), 400) == lowest(found, 400)


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two archives of articles with a teaser that no method drops."""
    folder = tmp_path_factory.mktemp("phrases") / "crawl"
    folder.mkdir()
    generator = random.Random(0)
    for name in ("a", "b"):
        pages = []
        for number in range(12):
            texts = [paragraph(generator) for _ in range(4)]
            texts[1] += f" {TEASER}. {paragraph(generator)}"
            pages.append((f"http://{name}.example/{number}", page(texts[0][:30], texts)))
        write_warc(folder / f"{name}.warc.gz", iter(pages))
    return folder


def phrases(folder: Path) -> Any:
    return json.loads((folder / "report.json").read_bytes())["phrases"]


def test_the_report_shows_what_cleaning_removed_and_what_is_left(
    crawl: Path, tmp_path: Path
) -> None:
    build([str(crawl)], tmp_path / "out", WITHOUT_DEDUP, engine=Engine(workers=1))
    before, after = (phrases(tmp_path / "out")[name] for name in ("before", "after"))
    assert before["documents"] == after["documents"] == 24
    menu = next(each for each in before["phrases"] if each["text"].startswith("market | bridge"))
    assert menu["documents_in"] == {"before": 24, "after": 0}
    assert (menu["hosts"], menu["host_share"]) == (2, 1.0)
    left = next(each for each in after["phrases"] if TEASER in each["text"])
    assert left["documents_in"] == {"before": 24, "after": 24}
    html = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "market | bridge" in html
    assert html.count("Over-represented phrases") >= 2


def test_the_number_of_workers_does_not_change_the_phrases(crawl: Path, tmp_path: Path) -> None:
    found = []
    for workers in (1, 2):
        folder = tmp_path / str(workers)
        build([str(crawl)], folder, SETTINGS, engine=Engine(workers=workers))
        found.append(phrases(folder))
        assert not (folder / ".work").exists()
    assert found[0] == found[1]
    assert found[0]["before"]["phrases"]


def test_without_the_setting_the_report_has_no_phrases(crawl: Path, tmp_path: Path) -> None:
    build([str(crawl)], tmp_path / "out", engine=Engine(workers=1))
    assert phrases(tmp_path / "out") is None
    assert "Over-represented" not in (tmp_path / "out" / "report.html").read_text("utf-8")
