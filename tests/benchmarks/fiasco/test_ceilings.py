from benchmarks.papers.fiasco.ceilings import ceilings
from tests.benchmarks.fiasco.test_pages import CLEAN, MENU, known

# A body with text of its own, which is a single target unless it is divided.
SWALLOWED = f"<body>{CLEAN[0]}<br>{CLEAN[1]}<div>Home News About</div>"


def test_a_target_that_swallows_the_page_is_counted() -> None:
    found = ceilings([known("a", html=SWALLOWED)])
    assert found["never"]["few targets"] == 1
    assert found["never"]["over half"] == found["never"]["swallowed"] == 1
    assert found["never"]["targets"] == 1
    assert found["breaks"]["swallowed"] == found["lines"]["swallowed"] == 0
    assert found["lines"]["targets"] == 3


def test_a_large_target_that_is_all_clean_swallows_nothing() -> None:
    one = known("a", [CLEAN[0]], html=f"<p>{CLEAN[0]}</p><p>Home</p>")
    found = ceilings([one])["breaks"]
    assert (found["over half"], found["swallowed"]) == (1, 0)


def test_perfect_labels_of_divided_targets_make_no_mistake() -> None:
    found = ceilings([known("a", html=SWALLOWED)])
    assert found["lines"]["text"] == 100
    assert found["never"]["text"] < 95  # the menu goes with the text


def test_text_in_no_target_cannot_be_dropped() -> None:
    # The body has too little text of its own to be a target.
    html = f"<body>©{MENU}<p>{CLEAN[0]}</p><p>{CLEAN[1]}</p>"
    found = ceilings([known("a", html=html)])
    assert found["lines"]["text"] == 100
    assert found["never"]["text"] < 100
