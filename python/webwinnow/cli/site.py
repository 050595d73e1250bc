"""The commands `webwinnow site …`: parse arguments, make one call."""

import json
import shlex
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webwinnow.cli.options import FAILED, refuse_empty
from webwinnow.cli.watch import Show, watched
from webwinnow.errors import InputError, ModelError
from webwinnow.messages import count_noun, printable, warn

if TYPE_CHECKING:
    from webwinnow.sites import Site
    from webwinnow.sites.sources import Incoming
    from webwinnow.sites.store import Store

app = typer.Typer(
    name="site",
    rich_markup_mode=None,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Pages = Annotated[
    list[str],
    typer.Argument(
        metavar="PAGES", help="Files, folders, web addresses and WARC files.", show_default=False
    ),
]
Templates = Annotated[
    str,
    typer.Option(
        "-t", "--templates", metavar="PATH", help="Folder of templates, or an SQLite file (.db)."
    ),
]
AllowPrivate = Annotated[
    bool, typer.Option("--allow-private", help="Fetch from hosts of a private network too.")
]


@app.callback(invoke_without_command=True)
def site(context: typer.Context) -> None:
    """Learn where a site's articles begin and end, for --method goldminer.

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
        typer.Option(metavar="HOST", help="Of all pages, whatever they say themselves."),
    ] = None,
    inner: Annotated[
        str, typer.Option(metavar="NAME", help="The method that tells good text.")
    ] = "justext",
    sample: Annotated[
        int, typer.Option(metavar="N", min=2, help="Pages of a host that are learned from.")
    ] = 100,
    min_text: Annotated[
        int, typer.Option(metavar="N", min=1, help="Characters that an article has at least.")
    ] = 500,
    min_pages: Annotated[
        int, typer.Option(metavar="N", min=2, help="Articles that show a template, at least.")
    ] = 5,
    allow_private: AllowPrivate = False,
    quiet: Annotated[
        bool, typer.Option("-q", "--quiet", help="Failures only: no account, no progress bar.")
    ] = False,
) -> None:
    """Learn the templates of all hosts among these pages.

    \b
    webwinnow site learn crawl.warc.gz
    webwinnow site learn saved-pages/ --host news.example.org -t templates.db
    webwinnow clean crawl/ -o texts/ --method goldminer:templates=templates

    The host of a page is that of its address, or of the address that it gives itself. Of a host
    with more pages, a sample is taken that is spread evenly. Exit status: 0 all is well, 1 no
    template was learned, or some pages could not be read, 2 the command makes no sense as given.
    """
    # Imported here: other commands need no NumPy to start.
    from webwinnow.methods.goldminer.method import GoldMiner
    from webwinnow.sites import Learning
    from webwinnow.sites.gather import Gathered
    from webwinnow.sites.store import open_store

    refuse_empty({"-t": templates, "--host": host})
    if sample < min_pages:
        raise InputError(
            f"a sample of {sample} cannot show {min_pages} articles; raise --sample, or lower "
            "--min-pages"
        )
    method = GoldMiner(inner).plain
    method.check_usable()
    found = Reading(pages, host_named(host), allow_private)
    store = open_store(Path(templates), create=True)
    with closing(Gathered(Learning(sample, min_text, min_pages))) as gathered:
        with watched("reading pages", quiet) as show:
            for each in found.read(show):
                if each.host is None:
                    found.homeless += 1
                else:
                    gathered.add(each.host, each.page)
        learned = 0
        with watched("learning", quiet, prints=True):
            for known in gathered.learn(method):
                line = stored(known, store)
                learned += bool(known.templates)
                if not quiet:
                    print(printable(line))
    if found.homeless:
        pages_say = "page says" if found.homeless == 1 else "pages say"
        warn(f"{found.homeless:,} {pages_say} nothing of the host; name it with --host")
    if learned and not quiet:
        setting = shlex.quote(f"goldminer:templates={templates}")
        print(f"use what was learned: webwinnow clean PAGE --method {setting}")
    raise typer.Exit(FAILED if found.failed or not learned else 0)


@app.command()
def show(
    host: Annotated[
        str | None, typer.Argument(metavar="[HOST]", help="All hosts, in short, if left out.")
    ] = None,
    templates: Templates = "templates",
    as_json: Annotated[
        bool, typer.Option("--json", help="A JSON object a line, one for each host.")
    ] = False,
) -> None:
    """Show what was learned of a site.

    \b
    webwinnow site show
    webwinnow site show news.example.org -t templates.db
    webwinnow site show --json

    Exit status: 0 all is well, 1 some templates are broken, 2 the command makes no sense as given.
    """
    # Imported here: other commands need no NumPy to start.
    from webwinnow.sites.describe import described, in_short
    from webwinnow.sites.store import open_store

    refuse_empty({"-t": templates, "HOST": host})
    store = open_store(Path(templates))
    broken = 0
    for name in [host_named(host)] if host else store:
        try:
            known = of_host(store, name or "", templates)
        except ModelError as error:
            warn(str(error))
            broken += 1
            continue
        if as_json:
            print(json.dumps(json.loads(known.as_json()), ensure_ascii=False))
        elif host:
            print("\n".join(map(printable, described(known))))
        else:
            print(printable(in_short(known)))
    raise typer.Exit(FAILED if broken else 0)


@app.command("test")
def try_out(
    host: Annotated[str, typer.Argument(metavar="HOST", help="Whose templates to try.")],
    pages: Pages,
    templates: Templates = "templates",
    show_pages: Annotated[
        bool, typer.Option("--show", help="A line for each page, too, before the sum.")
    ] = False,
    allow_private: AllowPrivate = False,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="No progress bar.")] = False,
) -> None:
    """Try a site's templates on pages of it, and tell whether they still fit.

    \b
    webwinnow site test news.example.org new-pages/
    webwinnow site test news.example.org crawl.warc.gz --show

    Pages that are of another host are left out. Exit status: 0 the templates fit, 1 they look
    stale, or some pages could not be read, 2 the command makes no sense as given.
    """
    # Imported here: other commands need no NumPy to start.
    from webwinnow.methods import METHODS, load, parse_method
    from webwinnow.sites.describe import of_trial, of_verdict
    from webwinnow.sites.store import open_store
    from webwinnow.sites.trial import Trial, verdict

    refuse_empty({"-t": templates, "HOST": host})
    name = host_named(host) or ""
    known = of_host(open_store(Path(templates)), name, templates)
    if not known.templates:
        raise InputError(f"{name} has no templates ({known.problem}); learn from more pages")
    inner = load(known.inner if parse_method(known.inner).name in METHODS else "justext")
    trial, foreign = Trial(known), 0
    found = Reading(pages, None, allow_private)
    with watched("reading pages", quiet, prints=show_pages) as progress:
        for each in found.read(progress):
            if each.parsed is None or each.host not in (name, None):
                foreign += 1
                continue
            judged = verdict(each.parsed, known, inner)
            trial.add(judged)
            if show_pages:
                print(printable(f"{each.name}: {of_verdict(judged)}"))
    if foreign:
        warn(f"{count_noun(foreign, 'page')} of other hosts left out")
    if not trial.pages:
        raise InputError(f"no page of {name} among these; name some that are")
    for line in of_trial(trial, again_with(name, templates)):
        print(printable(line))
    raise typer.Exit(FAILED if found.failed or trial.is_stale else 0)


class Reading:
    """The pages that a command was given; those that cannot be read are told of."""

    def __init__(self, names: list[str], host: str | None, allow_private: bool) -> None:
        from webwinnow.sites.sources import incoming

        self.pages, self.total = incoming(names, host=host, allow_private=allow_private)
        self.failed = 0
        self.homeless = 0  # pages whose host nobody can tell

    def read(self, show: Show | None) -> "Iterator[Incoming]":
        for done, each in enumerate(self.pages, 1):
            if each.error:
                self.failed += 1
                warn(each.error if each.name in each.error else f"{each.name}: {each.error}")
            else:
                yield each
            if show:
                show(done, self.total)


def host_named(given: str | None) -> str | None:
    if given is None:
        return None
    from webwinnow.sites.sources import named_host

    host = named_host(given)
    if host is None:
        raise InputError(f"{given!r} is no host; name one as in news.example.org")
    return host


def of_host(store: "Store", host: str, templates: str) -> "Site":
    known = store.get(host)
    if known is None:
        raise InputError(f"no templates of {host!r} in {templates!r}; {those_of(store)}")
    return known


def those_of(store: "Store", most: int = 5) -> str:
    hosts = store.hosts()
    listed = ", ".join(hosts[:most]) + (" …" if len(hosts) > most else "")
    return f"there are some of {listed}" if hosts else "learn some with: webwinnow site learn"


def stored(known: "Site", store: "Store") -> str:
    """Puts what was learned into the store, unless there was more before; what to say of it."""
    from webwinnow.sites.describe import in_short

    if not known.templates and has_templates(store, known.host):
        return f"{in_short(known)}; the old ones stay"
    store.put(known)
    return in_short(known)


def has_templates(store: "Store", host: str) -> bool:
    try:
        before = store.get(host)
    except (InputError, ModelError):  # it is written anew
        return False
    return before is not None and bool(before.templates)


def again_with(host: str, templates: str) -> str:
    words: Iterable[str] = ("--host", host, "-t", templates)
    return f"webwinnow site learn PAGES {shlex.join(words)}"
