"""Evaluate methods and peers on gold sets: scores, intervals, differences and reports."""

from webwinnow.evaluation.results import THRESHOLDS, Evaluation, PageScore
from webwinnow.evaluation.runner import evaluate
from webwinnow.evaluation.summary import Summary, summarise

__all__ = ["THRESHOLDS", "Evaluation", "PageScore", "Summary", "evaluate", "summarise"]
