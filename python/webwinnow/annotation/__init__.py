"""Projects of pages that people label, kept in one SQLite file; `docs/annotating.md` tells more.

>>> from webwinnow import annotation
>>> with annotation.Store("annotations.db") as store:  # doctest: +SKIP
...     pages = annotation.gold_set(store, "news")  # for `evaluate` and `train`
"""

from webwinnow.annotation.adjudication import (
    Adjudication,
    Difference,
    Standing,
    adjudication,
    standing,
    standings,
)
from webwinnow.annotation.agreement import Kappa, PageAgreement, PairAgreement, agreement
from webwinnow.annotation.annotator_labels import Marks, Opened, marks, open_page, states, touched
from webwinnow.annotation.errors import (
    AnnotationError,
    Conflict,
    NotThere,
    Taken,
    TooLarge,
    Unfinished,
    Unusable,
)
from webwinnow.annotation.export import EXPORTS, as_folder, as_zip
from webwinnow.annotation.file_names import file_names
from webwinnow.annotation.gold import gold_set
from webwinnow.annotation.importing import add_html, add_set
from webwinnow.annotation.label_actions import Changed, finish, label, redo, undo
from webwinnow.annotation.labels import (
    BOILERPLATE,
    CONTENT,
    LABELS,
    NONE,
    by_method,
    decision,
    visible,
)
from webwinnow.annotation.pages import (
    MOST_BYTES,
    UNKNOWN_SITE,
    Added,
    PageInfo,
    add_page,
    add_pages,
    change_page,
    delete_page,
    page_info,
    page_infos,
    parsed,
)
from webwinnow.annotation.projects import (
    FINAL,
    Annotator,
    Project,
    add_annotator,
    annotators,
    change_project,
    create_project,
    delete_project,
    find_project,
    project,
    projects,
)
from webwinnow.annotation.store import Store

__all__ = [
    "BOILERPLATE",
    "CONTENT",
    "EXPORTS",
    "FINAL",
    "LABELS",
    "MOST_BYTES",
    "NONE",
    "UNKNOWN_SITE",
    "Added",
    "Adjudication",
    "AnnotationError",
    "Annotator",
    "Changed",
    "Conflict",
    "Difference",
    "Kappa",
    "Marks",
    "NotThere",
    "Opened",
    "PageAgreement",
    "PageInfo",
    "PairAgreement",
    "Project",
    "Standing",
    "Store",
    "Taken",
    "TooLarge",
    "Unfinished",
    "Unusable",
    "add_annotator",
    "add_html",
    "add_page",
    "add_pages",
    "add_set",
    "adjudication",
    "agreement",
    "annotators",
    "as_folder",
    "as_zip",
    "by_method",
    "change_page",
    "change_project",
    "create_project",
    "decision",
    "delete_page",
    "delete_project",
    "file_names",
    "find_project",
    "finish",
    "gold_set",
    "label",
    "marks",
    "open_page",
    "page_info",
    "page_infos",
    "parsed",
    "project",
    "projects",
    "redo",
    "standing",
    "standings",
    "states",
    "touched",
    "undo",
    "visible",
]
