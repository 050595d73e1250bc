"""The HTML page of a report."""

from collections.abc import Iterable, Iterator
from datetime import date

from webwinnow import __version__
from webwinnow.evaluation.report import plots, tables
from webwinnow.evaluation.report.figures import Figures
from webwinnow.evaluation.report.worst_pages import MAX_ERROR_LENGTH, worst_pages
from webwinnow.evaluation.results import Evaluation
from webwinnow.html_builder import Html, details, joined, report_page, tag
from webwinnow.messages import count_noun

# Longer lists start closed.
MAX_OPEN = 10
# Problems of each kind that are listed; the rest is counted.
MAX_LISTED = 200


def render_page(evaluation: Evaluation, day: date) -> str:
    figures = Figures(evaluation)
    title = f"{evaluation.set_name}: methods compared"
    sections = {
        "Notes and omissions": notes(evaluation, figures),
        **results(evaluation, figures),
    }
    return report_page(title, facts(evaluation, figures, day), sections)


def facts(evaluation: Evaluation, figures: Figures, day: date) -> Html:
    pages = {score.page for score in evaluation.scores}
    methods = [
        joined([name, tag("span", f" {evaluation.versions[name]}", class_="note")])
        if name in evaluation.versions
        else name
        for name in figures.scores
    ]
    found: dict[str, str | None] = {
        "Set": f"{evaluation.set_name} (layout {evaluation.layout})",
        "Pages counted": f"{len(pages):,}",
        "Methods": joined(methods, ", ") if methods else "none",
        "Cross-validation": f"{evaluation.folds} folds, by site" if evaluation.folds else None,
        "Digest of the set": tag("code", evaluation.digest),
        "Command": tag("code", evaluation.command) if evaluation.command else None,
        "Made": f"{day.isoformat()}, webwinnow {__version__}",
    }
    return tag(
        "dl",
        *(joined([tag("dt", name), tag("dd", fact)]) for name, fact in found.items() if fact),
    )


def notes(evaluation: Evaluation, figures: Figures) -> Html:
    """Notes of the runner, problems of the set, skipped methods and failed pages."""
    parts = []
    if evaluation.notes:
        parts.append(tag("ul", *(tag("li", note) for note in evaluation.notes)))
    if evaluation.problems:
        lines = [f"{problem.name}: {problem.what}" for problem in evaluation.problems]
        parts.append(
            listed(f"{count_noun(len(lines), 'page')} of the set could not be used", lines)
        )
    if evaluation.skipped:
        lines = [f"{name}: {reason}" for name, reason in evaluation.skipped.items()]
        parts.append(listed(f"{count_noun(len(lines), 'method')} could not run", lines))
    for method, scores in figures.scores.items():
        lines = [f"{score.page}: {score.error}" for score in scores if score.error]
        if lines:
            failed = f"{method} failed on {count_noun(len(lines), 'page')} of {len(scores):,}"
            parts.append(listed(f"{failed}, which count as empty outputs", lines))
    return joined(parts) if parts else tag("p", "Nothing: every method ran on every page.")


def listed(summary: str, lines: list[str]) -> Html:
    more = len(lines) - MAX_LISTED
    items = [tag("li", line[:MAX_ERROR_LENGTH]) for line in lines[:MAX_LISTED]]
    if more > 0:
        items.append(tag("li", f"and {more:,} more", class_="note"))
    return details(summary, tag("ul", *items), is_open=len(lines) <= MAX_OPEN)


def results(evaluation: Evaluation, figures: Figures) -> dict[str, Html]:
    if not figures.main:
        return {"Scores": tag("p", "No page was scored.")}
    found = {"Scores": scores(figures)}
    if label_table := tables.labels(figures):
        found["Labels"] = label_table
    if figures.by_type:
        found["Types of pages"] = tables.by_type(figures)
    if curves := plots.precision_and_recall(figures):
        found["Precision and recall"] = precision_and_recall(figures, curves)
    found["Pages"] = joined(
        [Html(plots.distributions(figures)), details("As a table", tables.distributions(figures))]
    )
    if times := plots.times(figures):
        found["Time"] = joined([Html(times), details("As a table", tables.times(figures))])
    found["Worst pages"] = worst_pages_section(worst_pages(evaluation, figures))
    return found


def scores(figures: Figures) -> Html:
    unit = next(iter(figures.intervals.values()))
    drawn = f"resampled by {unit.unit}, {count_noun(unit.units, unit.unit)}"
    parts = [
        tables.scores(figures, figures.main, f"Scores with 95 % intervals, {drawn}"),
        Html(plots.scores(figures)),
        details("Definition of the scores, with precision and recall", *families(figures)),
    ]
    if len(figures.ranked) > 1:
        parts += [
            tag("h3", "Differences between methods"),
            tables.differences(figures),
            tag(
                "p",
                f"p is the probability of a difference this large if each {unit.unit}'s two results"
                " were swapped at random. Of many differences, some are under 0.05 by chance"
                " alone.",
                class_="note",
            ),
        ]
    return joined(parts)


def families(figures: Figures) -> Iterator[Html]:
    for family in dict.fromkeys(measure.family for measure in figures.measures):
        averaged = "mean over pages" if family.averaging == "mean" else "all pages counted together"
        measures = [measure for measure in figures.measures if measure.family == family]
        caption = f"{family.title}: {family.description}; {averaged}"
        yield tables.scores(figures, measures, caption)


def precision_and_recall(figures: Figures, drawn: str) -> Html:
    table = tables.curves(figures)
    note = "Bag of words, mean over pages. A point is a method"
    if table:
        note += "; a line shows it at other thresholds"
    parts = [tag("p", f"{note}. Dashed lines join points of equal F1.", class_="note"), Html(drawn)]
    return joined([*parts, details("As a table", table)] if table else parts)


def worst_pages_section(found: Iterable[Html]) -> Html:
    missed, extra = tag("del", "struck through"), tag("ins", "underlined")
    note = joined([
        "Words of the gold that the output lacks are ", missed, "; words of the output that the"
        " gold lacks are ", extra, ". Long equal stretches are folded; a few words that match by"
        " chance inside a long difference are shown as different.",
    ])  # fmt: skip
    return joined([tag("p", note, class_="note"), *found])
