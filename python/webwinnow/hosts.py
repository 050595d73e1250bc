"""Hosts and sites of URLs; a site is a registered domain.

The public suffix list would be exact, but it is large, changes weekly and must be downloaded. The
rules here cover its common part. Their errors mostly merge two sites, which is harmless in a split
by site.
"""

import ipaddress
import re
from urllib.parse import urlsplit

# Second-level suffixes of any country: bbc.co.uk is a site, co.uk is not.
SECOND_LEVEL = frozenset({"ac", "co", "com", "edu", "gov", "mil", "net", "org"})
# Second-level suffixes of one country.
SECOND_LEVEL_OF = {
    "ar": {"gob"},
    "at": {"gv", "or"},
    "au": {"asn", "id"},
    "br": {"nom"},
    "cl": {"gob"},
    "es": {"gob"},
    "fr": {"asso", "gouv"},
    "id": {"go", "or"},
    "jp": {"ad", "ed", "go", "gr", "lg", "ne", "or"},
    "ke": {"go", "or"},
    "kr": {"go", "ne", "or", "pe", "re"},
    "mx": {"gob"},
    "nz": {"geek", "gen", "govt", "school"},
    "pe": {"gob"},
    "th": {"go", "in", "or"},
    "tw": {"idv"},
    "uk": {"ltd", "me", "nhs", "plc", "sch"},
}
# Each subdomain is a site with its own layout. Hosts with one layout for all authors, such as
# medium.com and substack.com, are one site: a layout must not occur on both sides of a split.
SHARED_HOSTS = frozenset(
    {
        "angelfire.com",
        "github.io",
        "gitlab.io",
        "livejournal.com",
        "netlify.app",
        "pages.dev",
        "readthedocs.io",
        "tripod.com",
        "tumblr.com",
        "typepad.com",
        "vercel.app",
        "web.app",
        "weebly.com",
        "wordpress.com",
    }
)
WWW = re.compile(r"^www\d*\.")
# A URL without scheme, such as bbc.co.uk/news, but not a file name such as index.html.
BARE_HOST = re.compile(
    r"([\w-]+\.)+(?!(html?|xhtml|php|aspx?|jsp)\b)([^\W\d_]{2,}|xn--[\w-]+)(:\d+)?(?=[/?#]|$)", re.I
)


def site_of(url: str | None) -> str | None:
    """Return the registered domain of a URL, with or without scheme; None if it has no host.

    >>> site_of("http://news.bbc.co.uk/1/hi.stm"), site_of("https://ann.blogspot.com/2004/")
    ('bbc.co.uk', 'ann.blogspot.com')
    """
    host = host_of(url)
    return registered_domain(host) if host else None


def templates_host(url: str | None) -> str | None:
    """Return the host whose pages share templates: without `www`, with an unusual port.

    >>> templates_host("http://www.bbc.co.uk/news"), templates_host("https://blogs.wsj.com:443/eu/")
    ('bbc.co.uk', 'blogs.wsj.com')
    """
    host = host_of(url)
    # Lone surrogates, from file names that are not UTF-8, are in no valid host.
    if not host or any("\ud800" <= each <= "\udfff" for each in host):
        return None
    bare = WWW.sub("", host.lower(), count=1)
    name = bare if "." in bare else host.lower()  # www.com is a host, com is not
    port = port_of(url)
    return name if port in (None, 80, 443) else f"{name}:{port}"


def port_of(url: str | None) -> int | None:
    try:
        return urlsplit(with_slashes(url)).port
    except ValueError:  # not a number, or out of range
        return None


def host_of(url: str | None) -> str | None:
    try:
        host = urlsplit(with_slashes(url)).hostname
    except ValueError:  # such as unmatched brackets
        return None
    return host.strip(".") or None if host else None


def with_slashes(url: str | None) -> str:
    """Prefix a URL without scheme with `//`, so that urlsplit finds its host."""
    url = (url or "").strip()
    return f"//{url}" if BARE_HOST.match(url) else url


def registered_domain(host: str) -> str:
    if is_ip_address(host):
        return host
    labels = [label for label in WWW.sub("", host.lower(), count=1).split(".") if label]
    kept = 3 if is_suffix(labels[-2:]) else 2
    if ".".join(labels[-2:]) in SHARED_HOSTS or labels[-kept:][:1] == ["blogspot"]:
        kept += 1
    return ".".join(labels[-kept:])


def is_suffix(labels: list[str]) -> bool:
    if len(labels) < 2:
        return False
    second, top = labels
    return (second in SECOND_LEVEL and len(top) == 2) or second in SECOND_LEVEL_OF.get(top, ())


def is_ip_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
