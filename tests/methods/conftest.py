"""A fixture for the contracts of methods that learn."""

import pytest

from tests.methods.fiasco.sample_models import fake_measures
from webwinnow import METHODS
from webwinnow.methods import find_class
from webwinnow.methods.fiasco.method import FiascoVisual
from webwinnow.methods.model_file import ModelMethod
from webwinnow.visual import shared_browser


@pytest.fixture(params=[name for name in METHODS if issubclass(find_class(name), ModelMethod)])
def learned(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a method that learns; none of them needs a browser."""
    if request.param == "victor":
        pytest.importorskip("pycrfsuite")
    monkeypatch.setattr(FiascoVisual, "measure", lambda self, *page: fake_measures(*page))
    monkeypatch.setattr(shared_browser, "check_browser", lambda: None)
    return str(request.param)
