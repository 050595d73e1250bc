"""Which site a page is of: what somebody registered, told from its address without a list.

The public suffix list would settle every case, but it is large, changes weekly and would have to
be downloaded. The rules here are its common part. Where they are wrong they mostly take two sites
for one, which no split minds.
"""

import ipaddress
import re
from urllib.parse import urlsplit

__all__ = ["host_of", "registered", "site_of", "templates_host"]

# Sold below any country: bbc.co.uk, not co.uk, is a site.
SECOND_LEVEL = frozenset({"ac", "co", "com", "edu", "gov", "mil", "net", "org"})
# Sold below one country only.
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
# Each subdomain is somebody's own site with a look of its own. Hosts that lay all their authors
# out alike, such as medium.com and substack.com, are one site: a template must not be learned on
# one side of a split and tested on the other.
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
# An address without its scheme: bbc.co.uk/news. The names of a site's pages look much the same.
BARE_HOST = re.compile(
    r"([\w-]+\.)+(?!(html?|xhtml|php|aspx?|jsp)\b)([^\W\d_]{2,}|xn--[\w-]+)(:\d+)?(?=[/?#]|$)", re.I
)


def site_of(url: str | None) -> str | None:
    """The registered domain of a web address, with scheme or without; None where there is no host.

    >>> site_of("http://news.bbc.co.uk/1/hi.stm"), site_of("https://ann.blogspot.com/2004/")
    ('bbc.co.uk', 'ann.blogspot.com')
    """
    host = host_of(url)
    return registered(host) if host else None


def templates_host(url: str | None) -> str | None:
    """The host whose pages share a frame: subdomains and unusual ports apart, `www` or not.

    >>> templates_host("http://www.bbc.co.uk/news"), templates_host("https://blogs.wsj.com:443/eu/")
    ('bbc.co.uk', 'blogs.wsj.com')
    """
    host = host_of(url)
    # Halves of characters, as in names of files that are no UTF-8, are in no host and no database.
    if not host or any("\ud800" <= each <= "\udfff" for each in host):
        return None
    bare = WWW.sub("", host.lower(), count=1)
    name = bare if "." in bare else host.lower()  # www.com is a host, com is none
    port = port_of(url)
    return name if port in (None, 80, 443) else f"{name}:{port}"


def port_of(url: str | None) -> int | None:
    try:
        return urlsplit(split_ready(url)).port
    except ValueError:  # no number, or out of range
        return None


def host_of(url: str | None) -> str | None:
    try:
        host = urlsplit(split_ready(url)).hostname
    except ValueError:  # such as unmatched brackets
        return None
    return host.strip(".") or None if host else None


def split_ready(url: str | None) -> str:
    """The address with what tells a host from a path, where it came without a scheme."""
    url = (url or "").strip()
    return f"//{url}" if BARE_HOST.match(url) else url


def registered(host: str) -> str:
    if is_number(host):
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


def is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
