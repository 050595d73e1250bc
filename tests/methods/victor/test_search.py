import numpy as np
import pytest

from tests.methods.victor.training_pages import small_setup, training_pages
from webwinnow.errors import CannotLearn, UnknownSetting
from webwinnow.methods.victor import search
from webwinnow.methods.victor.fit import LabelledSequence, encode_examples, train_on_sequences
from webwinnow.methods.victor.method import Victor
from webwinnow.methods.victor.search import GRID, mean_f1, search_options, site_folds
from webwinnow.methods.victor.training_options import TrainingOptions
from webwinnow.train import load_trainable

pytest.importorskip("pycrfsuite")


def sequences() -> list[LabelledSequence]:
    return encode_examples(training_pages(range(12)), small_setup())[1]


def test_all_values_of_the_named_settings_are_tried_and_the_best_comes_first() -> None:
    base = TrainingOptions(l1=0.25, iterations=30)
    trials = search_options(sequences(), small_setup(), base, ["l2", "chain"])
    tried = {(each.options.l2, each.options.chain) for each in trials}
    assert tried == {(l2, chain) for l2 in GRID["l2"] for chain in GRID["chain"]}
    assert {(each.options.l1, each.options.iterations) for each in trials} == {(0.25, 30)}
    scores = [each.score for each in trials]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > scores[-1]


def test_pages_of_one_site_are_in_one_fold() -> None:
    pages = sequences()
    folds = site_folds(pages)
    assert set(folds) == {0, 1, 2}
    for site in {page.site for page in pages}:
        assert (
            len({fold for page, fold in zip(pages, folds, strict=True) if page.site == site}) == 1
        )


def test_no_site_is_scored_by_a_model_that_saw_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[set[str]] = []

    def record(pages: list[LabelledSequence], *others: object) -> object:
        seen.append({page.site for page in pages})
        return train_on_sequences(pages, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(search, "train_on_sequences", record)
    pages = sequences()
    search_options(pages, small_setup(), TrainingOptions(iterations=5), ["chain"])
    everything = {page.site for page in pages}
    assert len(seen) == 6
    for fold in range(3):
        held_out = everything - seen[fold]
        assert held_out
        assert not held_out & seen[fold]
    assert set.union(*(everything - each for each in seen)) == everything


def test_a_search_needs_several_sites() -> None:
    examples = [each for each in training_pages(range(12)) if each.site in ("site0", "site1")]
    with pytest.raises(CannotLearn, match="pages of 3 sites or more"):
        Victor(search="l2").fit(examples)


def test_the_chosen_settings_are_set_and_saved() -> None:
    method = Victor(search="l2", l2=7.0).fit(training_pages(range(12)))
    assert method.l2 in GRID["l2"]
    assert "l2" in Victor.saved_settings


def test_a_setting_without_a_grid_is_rejected() -> None:
    with pytest.raises(UnknownSetting, match="victor cannot search 'l3'; choose from l2, l1"):
        Victor(search="l2 l3").check_trainable()


@pytest.mark.parametrize(("setting", "least"), [("l2", 0), ("l1", 0), ("iterations", 1)])
def test_settings_out_of_range_are_rejected(setting: str, least: int) -> None:
    with pytest.raises(UnknownSetting, match=f"{setting}=-1; it must be at least {least}"):
        load_trainable(f"victor:{setting}=-1").check_trainable()


def test_mean_f1_counts_all_labels_that_occur_equally() -> None:
    confusion = np.zeros((5, 5), np.int64)
    confusion[0, 0], confusion[1, 1], confusion[1, 0] = 100, 1, 1
    assert mean_f1(confusion) == pytest.approx((200 / 201 + 2 / 3) / 2)
    assert mean_f1(np.zeros((5, 5), np.int64)) == 0
