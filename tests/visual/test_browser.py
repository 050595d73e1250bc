import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from tests.visual.sample_layouts import blocks_as_targets, needs_chromium
from webwinnow import Page
from webwinnow.errors import InputError
from webwinnow.visual import MEASURES, Browser, BrowserFailed, Look, draw
from webwinnow.visual.measures import PUBLISHED
from webwinnow.visual.process import BrowserProcess

pytestmark = needs_chromium()

PARAGRAPH = "<p style='width:600px;font:16px monospace'>" + "rain and sun " * 60


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as one:
        yield one


def look(browser: Browser, html: bytes | str, *, picture: bool = False) -> Look:
    page = Page(html)
    seen = browser.look(html, page, blocks_as_targets(page), picture=picture)
    assert seen is not None, browser.failure
    return seen


def running(browser: Browser) -> BrowserProcess:
    assert browser.process is not None
    return browser.process


def test_prose_and_a_menu_measure_as_in_the_paper(browser: Browser) -> None:
    words = ["Home", "All of our products", "Us", "Terms and conditions", "Help", "Site map, other"]
    menu = "".join(f"<li>{word}" for word in words * 2)
    cell = "style='vertical-align:top;width"
    html = f"<table><tr><td {cell}:300px'><ul>{menu}</ul><td {cell}:700px'>{PARAGRAPH}</table>"
    measures = look(browser, html).measures
    entries, text = measures[:-1], measures[-1]
    # All entries are in one region.
    assert (entries[:, : len(PUBLISHED)] == entries[0, : len(PUBLISHED)]).all()
    assert entries[0, 0] < 0.8 < 0.95 < text[0]
    assert entries[0, 1] > 1 > 0.1 > text[1]
    assert entries[0, 2] < 0.1 < 0.4 < text[2]
    assert entries[0, 3] < 0.4 < text[3] == 1


def test_a_heading_has_the_headline_height(browser: Browser) -> None:
    measures = look(browser, f"<h2>News</h2>{PARAGRAPH}").measures
    assert measures[:, 4].tolist() == [1, 0]


def test_letter_sizes_follow_the_font_size(browser: Browser) -> None:
    html = f"<p style='font:32px monospace'>News</p>{PARAGRAPH}"
    large, usual = look(browser, html).measures[:, list(MEASURES).index("letters")].tolist()
    assert usual == 0.5
    assert large == pytest.approx(2 / 3, abs=0.02)


def test_invisible_text_has_no_measures(browser: Browser) -> None:
    hidden = [
        "<p style='visibility:hidden'>",
        "<p style='position:absolute;left:-9999px'>",
        "<div style='height:0;overflow:hidden'>",
        "<div style='width:1px;height:1px;overflow:hidden;position:absolute'>",
    ]
    for tag in hidden:
        seen = look(browser, f"{tag}gone</{tag[1:4].strip()}><p>here")
        assert np.isnan(seen.measures).any(axis=1).tolist() == [True, False], tag
        assert seen.region_of_target[0] == -1


def test_absolutely_positioned_text_escapes_a_clip(browser: Browser) -> None:
    html = "<div style='overflow:hidden;height:0'><p style='position:absolute'>here</p></div><p>too"
    assert np.isfinite(look(browser, html).measures).all()


def test_elements_of_a_line_are_one_region(browser: Browser) -> None:
    seen = look(browser, "<div><p><b>By</b> <i>Ann</i>\n<a href=x>and</a> <em>Bea</em></div>")
    assert len(seen.regions) == 1


def test_an_empty_paragraph_does_not_join_regions(browser: Browser) -> None:
    seen = look(browser, "<p>one</p><p>&nbsp;</p><p>two</p>")
    assert len(seen.regions) == 2


def test_noscript_is_shown_and_scripts_do_not_run(browser: Browser) -> None:
    html = "<noscript><p>here</p></noscript><p>too<script>document.body.remove()</script>"
    assert np.isfinite(look(browser, html).measures).all()


def test_bytes_are_decoded_as_in_the_page(browser: Browser) -> None:
    html = "<meta charset=utf-8><p>Жили-были".encode("koi8-r")
    seen = look(browser, html)
    assert seen.layout.texts == Page(html).run_texts()
    assert np.isfinite(seen.measures).all()


def test_any_input_is_rendered(browser: Browser) -> None:
    pages: list[bytes | str] = ["", "\0", "<title>never closed", "<frameset><frame src=x>"]
    pages += ["\ud800<p>x", b"%PDF-1", b"\xff\xfe<p>"]
    for html in pages:
        page = Page(html)
        targets = blocks_as_targets(page)
        seen = browser.look(html, page, targets)
        assert seen is not None
        assert seen.measures.shape == (len(targets.nodes), len(MEASURES))


def test_rendering_is_deterministic(browser: Browser) -> None:
    first, second = look(browser, PARAGRAPH), look(browser, PARAGRAPH)
    np.testing.assert_array_equal(first.measures, second.measures)


def test_motion_does_not_change_the_layout(browser: Browser) -> None:
    moves = "@keyframes m {from {margin-left: -900px} to {margin-left: 50px}}"
    html = f"<style>{moves} .end {{animation: m 1s forwards}} .loop {{animation: m 1s infinite}}"
    html += "</style><p class=end>in<p class=loop>round<marquee>along</marquee>"
    html += "<marquee direction=up height=40><p>up<p>and<p>on</marquee>"
    first, *others = (look(browser, html).layout for _ in range(4))
    assert [first.texts[text] for text in first.text_of_line] == ["in", "round", "along", "up"]
    assert first.boxes[:2, 0].tolist() == [58, 8]
    for other in others:
        np.testing.assert_array_equal(first.boxes, other.boxes)


def test_one_browser_serves_many_threads(browser: Browser) -> None:
    pages = [f"<p>{'word ' * count}" for count in range(1, 9)]
    with ThreadPoolExecutor(4) as pool:
        widths = list(pool.map(lambda html: look(browser, html).regions[0].width, pages))
    assert widths == sorted(widths)
    assert len(set(widths)) == len(widths)


@contextmanager
def listening() -> Iterator[tuple[int, list[str]]]:
    """A port, and the connections to it."""
    calls: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)
        is_over = threading.Event()

        def accept() -> None:
            while not is_over.is_set():
                try:
                    caller, _ = server.accept()
                except TimeoutError:
                    continue
                calls.append(str(caller.getpeername()))
                caller.close()

        thread = threading.Thread(target=accept)
        thread.start()
        try:
            yield server.getsockname()[1], calls
        finally:
            is_over.set()
            thread.join()


def reaching_out(place: str) -> str:
    """A page with every kind of request."""
    rels = ["preconnect", "dns-prefetch", "prefetch", "preload", "stylesheet", "icon", "manifest"]
    links = "".join(f"<link rel={rel} as=image href={place}/{rel}>" for rel in rels)
    style = f"@import '{place}/i'; @font-face {{font-family: f; src: url({place}/f)}}"
    style += f"body {{background: url({place}/b); font-family: f}}"
    tags = ["img", "iframe", "embed", "video autoplay", "audio autoplay", "input type=image"]
    sources = "".join(f"<{tag} src={place}/{tag[:3]}></{tag.split()[0]}>" for tag in tags)
    return f"""<meta http-equiv=refresh content='0;url={place}/refresh'>{links}
<style>{style}</style>{sources}
<object data={place}/object></object><iframe srcdoc="<img src={place}/inner>"></iframe>
<svg><image href={place}/svg /><use href={place}/use#x /></svg><script>fetch('{place}/js')</script>
<a href={place}/ping ping={place}/ping download>here</a>"""


def test_a_page_makes_no_connection(browser: Browser) -> None:
    with listening() as (port, calls):
        for host in ("127.0.0.1", "localhost"):
            seen = look(browser, reaching_out(f"http://{host}:{port}"))
            assert np.isfinite(seen.measures).any()
        # Delayed requests must not happen later, nor replace the page.
        time.sleep(1)
        assert look(browser, PARAGRAPH).regions
        assert calls == []


def test_a_page_reads_no_local_file(browser: Browser, tmp_path: Path) -> None:
    secret = tmp_path / "secret.html"
    secret.write_text("<p style='font-size:99px'>secret")
    address = secret.as_uri()
    html = f"<iframe src={address}></iframe><object data={address}>none</object><p>here"
    html += f"<meta http-equiv=refresh content='0;url={address}'>"
    seen = look(browser, html)
    time.sleep(0.5)
    assert "secret" not in "".join(seen.layout.texts)
    assert "none" in seen.layout.texts


def test_a_killed_browser_is_replaced() -> None:
    with Browser() as browser:
        look(browser, PARAGRAPH)
        first = running(browser).browser
        os.kill(first, signal.SIGKILL)
        look(browser, PARAGRAPH)
        assert browser.failure is None
        assert running(browser).browser != first


def test_a_hung_browser_is_replaced_and_the_page_fails() -> None:
    with Browser() as browser:
        look(browser, PARAGRAPH)
        first = running(browser)
        os.kill(first.browser, signal.SIGSTOP)
        browser.seconds = 1
        page = Page(PARAGRAPH)
        assert browser.look(PARAGRAPH, page, blocks_as_targets(page)) is None
        assert browser.failure == "the browser took longer than 1 s"
        browser.seconds = 20
        look(browser, PARAGRAPH)
        assert browser.failure is None
        assert first.worker.process.poll() is not None
        assert is_gone(first.browser)


def test_a_pending_response_is_not_used_for_the_next_page(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(process: BrowserProcess, seconds: float, **_: object) -> None:
        raise KeyboardInterrupt

    page = Page("<p>first")
    with monkeypatch.context() as patch:
        patch.setattr(BrowserProcess, "receive", interrupted)
        with pytest.raises(KeyboardInterrupt):
            browser.look("<p>first", page, blocks_as_targets(page))
    assert look(browser, "<p>second").layout.texts == ["second"]


def test_a_page_that_hangs_the_layout_fails() -> None:
    # Each element uses the previous one ten times.
    levels = "".join(f"<g id=g{n + 1}>{f'<use href=#g{n} />' * 10}</g>" for n in range(9))
    html = f"<svg><g id=g0><rect width=1 height=1 /></g>{levels}</svg><p>here"
    page = Page(html)
    with Browser(seconds=2) as browser:
        start = time.monotonic()
        assert browser.look(html, page, blocks_as_targets(page)) is None
        assert browser.failure == "the browser took longer than 2 s"
        assert time.monotonic() - start < 20
        browser.seconds = 20
        look(browser, PARAGRAPH)


def is_gone(process: int) -> bool:
    """Return whether a process ends within five seconds; a zombie has ended."""
    command = ["ps", "-o", "stat=", "-p", str(process)]
    for _ in range(50):
        state = subprocess.run(command, capture_output=True, text=True).stdout
        if not state.strip() or state.startswith("Z"):
            return True
        time.sleep(0.1)
    return False


def test_closing_ends_the_browser() -> None:
    with Browser() as browser:
        process = running(browser)
    assert process.worker.process.poll() == 0
    assert is_gone(process.browser)


def test_an_executable_that_is_not_a_browser_is_reported() -> None:
    with (
        pytest.raises(BrowserFailed, match="/bin/false does not start"),
        Browser(executable="/bin/false"),
    ):
        pass


def test_a_missing_executable_is_reported() -> None:
    with pytest.raises(InputError, match="/no/chromium is not installed; install chromium"):
        Browser(executable="/no/chromium")


def test_regions_are_drawn_on_the_picture(browser: Browser) -> None:
    import cv2

    seen = look(browser, PARAGRAPH, picture=True)
    plain, drawn = (
        cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
        for png in (seen.picture, draw(seen))
    )
    assert plain.shape == drawn.shape
    assert plain.shape[1] == seen.layout.width
    # The upper edge of the polygon is blue.
    left, top, right, _ = seen.regions[0].box.astype(int).tolist()
    blue, _, red = drawn[top, (left + right) // 2].tolist()
    assert blue > red + 100
    # The picture has ink where the region is, and none beside it.
    ink = (plain.min(axis=2) < 128).nonzero()
    assert left <= ink[1].min() < ink[1].max() <= right


def test_drawing_needs_a_picture(browser: Browser) -> None:
    with pytest.raises(InputError, match="picture=True"):
        draw(look(browser, PARAGRAPH))
