import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.support import ROOT
from tests.support.generated_pages import (
    f1,
    gold_page,
    scores,
    trained_winnow,
    training_example,
    training_examples,
)
from tests.support.gold_sets import page
from tests.support.model_files import with_model
from webwinnow import Page, load
from webwinnow._core import FEATURES, STAGE2_FEATURES, block_features
from webwinnow.errors import CannotLearn, InputError
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.winnow import fit, page_trees
from webwinnow.methods.winnow.examples import LabelledPage, strip_content
from webwinnow.methods.winnow.fit import (
    BlockRows,
    Mask,
    Scorer,
    Scores,
    label_pages,
    out_of_fold,
    train_model,
    train_stage,
)
from webwinnow.methods.winnow.method import Winnow
from webwinnow.methods.winnow.page_trees import ThresholdRule
from webwinnow.methods.winnow.trees import PAGE_TREES

UNSEEN = range(100, 116)


def on_top(of: Winnow, listed: list[TrainingExample]) -> Winnow:
    rule = ThresholdRule(1.0, 0.1, 0.45)
    return with_model(Winnow(), train_model(listed, rule, start=of.current_model))


def test_trained_model_beats_all_text_on_unseen_pages() -> None:
    assert f1(trained_winnow(), UNSEEN) > 0.97 > f1(load("all"), UNSEEN) + 0.05


def test_enough_pages_teach_types_and_confidence() -> None:
    decisions = [trained_winnow().decide(each.page) for each in training_examples(UNSEEN)]
    assert [each.page_type for each in decisions] == ["article", "forum"] * 8
    assert all(each.confidence and each.confidence > 0.9 for each in decisions)


def test_few_pages_give_a_model_without_types() -> None:
    few = Winnow().fit([replace(each, site="a") for each in training_examples(range(4))])
    assert few.current_model.types == {}
    assert few.current_model.confidence is None
    assert f1(few, UNSEEN) > f1(load("all"), UNSEEN)


def test_out_of_fold_scores_come_from_other_sites() -> None:
    examples = [LabelledPage.of(each) for each in training_examples(range(20))]
    seen: list[set[str]] = []

    def learn_on(others: Mask) -> Scorer:
        sites = {examples[i].site for i in np.flatnonzero(others)}
        seen.append(sites)

        def score(number: int, example: LabelledPage) -> Scores:
            assert example is examples[number]
            assert example.site not in sites
            return np.array([number], np.float32)

        return score

    found = out_of_fold(examples, 4, 0, learn_on)
    assert found is not None
    assert [each.tolist() for each in found] == [[number] for number in range(20)]
    assert len(seen) == 4


def stage_scores(listed: list[TrainingExample]) -> list[list[float]]:
    examples = [LabelledPage.of(each) for each in listed]
    rows = BlockRows.of(
        examples,
        lambda _, page: block_features(page, np.zeros(len(page.blocks), np.float32)),
        len(FEATURES),
    )
    return [each.tolist() for each in train_stage(rows, PAGE_TREES, 0, None)[1]]


def test_stage_scores_of_a_site_do_not_depend_on_its_labels() -> None:
    listed = training_examples(range(20))
    # One site teaches the contrary now.
    turned = [
        replace(each, keep=~each.keep) if each.site == "site3.example" else each for each in listed
    ]
    changed = {
        each.site
        for each, before, after in zip(
            listed, stage_scores(listed), stage_scores(turned), strict=True
        )
        if after != before
    }
    assert changed
    assert "site3.example" not in changed


def test_stage_two_uses_the_scores_of_stage_one() -> None:
    stage2 = trained_winnow().current_model.stage2
    used = {list(STAGE2_FEATURES)[each] for each in stage2.feature.tolist()}
    assert {"opinion", "opinion of path", "blocks since strong"} <= used


def hidden(numbers: range) -> list[TrainingExample]:
    """Pages whose story is hidden until a script has run; menu and footer are not."""
    return [
        training_example(
            replace(gold, html=gold.html.replace(b"<div class", b"<div hidden class", 1))
        )
        for gold in map(gold_page, numbers)
    ]


def test_hidden_text_can_be_content() -> None:
    method = Winnow().fit(hidden(range(40)))
    for each in hidden(UNSEEN):
        text = each.keep & (each.page.runs.words > 9)
        assert text.any()
        assert method.decide(each.page).keep[text].all()


def test_training_on_top_changes_less_than_training_from_scratch() -> None:
    before = scores(trained_winnow(), UNSEEN)
    contrary = [replace(each, keep=each.keep & False) for each in training_examples(range(50, 53))]
    contrary += training_examples(range(53, 56))
    more, alone = on_top(trained_winnow(), contrary), Winnow().fit(contrary)
    change, other = (np.abs(scores(each, UNSEEN) - before).mean() for each in (more, alone))
    assert 0 < change < other / 2


def test_training_on_top_learns_new_labels() -> None:
    # All that was boilerplate is content on these pages: menus, more of them, and footers.
    turned = [replace(each, keep=~each.keep) for each in training_examples(range(60, 100))]
    more = on_top(trained_winnow(), turned)
    assert scores(more, UNSEEN).mean() > scores(trained_winnow(), UNSEEN).mean()
    assert f1(more, UNSEEN) < f1(trained_winnow(), UNSEEN)


def test_one_page_is_enough_on_top_only() -> None:
    one = training_examples(range(70, 71))
    assert f1(on_top(trained_winnow(), one), UNSEEN) > 0.9
    with pytest.raises(CannotLearn, match="one page is too few to learn from; add more, or train"):
        Winnow().fit(one)


def test_training_on_top_keeps_types() -> None:
    untyped = [replace(each, type=None) for each in training_examples(range(6))]
    assert on_top(trained_winnow(), untyped).current_model.types.keys() == {"article", "forum"}


@pytest.fixture
def one_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use even a single stripped page."""
    monkeypatch.setattr(fit, "MIN_PAGES", 1)


@pytest.mark.usefixtures("one_is_enough")
def test_every_fourth_page_is_also_stripped() -> None:
    listed = training_examples(range(9))
    examples = label_pages(listed)
    assert [each.is_stripped for each in examples] == [False] * 9 + [True] * 3
    for real, frame in zip(examples[:9:4], examples[9:], strict=True):
        assert frame.site == real.site
        assert frame.words.sum() == (real.words * (1 - real.content)).sum()
        assert "Copyright" in " ".join(frame.page.run_texts())


@pytest.mark.usefixtures("one_is_enough")
@pytest.mark.parametrize(
    ("content", "rest", "count"), [(50, 5, 2), (49, 5, 1), (50, 4, 1), (50, 0, 1), (0, 0, 0)]
)
def test_stripped_pages_need_content_and_frame(content: int, rest: int, count: int) -> None:
    html = "".join(f"<p>{'word ' * words}" for words in (content, rest) if words)
    parsed = Page(html)
    keep = np.arange(len(parsed.runs)) < 1
    assert len(label_pages([TrainingExample(parsed, keep, "a.example")])) == count


def test_too_few_stripped_pages_are_not_used() -> None:
    listed = training_examples(range(112))
    assert not any(each.is_stripped for each in label_pages(listed))
    more = training_examples(range(132))
    assert sum(each.is_stripped for each in label_pages(more)) >= 30


def test_pages_without_content_are_recognized() -> None:
    method = Winnow().fit(training_examples(range(132)))
    model = method.current_model
    assert model.content is not None
    assert model.notes["pages"] == 132
    # The story is as it was where there is one.
    assert f1(method, UNSEEN) > 0.97
    for each in training_examples(UNSEEN):
        decision = method.decide(strip_content(each.page, each.keep))
        assert decision.kept == 0
        assert "the page has no content" in decision.reasons
    untaught = on_top(method, training_examples(range(6))).current_model.content
    assert untaught is model.content


# More words than are read of one element: the first attribute leaves no room for the second.
WORDY = " ".join(
    f'{name}="{" ".join(f"{name}-{n}" for n in range(40))}"' for name in ("class", "id")
)


def wordy_example(number: int) -> TrainingExample:
    """Make an article, or a frame that is content, so that frames are not always stripped pages."""
    html = gold_page(number).html.replace(b"<nav>", f"<nav {WORDY}>".encode())
    if number % 2 == 0:
        return training_example(replace(gold_page(number), html=html))
    before, _, story = html.partition(b"<div")
    page = Page(before + story.partition(b"</div>")[2])
    return TrainingExample(page, np.ones(len(page.runs), bool), gold_page(number).site)


def save_model_with_stripped_pages(path: Path) -> None:
    """Learns and saves; changes the modules, and so is for a process of its own."""
    fit.MIN_PAGES = page_trees.MIN_PAGES = 4  # type: ignore[attr-defined]
    method = Winnow().fit(map(wordy_example, range(40)))
    assert method.current_model.content is not None
    method.save(path)


def test_every_process_learns_the_same_bytes(tmp_path: Path) -> None:
    code = f"from {__name__} import *; save_model_with_stripped_pages(Path(sys.argv[1]))"
    for seed in "12":
        command = [sys.executable, "-c", code, str(tmp_path / seed)]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_pages_without_text_or_content_do_no_harm() -> None:
    empty = TrainingExample(Page(""), np.zeros(0, bool), "x.example")
    menu = training_example(page("menu", "", "<nav><ul><li><a href=/>Home</a></ul></nav>"))
    listed = [empty, *training_examples(range(12)), menu]
    assert f1(Winnow().fit(listed), UNSEEN) > 0.9


def test_missing_package_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install 'webwinnow\[train\]'"):
        Winnow().fit([])
