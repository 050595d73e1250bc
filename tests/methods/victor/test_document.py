import pytest

from tests.methods.victor.feature_values import values

PAGE = "<p>One two. Three.</p><p>four <b>five</b></p>"


def test_the_position_is_counted_in_runs() -> None:
    assert values(PAGE, "position") == pytest.approx([0, 0.5, 1])
    assert values("<p>one", "position") == [0]


@pytest.mark.parametrize(
    ("name", "count"), [("word-count", 5), ("sentence-count", 2), ("block-count", 3)]
)
def test_a_document_is_as_large_as_its_visible_text(name: str, count: int) -> None:
    html = PAGE + "<p hidden>Hidden. Words.</p><script>code.</script>"
    assert values(html, f"document.{name}") == [count] * 3
