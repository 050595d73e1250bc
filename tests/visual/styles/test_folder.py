import os
from pathlib import Path

import pytest

from webwinnow.visual.styles import PAGE_HOST, StyleSheet
from webwinnow.visual.styles.folder import FolderStyles, styles_beside

BASE = f"http://{PAGE_HOST}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a style sheet, beside a file that no page may read."""
    (tmp_path / "secret.css").write_text("secret")
    inside = tmp_path / "saved"
    (inside / "page_files").mkdir(parents=True)
    (inside / "page_files" / "a b.css").write_text("a")
    return inside


def read(folder: Path, url: str) -> bytes | None:
    sheet = FolderStyles(folder).read(url, 1000)
    return None if sheet is None else sheet.body


def test_a_relative_url_is_a_path_in_the_folder(folder: Path) -> None:
    assert read(folder, f"{BASE}/page_files/a%20b.css") == b"a"
    assert read(folder, f"{BASE}/page_files/a%20b.css?v=2") == b"a"
    assert read(folder, f"{BASE}/page_files/none.css") is None
    assert read(folder, f"{BASE}/page_files") is None


def test_wget_names_files_by_host_and_query(folder: Path) -> None:
    (folder / "cdn.org").mkdir()
    (folder / "cdn.org" / "b.css?v=2").write_text("b")
    assert read(folder, "https://cdn.org/b.css?v=2") == b"b"
    assert read(folder, "https://other.org/b.css?v=2") is None


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.css",
        "/..%2fsecret.css",
        "/%2e%2e/secret.css",
        "/page_files/..%2f..%2fsecret.css",
        "//../secret.css",
        "/%00",
        "/" + "x" * 5000,
    ],
)
def test_no_path_leaves_the_folder(folder: Path, path: str) -> None:
    styles = styles_beside(folder / "page.html")
    assert styles.read(BASE + path) is None
    assert len(styles.missing) == 1


def test_absolute_paths_and_hosts_with_dots_stay_inside(folder: Path) -> None:
    secret = folder.parent / "secret.css"
    assert read(folder, f"{BASE}/{secret}") is None
    assert read(folder, f"{BASE}//{secret}") is None
    assert read(folder, "http://../secret.css") is None
    assert read(folder, f"{BASE}/../../../../etc/passwd") is None


def test_a_symbolic_link_does_not_leave_the_folder(folder: Path) -> None:
    (folder / "link.css").symlink_to(folder.parent / "secret.css")
    (folder / "up").symlink_to(folder.parent)
    (folder / "own.css").symlink_to(folder / "page_files" / "a b.css")
    assert read(folder, f"{BASE}/link.css") is None
    assert read(folder, f"{BASE}/up/secret.css") is None
    assert read(folder, f"{BASE}/own.css") == b"a"


def test_only_regular_files_are_read(folder: Path) -> None:
    os.mkfifo(folder / "pipe.css")
    assert read(folder, f"{BASE}/pipe.css") is None


def test_a_giant_file_is_not_read_to_its_end(folder: Path) -> None:
    with (folder / "giant.css").open("wb") as file:
        file.truncate(2**33)
    assert FolderStyles(folder).read(f"{BASE}/giant.css", 10) == StyleSheet(bytes(11))


def test_a_page_in_a_subfolder_finds_style_sheets_of_the_tree(folder: Path) -> None:
    page = folder / "news" / "page.html"
    page.parent.mkdir()
    page.write_text("<p>x")
    assert styles_beside(page, folder).document_url == f"{BASE}/news/page.html"
    assert styles_beside(page).document_url == f"{BASE}/page.html"


def test_a_page_that_is_a_symbolic_link_has_the_style_sheets_beside_the_link(folder: Path) -> None:
    (folder.parent / "page.html").write_text("<p>x")
    page = folder / "link.html"
    page.symlink_to(folder.parent / "page.html")
    assert styles_beside(page, folder.parent).document_url == f"{BASE}/saved/link.html"
    styles = styles_beside(page)
    assert styles.document_url == f"{BASE}/link.html"
    assert styles.read(f"{BASE}/page_files/a%20b.css") == StyleSheet(b"a")


def test_a_page_outside_of_the_folder_has_its_name(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (folder / "in").symlink_to(tmp_path / "other")
    assert styles_beside(folder / "in" / "page.html", folder).document_url == f"{BASE}/page.html"


@pytest.mark.parametrize("query", ["x" * 5000, "%00"])
def test_an_invalid_name_does_not_hide_the_next_one(folder: Path, query: str) -> None:
    assert read(folder, f"{BASE}/page_files/a%20b.css?{query}") == b"a"
