import pytest

from tests.support.gold_sets import gold_set, page
from webwinnow.evaluation.runner import evaluate
from webwinnow.evaluation.summary import summarise
from webwinnow.evaluation.table import print_tables
from webwinnow.gold.datasets import Problem

EVIL = "a\x1b[2J\nb\udcff"


def shown(capsys: pytest.CaptureFixture[str], *pages: object, methods: list[str]) -> str:
    found = evaluate(gold_set(*pages), methods)  # type: ignore[arg-type]
    print_tables(found, summarise(found))
    return capsys.readouterr().out


def test_names_cannot_send_terminal_controls(capsys: pytest.CaptureFixture[str]) -> None:
    pages = [page(EVIL, type=EVIL), page("2", type=f"[bold]{EVIL}"), Problem(f"{EVIL}3", "is gone")]
    found = shown(capsys, *pages, methods=["all", "justext:language='x\x1b'"])
    assert "\x1b" not in found
    lines = [line for line in found.splitlines() if r"a\x1b[2J\nb\udcff" in line]
    assert [line.split()[0] for line in lines[:2]] == [
        "[bold]a\\x1b[2J\\nb\\udcff",
        "a\\x1b[2J\\nb\\udcff",
    ]
    assert any("is gone" in line for line in lines)


def test_the_legend_explains_only_signs_in_use(capsys: pytest.CaptureFixture[str]) -> None:
    one = shown(capsys, page("1"), methods=["all"])
    assert "[" not in one
    assert "best" not in one
    assert "interval" not in one
    assert "* best of its column\n" in shown(capsys, page("1"), methods=["all", "bte"])
    two = shown(capsys, page("1"), page("2"), methods=["all"])
    assert "\nin brackets, the 95 % confidence interval\n" in two
    assert "[1.000 1.000]" in two
