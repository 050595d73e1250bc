"""Corpora from end to end, on the local engine."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from tests.corpus.generated_crawl import write_crawl, write_warc
from webwinnow.corpus.builder import Engine, build
from webwinnow.corpus.engines.local.engine import Watch
from webwinnow.corpus.record import REASONS
from webwinnow.corpus.settings import Settings
from webwinnow.errors import InputError, UnknownFormat, UnknownMethod, UnknownSetting

ONE, TWO = Engine(workers=1), Engine(workers=2)


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_crawl(tmp_path_factory.mktemp("corpora") / "crawl", files=3, pages=30)


def rows(folder: Path) -> list[dict[str, Any]]:
    parts = sorted(folder.glob("part-*.parquet"))
    return [row for part in parts for row in pq.read_table(part).to_pylist()]


def dropped(folder: Path) -> list[dict[str, Any]]:
    parts = sorted(folder.glob("dropped/*.parquet"))
    return [row for part in parts for row in pq.read_table(part).to_pylist()]


def test_every_page_is_a_document_or_has_a_reason(crawl: Path, tmp_path: Path) -> None:
    built = build([str(crawl)], tmp_path / "out", engine=TWO)
    kept, lost = rows(tmp_path / "out"), dropped(tmp_path / "out")
    assert len(kept) + len(lost) == 90 == built.tally.rows
    assert len(kept) == built.tally.documents
    ids = [row["id"] for row in kept]
    assert ids == sorted(ids)
    assert len({*ids, *(row["id"] for row in lost)}) == 90
    reasons = {row["drop"] for row in lost}
    assert {"duplicate", "near-duplicate"} <= reasons <= REASONS.keys()
    report = json.loads((tmp_path / "out" / "report.json").read_bytes())
    assert report["documents"] == len(kept)
    assert (tmp_path / "out" / "report.html").exists()


def test_the_number_of_workers_changes_nothing(crawl: Path, tmp_path: Path) -> None:
    for name, engine in (("one", ONE), ("two", TWO)):
        build([str(crawl)], tmp_path / name, engine=engine)
    parts = sorted(path.relative_to(tmp_path / "one") for path in tmp_path.glob("one/**/*.parquet"))
    assert len(parts) == 6
    for part in parts:
        assert (tmp_path / "one" / part).read_bytes() == (tmp_path / "two" / part).read_bytes()


def test_blocks_are_places_in_texts_also_after_some_went(crawl: Path, tmp_path: Path) -> None:
    built = build([str(crawl)], tmp_path / "out", engine=ONE)
    assert built.tally.repeated_blocks > 0
    for row in rows(tmp_path / "out"):
        pieces = [row["text"][each["start"] : each["end"]] for each in row["blocks"]]
        assert "\n".join(pieces) == row["text"]


def test_without_deduplication_all_texts_stay(crawl: Path, tmp_path: Path) -> None:
    settings = Settings(duplicates=False, near_duplicates=False, onion=None)
    built = build([str(crawl)], tmp_path / "out", settings, engine=ONE)
    assert built.tally.documents == 90


def test_the_first_of_the_same_texts_stays(tmp_path: Path) -> None:
    text = "<p>" + "The sea rose twice that day, and nobody knew why it had. " * 4
    (tmp_path / "crawl").mkdir()
    for name in ("a", "b"):
        pages = ((f"http://{name}.example/{number}", text.encode()) for number in range(2))
        write_warc(tmp_path / "crawl" / f"{name}.warc.gz", pages)
    settings = Settings(method="all", max_repetition=1.0, onion=None)
    build([str(tmp_path / "crawl")], tmp_path / "out", settings, engine=TWO)
    assert [row["url"] for row in rows(tmp_path / "out")] == ["http://a.example/0"]
    assert {row["drop"] for row in dropped(tmp_path / "out")} == {"duplicate"}
    # A shard without documents has no part.
    assert [path.name for path in tmp_path.glob("out/part-*")] == ["part-000000.parquet"]


def test_method_may_have_a_preset_and_settings(tmp_path: Path) -> None:
    page = f"<p>One two three four five six.{'<hr>' * 4}<p>Seven eight nine ten."
    (tmp_path / "page.html").write_text(page)
    for number, method in enumerate(("bte", "bte:tag_weight=0.1", "bte:preset=recall")):
        settings = Settings(method=method, min_chars=0, onion=None)
        build([str(tmp_path / "page.html")], tmp_path / f"{number}", settings, engine=ONE)
    kept = ["Seven" in rows(tmp_path / f"{number}")[0]["text"] for number in range(3)]
    assert kept == [False, True, True]
    with pytest.raises(UnknownSetting, match="two presets for 'bte'"):
        build([str(tmp_path)], tmp_path / "x", Settings("bte:preset=recall", "precision"))


@pytest.mark.parametrize("form", ["free", "exact"])
def test_repeated_paragraphs_go(form: Any, tmp_path: Path) -> None:
    shared = "Subscribe to our letter and read every week what happens in the harbour of the town."
    (tmp_path / "pages").mkdir()
    for number, word in enumerate(("sea", "river", "lake")):
        own = f"The {word} rose on day {number}, and then {word} after {word} was all one saw. " * 2
        (tmp_path / "pages" / f"{number}.html").write_text(f"<p>{own}<p>{shared}")
    settings = Settings(method="all", min_chars=0, max_repetition=1.0, onion=form)
    build([str(tmp_path / "pages")], tmp_path / "out", settings, engine=ONE)
    texts = [row["text"] for row in rows(tmp_path / "out")]
    assert [shared in text for text in texts] == [True, False, False]
    assert all(text.startswith("The ") for text in texts)


@pytest.mark.parametrize("form", ["free", "exact"])
def test_short_pages_stay_where_nothing_of_them_is_repeated(form: Any, tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    for name, text in (("a", "The sea rose twice."), ("b", "Nobody slept in the harbour.")):
        (tmp_path / "pages" / f"{name}.html").write_text(f"<p>{text}")
    settings = Settings(method="all", min_chars=0, onion=form)
    built = build([str(tmp_path / "pages")], tmp_path / "out", settings, engine=ONE)
    assert built.tally.documents == 2


def test_goldminer_learns_hosts_first(tmp_path: Path) -> None:
    crawl = write_crawl(tmp_path / "crawl", files=2, pages=60)
    settings = Settings(method="goldminer:inner=winnow", onion=None, near_duplicates=False)
    build([str(crawl)], tmp_path / "two", settings, engine=TWO)
    assert (tmp_path / "two" / "templates.db").exists()
    build([str(crawl)], tmp_path / "one", settings, engine=ONE)
    assert rows(tmp_path / "one") == rows(tmp_path / "two")
    assert len(rows(tmp_path / "two")) > 50


@pytest.mark.parametrize("name", ["parquet", "jsonl", "xml", "tei", "vertical", "text"])
def test_every_format_has_its_parts(name: str, crawl: Path, tmp_path: Path) -> None:
    build([str(crawl)], tmp_path / "out", Settings(format=name), engine=ONE)
    parts = list(tmp_path.glob("out/part-*"))
    assert len(parts) == 3
    assert all(part.stat().st_size for part in parts)


def test_a_corpus_that_is_done_is_left_alone(crawl: Path, tmp_path: Path) -> None:
    first = build([str(crawl)], tmp_path / "out", engine=ONE)
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    again = build([str(crawl)], tmp_path / "out", engine=ONE)
    assert again.seconds == 0
    assert again.tally.as_json() == first.tally.as_json()
    now = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert now == times
    assert not (tmp_path / "out" / ".work").exists()


def test_other_settings_and_other_inputs_need_another_folder(crawl: Path, tmp_path: Path) -> None:
    build([str(crawl)], tmp_path / "out", engine=ONE)
    with pytest.raises(InputError, match="started with min_chars 200, not 500"):
        build([str(crawl)], tmp_path / "out", Settings(min_chars=500))
    with pytest.raises(InputError, match="other inputs"):
        build([str(crawl / "000.warc.gz")], tmp_path / "out")


def test_a_folder_with_other_things_stays_as_it_is(crawl: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(InputError, match="holds other files"):
        build([str(crawl)], tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_file_of_another_program_is_no_corpus(crawl: Path, tmp_path: Path) -> None:
    for content in ("hello", '{"name": "x"}', "[]"):
        (tmp_path / "corpus.json").write_text(content)
        with pytest.raises(InputError, match="is not the file of a corpus job"):
            build([str(crawl)], tmp_path)


def test_a_stale_part_is_deleted(tmp_path: Path) -> None:
    plain = Settings(duplicates=False, near_duplicates=False, onion=None)
    (tmp_path / "in.jsonl").write_text('{"html": "<p>short"}\n')
    (tmp_path / "out").mkdir()
    build([str(tmp_path / "in.jsonl")], tmp_path / "out", plain, engine=ONE)
    manifest = tmp_path / "out" / "manifest.jsonl"
    manifest.write_text("")
    (tmp_path / "out" / "part-000000.parquet").write_text("of another run")
    build([str(tmp_path / "in.jsonl")], tmp_path / "out", plain, engine=ONE)
    assert not list(tmp_path.glob("out/part-*"))


def test_tokens_are_counted_only_if_needed(crawl: Path, tmp_path: Path) -> None:
    plain = Settings(duplicates=False, near_duplicates=False, onion=None, max_repetition=1.0)
    build([str(crawl)], tmp_path / "out", plain, engine=ONE)
    assert {row["tokens"] for row in rows(tmp_path / "out")} == {None}
    report = json.loads((tmp_path / "out" / "report.json").read_bytes())
    assert report["tokens"] is None
    assert report["characters"] > 0


def test_mistakes_are_reported_before_any_work(crawl: Path, tmp_path: Path) -> None:
    with pytest.raises(UnknownMethod):
        build([str(crawl)], tmp_path / "out", Settings(method="magic"))
    with pytest.raises(UnknownSetting, match="onion"):
        build([str(crawl)], tmp_path / "out", Settings(onion="exat"))  # type: ignore[arg-type]
    with pytest.raises(UnknownSetting, match="engine"):
        build([str(crawl)], tmp_path / "out", engine=Engine("sparc"))  # type: ignore[arg-type]
    with pytest.raises(UnknownSetting, match="-1 workers"):
        build([str(crawl)], tmp_path / "out", engine=Engine(workers=-1))
    with pytest.raises(UnknownFormat, match="choose from parquet"):
        build([str(crawl)], tmp_path / "out", Settings(format="docx"))
    with pytest.raises(InputError):
        build([str(crawl / "missing.warc.gz")], tmp_path / "out")


class Vanishing(Watch):
    """Deletes a file when the first shard is done."""

    def __init__(self, path: Path) -> None:
        self.path, self.away = path, path.with_suffix(".away")

    def finish(self, number: int, size: int, done: dict[str, Any]) -> None:
        if self.path.exists():
            self.path.rename(self.away)

    def bring_back(self) -> None:
        self.away.rename(self.path)


def test_a_missing_input_can_be_restored(tmp_path: Path) -> None:
    crawl = write_crawl(tmp_path / "crawl", files=3, pages=10)
    settings = Settings(onion=None)
    build([str(crawl)], tmp_path / "undisturbed", settings, engine=ONE)
    watch = Vanishing(crawl / "002.warc.gz")
    with pytest.raises(InputError, match=r"002\.warc\.gz.*same command"):
        build([str(crawl)], tmp_path / "out", settings, engine=ONE, watch=watch)
    manifest = (tmp_path / "out" / "manifest.jsonl").read_text()
    assert manifest.count('"task": "clean"') == 2
    watch.bring_back()
    build([str(crawl)], tmp_path / "out", settings, engine=ONE)
    assert rows(tmp_path / "out") == rows(tmp_path / "undisturbed")
    assert rows(tmp_path / "out")


def test_settings_survive_json() -> None:
    settings = replace(Settings(), languages=("de", "fr"), normalise=("nfc",), onion=None)
    assert Settings.of_json(json.loads(json.dumps(settings.as_json()))) == settings
