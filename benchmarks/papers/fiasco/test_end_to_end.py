from dataclasses import replace

import numpy as np
import pytest

from benchmarks.papers.fiasco.end_to_end import (
    ABLATION,
    LOST,
    SECTION_6,
    System,
    figures,
    random_folds,
    reversals,
    score_all_text,
    score_system,
    site_folds,
    steps,
)
from benchmarks.papers.fiasco.pages import LabelledPage
from benchmarks.papers.fiasco.test_pages import labelled_page
from webwinnow.evaluation.scores import Counts
from webwinnow.methods.fiasco.pipeline import OURS, PUBLISHED

# A menu, a story and a footer; the words differ from page to page.
STORY = "On day {0} it rained all night long, and nobody in the harbour slept until {0} struck."
HTML = (
    "<ul><li><a href=/>Home</a><li><a href=/n>News</a><li><a href=/a>About us</a></ul>"
    f"<p>{STORY}</p><p>{STORY.replace('rained', 'snowed')}</p>"
    "<div><a href=/i>Imprint</a> <a href=/c>Contact</a></div>"
)


def pages(count: int) -> list[LabelledPage]:
    return [
        labelled_page(
            f"page{number}",
            [STORY.format(number), STORY.replace("rained", "snowed").format(number)],
            html=HTML.format(number),
        )
        for number in range(count)
    ]


def test_steps_lead_from_the_papers_pipeline_to_ours() -> None:
    found = list(steps().values())
    assert found[0] == PUBLISHED
    assert found[-1] == OURS
    assert len(set(found)) == len(found)


def test_a_reversal_undoes_one_step_of_ours() -> None:
    found = reversals()
    assert len(found) == len(steps()) - 1
    assert found["ours without: logarithms"] == replace(OURS, has_logarithms=False)
    assert OURS not in found.values()
    assert len(ABLATION) == len(found) + len(steps())


def test_section_6_has_the_published_features_with_and_without_pos_and_visual() -> None:
    assert list(SECTION_6.values()) == [
        System(PUBLISHED, pos=True, visual=True),
        System(PUBLISHED),
        System(OURS),
    ]


def test_random_folds_are_of_pages_and_equal() -> None:
    made = pages(10)
    assert np.bincount(random_folds(made, 0)).tolist() == [2] * 5
    assert random_folds(made, 0).tolist() != random_folds(made, 1).tolist()
    assert len(site_folds(made, 0)) == 10


@pytest.mark.parametrize("pipeline", [PUBLISHED, OURS])
def test_both_pipelines_drop_menus_and_keep_the_story(pipeline: object) -> None:
    pytest.importorskip("sklearn")
    pytest.importorskip("wordfreq")
    made = pages(10)
    found = score_system(made, random_folds(made, 0), System(pipeline), 0)  # type: ignore[arg-type]
    assert (found["f1"], found["lost pages"], found["pages"]) == (100, 0, 10)
    assert score_all_text(made)["recall"] == 100
    assert score_all_text(made)["precision"] < 90


def test_lost_pages_are_left_out_of_the_second_score() -> None:
    lost, found = Counts(0, 5, 100), Counts(50, 0, 50)
    assert lost.recall < LOST
    scored = figures([lost, found, Counts(0, 5, 0)])
    assert scored["lost pages"] == 1  # the last page has no gold to lose
    assert scored["recall"] == 25
    assert scored["others"]["recall"] == 50
