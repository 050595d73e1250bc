"""Pages, decisions and texts as data for the browser.

Lists such as scores have one value for each run of the page.
"""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, KIND_NAMES, Decision, Page
from webwinnow.clean import describe_empty
from webwinnow.errors import InputError, WebwinnowError
from webwinnow.evaluation.compare import Tally, is_graded
from webwinnow.formats import RenderOptions, render
from webwinnow.gold.labels import align_bounded
from webwinnow.messages import describe_error
from webwinnow.methods.base import Method, visible_runs
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.studio.page_cache import OpenedPage

# Name of the gold in the list of methods.
GOLD = "gold"
# Server and browser compare rounded scores with thresholds, so that both agree.
SCORE_DIGITS = 4


@dataclass(frozen=True)
class MethodChoice:
    """A method, its preset and a threshold."""

    method: str
    preset: str | None = None
    threshold: float | None = None  # None: the method's own


@dataclass(frozen=True)
class ChosenDecision:
    decision: Decision
    milliseconds: float  # time of the method
    why_nothing: str | None = None  # the reason, in one line, if nothing is kept


def page_view(opened: OpenedPage) -> dict[str, Any]:
    page, known = opened.page, opened.metadata()
    visible = visible_runs(page)
    return {
        "id": opened.id,
        "name": opened.name,
        "url": opened.url,
        "title": known.title,
        "author": known.author,
        "date": known.date,
        "encoding": page.encoding,
        "not_html": page.not_html,
        "truncated": page.truncated,
        "words": int(page.runs.words[visible].sum()),
        "run_words": page.runs.words.tolist(),
        "run_chars": page.runs.chars.tolist(),
        "visible": visible.astype(np.uint8).tolist(),
        "blocks": blocks_view(page, visible),
        "has_gold": opened.gold is not None,
        "set": opened.set,
    }


def blocks_view(page: Page, visible: NDArray[np.bool_]) -> list[dict[str, Any]]:
    """Blocks with their runs; hidden runs are listed only in hidden blocks."""
    block = page.runs.block
    has_visible = np.bincount(block[visible], minlength=len(page.blocks)) > 0
    listed = np.flatnonzero((block >= 0) & (visible | ~has_visible[block]))
    runs: list[list[int]] = [[] for _ in range(len(page.blocks))]
    for run, number in zip(listed.tolist(), block[listed].tolist(), strict=True):
        runs[number].append(run)
    # Separate runs by a space if there was white space or a line break between them.
    has_space = (page.runs.flags & FLAGS["SPACE"] != 0).tolist()
    texts = [
        f" {text}" if is_separate else text
        for text, is_separate in zip(page.run_texts(), has_space, strict=True)
    ]
    words, nodes = page.runs.words.tolist(), page.blocks.node.tolist()
    return [
        {
            "block": number,
            "text": "".join(texts[run] for run in inside).strip(),
            "runs": inside,
            "hidden": not is_shown,
            "tag": page.tag_name(nodes[number]),
            "words": sum(words[run] for run in inside),
        }
        for number, (inside, is_shown) in enumerate(zip(runs, has_visible.tolist(), strict=True))
        if inside
    ]


def choose_decision(
    opened: OpenedPage, choice: MethodChoice, catalogue: Catalogue
) -> ChosenDecision:
    """Decide on a page; a `WebwinnowError` if the method is unknown or fails."""
    page = opened.page
    if choice.method == GOLD:
        method, decision, spent = None, gold_decision(opened), 0.0
    else:
        found = catalogue.find(choice.method, choice.preset)
        method = found.for_url(opened.url)
        # The key is the method object: a model trained again under its old name is another one.
        decision, spent = opened.cached_decision(
            found, lambda: run_timed(found.for_url(opened.url), page, choice.method)
        )
    decision = apply_threshold(page, decision, choice.threshold)
    why = None
    if not decision.kept:
        why = describe_empty(page, method) if method else "the gold text was not found in the page"
        if choice.threshold is not None and not page.not_html:
            why = "no run scores at least the threshold"
    return ChosenDecision(decision, spent, why)


def run_timed(method: Method, page: Page, name: str) -> tuple[Decision, float]:
    start = time.perf_counter()
    try:
        decision = method.decide(page)
    except WebwinnowError:
        raise
    except Exception as error:  # any error of a method becomes one line
        raise InputError(
            f"{name} failed on this page ({describe_error(error)}); try another method"
        ) from error
    return decision, (time.perf_counter() - start) * 1000


def gold_decision(opened: OpenedPage) -> Decision:
    if opened.gold is None:
        raise InputError(f"{opened.name!r} has no gold; open a page of a gold set")
    gold, page = opened.gold, opened.page

    def decide() -> tuple[Decision, float]:
        found = align_bounded(page, gold)
        if found is None:
            raise InputError(f"{opened.name!r} is too long to align its gold; try a shorter page")
        return found.decision(page), 0.0

    return opened.cached_decision(GOLD, decide)[0]


def apply_threshold(page: Page, decision: Decision, threshold: float | None) -> Decision:
    """Keep visible runs that score at least the threshold; no change if scores are not graded."""
    if threshold is None or not has_graded_scores(page, decision):
        return decision
    return Decision(
        page,
        visible_runs(page) & (rounded_scores(decision) >= threshold),
        kind=decision.kind,
        score=decision.score,
        reason=decision.reason,
        reasons=decision.reasons,
        confidence=decision.confidence,
        page_type=decision.page_type,
    )


def has_graded_scores(page: Page, decision: Decision) -> bool:
    return is_graded(decision, np.flatnonzero(selectable_runs(page, decision)))


def selectable_runs(page: Page, decision: Decision) -> NDArray[np.bool_]:
    """Mask of runs that are visible or kept."""
    selectable: NDArray[np.bool_] = (visible_runs(page) | decision.keep) & (page.runs.block >= 0)
    return selectable


def rounded_scores(decision: Decision) -> NDArray[np.float64]:
    score: NDArray[np.float64] = decision.score.astype(np.float64).round(SCORE_DIGITS)
    return score


def count_kept(page: Page, decision: Decision) -> Tally:
    """Count kept blocks and words like `Comparison.tally`, but fast on very long pages."""
    selectable = selectable_runs(page, decision)
    block, kept = page.runs.block, selectable & decision.keep
    number = len(page.blocks)
    all_runs = np.bincount(block[selectable], minlength=number)
    kept_runs = np.bincount(block[kept], minlength=number)
    return Tally(
        int(np.sum((all_runs > 0) & (kept_runs == all_runs))),
        int(np.sum((kept_runs > 0) & (kept_runs < all_runs))),
        int(page.runs.words[kept].sum()),
    )


def decision_view(opened: OpenedPage, choice: MethodChoice, catalogue: Catalogue) -> dict[str, Any]:
    found = choose_decision(opened, choice, catalogue)
    page, decision = opened.page, found.decision
    return {
        "method": choice.method,
        "preset": choice.preset,
        "threshold": choice.threshold,
        "keep": decision.keep.astype(np.uint8).tolist(),
        "score": rounded_scores(decision).tolist(),
        "reason": decision.reason.tolist(),
        "reasons": decision.reasons,
        "kind": decision.kind.tolist(),
        "kinds": KIND_NAMES,
        "graded": has_graded_scores(page, decision),
        "page_type": decision.page_type,
        "confidence": decision.confidence,
        "tally": count_kept(page, decision)._asdict(),
        "why_nothing": found.why_nothing,
        "milliseconds": round(found.milliseconds, 1),
    }


def text_view(
    opened: OpenedPage,
    choice: MethodChoice,
    catalogue: Catalogue,
    *,
    to: str,
    options: RenderOptions,
    with_metadata: bool,
) -> str:
    decision = choose_decision(opened, choice, catalogue).decision
    known = opened.metadata() if with_metadata else None
    return render(opened.page, decision, to=to, options=options, metadata=known)
