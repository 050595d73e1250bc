from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from tests.methods.victor.training_pages import SETUP, lessons, taught
from tests.support.generated import gold_page
from tests.support.gold_sets import gold_set
from tests.support.soup import anything
from webwinnow import FORMATS as ALL_FORMATS
from webwinnow import Page, load, render
from webwinnow._core import KIND_NAMES, Decision
from webwinnow.errors import ModelError, UnknownSetting
from webwinnow.evaluation.runner import evaluate
from webwinnow.methods import load_described
from webwinnow.methods.base import visible_runs
from webwinnow.methods.provenance import Studied
from webwinnow.methods.victor import method as victor_method
from webwinnow.methods.victor.crf import LABELS, Crf, Numbering
from webwinnow.methods.victor.method import SHIPPED, Victor
from webwinnow.methods.victor.setup import Setup
from webwinnow.train import train

pytest.importorskip("pycrfsuite")

# A heading, text with a bold word and a list: by their markup, nothing but paragraphs.
STRUCTURED = (
    "<div><a>night</a></div><div><a>rain</a></div><div><a>sun</a></div>"
    "<p>people went when</p>"
    "<p>rain sun harbour boats night people nobody slept when went rain sun <b>boats</b> "
    "sun harbour boats night people nobody slept</p>"
    "<ul><li>rain sun</ul><div><a>rain sun</a></div><div><a>boats sun</a></div>"
)


def with_threshold(threshold: float | None) -> Victor:
    method = Victor(threshold)
    method.crf_, method.studied_ = taught().crf(), Studied()
    return method


def worth(*scores: float, threshold: float | None = 0.5) -> Victor:
    """To which every run is worth the same: so much with each label, wherever it stands."""
    setup = Setup.read("[document]\nposition = []")
    total = Numbering.of(setup).total
    weights = np.tile(np.array(scores, np.float32), (total, 1))
    steps = np.zeros((len(LABELS), len(LABELS)), np.float32)
    method = Victor(threshold)
    method.crf_ = Crf(setup, np.arange(total, dtype=np.int32), weights, steps)
    return method


def kinds(decision: Decision) -> list[str]:
    return [
        KIND_NAMES[kind] if keep else "other"
        for keep, kind in zip(decision.keep.tolist(), decision.kind.tolist(), strict=True)
    ]


def test_it_learns_labels_that_markup_does_not_tell() -> None:
    right = total = 0
    for lesson in lessons(range(50, 70)):
        found = taught().decide(lesson.page)
        assert lesson.kind is not None
        wanted = kinds(Decision(lesson.page, lesson.keep, kind=lesson.kind))
        right += sum(a == b for a, b in zip(kinds(found), wanted, strict=True))
        total += len(wanted)
    assert right / total > 0.95


def test_headings_lists_and_continuations_are_labelled() -> None:
    found = kinds(taught().decide(Page(STRUCTURED)))
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
def test_structure_shows_in_every_format(name: str) -> None:
    page = Page(STRUCTURED)
    found = render(page, taught().decide(page), to=name)
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
def test_items_that_the_markup_does_not_tell_show_in_every_format(name: str) -> None:
    page = Page("<p>a<p>b<p>c<p>d")
    kind = [KIND_NAMES.index(each) for each in ("paragraph", "list item", "list item", "paragraph")]
    decision = Decision(page, np.ones(4, bool), kind=np.array(kind, np.uint8))
    assert LISTED[name] in render(page, decision, to=name)


def test_every_threshold_keeps_what_a_higher_one_does() -> None:
    page = Page(STRUCTURED)
    kept = [with_threshold(each).decide(page).keep for each in (0.0, 0.2, 0.5, 0.8, 1.01)]
    for more, less in pairwise(kept):
        assert not (less & ~more).any()
    assert kept[0].tolist() == visible_runs(page).tolist()
    assert not kept[-1].any()


# The first example trains the model.
@settings(deadline=None)
@given(html=anything)
def test_scores_agree_with_what_is_kept_at_every_threshold(html: bytes) -> None:
    page = Page(html)
    for threshold in (None, 0.0, 0.1, 0.9, 1.0):
        found = with_threshold(threshold).decide(page)
        assert (found.keep == (found.score >= 0.5)).all()


def test_the_best_labels_are_not_those_of_the_likelier_half() -> None:
    # Other is the best label, but the rest together are likelier.
    page, scores = Page("<p>a"), (1.0, 0.5, 0.5, 0.5, 0.5)
    assert worth(*scores, threshold=None).decide(page).keep.tolist() == [False]
    assert worth(*scores, threshold=0.5).decide(page).keep.tolist() == [True]


@pytest.mark.parametrize(
    ("score", "reason"), [(5, "labelled as a paragraph"), (2, "perhaps a paragraph")]
)
def test_reasons_tell_how_sure_it_is(score: float, reason: str) -> None:
    found = worth(0, 0, score, 0, 0).decide(Page("<p>a"))
    assert [found.reasons[each] for each in found.reason] == [reason]


def test_reasons_name_the_label() -> None:
    found = taught().decide(Page(STRUCTURED))
    reasons = [found.reasons[each] for each in found.reason]
    assert reasons[0].endswith("other")
    assert reasons[3].endswith("a header")
    assert found.reasons[-1] == "not visible"


@pytest.mark.parametrize("html", ["<p>a", "<p>1 2 3 | * —", "<p>" + "<b>a</b><i>b</i>" * 25_000])
def test_odd_pages_are_labelled(html: str) -> None:
    page = Page(html)
    found = taught().decide(page)
    assert len(found.keep) == len(page.runs)
    assert np.isfinite(found.score).all()


def test_features_are_switched_off_by_name() -> None:
    method = load_described("victor:without=char.* further position")
    assert isinstance(method, Victor)
    names = {feature.name for feature in method.wanted_setup().features}
    assert "token.alpha-abs" in names
    assert not {"char.alpha-rel", "position", "depth"} & names
    with pytest.raises(UnknownSetting, match="colour"):
        load_described("victor:without=colour").fit([])  # type: ignore[attr-defined]


def test_a_setup_of_ones_own_is_learned_with(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(SETUP)
    method = Victor(setup=path).fit(lessons(range(5)))
    assert len(method.crf().setup.features) == 5
    with pytest.raises(ModelError, match="cannot read the setup"):
        Victor(setup=tmp_path / "nowhere.toml").check_ready()
    with pytest.raises(ModelError, match="cannot read the setup"):
        Victor(setup="a\0b").check_ready()


def test_a_setup_that_cannot_be_used_is_told_by_name(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text("[colours]")
    with pytest.raises(ModelError, match=r"own\.toml.*no table 'colours'; there are markup"):
        Victor(setup=path).check_ready()


def test_without_any_feature_nothing_can_be_learned(tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    path.write_text("")
    for method in (Victor(without="*"), Victor(setup=path)):
        with pytest.raises(ModelError, match="no feature is left for victor to learn with; do "):
            method.check_ready()


def test_a_saved_model_decides_the_same(tmp_path: Path) -> None:
    taught().save(tmp_path / "m")
    page = Page(STRUCTURED)
    wanted = taught().decide(page)
    for other in (Victor.load(tmp_path / "m"), load("victor", model=tmp_path / "m")):
        found = other.decide(page)
        assert np.array_equal(found.score, wanted.score)
        assert np.array_equal(found.kind, wanted.kind)


def test_a_missing_model_of_the_package_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(victor_method, "SHIPPED", tmp_path / "victor.safetensors")
    with pytest.raises(ModelError, match="install webwinnow anew"):
        Victor().check_usable()


def test_the_package_knows_what_its_model_learned_from() -> None:
    method = load("victor")
    assert isinstance(method, Victor)
    names = {each.name for each in method.studied.sets}
    assert names <= {"wcxb-dev", "cleaneval", "news-articles", "readability"}
    assert "cleaneval" in names
    assert SHIPPED.stat().st_size < 1_000_000


def test_the_model_of_the_package_has_the_settings_of_the_method() -> None:
    assert Victor.load(SHIPPED).threshold == Victor().threshold


def test_training_notes_what_it_learned_from(tmp_path: Path) -> None:
    pages = [gold_page(number) for number in range(12)]
    done = train("victor:threshold=0.4", [gold_set(*pages)])
    done.method.save(tmp_path / "m")
    again = Victor.load(tmp_path / "m")
    assert again.threshold == 0.4
    assert again.studied == done.studied
    assert len(again.studied.pages) == 12


def test_it_is_trained_anew_for_each_fold() -> None:
    pages = [gold_page(number) for number in range(20)]
    found = evaluate(gold_set(*pages), ["victor"], folds=2)
    assert not found.notes
    assert np.mean([score.counts["bag"].f1 for score in found.scores]) > 0.9


def test_a_page_of_boilerplate_is_said_to_be_one() -> None:
    assert with_threshold(1.01).why_nothing(Page("<p>a")).endswith("nothing that looks like text")
