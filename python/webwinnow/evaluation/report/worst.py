"""The pages on which methods do worst, gold and output side by side."""

from collections.abc import Iterator

from webwinnow.evaluation.report.differences import (
    LONGEST_WORD,
    Cut,
    Fold,
    Pair,
    Piece,
    Word,
    side_by_side,
)
from webwinnow.evaluation.report.figures import Figures, has, page_value
from webwinnow.evaluation.results import Evaluation, PageScore
from webwinnow.html_builder import Html, joined, tag
from webwinnow.messages import count_noun

__all__ = ["pages"]

OF_FIRST, OF_OTHERS = 10, 5
LONGEST_ERROR = 500


def pages(evaluation: Evaluation, figures: Figures) -> Iterator[Html]:
    """Methods in the order they were asked for: more pages of the first, which is the one that
    people work on.
    """
    for number, method in enumerate(figures.scores):
        scored = figures.pages(method, figures.main[0])
        worst = sorted(scored, key=lambda score: (page_value(score, figures.main[0]), score.page))[
            : OF_OTHERS if number else OF_FIRST
        ]
        yield tag("h3", method)
        for score in worst:
            yield one_page(score, evaluation.gold.get(score.page, ""), figures)


def one_page(score: PageScore, gold: str, figures: Figures) -> Html:
    values = [measure for measure in figures.measures if has(score, measure.family)]
    told = ", ".join(
        f"{measure.title} {page_value(score, measure):.3f}" for measure in values if measure.is_main
    )
    kind = f" ({score.type})" if score.type else ""
    summary = tag("summary", tag("strong", score.page), f"{kind}: {told}")
    counts = score.counts.get("bag")
    parts: list[Html] = []
    if score.error:
        parts.append(tag("p", f"Failed: {score.error[:LONGEST_ERROR]}", class_="error"))
    if counts:
        shares = f"Precision {counts.precision:.3f}, recall {counts.recall:.3f}: "
        words = f"{count_noun(counts.only_gold, 'word')} missed, {counts.only_output:,} too many."
        parts.append(tag("p", shares + words, class_="note"))
    return tag("details", summary, *parts, sides(gold, score.output), class_="page")


def sides(gold: str, output: str) -> Html:
    if not gold.split() and not output.split():
        return tag("p", "Gold and output are both empty.", class_="note")
    head = tag("tr", tag("th", "gold", scope="col"), tag("th", "output", scope="col"))
    body = joined(map(row, side_by_side(gold, output)))
    return tag("table", tag("thead", head), tag("tbody", body), class_="sides")


def row(part: Pair | Fold | Cut) -> Html:
    if isinstance(part, Pair):
        gold = joined(piece(found, "del", "missed") for found in part.gold)
        output = joined(piece(found, "ins", "too many") for found in part.output)
        return tag("tr", tag("td", gold, dir="auto"), tag("td", output, dir="auto"))
    if isinstance(part, Fold):
        note = f"… {count_noun(part.words, 'equal word')} …"
    else:
        gold_rest, output_rest = count_noun(part.gold, "word"), count_noun(part.output, "word")
        note = f"cut here: {gold_rest} of gold and {output_rest} of output are not shown"
    return tag("tr", tag("td", note, colspan="2"))


def piece(found: Piece, name: str, fate: str) -> Html:
    if found.is_equal:
        return joined([apart(found.words[0]), text(found.words)])
    if not found.left_out:
        return joined([apart(found.words[0]), tag(name, text(found.words))])
    half = len(found.words) // 2
    more = tag("span", f" … {count_noun(found.left_out, 'more word')} {fate} … ", class_="more")
    shown = [tag(name, text(words)) for words in (found.words[:half], found.words[half:])]
    return joined([apart(found.words[0]), shown[0], more, shown[1]])


def text(words: list[Word]) -> Html:
    """Without what sets the first word apart, which is not its own to be marked."""
    shown = [word.text[:LONGEST_WORD] + "…" * (len(word.text) > LONGEST_WORD) for word in words]
    return joined(
        joined([apart(word) if number else "", part])
        for number, (word, part) in enumerate(zip(words, shown, strict=True))
    )


def apart(word: Word) -> str:
    return tag("br") if word.before == "\n" else word.before
