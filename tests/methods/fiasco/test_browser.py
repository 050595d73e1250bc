"""FIASCO with a real browser; `test_visual` tests the rest without one."""

from collections.abc import Iterator

import numpy as np
import pytest

from tests.support.generated_pages import training_examples
from tests.visual.sample_layouts import needs_chromium
from webwinnow import Page
from webwinnow.methods.fiasco.method import FiascoVisual
from webwinnow.methods.fiasco.targets import Targets
from webwinnow.visual import shared_browser as shared
from webwinnow.visual.measures import MEASURES
from webwinnow.visual.styles import PageStyles, StyleSheet, StyleSource

pytestmark = needs_chromium()


@pytest.fixture(scope="module", autouse=True)
def own_browser() -> Iterator[None]:
    """Use a browser other than that of the process, and close it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shared, "SHARED", shared.SharedBrowser())
        yield
        shared.SHARED.close()


def look(html: str) -> dict[str, list[float]]:
    page = Page(html)
    found = FiascoVisual().measure(page, Targets.of(page))
    assert found is not None
    return dict(zip(MEASURES, found.T.tolist(), strict=True))


def first_styled(style: str) -> dict[str, list[float]]:
    """Two paragraphs, of which the first has a style."""
    return look(f"<p style='{style}'>{'rain and sun ' * 40}<p>{'boats and people ' * 40}")


def test_a_narrow_column_changes_the_measures() -> None:
    plain, narrow = first_styled(""), first_styled("width:90px")
    assert plain["shown"] == narrow["shown"] == [1, 1]
    assert plain["relative width"][0] > 0.9
    assert narrow["relative width"][0] < 0.2
    assert narrow["region's lines"][0] > plain["region's lines"][0]


def test_text_outside_of_the_page_is_not_shown() -> None:
    away = first_styled("position:absolute;left:-9999px;top:0")
    assert away["shown"] == [0, 1]
    assert np.isnan(away["relative width"]).tolist() == [True, False]


def test_training_and_prediction_use_the_browser() -> None:
    method = FiascoVisual().fit(training_examples(range(6)))
    decision = method.decide(training_examples(range(40, 41))[0].page)
    assert decision.keep.any()
    assert not decision.keep.all()
    assert not any("could not be shown" in reason for reason in decision.reasons)


class OneSheet(StyleSource):
    def read(self, url: str, max_bytes: int) -> StyleSheet | None:
        return StyleSheet(b".x {position: absolute; left: -9999px}")


def test_the_style_sheets_of_a_page_change_its_measures() -> None:
    page = Page(f"<link rel=stylesheet href=a.css><p class=x>{'rain ' * 40}<p>{'boats ' * 40}")
    method, targets = FiascoVisual(), Targets.of(page)
    shown = list(MEASURES).index("shown")
    styles = PageStyles("http://example.org/", OneSheet())
    for given, expected in ((method, [1, 1]), (method.with_styles(styles), [0, 1])):
        found = given.measure(page, targets)
        assert found is not None
        assert found[:, shown].tolist() == expected
    assert list(styles.found) == ["http://example.org/a.css"]
    assert method.styles is None
