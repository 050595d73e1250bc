import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from webwinnow.web.studio.app import STATIC
from webwinnow.web.studio.auth import login_url
from webwinnow.web.studio.start import Settings, open_studio

TOKEN = "0123456789abcdef"
HERE = "http://127.0.0.1"


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    with open_studio(Settings(tmp_path / "new" / "data")) as app, TestClient(app, HERE) as client:
        yield client


@pytest.fixture
def remote_browser(tmp_path: Path) -> Iterator[TestClient]:
    """A browser on another machine, with a studio that requires a token."""
    settings = Settings(tmp_path, host="0.0.0.0", token=TOKEN)
    with open_studio(settings) as app, TestClient(app, "http://studio.example") as client:
        yield client


def test_every_response_has_security_headers(browser: TestClient) -> None:
    for path in ("/", "/static/app.js", "/api/sets", "/api/nothing", "/v1/methods"):
        headers = browser.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_a_sanitized_page_has_its_own_policy(browser: TestClient) -> None:
    html = "<p onclick=alert(1)>Rain<script>alert(1)</script>"
    id = browser.post("/api/pages", content=html).json()["id"]
    response = browser.get(f"/frame/page/{id}")
    policy = response.headers["content-security-policy"]
    assert "sandbox allow-same-origin" in policy
    assert "script-src" not in policy  # so default-src 'none' applies
    assert "alert" not in response.text


def test_all_files_linked_from_the_index_exist(browser: TestClient) -> None:
    linked = re.findall(r'(?:href|src)="(/[^"]+)"', browser.get("/").text)
    assert len(linked) > 3
    for path in linked:
        assert browser.get(path).status_code == 200


def test_every_view_of_the_router_exists() -> None:
    files = re.findall(r'"/static/([\w/]+\.js)"\]', (STATIC / "app.js").read_text("utf-8"))
    assert len(files) == 7
    assert all((STATIC / name).exists() for name in files)


@pytest.mark.parametrize("script", sorted(STATIC.glob("**/*.js")), ids=lambda path: path.name)
def test_scripts_never_parse_text_as_markup(script: Path) -> None:
    source = script.read_text("utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", source)


def test_requests_of_other_sites_are_rejected(browser: TestClient) -> None:
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert browser.post("/api/pages", content="<p>x", headers=headers).status_code == 403
    assert browser.get("/", headers={"Host": "evil.example"}).status_code == 403


def test_without_the_token_only_the_login_page_is_shown(remote_browser: TestClient) -> None:
    assert remote_browser.get("/api/sets").status_code == 401
    login = remote_browser.get("/")
    assert login.status_code == 401
    assert "requires a token" in login.text
    assert "script" not in login.text


def test_the_login_link_sets_a_cookie_and_removes_the_token(remote_browser: TestClient) -> None:
    entered = remote_browser.get(login_url("http://studio.example", TOKEN), follow_redirects=False)
    assert entered.headers["location"] == "/"
    assert "httponly" in entered.headers["set-cookie"].lower()
    assert remote_browser.get("/").status_code == 200
    assert remote_browser.get("/api/sets").json() == []


def test_a_wrong_token_neither_logs_in_nor_out(remote_browser: TestClient) -> None:
    assert remote_browser.get("/?token=another-one").status_code == 401
    assert "set-cookie" not in remote_browser.get("/?token=another-one").headers
    remote_browser.get(login_url("http://studio.example", TOKEN))
    assert remote_browser.get("/?token=another-one").status_code == 200


def test_studios_on_two_ports_have_separate_cookies(remote_browser: TestClient) -> None:
    names = [
        remote_browser.get(login_url(at, TOKEN), follow_redirects=False)
        .headers["set-cookie"]
        .split("=")[0]
        for at in ("http://studio.example:8090", "http://studio.example:8091")
    ]
    assert names == ["webwinnow-8090", "webwinnow-8091"]


def test_programs_send_the_token_in_a_header(remote_browser: TestClient) -> None:
    response = remote_browser.get("/api/sets", headers={"Authorization": f"Bearer {TOKEN}"})
    assert response.status_code == 200
    wrong = remote_browser.get("/", headers={"Authorization": "Bearer another-one"})
    assert wrong.json()["error"]


def test_a_broken_cookie_does_not_log_in(remote_browser: TestClient) -> None:
    assert remote_browser.get("/", headers={"Cookie": 'webwinnow="\x01;;=\\"'}).status_code == 401
