from dataclasses import replace

import pytest

from benchmarks.quality import is_fair, parts_of, trainable_methods
from tests.support.generated_pages import gold_page, trained_winnow
from tests.support.gold_sets import gold_set, page
from webwinnow import load
from webwinnow.evaluation import evaluate
from webwinnow.methods.provenance import Provenance, page_key
from webwinnow.methods.winnow.method import Winnow


def winnow_trained_on(*numbers: int) -> Winnow:
    method = Winnow()
    method.model_ = trained_winnow().current_model
    method.provenance_ = Provenance((), frozenset(page_key(gold_page(n).html) for n in numbers))
    return method


def test_a_method_is_not_scored_on_its_training_data() -> None:
    pages = gold_set(gold_page(1), gold_page(2))
    assert not is_fair(winnow_trained_on(2, 3), pages)
    assert is_fair(winnow_trained_on(3), pages)


def test_method_without_a_model_is_not_scored() -> None:
    assert not is_fair(Winnow(model="no such file"), gold_set(gold_page(1)))


@pytest.mark.parametrize("name", ["all", "bte"])
def test_an_untrainable_method_is_scored_on_every_set(name: str) -> None:
    assert is_fair(load(name), gold_set(gold_page(1)))


def test_winnow_is_not_among_the_trainable_methods() -> None:
    assert "texrex" in trainable_methods()
    assert "winnow" not in trainable_methods()
    assert "bte" not in trainable_methods()


def test_parts_are_the_folders_of_a_set() -> None:
    found = evaluate(gold_set(page("b/1"), page("a/2"), page("a/1")), ["all"])
    assert parts_of(found) == {"a": {"a/1", "a/2"}, "b": {"b/1"}}
    assert list(parts_of(found)) == ["a", "b"]
    whole = evaluate(gold_set(page("1"), page("2")), ["all"])
    assert parts_of(replace(whole, set_name="whole")) == {"whole": {"1", "2"}}
