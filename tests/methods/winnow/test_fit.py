import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.support import ROOT
from tests.support.generated import (
    f1,
    gold_page,
    scores,
    taught,
    training_example,
    training_examples,
)
from tests.support.gold_sets import page
from webwinnow import Page, load
from webwinnow._core import FEATURES, STAGE2_FEATURES, block_features
from webwinnow.errors import CannotLearn, InputError
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.winnow import fit, pages
from webwinnow.methods.winnow.examples import Example
from webwinnow.methods.winnow.fit import (
    BlockRows,
    Cut,
    Mask,
    Scorer,
    Scores,
    examples_of,
    learn,
    learn_trees,
    out_of_fold,
)
from webwinnow.methods.winnow.method import Winnow
from webwinnow.methods.winnow.negatives import hollow
from webwinnow.methods.winnow.trees import PAGES

UNSEEN = range(100, 116)


def on_top(of: Winnow, listed: list[TrainingExample]) -> Winnow:
    method = Winnow()
    method.model_ = learn(listed, Cut(1.0, 0.1, 0.45), start=of.learned)
    return method


def test_what_was_learned_beats_keeping_everything_on_other_pages() -> None:
    assert f1(taught(), UNSEEN) > 0.97 > f1(load("all"), UNSEEN) + 0.05


def test_types_and_confidence_are_learned_where_pages_are_enough() -> None:
    decisions = [taught().decide(each.page) for each in training_examples(UNSEEN)]
    assert [each.page_type for each in decisions] == ["article", "forum"] * 8
    assert all(each.confidence and each.confidence > 0.9 for each in decisions)


def test_few_pages_of_one_site_make_a_model_without_types() -> None:
    few = Winnow().fit([replace(each, site="a") for each in training_examples(range(4))])
    assert few.learned.types == {}
    assert few.learned.confidence is None
    assert f1(few, UNSEEN) > f1(load("all"), UNSEEN)


def test_the_same_seed_teaches_the_same() -> None:
    listed = training_examples(range(12))
    one, same, other = (scores(Winnow().fit(listed, seed=seed), UNSEEN) for seed in (1, 1, 2))
    assert (one == same).all()
    assert (one != other).any()


def test_a_page_is_scored_by_what_was_learned_on_other_sites() -> None:
    examples = [Example.of(each) for each in training_examples(range(20))]
    seen: list[set[str]] = []

    def learn_on(others: Mask) -> Scorer:
        sites = {examples[i].site for i in np.flatnonzero(others)}
        seen.append(sites)

        def score(number: int, example: Example) -> Scores:
            assert example is examples[number]
            assert example.site not in sites
            return np.array([number], np.float32)

        return score

    found = out_of_fold(examples, 4, 0, learn_on)
    assert found is not None
    assert [each.tolist() for each in found] == [[number] for number in range(20)]
    assert len(seen) == 4


def opinions(listed: list[TrainingExample]) -> list[list[float]]:
    examples = [Example.of(each) for each in listed]
    rows = BlockRows.of(
        examples,
        lambda _, page: block_features(page, np.zeros(len(page.blocks), np.float32)),
        len(FEATURES),
    )
    return [each.tolist() for each in learn_trees(rows, PAGES, 0, None)[1]]


def test_what_trees_say_of_a_site_is_learned_on_others() -> None:
    listed = training_examples(range(20))
    # One site teaches the contrary now.
    turned = [
        replace(each, keep=~each.keep) if each.site == "site3.example" else each for each in listed
    ]
    changed = {
        each.site
        for each, before, after in zip(listed, opinions(listed), opinions(turned), strict=True)
        if after != before
    }
    assert changed
    assert "site3.example" not in changed


def test_the_second_trees_listen_to_the_first() -> None:
    asked = {list(STAGE2_FEATURES)[each] for each in taught().learned.second.feature.tolist()}
    assert {"opinion", "opinion nearby", "opinion of path"} <= asked


def hidden(numbers: range) -> list[TrainingExample]:
    """Pages whose story is hidden until a script has run; menu and footer are not."""
    return [
        training_example(
            replace(gold, html=gold.html.replace(b"<div class", b"<div hidden class", 1))
        )
        for gold in map(gold_page, numbers)
    ]


def test_what_is_hidden_can_be_learned_to_be_content() -> None:
    method = Winnow().fit(hidden(range(40)))
    for each in hidden(UNSEEN):
        text = each.keep & (each.page.runs.words > 9)
        assert text.any()
        assert method.decide(each.page).keep[text].all()


def test_on_top_of_a_model_few_pages_change_less_than_they_teach_alone() -> None:
    before = scores(taught(), UNSEEN)
    contrary = [replace(each, keep=each.keep & False) for each in training_examples(range(50, 53))]
    contrary += training_examples(range(53, 56))
    more, alone = on_top(taught(), contrary), Winnow().fit(contrary)
    change, other = (np.abs(scores(each, UNSEEN) - before).mean() for each in (more, alone))
    assert 0 < change < other / 2


def test_on_top_learns_what_the_model_did_not_know() -> None:
    # All that was boilerplate is content on these pages: menus, more of them, and footers.
    turned = [replace(each, keep=~each.keep) for each in training_examples(range(60, 100))]
    more = on_top(taught(), turned)
    assert scores(more, UNSEEN).mean() > scores(taught(), UNSEEN).mean()
    assert f1(more, UNSEEN) < f1(taught(), UNSEEN)


def test_one_page_suffices_on_top_and_is_too_few_alone() -> None:
    one = training_examples(range(70, 71))
    assert f1(on_top(taught(), one), UNSEEN) > 0.9
    with pytest.raises(CannotLearn, match="one page is too few to learn from; give more, or train"):
        Winnow().fit(one)


def test_on_top_keeps_types_that_the_new_pages_do_not_tell() -> None:
    untyped = [replace(each, type=None) for each in training_examples(range(6))]
    assert on_top(taught(), untyped).learned.types.keys() == {"article", "forum"}


@pytest.fixture
def one_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then a single hollow page is taken up."""
    monkeypatch.setattr(fit, "FEWEST_PAGES", 1)


@pytest.mark.usefixtures("one_is_enough")
def test_one_page_in_four_is_seen_without_its_content_too() -> None:
    listed = training_examples(range(9))
    examples = examples_of(listed)
    assert [each.is_hollow for each in examples] == [False] * 9 + [True] * 3
    for real, frame in zip(examples[:9:4], examples[9:], strict=True):
        assert frame.site == real.site
        assert frame.words.sum() == (real.words * (1 - real.content)).sum()
        assert "Copyright" in " ".join(frame.page.run_texts())


@pytest.mark.usefixtures("one_is_enough")
@pytest.mark.parametrize(
    ("content", "rest", "count"), [(50, 5, 2), (49, 5, 1), (50, 4, 1), (50, 0, 1), (0, 0, 0)]
)
def test_hollow_pages_had_much_content_and_have_some_text(
    content: int, rest: int, count: int
) -> None:
    html = "".join(f"<p>{'word ' * words}" for words in (content, rest) if words)
    parsed = Page(html)
    keep = np.arange(len(parsed.runs)) < 1
    assert len(examples_of([TrainingExample(parsed, keep, "a.example")])) == count


def test_few_hollow_pages_are_left_out() -> None:
    listed = training_examples(range(112))
    assert not any(each.is_hollow for each in examples_of(listed))
    more = training_examples(range(132))
    assert sum(each.is_hollow for each in examples_of(more)) >= 30


def test_pages_without_content_are_known_by_their_hollow_likes() -> None:
    method = Winnow().fit(training_examples(range(132)))
    model = method.learned
    assert model.content is not None
    assert model.notes["pages"] == 132
    # The story is as it was where there is one.
    assert f1(method, UNSEEN) > 0.97
    for each in training_examples(UNSEEN):
        decision = method.decide(hollow(each.page, each.keep))
        assert decision.kept == 0
        assert "the page has no content" in decision.reasons
    untaught = on_top(method, training_examples(range(6))).learned.content
    assert untaught is model.content


# More words than are read of one element: the first attribute leaves no room for the second.
WORDY = " ".join(
    f'{name}="{" ".join(f"{name}-{n}" for n in range(40))}"' for name in ("class", "id")
)


def wordy_lesson(number: int) -> TrainingExample:
    """An article; or else a frame that is content, so that to be a frame does not tell hollow
    pages.
    """
    html = gold_page(number).html.replace(b"<nav>", f"<nav {WORDY}>".encode())
    if number % 2 == 0:
        return training_example(replace(gold_page(number), html=html))
    before, _, story = html.partition(b"<div")
    page = Page(before + story.partition(b"</div>")[2])
    return TrainingExample(page, np.ones(len(page.runs), bool), gold_page(number).site)


def save_one_with_hollow_pages(path: Path) -> None:
    """Learns and saves; changes the modules, and so is for a process of its own."""
    fit.FEWEST_PAGES = pages.FEWEST_PAGES = 4  # type: ignore[attr-defined]
    method = Winnow().fit(map(wordy_lesson, range(40)))
    assert method.learned.content is not None
    method.save(path)


def test_every_process_learns_the_same_bytes_from_hollow_pages_too(tmp_path: Path) -> None:
    code = f"from {__name__} import *; save_one_with_hollow_pages(Path(sys.argv[1]))"
    for seed in "12":
        command = [sys.executable, "-c", code, str(tmp_path / seed)]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


@pytest.mark.parametrize(("keep", "problem"), [(True, "all is content"), (False, "nothing is con")])
def test_pages_of_one_kind_of_text_teach_nothing(keep: bool, problem: str) -> None:
    listed = [
        replace(each, keep=np.full(len(each.keep), keep)) for each in training_examples(range(4))
    ]
    with pytest.raises(CannotLearn, match=f"{problem}.*; give pages with content and with boiler"):
        Winnow().fit(listed)


@pytest.mark.parametrize("html", [None, "", "<script>a</script>", "<p>—"])
def test_nothing_to_learn_from_is_said_so(html: str | None) -> None:
    parsed = Page(html or "")
    empty = (
        [] if html is None else [TrainingExample(parsed, np.ones(len(parsed.runs), bool), "a")] * 3
    )
    with pytest.raises(CannotLearn, match="no pages with text to learn from"):
        Winnow().fit(empty)


def test_pages_without_text_or_without_content_do_not_disturb() -> None:
    empty = TrainingExample(Page(""), np.zeros(0, bool), "x.example")
    menu = training_example(page("menu", "", "<nav><ul><li><a href=/>Home</a></ul></nav>"))
    listed = [empty, *training_examples(range(12)), menu]
    assert f1(Winnow().fit(listed), UNSEEN) > 0.9


def test_a_missing_package_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install 'webwinnow\[train\]'"):
        Winnow().fit([])
