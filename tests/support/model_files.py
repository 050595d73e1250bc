"""Files of models, taken apart and put together again, for tests of what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest
from safetensors import safe_open
from safetensors.numpy import save

from webwinnow.errors import ModelError
from webwinnow.methods.base import TrainableMethod
from webwinnow.methods.model_file import CARD


def contents(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Card and tensors."""
    with safe_open(path, framework="numpy") as file:
        names = list(file.keys())
        return json.loads(file.metadata()[CARD]), {name: file.get_tensor(name) for name in names}


def rewrite(path: Path, card: object, tensors: dict[str, Any]) -> None:
    path.write_bytes(save(tensors, {CARD: json.dumps(card)}))


def refusal(method: type[TrainableMethod], path: Path) -> str:
    """What is said of a file that the method does not take: one line that names it."""
    with pytest.raises(ModelError) as refused:
        method.load(path)
    message = str(refused.value)
    assert "\n" not in message
    assert str(path) in message
    return message
