"""A page and what a method decides of it, as the browser wants them.

Nothing here knows of HTTP. Runs are told by their numbers, so that a list of scores is a list with
one value for each run of the page.
"""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, KIND_NAMES, Decision, Page
from webwinnow.clean import why_empty
from webwinnow.errors import InputError, WebwinnowError
from webwinnow.evaluation.compare import Tally, is_graded
from webwinnow.formats import RenderOptions, render
from webwinnow.gold.labels.bounded import labels
from webwinnow.messages import describe_error
from webwinnow.methods.base import Method, visible_runs
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.studio.page_cache import OpenedPage

__all__ = ["GOLD", "Choice", "decided", "decision_view", "page_view", "text_view"]

#: The name, among those of methods, of what people found in the page.
GOLD = "gold"
# Scores are compared with thresholds here and in the browser: both see these digits only.
DIGITS = 4


@dataclass(frozen=True)
class Choice:
    """Who decides, and how strictly."""

    method: str
    preset: str | None = None
    threshold: float | None = None  # None: as the method itself does


@dataclass(frozen=True)
class Decided:
    decision: Decision
    milliseconds: float  # that the method took
    why_nothing: str | None = None  # one line, where it keeps nothing


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
    """Each block with its runs, without the hidden ones where it has others."""
    block = page.runs.block
    shows = np.bincount(block[visible], minlength=len(page.blocks)) > 0
    listed = np.flatnonzero((block >= 0) & (visible | ~shows[block]))
    runs: list[list[int]] = [[] for _ in range(len(page.blocks))]
    for run, number in zip(listed.tolist(), block[listed].tolist(), strict=True):
        runs[number].append(run)
    # Runs stand apart where white space or a line break was between them.
    apart = (page.runs.flags & FLAGS["SPACE"] != 0).tolist()
    texts = [
        f" {text}" if is_apart else text
        for text, is_apart in zip(page.run_texts(), apart, strict=True)
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
        for number, (inside, is_shown) in enumerate(zip(runs, shows.tolist(), strict=True))
        if inside
    ]


def decided(opened: OpenedPage, choice: Choice, catalogue: Catalogue) -> Decided:
    """A `WebwinnowError` where the method does not know what to do, or fails."""
    page = opened.page
    if choice.method == GOLD:
        method, decision, spent = None, gold_decision(opened), 0.0
    else:
        found = catalogue.find(choice.method, choice.preset)
        method = found.for_url(opened.url)
        # A model that was trained anew under its old name is another method.
        decision, spent = opened.decided(
            found, lambda: timed(found.for_url(opened.url), page, choice.method)
        )
    decision = strict(page, decision, choice.threshold)
    why = None
    if not decision.kept:
        why = why_empty(page, method) if method else "the gold was not found in the page"
        if choice.threshold is not None and not page.not_html:
            why = "nothing scores as high as the threshold"
    return Decided(decision, spent, why)


def timed(method: Method, page: Page, name: str) -> tuple[Decision, float]:
    start = time.perf_counter()
    try:
        decision = method.decide(page)
    except WebwinnowError:
        raise
    except Exception as error:  # whatever a method raises is to end in one line
        raise InputError(
            f"{name} failed on this page ({describe_error(error)}); try another method"
        ) from error
    return decision, (time.perf_counter() - start) * 1000


def gold_decision(opened: OpenedPage) -> Decision:
    if opened.gold is None:
        raise InputError(f"{opened.name!r} has no gold; open a page of a gold set")
    gold, page = opened.gold, opened.page

    def decide() -> tuple[Decision, float]:
        found = labels(page, gold)
        if found is None:
            raise InputError(
                f"{opened.name!r} is too long to find its gold in it; try a shorter page"
            )
        return found.decision(page), 0.0

    return opened.decided(GOLD, decide)[0]


def strict(page: Page, decision: Decision, threshold: float | None) -> Decision:
    """Visible runs with scores from the threshold on; the decision itself where it has no scores
    to go by.
    """
    if threshold is None or not grades(page, decision):
        return decision
    return Decision(
        page,
        visible_runs(page) & (rounded(decision) >= threshold),
        kind=decision.kind,
        score=decision.score,
        reason=decision.reason,
        reasons=decision.reasons,
        confidence=decision.confidence,
        page_type=decision.page_type,
    )


def grades(page: Page, decision: Decision) -> bool:
    return is_graded(decision, np.flatnonzero(choosable(page, decision)))


def choosable(page: Page, decision: Decision) -> NDArray[np.bool_]:
    """Runs that are visible, or kept though they are hidden."""
    shown: NDArray[np.bool_] = (visible_runs(page) | decision.keep) & (page.runs.block >= 0)
    return shown


def rounded(decision: Decision) -> NDArray[np.float64]:
    score: NDArray[np.float64] = decision.score.astype(np.float64).round(DIGITS)
    return score


def tally(page: Page, decision: Decision) -> Tally:
    """As `Comparison.tally`, of one decision, and quick on pages with very many blocks."""
    shown = choosable(page, decision)
    block, kept = page.runs.block, shown & decision.keep
    number = len(page.blocks)
    all_runs = np.bincount(block[shown], minlength=number)
    kept_runs = np.bincount(block[kept], minlength=number)
    return Tally(
        int(np.sum((all_runs > 0) & (kept_runs == all_runs))),
        int(np.sum((kept_runs > 0) & (kept_runs < all_runs))),
        int(page.runs.words[kept].sum()),
    )


def decision_view(opened: OpenedPage, choice: Choice, catalogue: Catalogue) -> dict[str, Any]:
    found = decided(opened, choice, catalogue)
    page, decision = opened.page, found.decision
    return {
        "method": choice.method,
        "preset": choice.preset,
        "threshold": choice.threshold,
        "keep": decision.keep.astype(np.uint8).tolist(),
        "score": rounded(decision).tolist(),
        "reason": decision.reason.tolist(),
        "reasons": decision.reasons,
        "kind": decision.kind.tolist(),
        "kinds": KIND_NAMES,
        "graded": grades(page, decision),
        "page_type": decision.page_type,
        "confidence": decision.confidence,
        "tally": tally(page, decision)._asdict(),
        "why_nothing": found.why_nothing,
        "milliseconds": round(found.milliseconds, 1),
    }


def text_view(
    opened: OpenedPage,
    choice: Choice,
    catalogue: Catalogue,
    *,
    to: str,
    options: RenderOptions,
    with_metadata: bool,
) -> str:
    decision = decided(opened, choice, catalogue).decision
    known = opened.metadata() if with_metadata else None
    return render(opened.page, decision, to=to, options=options, metadata=known)
