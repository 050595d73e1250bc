"""Settings of a crawl."""

from dataclasses import dataclass, field
from pathlib import Path

from webwinnow.io.fetch import user_agent


@dataclass(frozen=True)
class Settings:
    """Settings of a crawl; all but `seeds` and `subdomains` may change when it resumes."""

    seeds: tuple[str, ...]
    output: Path
    clean_to: Path | None = None  # JSON Lines file of the texts
    subdomains: bool = False  # crawl the registered domains of the seeds, not only their hosts
    max_pages: int | None = None  # in the archive, over all runs
    max_depth: int = 20  # links from a seed
    with_styles: bool = False  # also store the style sheets of the pages
    delay: float = 1.0  # seconds between two requests to a host
    concurrency: int = 2  # concurrent requests to a host
    total_concurrency: int = 16
    timeout: float = 30.0  # seconds for a page
    retries: int = 2
    backoff: float = 1.0  # seconds before the first retry; doubled for each further retry
    max_bytes: int = 8 * 2**20  # of a page, decompressed
    user_agent: str = field(default_factory=user_agent)
    ignore_robots: bool = False
    allow_private: bool = False

    @property
    def state(self) -> Path:
        """The file of the frontier."""
        return self.output.with_name(f"{self.output.name}.state")

    @property
    def templates(self) -> Path:
        """The folder of the templates learned from the sites."""
        return self.output.with_name(f"{self.output.name}.templates")
