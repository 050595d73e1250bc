"""Frontier, archive and texts as one: they are opened together, and committed together.

A commit first puts archive and texts on the disk, then how far they reach into the frontier. What
they hold beyond that, after a crash, belongs to pages that wait still, and is cut off.
"""

import json
from contextlib import ExitStack, suppress
from pathlib import Path

from webwinnow.crawl import reasons
from webwinnow.crawl.archive import Archive
from webwinnow.crawl.frontier import Frontier, Waiting
from webwinnow.crawl.settings import Settings
from webwinnow.crawl.texts import Cleaning, Texts
from webwinnow.crawl.urls import site_of
from webwinnow.errors import InputError

__all__ = ["Ledger"]


class Ledger:
    def __init__(self, settings: Settings, cleaning: Cleaning | None = None) -> None:
        self.settings = settings
        if not settings.state.exists():
            refuse_existing(settings.output)
        with ExitStack() as opened:
            self.frontier = Frontier(settings.state)
            opened.callback(self.frontier.close)
            self.claim("crawl", self.identity(), settings.output)
            end = self.reached("archive_end")
            self.archive = Archive(settings.output, end, self.about())
            opened.callback(give_up, self.archive)
            self.texts = self.open_texts(settings.clean_to, cleaning)
            if self.texts:
                opened.callback(give_up, self.texts)
            self.begin()
            self.opened = opened.pop_all()

    def identity(self) -> str:
        return json.dumps([sorted(self.settings.seeds), self.settings.subdomains])

    def claim(self, name: str, mine: str, path: Path) -> None:
        """The file is this crawl's from now on, before anything is written to it."""
        stored = self.frontier.fact(name)
        if stored is None:
            refuse_existing(path)
            self.frontier.remember(name, mine)
            self.frontier.commit()
        elif stored != mine:
            raise self.foreign(name, str(stored))

    def foreign(self, name: str, stored: str) -> InputError:
        if name == "texts":
            return InputError(f"the texts of this crawl are in {stored!r}; name that file")
        seeds, subdomains = json.loads(stored)
        command = " ".join([*seeds, *(["--subdomains"] if subdomains else [])])
        return InputError(
            f"{str(self.settings.output)!r} is a crawl of other addresses; go on with it "
            f"by naming them ({command}), or name another output"
        )

    def reached(self, name: str) -> int:
        return int(self.frontier.fact(name) or 0)

    def about(self) -> dict[str, str]:
        """What the archive says of itself."""
        obeyed = "ignore" if self.settings.ignore_robots else "obey"
        return {"robots": obeyed, "http-header-user-agent": self.settings.user_agent}

    def open_texts(self, path: Path | None, cleaning: Cleaning | None) -> Texts | None:
        if path is None or cleaning is None:
            return None
        self.claim("texts", str(path.resolve()), path)
        end = self.reached("texts_end")
        return Texts(path, end, self.settings.output, self.frontier, cleaning)

    def begin(self) -> None:
        settings = self.settings
        again = [reasons.ROBOTS] * settings.ignore_robots
        again += [reasons.PRIVATE] * settings.allow_private
        self.frontier.recover(again, max_depth=settings.max_depth)
        self.frontier.add(
            Waiting(seed, site_of(seed), depth=0, is_seed=True) for seed in settings.seeds
        )
        self.commit()

    def commit(self) -> None:
        """Nothing is written that does not change the frontier, too."""
        if not self.frontier.is_changed:
            return
        self.archive.flush()
        self.frontier.remember("archive_end", self.archive.end)
        if self.texts:
            self.texts.flush()
            self.frontier.remember("texts_end", self.texts.end)
        self.frontier.commit()

    def close(self) -> None:
        """What was not committed is given up: whether it can still be written does not matter."""
        self.opened.close()


def give_up(part: Archive | Texts) -> None:
    with suppress(OSError):
        part.close()


def refuse_existing(path: Path) -> None:
    if path.exists():
        raise InputError(f"{str(path)!r} exists and is not of this crawl; name another file")
