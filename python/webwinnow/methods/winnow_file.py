"""Models of `winnow` as files: one safetensors file, all columns and a card."""

import json
import os
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import MARKUP_BINS, PAGE_FEATURES, SECOND_FEATURES
from webwinnow.errors import ModelError
from webwinnow.methods.studied import Studied, StudiedSet
from webwinnow.methods.winnow_model import Content, Markup, Model, TreeColumns

__all__ = ["Saved", "read", "write"]

FORMAT = 1
# The only key of the file's metadata: with several, their order, and so the bytes, would vary.
CARD = "webwinnow"
ANEW = "train it anew: webwinnow train winnow DATA -o MODEL"


class Saved(NamedTuple):
    """All that is in a file."""

    model: Model
    studied: Studied
    settings: dict[str, Any]


def write(path: Path, saved: Saved) -> None:
    """Through a temporary file beside it, so that nobody ever sees half a model. The same model
    gives the same bytes.
    """
    from safetensors.numpy import save

    card = json.dumps(card_of(saved), sort_keys=True, ensure_ascii=False)
    content = save(tensors_of(saved), {CARD: card})
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".webwinnow-{os.getpid()}.tmp")
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def read(path: Path) -> Saved:
    """ModelError where there is no such file, or none that this version can use."""
    from safetensors import SafetensorError, safe_open

    if path.is_dir():
        raise ModelError(f"{str(path)!r} is a folder; name the model in it, or {ANEW}")
    try:
        with safe_open(path, framework="numpy") as file:
            card = file.metadata() or {}
            fields = json.loads(card[CARD])
            tensors = {name: file.get_tensor(name) for name in list(file.keys())}
        refuse_other(path, fields)
        saved = Saved(
            model_of(tensors, fields), studied_of(tensors, fields), dict(fields["settings"])
        )
        # That the core takes it is all that is asked.
        saved.model.core  # noqa: B018
    except FileNotFoundError as error:
        raise ModelError(f"no model {str(path)!r}; check its name, or {ANEW}") from error
    except (SafetensorError, OSError, LookupError, TypeError, ValueError, AttributeError) as error:
        reason = getattr(error, "strerror", None) or " ".join(str(error).split())
        problem = f"{str(path)!r} is no model of winnow, or a broken one ({reason})"
        raise ModelError(f"{problem}; {ANEW}") from error
    return saved


def refuse_other(path: Path, card: dict[str, Any]) -> None:
    if card["method"] != "winnow":
        raise ModelError(f"{str(path)!r} was made for the method {card['method']!r}, not winnow")
    if card["format"] != FORMAT:
        have = f"format {card['format']}, and this version reads {FORMAT}"
        raise ModelError(f"{str(path)!r} has {have}; {ANEW}")
    if card["inputs"] != inputs():
        raise ModelError(f"{str(path)!r} was made for other inputs than this version's; {ANEW}")


def inputs() -> dict[str, object]:
    """What a model must have been made for."""
    return {"blocks": names(SECOND_FEATURES), "pages": names(PAGE_FEATURES), "bins": MARKUP_BINS}


def names(listed: Iterable[str]) -> dict[str, object]:
    joined = "\n".join(listed)
    return {"count": joined.count("\n") + 1, "sha256": sha256(joined.encode()).hexdigest()}


def card_of(saved: Saved) -> dict[str, object]:
    return {
        "method": "winnow",
        "format": FORMAT,
        "inputs": inputs(),
        "types": list(saved.model.types),
        "has confidence": saved.model.confidence is not None,
        "settings": dict(saved.settings),
        "studied": [each._asdict() for each in saved.studied.sets],
        "notes": dict(saved.model.notes),
        **({"least content": saved.model.content.least} if saved.model.content else {}),
    }


def tensors_of(saved: Saved) -> dict[str, NDArray[Any]]:
    model = saved.model
    groups = {"first": model.first, "second": model.second}
    groups |= {f"type {name}": columns for name, columns in model.types.items()}
    if model.confidence:
        groups["confidence"] = model.confidence
    if model.content:
        groups["content"] = model.content.trees
    return {
        "markup bins": model.markup.bins,
        "markup weights": model.markup.weights,
        "markup bias": np.array([model.markup.bias]),
        "studied pages": np.array(sorted(saved.studied.pages), np.uint64),
        **{
            f"{group} {column}": values
            for group, columns in groups.items()
            for column, values in columns._asdict().items()
        },
    }


def model_of(tensors: Mapping[str, NDArray[Any]], card: dict[str, Any]) -> Model:
    def columns(group: str) -> TreeColumns:
        return TreeColumns(*(tensors[f"{group} {column}"] for column in TreeColumns._fields))

    return Model(
        Markup(tensors["markup bins"], tensors["markup weights"], float(tensors["markup bias"][0])),
        columns("first"),
        columns("second"),
        {name: columns(f"type {name}") for name in card["types"]},
        columns("confidence") if card["has confidence"] else None,
        Content(columns("content"), card["least content"]) if "least content" in card else None,
        card["notes"],
    )


def studied_of(tensors: Mapping[str, NDArray[Any]], card: dict[str, Any]) -> Studied:
    sets = tuple(StudiedSet(**each) for each in card["studied"])
    return Studied(sets, frozenset(tensors["studied pages"].tolist()))
