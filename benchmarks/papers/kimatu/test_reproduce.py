"""Scores are computed anew, on the example pages and, where it is present, on CleanEval."""

from dataclasses import fields

import pytest

from benchmarks.data import find_archive
from benchmarks.papers.kimatu.reproduce import (
    CHANGES,
    WITHOUT_STEP,
    read_pages,
    score_pages,
    without_steps,
)
from benchmarks.papers.kimatu.tables import PUBLISHED, format_tables
from tests.support import ROOT
from webwinnow import load
from webwinnow.gold.datasets import open_set
from webwinnow.methods.kimatu.weights import WEIGHTS

BOTH = ("kimatu:preset=paper", "kimatu")


def test_preset_paper_has_all_numbers_of_the_paper() -> None:
    found = {name: getattr(WEIGHTS["paper"], field) for name, (field, _) in PUBLISHED.items()}
    assert found == {name: number for name, (_, number) in PUBLISHED.items()}


def test_both_presets_are_scored_on_the_example_pages() -> None:
    with open_set(ROOT / "examples") as gold_set:
        scores = score_pages(gold_set, {name: load(name) for name in BOTH})
    assert scores["kimatu"]["bag"] > 85
    text = format_tables({"sets": {"examples": scores}})
    assert f"{scores['kimatu']['bag']:.2f}" in text
    assert "no table and no figure" in text


def test_every_difference_of_the_default_is_a_change() -> None:
    differing = {field.name for field in fields(WEIGHTS["paper"]) if differs(field.name)}
    assert {name for names in CHANGES.values() for name in names} == differing


def differs(name: str) -> bool:
    return bool(getattr(WEIGHTS["paper"], name) != getattr(WEIGHTS["searched"], name))


def test_every_step_can_be_switched_off() -> None:
    names = [name for name, _ in without_steps()]
    assert len(names) == 2 * (1 + len(WITHOUT_STEP))


@pytest.mark.skipif(find_archive("cleaneval.tar.xz") is None, reason="needs CleanEval")
def test_default_is_better_than_the_published_numbers_on_cleaneval() -> None:
    methods = {name: load(name) for name in BOTH}
    pages = read_pages("cleaneval")
    scores = {part: score_pages(pages[part][:100], methods) for part in pages}
    for part in ("cleaneval-dev", "cleaneval-final"):
        paper, default = (scores[part][name] for name in BOTH)
        assert default["text"] > paper["text"] > 93
    assert scores["cleaneval-final"]["kimatu"]["bag"] > 90
