"""Archives to temporary folders; nothing that an archive says can reach beyond its folder."""

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

__all__ = ["is_archive", "stem_of", "unpack"]

SUFFIXES = (".tar.xz", ".tar.gz", ".tar.bz2", ".txz", ".tgz", ".tbz2", ".tar", ".zip")
ZIP_STARTS = (b"PK\3\4", b"PK\5\6")
# The largest set known takes 0.4 GB; a small archive can be made to fill any disk.
MAX_BYTES = 8 * 2**30


def is_archive(path: Path) -> bool:
    return path.name.lower().endswith(SUFFIXES) or is_zip(path) or is_tar(path)


def stem_of(path: Path) -> str:
    """The name without what makes it an archive: `cleaneval.tar.xz` → `cleaneval`."""
    for suffix in SUFFIXES:
        if path.name.lower().endswith(suffix) and len(path.name) > len(suffix):
            return path.name[: -len(suffix)]
    return path.name


def unpack(path: Path, *, max_bytes: int = MAX_BYTES) -> tuple[Path, Callable[[], None]]:
    """A new folder with the archive's files, and what removes it again."""
    folder = Path(tempfile.mkdtemp(prefix="webwinnow-"))

    def remove() -> None:
        shutil.rmtree(folder, ignore_errors=True)

    try:
        fill(folder, path, max_bytes)
    except Exception as error:
        remove()
        raise refused(error, path, folder) from error
    except BaseException:  # Ctrl-C too must leave nothing behind
        remove()
        raise
    return folder, remove


def refused(error: Exception, path: Path, folder: Path) -> InputError:
    """Broken archives make the libraries raise all sorts of things, `TypeError` among them."""
    if isinstance(error, InputError):
        return error
    if isinstance(error, OSError) and error.errno:
        return InputError(
            f"cannot unpack {str(path)!r} into {str(folder)!r} ({error_reason(error)});"
            " make room there, set TMPDIR, or unpack it yourself and give the folder"
        )
    return InputError(
        f"{str(path)!r} is no archive, or a broken one ({describe_error(error)});"
        " download it again, or unpack it yourself and give the folder"
    )


def fill(folder: Path, archive: Path, max_bytes: int) -> None:
    left = max_bytes
    for name, file in members(archive):
        target = Path(os.path.normpath(folder / name))
        if folder not in target.parents:
            raise InputError(
                f"{str(archive)!r} holds {name!r}, which lies outside of it; do not trust it"
            )
        with new_file(target, name, archive) as copy:
            while part := file.read(min(left + 1, 2**20)):
                left -= copy.write(part)
                if left < 0:
                    raise InputError(
                        f"{str(archive)!r} unpacks to more than {max_bytes:,} bytes; if you trust"
                        " it, unpack it yourself and give the folder"
                    )


def new_file(target: Path, name: str, archive: Path) -> IO[bytes]:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        return target.open("wb")
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        raise InputError(
            f"{str(archive)!r} holds {name!r}, or what it lies in, both as a file and as a folder;"
            " make it anew"
        ) from None


class Member(tarfile.TarInfo):
    """`tarfile` takes a broken header for the end, and a cut archive would lose files silently."""

    @classmethod
    def fromtarfile(cls, tarfile_: tarfile.TarFile) -> "Member":
        try:
            return super().fromtarfile(tarfile_)
        except tarfile.EOFHeaderError:  # type: ignore[attr-defined]  # the end, as it should be
            raise
        except tarfile.HeaderError as error:
            raise tarfile.ReadError(f"it breaks off: {error}") from error


def members(archive: Path) -> Iterator[tuple[str, IO[bytes]]]:
    """Plain files only: links and devices have no place in a gold set."""
    if is_zip(archive):
        with zipfile.ZipFile(archive) as zipped:
            for info in zipped.infolist():
                if not info.is_dir():
                    with zipped.open(info) as file:
                        yield info.filename, file
        return
    with tarfile.open(archive, "r|*", tarinfo=Member) as tarred:
        for member in tarred:
            content = tarred.extractfile(member) if member.isreg() else None
            if content:
                yield member.name, content


def is_zip(path: Path) -> bool:
    # `zipfile.is_zipfile` also takes a tar file that holds a ZIP file near its end.
    with path.open("rb") as file:
        return file.read(4) in ZIP_STARTS


def is_tar(path: Path) -> bool:
    try:
        return tarfile.is_tarfile(path)
    except Exception:  # a broken archive of a name that does not tell what it is
        return False
