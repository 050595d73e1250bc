"""What a crawl is told."""

from dataclasses import dataclass, field
from pathlib import Path

from webwinnow.io.fetch import user_agent

__all__ = ["Settings"]


@dataclass(frozen=True)
class Settings:
    """Only the seeds and `subdomains` make a crawl what it is; all else may change on resuming."""

    seeds: tuple[str, ...]
    output: Path
    clean_to: Path | None = None  # where the texts go, as JSON lines
    subdomains: bool = False  # of the seeds' registered domains; else the seeds' hosts only
    max_pages: int | None = None  # in the archive, over all runs
    max_depth: int = 20  # links from a seed
    delay: float = 1.0  # seconds between two requests to a host
    concurrency: int = 2  # requests at once to a host
    total_concurrency: int = 16
    timeout: float = 30.0  # seconds for a page
    retries: int = 2
    backoff: float = 1.0  # seconds before the first retry; each further one waits twice as long
    max_bytes: int = 8 * 2**20  # of a page, unpacked
    user_agent: str = field(default_factory=user_agent)
    ignore_robots: bool = False
    allow_private: bool = False

    @property
    def state(self) -> Path:
        """The file that the frontier lives in."""
        return self.output.with_name(f"{self.output.name}.state")

    @property
    def templates(self) -> Path:
        """The folder for what is learned of the sites."""
        return self.output.with_name(f"{self.output.name}.templates")
