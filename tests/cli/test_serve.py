import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.service.asking import inherited, served

COMMAND = [sys.executable, "-m", "webwinnow", "serve"]
TOKEN = "0123456789abcdef"


def run(*arguments: str, **environment: str) -> tuple[int, str]:
    """Exit status, and what is said on standard error; for commands that end by themselves."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        text=True,
        timeout=30,
        env={**inherited(), **environment},
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


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1"])
def test_elsewhere_than_here_needs_a_token(host: str) -> None:
    status, told = run(f"--host={host}", "--port=0", "--methods=bte")
    assert status == 2
    assert "--token-file" in told
    assert "WEBWINNOW_TOKEN" in told


@pytest.mark.parametrize("token", ["", "short", "0123456789 abcdef", "őőőőőőőőőőőőőőőőőőő"])
def test_a_token_that_is_none_is_refused_before_anything_listens(
    tmp_path: Path, token: str
) -> None:
    file = tmp_path / "token"
    file.write_text(token, "utf-8")
    for status, told in (run(f"--token-file={file}"), run(WEBWINNOW_TOKEN=token)):
        assert status == 2
        assert "openssl rand -hex 32" in told
        assert not token or token not in told


@pytest.mark.parametrize("source", ["file", "environment"])
def test_a_token_is_read_from_a_file_or_the_environment(tmp_path: Path, source: str) -> None:
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    options = [f"--token-file={file}"] if source == "file" else []
    environment = {"WEBWINNOW_TOKEN": TOKEN} if source == "environment" else {}
    with served("--methods=bte", "--workers=1", *options, **environment) as server:
        assert httpx.get(f"{server.address}/v1/methods").status_code == 401
        key = {"Authorization": f"Bearer {TOKEN}"}
        assert httpx.get(f"{server.address}/v1/methods", headers=key).status_code == 200
        assert TOKEN.encode() not in Path(f"/proc/{server.process.pid}/cmdline").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--allow-private"], "add --allow-fetch"),
        (["--methods=bte,nope"], "no method 'nope'"),
        (["--methods=,"], "--methods names none"),
        (["--host="], "--host has an empty value"),
        (["--host=no-such-host.invalid", "--token-file=/nonexistent"], "cannot read"),
        (["--port=70000"], "--port"),
        (["--max-body=0"], "--max-body"),
    ],
)
def test_misuse_is_told_in_one_line(arguments: list[str], message: str) -> None:
    status, told = run(*arguments)
    assert status == 2
    assert message in told
    assert told.count("\n") == 1
