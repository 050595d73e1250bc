import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from webwinnow.crawl.frontier import (
    DONE,
    FAILED,
    SKIPPED,
    STYLED,
    Frontier,
    NewUrl,
    QueuedUrl,
)
from webwinnow.crawl.reasons import NOT_HTML, TOO_DEEP, TOO_MANY_STYLES
from webwinnow.errors import InputError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "crawl.state"


@pytest.fixture
def frontier(path: Path) -> Iterator[Frontier]:
    opened = Frontier(path)
    yield opened
    opened.close()


def taken(frontier: Frontier, site: str = "a") -> QueuedUrl:
    address = frontier.peek(site)
    assert address
    frontier.take(address)
    return address


def recover(frontier: Frontier, *again: str, max_depth: int = 5) -> None:
    frontier.recover(again, max_depth=max_depth)


def test_shallow_urls_come_first(frontier: Frontier) -> None:
    frontier.add([NewUrl("a/deep", "a", 2), NewUrl("a/1", "a", 1), NewUrl("a/2", "a", 1)])
    assert [taken(frontier).url for _ in range(3)] == ["a/1", "a/2", "a/deep"]
    assert frontier.peek("a") is None


def test_known_urls_are_not_added_again(frontier: Frontier) -> None:
    frontier.add([NewUrl("a/1", "a", 1)])
    frontier.mark_done(taken(frontier), 0)
    frontier.add([NewUrl("a/1", "a", 1)])
    assert frontier.is_empty()
    assert frontier.count_waiting() == 0


def test_shorter_path_revives_a_url_that_was_too_deep(frontier: Frontier) -> None:
    frontier.add([NewUrl("a/1", "a", 9, reason=TOO_DEEP)])
    frontier.add([NewUrl("a/1", "a", 8, reason=TOO_DEEP)])
    assert frontier.count_waiting() == 0
    frontier.add([NewUrl("a/1", "a", 2)] * 2)
    assert frontier.count_waiting() == 1
    assert frontier.count_reasons(SKIPPED) == {}
    assert taken(frontier).depth == 2
    assert frontier.is_empty()


def test_shorter_path_reduces_the_depth_of_a_waiting_url(frontier: Frontier) -> None:
    frontier.add([NewUrl("a/1", "a", 3), NewUrl("a/2", "a", 2), NewUrl("a/1", "a", 1)])
    frontier.add([NewUrl("a/1", "a", 4)])
    assert frontier.count_waiting() == 2
    assert [taken(frontier)[1:4] for _ in range(2)] == [("a/1", "a", 1), ("a/2", "a", 2)]


def test_shorter_path_does_not_change_a_settled_url(frontier: Frontier) -> None:
    frontier.add([NewUrl("a/1", "a", 3), NewUrl("a/2", "a", 3), NewUrl("a/3", "a", 3)])
    frontier.mark_done(taken(frontier), 0)
    frontier.mark_skipped(taken(frontier), "not HTML")
    taken(frontier)
    frontier.add([NewUrl("a/1", "a", 1), NewUrl("a/2", "a", 1), NewUrl("a/3", "a", 1)])
    assert frontier.is_empty()
    assert frontier.count_waiting() == 0


def test_counting_failures_uses_an_index(frontier: Frontier) -> None:
    asked: list[str] = []
    frontier.db.set_trace_callback(asked.append)
    frontier.count(FAILED)
    (plan,) = frontier.db.execute(f"EXPLAIN QUERY PLAN {asked[0]}").fetchall()
    assert "COVERING INDEX failed" in plan[3]


def test_sites_take_turns(frontier: Frontier) -> None:
    frontier.add([NewUrl("a/1", "a", 0), NewUrl("b/1", "b", 0), NewUrl("c/1", "c", 0)])
    assert frontier.next_site("a", set()) == "b"
    assert frontier.next_site("a", {"b"}) == "c"
    assert frontier.next_site("c", set()) == "a"
    assert frontier.next_site("", {"a", "b", "c"}) is None


def test_skipped_sites_are_not_visited_in_this_run(frontier: Frontier) -> None:
    frontier.add([NewUrl("a/1", "a", 0)])
    frontier.skip_site("a")
    assert frontier.is_empty()
    assert frontier.count_waiting() == 1
    recover(frontier)
    assert not frontier.is_empty()


def test_uncommitted_changes_are_lost(path: Path, frontier: Frontier) -> None:
    frontier.add([NewUrl("a/1", "a", 0)])
    frontier.commit()
    frontier.add([NewUrl("a/2", "a", 0)])
    frontier.mark_done(taken(frontier), 7)
    frontier.close()
    again = Frontier(path)
    recover(again)
    assert (again.count_waiting(), again.count(DONE)) == (1, 0)
    again.close()


def test_recovery_requeues_taken_and_failed_urls(frontier: Frontier) -> None:
    frontier.add(NewUrl(f"a/{number}", "a", 0) for number in range(4))
    taken(frontier)
    frontier.mark_failed(taken(frontier), "timed out")
    frontier.mark_skipped(taken(frontier), "not HTML")
    frontier.mark_done(taken(frontier), 7)
    recover(frontier)
    # URLs that failed before come last.
    assert [taken(frontier).url for _ in range(2)] == ["a/0", "a/1"]
    assert frontier.is_empty()


def test_recovery_requeues_urls_that_new_settings_allow(frontier: Frontier) -> None:
    frontier.add(
        [
            NewUrl("a/robots", "a", 0, reason="robots"),
            NewUrl("a/6", "a", 6, reason=TOO_DEEP),
            NewUrl("a/7", "a", 7, reason=TOO_DEEP),
        ]
    )
    recover(frontier, max_depth=5)
    assert frontier.is_empty()
    recover(frontier, "robots", max_depth=6)
    assert [taken(frontier).url for _ in range(2)] == ["a/robots", "a/6"]
    assert frontier.count_reasons(SKIPPED) == {TOO_DEEP: 1}


def test_reasons_are_counted(frontier: Frontier) -> None:
    frontier.add(NewUrl(f"a/{number}", "a", 0) for number in range(3))
    for reason in ("x", "y", "y"):
        frontier.mark_failed(taken(frontier), reason)
    assert list(frontier.count_reasons(FAILED).items()) == [("y", 2), ("x", 1)]


def test_pages_without_text_come_in_archive_order(frontier: Frontier) -> None:
    frontier.add(NewUrl(f"a/{number}", "a", 0) for number in range(4))
    for place in (30, 10, 20):
        frontier.mark_done(taken(frontier), place)
    assert frontier.pages_without_text(-1, 2) == [("a/1", 10), ("a/2", 20)]
    assert frontier.pages_without_text(20, 9) == [("a/0", 30)]
    frontier.mark_cleaned(["a/1"])
    assert frontier.pages_without_text(-1, 1) == [("a/2", 20)]


def test_two_crawls_cannot_share_a_state(path: Path, frontier: Frontier) -> None:
    with pytest.raises(InputError, match="in use by another crawl"):
        Frontier(path)


def test_foreign_files_are_rejected(path: Path) -> None:
    path.write_text("no database" * 100)
    with pytest.raises(InputError, match="not the state of a crawl"):
        Frontier(path)
    assert path.read_text().startswith("no database")


def test_state_of_another_version_is_rejected(path: Path, frontier: Frontier) -> None:
    frontier.set_fact("version", 99)
    frontier.commit()
    frontier.close()
    with pytest.raises(InputError, match="another version"):
        Frontier(path)


def test_style_sheets_come_first_and_are_no_pages(frontier: Frontier) -> None:
    frontier.add([NewUrl("a/1", "a", 0), NewUrl("a/2.css", "a", 3, is_style=True)])
    assert frontier.has_waiting_style()
    style = taken(frontier)
    assert (style.url, style.is_style) == ("a/2.css", True)
    frontier.mark_done(style, 7)
    assert (frontier.count(DONE), frontier.count(STYLED)) == (0, 1)
    assert not frontier.has_waiting_style()
    assert frontier.pages_without_text(-1, 10) == []


def test_a_link_to_a_style_sheet_does_not_hide_it(frontier: Frontier) -> None:
    frontier.add([NewUrl("a/1.css", "a", 1), NewUrl("a/2.css", "a", 1)])
    frontier.mark_skipped(taken(frontier), NOT_HTML)
    frontier.add([NewUrl(f"a/{number}.css", "a", 0, is_style=True) for number in (1, 2)] * 2)
    assert (frontier.count_waiting(), frontier.styles) == (2, 2)
    assert [taken(frontier).is_style for _ in range(2)] == [1, 1]
    assert frontier.is_empty()


def test_a_state_without_style_sheets_is_migrated(path: Path) -> None:
    frontier = Frontier(path)
    frontier.add([NewUrl("a/1", "a", 1)])
    frontier.commit()
    frontier.close()
    with sqlite3.connect(path) as old:
        old.execute("DROP INDEX waiting_in_order")
        old.execute("DROP INDEX waiting_style")
        old.execute("ALTER TABLE address DROP COLUMN is_style")
        old.execute("UPDATE fact SET value = 1 WHERE name = 'version'")
        old.execute("CREATE INDEX waiting ON address (site, depth, failures, id)")
    old.close()
    frontier = Frontier(path)
    frontier.add([NewUrl("a/2.css", "a", 1, is_style=True)])
    assert [taken(frontier).url for _ in range(2)] == ["a/2.css", "a/1"]
    frontier.close()


def test_a_waiting_page_stays_a_page(frontier: Frontier) -> None:
    frontier.add([NewUrl("a/about", "a", 1), NewUrl("a/about", "a", 0, is_style=True)])
    assert taken(frontier).is_style == 0
    assert frontier.is_empty()


def test_style_sheets_beyond_the_limit_are_skipped_until_it_rises(
    path: Path, frontier: Frontier
) -> None:
    styles = [NewUrl(f"a/{number}.css", "a", 0, is_style=True) for number in range(5)]
    frontier.add(styles, max_styles=3)
    frontier.add(styles, max_styles=3)
    assert frontier.count_waiting() == 3
    assert frontier.count_reasons(SKIPPED) == {TOO_MANY_STYLES: 2}
    frontier.commit()
    frontier.close()
    again = Frontier(path)
    again.add(styles, max_styles=4)
    assert (again.styles, again.count_waiting()) == (4, 4)
    assert again.count_reasons(SKIPPED) == {TOO_MANY_STYLES: 1}
    again.close()


def test_sites_with_style_sheets_are_found_by_an_index(frontier: Frontier) -> None:
    asked: list[str] = []
    frontier.db.set_trace_callback(asked.append)
    frontier.has_waiting_style()
    plan = [row[3] for row in frontier.db.execute(f"EXPLAIN QUERY PLAN {asked[0]}")]
    assert "INDEX waiting_style" in plan[0]
    assert len(plan) == 2  # no sorting
