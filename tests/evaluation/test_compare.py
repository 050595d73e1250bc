"""Rows of a comparison, its lines in a terminal, and the command that prints them."""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import typer
from hypothesis import given
from rich.cells import cell_len
from typer.testing import CliRunner, Result

from tests.support.html_strategies import pages
from webwinnow import Decision, Page, load
from webwinnow.cli.compare import compare as command
from webwinnow.cli.comparison_view import ViewOptions, comparison_lines, truncate
from webwinnow.errors import InputError, UnknownMethod
from webwinnow.evaluation.compare import Comparison, compare, compare_decisions

PARAGRAPH = "<p>" + "It rained and rained until the lanes were brooks. " * 3
PAGE = "<ul><li><a>Home</a><li><a>News</a></ul>" + PARAGRAPH
BOTH = {"all": load("all"), "bte": load("bte")}
DEFAULT, ALL = ViewOptions(), ViewOptions(dropped=True)


def decided(page: Page, keep: Sequence[int], **more: object) -> Decision:
    return Decision(page, np.array(keep, bool), **more)  # type: ignore[arg-type]


def of_keeps(html: str, *keeps: Sequence[int]) -> Comparison:
    page = Page(html)
    return compare_decisions(page, {"abc"[i]: decided(page, keep) for i, keep in enumerate(keeps)})


def printed(comparison: Comparison, width: int = 80, view: ViewOptions = DEFAULT) -> list[str]:
    return [line.plain for line in comparison_lines(comparison, width, view)]


# Rows


def test_rows_are_the_visible_blocks_in_page_order() -> None:
    page = Page("<title>T</title><p>One<p hidden>Two<script>x</script><p>Three")
    found = compare(page, BOTH)
    assert [row.text for row in found.rows] == ["One", "Three"]
    assert found.methods == ["all", "bte"]


def test_hidden_text_that_a_method_keeps_is_shown() -> None:
    comparison = of_keeps("<p>One<p hidden>Two", [1, 0], [1, 1])
    assert [row.is_unanimous for row in comparison.rows] == [True, False]


def test_hidden_text_in_a_visible_block_is_left_out() -> None:
    (row,) = of_keeps("<p>One <b hidden>two</b> three", [1, 0, 1], [0, 0, 0]).rows
    assert (row.text, row.runs, row.words) == ("One three", 2, 2)


def test_block_kept_in_part_says_how_much() -> None:
    (row,) = of_keeps("<p>One <b>two three</b> four", [1, 1, 1], [0, 1, 0]).rows
    assert [(verdict.runs, verdict.words) for verdict in row.verdicts] == [(3, 4), (1, 2)]
    assert (row.is_unanimous, row.agreed_words) == (False, 2)


def test_equal_shares_of_other_runs_are_a_disagreement() -> None:
    (row,) = of_keeps("<p>One <b>two</b>", [1, 0], [0, 1]).rows
    assert not row.is_unanimous


def test_score_is_the_mean_over_characters_of_a_method_that_grades() -> None:
    page = Page("<p>a<b>bbb</b>")
    graded = decided(page, [0, 1], score=np.array([0.2, 0.6], np.float32))
    (row,) = compare_decisions(page, {"graded": graded, "flat": decided(page, [0, 1])}).rows
    assert row.verdicts[0].score == pytest.approx(0.5)
    assert row.verdicts[1].score is None


def test_reason_is_that_of_the_first_run_of_the_same_fate() -> None:
    page = Page("<p>One <b>two</b>")
    reason = np.array([1, 0], np.uint8)
    decision = decided(page, [0, 1], reason=reason, reasons=["dense", "sparse"])
    (row,) = compare_decisions(page, {"a": decision, "b": decided(page, [0, 0])}).rows
    assert [verdict.reason for verdict in row.verdicts] == ["dense", "dropped"]


def test_tally_counts_whole_blocks_parts_and_words() -> None:
    comparison = of_keeps("<p>One <b>two</b><p>Three<p>Four", [1, 0, 1, 0], [1, 1, 1, 1])
    assert comparison.tally(0) == (1, 1, 2)
    assert comparison.tally(1) == (3, 0, 4)
    assert (comparison.differences, comparison.words, comparison.agreed_words) == (2, 4, 2)


def test_empty_page_has_no_rows() -> None:
    assert compare(Page(""), BOTH).rows == []


# Lines


def test_disagreements_are_marked_at_the_start_and_explained_once() -> None:
    shown = printed(compare(Page(PAGE), BOTH))
    assert [line[:1] for line in shown[:5]] == [" ", "≠", "≠", " ", " "]
    assert shown[3] == "  └ all: visible | bte: outside the densest stretch"


def test_marks_and_scores_stand_in_columns() -> None:
    page = Page("<p>One <b>two</b><p>Three<p>Four")
    graded = decided(page, [1, 0, 0, 1], score=np.array([0.9, 0.3, 0.25, 1], np.float32))
    shown = printed(compare_decisions(page, {"graded": graded, "b": decided(page, [1, 1, 0, 1])}))
    assert shown[:2] == ["     graded      b  text", "≠ 0  ~ 1/2 0.60  ✓  One two"]
    assert shown[3:5] == ["  1  · 0.25      ·  Three", "  2  ✓ 1.00      ✓  Four"]


def test_long_stretches_that_all_drop_are_folded_unless_all_is_wanted() -> None:
    comparison = of_keeps("<p>x" * 6, [0, 0, 1, 0, 0, 0], [0, 0, 1, 0, 0, 0])
    assert [line.strip() for line in printed(comparison)[1:5]] == [
        "0  ·  ·  x", "1  ·  ·  x", "2  ✓  ✓  x", "… 3 blocks dropped by all",
    ]  # fmt: skip
    assert "dropped by all" not in "\n".join(printed(comparison, view=ALL))


def test_only_differences_leave_the_rest_out() -> None:
    comparison = of_keeps("<p>x" * 4, [1, 1, 1, 0], [1, 1, 0, 0])
    shown = printed(comparison, view=ViewOptions(alike=False))
    assert shown[1:5] == [
        "… 2 blocks alike", "≠ 2  ✓  ·  x", "  └ a: kept | b: dropped", "… 1 block alike",
    ]  # fmt: skip


def test_summary_counts_what_each_keeps_and_what_is_unanimous() -> None:
    comparison = of_keeps("<p>One <b>two</b><p>Three<p>Four", [1, 0, 1, 0], [1, 1, 1, 1])
    assert printed(comparison)[-3:] == [
        "a  keeps 1 of 3 blocks and 1 in part, 2 of 4 words",
        "b  keeps 3 of 3 blocks, 4 of 4 words",
        "2 disagreements; agreement: 33 % of the blocks, 50 % of the words",
    ]


@pytest.mark.parametrize("width", [50, 80, 120])
@pytest.mark.parametrize("word", ["rain", "雨", "naïve\u0301"])
def test_no_line_is_wider_than_the_terminal(width: int, word: str) -> None:
    html = PAGE + f"<p>{word} " * 3 + f"<p>{word * 200}"
    shown = printed(compare(Page(html), BOTH), width)
    rows = shown[: shown.index("")]
    assert max(map(cell_len, rows)) in (width, width - 1)


def test_page_cannot_steer_the_terminal() -> None:
    assert truncate("a\x1b[2Jb\u202ec\u00a0d\u009be", 80) == "a[2Jbc de"
    shown = "\n".join(printed(of_keeps("<p>red &#27;[31m alert\u202e", [1], [0])))
    assert "[31m" in shown
    assert all(sign.isprintable() or sign == "\n" for sign in shown)


@given(pages)
def test_any_page_is_compared_and_no_word_lost(html: str) -> None:
    page = Page(html)
    comparison = compare(page, BOTH)
    visible = Decision.visible(page).keep & (page.runs.block >= 0)
    assert comparison.words == page.runs.words[visible].sum()
    assert comparison.tally(0).words == comparison.words
    assert sum(line.plain.startswith("≠") for line in comparison_lines(comparison, 80, ALL)) == (
        comparison.differences
    )


# The command


def invoke(*arguments: str | Path, stdin: bytes | None = None, width: str = "") -> Result:
    app = typer.Typer(rich_markup_mode=None)
    app.command()(command)
    runner = CliRunner(env={"COLUMNS": width})
    return runner.invoke(app, list(map(str, arguments)), input=stdin, catch_exceptions=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(PAGE)
    return path


def test_file_and_standard_input_are_compared_alike(file: Path) -> None:
    done = invoke(file, "--method", "all,bte")
    assert done.exit_code == 0
    assert "≠ 0  ✓    · " in done.stdout
    assert invoke("-", "--method", "all,bte", stdin=PAGE.encode()).stdout == done.stdout


def test_piped_lines_are_plain_and_a_hundred_wide(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "__stdout__", None)  # the terminal that runs the tests
    shown = invoke(file, "--method", "all,bte").stdout
    assert "\x1b" not in shown
    assert max(map(len, shown.splitlines())) in (99, 100)
    assert max(map(len, invoke(file, "--method", "all,bte", width="70").stdout.splitlines())) < 71


def test_charset_wins_over_what_the_page_says() -> None:
    page = '<meta charset="utf-8"><p>Łódź'.encode("iso-8859-2")
    shown = invoke("-", "--method", "all,bte", "--charset", "iso-8859-2", stdin=page).stdout
    assert "Łódź" in shown


def test_only_differences_and_all_reach_the_lines(file: Path) -> None:
    assert "1 block alike" in invoke(file, "--method", "all,bte", "--only-differences").stdout
    with pytest.raises(InputError, match="exclude each other"):
        invoke(file, "--method", "all,bte", "--only-differences", "--all")


@pytest.mark.parametrize("names", ["all", "all,all", "", "all,"])
def test_fewer_than_two_methods_are_refused(file: Path, names: str) -> None:
    with pytest.raises(InputError, match="two different methods or more"):
        invoke(file, "--method", names)


def test_settings_are_given_with_the_name(file: Path) -> None:
    shown = invoke(file, "--method", "bte,bte:tag_weight=0.1").stdout
    assert "bte:tag_weight=0.1 " in shown.splitlines()[0]


def test_unknown_method_is_refused(file: Path) -> None:
    with pytest.raises(UnknownMethod, match="did you mean 'bte'"):
        invoke(file, "--method", "all,bt")


def test_folder_is_refused(file: Path) -> None:
    with pytest.raises(InputError, match="one page"):
        invoke(file.parent, "--method", "all,bte")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [("a.html", b"%PDF-1.7\n", "not HTML"), ("a.html", None, "cannot read")],
)
def test_page_that_fails_ends_in_one_line_and_status_1(
    tmp_path: Path, name: str, content: bytes | None, message: str
) -> None:
    path = tmp_path / name
    if content is None:
        path.symlink_to(path)
    else:
        path.write_bytes(content)
    done = invoke(path, "--method", "all,bte")
    assert (done.exit_code, done.stdout) == (1, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_private_address_is_refused_with_the_flag_that_helps() -> None:
    done = invoke("http://127.0.0.1:9/", "--method", "all,bte")
    assert done.exit_code == 1
    assert "--allow-private" in done.stderr


def test_page_without_text_is_no_failure() -> None:
    done = invoke("-", "--method", "all,bte", stdin=b"<script>x</script>")
    assert (done.exit_code, done.stdout) == (0, "")
    assert "no visible text" in done.stderr
