import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.service.client import base_environment, served
from webwinnow.cli.serve import read_token, serve
from webwinnow.errors import InputError, WebwinnowError

COMMAND = [sys.executable, "-m", "webwinnow", "serve"]
TOKEN = "0123456789abcdef"


def run(*arguments: str, **environment: str) -> tuple[int, str]:
    """Exit status, and what is said on standard error; for commands that end by themselves."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        text=True,
        timeout=30,
        env={**base_environment(), **environment},
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_a_port_that_is_taken_is_told_of_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        status, told = run(f"--port={port}", "--methods=bte")
    assert status == 2
    assert told == (
        f"webwinnow: cannot listen on 127.0.0.1 port {port} (Address already in use); "
        "choose another --port or --host\n"
    )


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_elsewhere_than_here_needs_a_token(host: str) -> None:
    with pytest.raises(InputError, match=r"--token-file.* WEBWINNOW_TOKEN"):
        serve(host=host, port=0, methods="bte")


@pytest.mark.parametrize("token", ["", "short", "0123456789 abcdef", "őőőőőőőőőőőőőőőőőőő"])
def test_a_token_that_is_none_is_refused_and_not_shown(
    tmp_path: Path, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "token"
    file.write_text(token, "utf-8")
    monkeypatch.setenv("WEBWINNOW_TOKEN", token)
    for source in (str(file), None):
        with pytest.raises(InputError, match="openssl rand -hex 32") as raised:
            read_token(source)
        assert not token or token not in str(raised.value).replace(str(file), "")


def test_a_token_is_read_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    assert read_token(str(tmp_path / "token")) == TOKEN


def test_a_token_is_read_from_the_environment_and_asked_for() -> None:
    with served("--methods=bte", "--workers=1", WEBWINNOW_TOKEN=TOKEN) as server:
        assert httpx.get(f"{server.url}/v1/methods").status_code == 401
        key = {"Authorization": f"Bearer {TOKEN}"}
        assert httpx.get(f"{server.url}/v1/methods", headers=key).status_code == 200
        assert TOKEN.encode() not in Path(f"/proc/{server.process.pid}/cmdline").read_bytes()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"allow_private": True}, "add --allow-fetch"),
        ({"methods": "bte,nope"}, "no method 'nope'"),
        ({"methods": ","}, "--methods names no method"),
        ({"host": ""}, "--host has an empty value"),
        ({"token_file": "/nonexistent"}, "cannot read '/nonexistent'"),
        ({"host": "no-such-host.invalid", "token_file": __file__}, "holds no token"),
    ],
)
def test_misuse_is_told_of_with_its_remedy(given: dict[str, Any], message: str) -> None:
    with pytest.raises(WebwinnowError, match=message):
        serve(**given)


def test_numbers_out_of_range_are_told_of_in_one_line() -> None:
    status, told = run("--port=70000")
    assert status == 2
    assert "--port" in told
    assert told.count("\n") == 1
