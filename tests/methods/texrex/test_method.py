from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.support.generated_pages import training_examples
from tests.support.model_files import with_model
from webwinnow import Page, load
from webwinnow.methods.texrex import fit
from webwinnow.methods.texrex.blocks import TextBlocks
from webwinnow.methods.texrex.context import Networks
from webwinnow.methods.texrex.fit import TrainingPlan
from webwinnow.methods.texrex.method import Texrex
from webwinnow.methods.texrex.network import Layer, Network

SENTENCE = "The rain fell all night, and the people of the harbour slept until the boats went out. "


@cache
def trained_texrex() -> Texrex:
    """Trained on forty pages of ten sites; do not change it."""
    return Texrex().fit(training_examples(range(40)))


def constant_network(number: float) -> Networks:
    """A network with the same output for every block."""
    layer = Layer(np.zeros((1, 37), np.float32), np.array([number], np.float32), "linear", 1.0)
    return Networks(Network((layer,)))


def test_all_runs_of_a_block_have_the_same_score() -> None:
    page = Page(f"<p>{SENTENCE}<b>{SENTENCE}</b><i>x</i></p><ul><li><a href=/>y</a></ul>")
    decision = trained_texrex().decide(page)
    blocks = TextBlocks.of(page)
    for part in np.split(blocks.runs, blocks.starts[1:]):
        assert len(set(decision.keep[part].tolist())) == 1
        assert len(set(decision.score[part].tolist())) == 1


@pytest.mark.parametrize(
    ("output", "threshold", "score", "reason"),
    [
        (0.0, 0.5, 1.0, "looks like text"),
        (-0.7, 0.5, 1.0, "looks like text"),
        (0.25, 0.5, 0.75, "looks like text"),
        (0.4, 0.5, 0.6, "looks rather like text"),
        (0.6, 0.5, 0.4, "looks rather like boilerplate"),
        (1.0, 0.5, 0.0, "looks like boilerplate"),
        (0.4, 0.2, 0.375, "looks like boilerplate"),
        (0.4, 0.8, 0.75, "looks like text"),
    ],
)
def test_scores_are_relative_to_the_threshold(
    output: float, threshold: float, score: float, reason: str
) -> None:
    decision = with_model(Texrex(threshold), constant_network(output)).decide(Page("<p>a"))
    assert decision.score.tolist() == pytest.approx([score])
    assert decision.keep.tolist() == [score >= 0.5]
    assert decision.reasons[decision.reason[0]] == reason


@pytest.mark.parametrize("threshold", [0.35, 0.5, 0.7])
def test_an_output_at_the_threshold_is_boilerplate(threshold: float) -> None:
    decision = with_model(Texrex(threshold), constant_network(threshold)).decide(Page("<p>a"))
    assert not decision.keep.any()
    assert decision.reasons[decision.reason[0]] == "looks rather like boilerplate"


LONG = f"<p>{SENTENCE * 10}</p>"
MENU = "<ul>" + "<li><a href=/>x</a></li>" * 30 + "</ul>"


@pytest.mark.parametrize(
    ("html", "why"),
    [
        ("<p>A short text.</p>", "the page has under 500 characters of text"),
        (LONG + f"<li>{SENTENCE * 40}</li>", "under 25% of the page's characters are text"),
        (LONG + MENU, "under 10% of the page's blocks are text"),
    ],
)
def test_a_page_with_little_text_can_be_dropped(html: str, why: str) -> None:
    # Paragraphs are text, and nothing else.
    weights = np.zeros((1, 37), np.float32)
    weights[0, 27] = -1
    network = Networks(Network((Layer(weights, np.array([1], np.float32), "linear", 1.0),)))
    page = Page(html)
    assert with_model(Texrex(), network).decide(page).keep.any()
    method = with_model(Texrex(drop_documents=True), network)
    decision = method.decide(page)
    assert not decision.keep.any()
    assert (decision.score < 0.5).all()
    assert decision.reasons[decision.reason[0]] == why
    assert method.explain_empty(page) == f"texrex drops the page: {why}"


def test_a_page_with_enough_text_is_never_dropped() -> None:
    page = Page(LONG)
    kept = with_model(Texrex(drop_documents=True), constant_network(0)).decide(page).keep
    assert kept.all()


def test_the_preset_of_the_paper_has_its_network_and_its_rule_for_documents() -> None:
    method = load("texrex:preset=paper")
    assert isinstance(method, Texrex)
    assert (method.threshold, method.drop_documents) == (0.5, True)
    assert method.current_model.second is None
    assert method.current_model.first.sizes == (37, 18, 1)
    hidden, output = method.current_model.first.layers
    assert (hidden.activation, output.activation) == (
        "gaussian symmetric", "linear piece symmetric",
    )  # fmt: skip
    assert not method.decide(Page("<p>A short text.</p>")).keep.any()


def test_the_preset_of_the_paper_chooses_its_training(monkeypatch: pytest.MonkeyPatch) -> None:
    plans = []

    def train_networks(_examples: object, plan: TrainingPlan, *, seed: int) -> Networks:
        plans.append(plan)
        return constant_network(seed)

    monkeypatch.setattr(fit, "train_networks", train_networks)
    for method in (Texrex(), load("texrex:preset=paper")):
        assert isinstance(method, Texrex)
        method.fit([])
    assert plans == [fit.OWN, fit.PAPER]


def test_a_model_keeps_its_training(tmp_path: Path) -> None:
    method = with_model(Texrex(training="paper"), constant_network(0))
    method.save(tmp_path / "own")
    assert Texrex.load(tmp_path / "own").training == "paper"


def test_a_second_network_ships_by_default() -> None:
    networks = Texrex().current_model
    assert networks.second is not None
    assert (networks.first.sizes, networks.second.sizes) == ((37, 18, 1), (44, 18, 1))


def test_the_shipped_network_keeps_an_article_and_drops_its_menu() -> None:
    page = Page(f"<body>{MENU}<h1>Rain</h1>{LONG * 3}{MENU}")
    keep = Texrex().decide(page).keep
    is_link = np.array([text == "x" for text in page.run_texts()])
    assert keep[~is_link][1:].all()
    assert not keep[is_link].any()
