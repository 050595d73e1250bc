"""The command `webwinnow`: parse arguments, make one call."""

import errno
import io
import os
import signal
import sys
import threading
import warnings
from typing import Annotated, Any, NoReturn

import typer

from webwinnow import METHODS, __version__, parallel
from webwinnow.clean import DEFAULT_METHOD
from webwinnow.cli import (
    clean,
    compare,
    corpus,
    crawl,
    data,
    evaluate,
    serve,
    site,
    studio,
    train,
)
from webwinnow.cli.options import FAILED, INTERRUPTED, MISUSED, TERMINATED
from webwinnow.cli.pipe import drop_output, reader_may_leave
from webwinnow.errors import WebwinnowError
from webwinnow.messages import error_reason, warn
from webwinnow.methods import find_class

# All that click finds wrong with a command line; whose click it is depends on typer's version.
ClickError: Any = typer.BadParameter.__mro__[2]

app = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


for command in (
    clean.clean,
    compare.compare,
    corpus.corpus,
    crawl.crawl,
    evaluate.evaluate,
    serve.serve,
    studio.studio,
    train.train,
):
    app.command()(command)
app.add_typer(data.app)
app.add_typer(site.app)


def show_version(wanted: bool) -> None:
    if wanted:
        print(f"webwinnow {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def webwinnow(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=show_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Tell the text of web pages from their boilerplate.

    \b
    webwinnow clean page.html
    webwinnow clean https://example.org --markdown
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def methods() -> None:
    """List the methods, and what each does.

    \b
    webwinnow methods
    webwinnow clean page.html --method bte
    """
    width = max(map(len, METHODS))
    for name in METHODS:
        mark = " (default)" if name == DEFAULT_METHOD else ""
        print(f"{name:{width}}  {find_class(name).summary()}{mark}")


class Closed(io.TextIOBase):
    """Stands in for a standard output that is closed, which matters once something is printed."""

    def write(self, _text: str, /) -> int:
        raise OSError(errno.EBADF, "it is closed")


def main() -> None:
    """Mistakes of the user, and all that the system refuses, end in one line, no traceback."""
    status: Any = 0
    if sys.stdout is None:
        sys.stdout = Closed()
    elif isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    warnings.showwarning = tell_warning
    # So that what is unpacked in a temporary folder goes, as it does with Ctrl-C.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    try:
        with reader_may_leave():
            status = app(standalone_mode=False)
    except WebwinnowError as error:
        status = misused(str(error))
    except ClickError as error:
        status = misused(f"{error.format_message().rstrip('.')}; see {command_of(error)} --help")
    except OSError as error:
        # Inputs and outputs tell of their errors by themselves: what is left is standard output.
        drop_output()
        reason = error_reason(error)
        warn(f"cannot write standard output ({reason}); send it elsewhere")
        status = FAILED
    except (KeyboardInterrupt, typer.Abort):
        status = INTERRUPTED
    except SystemExit as end:
        status = end.code
    if status in (INTERRUPTED, TERMINATED):
        leave_now(status)
    sys.exit(status)


def tell_warning(message: Warning | str, *_: object, **__: object) -> None:
    """In one line, as all that is told: where in the program it came up is nobody's concern."""
    warn(" ".join(str(message).split()))


def misused(message: str) -> int:
    warn(" ".join(message.split()))
    return MISUSED


def command_of(error: Any) -> str:
    context = getattr(error, "ctx", None)
    return context.command_path if context else "webwinnow"


def leave_now(status: int) -> NoReturn:
    """Without waiting for slow fetches; a file that is being written has time to be finished."""
    for thread in threading.enumerate():
        if thread.name.startswith(parallel.THREAD_NAME):
            thread.join(0.5)
    if sys.stderr:
        sys.stderr.flush()
    os._exit(status)
