"""Methods with given or trained models, and model files to read and rewrite."""

import json
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
from safetensors import safe_open
from safetensors.numpy import save

from tests.support.generated_pages import training_examples
from webwinnow import load
from webwinnow.errors import ModelError
from webwinnow.methods.model_file import CARD, ModelMethod
from webwinnow.methods.provenance import Provenance

M = TypeVar("M", bound=ModelMethod[Any])
UNKNOWN = Provenance()


def with_model(method: M, model: object, provenance: Provenance = UNKNOWN) -> M:
    """Make a method use the model as if `fit` had made it."""
    method.model_, method.provenance_ = model, provenance
    return method


def make_method(name: str, **settings: Any) -> ModelMethod[Any]:
    method = load(name, **settings)
    assert isinstance(method, ModelMethod)
    return method


@cache
def trained(name: str) -> ModelMethod[Any]:
    """A method trained on twenty pages of ten sites; do not modify it."""
    return make_method(name).fit(training_examples(range(20)), seed=5)


def contents(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The card and the tensors."""
    with safe_open(path, framework="numpy") as file:
        names = list(file.keys())
        return json.loads(file.metadata()[CARD]), {name: file.get_tensor(name) for name in names}


def rewrite(path: Path, card: object, tensors: dict[str, Any]) -> None:
    path.write_bytes(save(tensors, {CARD: json.dumps(card)}))


def loading_error(method: type[ModelMethod[Any]], path: Path) -> str:
    """The one-line error of loading an invalid file, which names it."""
    with pytest.raises(ModelError) as raised:
        method.load(path)
    message = str(raised.value)
    assert "\n" not in message
    assert str(path) in message
    return message
