import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow._core import crf_marginals, crf_scores, crf_viterbi
from webwinnow.errors import ModelError
from webwinnow.methods.victor import crf as crf_module
from webwinnow.methods.victor.crf import LABELS, OTHER, RARE, AttributeNumbering, Crf
from webwinnow.methods.victor.setup import Setup

SETUP = """
together = [{"position" = [-1, 0], "split.p" = 0}]
[markup]
"split.p" = [1]
[document]
"position" = [0.3, 0.6]
[offsets]
"*" = [0]
"position" = [0, 2]
"""


def setup() -> Setup:
    return Setup.parse(SETUP)


def crf(seed: int = 0) -> Crf:
    rng = np.random.default_rng(seed)
    total = AttributeNumbering.from_setup(setup()).total
    weights = rng.normal(size=(total, 5)).astype(np.float32)
    transitions = rng.normal(size=(5, 5)).astype(np.float32)
    return Crf(setup(), np.arange(total, dtype=np.int32), weights, transitions)


def random_values(count: int, seed: int = 0) -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
    rng = np.random.default_rng(seed)
    sizes = [feature.size for feature in setup().features]
    return np.stack([rng.integers(0, size, count) for size in sizes], axis=1).astype(np.int32)


def test_attribute_numbers_of_a_template_follow_the_previous_template() -> None:
    features, templates = setup().features, setup().templates
    numbering = AttributeNumbering.from_setup(setup())
    values = random_values(7)
    numbers = numbering.numbers(values)
    first = 0
    for place, template in enumerate(templates):
        for run in range(len(values)):
            expected, step = first, 1
            for offset, column in template.parts:
                is_inside = 0 <= run + offset < len(values)
                size = features[column].size
                expected += step * (values[run + offset, column] if is_inside else size)
                step *= size + 1
            assert numbers[run, place] == expected
        first += int(np.prod([features[column].size + 1 for _, column in template.parts]))
    assert numbering.total == first


def test_too_many_attributes_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crf_module, "MAX_ATTRIBUTES", 10)
    with pytest.raises(ModelError, match="combine fewer features"):
        AttributeNumbering.from_setup(setup())


def test_a_setup_without_features_has_no_attributes() -> None:
    none, steps = np.zeros((0, 5), np.float32), np.eye(5, dtype=np.float32)
    nothing = Crf(Setup.parse(""), np.zeros(0, np.int32), none, steps)
    scores = nothing.scores(np.zeros((3, 0), np.int32))
    assert scores.tolist() == [[0.0] * 5] * 3


def test_scoring_in_chunks_gives_the_same_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    model, values = crf(), random_values(100)
    whole = model.scores(values)
    monkeypatch.setattr(crf_module, "CHUNK_RUNS", 7)
    assert np.array_equal(model.scores(values), whole)


def test_a_page_without_runs_has_no_labels() -> None:
    model = crf()
    scores = model.scores(np.zeros((0, 2), np.int32))
    assert scores.shape == (0, len(LABELS))
    assert len(model.best_labels(scores)) == len(model.marginals(scores)) == 0
    assert len(model.best_labels_given(scores, np.zeros(0, bool))) == 0


@given(keep=st.lists(st.booleans(), min_size=12, max_size=12), seed=st.integers(0, 5))
def test_best_labels_given_content_follow_it(keep: list[bool], seed: int) -> None:
    model, values = crf(seed), random_values(12, seed)
    labels = model.best_labels_given(model.scores(values), np.array(keep))
    assert (labels != OTHER).tolist() == keep


def test_a_weight_makes_headers_and_list_items_more_frequent() -> None:
    model, values = crf(1), random_values(200, 1)
    scores, keep = model.scores(values), np.ones(200, bool)
    counts = [
        np.isin(model.best_labels_given(scores, keep, weight), RARE).sum()
        for weight in (1e-9, 1, 4, 1e9)
    ]
    assert counts == sorted(counts)
    assert 0 == counts[0] < counts[1] < counts[2] < counts[3] == 200


def test_best_labels_given_their_own_content_are_unchanged() -> None:
    model, values = crf(1), random_values(50, 1)
    scores = model.scores(values)
    best = model.best_labels(scores)
    assert np.array_equal(model.best_labels_given(scores, best != OTHER), best)


def test_without_a_chain_each_run_has_its_own_best_label() -> None:
    model, values = crf(2), random_values(50, 2)
    scores = model.scores(values)
    plain = model.without_chain()
    assert plain.best_labels(scores).tolist() == scores.argmax(axis=1).tolist()
    assert plain.best_labels(scores).tolist() != model.best_labels(scores).tolist()
    assert plain.without_chain() is plain


def test_the_core_rejects_invalid_tables() -> None:
    with pytest.raises(ValueError, match="5 labels, but transitions are 4 by 5"):
        crf_viterbi(np.zeros((3, 5)), np.zeros((4, 5)))
    with pytest.raises(ValueError, match="must be finite"):
        crf_marginals(np.full((3, 5), np.nan), np.zeros((5, 5)))
    for number in (-1, 2):
        with pytest.raises(ValueError, match="no row of weights"):
            crf_scores(np.zeros((2, 5), np.float32), np.array([[0, number]], np.int32))
