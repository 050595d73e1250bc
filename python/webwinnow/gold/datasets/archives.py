"""Extract archives into temporary folders; no member can be written outside of its folder."""

import os
import shutil
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from webwinnow.errors import InputError
from webwinnow.messages import describe_error, error_reason

ARCHIVE_SUFFIXES = (".tar.xz", ".tar.gz", ".tar.bz2", ".txz", ".tgz", ".tbz2", ".tar", ".zip")
ZIP_SIGNATURES = (b"PK\3\4", b"PK\5\6")
# The largest known set takes 0.4 GB; a small crafted archive can fill any disk.
MAX_BYTES = 8 * 2**30


def is_archive(path: Path) -> bool:
    return path.name.lower().endswith(ARCHIVE_SUFFIXES) or is_zip(path) or is_tar(path)


def stem_of(path: Path) -> str:
    """The name without its archive suffix: `cleaneval.tar.xz` → `cleaneval`."""
    for suffix in ARCHIVE_SUFFIXES:
        if path.name.lower().endswith(suffix) and len(path.name) > len(suffix):
            return path.name[: -len(suffix)]
    return path.name


def extract_archive(path: Path, *, max_bytes: int = MAX_BYTES) -> tuple[Path, Callable[[], None]]:
    """Extract to a new temporary folder; return it and a function that removes it."""
    folder = Path(tempfile.mkdtemp(prefix="webwinnow-"))

    def remove() -> None:
        shutil.rmtree(folder, ignore_errors=True)

    try:
        extract_members(folder, path, max_bytes)
    except Exception as error:
        remove()
        raise extraction_error(error, path, folder) from error
    except BaseException:  # clean up after Ctrl-C too
        remove()
        raise
    return folder, remove


def extraction_error(error: Exception, path: Path, folder: Path) -> InputError:
    """Describe any error; broken archives make the libraries raise even `TypeError`."""
    if isinstance(error, InputError):
        return error
    if isinstance(error, OSError) and error.errno:
        return InputError(
            f"cannot extract {str(path)!r} into {str(folder)!r} ({error_reason(error)}); free space"
            " there, set TMPDIR, or extract it yourself and give the folder"
        )
    return InputError(
        f"{str(path)!r} is not an archive, or is broken ({describe_error(error)});"
        " download it again, or extract it yourself and give the folder"
    )


def extract_members(folder: Path, archive: Path, max_bytes: int) -> None:
    remaining = max_bytes
    for name, file in members(archive):
        target = Path(os.path.normpath(folder / name))
        if folder not in target.parents:
            raise InputError(
                f"{str(archive)!r} holds {name!r}, a path outside of it; do not trust this archive"
            )
        with create_file(target, name, archive) as copy:
            while part := file.read(min(remaining + 1, 2**20)):
                remaining -= copy.write(part)
                if remaining < 0:
                    raise InputError(
                        f"{str(archive)!r} extracts to more than {max_bytes:,} bytes; if you trust"
                        " it, extract it yourself and give the folder"
                    )


def create_file(target: Path, name: str, archive: Path) -> IO[bytes]:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        return target.open("wb")
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        raise InputError(
            f"{str(archive)!r} holds {name!r}, or its folder, both as a file and as a folder;"
            " create the archive again"
        ) from None


class StrictTarInfo(tarfile.TarInfo):
    """Rejects broken headers, which `tarfile` takes for the end: truncation must not lose files."""

    @classmethod
    def fromtarfile(cls, tarfile_: tarfile.TarFile) -> "StrictTarInfo":
        try:
            return super().fromtarfile(tarfile_)
        except tarfile.EOFHeaderError:  # type: ignore[attr-defined]  # the regular end
            raise
        except tarfile.HeaderError as error:
            raise tarfile.ReadError(f"truncated: {error}") from error


def members(archive: Path) -> Iterator[tuple[str, IO[bytes]]]:
    """Name and content of each regular file; links and devices are skipped."""
    if is_zip(archive):
        with zipfile.ZipFile(archive) as zip_file:
            for info in zip_file.infolist():
                if not info.is_dir():
                    with zip_file.open(info) as file:
                        yield info.filename, file
        return
    with tarfile.open(archive, "r|*", tarinfo=StrictTarInfo) as tar_file:
        for member in tar_file:
            content = tar_file.extractfile(member) if member.isreg() else None
            if content:
                yield member.name, content


def is_zip(path: Path) -> bool:
    # `zipfile.is_zipfile` also accepts a tar file that holds a ZIP file near its end.
    with path.open("rb") as file:
        return file.read(4) in ZIP_SIGNATURES


def is_tar(path: Path) -> bool:
    try:
        return tarfile.is_tarfile(path)
    except Exception:  # a broken archive without a known suffix
        return False
