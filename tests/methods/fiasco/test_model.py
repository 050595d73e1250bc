import numpy as np
import pytest

from tests.methods.fiasco.training_pages import (
    EVERYTHING,
    SEEN,
    STRUCTURE,
    WORDS,
    for_paragraphs,
    machine,
    saying,
    seen,
    telling,
)
from webwinnow import Page
from webwinnow.methods.fiasco.keywords import Keywords
from webwinnow.methods.fiasco.model import Kind, Model, groups_of
from webwinnow.methods.fiasco.targets import Targets

KINDS = (STRUCTURE, WORDS, SEEN, EVERYTHING)


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_known_by_the_features_of_its_machine(kind: Kind) -> None:
    assert Kind.of(saying(kind, 0.5)) == kind


def test_a_model_has_its_machines_by_kind() -> None:
    model = telling({kind: 0.1 * number for number, kind in enumerate(KINDS, 1)})
    assert {kind: model.machines.index(each) for kind, each in model.kinds.items()} == {
        kind: number for number, kind in enumerate(KINDS)
    }


def test_groups_are_those_of_the_kind() -> None:
    assert groups_of(STRUCTURE, pos=True) == groups_of(STRUCTURE, pos=False) == ("structural",)
    assert groups_of(WORDS, pos=False) == ("structural", "linguistic")
    assert groups_of(WORDS, pos=True) == ("structural", "linguistic", "pos")
    assert groups_of(EVERYTHING, pos=True) == ("structural", "linguistic", "pos", "visual")
    assert groups_of(SEEN, pos=True) == ("structural", "visual")


def test_chances_are_those_of_the_machine_asked() -> None:
    page = Page("<p>one</p><div>two</div>")
    asked = for_paragraphs(STRUCTURE)
    model = Model(Keywords(), (asked, saying(WORDS, 0.9)))
    targets = Targets.of(page)
    margin = 1 - np.exp(-4)
    chances = 1 / (1 + np.exp(-4 * np.array([margin, -margin])))
    assert model.chances(page, targets, asked, None).tolist() == pytest.approx(chances.tolist())
    other = model.machines[1]
    assert model.chances(page, targets, other, None).tolist() == pytest.approx([0.9, 0.9])


def test_keywords_are_those_of_the_model() -> None:
    page = Page("<p>one</p><p>two</p>")
    asked = machine(("clean keyword share",), [[1], [-1]], [1, -1])
    found = Model(Keywords(clean=("two",)), (asked,)).chances(page, Targets.of(page), asked, None)
    assert (found > 0.5).tolist() == [False, True]


def test_a_look_is_looked_at() -> None:
    page = Page("<p>one</p><p>two</p>")
    asked = machine(("region's top",), [[1], [-1]], [1, -1])
    targets = Targets.of(page)
    found = Model(Keywords(), (asked,)).chances(page, targets, asked, seen(page, targets))
    assert (found > 0.5).tolist() == [False, True]
