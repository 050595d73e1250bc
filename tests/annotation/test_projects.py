import pytest

from tests.annotation.sample_project import Small
from webwinnow.annotation import (
    FINAL,
    AnnotationError,
    Annotator,
    NotThere,
    Taken,
    add_annotator,
    annotators,
    change_project,
    create_project,
    delete_project,
    find_project,
    label,
    project,
    projects,
)


def test_a_project_has_a_name_of_its_own_whatever_the_case(small: Small) -> None:
    with pytest.raises(Taken, match="a project 'NEWS' already"):
        create_project(small.store, "NEWS")


def test_case_is_that_of_all_letters(small: Small) -> None:
    made = create_project(small.store, "ÄMTER")
    with pytest.raises(Taken, match="a project 'ämter' already"):
        create_project(small.store, "ämter")
    assert find_project(small.store, "ämter") == made
    assert add_annotator(small.store, small.project, "ÄNNE") == "ÄNNE"
    assert add_annotator(small.store, small.project, "a\u0308nne") == "ÄNNE"
    small.label(small.add(), "änne", [0], 2)
    assert [each.begun for each in annotators(small.store, small.project)] == [0, 0, 1]


def test_the_newest_project_comes_first(small: Small) -> None:
    create_project(small.store, "Forums")
    assert [each.name for each in projects(small.store)] == ["Forums", "News"]


@pytest.mark.parametrize("name", ["", " \n", "x" * 201, "a\x00b", "\ud800"])
def test_names_that_cannot_be_kept_are_refused(small: Small, name: str) -> None:
    with pytest.raises(AnnotationError, match="name"):
        create_project(small.store, name)
    with pytest.raises(AnnotationError, match="name"):
        add_annotator(small.store, small.project, name)


def test_a_project_is_changed_only_in_what_is_given(small: Small) -> None:
    made = create_project(small.store, "Forums", prelabel="bte", instructions="Keep posts.")
    changed = change_project(small.store, made.id, name="Boards")
    assert (changed.name, changed.prelabel, changed.instructions) == (
        ("Boards", "bte", "Keep posts.")
    )
    assert change_project(small.store, made.id, prelabel="").prelabel is None
    with pytest.raises(Taken):
        change_project(small.store, made.id, name="news")


def test_a_project_is_found_by_name_and_by_number(small: Small) -> None:
    assert find_project(small.store, "news") == project(small.store, small.project)
    with pytest.raises(NotThere, match="no project 'Blogs'; choose from 'News'"):
        find_project(small.store, "Blogs")


def test_a_project_goes_with_all_that_is_in_it(small: Small) -> None:
    page = small.add()
    label(small.store, page, "Ann", [1], 3)
    delete_project(small.store, small.project)
    with pytest.raises(NotThere, match="it may have been deleted"):
        project(small.store, small.project)
    with small.store.reading() as db:
        for table in ("page", "html", "reading", "annotator", "marks", "act"):
            assert db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] == 0, table


def test_numbers_are_never_given_twice(small: Small) -> None:
    page = small.add()
    delete_project(small.store, small.project)
    small.project = create_project(small.store, "News").id
    assert small.add() > page


def test_annotators_are_counted_with_their_pages(small: Small) -> None:
    first, second = small.add("a", "<p>a"), small.add("b", "<p>b")
    small.done(first, "Ann", [0])
    small.label(second, "Ann", [0], 2)
    small.label(first, FINAL, [0], 2)
    assert annotators(small.store, small.project) == (
        [Annotator("Ann", begun=1, done=1), Annotator("Ben", begun=0, done=0)]
    )


def test_adding_an_annotator_twice_is_no_error(small: Small) -> None:
    assert add_annotator(small.store, small.project, " ann ") == "Ann"
    assert len(annotators(small.store, small.project)) == 2
