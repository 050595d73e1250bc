import numpy as np
import pytest

from benchmarks.papers.victor import choices
from benchmarks.papers.victor.choices import DEFAULT, TRAININGS, Outcome, rows, run
from tests.methods.victor.training_pages import small_setup, training_pages
from webwinnow.gold.datasets.base import GoldPage
from webwinnow.methods.victor.fit import LabelledSequence, encode_examples
from webwinnow.methods.victor.setup import Setup

pytest.importorskip("pycrfsuite")


def sample(golds: list[GoldPage], number: int) -> list[LabelledSequence]:
    return encode_examples(training_pages(range(6 * number, 6 * number + 6)), small_setup())[1]


def test_every_page_is_scored_once_for_each_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choices, "sampled_pages", sample)
    monkeypatch.setattr(Setup, "default", small_setup)
    found, sites = run([])
    assert TRAININGS.keys() < found.keys()
    assert {len(each.labels) for each in found.values()} == {len(sites)} == {18}
    table = {row[0]: row for row in rows(found, sites)}
    assert table[DEFAULT][2] == table[DEFAULT][4] == "1.000"


def test_outcomes_are_shares_of_each_page() -> None:
    outcome = Outcome()
    outcome.add(np.array([0, 1, 2, 3], np.uint8), np.array([0, 2, 2, 0], np.uint8))
    assert (outcome.labels, outcome.content) == ([0.5], [0.75])
    assert outcome.confusion.sum() == 4
