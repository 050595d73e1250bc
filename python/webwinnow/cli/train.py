"""The command `webwinnow train`."""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webwinnow.cli.options import reject_empty, reject_unwritable, unwritable_error
from webwinnow.cli.progress import ProgressBar
from webwinnow.messages import count_noun, printable, warn

if TYPE_CHECKING:
    from webwinnow.train import Training


def train(
    method: Annotated[
        str,
        typer.Argument(metavar="METHOD", help="Method to train, with settings as in evaluate."),
    ],
    data: Annotated[
        list[str], typer.Argument(metavar="DATA", help="Gold sets: folders or archives.")
    ],
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="MODEL", help="Model file to write.")
    ],
    on_top: Annotated[
        bool,
        typer.Option("--on-top", help="Continue training from the method's current model."),
    ] = False,
    layout: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Layout of the sets (default: detected)."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Random seed.")] = 0,
    quiet: Annotated[
        bool, typer.Option("-q", "--quiet", help="Report errors only: no summary, no progress bar.")
    ] = False,
) -> None:
    """Train a method on gold sets.

    \b
    webwinnow train winnow my-pages/ --on-top -o mine.safetensors
    webwinnow clean page.html --method winnow:model=mine.safetensors
    webwinnow train winnow wcxb-dev.tar.xz news-articles.tar.xz -o new.safetensors

    Training on top of a model needs a few pages; training from scratch needs hundreds, of many
    sites. The same data and seed give the same file on the same kind of machine and with the same
    library versions. Exit status: 0 success, 2 training failed or invalid command line.
    """
    # Imported here: other commands start without NumPy.
    from webwinnow.gold.datasets import open_set
    from webwinnow.methods import load, parse_method
    from webwinnow.train import load_trainable
    from webwinnow.train import train as run

    for path in data:
        reject_empty({"DATA": path})
    reject_empty({"-o": output})
    reject_unwritable({"-o": output})
    learned = load_trainable(load(method, preset=None, **({"on_top": True} if on_top else {})))
    with ExitStack() as stack:
        sets = [stack.enter_context(open_set(Path(path), layout=layout)) for path in data]
        bar = stack.enter_context(ProgressBar("reading", quiet=quiet))
        progress = None if quiet else TrainingProgress(bar).show
        done = run(learned, sets, seed=seed, progress=progress)
    try:
        done.method.save(Path(output))
    except (OSError, ValueError, RuntimeError) as error:
        raise unwritable_error(output, error) from error
    if not quiet:
        for line in summary(done, parse_method(method).name, output):
            print(printable(line))


def summary(done: "Training", method: str, output: str) -> Iterator[str]:
    sites, words = count_noun(done.sites, "site"), count_noun(done.words, "word")
    yield f"{method} trained on {count_noun(done.pages, 'page')} of {sites}, {words} of content"
    for each in done.provenance.sets:
        yield f"  {each.name}: {count_noun(each.pages, 'page')}"
    for kind, count in Counter(problem.kind for problem in done.left_out).items():
        yield f"skipped: {kind}" + (f" ({count_noun(count, 'page')})" if count > 1 else "")
    size = Path(output).stat().st_size / 1000
    yield f"{done.seconds:,.1f} s; {output} has {size:,.0f} KB"
    yield f"use it: webwinnow clean PAGE --method {method}:model={output}"


class TrainingProgress:
    """A bar for reading, a line when training begins, and then a pulsing bar."""

    def __init__(self, bar: ProgressBar) -> None:
        self.bar = bar

    def show(self, read: int, total: int) -> None:
        self.bar.update(read, total)
        if read == total:
            warn(f"{count_noun(total, 'page')} read; training begins")
            self.bar.restart("training")
