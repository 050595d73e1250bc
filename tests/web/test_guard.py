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
def test_this_machine_may_be_asked_for_by_its_names(host: str) -> None:
    assert status(host=host) == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "", "[", "evil@localhost:x"],
)
def test_other_names_that_lead_to_this_machine_are_refused(host: str) -> None:
    assert status(host=host) == 403
    assert status("/health", host=host) == 403


def test_elsewhere_any_name_will_do_but_a_token_is_needed() -> None:
    settings = {"host": "0.0.0.0", "token": TOKEN}
    assert status(settings=settings, host="a.example", authorization=f"Bearer {TOKEN}") == 200
    assert status(settings=settings, host="a.example") == 401


@pytest.mark.parametrize(
    "shown",
    ["", "Bearer", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}", TOKEN, "Bearer ő"],
)
def test_another_token_is_none(shown: str) -> None:
    answer = client(token=TOKEN).get("/v1/methods", headers={b"Authorization": shown.encode()})
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert TOKEN not in answer.text


@pytest.mark.parametrize("shown", [f"Bearer {TOKEN}", f"bearer {TOKEN}"])
def test_the_token_opens_every_door(shown: str) -> None:
    for path in ("/v1/methods", "/metrics", "/openapi.json", "/"):
        assert status(path, {"token": TOKEN}, authorization=shown) == 200
        assert status(path, {"token": TOKEN}) == 401


def test_health_needs_no_token() -> None:
    assert status("/health", {"token": TOKEN}) == 200


def test_a_body_is_not_read_before_the_token_is_seen() -> None:
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
def test_what_a_page_of_another_site_sends_is_refused(headers: dict[str, str]) -> None:
    sent = {**headers, "Content-Type": "text/plain"}
    assert client().post("/v1/clean", content=PAGE, headers=sent).status_code == 403


def test_pages_of_our_own_may_ask() -> None:
    headers = {**HTML, "origin": "http://localhost:8080", "sec-fetch-site": "same-origin"}
    assert client().post("/v1/clean", content=PAGE, headers=headers).status_code == 200


def test_a_link_from_elsewhere_may_be_followed() -> None:
    assert status("/", sec_fetch_site="cross-site", sec_fetch_mode="navigate") == 200
    assert status("/", sec_fetch_site="cross-site", sec_fetch_mode="no-cors") == 403


@pytest.mark.parametrize(
    ("host", "is_so"),
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
def test_what_is_loopback(host: str, is_so: bool) -> None:
    assert is_loopback(host) == is_so
