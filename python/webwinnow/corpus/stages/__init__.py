"""Stages of a corpus: functions from an Arrow record batch to an Arrow record batch.

The first stage turns pages into documents. The others add columns to documents or drop them.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from webwinnow.corpus.settings import Settings

if TYPE_CHECKING:
    import pyarrow as pa

    from webwinnow.methods.base import Method
    from webwinnow.visual.styles import StyleSource

__all__ = ["Stage", "load_method", "stages"]

Stage: TypeAlias = "Callable[[pa.RecordBatch], pa.RecordBatch]"


def stages(
    settings: Settings, *, templates: Path | None = None, archives: tuple[Path, ...] = ()
) -> "dict[str, Stage]":
    """Stages that handle each page by itself, by name, in order.

    `templates` are those that GoldMiner learned from the corpus. `archives` are the WARC files of
    the pages, where a method that renders them finds their style sheets.
    """
    from webwinnow.corpus.stages.clean import Clean
    from webwinnow.corpus.stages.filters import (
        DocumentKeys,
        LanguageFilter,
        LengthFilter,
        QualityFilter,
    )
    from webwinnow.corpus.stages.normalise import Normalise

    method = load_method(settings, templates)
    styles = styles_in(archives) if archives and method.needs_styles else None
    found: dict[str, Stage] = {"clean": Clean(method, settings, styles)}
    if settings.normalise:
        found["normalise"] = Normalise(settings.normalise)
    found["length"] = LengthFilter(settings.min_chars)
    found["language"] = LanguageFilter(settings.languages)
    found["quality"] = QualityFilter(settings.min_quality)
    if settings.compares_documents or settings.max_repetition < 1:
        found["keys"] = DocumentKeys(settings.max_repetition)
    return found


def styles_in(archives: tuple[Path, ...]) -> "StyleSource":
    from webwinnow.visual.styles.archive import archive_styles

    return archive_styles(*archives)


def load_method(settings: Settings, templates: Path | None = None) -> "Method":
    """Load the method and check that it is usable."""
    from webwinnow.methods import load

    given: dict[str, object] = {} if templates is None else {"templates": templates}
    method = load(settings.method, preset=settings.preset, **given)
    method.check_usable()
    return method
