"""Methods and peers on gold sets: who takes part, what they score, and how sure that is."""

from webwinnow.evaluation.results import THRESHOLDS, Evaluation, PageScore
from webwinnow.evaluation.runner import evaluate
from webwinnow.evaluation.summary import Summary, summarise

__all__ = ["THRESHOLDS", "Evaluation", "PageScore", "Summary", "evaluate", "summarise"]
