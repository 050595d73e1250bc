"""Projects and their annotators."""

import sqlite3
import time
import unicodedata
from dataclasses import dataclass

from webwinnow.annotation.errors import AlreadyExists, AnnotationError, NotFound
from webwinnow.annotation.store import Store

# Name of the annotator whose labels settle differences; no other annotator can have it.
ADJUDICATOR = ""
MAX_NAME = 200
MAX_INSTRUCTIONS = 100_000
COLUMNS = "id, name, created, prelabel, instructions"


@dataclass(frozen=True)
class Project:
    id: int
    name: str
    created: float  # seconds since 1970
    prelabel: str | None  # the method that gives the first labels
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
    with store.write() as db:
        try:
            made = db.execute(
                "INSERT INTO project (name, key, created, prelabel, instructions)"
                " VALUES (?, ?, ?, ?, ?)",
                (name, name_key(name), time.time(), prelabel, instructions),
            )
        except sqlite3.IntegrityError:
            raise name_taken(name) from None
        return load_project(db, int(made.lastrowid or 0))


def project(store: Store, id: int) -> Project:
    with store.read() as db:
        return load_project(db, id)


def find_project(store: Store, name: str) -> Project:
    """Find a project by its name, ignoring case."""
    with store.read() as db:
        row = db.execute(
            f"SELECT {COLUMNS} FROM project WHERE key = ?", (name_key(name),)
        ).fetchone()
        others = [each["name"] for each in db.execute("SELECT name FROM project ORDER BY name")]
    if row is None:
        there = f"choose from {', '.join(map(repr, others))}" if others else "there are none yet"
        raise NotFound(f"no project {name!r}; {there}")
    return Project(**row)


def projects(store: Store) -> list[Project]:
    """All projects, newest first."""
    with store.read() as db:
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
    """Change the given fields; an empty `prelabel` removes the method. Existing labels stay."""
    if name is not None:
        name = checked_name(name, "project")
    if instructions is not None:
        instructions = checked_instructions(instructions)
    with store.write() as db:
        old = load_project(db, id)
        name = old.name if name is None else name
        try:
            db.execute(
                "UPDATE project SET name = ?, key = ?, prelabel = ?, instructions = ? WHERE id = ?",
                (
                    name,
                    name_key(name),
                    old.prelabel if prelabel is None else prelabel or None,
                    old.instructions if instructions is None else instructions,
                    id,
                ),
            )
        except sqlite3.IntegrityError:
            raise name_taken(name) from None
        return load_project(db, id)


def delete_project(store: Store, id: int) -> None:
    """Delete a project with its pages and their labels."""
    with store.write() as db:
        load_project(db, id)
        db.execute("DELETE FROM project WHERE id = ?", (id,))


def add_annotator(store: Store, project: int, name: str) -> str:
    """Add an annotator unless the project has one; return the stored name."""
    name = checked_name(name, "annotator")
    with store.write() as db:
        load_project(db, project)
        db.execute(
            "INSERT OR IGNORE INTO annotator (project, name, key) VALUES (?, ?, ?)",
            (project, name, name_key(name)),
        )
        return str(load_annotator(db, project, name)["name"])


def annotators(store: Store, project: int) -> list[Annotator]:
    """Annotators of a project, in the order of their addition."""
    with store.read() as db:
        load_project(db, project)
        rows = db.execute(
            "SELECT name, coalesce(sum(state = 'begun'), 0) AS begun,"
            " coalesce(sum(state = 'done'), 0) AS done"
            " FROM annotator LEFT JOIN marks ON marks.annotator = annotator.id"
            " WHERE project = ? AND name <> ? GROUP BY annotator.id ORDER BY annotator.id",
            (project, ADJUDICATOR),
        )
        return [Annotator(**row) for row in rows]


def load_project(db: sqlite3.Connection, id: int) -> Project:
    row = db.execute(f"SELECT {COLUMNS} FROM project WHERE id = ?", (id,)).fetchone()
    if row is None:
        raise NotFound(f"no project has the id {id}; it may have been deleted")
    return Project(**row)


def load_annotator(db: sqlite3.Connection, project: int, name: str) -> sqlite3.Row:
    """Load an annotator; the adjudicator is created on first use."""
    if name == ADJUDICATOR:
        db.execute(
            "INSERT OR IGNORE INTO annotator (project, name, key) VALUES (?, '', '')", (project,)
        )
    row: sqlite3.Row | None = db.execute(
        "SELECT id, name FROM annotator WHERE project = ? AND key = ?", (project, name_key(name))
    ).fetchone()
    if row is None:
        raise NotFound(f"the project has no annotator {name!r}; add the annotator first")
    return row


def name_key(name: str) -> str:
    """Normalize a name for comparison: names that differ only in case or composition are equal.

    >>> name_key("ÄNNE") == name_key("änne")
    True
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).casefold())


def checked_name(name: str, what: str) -> str:
    """Normalize white space and Unicode form; reject names that cannot be stored."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not name:
        raise AnnotationError(f"the {what} name is empty; enter one")
    if len(name) > MAX_NAME:
        raise AnnotationError(
            f"the {what} name has {len(name)} characters; at most {MAX_NAME} are allowed"
        )
    # Control characters, and lone surrogates, which SQLite cannot store.
    if any(unicodedata.category(each) in ("Cc", "Cs") for each in name):
        raise AnnotationError(f"the {what}'s name {name!r} has control characters; remove them")
    return name


def checked_instructions(text: str) -> str:
    if len(text) > MAX_INSTRUCTIONS:
        raise AnnotationError(
            f"the instructions have {len(text)} characters; at most {MAX_INSTRUCTIONS} are allowed"
        )
    return text.encode("utf-8", "replace").decode()


def name_taken(name: str) -> AlreadyExists:
    return AlreadyExists(f"a project {name!r} already exists; choose another name")
