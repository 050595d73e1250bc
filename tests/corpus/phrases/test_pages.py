from pathlib import Path

from tests.corpus.generated_crawl import write_crawl
from webwinnow.corpus.phrases.pages import clean_pages
from webwinnow.corpus.phrases.search import TextDocument, find_phrases
from webwinnow.corpus.phrases.spool import Spool
from webwinnow.methods import load

METHODS = {name: load(name) for name in ("all", "bte")}


def test_every_method_has_a_text_for_each_page(tmp_path: Path) -> None:
    crawl = write_crawl(tmp_path / "crawl", files=2, pages=20)
    done: list[int] = []
    spools = clean_pages([str(crawl)], METHODS, tmp_path, done.append)
    texts = {name: list(spool()) for name, spool in spools.items()}
    assert [len(each) for each in texts.values()] == [40, 40]
    assert done == list(range(1, 41))
    assert texts["all"][7][1:] == ("host2.example", "http://host2.example/7")
    menu = find_phrases(spools["all"]).phrases[0]
    assert (menu.documents, menu.hosts, menu.text[:19]) == (40, 5, "market | bridge | d")


def test_inputs_that_are_not_html_are_left_out(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "a.html").write_text("<p>One two three.")
    (pages / "b.html").write_bytes(b"%PDF-1.4 \0\1\2\3" * 50)
    (pages / "c.html").write_text("")
    texts = list(clean_pages([str(pages)], METHODS, tmp_path)["all"]())
    assert texts[0] == TextDocument("One two three.", None, f"{pages}!a.html")
    assert "PDF" not in "".join(text for text, _, _ in texts)


def test_a_spool_returns_its_documents_in_order(tmp_path: Path) -> None:
    documents = [TextDocument(f"text {number}", None, str(number)) for number in range(3000)]
    spool = Spool(tmp_path / "spool")
    for document in documents:
        spool.add(document)
    spool.close()
    assert list(spool()) == documents == list(spool())
