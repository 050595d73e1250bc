"""Projects and their annotators."""

import sqlite3
import time
import unicodedata
from dataclasses import dataclass

from webwinnow.annotation.errors import AnnotationError, NotThere, Taken
from webwinnow.annotation.store import Store

__all__ = [
    "FINAL",
    "Annotator",
    "Project",
    "add_annotator",
    "annotators",
    "change_project",
    "create_project",
    "delete_project",
    "find_project",
    "project",
    "projects",
]

# Whose labels settle what others differ on; nobody else can have this name.
FINAL = ""
LONGEST_NAME = 200
LONGEST_INSTRUCTIONS = 100_000
COLUMNS = "id, name, created, prelabel, instructions"


@dataclass(frozen=True)
class Project:
    id: int
    name: str
    created: float  # seconds since 1970
    prelabel: str | None  # the method whose labels people begin with
    instructions: str


@dataclass(frozen=True)
class Annotator:
    name: str
    begun: int  # pages
    done: int


def create_project(
    store: Store, name: str, *, prelabel: str | None = None, instructions: str = ""
) -> Project:
    name, instructions = checked_name(name, "project"), checked_instructions(instructions)
    with store.writing() as db:
        try:
            made = db.execute(
                "INSERT INTO project (name, key, created, prelabel, instructions)"
                " VALUES (?, ?, ?, ?, ?)",
                (name, key_of(name), time.time(), prelabel, instructions),
            )
        except sqlite3.IntegrityError:
            raise taken(name) from None
        return project_in(db, int(made.lastrowid or 0))


def project(store: Store, id: int) -> Project:
    with store.reading() as db:
        return project_in(db, id)


def find_project(store: Store, name: str) -> Project:
    """By its name, whatever the case of its letters."""
    with store.reading() as db:
        row = db.execute(f"SELECT {COLUMNS} FROM project WHERE key = ?", (key_of(name),)).fetchone()
        others = [each["name"] for each in db.execute("SELECT name FROM project ORDER BY name")]
    if row is None:
        there = f"choose from {', '.join(map(repr, others))}" if others else "there is none yet"
        raise NotThere(f"no project {name!r}; {there}")
    return Project(**row)


def projects(store: Store) -> list[Project]:
    """The newest first."""
    with store.reading() as db:
        rows = db.execute(f"SELECT {COLUMNS} FROM project ORDER BY created DESC, id DESC")
        return [Project(**row) for row in rows]


def change_project(
    store: Store,
    id: int,
    *,
    name: str | None = None,
    prelabel: str | None = None,
    instructions: str | None = None,
) -> Project:
    """What is not given stays; an empty `prelabel` is none. Labels that are there stay, too."""
    if name is not None:
        name = checked_name(name, "project")
    if instructions is not None:
        instructions = checked_instructions(instructions)
    with store.writing() as db:
        old = project_in(db, id)
        name = old.name if name is None else name
        try:
            db.execute(
                "UPDATE project SET name = ?, key = ?, prelabel = ?, instructions = ? WHERE id = ?",
                (
                    name,
                    key_of(name),
                    old.prelabel if prelabel is None else prelabel or None,
                    old.instructions if instructions is None else instructions,
                    id,
                ),
            )
        except sqlite3.IntegrityError:
            raise taken(name) from None
        return project_in(db, id)


def delete_project(store: Store, id: int) -> None:
    """With its pages and all that was said of them."""
    with store.writing() as db:
        project_in(db, id)
        db.execute("DELETE FROM project WHERE id = ?", (id,))


def add_annotator(store: Store, project: int, name: str) -> str:
    """The name as it is kept; one that is there already is no error."""
    name = checked_name(name, "annotator")
    with store.writing() as db:
        project_in(db, project)
        db.execute(
            "INSERT OR IGNORE INTO annotator (project, name, key) VALUES (?, ?, ?)",
            (project, name, key_of(name)),
        )
        return str(annotator_in(db, project, name)["name"])


def annotators(store: Store, project: int) -> list[Annotator]:
    """In the order in which they came."""
    with store.reading() as db:
        project_in(db, project)
        rows = db.execute(
            "SELECT name, coalesce(sum(state = 'begun'), 0) AS begun,"
            " coalesce(sum(state = 'done'), 0) AS done"
            " FROM annotator LEFT JOIN marks ON marks.annotator = annotator.id"
            " WHERE project = ? AND name <> ? GROUP BY annotator.id ORDER BY annotator.id",
            (project, FINAL),
        )
        return [Annotator(**row) for row in rows]


def project_in(db: sqlite3.Connection, id: int) -> Project:
    row = db.execute(f"SELECT {COLUMNS} FROM project WHERE id = ?", (id,)).fetchone()
    if row is None:
        raise NotThere(f"no project has the number {id}; it may have been deleted")
    return Project(**row)


def annotator_in(db: sqlite3.Connection, project: int, name: str) -> sqlite3.Row:
    """The one who settles differences comes into being when asked for."""
    if name == FINAL:
        db.execute(
            "INSERT OR IGNORE INTO annotator (project, name, key) VALUES (?, '', '')", (project,)
        )
    row: sqlite3.Row | None = db.execute(
        "SELECT id, name FROM annotator WHERE project = ? AND key = ?", (project, key_of(name))
    ).fetchone()
    if row is None:
        raise NotThere(f"the project has no annotator {name!r}; add the name first")
    return row


def key_of(name: str) -> str:
    """What names share that differ in case alone, or in how their characters are composed.

    >>> key_of("ÄNNE") == key_of("änne")
    True
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).casefold())


def checked_name(name: str, what: str) -> str:
    """Without white space around it, and in one way of writing what looks alike."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not name:
        raise AnnotationError(f"the {what} has no name; give it one")
    if len(name) > LONGEST_NAME:
        raise AnnotationError(
            f"the {what}'s name has {len(name)} characters; {LONGEST_NAME} are allowed"
        )
    # Control characters, and halves of characters, which no database keeps.
    if any(unicodedata.category(each) in ("Cc", "Cs") for each in name):
        raise AnnotationError(f"the {what}'s name {name!r} has characters that are none; mend it")
    return name


def checked_instructions(text: str) -> str:
    if len(text) > LONGEST_INSTRUCTIONS:
        raise AnnotationError(
            f"the instructions have {len(text)} characters; {LONGEST_INSTRUCTIONS} are allowed"
        )
    return text.encode("utf-8", "replace").decode()


def taken(name: str) -> Taken:
    return Taken(f"there is a project {name!r} already; choose another name")
