"""Render matplotlib figures as inline SVG, identical on every run."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from io import StringIO
from typing import Any

from webwinnow.errors import InputError

# Placeholder for the page's text colour, which the browser decides.
INK = "#010203"
FAINT = "#8a8f98"  # readable on light and on dark
# After Okabe and Ito: distinguishable for colour-blind readers, and by lightness.
COLOURS = (
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a5a2b", "#7570b3",
    "#8c8c2c", INK,
)  # fmt: skip
MARKERS = "osD^vPX<>h"
SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": FAINT,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "lines.markeredgewidth": 0,
    "grid.color": FAINT,
    "grid.alpha": 0.3,
    # Method names are plain text, whatever characters they contain.
    "text.parse_math": False,
    "text.usetex": False,
}


def require_matplotlib() -> None:
    """Raise `InputError` with the remedy if matplotlib is not installed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise InputError(
            "a report needs matplotlib, which is not installed;"
            " run: pip install 'webwinnow[report]'"
        ) from error


@contextmanager
def figure(width: float, height: float) -> Iterator[Any]:
    """An empty figure of that size in inches, in the report's style; leaves user settings alone."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(SETTINGS)
        yield Figure((width, height))


def inline(drawn: Any, name: str, label: str) -> str:
    """The figure as an SVG element; `name` prefixes its ids, so that they are unique."""
    import matplotlib

    matplotlib.rcParams["svg.hashsalt"] = name
    out = StringIO()
    drawn.savefig(out, format="svg", transparent=True, bbox_inches="tight", pad_inches=0.05)
    svg = out.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", svg)
    svg = svg.replace(INK, "currentColor")
    width = re.search(r'width="([\d.]+)pt"', svg)
    size = f'style="max-width: {width[1]}pt" ' if width else ""
    svg = re.sub(r'(<svg\b[^>]*?) width="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg\b[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{escape(label)}" {size}', 1)
