"""Select documents by what the method predicts: expected quality and page type."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from webwinnow.errors import UnknownSetting

if TYPE_CHECKING:
    from webwinnow._core import Decision
    from webwinnow.methods.base import Method

#: Names of the two reasons to drop a document.
SCORE, PAGE_TYPE = "score", "page-type"


@dataclass(frozen=True)
class Selection:
    """Limits for whole documents; by default every document passes.

    min_score: drop documents with a lower expected F1 (`Document.score`), 0 to 1
    page_types: keep only documents of these types; all if empty
    """

    min_score: float = 0.0
    page_types: tuple[str, ...] = ()

    def check(self, method: "Method") -> None:
        """Raise UnknownSetting if the method predicts no score, or not these types."""
        if not 0 <= self.min_score <= 1:
            raise UnknownSetting(f"min_score is {self.min_score}; give a number from 0 to 1")
        if self.min_score and not method.predicts_score:
            raise UnknownSetting(unpredicted(method, "score"))
        if self.page_types and not method.page_types:
            raise UnknownSetting(unpredicted(method, "page type"))
        for name in self.page_types:
            if name not in method.page_types:
                known = ", ".join(method.page_types)
                raise UnknownSetting(f"unknown page type {name!r}; choose from {known}")

    def rejects(self, decision: "Decision") -> tuple[str, str] | None:
        """Return the name of the reason to drop a document and a line about it; None to keep it.

        A document without a predicted type or score is kept.
        """
        page_type, score = decision.page_type, decision.confidence
        if self.page_types and page_type is not None and page_type not in self.page_types:
            return PAGE_TYPE, f"the page type {page_type} is not wanted"
        if score is not None and score < self.min_score:
            return SCORE, f"the score {score:.2f} is below {self.min_score:g}"
        return None


def unpredicted(method: "Method", what: str) -> str:
    return f"method {method.name!r} predicts no {what}; select by other means, or use winnow"


def page_type_names(names: str | Sequence[str]) -> tuple[str, ...]:
    """Page types from a list or from names separated by commas; sorted, each once."""
    found = names.split(",") if isinstance(names, str) else names
    return tuple(sorted({name.strip() for name in found if name.strip()}))
