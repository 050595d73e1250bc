"""Check URLs against robots.txt (RFC 9309) before single requests; a crawl has its own check."""

from collections import OrderedDict
from typing import Any
from urllib.parse import urlsplit

from webwinnow.errors import FetchError, InputError
from webwinnow.io.fetch import FetchLimits, fetch, user_agent

MAX_BYTES = 512 * 2**10  # the RFC's minimum
CACHED_HOSTS = 1000


class Robots:
    """The rules of hosts. They are fetched before the first request to a host.

    Raises `InputError` if the package that parses them is missing.
    """

    def __init__(self, *, allow_private: bool = False, seconds: float = 10.0) -> None:
        try:
            from protego import Protego
        except ImportError as error:
            remedy = "pip install 'webwinnow[visual]'"
            raise InputError(f"reading robots.txt needs protego; run: {remedy}") from error
        self.parse = Protego.parse
        self.allow_private = allow_private
        self.limits = FetchLimits(bytes=MAX_BYTES, seconds=seconds)
        self.rules: OrderedDict[str, Any] = OrderedDict()

    def check(self, url: str) -> float:
        """Raise `FetchError` if robots.txt forbids a URL; return its delay in seconds, or 0.

        If robots.txt cannot be read, all URLs are forbidden; without robots.txt, all are allowed.
        """
        rules = self.rules_of(url)
        if isinstance(rules, FetchError):
            raise rules
        if not rules.can_fetch(url, user_agent()):
            raise FetchError(f"{url!r} is forbidden by robots.txt")
        return float(rules.crawl_delay(user_agent()) or 0)

    def rules_of(self, url: str) -> Any:
        host = "{0.scheme}://{0.netloc}".format(urlsplit(url))
        if host not in self.rules:
            self.rules[host] = self.fetch_rules(host)
            if len(self.rules) > CACHED_HOSTS:
                self.rules.popitem(last=False)
        return self.rules[host]

    def fetch_rules(self, host: str) -> Any:
        try:
            found = fetch(f"{host}/robots.txt", self.limits, allow_private=self.allow_private)
        except FetchError as error:
            if error.status is None or error.status >= 500 or error.status == 429:
                return FetchError(f"robots.txt of {host} is unavailable: {error.problem}")
            return self.parse("")
        return self.parse(found.body.decode("utf-8-sig", "ignore"))
