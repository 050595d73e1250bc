"""Write small gold sets to disk."""

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
    """Archive the folder; the suffix selects the compression."""
    tar_bytes = io.BytesIO()
    with tarfile.open(fileobj=tar_bytes, mode="w") as archive:
        archive.add(folder, arcname=".")
    path.write_bytes(COMPRESS[path.suffix](tar_bytes.getvalue()))
    return path
