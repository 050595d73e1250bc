import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from webwinnow.web.studio.app import STATIC
from webwinnow.web.studio.auth import link
from webwinnow.web.studio.start import Settings, studio_in

TOKEN = "0123456789abcdef"
HERE = "http://127.0.0.1"


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    with studio_in(Settings(tmp_path / "new" / "data")) as app, TestClient(app, HERE) as client:
        yield client


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[TestClient]:
    """A browser elsewhere, at a studio that asks for a token."""
    settings = Settings(tmp_path, host="0.0.0.0", token=TOKEN)
    with studio_in(settings) as app, TestClient(app, "http://studio.example") as client:
        yield client


def test_every_answer_says_what_the_browser_may_do(browser: TestClient) -> None:
    for address in ("/", "/static/app.js", "/api/sets", "/api/nothing", "/v1/methods"):
        headers = browser.get(address).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_a_page_that_nobody_vouches_for_has_a_policy_of_its_own(browser: TestClient) -> None:
    html = "<p onclick=alert(1)>Rain<script>alert(1)</script>"
    id = browser.post("/api/pages", content=html).json()["id"]
    answer = browser.get(f"/frame/page/{id}")
    policy = answer.headers["content-security-policy"]
    assert "sandbox allow-same-origin" in policy
    assert "script-src" not in policy  # so that default-src, which is none, holds for scripts
    assert "alert" not in answer.text


def test_what_is_shown_first_loads_only_what_is_there(browser: TestClient) -> None:
    linked = re.findall(r'(?:href|src)="(/[^"]+)"', browser.get("/").text)
    assert len(linked) > 3
    for address in linked:
        assert browser.get(address).status_code == 200


def test_every_view_that_addresses_lead_to_is_there() -> None:
    files = re.findall(r'"/static/(\w+\.js)"\]', (STATIC / "app.js").read_text("utf-8"))
    assert len(files) == 7
    assert all((STATIC / name).exists() for name in files)


@pytest.mark.parametrize("script", sorted(STATIC.glob("*.js")), ids=lambda path: path.name)
def test_scripts_never_parse_texts_as_markup(script: Path) -> None:
    source = script.read_text("utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", source)


def test_other_sites_cannot_ask_for_anything(browser: TestClient) -> None:
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert browser.post("/api/pages", content="<p>x", headers=headers).status_code == 403
    assert browser.get("/", headers={"Host": "evil.example"}).status_code == 403


def test_without_the_token_nothing_is_shown(stranger: TestClient) -> None:
    assert stranger.get("/api/sets").status_code == 401
    asked = stranger.get("/")
    assert asked.status_code == 401
    assert "asks for a token" in asked.text
    assert "script" not in asked.text


def test_the_link_lets_in_and_hides_the_token(stranger: TestClient) -> None:
    entered = stranger.get(link("http://studio.example", TOKEN), follow_redirects=False)
    assert entered.headers["location"] == "/"
    assert "httponly" in entered.headers["set-cookie"].lower()
    assert stranger.get("/").status_code == 200
    assert stranger.get("/api/sets").json() == []


def test_a_wrong_token_lets_nobody_in_and_keeps_nobody_out(stranger: TestClient) -> None:
    assert stranger.get("/?token=another-one").status_code == 401
    assert "set-cookie" not in stranger.get("/?token=another-one").headers
    stranger.get(link("http://studio.example", TOKEN))
    assert stranger.get("/?token=another-one").status_code == 200


def test_studios_on_two_ports_do_not_take_each_other_s_cookies(stranger: TestClient) -> None:
    names = [
        stranger.get(link(at, TOKEN), follow_redirects=False).headers["set-cookie"].split("=")[0]
        for at in ("http://studio.example:8090", "http://studio.example:8091")
    ]
    assert names == ["webwinnow-8090", "webwinnow-8091"]


def test_programs_show_the_token_in_a_header(stranger: TestClient) -> None:
    answer = stranger.get("/api/sets", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    wrong = stranger.get("/", headers={"Authorization": "Bearer another-one"})
    assert wrong.json()["error"]


def test_a_broken_cookie_lets_nobody_in(stranger: TestClient) -> None:
    assert stranger.get("/", headers={"Cookie": 'webwinnow="\x01;;=\\"'}).status_code == 401
