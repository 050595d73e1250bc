import json
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

STUDIO = [sys.executable, "-m", "webwinnow", "studio", "--no-browser"]


def refused(*arguments: str) -> str:
    ended = subprocess.run([*STUDIO, *arguments], capture_output=True, text=True, timeout=300)
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    return ended.stderr


def test_signal_ends_the_studio_and_projects_persist(tmp_path: Path) -> None:
    for sent, status, names in [(signal.SIGINT, 130, []), (signal.SIGTERM, 0, ["Rain"])]:
        command = [*STUDIO, "--data", str(tmp_path), "--port", "0"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr
            address = process.stderr.readline().split()[5].rstrip("/")
            with urllib.request.urlopen(f"{address}/api/projects") as answer:
                assert [project["name"] for project in json.load(answer)] == names
            make = urllib.request.Request(
                f"{address}/api/projects",
                json.dumps({"name": "Rain" if not names else "Sun"}).encode(),
                {"Content-Type": "application/json"},
            )
            urllib.request.urlopen(make).close()
            process.send_signal(sent)
            assert process.wait(60) == status
            assert process.stderr.read() == ""


def test_non_loopback_host_needs_a_token(tmp_path: Path) -> None:
    assert "--token-file" in refused("--host", "0.0.0.0", "--data", str(tmp_path))


def test_missing_set_is_named(tmp_path: Path) -> None:
    assert "nowhere" in refused("nowhere", "--data", str(tmp_path))


def test_unusable_data_folder_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert "--data" in refused("--data", str(file))


def test_foreign_database_file_is_not_changed(tmp_path: Path) -> None:
    (tmp_path / "studio.db").write_bytes(b"something else" * 100)
    assert "studio.db" in refused("--data", str(tmp_path), "--port", "0")
    assert (tmp_path / "studio.db").read_bytes().startswith(b"something else")


def test_port_in_use_is_reported(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"port {port}" in refused("--data", str(tmp_path), "--port", port)


@pytest.mark.parametrize("option", ["--data", "--host", "--token-file"])
def test_empty_values_are_rejected(option: str) -> None:
    assert option in refused(option, "")
