"""Which addresses are the same, and which belong to a crawl."""

from dataclasses import dataclass
from functools import cache
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from webwinnow.errors import FetchError, InputError
from webwinnow.io.fetch import PORTS, Target, parse

__all__ = ["Scope", "canonical", "site_of"]

#: Longer ones are traps, or hold data rather than a name.
LONGEST = 2000
WWW = "www."
# Parameters that tell a site where a reader came from, never which page to send. What is left keeps
# its order and its spelling: a server may tell `?a&b` from `?b&a`.
TRACKING_PREFIXES = ("utm_", "mtm_", "pk_", "hsa_")
# fmt: off
TRACKING = frozenset({
    "_ga", "_gl", "_hsenc", "_hsmi", "dclid", "fbclid", "gad_source", "gbraid", "gclid", "gclsrc",
    "igshid", "mc_cid", "mc_eid", "mkt_tok", "msclkid", "srsltid", "ttclid", "twclid", "wbraid",
    "wickedid", "yclid",
})
# A new one for each visitor: with them, a site without cookies has no end.
SESSIONS = frozenset({
    "aspsessionid", "cfid", "cftoken", "jsessionid", "phpsessid", "session_id", "sessionid",
})
# fmt: on


def canonical(url: str, base: str = "") -> str | None:
    """The address as it is asked for and compared; None for what cannot be crawled.

    >>> canonical("../b?utm_source=x&id=1#top", "http://Example.org:80/a/c")
    'http://example.org/b?id=1'
    """
    try:
        target = parse(url, base)
    except FetchError:
        return None
    host = target.host.rstrip(".")
    path, _, query = target.path.partition("?")
    path = without_session(without_dots(path))
    query = "&".join(part for part in query.split("&") if part and not is_noise(part))
    path = f"{path}?{query}" if query else path
    found = Target(target.scheme, host, target.port, path).url
    return found if host and len(found) <= LONGEST else None


def without_dots(path: str) -> str:
    """Browsers resolve `.` and `..` in absolute addresses, too."""
    if "/." not in path:
        return path
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in {".", ".."}:
        kept.append("")
    return "/" + "/".join(kept)


def without_session(path: str) -> str:
    """Java's servers put the session at the end of the path: `/page;jsessionid=1F`."""
    head, semicolon, last = path.rpartition(";")
    return head if semicolon and last.lower().startswith("jsessionid=") else path


def is_noise(parameter: str) -> bool:
    name = parameter.partition("=")[0].lower()
    return name in TRACKING or name in SESSIONS or name.startswith(TRACKING_PREFIXES)


def site_of(url: str) -> str:
    """The host, whose `www.` twin is the same machine to be polite to."""
    return (urlsplit(url).hostname or "").removeprefix(WWW)


@dataclass(frozen=True)
class Scope:
    """The hosts that a crawl keeps to, and their ports."""

    sites: frozenset[str]
    ports: frozenset[int]
    subdomains: bool

    @classmethod
    def of(cls, seeds: tuple[str, ...], *, subdomains: bool) -> "Scope":
        sites = {site_of(seed) for seed in seeds}
        if subdomains:
            sites = {registered_domain(site) for site in sites}
        ports = {port for seed in seeds if (port := urlsplit(seed).port)}
        return cls(frozenset(sites), frozenset(ports | set(PORTS.values())), subdomains)

    def holds(self, url: str) -> bool:
        """Whether the address, a canonical one, may be asked for."""
        port = urlsplit(url).port
        if port is not None and port not in self.ports:
            return False
        site = site_of(url)
        if site in self.sites:
            return True
        return self.subdomains and any(site.endswith(f".{domain}") for domain in self.sites)


def registered_domain(host: str) -> str:
    """What its owner has registered: `example.co.uk` of `news.example.co.uk`."""
    if is_literal(host):
        return host
    return domains()(host).top_domain_under_public_suffix or host


def is_literal(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


@cache
def domains() -> Any:
    """Reads the list of public suffixes that comes with the package: nothing is fetched."""
    try:
        from tldextract import TLDExtract
    except ImportError as error:
        raise InputError("crawling needs more packages; pip install 'webwinnow[crawl]'") from error
    return TLDExtract(cache_dir=None, suffix_list_urls=(), include_psl_private_domains=True)
