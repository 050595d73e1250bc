"""Tiny sets, made where a test wants them."""

import bz2
import gzip
import io
import lzma
import tarfile
from collections.abc import Callable, Mapping
from pathlib import Path

COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    ".tar": bytes,
    ".gz": gzip.compress,
    ".xz": lzma.compress,
    ".bz2": bz2.compress,
}
PAGE = b"<nav>Home</nav><p>It rained."


def write(root: Path, files: Mapping[str, bytes | str]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def tar(path: Path, folder: Path) -> Path:
    """The folder's files in an archive whose suffix tells the compression."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        archive.add(folder, arcname=".")
    path.write_bytes(COMPRESS[path.suffix](packed.getvalue()))
    return path
