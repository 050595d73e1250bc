"""The metadata benchmark: how values are matched, counted and split."""

import pytest

from benchmarks.metadata.__main__ import parse_arguments
from benchmarks.metadata.matching import MATCH, names, normalise
from benchmarks.metadata.sets import Example, halves
from benchmarks.metadata.tally import Tally, grouped_table, table, tally
from benchmarks.metadata.visible import visible_only


def example(site: str, country: str = "de", **gold: str | None) -> Example:
    return Example(site, site, country, None, b"<p>x", gold)


def test_titles_match_apart_from_shapes() -> None:
    assert MATCH["title"]("“A” – b", '"a" - B').exact
    assert normalise("Ａ　ｂ") == "a b"
    assert MATCH["title"]("a b", "b c") == (False, 0.5)
    assert MATCH["title"]("东京晴", "东京雨").tokens == pytest.approx(2 / 3)


def test_authors_match_as_sets_of_names() -> None:
    assert MATCH["author"](("Ann Lee", "Bo Ek"), "Bo Ek; Ann Lee").exact
    assert not MATCH["author"](("Ann Lee", "AP"), "Ann Lee").exact
    assert MATCH["author"]("Ann Lee, MD", "Ann Lee").exact
    assert names("Ann Lee and Bo Ek") == {"ann lee", "bo ek"}


def test_dates_match_by_day() -> None:
    assert MATCH["date"]("2024-05-14", "2024-05-14T10:00").exact
    assert not MATCH["date"]("2024-05-14", "2024-05-15").exact


def test_tags_match_as_sets() -> None:
    assert MATCH["tags"](("a", "b"), ("B", "a")).exact
    assert MATCH["tags"](("a", "b"), ("a",)).tokens == pytest.approx(2 / 3)


def test_missing_values_lower_recall_and_alarms_precision() -> None:
    counts = Tally()
    for gold, found in [("A", "a"), ("A", "b"), ("A", None), (None, "x"), (None, None)]:
        counts.count("title", gold, found)
    assert (counts.gold, counts.given, counts.right, counts.alarms) == (3, 2, 1, 1)
    assert counts.precision == 0.5
    assert counts.recall == pytest.approx(1 / 3)
    assert counts.f1_all == pytest.approx(1 / 3)
    assert counts.token_f1 == pytest.approx(1 / 3)


def test_tables_have_a_row_for_each_field_and_group() -> None:
    results = tally([(example("a", title="A"), {"ours": ({"title": "a"}, 0.5)})])
    assert table(results)[2:] == [
        "| title | ours | 1 | 1 | 1 | 0 | 1.000 | 1.000 | 1.000 | 1.000 | 1.000 |"
    ]
    rows = grouped_table("country", {"de": results}, {"de": 1})
    assert rows[2] == "| de | 1 | 1.00 (1.00) | - | - |"


def test_halves_split_sites_and_share_countries() -> None:
    pages = [example(f"{country}{n}", country) for country in ("de", "fr") for n in range(6)]
    pages += [example("de0", "de")]
    parts = halves("fundus", pages)
    sites = [{page.site for page in part} for part in parts.values()]
    assert sites[0].isdisjoint(sites[1])
    assert all({site[:2] for site in part} == {"de", "fr"} for part in sites)
    assert halves("fundus", pages) == parts


def test_visible_pages_declare_nothing() -> None:
    html = (
        b"<meta name=author content='Ann Lee'><script type='application/ld+json'>{}</script>"
        b"<time datetime='2024-05-14' class=x>today</time><a rel=author href=/a>Bo</a><p>\xe9"
    )
    shown = visible_only(html).decode()
    assert shown == ("<meta charset=utf-8><time  class=x>today</time><a  href=/a>Bo</a><p>é")


def test_data_needs_one_set() -> None:
    with pytest.raises(SystemExit):
        parse_arguments(["--data", "x"])
    assert parse_arguments(["--set", "fundus", "--data", "x"]).set == ["fundus"]
