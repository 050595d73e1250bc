"""html5lib's encoding suite."""

from tests.support.archives import read_archive
from webwinnow import _core

# Its <meta> declares euc-jp, but the bytes are valid UTF-8 and not valid EUC-JP.
MISLABELLED = "test-yahoo-jp.dat"


def cases() -> list[tuple[str, bytes, str]]:
    found = []
    for name, content in read_archive("html5lib-tests.tar.xz"):
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
        if name.endswith(MISLABELLED):
            assert (encoding, source) == ("UTF-8", "detected")
            continue
        # The suite expects the browser's fallback, or reads more than the first 1,024 bytes.
        # The bytes are ASCII, which any such encoding decodes alike.
        assert source == "detected", (name, data, label, encoding)
        assert data.isascii()
        assert text == data.decode("ascii")
