import json
import os
import shlex
from pathlib import Path

import pytest

from webwinnow import Page
from webwinnow.cli import main
from webwinnow.errors import UnknownMethod
from webwinnow.io.atomic import draft_file
from webwinnow.methods.texrex.method import Texrex
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.studio.jobs.models import ModelNotFound, Models

CARD = {"pages": 12, "sites": 1, "on_top": False, "origin": {"name": "news"}, "made": "2026-11-16"}


def write(folder: Path, name: str, card: object = CARD) -> Path:
    folder.mkdir(exist_ok=True)
    Texrex(threshold=0.3).save(folder / f"{name}.safetensors")
    (folder / f"{name}.json").write_text(json.dumps(card))
    return folder


def test_models_of_the_folder_are_in_the_catalogue(tmp_path: Path) -> None:
    catalogue = Catalogue(["texrex"])
    models = Models(write(tmp_path, "mine"), catalogue)
    assert catalogue.names() == ["texrex", "mine"]
    method = catalogue.find("mine")
    assert isinstance(method, Texrex)
    assert method.threshold == 0.3
    (described,) = models.describe()
    assert described["summary"] == "texrex, trained on news: 12 pages of 1 site."
    assert described["size"] == (tmp_path / "mine.safetensors").stat().st_size


def test_newer_models_come_first(tmp_path: Path) -> None:
    write(tmp_path, "a", {**CARD, "made": "2026-01-01"})
    write(tmp_path, "b")
    models = Models(tmp_path, Catalogue(["texrex"]))
    assert [each["name"] for each in models.describe()] == ["b", "a"]


@pytest.mark.parametrize(
    "card",
    [
        [],
        "{",
        {"pages": 3},
        {"pages": 3, "origin": {"name": "news"}},
        {**CARD, "origin": "news"},
        {**CARD, "scores": 0.9},
        {**CARD, "words": float("nan")},
    ],
)
def test_a_model_without_a_valid_card_is_usable(tmp_path: Path, card: object) -> None:
    models = Models(write(tmp_path, "mine", card), Catalogue(["texrex"]))
    assert models.describe()[0]["summary"] == "A model of texrex."
    (tmp_path / "mine.json").unlink()
    assert Models(tmp_path, Catalogue()).names() == ["mine"]


def test_files_that_are_no_models_are_reported(tmp_path: Path) -> None:
    write(tmp_path, "mine")
    (tmp_path / "half.safetensors").write_bytes(b"half of it")
    (tmp_path / "Other Name.safetensors").write_bytes(b"")
    write(tmp_path, "winnow")
    models = Models(tmp_path, Catalogue())
    assert models.names() == ["mine"]
    assert set(models.broken) == {
        "half.safetensors",
        "Other Name.safetensors",
        "winnow.safetensors",
    }
    assert "is not a model, or it is damaged" in models.broken["half.safetensors"]
    assert "invalid model name" in models.broken["Other Name.safetensors"]
    assert "is reserved" in models.broken["winnow.safetensors"]


def test_a_removed_model_is_gone_from_folder_and_catalogue(tmp_path: Path) -> None:
    catalogue = Catalogue(["texrex"])
    models = Models(write(tmp_path, "mine"), catalogue)
    models.remove("mine")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(UnknownMethod):
        catalogue.find("mine")
    with pytest.raises(ModelNotFound, match="no model 'mine'"):
        models.remove("mine")


def test_discard_deletes_the_drafts_of_the_ended_process_only(tmp_path: Path) -> None:
    models = Models(tmp_path, Catalogue(["texrex"]))
    with draft_file(tmp_path) as own:
        own.write_text("half")
        other = own.with_name(own.name.replace(str(os.getpid()), f"{os.getpid()}1"))
        other.write_text("half")
        models.discard("job", "mine", os.getpid())
        assert list(tmp_path.iterdir()) == [other]


def test_refresh_finds_added_and_removed_files(tmp_path: Path) -> None:
    catalogue = Catalogue(["texrex"])
    models = Models(write(tmp_path, "old"), catalogue)
    write(tmp_path, "new")
    (tmp_path / "old.safetensors").unlink()
    models.refresh()
    assert (models.names(), catalogue.names()) == (["new"], ["texrex", "new"])


def test_the_shown_command_uses_the_model(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    html = "<p>It rained all night, and nobody slept before the morning came over the harbour."
    (tmp_path / "page.html").write_text(html)
    models = Models(write(tmp_path / "models of mine", "mine"), Catalogue(["texrex"]))
    command = models.describe()[0]["command"].replace("PAGE", str(tmp_path / "page.html"))
    monkeypatch.setattr("sys.argv", shlex.split(command))
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    kept = models.catalogue.find("mine").decide(Page(html)).kept
    assert bool(capsys.readouterr().out.strip()) == bool(kept)
