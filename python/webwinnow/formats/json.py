"""Render kept segments as one line of JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from webwinnow._core import Decision, Segment


def render_json(
    segments: list[Segment],
    fields: dict[str, Any],
    text: str,
    decision: Decision,
    comments: str | None = None,
) -> str:
    """Write one object on one line, so that many pages make a JSON Lines file.

    `comments` is the text of reader comments that are not in the text.
    """
    confidence = decision.confidence
    document = {
        "metadata": fields,
        "text": text,
        "score": None if confidence is None else round(confidence, 4),
        "page_type": decision.page_type,
        "comments": comments,
        "blocks": [segment_object(segment) for segment in segments],
    }
    return json.dumps(without_none(document), ensure_ascii=False) + "\n"


def segment_object(segment: Segment) -> dict[str, Any]:
    return without_none(
        {
            "kind": segment.kind,
            "level": segment.level,
            "text": segment.text,
            "score": round(segment.score, 4),
            "reason": segment.reason,
            "tag": segment.tag,
            "language": segment.language,
            "cell": segment.cell and segment.cell[:2],
            "runs": segment.runs,
        }
    )


def without_none(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
