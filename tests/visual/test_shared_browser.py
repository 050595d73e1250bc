import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.visual.sample_layouts import blocks_as_targets, needs_chromium
from webwinnow import Page
from webwinnow.errors import InputError
from webwinnow.visual import Browser
from webwinnow.visual import shared_browser as shared
from webwinnow.visual.layout import FloatArray
from webwinnow.visual.process import BrowserProcess

pytestmark = needs_chromium()

HTML = "<h1>News</h1><p>It rained all night."


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A new browser and cache for each test."""
    monkeypatch.setattr(shared, "SHARED", shared.SharedBrowser())
    yield
    shared.SHARED.close()


def measure(html: bytes | str) -> FloatArray | None:
    page = Page(html)
    return shared.measure_targets(html, page, blocks_as_targets(page))


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Record the pages that the browser renders."""
    pages: list[bytes] = []
    render = Browser.render

    def counted(self: Browser, html: bytes, **wanted: Any) -> Any:
        pages.append(html)
        return render(self, html, **wanted)

    monkeypatch.setattr(Browser, "render", counted)
    return pages


def test_all_threads_have_the_same_browser() -> None:
    with ThreadPoolExecutor(8) as pool:
        browsers = set(pool.map(lambda _: shared.shared_browser(), range(32)))
    assert len(browsers) == 1


def test_a_cached_page_is_not_rendered_again(rendered: list[bytes]) -> None:
    first, second = measure(HTML), measure(HTML)
    assert first is not None
    assert first is second
    assert len(rendered) == 1
    page = Page(HTML)
    look = shared.shared_browser().look(HTML, page, blocks_as_targets(page))
    assert look is not None
    np.testing.assert_array_equal(first, look.measures)


def test_cached_measures_are_read_only() -> None:
    measures = measure(HTML)
    assert measures is not None
    with pytest.raises(ValueError, match="read-only"):
        measures[0] = 0


def test_other_targets_and_encodings_are_rendered_again(rendered: list[bytes]) -> None:
    page = Page(HTML)
    targets = blocks_as_targets(page)
    assert shared.measure_targets(HTML, page, targets) is not None
    reversed_targets = targets._replace(of_run=targets.of_run[::-1].copy())
    assert shared.measure_targets(HTML, page, reversed_targets) is not None
    html = "<p>schön".encode("latin-1")
    for charset in ("latin-1", "koi8-r"):
        page = Page(html, charset=charset)
        assert shared.measure_targets(html, page, blocks_as_targets(page)) is not None
    assert len(rendered) == 4


def test_a_failed_page_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Browser, "render", lambda *_, **__: None)
        assert measure(HTML) is None
    assert measure(HTML) is not None


def test_without_chromium_check_browser_has_the_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert measure(HTML) is None
    with pytest.raises(InputError, match="install chromium"):
        shared.check_browser()


def test_a_failed_start_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    starts: list[str] = []
    start = BrowserProcess.__init__

    def counted(self: BrowserProcess, executable: str, *, has_sandbox: bool) -> None:
        starts.append(executable)
        start(self, executable, has_sandbox=has_sandbox)

    monkeypatch.setattr(BrowserProcess, "__init__", counted)
    shared.SHARED.browser = Browser(executable="/bin/false")
    assert [measure(f"<p>page {number}") for number in range(3)] == [None] * 3
    assert starts == [shared.SHARED.browser.executable]
    assert "does not start" in (shared.SHARED.browser.failure or "")


def test_the_cache_drops_the_least_recently_used_entry() -> None:
    cache = shared.MeasureCache(entries=2)
    one = np.zeros((1, 1), np.float32)
    cache.put(b"a", one)
    cache.put(b"b", one)
    assert cache.get(b"a") is one
    cache.put(b"c", one)
    assert [cache.get(key) is one for key in (b"a", b"b", b"c")] == [True, False, True]


def test_the_cache_is_limited_in_bytes() -> None:
    cache = shared.MeasureCache(size=100)
    for key in (b"a", b"b", b"a", b"c"):
        cache.put(key, np.zeros(10, np.float32))
    assert [cache.get(key) is not None for key in (b"a", b"b", b"c")] == [False, True, True]
    cache.put(b"d", np.zeros(1000, np.float32))
    assert not cache.entries_by_key
    assert cache.used == 0


# Forks, and ends, as no test can.
FORKING = f"""
import os
from tests.visual.sample_layouts import blocks_as_targets
from webwinnow import Page
from webwinnow.visual import shared_browser as shared

def measure(html):
    page = Page(html)
    assert shared.measure_targets(html, page, blocks_as_targets(page)) is not None
    return shared.shared_browser().process

ours = measure({HTML!r})
child = os.fork()
theirs = measure("<p>after")
assert (theirs is ours) == (child > 0)
print(theirs.browser, flush=True)
if child:
    assert os.waitpid(child, 0)[1] == 0
    assert measure("<p>later") is ours
"""


def test_a_forked_process_has_its_own_browser_and_both_end() -> None:
    ran = subprocess.run([sys.executable, "-c", FORKING], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    browsers = ran.stdout.split()
    assert len(set(browsers)) == 2
    states = subprocess.run(
        ["ps", "-o", "stat=", "-p", ",".join(browsers)], capture_output=True, text=True
    ).stdout.split()
    assert all(state.startswith("Z") for state in states)


def test_a_fork_while_locks_are_held_replaces_them() -> None:
    browser = shared.shared_browser()
    locks = [shared.SHARED.lock, shared.SHARED.cache.lock, browser.lock]
    for lock in locks:
        lock.acquire()
    shared.SHARED.forget()
    worker = threading.Thread(target=measure, args=(HTML,), daemon=True)
    worker.start()
    worker.join(60)
    assert not worker.is_alive()
    assert shared.shared_browser() is browser


def test_subsets_of_a_page_have_their_own_entries() -> None:
    page = Page("<h1>a</h1><p>b<p>c")
    parts = [page.only(np.array(runs)) for runs in ([True, False, False], [False, False, True])]
    keys = {shared.page_key(part.source, part, blocks_as_targets(part)) for part in parts}
    assert len(keys) == 2


def test_check_browser_reports_a_failed_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shared.check_browser()
    monkeypatch.setattr(shared, "SHARED", shared.SharedBrowser())
    monkeypatch.setattr(shared, "Browser", lambda: Browser(executable="/bin/false"))
    with pytest.raises(InputError, match=r"/bin/false does not start.*check that it runs"):
        shared.check_browser()
    assert measure(HTML) is None


def test_the_worker_imports_nothing_from_the_current_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if sys.version_info < (3, 11):
        pytest.skip("Python 3.10 always looks there")
    (tmp_path / "playwright.py").write_text("raise SystemExit")
    monkeypatch.chdir(tmp_path)
    assert measure(HTML) is not None
