import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from benchmarks.papers.victor import reproduce
from benchmarks.papers.victor.cross_validation import BEST, MARGINALS
from benchmarks.papers.victor.experiments import ABLATION_BASE, SEEDS, chain_name
from benchmarks.papers.victor.report import COLUMNS, draw, format_tables, label_scores

SITES = {f"page{number}": f"site{number}" for number in range(12)}


def figures(total: float) -> dict[str, Any]:
    one = dict.fromkeys(COLUMNS, total)
    page = {**dict.fromkeys(COLUMNS, total / 100), "headers": [1, 4]}
    both = {
        **one,
        "total by fold": [total - 1, total + 1],
        "confusion": [[6, 0, 0, 0, 0], [1, 1, 1, 1, 0], *[[1] * 5] * 3],
        "pages": dict.fromkeys(SITES, page),
    }
    return {"features": 9, "templates": 12, BEST: both, MARGINALS: both}


FOUND: dict[str, Any] = {
    "sites": SITES,
    "experiments": {
        "paper: Exp-1": figures(75),
        "default: Exp-1": figures(78),
        ABLATION_BASE: figures(75),
        "without position": figures(74.5),
        "without bullet": figures(75.25),
    },
}


def test_published_figures_are_beside_ours() -> None:
    text = format_tables(FOUND)
    first = text.index("Exp-1, paper's figure")
    assert "73.92" in text
    assert "77.0–79.0" in text
    assert first < text.index("Exp-1, paper ") < text.index("Exp-1, default")


def test_best_labels_come_before_marginals() -> None:
    text = format_tables(FOUND)
    assert text.index("Table 2, by best labels") < text.index("Table 2, by marginals")


def test_each_label_has_precision_recall_and_f1_beside_the_count_of_the_paper() -> None:
    confusion = np.array([[6, 0, 0, 0, 0], [1, 1, 1, 1, 0], *[[0] * 5] * 3])
    assert label_scores(confusion, 1) == "1.00 0.25 0.40"
    text = format_tables(FOUND)
    for count in ("12557", "1996", "3419", "1149", "3380"):
        assert count in text
    assert "recall 0.25" in text


def test_a_clear_difference_between_chains_is_significant() -> None:
    done = dict(FOUND["experiments"])
    for seed in SEEDS:
        done[f"default: {chain_name(False, seed)}"] = figures(80)
        done[f"default: {chain_name(True, seed)}"] = figures(78)
    text = format_tables({"sites": SITES, "experiments": done})
    (row,) = (line for line in text.splitlines() if line.startswith("| default | best labels"))
    cells = [cell.strip() for cell in row.split("|")]
    assert cells[3] == "-2.00"
    assert float(cells[4]) < 0.01


def test_features_are_ordered_by_loss() -> None:
    text = format_tables(FOUND)
    assert text.index("| position") < text.index("| bullet")
    assert "-0.50" in text
    assert "+0.25" in text


def test_the_plot_names_every_feature(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (path,) = draw(FOUND, tmp_path)
    drawn = path.read_text("utf-8")
    assert "position" in drawn
    assert "bullet" in drawn
    assert not list(draw({"experiments": {}}, tmp_path))


@pytest.mark.parametrize(("option", "computed_again"), [("--resume", False), (None, True)])
def test_results_are_computed_again_unless_the_command_resumes(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    option: str | None,
    computed_again: bool,
) -> None:
    path = tmp_path / "found.json"
    path.write_text(json.dumps(FOUND))
    pages = [
        SimpleNamespace(gold=SimpleNamespace(name=name, site=site)) for name, site in SITES.items()
    ]
    computed: list[str] = []

    def run_experiment(pages: object, experiment: Any, folds: int) -> dict[str, Any]:
        computed.append(experiment.name)
        return figures(70)

    monkeypatch.setattr(reproduce, "run_experiment", run_experiment)
    monkeypatch.setattr(reproduce, "require_archive", lambda name: tmp_path)
    monkeypatch.setattr(reproduce, "development_pages", lambda archive: pages)
    monkeypatch.setattr("sys.argv", ["victor", *([option] if option else []), "-o", str(path)])
    reproduce.main()
    assert ("paper: Exp-1" in computed) == computed_again
    assert "paper: Exp-2" in computed
    printed = capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["victor", "--show", "-o", str(path)])
    computed.clear()
    if not computed_again:
        reproduce.main()
        assert capsys.readouterr().out == printed
        assert not computed
