"""Canonical URLs, and the scope of a crawl."""

from dataclasses import dataclass, replace
from functools import cache
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from webwinnow.errors import FetchError, InputError
from webwinnow.io.fetch import PORTS, Target, parse_url

#: Longer URLs are crawler traps, or contain data.
MAX_LENGTH = 2000
WWW = "www."
# Parameters that track where a visitor came from and never select the page. All others keep their
# order and spelling, since servers may distinguish `?a&b` from `?b&a`.
TRACKING_PREFIXES = ("utm_", "mtm_", "pk_", "hsa_")
# fmt: off
TRACKING_PARAMETERS = frozenset({
    "_ga", "_gl", "_hsenc", "_hsmi", "dclid", "fbclid", "gad_source", "gbraid", "gclid", "gclsrc",
    "igshid", "mc_cid", "mc_eid", "mkt_tok", "msclkid", "srsltid", "ttclid", "twclid", "wbraid",
    "wickedid", "yclid",
})
# Session ids: new for each visitor, so that a crawl would never end.
SESSION_PARAMETERS = frozenset({
    "aspsessionid", "cfid", "cftoken", "jsessionid", "phpsessid", "session_id", "sessionid",
})
# fmt: on


def canonical_url(url: str, base: str = "") -> str | None:
    """Normalize a URL for requests and comparisons; None if it cannot be crawled.

    >>> canonical_url("../b?utm_source=x&id=1#top", "http://Example.org:80/a/c")
    'http://example.org/b?id=1'
    """
    try:
        target = parse_url(url, base)
    except FetchError:
        return None
    host = target.host.rstrip(".")
    path, _, query = target.path.partition("?")
    path = remove_session(resolve_dots(path))
    query = "&".join(part for part in query.split("&") if part and not is_ignored(part))
    path = f"{path}?{query}" if query else path
    found = Target(target.scheme, host, target.port, path).url
    return found if host and len(found) <= MAX_LENGTH else None


def style_url(url: str, base: str = "") -> str | None:
    """Normalize the URL of a style sheet as a browser does, with all of its parameters."""
    try:
        target = parse_url(url, base)
    except FetchError:
        return None
    path, mark, query = target.path.partition("?")
    found = replace(target, path=f"{resolve_dots(path)}{mark}{query}").url
    return found if len(found) <= MAX_LENGTH else None


def resolve_dots(path: str) -> str:
    """Resolve `.` and `..`, as browsers do in absolute URLs too."""
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


def remove_session(path: str) -> str:
    """Remove the session id that Java servers append to the path: `/page;jsessionid=1F`."""
    head, semicolon, last = path.rpartition(";")
    return head if semicolon and last.lower().startswith("jsessionid=") else path


def is_ignored(parameter: str) -> bool:
    name = parameter.partition("=")[0].lower()
    return (
        name in TRACKING_PARAMETERS
        or name in SESSION_PARAMETERS
        or name.startswith(TRACKING_PREFIXES)
    )


def host_key(url: str) -> str:
    """Return the host without `www.`: both names share the politeness limits."""
    return (urlsplit(url).hostname or "").removeprefix(WWW)


@dataclass(frozen=True)
class Scope:
    """Hosts and ports that a crawl stays on."""

    sites: frozenset[str]
    ports: frozenset[int]
    subdomains: bool

    @classmethod
    def from_seeds(cls, seeds: tuple[str, ...], *, subdomains: bool) -> "Scope":
        sites = {host_key(seed) for seed in seeds}
        if subdomains:
            sites = {registered_domain(site) for site in sites}
        ports = {port for seed in seeds if (port := urlsplit(seed).port)}
        return cls(frozenset(sites), frozenset(ports | set(PORTS.values())), subdomains)

    def contains(self, url: str) -> bool:
        """True if a canonical URL may be requested."""
        port = urlsplit(url).port
        if port is not None and port not in self.ports:
            return False
        site = host_key(url)
        if site in self.sites:
            return True
        return self.subdomains and any(site.endswith(f".{domain}") for domain in self.sites)


def registered_domain(host: str) -> str:
    """Return the registered domain of a host: `example.co.uk` for `news.example.co.uk`."""
    if is_ip_address(host):
        return host
    return domain_extractor()(host).top_domain_under_public_suffix or host


def is_ip_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


@cache
def domain_extractor() -> Any:
    """Load the public suffix list of the tldextract package; nothing is downloaded."""
    try:
        from tldextract import TLDExtract
    except ImportError as error:
        raise InputError("crawl needs more packages; pip install 'webwinnow[crawl]'") from error
    return TLDExtract(cache_dir=None, suffix_list_urls=(), include_psl_private_domains=True)
