import shutil
from pathlib import Path
from typing import Any

import pytest

from webwinnow import Page, clean, clean_many, extract, load
from webwinnow.errors import UnknownMethod, UnknownSetting
from webwinnow.methods import MethodSpec, parse_method
from webwinnow.methods.goldminer.store import open_store
from webwinnow.methods.goldminer.template import Site
from webwinnow.methods.model_file import MODELS
from webwinnow.methods.registry import load_shared

# BTE keeps both paragraphs only where tags count little.
TWO_PARAGRAPHS = f"<p>One two three four five six.{'<hr>' * 4}<p>Seven eight nine ten."


@pytest.mark.parametrize(
    ("description", "name", "preset", "settings"),
    [
        ("bte", "bte", None, {}),
        ("bte:tag_weight=2", "bte", None, {"tag_weight": 2}),
        ("bte:tag_weight=-0.5", "bte", None, {"tag_weight": -0.5}),
        ("winnow:preset=recall", "winnow", "recall", {}),
        ("winnow:title=true:preset=recall", "winnow", "recall", {"title": True}),
        ("winnow:preset=recall:title=TRUE", "winnow", "recall", {"title": True}),
        ("w:a=True:b=true:c=False", "w", None, {"a": True, "b": True, "c": False}),
        ("w:a=None:b=none:c=NONE", "w", None, {"a": None, "b": None, "c": None}),
        ("justext:language=de", "justext", None, {"language": "de"}),
        ("justext:stoplist=['a', 'b']", "justext", None, {"stoplist": ["a", "b"]}),
        ("w:model='true'", "w", None, {"model": "true"}),
        ("w:model=C:\\models\\mine:a=none", "w", None, {"model": "C:\\models\\mine", "a": None}),
        ("w:model=C:/a=b", "w", None, {"model": "C:/a=b"}),
        ("g:templates=https://example.org:80/?a=b", "g", None,
            {"templates": "https://example.org:80/?a=b"}),
        ("w:model=", "w", None, {"model": ""}),
        (":a=1", "", None, {"a": 1}),
        ("", "", None, {}),
    ],
)  # fmt: skip
def test_description_is_a_name_a_preset_and_settings(
    description: str, name: str, preset: str | None, settings: dict[str, object]
) -> None:
    parsed = parse_method(description)
    assert parsed == MethodSpec(name, preset, settings)
    assert list(map(type, parsed.settings.values())) == list(map(type, settings.values()))


@pytest.mark.parametrize(
    ("description", "message"),
    [
        ("bte:tag_weight", "'tag_weight' sets nothing; write bte:setting=value"),
        ("bte:", "'' sets nothing; write bte:setting=value"),
        ("bte:a=1:a=2", "'bte:a=1:a=2' sets a twice; set it once"),
        ("bte:preset=recall:preset=precision", "sets preset twice; set it once"),
    ],
)
def test_malformed_description_is_rejected(description: str, message: str) -> None:
    with pytest.raises(UnknownSetting, match=message):
        parse_method(description)


def test_two_different_presets_are_rejected() -> None:
    assert parse_method("bte:preset=recall", preset="recall").preset == "recall"
    with pytest.raises(UnknownSetting, match="two presets for 'bte': recall and precision"):
        load("bte:preset=recall", preset="precision")


def test_unknown_method_lists_the_choices_and_guesses() -> None:
    with pytest.raises(UnknownMethod, match=r"no method 'bet'; did you mean 'bte'\? choose from"):
        load("bet:tag_weight=2")


@pytest.mark.parametrize("setting", ["weight", "name", "description", "self", "tag-weight"])
def test_unknown_setting_lists_the_settings_of_the_method(setting: str) -> None:
    with pytest.raises(UnknownSetting, match=f"no setting '{setting}'; its settings: tag_weight"):
        load(f"bte:{setting}=2")


@pytest.mark.parametrize(
    ("name", "preset", "remedy"),
    [
        ("winnow", "precise", "choose from precision, recall"),
        ("all", "recall", "choose a method that has it: bte"),
        ("all", "nothing", "leave it out"),
    ],
)
def test_unknown_preset_lists_the_presets_there_are(name: str, preset: str, remedy: str) -> None:
    with pytest.raises(UnknownSetting, match=f"'{name}' has no preset '{preset}'; {remedy}"):
        load(f"{name}:preset={preset}")
    with pytest.raises(UnknownSetting, match=f"'{name}' has no preset '{preset}'; {remedy}"):
        load(name, preset=preset)


def test_keyword_settings_override_the_description_and_both_override_the_preset() -> None:
    def tag_weight(description: str, **settings: Any) -> object:
        return vars(load(description, **settings))["tag_weight"]

    assert tag_weight("bte:preset=recall") == tag_weight("bte", preset="recall") == 0.5
    assert tag_weight("bte:tag_weight=3:preset=recall") == 3
    assert tag_weight("bte:tag_weight=3", preset="recall") == 3
    assert tag_weight("bte:tag_weight=3:preset=recall", tag_weight=4) == 4


def test_python_functions_take_descriptions() -> None:
    one, two = clean(TWO_PARAGRAPHS, method="bte"), clean(TWO_PARAGRAPHS, method="all")
    assert one != two
    for description in ("bte:tag_weight=0.1", "bte:preset=recall"):
        assert clean(TWO_PARAGRAPHS, method=description) == two
        assert extract(TWO_PARAGRAPHS, method=description).text == two
        assert [each.text for each in clean_many([TWO_PARAGRAPHS], method=description)] == [two]
    assert clean(TWO_PARAGRAPHS, method="bte:tag_weight=1") == one


def test_shared_method_is_loaded_once_for_each_description() -> None:
    assert load_shared("bte:tag_weight=2") is load_shared("bte:tag_weight=2")
    # 1 and True are equal, but True is not a number.
    assert load_shared("bte:tag_weight=1") is not load_shared("bte:tag_weight=2")
    with pytest.raises(UnknownSetting):
        load_shared("bte:tag_weight=True")


def test_shared_method_follows_changes_of_its_files(tmp_path: Path) -> None:
    store = open_store(tmp_path / "templates", create=True)
    page = "<link rel=canonical href=http://a.example/1><p>It rained all night. " * 20
    description = f"goldminer:inner=all:templates={tmp_path / 'templates'}"
    assert clean(page, method=description)
    found = load_shared(description)
    assert found is load_shared(description)
    store.put(Site("a.example"))
    assert found is not load_shared(description)


def test_shared_method_reads_a_model_that_appears_later(tmp_path: Path) -> None:
    model = tmp_path / "mine.safetensors"
    with pytest.raises(Exception, match="no model"):
        clean("<p>It rained.", method=f"winnow:model={model}")
    shutil.copy(MODELS / "winnow.safetensors", model)
    assert load_shared(f"winnow:model={model}").decide(Page("<p>It rained.")).kept
