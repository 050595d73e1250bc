import threading

import pytest

from webwinnow.errors import InputError, UnknownMethod, UnknownSetting
from webwinnow.methods import METHODS, load
from webwinnow.methods.winnow.method import Winnow
from webwinnow.web.catalogue import MAX_CACHED, Catalogue


def test_every_method_is_offered_and_one_is_the_default() -> None:
    described = Catalogue().describe()
    assert [each["name"] for each in described] == list(METHODS)
    assert [each["name"] for each in described if each["is_default"]] == ["winnow"]
    assert all(each["summary"] and not each["is_model"] for each in described)
    assert {each["name"] for each in described if each["learns"]} >= {"winnow", "victor"}


def test_a_method_is_made_once() -> None:
    catalogue = Catalogue(["winnow"])
    assert catalogue.find("winnow") is catalogue.find("winnow")
    assert catalogue.find("winnow", "recall") is not catalogue.find("winnow")
    assert catalogue.find("winnow", "recall").beta == 2.0  # type: ignore[attr-defined]


def test_threads_that_ask_at_once_get_the_same_method() -> None:
    catalogue, found = Catalogue(["winnow"]), []
    threads = [
        threading.Thread(target=lambda: found.append(catalogue.find("winnow", "recall")))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(each) for each in found}) == 1


def test_what_is_not_offered_is_unknown() -> None:
    with pytest.raises(UnknownMethod, match="choose from bte"):
        Catalogue(["bte"]).find("winnow")


@pytest.mark.parametrize("description", ["", ":a=1", "btee:tag_weight=2"])
def test_unknown_name_is_rejected(description: str) -> None:
    with pytest.raises(UnknownMethod, match="choose from all, bte"):
        Catalogue().find(description)


def test_description_may_have_a_preset_and_settings() -> None:
    catalogue = Catalogue(["winnow"])
    found = catalogue.find("winnow:comments=false:preset=recall")
    assert isinstance(found, Winnow)
    assert (found.comments, found.beta) == (False, 2.0)
    assert found is catalogue.find("winnow:comments=false:preset=recall")
    assert found is not catalogue.find("winnow:preset=recall")


@pytest.mark.parametrize(
    "description",
    [
        "winnow:model=/etc/passwd",
        "victor:setup=setup.json",
        "goldminer:templates=x",
        "goldminer:inner=fiasco-visual",
        "goldminer:inner='winnow:model\\x3d/etc/passwd'",
        "justext:stoplist=['a', 'b']",
    ],
)
def test_client_cannot_name_files_or_methods(description: str) -> None:
    with pytest.raises(UnknownSetting, match="clients cannot set"):
        Catalogue().find(description)


def test_number_of_ready_methods_is_bounded() -> None:
    catalogue = Catalogue(["bte"])
    for number in range(2 * MAX_CACHED):
        catalogue.find(f"bte:tag_weight={number}")
    assert len(catalogue._cache) == MAX_CACHED


def test_unknown_preset_is_rejected() -> None:
    with pytest.raises(UnknownSetting, match="'all' has no preset 'recall'"):
        Catalogue(["all", "bte"]).find("all", "recall")


def test_a_model_is_used_at_once_and_its_presets_keep_what_it_learned() -> None:
    catalogue, model = Catalogue(["bte"]), Winnow()
    model.model_ = model.current_model
    catalogue.add("mine", model, "My own.")
    assert catalogue.find("mine") is model
    other = catalogue.find("mine", "precision")
    assert isinstance(other, Winnow)
    assert (other.beta, model.beta) == (0.5, 1.0)
    assert other.model_ is model.model_
    assert catalogue.find("mine:comments=true").comments is True  # type: ignore[attr-defined]
    assert catalogue.describe()[-1] == {
        "name": "mine",
        "summary": "My own.",
        "presets": ["precision", "recall"],
        "learns": True,
        "is_default": False,
        "is_model": True,
    }
    with pytest.raises(UnknownSetting, match="choose from precision, recall"):
        catalogue.find("mine", "original")


def test_a_model_is_replaced_and_removed() -> None:
    catalogue, first, second = Catalogue(["bte"]), load("bte"), load("bte")
    catalogue.add("mine", first, "")
    assert catalogue.find("mine") is first
    catalogue.add("mine", second, "")
    assert catalogue.find("mine") is second
    catalogue.remove("mine")
    assert catalogue.names() == ["bte"]
    for forgotten in (catalogue.find, catalogue.remove):
        with pytest.raises(UnknownMethod):
            forgotten("mine")


def test_a_model_cannot_take_the_name_of_a_method() -> None:
    with pytest.raises(InputError, match="choose another name"):
        Catalogue(["bte"]).add("winnow", load("bte"), "")
