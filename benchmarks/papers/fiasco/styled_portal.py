"""fiasco-visual with and without style sheets, on a crawl of a generated portal.

    python -m benchmarks.papers.fiasco.styled_portal
    python -m benchmarks.papers.fiasco.styled_portal --articles 200 --seed 1

The pages are those of the GoldMiner benchmark's portal, with the style sheets in `portal_styles`:
columns, letter sizes, and elements that readers do not see (folded comments and a dialog). A real
`webwinnow crawl --with-styles` of a server on loopback stores them in a WARC file, and the methods
clean the articles and lists of articles in it. A kept paragraph is right if it is a paragraph of
the article on the same page, to the letter but for white space; all pages count together.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.papers.goldminer.generated_portal import right_of
from tests.support.portal import Portal, PortalResponse, served
from webwinnow import extract
from webwinnow._core import segments
from webwinnow.evaluation.scores import Counts
from webwinnow.io.warc import WarcPage, pages
from webwinnow.visual.styles import StyleSource
from webwinnow.visual.styles.archive import ArchiveStyles

FOLDER = Path(__file__).with_name("portal_styles")
STYLES = {f"/styles/{path.name}": path.read_bytes() for path in FOLDER.glob("*.css")}
CSS = {"Content-Type": "text/css"}
DIALOG = (
    '<div class="dialog"><p>We and our partners store and read information on your device, and we '
    "use it to measure how our pages are read. You can change what you allow at any time, and you "
    "can read more about it in the statement on your data.</p><p>Accept all</p></div>"
)
#: Style sheet by the section of a page; the others have site.css.
OTHERS = {"blogs": "blog.css", "local": "bare.css"}
COLUMNS = ("method", "style sheets", "P", "R", "F1", "seconds")


class StyledPortal(Portal):
    """The portal with style sheets."""

    def page(self, path: str, attempt: int = 1) -> PortalResponse:
        if path in STYLES:
            return PortalResponse(200, STYLES[path], CSS)
        response = super().page(path, attempt)
        sheet = OTHERS.get(path.split("/")[1], "site.css")
        link = f'<head><link rel="stylesheet" href="/styles/{sheet}">'.encode()
        body = response.body.replace(b"<head>", link, 1)
        body = body.replace(b"</body>", DIALOG.encode() + b"</body>", 1)
        return PortalResponse(
            response.status, body, response.headers, response.delay, response.reset
        )


def crawl(address: str, archive: Path) -> None:
    command = [
        *(sys.executable, "-m", "webwinnow", "crawl", f"{address}/", "-o", str(archive)),
        *("--with-styles", "--delay=0", "--concurrency=1", "--allow-private", "--max-depth=8"),
    ]
    subprocess.run(command, check=True)


def crawled(archive: Path, address: str, portal: Portal) -> list[tuple[WarcPage, list[str]]]:
    """Articles and lists of articles of the archive, with the paragraphs of their articles."""
    wanted = {*portal.articles(), *portal.indexes()}
    found = ((page, page.url.removeprefix(address)) for page in pages(archive))
    return [(page, portal.truth(path)) for page, path in found if path in wanted]


def measure(
    method: str, found: list[tuple[WarcPage, list[str]]], styles: StyleSource | None
) -> tuple[Counts, str]:
    """Counts of paragraphs, and of style sheets that were found."""
    total, sheets, missing = Counts(0, 0, 0), 0, 0
    for page, truth in found:
        document = extract(
            page.html, url=page.url, charset=page.charset, method=method, styles=styles
        )
        assert document.page is not None
        assert document.decision is not None
        kept = [each.text for each in segments(document.page, document.decision)]
        total += right_of(kept, truth)
        if document.styles:
            sheets += len(document.styles.found)
            missing += len(document.styles.missing)
    return total, f"{sheets:,} of {sheets + missing:,}" if styles else "none"


def rows(articles: int, seed: int, folder: Path) -> Iterator[str]:
    portal, archive = StyledPortal(seed, articles, slow=0.1), folder / "portal.warc.gz"
    with served(portal) as site:
        crawl(site.address, archive)
    found = crawled(archive, site.address, portal)
    yield f"{len(found)} pages, {sum(bool(truth) for _, truth in found)} of them articles\n"
    yield f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}"
    systems = [("fiasco", None), ("fiasco-visual", None), ("fiasco-visual", ArchiveStyles(archive))]
    for method, styles in systems:
        start = time.perf_counter()
        counts, sheets = measure(method, found, styles)
        scores = (f"{100 * each:.2f}" for each in (counts.precision, counts.recall, counts.f1))
        seconds = time.perf_counter() - start
        yield f"| {' | '.join([method, sheets, *scores, f'{seconds:.0f}'])} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--articles", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        for row in rows(options.articles, options.seed, Path(folder)):
            print(row, flush=True)


if __name__ == "__main__":
    main()
