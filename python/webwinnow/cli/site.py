"""The command `webwinnow site`."""

import json
import shlex
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webwinnow.cli.console import FAILED
from webwinnow.cli.options import AllowPrivate, command_group, reject_empty
from webwinnow.cli.progress import ProgressBar
from webwinnow.errors import InputError, ModelError
from webwinnow.messages import count_noun, printable, warn, warn_about

if TYPE_CHECKING:
    from webwinnow.methods.goldminer.store import Store
    from webwinnow.sites import Site
    from webwinnow.sites.sources import InputPage

app = command_group("site")

Pages = Annotated[
    list[str],
    typer.Argument(
        metavar="PAGES", help="Files, folders, URLs and WARC files.", show_default=False
    ),
]
Templates = Annotated[
    str,
    typer.Option(
        "-t",
        "--templates",
        metavar="PATH",
        help="Template store: a folder or an SQLite file (.db).",
    ),
]


@app.callback(invoke_without_command=True)
def site(context: typer.Context) -> None:
    """Learn, show and test the templates of sites, for --method goldminer.

    \b
    webwinnow site learn crawl/ -t templates
    webwinnow clean crawl/ -o texts/ --method goldminer:templates=templates
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def learn(
    pages: Pages,
    templates: Templates = "templates",
    host: Annotated[
        str | None,
        typer.Option(
            metavar="HOST", help="Host of all pages (default: from the URL of each page)."
        ),
    ] = None,
    inner: Annotated[
        str, typer.Option(metavar="NAME", help="Method that finds the content of sample pages.")
    ] = "justext",
    sample: Annotated[
        int,
        typer.Option(metavar="N", min=2, help="Learn from N pages of each host, spread evenly."),
    ] = 100,
    min_text: Annotated[
        int, typer.Option(metavar="N", min=1, help="Minimum characters of an article.")
    ] = 500,
    min_pages: Annotated[
        int, typer.Option(metavar="N", min=2, help="Minimum articles for a template.")
    ] = 5,
    preset: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Rules to learn with: paper (default: our own)."),
    ] = None,
    allow_private: AllowPrivate = False,
    quiet: Annotated[
        bool,
        typer.Option("-q", "--quiet", help="Report failures only: no summary, no progress bar."),
    ] = False,
) -> None:
    """Learn the templates of all hosts in these pages.

    \b
    webwinnow site learn crawl.warc.gz
    webwinnow site learn saved-pages/ --host news.example.org -t templates.db
    webwinnow clean crawl/ -o texts/ --method goldminer:templates=templates

    The host of a page comes from its URL, or else from the URL that the page declares. The sample
    is spread evenly over the pages of a host. Exit status: 0 success, 1 no template was learned or
    some pages could not be read, 2 invalid command line.
    """
    # Imported here: other commands start without NumPy.
    from webwinnow.methods import load
    from webwinnow.methods.goldminer.method import GoldMiner
    from webwinnow.methods.goldminer.store import open_store
    from webwinnow.sites import Learning
    from webwinnow.sites.spool import HostSamples

    reject_empty({"-t": templates, "--host": host})
    if sample < min_pages:
        raise InputError(
            f"a sample of {sample} pages cannot have {min_pages} articles; raise --sample, or "
            "lower --min-pages"
        )
    miner = load("goldminer", preset=preset, inner=inner)
    assert isinstance(miner, GoldMiner)
    miner.check_usable()
    reader = PageReader(pages, parse_host(host), allow_private)
    store = open_store(Path(templates), create=True)
    with closing(HostSamples(Learning(sample, min_text, min_pages, miner.chosen_rules))) as samples:
        without_host = learned = 0
        with ProgressBar("reading pages", reader.total, quiet=quiet) as bar:
            for each in reader.read(bar):
                if each.host is None:
                    without_host += 1
                else:
                    samples.add(each.host, each.page)
        with ProgressBar("learning", quiet=quiet, prints=True):
            for known in samples.learn(miner.inner_method):
                line = store_site(known, store)
                learned += bool(known.templates)
                if not quiet:
                    print(printable(line))
    if without_host:
        warn(f"{count_noun(without_host, 'page')} without a host; set it with --host")
    if learned and not quiet:
        setting = shlex.quote(
            f"goldminer{f':preset={preset}' if preset else ''}:templates={templates}"
        )
        print(f"use the templates: webwinnow clean PAGE --method {setting}")
    raise typer.Exit(FAILED if reader.failed or not learned else 0)


@app.command()
def show(
    host: Annotated[
        str | None,
        typer.Argument(metavar="[HOST]", help="Host to show in detail (default: list all hosts)."),
    ] = None,
    templates: Templates = "templates",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per line, one for each host.")
    ] = False,
) -> None:
    """Show the templates of a site.

    \b
    webwinnow site show
    webwinnow site show news.example.org -t templates.db
    webwinnow site show --json

    Exit status: 0 success, 1 some templates are broken, 2 invalid command line.
    """
    # Imported here: other commands start without NumPy.
    from webwinnow.methods.goldminer.store import open_store
    from webwinnow.sites.check import describe_site, summarize_site

    reject_empty({"-t": templates, "HOST": host})
    store = open_store(Path(templates))
    broken = 0
    for name in [parse_host(host)] if host else store:
        try:
            known = get_site(store, name or "", templates)
        except ModelError as error:
            warn(str(error))
            broken += 1
            continue
        if as_json:
            print(json.dumps(json.loads(known.as_json()), ensure_ascii=False))
        elif host:
            print("\n".join(map(printable, describe_site(known))))
        else:
            print(printable(summarize_site(known)))
    raise typer.Exit(FAILED if broken else 0)


@app.command("test")
def check_templates(
    host: Annotated[str, typer.Argument(metavar="HOST", help="Host whose templates to test.")],
    pages: Pages,
    templates: Templates = "templates",
    show_pages: Annotated[
        bool, typer.Option("--show", help="Also print one line for each page.")
    ] = False,
    allow_private: AllowPrivate = False,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Show no progress bar.")] = False,
) -> None:
    """Test whether a site's templates still match its pages and keep their text.

    \b
    webwinnow site test news.example.org new-pages/
    webwinnow site test news.example.org crawl.warc.gz --show

    Pages of other hosts are skipped. From five articles on, the text that only one page has is
    compared with the text that the templates keep. Exit status: 0 the templates match, 1 they look
    stale, lose more than 5 % of this text, or some pages could not be read, 2 invalid command line.
    """
    # Imported here: other commands start without NumPy.
    from webwinnow.methods import METHODS, load, parse_method
    from webwinnow.methods.goldminer.store import open_store
    from webwinnow.sites.check import (
        CheckedPages,
        SiteCheck,
        check_page,
        describe_page,
        summarize_check,
    )

    reject_empty({"-t": templates, "HOST": host})
    name = parse_host(host) or ""
    known = get_site(open_store(Path(templates)), name, templates)
    if not known.templates:
        raise InputError(f"{name} has no templates ({known.problem}); learn from more pages")
    inner = load(known.inner if parse_method(known.inner).name in METHODS else "justext")
    trial, checked, skipped = SiteCheck(known), CheckedPages(), 0
    reader = PageReader(pages, None, allow_private)
    with ProgressBar("reading pages", reader.total, quiet=quiet, prints=show_pages) as bar:
        for each in reader.read(bar):
            if each.parsed is None or each.host not in (name, None):
                skipped += 1
                continue
            judged = check_page(each.parsed, known, inner)
            trial.add(judged)
            checked.add(each.parsed)
            if show_pages:
                print(printable(f"{each.name}: {describe_page(judged)}"))
    if skipped:
        warn(f"{count_noun(skipped, 'page')} of other hosts skipped")
    if not trial.pages:
        raise InputError(f"no page of {name} among these; name pages of it")
    trial.coverage = checked.coverage(known, inner)
    for line in summarize_check(trial, learn_command(name, templates)):
        print(printable(line))
    raise typer.Exit(FAILED if reader.failed or trial.is_stale or trial.loses_text else 0)


class PageReader:
    """Reads the pages of a command, and warns of those that cannot be read."""

    def __init__(self, names: list[str], host: str | None, allow_private: bool) -> None:
        from webwinnow.sites.sources import read_pages

        self.pages, self.total = read_pages(names, host=host, allow_private=allow_private)
        self.failed = 0

    def read(self, bar: ProgressBar) -> "Iterator[InputPage]":
        for done, each in enumerate(self.pages, 1):
            if each.error:
                self.failed += 1
                warn_about(each.name, each.error)
            else:
                yield each
            bar.update(done)


def parse_host(given: str | None) -> str | None:
    if given is None:
        return None
    from webwinnow.sites.sources import parse_host

    host = parse_host(given)
    if host is None:
        raise InputError(f"{given!r} is not a host; name one such as news.example.org")
    return host


def get_site(store: "Store", host: str, templates: str) -> "Site":
    known = store.get(host)
    if known is None:
        raise InputError(f"no templates of {host!r} in {templates!r}; {list_hosts(store)}")
    return known


def list_hosts(store: "Store", most: int = 5) -> str:
    hosts = store.hosts()
    listed = ", ".join(hosts[:most]) + (" …" if len(hosts) > most else "")
    return f"its hosts are {listed}" if hosts else "learn some with: webwinnow site learn"


def store_site(known: "Site", store: "Store") -> str:
    """Store the templates of a site, unless only the store has some; return a summary."""
    from webwinnow.sites.check import summarize_site

    if not known.templates and has_templates(store, known.host):
        return f"{summarize_site(known)}; the old templates are kept"
    store.put(known)
    return summarize_site(known)


def has_templates(store: "Store", host: str) -> bool:
    try:
        before = store.get(host)
    except (InputError, ModelError):  # a broken site is replaced
        return False
    return before is not None and bool(before.templates)


def learn_command(host: str, templates: str) -> str:
    words: Iterable[str] = ("--host", host, "-t", templates)
    return f"webwinnow site learn PAGES {shlex.join(words)}"
