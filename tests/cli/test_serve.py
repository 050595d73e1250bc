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
    """Run a command that ends by itself; return exit status and standard error."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        env={**base_environment(), **environment},
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_port_in_use_prints_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        status, message = run(f"--port={port}", "--methods=bte")
    assert status == 2
    assert message == (
        f"webwinnow: cannot listen on 127.0.0.1 port {port} (Address already in use); "
        "choose another --port or --host\n"
    )


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_non_loopback_host_needs_a_token(host: str) -> None:
    with pytest.raises(InputError, match=r"--token-file.* WEBWINNOW_TOKEN"):
        serve(host=host, port=0, methods="bte")


@pytest.mark.parametrize("token", ["", "short", "0123456789 abcdef", "őőőőőőőőőőőőőőőőőőő"])
def test_invalid_token_is_rejected_and_not_printed(
    tmp_path: Path, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "token"
    file.write_text(token, "utf-8")
    monkeypatch.setenv("WEBWINNOW_TOKEN", token)
    for source in (str(file), None):
        with pytest.raises(InputError, match="openssl rand -hex 32") as raised:
            read_token(source)
        assert not token or token not in str(raised.value).replace(str(file), "")


def test_token_is_read_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    assert read_token(str(tmp_path / "token")) == TOKEN


def test_token_from_the_environment_is_required_from_clients() -> None:
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
def test_misuse_error_names_the_remedy(given: dict[str, Any], message: str) -> None:
    with pytest.raises(WebwinnowError, match=message):
        serve(**given)


def test_numbers_out_of_range_print_one_line() -> None:
    status, message = run("--port=70000")
    assert status == 2
    assert "--port" in message
    assert message.count("\n") == 1
