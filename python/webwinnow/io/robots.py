"""Check URLs against robots.txt (RFC 9309) before single requests; a crawl has its own check."""

from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from webwinnow.errors import FetchError, InputError
from webwinnow.io.fetch import FetchLimits, fetch, user_agent

if TYPE_CHECKING:
    from protego import Protego

MAX_BYTES = 512 * 2**10  # the RFC's minimum
#: Hosts whose rules are cached.
CACHED_HOSTS = 1000


class RobotsUnavailable(Exception):
    """robots.txt is unavailable for now."""


def parse_rules(status: int, body: bytes) -> "Protego":
    """Parse a response for robots.txt; without a robots.txt, everything is allowed.

    Raises `RobotsUnavailable` if the server has a problem: then nothing is allowed.
    """
    from protego import Protego

    if status >= 500 or status == 429:
        raise RobotsUnavailable
    text = body[:MAX_BYTES] if 200 <= status < 300 else b""
    return Protego.parse(text.decode("utf-8-sig", "ignore"))


class Robots:
    """The rules of hosts. They are fetched before the first request to a host.

    Raises `InputError` if the package that parses them is missing.
    """

    def __init__(self, *, allow_private: bool = False, seconds: float = 10.0) -> None:
        try:
            import protego  # noqa: F401
        except ImportError as error:
            remedy = "pip install 'webwinnow[visual]'"
            raise InputError(f"reading robots.txt needs protego; run: {remedy}") from error
        self.allow_private = allow_private
        self.limits = FetchLimits(bytes=MAX_BYTES, seconds=seconds)
        # By host: the rules, or why there are none.
        self.rules: OrderedDict[str, Protego | str] = OrderedDict()

    def check(self, url: str) -> float:
        """Raise `FetchError` if robots.txt forbids a URL; return its delay in seconds, or 0.

        If robots.txt cannot be read, all URLs are forbidden; without robots.txt, all are allowed.
        """
        rules = self.rules_of(url)
        if isinstance(rules, str):
            raise FetchError(rules)
        if not rules.can_fetch(url, user_agent()):
            raise FetchError(f"{url!r} is forbidden by robots.txt")
        return float(rules.crawl_delay(user_agent()) or 0)

    def rules_of(self, url: str) -> "Protego | str":
        host = "{0.scheme}://{0.netloc}".format(urlsplit(url))
        if host not in self.rules:
            self.rules[host] = self.fetch_rules(host)
            if len(self.rules) > CACHED_HOSTS:
                self.rules.popitem(last=False)
        return self.rules[host]

    def fetch_rules(self, host: str) -> "Protego | str":
        try:
            found = fetch(f"{host}/robots.txt", self.limits, allow_private=self.allow_private)
            return parse_rules(200, found.body)
        except FetchError as error:
            with suppress(RobotsUnavailable):
                if error.status is not None:
                    return parse_rules(error.status, b"")
            return f"robots.txt of {host} is unavailable: {error.problem}"
