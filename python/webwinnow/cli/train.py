"""The command `webwinnow train`."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webwinnow.cli.options import refuse_empty, refuse_outputs, unwritable
from webwinnow.messages import count_noun, printable, warn

if TYPE_CHECKING:
    from webwinnow.cli.progress import Bar
    from webwinnow.train import Training


def train(
    method: Annotated[
        str,
        typer.Argument(metavar="METHOD", help="A method that learns; settings as in evaluate."),
    ],
    data: Annotated[
        list[str], typer.Argument(metavar="DATA", help="Gold sets: folders or archives.")
    ],
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="MODEL", help="File to write the model to.")
    ],
    on_top: Annotated[
        bool,
        typer.Option("--on-top", help="Begin with the model that the method has already."),
    ] = False,
    layout: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="How the sets are laid out, where that is not seen."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Of all that is drawn.")] = 0,
    quiet: Annotated[
        bool, typer.Option("-q", "--quiet", help="Errors only: no account, no progress bar.")
    ] = False,
) -> None:
    """Teach a method from pages whose text people have marked.

    \b
    webwinnow train winnow my-pages/ --on-top -o mine.safetensors
    webwinnow clean page.html --method winnow:model=mine.safetensors
    webwinnow train winnow wcxb-dev.tar.xz news-articles.tar.xz -o new.safetensors

    A few pages suffice to teach a method on top of what it knows; to teach it anew takes hundreds,
    of many sites. The same data and seed give the same file, on the same kind of machine with the
    same versions of libraries. Exit status: 0 the model is written, 2 it cannot be learned, or the
    command makes no sense as given.
    """
    # Imported here: other commands need no NumPy to start.
    from webwinnow.gold.datasets import open_set
    from webwinnow.methods import load, parse_method
    from webwinnow.train import learner
    from webwinnow.train import train as run

    for path in data:
        refuse_empty({"DATA": path})
    refuse_empty({"-o": output})
    refuse_outputs({"-o": output})
    teachable = learner(load(method, preset=None, **({"on_top": True} if on_top else {})))
    with ExitStack() as stack:
        sets = [stack.enter_context(open_set(Path(path), layout=layout)) for path in data]
        bars = stack.enter_context(ExitStack())
        progress = None if quiet else Watch(bars).show
        done = run(teachable, sets, seed=seed, progress=progress)
    try:
        done.method.save(Path(output))
    except (OSError, ValueError, RuntimeError) as error:
        raise unwritable(output, error) from error
    if not quiet:
        for line in account(done, parse_method(method).name, output):
            print(printable(line))


def account(done: "Training", method: str, output: str) -> Iterator[str]:
    """What was learned from, how long that took, and what came of it."""
    sites, words = count_noun(done.sites, "site"), count_noun(done.words, "word")
    yield f"{method} learned from {count_noun(done.pages, 'page')} of {sites}, {words} of content"
    for each in done.provenance.sets:
        yield f"  {each.name}: {count_noun(each.pages, 'page')}"
    for kind, count in Counter(problem.kind for problem in done.left_out).items():
        yield f"left out: {kind}" + (f" ({count_noun(count, 'page')})" if count > 1 else "")
    size = Path(output).stat().st_size / 1000
    yield f"{done.seconds:,.1f} s; {output} has {size:,.0f} KB"
    yield f"use it: webwinnow clean PAGE --method {method}:model={output}"


class Watch:
    """A bar where someone sits there to see it; else a line when learning begins."""

    def __init__(self, stack: ExitStack) -> None:
        self.stack = stack
        self.is_seen = sys.stderr is not None and sys.stderr.isatty()
        self.bar: Bar | None = None

    def show(self, read: int, total: int) -> None:
        if read == total:
            warn(f"{count_noun(total, 'page')} read; learning begins")
        if not self.is_seen:
            return
        from webwinnow.cli.progress import Bar

        if self.bar is None:
            self.bar = self.stack.enter_context(Bar(total, "reading"))
        self.bar.show(read)
        if read == total:
            self.stack.close()
            # How long learning takes nobody knows: this one pulses.
            self.stack.enter_context(Bar(None, "learning"))
