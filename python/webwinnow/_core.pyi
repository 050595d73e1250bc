"""The binary, as Python sees it: what renders."""

class Page: ...
class Decision: ...

def render(
    page: Page, decision: Decision, to: str, links: bool, images: bool, tables: bool, /
) -> str:
    """The kept runs as "text", "markdown", "html" or "cleaneval"; ValueError for other names, and
    for a decision with another number of runs than the page. Releases the GIL.

    Runs of scripts, styles and comments are never rendered. A text that is not empty ends in a
    line break.
    """

def segments(page: Page, decision: Decision, *, tables: bool = True) -> list[Segment]:
    """The kept segments in order: the lines of the plain text. Releases the GIL."""

class Segment:
    """The kept runs of one block, or a stretch of them that a method opens with a kind of its
    own. The blocks of one preformatted element are one segment."""

    @property
    def kind(self) -> str:
        """ "heading", "paragraph" or "list item"."""
    @property
    def level(self) -> int | None:
        """1 to 6 for a heading, 2 where only the method knows of one; else None."""
    @property
    def text(self) -> str:
        """White space collapsed, a line break for each `br`; code is verbatim."""
    @property
    def places(self) -> list[tuple[str, int]]:
        """The containers around it, outermost first, each with a number of its own.

        They nest as a grammar wants: "list" and "ordered list" hold "item"s, "terms" hold "term"s
        and "definition"s, a "table" holds "caption"s and "row"s of "cell"s; "quote" holds anything.
        """
    @property
    def cell(self) -> tuple[int, int, int, int, bool, int] | None:
        """In a data table: row, column, how many columns and rows the cell covers, whether it is
        a header, and the empty places between it and the cell before it in the row."""
    @property
    def is_code(self) -> bool: ...
    @property
    def language(self) -> str | None:
        """The programming language that the markup names."""
    @property
    def runs(self) -> list[int]:
        """Indices of its runs."""
    @property
    def block(self) -> int:
        """Index of its (first) block."""
    @property
    def tag(self) -> str:
        """The name of that block's element."""
    @property
    def score(self) -> float:
        """Mean over its runs."""
    @property
    def reason(self) -> str:
        """Of its first run."""
