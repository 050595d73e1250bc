"""`webwinnow site` on small sites; in processes where streams matter."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tests.sites.site_pages import article_page, blog_page, texts
from tests.sites.test_sources import write_warc
from tests.support.msnbc_site import ARTICLES, COMMENTS, INDEX, PAGES
from webwinnow.cli import app
from webwinnow.errors import InputError, ModelError, UnknownMethod, UnknownSetting
from webwinnow.methods.goldminer.store import open_store


def invoke(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, list(map(str, arguments)), catch_exceptions=False)


def run(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "webwinnow", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8")


def canonical(html: str, url: str) -> str:
    return html.replace("<head>", f'<head><link rel="canonical" href="{url}">')


def save(folder: Path, pages: list[str], host: str | None = None) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for number, html in enumerate(pages):
        html = canonical(html, f"http://{host}/{number}") if host else html
        (folder / f"{number:03}.html").write_text(html, "utf-8")
    return folder


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    return save(tmp_path / "pages", PAGES, "www.tv.example")


@pytest.fixture
def templates(tmp_path: Path, pages: Path) -> Path:
    assert invoke("site", "learn", pages, "-t", tmp_path / "templates", "-q").exit_code == 0
    return tmp_path / "templates"


TV = "tv.example: 1 template for 12 of 12 articles in 12 pages"


@pytest.mark.parametrize("name", ["templates", "templates.db"])
def test_templates_are_learned_from_pages_with_a_host(
    pages: Path, tmp_path: Path, name: str
) -> None:
    store = tmp_path / name
    done = invoke("site", "learn", pages, "-t", store)
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        TV,
        f"use the templates: webwinnow clean PAGE --method goldminer:templates={store}",
    ]
    assert done.stderr == ""
    assert open_store(store).hosts() == ["tv.example"]


def test_default_store_is_a_folder_named_templates(
    pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    invoke("site", "learn", pages)
    assert (tmp_path / "templates" / "tv.example.json").exists()
    assert invoke("site", "show").stdout.splitlines() == [TV]


def test_every_host_has_a_line_of_its_own(pages: Path, tmp_path: Path) -> None:
    save(tmp_path / "one", [canonical("<head><p>It rained.", "http://b.example/")])
    done = invoke("site", "learn", pages, tmp_path / "one", "-t", tmp_path / "t")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[:2] == [
        "b.example: no template: there is only one page",
        TV,
    ]


def test_pages_without_a_host_are_counted(tmp_path: Path) -> None:
    folder = save(tmp_path / "pages", PAGES)
    done = invoke("site", "learn", folder, "-t", tmp_path / "t")
    assert done.exit_code == 1
    assert done.stdout == ""
    assert done.stderr == ("webwinnow: 12 pages without a host; set it with --host\n")


def test_host_can_be_named(tmp_path: Path) -> None:
    folder = save(tmp_path / "pages", PAGES)
    done = invoke("site", "learn", folder, "-t", tmp_path / "t", "--host", "www.TV.example")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[0] == TV


def test_archives_are_read(tmp_path: Path) -> None:
    pytest.importorskip("fastwarc", reason="needs webwinnow[crawl]")
    archive = tmp_path / "crawl.warc"
    write_warc(archive, {f"http://tv.example/{n}": html.encode() for n, html in enumerate(PAGES)})
    done = invoke("site", "learn", archive, "-t", tmp_path / "t")
    assert (done.exit_code, done.stdout.splitlines()[0]) == (0, TV)


def test_learning_options_are_used(pages: Path, tmp_path: Path) -> None:
    learn = ("site", "learn", pages, "-t", tmp_path / "t")
    assert "in 6 pages" in invoke(*learn, "--sample", "6").stdout
    assert "no template" in invoke(*learn, "--min-pages", "13", "--host", "x.example").stdout
    assert "no template" in invoke(*learn, "--min-text", "9000", "--host", "y.example").stdout
    invoke(*learn, "--inner", "winnow", "--host", "z.example")
    known = open_store(tmp_path / "t").get("z.example")
    assert known
    assert known.inner == "winnow"


def test_learning_no_template_exits_with_1_and_keeps_old_templates(
    pages: Path, templates: Path
) -> None:
    done = invoke("site", "learn", pages / "000.html", "-t", templates)
    assert done.exit_code == 1
    assert done.stdout == (
        "tv.example: no template: there is only one page; the old templates are kept\n"
    )
    known = open_store(templates).get("tv.example")
    assert known
    assert known.templates


def test_failed_page_is_reported_and_the_others_are_used(pages: Path, tmp_path: Path) -> None:
    done = invoke("site", "learn", pages, pages / "gone.html", "-t", tmp_path / "t")
    assert done.exit_code == 1
    assert done.stdout.splitlines()[0] == TV
    assert done.stderr.startswith("webwinnow: no file ")


def test_quiet_prints_nothing(pages: Path, tmp_path: Path) -> None:
    done = invoke("site", "learn", pages, "-t", tmp_path / "t", "-q")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")


def test_invalid_arguments_are_rejected(pages: Path, tmp_path: Path) -> None:
    learn = ("site", "learn", pages, "-t", tmp_path / "t")
    with pytest.raises(InputError, match="a sample of 3 pages cannot have 5 articles"):
        invoke(*learn, "--sample", "3")
    with pytest.raises(UnknownMethod, match="no method 'x'"):
        invoke(*learn, "--inner", "x")
    with pytest.raises(UnknownSetting, match="its own inner method"):
        invoke(*learn, "--inner", "goldminer")
    with pytest.raises(InputError, match="'http://' is not a host"):
        invoke(*learn, "--host", "http://")
    with pytest.raises(InputError, match="-t has an empty value"):
        invoke("site", "learn", pages, "-t", "")
    with pytest.raises(ModelError, match="it is no SQLite file"):
        invoke("site", "learn", pages, "-t", pages / "000.html")
    with pytest.raises(InputError, match="no templates at"):
        invoke("site", "show", "-t", tmp_path / "gone")
    assert not (tmp_path / "t").exists()
    assert invoke("site", "learn").exit_code == 2


def test_one_host_is_shown_in_detail(templates: Path) -> None:
    lines = invoke("site", "show", "http://tv.example/", "-t", templates).stdout.splitlines()
    assert lines[0] == TV
    assert lines[2] == "coverage: 100.0 % of the articles' text"
    assert lines[4:8] == [
        "template 1: 12 articles, 100.0 % of the text inside",
        "  container  div#content",
        "  begin      h1.entry-title",
        "  end        div#jp-post-flair",
    ]


def test_templates_are_printed_as_json(templates: Path) -> None:
    for host in ([], ["tv.example"]):
        (line,) = invoke("site", "show", *host, "-t", templates, "--json").stdout.splitlines()
        assert json.loads(line) == json.loads((templates / "tv.example.json").read_text("utf-8"))


def test_unknown_host_error_lists_the_known_hosts(templates: Path) -> None:
    with pytest.raises(InputError, match=r"no templates of 'a\.example' .* hosts are tv\.example$"):
        invoke("site", "show", "a.example", "-t", templates)


def test_broken_templates_are_reported_and_the_others_shown(templates: Path) -> None:
    (templates / "b.example.json").write_text("{")
    done = invoke("site", "show", "-t", templates)
    assert (done.exit_code, done.stdout.splitlines()) == (1, [TV])
    assert "b.example.json holds no templates of a site" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_templates_are_tested_on_pages(templates: Path, tmp_path: Path) -> None:
    folder = save(tmp_path / "new", [*PAGES[:6], INDEX])
    done = invoke("site", "test", "tv.example", folder, "-t", templates)
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[:2] == [
        "tv.example: an article on 6 of 7 pages",
        "  template 1, div#content: 6 pages",
    ]
    assert lines[-1].startswith("the templates match: they match ")


def test_templates_that_lose_text_fail_the_test(templates: Path, tmp_path: Path) -> None:
    moved = [
        html.replace(
            '<div id="jp-post-flair"', '<div id="jp-post-flair"></div><div id="sidebar"><ul>'
        ).replace('<h3 class="sd-title">', "".join(f"<li><p>{text}" for text in texts(number, 6)))
        for number, html in enumerate(PAGES)
    ]
    folder = save(tmp_path / "moved", moved, "tv.example")
    done = invoke("site", "test", "tv.example", folder, "-t", templates)
    assert done.exit_code == 1
    assert done.stdout.splitlines()[-1].startswith("the templates lose ")


def test_templates_of_the_paper_name_the_preset(pages: Path, tmp_path: Path) -> None:
    store = tmp_path / "t"
    done = invoke("site", "learn", pages, "-t", store, "--preset", "paper")
    assert done.stdout.splitlines()[-1].endswith(f"goldminer:preset=paper:templates={store}")
    site = open_store(store).get("tv.example")
    assert site
    assert (site.rules, site.templates[0].rich) == ("paper", ())


def test_show_prints_one_line_per_page(templates: Path, pages: Path) -> None:
    done = invoke("site", "test", "tv.example", pages, "-t", templates, "--show")
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"{pages / '000.html'}: template 1, 1,515 of ")
    assert lines[12].startswith("tv.example: ")


def test_stale_templates_are_reported_with_a_remedy(templates: Path, tmp_path: Path) -> None:
    folder = save(tmp_path / "new", [article_page(n) for n in range(6)] + PAGES[:2])
    done = invoke("site", "test", "tv.example", folder, "-t", templates)
    assert done.exit_code == 1
    assert done.stdout.splitlines()[-1] == (
        "the templates look stale: they match 25 % of the articles, 100 % when they were "
        "learned; learn them again: webwinnow site learn PAGES --host tv.example -t "
        f"{templates}"
    )


def test_pages_of_other_hosts_are_skipped(templates: Path, pages: Path, tmp_path: Path) -> None:
    others = save(tmp_path / "others", PAGES[:3], "b.example")
    done = invoke("site", "test", "tv.example", pages, others, "-t", templates)
    assert done.stdout.splitlines()[0] == "tv.example: an article on 12 of 12 pages"
    assert done.stderr == "webwinnow: 3 pages of other hosts skipped\n"
    with pytest.raises(InputError, match=r"no page of tv\.example among these"):
        invoke("site", "test", "tv.example", others, "-t", templates)


def test_site_without_templates_cannot_be_tested(pages: Path, tmp_path: Path) -> None:
    invoke("site", "learn", pages / "000.html", "-t", tmp_path / "t")
    with pytest.raises(InputError, match=r"tv\.example has no templates \(there is only one page"):
        invoke("site", "test", "tv.example", pages, "-t", tmp_path / "t")


def test_pages_are_cleaned_with_learned_templates(templates: Path, pages: Path) -> None:
    method = f"goldminer:templates={templates}"
    done = run("clean", pages / "000.html", "--method", method)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(text in done.stdout for text in ARTICLES[0])
    assert not any(text in done.stdout for text in COMMENTS[0])


def test_missing_templates_cause_a_note(pages: Path) -> None:
    done = run("clean", pages / "000.html", "--method", "goldminer:inner=bte")
    assert done.returncode == 0
    assert COMMENTS[0][0] in done.stdout
    assert done.stderr == (
        "webwinnow: note: goldminer has no templates, so bte works alone; learn some with: "
        "webwinnow site learn\n"
    )
    assert run("clean", pages / "000.html", "--method", "goldminer", "-q").stderr == ""


def test_broken_template_file_prints_one_line_for_all_pages(
    templates: Path, pages: Path, tmp_path: Path
) -> None:
    (templates / "tv.example.json").write_text("{")
    method = f"goldminer:templates={templates}"
    done = run("clean", pages, "-o", tmp_path / "texts", "--method", method)
    assert done.returncode == 0
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"webwinnow: {templates / 'tv.example.json'} holds no templates")
    assert line.endswith("; tv.example is cleaned without")
    texts = sorted((tmp_path / "texts").iterdir())
    assert len(texts) == len(PAGES)
    assert ARTICLES[3][1] in texts[3].read_text("utf-8")


def test_failed_command_prints_no_traceback(tmp_path: Path) -> None:
    done = run("site", "show", "-t", tmp_path / "gone")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert run("site").stdout.startswith("Usage: ")
    save(tmp_path / "pages", [blog_page(n) for n in range(3)])
    done = run("site", "learn", tmp_path / "pages", "--host", "a.example", "-t", tmp_path / "t")
    assert done.returncode == 1
    assert done.stdout == (
        "a.example: no template: 3 pages with 500 characters of their own; 5 are needed\n"
    )
