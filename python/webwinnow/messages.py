"""What messages and tables for people have in common."""

__all__ = ["counted", "printable"]


def counted(number: int, noun: str) -> str:
    """`1 page`, `1,200 pages`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def printable(text: str) -> str:
    """A line stays one line, and can be printed, whatever the name of a file holds."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
