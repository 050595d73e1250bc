"""A row for what could not be read."""

from webwinnow.corpus.read.batches import Found

__all__ = ["broken"]


def broken(reason: object, offset: int | None = None, member: str | None = None) -> Found:
    """`reason` is an exception, or says it in words."""
    detail = " ".join(str(reason).split()) or type(reason).__name__
    return Found(offset, drop="broken", detail=detail, member=member)
