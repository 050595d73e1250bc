"""Answers that a browser saves as files."""

from urllib.parse import quote

from webwinnow.annotation import safe_file_name

__all__ = ["attachment"]


def attachment(name: str, suffix: str) -> str:
    """A Content-Disposition whose file has this name, as far as every system and header take it.

    >>> print(attachment("Świat/1", ".zip"))
    attachment; filename="_wiat_1.zip"; filename*=UTF-8''%C5%9Awiat_1.zip
    """
    file = safe_file_name(name) + suffix
    # Names beyond ASCII have a notation of their own (RFC 6266); the other is for old programs.
    plain = file.encode("ascii", "replace").decode().replace("?", "_")
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(file)}"
