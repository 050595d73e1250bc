import pytest

from webwinnow.cli import progress
from webwinnow.cli.progress import ProgressBar


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "BAR_DELAY", 0)
    monkeypatch.setattr(progress, "stderr_is_terminal", lambda: True)


def shown(bar: ProgressBar) -> tuple[str, float, float | None]:
    """Wait until the bar is shown; return label, finished amount and total."""
    bar._timer.join()
    assert bar._progress
    (task,) = bar._progress.tasks
    return task.description, task.completed, task.total


def test_bar_shows_the_last_update() -> None:
    with ProgressBar("reading", 10) as bar:
        assert shown(bar) == ("reading", 0, 10)
        bar.update(3)
        bar.update(4, label="still reading")
        assert shown(bar) == ("still reading", 4, 10)


def test_updates_before_the_delay_are_shown_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "BAR_DELAY", 0.2)
    with ProgressBar("reading") as bar:
        bar.update(2, 8)
        assert shown(bar) == ("reading", 2, 8)


def test_restart_begins_the_next_phase_without_a_total() -> None:
    with ProgressBar("reading", 10) as bar:
        bar.update(10)
        shown(bar)
        bar.restart("training")
        assert shown(bar) == ("training", 0, None)


def test_quiet_command_shows_no_bar() -> None:
    with ProgressBar("reading", quiet=True) as bar:
        bar.update(1)
    assert bar._progress is None


def test_bar_is_hidden_if_results_are_printed_on_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(progress, "is_terminal", lambda: True)
    with ProgressBar("cleaning", prints=True) as bar:
        bar.update(1)
    assert bar._progress is None
