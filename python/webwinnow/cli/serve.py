"""The command `webwinnow serve`."""

import os
import signal
from pathlib import Path
from typing import Annotated

import typer

from webwinnow.cli.console import FAILED, INTERRUPTED
from webwinnow.cli.options import AllowPrivate, reject_empty, split_names
from webwinnow.errors import InputError
from webwinnow.messages import error_reason, warn
from webwinnow.methods import find_class

TOKEN_VARIABLE = "WEBWINNOW_TOKEN"
MIN_TOKEN_LENGTH = 16
#: Exit status by the signal that ended the server.
EXIT_STATUSES: dict[int | None, int] = {signal.SIGTERM: 0, signal.SIGINT: INTERRUPTED}


def serve(
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="Address to listen on; other than loopback needs a token."
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Port; 0 takes any free port.")
    ] = 8080,
    token_file: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help=f"File with the token of the clients; or set {TOKEN_VARIABLE}."
        ),
    ] = None,
    allow_fetch: Annotated[
        bool, typer.Option("--allow-fetch", help="Fetch URLs for clients.")
    ] = False,
    allow_private: AllowPrivate = False,
    methods: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="Methods to offer, such as winnow,justext (default: all but fiasco-visual).",
        ),
    ] = None,
    max_body: Annotated[
        float,
        typer.Option(
            metavar="MB", min=0.001, help="Reject larger request bodies (decompressed size)."
        ),
    ] = 32,
    time_limit: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, help="End a request after this time.")
    ] = 30,
    workers: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Processes (default: one per processor)."),
    ] = None,
    concurrency: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Concurrent pages per process (default: its share of the processors, at least 2).",
        ),
    ] = None,
) -> None:
    """Serve page cleaning to other programs over HTTP.

    \b
    webwinnow serve
    webwinnow serve --port 9000 --allow-fetch
    webwinnow serve --host 0.0.0.0 --token-file token.txt
    curl -H 'Content-Type: text/html' --data-binary @page.html http://127.0.0.1:8080/v1/clean

    http://127.0.0.1:8080/ documents the API. SIGTERM or Ctrl-C ends the server after the running
    requests. Exit status: 0 ended by SIGTERM, 1 no worker could start, 2 invalid command line or
    port in use, 130 interrupted.
    """
    reject_empty({"--host": host, "--token-file": token_file, "--methods": methods})
    if allow_private and not allow_fetch:
        raise InputError("--allow-private has no effect alone; add --allow-fetch")
    names, token = known_methods(methods), read_token(token_file)
    try:
        # Imported here: other commands start without it.
        from webwinnow.web.bodies import MEGABYTE
        from webwinnow.web.service.server import serve as run
        from webwinnow.web.service.settings import Settings, split_capacity
    except ImportError as error:
        raise InputError("serve needs more packages; pip install 'webwinnow[studio]'") from error
    processes, at_once = split_capacity(workers, concurrency)
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
    raise typer.Exit(EXIT_STATUSES.get(ended_by, FAILED))


def known_methods(methods: str | None) -> tuple[str, ...] | None:
    if methods is None:
        return None
    names = tuple(split_names(methods))
    for name in names:
        find_class(name)
    if not names:
        raise InputError("--methods names no method; name some, such as winnow,justext")
    return names


def read_token(file: str | None) -> str | None:
    """Read the token from the file or the environment; a command line would be public."""
    where, token = TOKEN_VARIABLE, os.environ.get(TOKEN_VARIABLE)
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
        len(token) < MIN_TOKEN_LENGTH
        or not token.isascii()
        or not token.isprintable()
        or " " in token
    ):
        remedy = "make one with: openssl rand -hex 32"
        raise InputError(
            f"{where} holds no token of {MIN_TOKEN_LENGTH} or more ASCII characters; {remedy}"
        )
    return token
