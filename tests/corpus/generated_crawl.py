"""Generate small crawls for tests of whole corpora."""

import random
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

FREQUENT = "the of and to in that was for it with as on be at by this had not but"
OTHERS = "harbour winter council engine letter garden summer school market bridge doctor window"
WORDS = [*FREQUENT.split(), *OTHERS.split(), "river", "castle", "lantern", "forest"]


def sentence(generator: random.Random, words: int = 12) -> str:
    return " ".join(generator.choices(WORDS, k=words)).capitalize() + "."


def paragraph(generator: random.Random, sentences: int = 4) -> str:
    return " ".join(sentence(generator) for _ in range(sentences))


def page(title: str, paragraphs: list[str]) -> bytes:
    texts = "".join(f"<p>{each}</p>" for each in paragraphs)
    menu = "".join(f"<li><a href=/{word}>{word}</a></li>" for word in WORDS[-8:])
    return (
        f"<!DOCTYPE html><html lang=en><title>{title}</title><nav><ul>{menu}</ul></nav>"
        f"<main><h1>{title}</h1>{texts}</main><footer><a href=/about>About us</a></footer>"
    ).encode()


def crawl(seed: int, count: int) -> Iterator[tuple[str, bytes]]:
    """Yield pages of a few hosts, with some duplicates, near-duplicates and shared paragraphs."""
    generator = random.Random(seed)
    known: list[list[str]] = []
    for number in range(count):
        kind = generator.random() if known else 1.0
        if kind < 0.1:
            texts = generator.choice(known)
        elif kind < 0.2:
            texts = [*generator.choice(known)]
            texts[-1] += " And so on."
        elif kind < 0.5:
            texts = [
                generator.choice(generator.choice(known)),
                *(paragraph(generator) for _ in range(3)),
            ]
        else:
            texts = [paragraph(generator) for _ in range(generator.randint(3, 6))]
        known.append(texts)
        yield f"http://host{number % 5}.example/{number}", page(texts[1][:30], texts)


def write_warc(path: Path, pages: Iterator[tuple[str, bytes]]) -> None:
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        for url, html in pages:
            html_type = [("Content-Type", "text/html")]
            headers = StatusAndHeaders("200 OK", html_type, protocol="HTTP/1.1")
            record = writer.create_warc_record(
                url,
                "response",
                payload=BytesIO(html),
                http_headers=headers,
                warc_headers_dict={"WARC-Date": "2026-01-01T00:00:00Z"},
            )
            writer.write_record(record)


def write_crawl(folder: Path, *, files: int, pages: int, seed: int = 0) -> Path:
    """Write several files, one per shard; texts repeat within and between them."""
    folder.mkdir(parents=True, exist_ok=True)
    all_pages = list(crawl(seed, files * pages))
    for number in range(files):
        part = all_pages[number * pages : (number + 1) * pages]
        write_warc(folder / f"{number:03}.warc.gz", iter(part))
    return folder
