"""html5lib's encoding suite: what a page's bytes are read as."""

from tests.support.data_home import members
from webwinnow import _core

# Says euc-jp in its <meta>, but the bytes are UTF-8 and are no valid EUC-JP: reading them as
# declared would garble every word.
BELIED = "test-yahoo-jp.dat"


def cases() -> list[tuple[str, bytes, str]]:
    found = []
    for name, content in members("html5lib-tests.tar.xz"):
        # scripted/ needs JavaScript to write the declaration into the page.
        if "/encoding/" not in name or "scripted" in name or not name.endswith(".dat"):
            continue
        for case in content.split(b"#data\n")[1:]:
            data, _, label = case.partition(b"\n#encoding\n")
            found.append((name, data, label.split(b"\n")[0].strip().decode().lower()))
    return found


def test_declared_encodings_are_found() -> None:
    every = cases()
    assert len(every) > 80
    for name, data, label in every:
        text, encoding, source = _core.decode(data)
        if encoding.lower() == label:
            continue
        if name.endswith(BELIED):
            assert (encoding, source) == ("UTF-8", "detected")
            continue
        # The suite names the browser's fallback, or looks past the first 1,024 bytes, where the
        # bytes are plain ASCII: any such encoding reads them alike.
        assert source == "detected", (name, data, label, encoding)
        assert data.isascii()
        assert text == data.decode("ascii")
