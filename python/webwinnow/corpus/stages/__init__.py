"""The stages of a corpus: each is a function from an Arrow record batch to an Arrow record batch.

The first takes pages and gives documents; the others take documents and give the same ones with
more known of them, or with a reason to drop them.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from webwinnow.corpus.settings import Settings

if TYPE_CHECKING:
    import pyarrow as pa

    from webwinnow.methods.base import Method

__all__ = ["Stage", "method_of", "stages"]

Stage: TypeAlias = "Callable[[pa.RecordBatch], pa.RecordBatch]"


def stages(settings: Settings, *, templates: Path | None = None) -> "dict[str, Stage]":
    """All that a page goes through by itself, in order, by name. `templates` are GoldMiner's, where
    they were learned from the corpus itself.
    """
    from webwinnow.corpus.stages.clean import Clean
    from webwinnow.corpus.stages.filters import Language
    from webwinnow.corpus.stages.keys import Keys
    from webwinnow.corpus.stages.length import Length
    from webwinnow.corpus.stages.normalise import Normalise
    from webwinnow.corpus.stages.quality import Quality

    found: dict[str, Stage] = {"clean": Clean(method_of(settings, templates), settings)}
    if settings.normalise:
        found["normalise"] = Normalise(settings.normalise)
    found["length"] = Length(settings.min_chars)
    found["language"] = Language(settings.languages)
    found["quality"] = Quality(settings.min_quality)
    if settings.looks_around or settings.max_repetition < 1:
        found["keys"] = Keys(settings.max_repetition)
    return found


def method_of(settings: Settings, templates: Path | None = None) -> "Method":
    """The method, ready to be used; an error where it never will be."""
    from webwinnow.methods import load

    given: dict[str, object] = {} if templates is None else {"templates": templates}
    method = load(settings.method, preset=settings.preset, **given)
    method.check_usable()
    return method
