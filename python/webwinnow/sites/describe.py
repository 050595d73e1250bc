"""What is known of a site, as people read it."""

from collections.abc import Iterator

from webwinnow.messages import count_noun
from webwinnow.methods.goldminer.template import Site, Template
from webwinnow.sites.check import Trial, Verdict

__all__ = ["described", "in_short", "of_trial", "of_verdict"]

# Of the texts that recur, so many are shown, and so much of each.
TEXTS_SHOWN, LONGEST_SHOWN = 5, 60


def in_short(site: Site) -> str:
    if not site.templates:
        return f"{site.host}: no template: {site.problem or 'nothing was learned'}"
    seen = f"in {count_noun(site.sample, 'page')}"
    return f"{site.host}: {count_noun(len(site.templates), 'template')} for {found_in(site)} {seen}"


def found_in(site: Site) -> str:
    return f"{round(site.match * site.articles):,} of {count_noun(site.articles, 'article')}"


def described(site: Site) -> Iterator[str]:
    """All that a file of templates says, in lines."""
    yield in_short(site)
    yield f"learned {site.learned or 'some day'} from what {site.inner or 'some method'} keeps"
    for number, template in enumerate(site.templates, 1):
        kept = f"{100 * template.score:.1f} % of their text"
        yield ""
        yield f"template {number}: {count_noun(template.support, 'article')}, {kept}"
        yield from (f"  {name:10} {value}" for name, value in parts_of(template) if value)


def parts_of(template: Template) -> Iterator[tuple[str, str]]:
    yield "container", template.container
    yield "begin", " or ".join(template.begin)
    yield "end", " or ".join(template.end)
    yield "text at", ", ".join(template.rich)
    yield "no text at", ", ".join(template.poor)
    for number, text in enumerate(template.recurring[:TEXTS_SHOWN]):
        is_long = len(text) > LONGEST_SHOWN
        yield "" if number else "recurring", text[:LONGEST_SHOWN] + "…" * is_long
    more = len(template.recurring) - TEXTS_SHOWN
    yield "", f"and {count_noun(more, 'other')}" if more > 0 else ""


def of_verdict(found: Verdict) -> str:
    if found.template is None:
        return "text, but no template fits" if found.is_missed else "no article"
    inside = f"{found.inside:,} of {count_noun(found.good, 'good character')} inside"
    return f"template {found.template + 1}, {inside}"


def of_trial(trial: Trial, remedy: str) -> Iterator[str]:
    """`remedy` is the command that learns anew."""
    site = trial.site
    yield f"{site.host}: an article on {trial.found:,} of {count_noun(trial.pages, 'page')}"
    for number, template in enumerate(site.templates):
        count = trial.by_template[number]
        yield f"  template {number + 1}, {template.container}: {count_noun(count, 'page')}"
    if trial.missed:
        yield f"  no template, but text: {count_noun(trial.missed, 'page')}"
    nothing = trial.pages - trial.found - trial.missed
    if nothing:
        yield f"  no article: {count_noun(nothing, 'page')}"
    if trial.good:
        share = 100 * trial.inside / trial.good
        yield f"of what {site.inner} keeps on pages with an article, {share:.1f} % is inside"
    yield opinion(trial, remedy)


def opinion(trial: Trial, remedy: str) -> str:
    now, then = (f"{100 * share:.0f} %" for share in (trial.match, trial.site.match))
    if not trial.is_telling:
        return "too few pages with text to tell whether the templates still fit; try more"
    found = f"they find {now} of the articles, and found {then} when they were learned"
    if trial.is_stale:
        return f"the templates look stale: {found}; learn them again: {remedy}"
    return f"the templates fit: {found}"
