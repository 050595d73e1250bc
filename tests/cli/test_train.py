"""`webwinnow train` on sets of a few pages; main() is not involved."""

import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from tests.support.generated_pages import gold_page, trained_winnow
from webwinnow.cli.train import train
from webwinnow.errors import CannotLearn, InputError, ModelError, UnknownLayout, UnknownSetting
from webwinnow.gold.datasets import GoldSet
from webwinnow.methods import model_file
from webwinnow.methods.winnow import fit
from webwinnow.methods.winnow.method import Winnow

app = typer.Typer()
app.command()(train)


def invoke(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, list(map(str, arguments)), catch_exceptions=False)


def write_set(folder: Path, numbers: range) -> Path:
    for part in ("input", "GoldStandard"):
        (folder / part).mkdir(parents=True)
    for gold in map(gold_page, numbers):
        (folder / "input" / f"{gold.name}.html").write_bytes(gold.html)
        text = "".join(f"<p>{line}\n" for line in gold.text.splitlines())
        head = f"URL: http://{gold.site}/{gold.name}\n"
        (folder / "GoldStandard" / f"{gold.name}.txt").write_text(head + text)
    return folder


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_set(tmp_path / "set", range(10))


def test_model_is_written_and_a_summary_printed(data: Path, tmp_path: Path) -> None:
    model = tmp_path / "new" / "m.safetensors"
    done = invoke("winnow", data, "-o", model, "--seed", "3")
    assert done.exit_code == 0
    first, of_set, cost, use = done.stdout.splitlines()
    assert first.startswith("winnow trained on 10 pages of 10 sites, ")
    assert first.endswith(" words of content")
    assert of_set == "  set: 10 pages"
    assert cost.endswith(f" s; {model} has {model.stat().st_size / 1000:,.0f} KB")
    assert use == f"use it: webwinnow clean PAGE --method winnow:model={model}"
    assert "10 pages read; training begins" in done.stderr
    assert Winnow.load(model).current_model.notes["seed"] == 3


def test_same_command_writes_the_same_file(data: Path, tmp_path: Path) -> None:
    for name in "ab":
        invoke("winnow", data, "-o", tmp_path / name, "-q")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_several_sets_are_combined(data: Path, tmp_path: Path) -> None:
    other = write_set(tmp_path / "other", range(10, 14))
    done = invoke("winnow", data, other, "-o", tmp_path / "m")
    assert done.stdout.splitlines()[1:3] == ["  set: 10 pages", "  other: 4 pages"]


def test_quiet_prints_nothing(data: Path, tmp_path: Path) -> None:
    done = invoke("winnow", data, "-o", tmp_path / "m", "-q")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")


def test_on_top_starts_from_the_shipped_or_the_named_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = write_set(tmp_path / "one", range(50, 51))
    shipped = tmp_path / "winnow.safetensors"
    trained_winnow().save(shipped)
    monkeypatch.setattr(model_file, "MODELS", tmp_path)
    for method, model in (("winnow", "a"), (f"winnow:model={shipped}", "b")):
        done = invoke(method, data, "--on-top", "-o", tmp_path / model)
        assert done.exit_code == 0
        assert f"--method winnow:model={tmp_path / model}" in done.stdout
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    more, before = Winnow.load(tmp_path / "a").current_model, trained_winnow().current_model
    assert len(more.stage1.roots) > len(before.stage1.roots)
    assert len(more.stage2.roots) > len(before.stage2.roots)


def test_skipped_pages_are_counted_by_reason(data: Path, tmp_path: Path) -> None:
    (data / "input" / "999.html").write_text("<p>no gold")
    done = invoke("winnow", data, "-o", tmp_path / "m").stdout
    assert "skipped: 1 page has no gold and cannot be used\n" in done


def test_invalid_arguments_are_rejected(data: Path, tmp_path: Path) -> None:
    model = tmp_path / "m"
    with pytest.raises(CannotLearn, match="bte cannot be trained; choose from winnow"):
        invoke("bte", data, "-o", model)
    with pytest.raises(UnknownSetting, match="'bte' has no setting 'on_top'"):
        invoke("bte", data, "-o", model, "--on-top")
    with pytest.raises(InputError, match="DATA has an empty value"):
        invoke("winnow", "", "-o", model)
    with pytest.raises(InputError, match="cannot write"):
        invoke("winnow", data, "-o", tmp_path)
    with pytest.raises(UnknownLayout, match="no layout 'x'"):
        invoke("winnow", data, "-o", model, "--layout", "x")
    assert invoke("winnow", data).exit_code == 2
    assert not model.exists()


def test_missing_package_or_model_is_reported_before_pages_are_read(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GoldSet, "__iter__", None)
    monkeypatch.setattr(fit, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install 'webwinnow\[train\]'"):
        invoke("winnow", data, "-o", tmp_path / "m")
    monkeypatch.setattr(fit, "find_spec", lambda name: name)
    monkeypatch.setattr(model_file, "MODELS", tmp_path)
    with pytest.raises(ModelError, match="own model is missing"):
        invoke("winnow", data, "-o", tmp_path / "m", "--on-top")


def test_failed_command_prints_no_traceback(tmp_path: Path) -> None:
    data = write_set(tmp_path / "one", range(1))
    command = [sys.executable, "-m", "webwinnow", "train", "winnow", str(data), "-o", "m"]
    done = subprocess.run(command, capture_output=True, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        "webwinnow: 1 page read; training begins",
        "webwinnow: one page is too few to learn from; add more, or train on top",
    ]
