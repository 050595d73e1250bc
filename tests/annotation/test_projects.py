import pytest

from tests.annotation.sample_project import SampleProject
from webwinnow.annotation import (
    ADJUDICATOR,
    AlreadyExists,
    AnnotationError,
    Annotator,
    NotFound,
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


def test_project_names_are_unique_ignoring_case(sample: SampleProject) -> None:
    with pytest.raises(AlreadyExists, match="a project 'NEWS' already exists"):
        create_project(sample.store, "NEWS")


def test_case_is_ignored_for_non_ascii_letters(sample: SampleProject) -> None:
    made = create_project(sample.store, "ÄMTER")
    with pytest.raises(AlreadyExists, match="a project 'ämter' already exists"):
        create_project(sample.store, "ämter")
    assert find_project(sample.store, "ämter") == made
    assert add_annotator(sample.store, sample.project, "ÄNNE") == "ÄNNE"
    assert add_annotator(sample.store, sample.project, "a\u0308nne") == "ÄNNE"
    sample.label(sample.add(), "änne", [0], 2)
    assert [each.begun for each in annotators(sample.store, sample.project)] == [0, 0, 1]


def test_the_newest_project_comes_first(sample: SampleProject) -> None:
    create_project(sample.store, "Forums")
    assert [each.name for each in projects(sample.store)] == ["Forums", "News"]


@pytest.mark.parametrize("name", ["", " \n", "x" * 201, "a\x00b", "\ud800"])
def test_invalid_names_are_rejected(sample: SampleProject, name: str) -> None:
    with pytest.raises(AnnotationError, match="name"):
        create_project(sample.store, name)
    with pytest.raises(AnnotationError, match="name"):
        add_annotator(sample.store, sample.project, name)


def test_only_given_fields_of_a_project_change(sample: SampleProject) -> None:
    made = create_project(sample.store, "Forums", prelabel="bte", instructions="Keep posts.")
    changed = change_project(sample.store, made.id, name="Boards")
    assert (changed.name, changed.prelabel, changed.instructions) == (
        ("Boards", "bte", "Keep posts.")
    )
    assert change_project(sample.store, made.id, prelabel="").prelabel is None
    with pytest.raises(AlreadyExists):
        change_project(sample.store, made.id, name="news")


def test_a_project_is_found_by_name_and_by_id(sample: SampleProject) -> None:
    assert find_project(sample.store, "news") == project(sample.store, sample.project)
    with pytest.raises(NotFound, match="no project 'Blogs'; choose from 'News'"):
        find_project(sample.store, "Blogs")


def test_deleting_a_project_deletes_all_its_rows(sample: SampleProject) -> None:
    page = sample.add()
    label(sample.store, page, "Ann", [1], 3)
    delete_project(sample.store, sample.project)
    with pytest.raises(NotFound, match="it may have been deleted"):
        project(sample.store, sample.project)
    with sample.store.read() as db:
        for table in ("page", "html", "reading", "annotator", "marks", "act"):
            assert db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] == 0, table


def test_ids_are_never_reused(sample: SampleProject) -> None:
    page = sample.add()
    delete_project(sample.store, sample.project)
    sample.project = create_project(sample.store, "News").id
    assert sample.add() > page


def test_annotators_are_counted_with_their_pages(sample: SampleProject) -> None:
    first, second = sample.add("a", "<p>a"), sample.add("b", "<p>b")
    sample.done(first, "Ann", [0])
    sample.label(second, "Ann", [0], 2)
    sample.label(first, ADJUDICATOR, [0], 2)
    assert annotators(sample.store, sample.project) == (
        [Annotator("Ann", begun=1, done=1), Annotator("Ben", begun=0, done=0)]
    )


def test_adding_an_annotator_twice_has_no_effect(sample: SampleProject) -> None:
    assert add_annotator(sample.store, sample.project, " ann ") == "Ann"
    assert len(annotators(sample.store, sample.project)) == 2
