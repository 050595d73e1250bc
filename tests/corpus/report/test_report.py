import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.report.test_tally import any_rows
from tests.corpus.write.batches import batch, row
from tests.evaluation.report.test_report import Reader
from webwinnow.corpus import report
from webwinnow.corpus.record import REASONS
from webwinnow.corpus.report.numbers import numbers
from webwinnow.corpus.report.page import format_duration, render_page
from webwinnow.corpus.report.tables import format_share, format_size
from webwinnow.corpus.report.tally import FrequentNames, Tally
from webwinnow.corpus.settings import Settings
from webwinnow.errors import InputError

EVIL = "<script>alert(1)</script>"
ABOUT: report.About = {
    "command": "webwinnow corpus crawl -o out",
    "inputs": ["crawl/a.warc.gz"],
    "settings": Settings(languages=("en", "de")).as_json(),
    "engine": "local",
    "workers": 2,
    "started": "2024-05-06T12:00:00Z",
    "finished": "2024-05-06T12:00:10Z",
    "wall_seconds": 10.0,
}


def tally() -> Tally:
    found = Tally.of(
        batch(
            row(0, "x" * 300, language="en", host="a.org", quality=0.5, page_type="article"),
            row(1, "x" * 200, language="en", host="a.org"),
            row(2, "x" * 100, language="de", host="b.org"),
            row(3, drop="short"),
            row(4, drop="short"),
            row(5, drop="broken", detail="truncated"),
        )
    )
    found.html_bytes = 12_000
    found.add_seconds("clean", 3.0)
    found.add_seconds("read", 1.0)
    return found


def read(found: Tally, about: report.About = ABOUT) -> str:
    """Text of the page with collapsed white space; checks that elements nest."""
    reader = Reader(render_page(numbers(found, about)))
    assert reader.open == []
    return " ".join(reader.text.split())


def test_two_files_are_written_and_nothing_else(tmp_path: Path) -> None:
    report.write(tmp_path, tally(), ABOUT)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.html", "report.json"]
    found = numbers(tally(), ABOUT)
    assert json.loads((tmp_path / "report.json").read_text("utf-8")) == json.loads(
        json.dumps(found)
    )
    assert (tmp_path / "report.html").read_text("utf-8") == render_page(numbers(tally(), ABOUT))


def test_folder_that_cannot_be_written_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="cannot write"):
        report.write(tmp_path / "file", tally(), ABOUT)


def test_funnel_has_every_reason_in_the_order_of_the_stages() -> None:
    steps = numbers(tally(), ABOUT)["funnel"]
    assert [step["reason"] for step in steps] == list(REASONS)
    assert steps[0] == {"reason": "broken", "dropped": 1, "left": 5}
    assert steps[-1]["left"] == 3


def test_numbers_are_those_of_the_tally() -> None:
    found = numbers(tally(), ABOUT)
    assert (found["rows"], found["documents"], found["characters"]) == (6, 3, 600)
    assert found["languages"] == [
        {"language": "en", "documents": 2, "characters": 500},
        {"language": "de", "documents": 1, "characters": 100},
    ]
    assert found["hosts"] == {
        "number": 2,
        "missing_at_most": 0,
        "most": [{"host": "a.org", "documents": 2}, {"host": "b.org", "documents": 1}],
    }
    assert found["lengths"] == [
        {"from": 64, "to": 127, "documents": 1},
        {"from": 128, "to": 255, "documents": 1},
        {"from": 256, "to": 511, "documents": 1},
    ]
    assert found["throughput"]["per_second"]["html_bytes"] == 1200
    assert list(found["throughput"]["seconds_of_work"]) == ["clean", "read"]
    assert found["told"] == {
        "broken": [{"source": "a.warc.gz", "offset": 500, "detail": "truncated"}]
    }


def test_the_report_shows_the_funnel() -> None:
    text = read(tally())
    assert "A corpus of 3 documents" in text
    assert "short too few characters of text 2 33.3 % 3" in text
    assert "Nothing was dropped for: large, status," in text
    assert "a.warc.gz 500 truncated" in text
    assert "clean 3.0 75.0 % 500" in text
    assert "languages en, de" in text


def test_bars_are_as_long_as_their_numbers() -> None:
    html = render_page(numbers(tally(), ABOUT))
    short = html[html.index('<th scope="row">short<') :]
    widths = re.findall(r"width: ([\d.]+)%", short[: short.index("</tr>")])
    assert widths == ["50.00", "33.33"]  # left, dropped


def test_lower_bounds_are_marked_in_the_report() -> None:
    found = tally()
    found.hosts = FrequentNames(counts={"a.org": 20}, missing=7)
    assert "Each number is a lower bound and may be up to 7 too low." in read(found)
    assert numbers(found, ABOUT)["hosts"]["number"] is None
    assert "lower bound" not in read(tally())


def test_long_lists_are_truncated_with_a_note() -> None:
    found = tally()
    found.hosts.add((f"{number}.net", 1) for number in range(100))
    assert "And 52 hosts more." in read(found)


def test_empty_corpus_has_a_report() -> None:
    assert "A corpus of 0 documents" in read(Tally(), {})


def test_hostile_names_are_text() -> None:
    found = Tally.of(
        batch(
            row(0, host=EVIL, language=EVIL, page_type=EVIL),
            row(1, drop=EVIL),
            row(2, drop="broken", detail=EVIL, source=EVIL),
        )
    )
    found.add_seconds(EVIL, 1.0)
    about: report.About = {
        "command": EVIL,
        "inputs": [EVIL],
        "settings": {EVIL: EVIL},
        "engine": EVIL,
        "started": EVIL,
    }
    reader = Reader(render_page(numbers(found, about)))
    assert "script" not in reader.tags
    assert reader.text.count(EVIL) == 13  # each of those above once


@given(st.lists(any_rows, max_size=6))
@settings(max_examples=40, deadline=None)
def test_any_tally_gives_a_page_that_nests(found: list[dict[str, Any]]) -> None:
    read(Tally.of(batch(*found)))


def test_nothing_is_run_or_loaded() -> None:
    reader = Reader(render_page(numbers(tally(), ABOUT)))
    assert reader.tags.isdisjoint({"script", "link", "img", "iframe", "object", "base", "image"})
    policy = [value for name, value in reader.attributes if name == "content"]
    assert "default-src 'none'; style-src 'unsafe-inline'" in policy
    urls = [value for name, value in reader.attributes if name in ("href", "src")]
    assert all(url.startswith("#") for url in urls)


def test_file_names_that_are_no_text_can_be_written(tmp_path: Path) -> None:
    report.write(tmp_path, tally(), {"inputs": ["a\udcff.warc"]})
    assert "a?.warc" in (tmp_path / "report.json").read_text("utf-8")


def test_neither_matplotlib_nor_the_evaluation_s_packages_are_needed() -> None:
    code = (
        "import sys\n"
        "for name in ('matplotlib', 'rapidfuzz', 'cydifflib', 'scipy', 'sklearn'):\n"
        "    sys.modules[name] = None\n"
        "from webwinnow.corpus import report\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("number", "written"), [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (3.9e9, "3.9 GB")]
)
def test_sizes_have_units(number: float, written: str) -> None:
    assert format_size(number) == written


def test_shares_do_not_look_like_nothing_or_all() -> None:
    shown = [format_share(part, 100_000) for part in (0, 1, 50_000, 99_999, 100_000)]
    assert shown == ["0.0 %", "< 0.1 %", "50.0 %", "> 99.9 %", "100.0 %"]


def test_times_are_for_people() -> None:
    shown = [format_duration(seconds) for seconds in (0.349, 59.97, 200, 3900)]
    assert shown == ["0.349 s", "1 min 0 s", "3 min 20 s", "1 h 5 min"]
