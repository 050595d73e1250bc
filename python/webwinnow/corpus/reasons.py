"""Why something that was read is not in the corpus: one word for tables, a line for people."""

__all__ = ["REASONS"]

#: In the order of the stages, which is that of the funnel.
REASONS = {
    "broken": "the record or file is broken",
    "large": "larger than the bound on its size",
    "status": "the server did not answer with 200",
    "type": "not HTML",
    "failed": "the method failed on the page",
    "empty": "the page has no text",
    "short": "too few characters of text",
    "thin": "too small a share of the page's characters is text",
    "sparse": "too small a share of the page's blocks is text",
    "language": "not in a wanted language",
    "quality": "too few of the language's frequent words",
    "repetitive": "the text repeats itself",
    "duplicate": "same text as an earlier page",
    "near-duplicate": "nearly the same text as an earlier page",
    "repeated": "all of its text occurs in earlier pages",
}
