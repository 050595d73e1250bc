import pytest

from tests.methods.victor.feature_values import values


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ("p", "p"), ("a", "a"), ("u", "u"),
        ("h1", "class-header"), ("h6", "class-header"),
        ("b", "class-bold"), ("strong", "class-bold"),
        ("i", "class-italic"), ("em", "class-italic"),
        ("ul", "class-list"), ("dd", "class-list"), ("li", "class-list"),
        ("form", "class-form"), ("button", "class-form"), ("label", "class-form"),
    ],
)  # fmt: skip
def test_a_container_is_any_element_around_the_run(tag: str, name: str) -> None:
    html = f"<body>a<{tag}><span>b</span></{tag}>c"
    assert values(html, f"container.{name}") == [0, 1, 0]


def test_a_link_in_a_paragraph_is_in_both() -> None:
    html = "<body><p>a <a href=x>b</a></p>"
    assert values(html, "container.p") == [1, 1]
    assert values(html, "container.a") == [0, 1]


def test_the_container_of_a_picture_holds_the_run_too() -> None:
    html = "<body><p>a<img src=x></p><p>b <b>c</b></p>"
    assert values(html, "container.img") == [1, 0, 0]


def test_breaks_between_runs_are_counted() -> None:
    assert values("<body>a<br>b<br><br>c<b>d</b>", "split.br") == [0, 1, 2, 0]


def test_rules_between_runs_are_counted() -> None:
    assert values("<body>a<hr>b", "split.hr") == [0, 1]


def test_start_and_end_tags_split() -> None:
    # The end tag of the first paragraph and the start tag of the second.
    html = "<body><p>a</p><p>b</p>c<p>d"
    assert values(html, "split.p") == [1, 2, 1, 1]


def test_classes_of_elements_split() -> None:
    html = "<body><div>a<b><i>b</i></b> c</div><ul><li>d"
    assert values(html, "split.class-inline") == [0, 2, 2, 0]
    assert values(html, "split.class-block") == [1, 0, 0, 3]


def test_tags_around_hidden_text_split() -> None:
    assert values("<body>a<p hidden>b</p>c", "split.p") == [0, 2]


def test_an_empty_element_splits() -> None:
    assert values("<body>a<p></p><p></p>b", "split.p") == [0, 4]
