"""The table of the five labels: what kind of text each run is taken for."""

from webwinnow.evaluation.report.figures import Figures
from webwinnow.evaluation.scores import LABELS
from webwinnow.evaluation.summary import label_accuracy, labels
from webwinnow.html_builder import Html, rows_table

__all__ = ["by_label"]


def by_label(figures: Figures) -> Html:
    """Nothing where the gold tells no kinds."""
    rows = []
    for name in figures.ranked:
        scores = figures.scores[name]
        accuracy, counts = label_accuracy(scores), labels(scores)
        if accuracy is not None:
            cells = [f"{accuracy.value:.3f}", *(f"{counts[label].f1:.3f}" for label in LABELS)]
            rows.append((name, cells))
    if not rows:
        return Html()
    return rows_table(
        "Runs by label: share that has the right one, and F1 of each",
        ["method", "right", *LABELS],
        rows,
    )
