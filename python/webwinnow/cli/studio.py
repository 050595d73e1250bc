"""The command `webwinnow studio`."""

from pathlib import Path
from typing import Annotated

import typer

from webwinnow.cli.console import FAILED
from webwinnow.cli.options import AllowPrivate, reject_empty
from webwinnow.cli.serve import EXIT_STATUSES, read_token
from webwinnow.errors import InputError
from webwinnow.messages import warn


def studio(
    sets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SET",
            help="Gold sets, folders of pages and single pages to view and annotate.",
            show_default=False,
        ),
    ] = None,
    data: Annotated[
        str,
        typer.Option(
            metavar="DIR",
            help="Folder of projects and models.",
            show_default="the application data folder",
        ),
    ] = typer.get_app_dir("webwinnow"),
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="Address to listen on; other than loopback needs a token."
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Port; 0 takes any free port.")
    ] = 8090,
    token_file: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="File with the token of the users; or set WEBWINNOW_TOKEN."
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the URL and open no browser.")
    ] = False,
    allow_private: AllowPrivate = False,
) -> None:
    """View and compare methods on pages, annotate pages, and train on them.

    \b
    webwinnow studio
    webwinnow studio my-pages/ wcxb-dev.tar.xz
    webwinnow studio --data annotations/ --no-browser

    The studio is a web application for this machine only, unless --host is given. Pages are shown
    without scripts and without loading anything. Ctrl-C ends it; all work is saved at once. Exit
    status: 0 ended by SIGTERM, 2 cannot start or invalid command line, 130 interrupted.
    """
    reject_empty({"--data": data, "--host": host, "--token-file": token_file})
    token = read_token(token_file)
    try:
        # Imported here: other commands start without it.
        from webwinnow.web.studio.start import Settings, run
    except ImportError as error:
        raise InputError(
            "the studio needs more packages; pip install 'webwinnow[studio]'"
        ) from error
    for path in sets or ():
        if not Path(path).exists():
            raise InputError(f"no file or folder {path!r}; check its name")
    settings = Settings(Path(data), tuple(sets or ()), host, port, token, allow_private)
    ended_by = run(settings, warn, opens_browser=not no_browser)
    raise typer.Exit(EXIT_STATUSES.get(ended_by, FAILED))
