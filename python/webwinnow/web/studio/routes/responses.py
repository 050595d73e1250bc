"""JSON of labels and page status, sanitized pages, and file downloads."""

from typing import Any
from urllib.parse import quote

from starlette.responses import HTMLResponse

from webwinnow import annotation
from webwinnow._core import Page, sanitize
from webwinnow.annotation import AnnotatorLabels, LabelChange, PageStatus, Store, safe_file_name

# A browser may only draw a sanitized page.
SANITIZED_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin"
)


def sanitized_page(page: Page) -> HTMLResponse:
    """Respond with an untrusted page, with a comment before each run.

    Three layers protect the viewer: the core removes scripts, handlers and URLs; the policy above
    lets nothing run or load; and the studio shows the page in a sandboxed frame without scripts.
    The header `X-Page-Cut` is 1 for a truncated page.
    """
    html, is_truncated = sanitize(page)
    headers = {
        "Content-Security-Policy": SANITIZED_POLICY,
        "X-Page-Cut": "1" if is_truncated else "0",
    }
    return HTMLResponse(html, headers=headers)


def attachment_header(name: str, suffix: str) -> dict[str, str]:
    """Content-Disposition header for a download with a safe file name.

    >>> print(attachment_header("Świat/1", ".zip")["Content-Disposition"])
    attachment; filename="_wiat_1.zip"; filename*=UTF-8''%C5%9Awiat_1.zip
    """
    file = safe_file_name(name) + suffix
    # RFC 6266 has a notation for names beyond ASCII; old programs read the plain name.
    plain = file.encode("ascii", "replace").decode().replace("?", "_")
    disposition = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(file)}"
    return {"Content-Disposition": disposition}


def status_json(status: PageStatus) -> dict[str, Any]:
    """Result for a page; `differing`, `open` and `overruled` are numbers of blocks."""
    return {
        "settled": status.is_settled,
        "differing": status.differing_blocks,
        "open": status.open_blocks,
        "overruled": status.overruled_blocks,
        "problem": status.problem,
    }


def labels_json(current: AnnotatorLabels) -> dict[str, Any]:
    return {"labels": current.labels.tolist(), **labels_state_json(current)}


def change_json(change: LabelChange) -> dict[str, Any]:
    """The changed runs with their new labels."""
    changes = [[run, new] for run, _, new in change.changes]
    return {"changes": changes, **labels_state_json(change.current)}


def labels_state_json(current: AnnotatorLabels) -> dict[str, Any]:
    """Everything but the labels, which can be many."""
    return {
        "act": current.change,
        "can_undo": current.can_undo,
        "can_redo": current.can_redo,
        "state": current.state,
        "left": current.left,
        "prelabelled": current.prelabelled,
        "carried": current.carried,
    }


def labelled_runs_json(store: Store, page: int, annotator: str) -> dict[str, Any]:
    """Runs that the annotator labelled; other labels come from a method."""
    return {"touched": annotation.labelled_runs(store, page, annotator)}


def conflict_fields(store: Store, page: int, annotator: str) -> dict[str, Any]:
    """The current labels, for a client whose labels are outdated."""
    current = annotation.annotator_labels(store, page, annotator)
    return {**labels_json(current), **labelled_runs_json(store, page, annotator)}
