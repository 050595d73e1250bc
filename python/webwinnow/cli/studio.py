"""The command `webwinnow studio`."""

from pathlib import Path
from typing import Annotated

import typer

from webwinnow.cli.options import FAILED, refuse_empty
from webwinnow.cli.serve import STATUSES, token_of
from webwinnow.errors import InputError
from webwinnow.messages import warn


def studio(
    sets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SET",
            help="Gold sets, folders of pages, and pages, to look at and to annotate.",
            show_default=False,
        ),
    ] = None,
    data: Annotated[
        str,
        typer.Option(
            metavar="DIR",
            help="Where projects and models are kept.",
            show_default="where applications keep their data",
        ),
    ] = typer.get_app_dir("webwinnow"),
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Elsewhere than here it needs a token.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="0 for any that is free.")
    ] = 8090,
    token_file: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Holds the token that is asked for; or set WEBWINNOW_TOKEN."
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only print the address to open.")
    ] = False,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Fetch from hosts of a private network too.")
    ] = False,
) -> None:
    """See what methods make of a page, compare them, annotate pages, and train on them.

    \b
    webwinnow studio
    webwinnow studio my-pages/ wcxb-dev.tar.xz
    webwinnow studio --data annotations/ --no-browser

    A web application, for this machine alone unless --host says otherwise. Pages are shown without
    their scripts, and nothing is loaded for them. Ctrl-C ends it, and however it ends, nothing is
    lost. Exit status: 0 ended by SIGTERM, 2 it cannot start, or the command makes no sense as
    given, 130 it was interrupted.
    """
    refuse_empty({"--data": data, "--host": host, "--token-file": token_file})
    token = token_of(token_file)
    try:
        # Imported here: other commands do without it.
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
    raise typer.Exit(STATUSES.get(ended_by, FAILED))
