"""The Rust core."""

_Text = str | None

def metadata(
    page: Page, url: str | None, today: tuple[int, int, int]
) -> tuple[_Text, _Text, _Text, _Text, _Text, _Text, _Text, _Text, _Text, list[str]]:
    """The fields of `webwinnow.metadata.Metadata`, in their order; `today` is year, month, day."""
