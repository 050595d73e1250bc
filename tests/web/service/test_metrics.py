from starlette.testclient import TestClient

from tests.web.service.client import HTML, PAGE, client


def counters(http: TestClient) -> dict[str, float]:
    lines = [line for line in http.get("/metrics").text.splitlines() if line[0] != "#"]
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}


def test_requests_pages_and_bytes_are_counted() -> None:
    http = client()
    for page in (PAGE, PAGE, ""):
        http.post("/v1/clean", content=page, headers=HTML)
    http.post("/v1/clean?method=nope", content=PAGE, headers=HTML)
    http.post("/v1/clean?method=broken", content="bad", headers=HTML)
    http.post("/v1/batch", json={"pages": [{"html": PAGE}] * 5, "method": "bte"})
    found = counters(http)
    assert found['webwinnow_requests_total{route="/v1/clean",status="200"}'] == 3
    assert found['webwinnow_requests_total{route="/v1/clean",status="400"}'] == 1
    assert found['webwinnow_requests_total{route="/v1/clean",status="500"}'] == 1
    assert found['webwinnow_request_seconds_count{route="/v1/clean"}'] == 5
    assert found['webwinnow_pages_total{method="winnow",outcome="text"}'] == 2
    assert found['webwinnow_pages_total{method="winnow",outcome="empty"}'] == 1
    assert found['webwinnow_pages_total{method="broken",outcome="failed"}'] == 1
    assert found['webwinnow_pages_total{method="bte",outcome="text"}'] == 5
    assert found["webwinnow_received_bytes_total"] > 3 * len(PAGE)
    assert found["webwinnow_requests_in_flight"] == 1  # this request


def test_clients_cannot_create_counters() -> None:
    http = client()
    for path in ("/a", "/b", "/v1/clean/x"):
        http.get(path)
    http.post("/v1/clean?method=made-up", content=PAGE, headers=HTML)
    found = counters(http)
    assert found['webwinnow_requests_total{route="other",status="404"}'] == 3
    assert not [name for name in found if "made-up" in name or "/a" in name]


def test_rejected_requests_are_counted() -> None:
    http = client(token="0123456789abcdef")
    http.get("/v1/methods")
    key = {"Authorization": "Bearer 0123456789abcdef"}
    text = http.get("/metrics", headers=key).text
    assert 'webwinnow_requests_total{route="/v1/methods",status="401"} 1.0' in text
