"""Compute the values of `report.json`; `docs/corpus-formats.md` describes its keys."""

from typing import Any, TypedDict

from webwinnow import __version__
from webwinnow.corpus.phrases.comparison import Comparison
from webwinnow.corpus.record import REASONS
from webwinnow.corpus.report.tally import QUALITY_BINS, Tally, in_stage_order

#: Increases when a key changes its meaning or is removed.
VERSION = 1
MAX_HOSTS = 1000


class About(TypedDict, total=False):
    """Origin of the corpus, as far as known; times in ISO 8601."""

    command: str
    inputs: list[str]
    settings: dict[str, Any]
    engine: str
    workers: int
    started: str
    finished: str
    wall_seconds: float
    version: str  # of webwinnow (default: this version)


def numbers(tally: Tally, about: About, phrases: Comparison | None = None) -> dict[str, Any]:
    return {
        "report": VERSION,
        "about": {"version": __version__, **about},
        "rows": tally.rows,
        "documents": tally.documents,
        "characters": tally.chars,
        # Counted only if the settings require it.
        "tokens": tally.tokens or None,
        "html_bytes": tally.html_bytes,
        "styles": {"found": tally.styles_found, "missing": tally.styles_missing},
        "repeated": {"blocks": tally.repeated_blocks, "tokens": tally.repeated_tokens},
        "funnel": funnel(tally),
        "languages": languages(tally),
        "hosts": hosts(tally),
        "lengths": lengths(tally),
        "page_types": page_types(tally),
        "qualities": qualities(tally),
        # Of a sample, before and after cleaning; only if the settings ask for it.
        "phrases": None if phrases is None else phrases.as_json(),
        "throughput": throughput(tally, about),
        "told": {
            reason: [
                {"source": source, "offset": offset, "detail": detail}
                for _, source, offset, detail in rows
            ]
            for reason, rows in tally.examples.items()
        },
    }


def funnel(tally: Tally) -> list[dict[str, Any]]:
    """List every reason in the order of stages, with the rows left after it."""
    left = tally.rows
    found = []
    for reason, dropped in in_stage_order({**dict.fromkeys(REASONS, 0), **tally.drops}).items():
        left -= dropped
        found.append({"reason": reason, "dropped": dropped, "left": left})
    return found


def languages(tally: Tally) -> list[dict[str, Any]]:
    ranked = sorted(tally.languages.items(), key=lambda each: (-each[1][0], each[0]))
    return [
        {"language": code, "documents": documents, "characters": chars}
        for code, (documents, chars) in ranked
    ]


def hosts(tally: Tally) -> dict[str, Any]:
    missing = tally.hosts.missing
    return {
        "number": None if missing else len(tally.hosts.counts),
        "missing_at_most": missing,
        "most": [{"host": host, "documents": count} for host, count in tally.hosts.most(MAX_HOSTS)],
    }


def lengths(tally: Tally) -> list[dict[str, int]]:
    """Bins from the first to the last with documents."""
    bins = [
        {"from": 2 ** (digits - 1) if digits else 0, "to": 2**digits - 1, "documents": count}
        for digits, count in enumerate(tally.lengths)
    ]
    while bins and not bins[0]["documents"]:
        del bins[0]
    return bins


def page_types(tally: Tally) -> list[dict[str, Any]]:
    ranked = sorted(tally.page_types.items(), key=lambda each: (-each[1], each[0]))
    return [{"page_type": name, "documents": count} for name, count in ranked]


def qualities(tally: Tally) -> list[dict[str, float]]:
    """Bins of the quality scale; empty if no quality is known."""
    if not any(tally.qualities):
        return []
    return [
        {"from": place / QUALITY_BINS, "to": (place + 1) / QUALITY_BINS, "documents": count}
        for place, count in enumerate(tally.qualities)
    ]


def throughput(tally: Tally, about: About) -> dict[str, Any]:
    """Rates by wall time; None if the time is unknown."""
    wall = about.get("wall_seconds")
    amounts = {
        "rows": tally.rows,
        "documents": tally.documents,
        "characters": tally.chars,
        "html_bytes": tally.html_bytes,
    }
    return {
        "per_second": {
            name: round(amount / wall, 3) if wall else None for name, amount in amounts.items()
        },
        # Longest first.
        "seconds_of_work": {
            stage: round(seconds, 3)
            for stage, seconds in sorted(
                tally.seconds.items(), key=lambda each: (-each[1], each[0])
            )
        },
    }
