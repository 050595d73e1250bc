from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.service.client import HTML, PAGE, client
from webwinnow.web.guard import is_loopback

TOKEN = "0123456789abcdef"


def status(path: str = "/v1/methods", settings: Any = None, **headers: str) -> int:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client(**(settings or {})).get(path, headers=named).status_code


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:8080", "[::1]:8080"])
def test_local_host_names_are_admitted(host: str) -> None:
    assert status(host=host) == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "", "[", "evil@localhost:x"],
)
def test_other_host_names_are_rejected_on_loopback(host: str) -> None:
    assert status(host=host) == 403
    assert status("/health", host=host) == 403


def test_other_interfaces_admit_any_host_name_with_a_token() -> None:
    settings = {"host": "0.0.0.0", "token": TOKEN}
    assert status(settings=settings, host="a.example", authorization=f"Bearer {TOKEN}") == 200
    assert status(settings=settings, host="a.example") == 401


@pytest.mark.parametrize(
    "sent",
    ["", "Bearer", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}", TOKEN, "Bearer ő"],
)
def test_a_wrong_token_is_rejected(sent: str) -> None:
    response = client(token=TOKEN).get("/v1/methods", headers={b"Authorization": sent.encode()})
    assert response.status_code == 401
    assert response.headers["www-authenticate"] == "Bearer"
    assert TOKEN not in response.text


@pytest.mark.parametrize("sent", [f"Bearer {TOKEN}", f"bearer {TOKEN}"])
def test_the_token_admits_to_every_path(sent: str) -> None:
    for path in ("/v1/methods", "/metrics", "/openapi.json", "/"):
        assert status(path, {"token": TOKEN}, authorization=sent) == 200
        assert status(path, {"token": TOKEN}) == 401


def test_health_needs_no_token() -> None:
    assert status("/health", {"token": TOKEN}) == 200


def test_a_body_is_not_read_without_the_token() -> None:
    def bodies() -> Iterator[bytes]:
        raise AssertionError
        yield b""

    assert client(token=TOKEN).post("/v1/clean", content=bodies(), headers=HTML).status_code == 401


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:9999"},
        {"origin": "http://["},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"},
    ],
)
def test_requests_of_other_sites_are_rejected(headers: dict[str, str]) -> None:
    headers = {**headers, "Content-Type": "text/plain"}
    assert client().post("/v1/clean", content=PAGE, headers=headers).status_code == 403


def test_requests_of_the_same_origin_are_admitted() -> None:
    headers = {**HTML, "origin": "http://localhost:8080", "sec-fetch-site": "same-origin"}
    assert client().post("/v1/clean", content=PAGE, headers=headers).status_code == 200


def test_links_from_other_sites_are_admitted() -> None:
    assert status("/", sec_fetch_site="cross-site", sec_fetch_mode="navigate") == 200
    assert status("/", sec_fetch_site="cross-site", sec_fetch_mode="no-cors") == 403


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.2", False),
        ("example.org", False),
    ],
)
def test_loopback_hosts_are_recognized(host: str, expected: bool) -> None:
    assert is_loopback(host) == expected
