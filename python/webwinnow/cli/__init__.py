"""The command `webwinnow`."""

import signal
import sys
from typing import Annotated, Any

import typer

from webwinnow import METHODS, __version__
from webwinnow.clean import DEFAULT_METHOD
from webwinnow.cli import (
    clean,
    compare,
    corpus,
    crawl,
    data,
    evaluate,
    phrases,
    serve,
    site,
    studio,
    train,
)
from webwinnow.cli.console import (
    FAILED,
    INTERRUPTED,
    MISUSED,
    TERMINATED,
    discard_output,
    exit_now,
    ignore_closed_pipe,
    set_up_streams,
)
from webwinnow.cli.options import command_group
from webwinnow.errors import WebwinnowError
from webwinnow.messages import error_reason, warn
from webwinnow.methods import find_class

# The base class of click's errors; typer's version decides which click it belongs to.
ClickError: Any = typer.BadParameter.__mro__[2]

app = command_group()
for command in (
    clean.clean,
    compare.compare,
    corpus.corpus,
    crawl.crawl,
    evaluate.evaluate,
    phrases.phrases,
    serve.serve,
    studio.studio,
    train.train,
):
    app.command()(command)
app.add_typer(data.app)
app.add_typer(site.app)


def print_version(is_given: bool) -> None:
    if is_given:
        print(f"webwinnow {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def webwinnow(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Extract the main text of web pages.

    \b
    webwinnow clean page.html
    webwinnow clean https://example.org --markdown
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def methods() -> None:
    """List the methods with a one-line summary each.

    \b
    webwinnow methods
    webwinnow clean page.html --method bte
    """
    width = max(map(len, METHODS))
    for name in METHODS:
        mark = " (default)" if name == DEFAULT_METHOD else ""
        print(f"{name:{width}}  {find_class(name).summary()}{mark}")


def main() -> None:
    """Run the command; a user's mistake or a system error ends in one line, without traceback."""
    status: Any = 0
    set_up_streams()
    # Raises SystemExit, so that temporary folders are deleted as they are after Ctrl-C.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    try:
        with ignore_closed_pipe():
            status = app(standalone_mode=False)
    except WebwinnowError as error:
        status = report_misuse(str(error))
    except ClickError as error:
        message = error.format_message().rstrip(".")
        status = report_misuse(f"{message}; see {command_of(error)} --help")
    except OSError as error:
        # Errors of inputs and output files are handled where they occur; this is standard output.
        discard_output()
        warn(f"cannot write standard output ({error_reason(error)}); send it elsewhere")
        status = FAILED
    except (KeyboardInterrupt, typer.Abort):
        status = INTERRUPTED
    except SystemExit as end:
        status = end.code
    if status in (INTERRUPTED, TERMINATED):
        exit_now(status)
    sys.exit(status)


def report_misuse(message: str) -> int:
    warn(" ".join(message.split()))
    return MISUSED


def command_of(error: Any) -> str:
    context = getattr(error, "ctx", None)
    return context.command_path if context else "webwinnow"
