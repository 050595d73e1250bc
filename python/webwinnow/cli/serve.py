"""The command `webwinnow serve`."""

import os
import signal
from pathlib import Path
from typing import Annotated

import typer

from webwinnow.cli.options import FAILED, INTERRUPTED, refuse_empty
from webwinnow.errors import InputError
from webwinnow.messages import error_reason, warn
from webwinnow.methods import find_class

TOKEN = "WEBWINNOW_TOKEN"
SHORTEST_TOKEN = 16
STATUSES: dict[int | None, int] = {signal.SIGTERM: 0, signal.SIGINT: INTERRUPTED}


def serve(
    host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Where to listen; elsewhere than here needs a token."),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="0: any.")] = 8080,
    token_file: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help=f"Holds the token that clients must show; or set {TOKEN}."
        ),
    ] = None,
    allow_fetch: Annotated[
        bool, typer.Option("--allow-fetch", help="Fetch the addresses that clients give.")
    ] = False,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Fetch from hosts of a private network too.")
    ] = False,
    methods: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="To choose from, as in winnow,justext; default: all but fiasco-visual.",
        ),
    ] = None,
    max_body: Annotated[
        float, typer.Option(metavar="MB", min=0.001, help="The largest request, unpacked.")
    ] = 32,
    time_limit: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, help="The longest that a request may take.")
    ] = 30,
    workers: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Processes; default: the number of processors."),
    ] = None,
    concurrency: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Pages at once in each process; default: its share of the processors, at least 2.",
        ),
    ] = None,
) -> None:
    """Clean web pages for other programs, over HTTP.

    \b
    webwinnow serve
    webwinnow serve --port 9000 --allow-fetch
    webwinnow serve --host 0.0.0.0 --token-file token.txt
    curl -H 'Content-Type: text/html' --data-binary @page.html http://127.0.0.1:8080/v1/clean

    http://127.0.0.1:8080/ says what can be asked for. SIGTERM or Ctrl-C ends it once all requests
    in work are answered. Exit status: 0 ended by SIGTERM, 1 no worker could start, 2 the command
    makes no sense as given, or the port is taken, 130 it was interrupted.
    """
    refuse_empty({"--host": host, "--token-file": token_file, "--methods": methods})
    if allow_private and not allow_fetch:
        raise InputError("--allow-private is about fetching; add --allow-fetch")
    names, token = known(methods), token_of(token_file)
    try:
        # Imported here: other commands do without it.
        from webwinnow.web.service.server import serve as run
        from webwinnow.web.service.settings import MEGABYTE, Settings, shared_out
    except ImportError as error:
        raise InputError("serving needs more packages; pip install 'webwinnow[studio]'") from error
    processes, at_once = shared_out(workers, concurrency)
    settings = Settings(
        host,
        port,
        token,
        allow_fetch=allow_fetch,
        allow_private=allow_private,
        max_body=int(max_body * MEGABYTE),
        time_limit=time_limit,
        concurrency=at_once,
        methods=names,
    )
    ended_by = run(settings, processes, warn)
    raise typer.Exit(STATUSES.get(ended_by, FAILED))


def known(methods: str | None) -> tuple[str, ...] | None:
    if methods is None:
        return None
    names = tuple(filter(None, (name.strip() for name in methods.split(","))))
    for name in names:
        find_class(name)
    if not names:
        raise InputError("--methods names none; name some, as in winnow,justext")
    return names


def token_of(file: str | None) -> str | None:
    """From the file, or else from the environment: on a command line others would see it."""
    where, token = TOKEN, os.environ.get(TOKEN)
    if file is not None:
        where = repr(file)
        try:
            token = Path(file).read_text("utf-8").strip()
        except (OSError, ValueError) as error:
            reason = error_reason(error)
            raise InputError(f"cannot read {file!r} ({reason}); check its name") from error
    if token is None:
        return None
    if (
        len(token) < SHORTEST_TOKEN
        or not token.isascii()
        or not token.isprintable()
        or " " in token
    ):
        remedy = "make one with: openssl rand -hex 32"
        raise InputError(
            f"{where} holds no token of {SHORTEST_TOKEN} plain characters or more; {remedy}"
        )
    return token
