from webwinnow.crawl.reasons import from_error, from_status


def test_reason_comes_from_the_cause() -> None:
    error = RuntimeError("failed")
    error.__cause__ = ConnectionRefusedError()
    assert from_error(error) == "connection refused"


def test_unknown_errors_keep_their_name() -> None:
    assert from_error(KeyError("x")) == "failed (KeyError)"


def test_statuses_have_names() -> None:
    assert from_status(404) == "HTTP 404 Not Found"
    assert from_status(599) == "HTTP 599"
