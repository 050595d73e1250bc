from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings

from tests.methods.victor.training_pages import SETUP, trained_victor, training_pages
from tests.support.model_files import with_model
from tests.support.tag_soup import any_html
from webwinnow import FORMATS as ALL_FORMATS
from webwinnow import Page, load, render
from webwinnow._core import KIND_NAMES, Decision
from webwinnow.errors import ModelError, UnknownSetting
from webwinnow.methods.victor.crf import LABELS, AttributeNumbering, Crf
from webwinnow.methods.victor.method import Victor
from webwinnow.methods.victor.setup import FeatureSet, Setup
from webwinnow.methods.victor.training_options import TrainingOptions

pytest.importorskip("pycrfsuite")

# A heading, text with a bold word, and a list; the heading is marked up as a paragraph.
STRUCTURED = (
    "<div><a>night</a></div><div><a>rain</a></div><div><a>sun</a></div>"
    "<p>people went when</p>"
    "<p>rain sun harbour boats night people nobody slept when went rain sun <b>boats</b> "
    "sun harbour boats night people nobody slept</p>"
    "<ul><li>rain sun</ul><div><a>rain sun</a></div><div><a>boats sun</a></div>"
)


def with_threshold(threshold: float | None) -> Victor:
    return with_model(Victor(threshold), trained_victor().current_model)


def fixed_scores(*scores: float, threshold: float | None = 0.5) -> Victor:
    """A model that gives every run the same score per label."""
    setup = Setup.parse("[document]\nposition = []")
    total = AttributeNumbering.from_setup(setup).total
    weights = np.tile(np.array(scores, np.float32), (total, 1))
    steps = np.zeros((len(LABELS), len(LABELS)), np.float32)
    crf = Crf(setup, np.arange(total, dtype=np.int32), weights, steps)
    return with_model(Victor(threshold), crf)


def kinds(decision: Decision) -> list[str]:
    return [
        KIND_NAMES[kind] if keep else "other"
        for keep, kind in zip(decision.keep.tolist(), decision.kind.tolist(), strict=True)
    ]


def test_it_learns_labels_that_differ_from_the_markup() -> None:
    right = total = 0
    for example in training_pages(range(50, 70)):
        found = trained_victor().decide(example.page)
        assert example.kind is not None
        wanted = kinds(Decision(example.page, example.keep, kind=example.kind))
        right += sum(a == b for a, b in zip(kinds(found), wanted, strict=True))
        total += len(wanted)
    assert right / total > 0.95


def test_headings_lists_and_continuations_are_labelled() -> None:
    found = kinds(trained_victor().decide(Page(STRUCTURED)))
    story = ["heading", "paragraph", "continuation", "continuation", "list item"]
    assert found == ["other"] * 3 + story + ["other"] * 2


FORMATS = {
    "text": ["people went when\nrain sun harbour", "slept\n- rain sun"],
    "markdown": ["## people went when\n\nrain sun harbour", "slept\n\n- rain sun"],
    "html": ["<h2>people went when</h2>\n<p>rain sun harbour", "<li>rain sun</li>"],
    "cleaneval": ["<h>people went when\n<p>rain sun harbour", "\n<l>rain sun"],
    "xml": ['<head rend="h2">people went when</head>\n<p>rain', "<item>rain sun</item>"],
    "tei": ['<head rend="h2">people went when</head>\n<p>rain', "<item>rain sun</item>"],
    "vertical": ['<head level="2">\npeople', "<item>\nrain"],
    "json": ['"kind": "heading", "level": 2', '"kind": "paragraph"', '"kind": "list item"'],
}


def test_all_formats_are_tested() -> None:
    assert tuple(FORMATS) == ALL_FORMATS


@pytest.mark.parametrize("name", FORMATS)
def test_labels_appear_in_every_format(name: str) -> None:
    page = Page(STRUCTURED)
    found = render(page, trained_victor().decide(page), to=name)
    for part in FORMATS[name]:
        assert part in found


LISTED = {
    "text": "a\n- b\n- c\nd\n",
    "markdown": "a\n\n- b\n- c\n\nd\n",
    "html": "<p>a</p>\n<ul>\n<li>b</li>\n<li>c</li>\n</ul>\n<p>d</p>",
    "cleaneval": "<p>a\n<l>b\n<l>c\n<p>d\n",
    "xml": '<list rend="ul">\n<item>b</item>\n<item>c</item>\n</list>',
    "tei": '<list rend="ul">\n<item>b</item>\n<item>c</item>\n</list>',
    "vertical": "<item>\nb\n</item>\n<item>\nc\n</item>",
    "json": '"kind": "list item", "text": "c"',
}


@pytest.mark.parametrize("name", ALL_FORMATS)
def test_list_items_without_list_markup_appear_in_every_format(name: str) -> None:
    page = Page("<p>a<p>b<p>c<p>d")
    kind = [KIND_NAMES.index(each) for each in ("paragraph", "list item", "list item", "paragraph")]
    decision = Decision(page, np.ones(4, bool), kind=np.array(kind, np.uint8))
    assert LISTED[name] in render(page, decision, to=name)


# The first example trains the model.
@settings(deadline=None)
@given(html=any_html)
def test_kept_runs_score_at_least_half_at_every_threshold(html: bytes) -> None:
    page = Page(html)
    for threshold in (None, 0.0, 0.1, 0.9, 1.0):
        found = with_threshold(threshold).decide(page)
        assert (found.keep == (found.score >= 0.5)).all()


def test_the_best_labels_can_differ_from_the_threshold_at_half() -> None:
    # "other" is the best label, but the other labels together are more probable.
    page, scores = Page("<p>a"), (1.0, 0.5, 0.5, 0.5, 0.5)
    assert fixed_scores(*scores, threshold=None).decide(page).keep.tolist() == [False]
    assert fixed_scores(*scores, threshold=0.5).decide(page).keep.tolist() == [True]


@pytest.mark.parametrize(
    ("score", "reason"), [(5, "labelled as a paragraph"), (2, "perhaps a paragraph")]
)
def test_reasons_depend_on_the_probability(score: float, reason: str) -> None:
    found = fixed_scores(0, 0, score, 0, 0).decide(Page("<p>a"))
    assert [found.reasons[each] for each in found.reason] == [reason]


def test_reasons_name_the_label() -> None:
    found = trained_victor().decide(Page(STRUCTURED))
    reasons = [found.reasons[each] for each in found.reason]
    assert reasons[0].endswith("other")
    assert reasons[3].endswith("a header")
    assert found.reasons[-1] == "not visible"


@pytest.mark.parametrize("html", ["<p>a", "<p>1 2 3 | * —", "<p>" + "<b>a</b><i>b</i>" * 25_000])
def test_unusual_pages_are_labelled(html: str) -> None:
    page = Page(html)
    found = trained_victor().decide(page)
    assert len(found.keep) == len(page.runs)
    assert np.isfinite(found.score).all()


def test_the_setting_without_removes_features() -> None:
    method = load("victor:without=char.* further position")
    assert isinstance(method, Victor)
    names = {feature.name for feature in method.training_setup().features}
    assert "token.alpha-abs" in names
    assert not {"char.alpha-rel", "position", "depth"} & names
    with pytest.raises(UnknownSetting, match="colour"):
        load("victor:without=colour").fit([])  # type: ignore[attr-defined]


def test_the_setting_setup_names_a_toml_file(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(SETUP)
    method = Victor(setup=path).fit(training_pages(range(5)))
    assert len(method.current_model.setup.features) == 5
    with pytest.raises(ModelError, match="cannot read the setup"):
        Victor(setup=tmp_path / "nowhere.toml").check_trainable()
    with pytest.raises(ModelError, match="cannot read the setup"):
        Victor(setup="a\0b").check_trainable()


def test_an_invalid_setup_is_reported_with_its_file_name(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text("[colours]")
    with pytest.raises(ModelError, match=r"own\.toml.*unknown table 'colours'; choose from markup"):
        Victor(setup=path).check_trainable()


def test_training_needs_a_feature(tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    path.write_text("")
    for method in (Victor(without="*"), Victor(setup=path)):
        with pytest.raises(ModelError, match="no feature to learn with; leave out"):
            method.check_trainable()


def test_the_paper_preset_is_the_published_algorithm() -> None:
    method = load("victor", preset="paper")
    assert isinstance(method, Victor)
    assert method.model_path().name == "victor-paper.safetensors"
    assert (method.threshold, method.rare_weight) == (None, 1.0)
    assert method.training_options() == TrainingOptions(l2=0.5, iterations=100)
    assert method.training_setup().templates == Setup.shipped("paper").templates


def test_the_shipped_models_have_the_shipped_setups_and_no_chain() -> None:
    for features in get_args(FeatureSet):
        found = Victor(features=features).current_model
        assert found.setup.templates == Setup.shipped(features).templates
        assert not found.has_chain


def test_chain_false_ignores_the_weights_of_label_pairs() -> None:
    page, stay = Page("<p>a<p>b"), np.eye(5, dtype=np.float32) * 9
    setup = Setup.parse("[document]\nposition = [0.5]")
    # The first run is rather other, the second clearly a paragraph.
    weights = np.array([[1, 0, 0, 0, 0], [0, 0, 5, 0, 0], [0] * 5], np.float32)
    crf = Crf(setup, np.arange(3, dtype=np.int32), weights, stay)
    chained, single = (
        with_model(Victor(threshold=None, chain=chain), crf).decide(page) for chain in (None, False)
    )
    assert kinds(chained) == ["paragraph", "paragraph"]
    assert kinds(single) == ["other", "paragraph"]


def test_rare_weight_prefers_headings_but_keeps_the_same_runs() -> None:
    page, scores = Page("<p>a"), (0.0, 2.0, 2.5, 0.0, 0.0)
    plain = fixed_scores(*scores)
    plain.rare_weight = 1.0
    assert kinds(plain.decide(page)) == ["paragraph"]
    assert kinds(fixed_scores(*scores).decide(page)) == ["heading"]
    assert kinds(fixed_scores(*scores, threshold=None).decide(page)) == ["paragraph"]
    never = fixed_scores(*scores)
    never.rare_weight = -1.0
    assert kinds(never.decide(page)) == ["paragraph"]
