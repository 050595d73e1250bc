"""Annotation projects: pages, labels and gold in one SQLite file; see `docs/annotating.md`.

>>> from webwinnow import annotation
>>> with annotation.Store("annotations.db") as store:  # doctest: +SKIP
...     pages = annotation.gold_set(store, "news")  # for `evaluate` and `train`
"""

from webwinnow.annotation.adjudication import (
    Adjudication,
    Difference,
    PageStatus,
    find_differences,
    page_status,
    page_statuses,
)
from webwinnow.annotation.agreement import Kappa, PageAgreement, PairAgreement, agreement
from webwinnow.annotation.annotator_labels import (
    AnnotatorLabels,
    OpenedPage,
    annotator_labels,
    annotator_states,
    labelled_runs,
    open_page,
)
from webwinnow.annotation.errors import (
    AlreadyExists,
    AnnotationError,
    Conflict,
    NotFound,
    PageTooLarge,
    StoreUnusable,
    UnlabelledBlocks,
)
from webwinnow.annotation.export import (
    EXPORT_FORMATS,
    export_folder,
    export_zip,
    safe_file_name,
    unique_file_names,
)
from webwinnow.annotation.gold import gold_set
from webwinnow.annotation.importing import add_html, add_set
from webwinnow.annotation.label_actions import LabelChange, finish, label, redo, undo
from webwinnow.annotation.labels import (
    BOILERPLATE,
    LABELS,
    NONE,
    labels_from_method,
    labels_to_decision,
    visible_runs,
)
from webwinnow.annotation.pages import (
    MAX_PAGE_BYTES,
    UNKNOWN_SITE,
    AddedPages,
    PageInfo,
    add_page,
    add_pages,
    change_page,
    delete_page,
    page_info,
    page_infos,
    parse_page,
)
from webwinnow.annotation.projects import (
    ADJUDICATOR,
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
from webwinnow.annotation.run_layout import CONTENT
from webwinnow.annotation.store import Store

__all__ = [
    "ADJUDICATOR",
    "BOILERPLATE",
    "CONTENT",
    "EXPORT_FORMATS",
    "LABELS",
    "MAX_PAGE_BYTES",
    "NONE",
    "UNKNOWN_SITE",
    "AddedPages",
    "Adjudication",
    "AlreadyExists",
    "AnnotationError",
    "Annotator",
    "AnnotatorLabels",
    "Conflict",
    "Difference",
    "Kappa",
    "LabelChange",
    "NotFound",
    "OpenedPage",
    "PageAgreement",
    "PageInfo",
    "PageStatus",
    "PageTooLarge",
    "PairAgreement",
    "Project",
    "Store",
    "StoreUnusable",
    "UnlabelledBlocks",
    "add_annotator",
    "add_html",
    "add_page",
    "add_pages",
    "add_set",
    "agreement",
    "annotator_labels",
    "annotator_states",
    "annotators",
    "change_page",
    "change_project",
    "create_project",
    "delete_page",
    "delete_project",
    "export_folder",
    "export_zip",
    "find_differences",
    "find_project",
    "finish",
    "gold_set",
    "label",
    "labelled_runs",
    "labels_from_method",
    "labels_to_decision",
    "open_page",
    "page_info",
    "page_infos",
    "page_status",
    "page_statuses",
    "parse_page",
    "project",
    "projects",
    "redo",
    "safe_file_name",
    "undo",
    "unique_file_names",
    "visible_runs",
]
