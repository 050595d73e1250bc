"""The worst pages of each method, gold and output side by side."""

from collections.abc import Iterator

from webwinnow.evaluation.measures import has_score, page_value
from webwinnow.evaluation.report.figures import Figures
from webwinnow.evaluation.report.text_diff import (
    MAX_WORD_LENGTH,
    Fold,
    Pair,
    Piece,
    Rest,
    Word,
    diff_texts,
)
from webwinnow.evaluation.results import Evaluation, PageScore
from webwinnow.html_builder import Html, joined, tag
from webwinnow.messages import count_noun

PAGES_OF_FIRST, PAGES_OF_OTHERS = 10, 5
MAX_ERROR_LENGTH = 500


def worst_pages(evaluation: Evaluation, figures: Figures) -> Iterator[Html]:
    """The worst pages of all methods in the requested order; more of the first method, which is
    usually the one under development.
    """
    for number, method in enumerate(figures.scores):
        scored = figures.pages(method, figures.main[0])
        worst = sorted(scored, key=lambda score: (page_value(score, figures.main[0]), score.page))[
            : PAGES_OF_OTHERS if number else PAGES_OF_FIRST
        ]
        yield tag("h3", method)
        for score in worst:
            yield one_page(score, evaluation.gold.get(score.page, ""), figures)


def one_page(score: PageScore, gold: str, figures: Figures) -> Html:
    measures = [measure for measure in figures.main if has_score(score, measure.family)]
    values = ", ".join(f"{measure.title} {page_value(score, measure):.3f}" for measure in measures)
    kind = f" ({score.type})" if score.type else ""
    summary = tag("summary", tag("strong", score.page), f"{kind}: {values}")
    counts = score.counts.get("bag")
    parts: list[Html] = []
    if score.error:
        parts.append(tag("p", f"Failed: {score.error[:MAX_ERROR_LENGTH]}", class_="error"))
    if counts:
        shares = f"Precision {counts.precision:.3f}, recall {counts.recall:.3f}: "
        words = f"{count_noun(counts.only_gold, 'word')} missed, {counts.only_output:,} too many."
        parts.append(tag("p", shares + words, class_="note"))
    return tag("details", summary, *parts, diff_table(gold, score.output), class_="page")


def diff_table(gold: str, output: str) -> Html:
    if not gold.split() and not output.split():
        return tag("p", "Gold and output are both empty.", class_="note")
    head = tag("tr", tag("th", "gold", scope="col"), tag("th", "output", scope="col"))
    body = joined(map(diff_row, diff_texts(gold, output)))
    return tag("table", tag("thead", head), tag("tbody", body), class_="sides")


def diff_row(part: Pair | Fold | Rest) -> Html:
    if isinstance(part, Pair):
        gold = joined(render_piece(piece, "del", "missed") for piece in part.gold)
        output = joined(render_piece(piece, "ins", "too many") for piece in part.output)
        return tag("tr", tag("td", gold, dir="auto"), tag("td", output, dir="auto"))
    if isinstance(part, Fold):
        note = f"… {count_noun(part.words, 'equal word')} …"
    else:
        gold_rest, output_rest = count_noun(part.gold, "word"), count_noun(part.output, "word")
        note = f"{gold_rest} of gold and {output_rest} of output are not shown"
    return tag("tr", tag("td", note, colspan="2"))


def render_piece(piece: Piece, name: str, description: str) -> Html:
    start = separator(piece.words[0])
    if piece.is_equal:
        return joined([start, render_words(piece.words)])
    if not piece.omitted:
        return joined([start, tag(name, render_words(piece.words))])
    half = len(piece.words) // 2
    more = f" … {count_noun(piece.omitted, 'more word')} {description} … "
    first, last = (
        tag(name, render_words(words)) for words in (piece.words[:half], piece.words[half:])
    )
    return joined([start, first, tag("span", more, class_="more"), last])


def render_words(words: list[Word]) -> Html:
    """The words without the separator before the first, which is not marked as different."""
    texts = [
        word.text[:MAX_WORD_LENGTH] + "…" * (len(word.text) > MAX_WORD_LENGTH) for word in words
    ]
    return joined(
        joined([separator(word) if number else "", text])
        for number, (word, text) in enumerate(zip(words, texts, strict=True))
    )


def separator(word: Word) -> str:
    return tag("br") if word.before == "\n" else word.before
