"""The state of a crawl: frontier, archive and texts, opened and committed together.

A commit first syncs archive and texts to the disk, and then stores their sizes in the frontier.
After a crash, anything beyond these sizes belongs to pages that still wait, and is truncated.
"""

import json
from contextlib import ExitStack, suppress
from pathlib import Path

from webwinnow.crawl import reasons
from webwinnow.crawl.archive import Archive
from webwinnow.crawl.frontier import Frontier, NewUrl
from webwinnow.crawl.settings import Settings
from webwinnow.crawl.texts import Cleaning, Texts
from webwinnow.crawl.urls import host_key
from webwinnow.errors import InputError


class CrawlState:
    def __init__(self, settings: Settings, cleaning: Cleaning | None = None) -> None:
        self.settings = settings
        if not settings.state.exists():
            reject_existing(settings.output)
        with ExitStack() as opened:
            self.frontier = Frontier(settings.state)
            opened.callback(self.frontier.close)
            self.claim("crawl", self.identity(), settings.output)
            end = self.committed_size("archive_end")
            self.archive = Archive(settings.output, end, self.about())
            opened.callback(close_quietly, self.archive)
            self.texts = self.open_texts(settings.clean_to, cleaning)
            if self.texts:
                opened.callback(close_quietly, self.texts)
            self.begin()
            self.opened = opened.pop_all()

    def identity(self) -> str:
        return json.dumps([sorted(self.settings.seeds), self.settings.subdomains])

    def claim(self, name: str, mine: str, path: Path) -> None:
        """Reserve a file for this crawl before anything is written to it."""
        stored = self.frontier.get_fact(name)
        if stored is None:
            reject_existing(path)
            self.frontier.set_fact(name, mine)
            self.frontier.commit()
        elif stored != mine:
            raise self.mismatch(name, str(stored))

    def mismatch(self, name: str, stored: str) -> InputError:
        if name == "texts":
            return InputError(f"the texts of this crawl are in {stored!r}; name that file")
        seeds, subdomains = json.loads(stored)
        command = " ".join([*seeds, *(["--subdomains"] if subdomains else [])])
        return InputError(
            f"{str(self.settings.output)!r} is a crawl of other URLs; resume it by naming them "
            f"({command}), or name another output"
        )

    def committed_size(self, name: str) -> int:
        return int(self.frontier.get_fact(name) or 0)

    def about(self) -> dict[str, str]:
        """Return fields of the archive's warcinfo record."""
        obeyed = "ignore" if self.settings.ignore_robots else "obey"
        return {"robots": obeyed, "http-header-user-agent": self.settings.user_agent}

    def open_texts(self, path: Path | None, cleaning: Cleaning | None) -> Texts | None:
        if path is None or cleaning is None:
            return None
        self.claim("texts", str(path.resolve()), path)
        end = self.committed_size("texts_end")
        return Texts(path, end, self.settings.output, self.frontier, cleaning)

    def begin(self) -> None:
        settings = self.settings
        again = [reasons.ROBOTS] * settings.ignore_robots
        again += [reasons.PRIVATE] * settings.allow_private
        self.frontier.recover(again, max_depth=settings.max_depth)
        self.frontier.add(
            NewUrl(seed, host_key(seed), depth=0, is_seed=True) for seed in settings.seeds
        )
        self.commit()

    def commit(self) -> None:
        """Commit all files, unless the frontier is unchanged: then nothing else was written."""
        if not self.frontier.is_changed:
            return
        self.archive.flush()
        self.frontier.set_fact("archive_end", self.archive.end)
        if self.texts:
            self.texts.flush()
            self.frontier.set_fact("texts_end", self.texts.end)
        self.frontier.commit()

    def close(self) -> None:
        """Close all files; uncommitted data is lost."""
        self.opened.close()


def close_quietly(part: Archive | Texts) -> None:
    with suppress(OSError):
        part.close()


def reject_existing(path: Path) -> None:
    if path.exists():
        raise InputError(f"{str(path)!r} exists and is not of this crawl; name another file")
