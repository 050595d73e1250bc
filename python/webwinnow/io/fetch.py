"""Fetch a page over HTTP; hosts with private IP addresses are rejected unless allowed.

The first request and every redirect resolve their host once, check all its IP addresses, and
connect to a checked one, so that a second DNS response cannot change it (DNS rebinding). Proxy
settings of the environment are ignored, since a proxy would resolve hosts itself, without the
check.
"""

import io
import queue
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from http.client import HTTPException, HTTPResponse
from importlib import metadata
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, cast
from urllib.parse import quote, urljoin, urlsplit

from webwinnow.errors import FetchError

PORTS = {"http": 80, "https": 443}
REDIRECTS = frozenset({301, 302, 303, 307, 308})
CHUNK = 2**16
FRAMING_BYTES = 2**20  # allowance for headers and chunk lengths
HOST_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789.-_:")
# Characters sent unquoted; with `%`, so that nothing is quoted twice.
URL_CHARACTERS = "%!$&'()*+,/:;=?@[]~"
#: Content encodings, and whether they compress.
CODINGS = {"": False, "identity": False, "gzip": True, "x-gzip": True, "deflate": True}
GZIP_MAGIC = b"\x1f\x8b"
ROUTED_IPV6 = IPv6Network("2000::/3")
NAT64 = IPv6Network("64:ff9b::/96")

Address = tuple[int, tuple[Any, ...]]  # family, and what socket.connect takes


@dataclass(frozen=True)
class FetchLimits:
    bytes: int = 32 * 2**20  # of the decompressed body
    seconds: float = 20.0  # for the fetch with all redirects
    redirects: int = 8


LIMITS = FetchLimits()


@dataclass(frozen=True)
class Fetched:
    url: str  # after redirects
    body: bytes
    charset: str | None
    content_type: str | None  # without parameters


@dataclass(frozen=True)
class Target:
    """A URL as it is requested, without its fragment."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        return f"{self.scheme}://{self.authority}{self.path}"


class TooLarge(ValueError):
    """The body, raw or decompressed, exceeds the limit."""


def fetch(
    url: str,
    limits: FetchLimits = LIMITS,
    *,
    allow_private: bool = False,
    before: Callable[[str], None] | None = None,
) -> Fetched:
    """Fetch the page at a URL, after redirects; raise `FetchError` on any failure.

    `allow_private` allows hosts that are not on the public internet, for intranets and tests.
    `before` is called with the URL of each request, and may raise `FetchError`; its time does not
    count.
    """
    deadline = time.monotonic() + limits.seconds
    target, seen = parse_url(url), set[str]()
    while target.url not in seen:
        if len(seen) > limits.redirects:
            raise FetchError(f"{url!r} redirects over {limits.redirects} times; give the final URL")
        seen.add(target.url)
        if before is not None:
            start = time.monotonic()
            before(target.url)
            deadline += time.monotonic() - start
        try:
            result = request_once(target, limits, deadline, allow_private)
        # http.client raises ValueError for some malformed chunks.
        except (OSError, HTTPException, ValueError, zlib.error) as error:
            raise fetch_error(error, target, limits) from error
        if isinstance(result, Fetched):
            return result
        target = result
    raise FetchError(f"{url!r} redirects in a loop; save the page in a browser and give the file")


def fetch_error(error: Exception, target: Target, limits: FetchLimits) -> FetchError:
    if isinstance(error, TimeoutError):
        problem = f"{target.url!r} took over {limits.seconds:g} s"
        return FetchError(problem, "raise FetchLimits.seconds", "seconds")
    if isinstance(error, TooLarge):
        problem = f"{target.url!r} is over {limits.bytes} bytes"
        return FetchError(problem, "raise FetchLimits.bytes", "bytes")
    reason = " ".join(str(error).split()) or type(error).__name__
    if isinstance(error, socket.gaierror):
        problem = f"cannot resolve host {target.host!r} ({reason})"
        return FetchError(problem, "check its spelling and the network")
    if isinstance(error, ssl.SSLCertVerificationError):
        problem = f"{target.host!r} has no valid certificate ({reason})"
        return FetchError(problem, "check its spelling")
    return FetchError(f"{target.url!r} failed ({reason})", "try again later")


def parse_url(url: str, base: str = "") -> Target:
    try:
        parts = urlsplit(urljoin(base, url.strip()))
        scheme, host, port = parts.scheme, parts.hostname or "", parts.port
        if not host.isascii():
            host = host.encode("idna").decode("ascii")
        path = quote(parts.path or "/", URL_CHARACTERS, errors="surrogateescape")
        query = quote(parts.query, URL_CHARACTERS, errors="surrogateescape")
    except ValueError as error:
        raise FetchError(f"{url!r} is not a valid URL ({error}); check its spelling") from error
    if scheme not in PORTS:
        raise FetchError(f"{url!r} is not http or https; begin it with https:// or give a file")
    if "@" in parts.netloc:
        raise FetchError(f"the URL of {host!r} contains a user name or password; remove it")
    if not host or not HOST_CHARACTERS.issuperset(host):
        raise FetchError(f"{url!r} has no valid host; write it like https://example.org/page")
    port = PORTS[scheme] if port is None else port
    return Target(scheme, host, port, f"{path}?{query}" if query else path)


def request_once(
    target: Target, limits: FetchLimits, deadline: float, allow_private: bool
) -> Fetched | Target:
    """Send one request; return the page, or the target of a redirect."""
    addresses = resolve(target.host, target.port, deadline)
    if not allow_private:
        reject_private(target.host, addresses)
    with connect(target, addresses, deadline) as connection:
        connection.sendall(request_bytes(target))
        # http.client only calls `makefile` of the socket.
        bounded = BoundedSocket(connection, deadline, limits.bytes + FRAMING_BYTES)
        response = HTTPResponse(cast(Any, bounded), method="GET")
        response.begin()
        headers, location = response.headers, response.headers.get("Location")
        if response.status in REDIRECTS and location:
            # http.client decodes headers as Latin-1; servers write non-ASCII ones as UTF-8.
            location = location.encode("latin-1").decode("utf-8", "surrogateescape")
            return parse_url(location, target.url)
        if not 200 <= response.status < 300:
            status = f"{response.status} {response.reason}".strip()
            problem = f"{target.url!r} returned HTTP {status}"
            raise FetchError(problem, "check it in a browser", status=response.status)
        content_type = headers.get_content_type() if "Content-Type" in headers else None
        body = read_body(response, limits.bytes)
        return Fetched(target.url, body, headers.get_content_charset(), content_type)


def seconds_left(deadline: float) -> float:
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise TimeoutError
    return seconds


def resolve(host: str, port: int, deadline: float) -> list[Address]:
    """Resolve a host in a thread, since getaddrinfo has no timeout."""
    results: queue.SimpleQueue[list[Address] | OSError] = queue.SimpleQueue()

    def look_up() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            results.put([(family, address) for family, _, _, _, address in found])
        except OSError as error:
            results.put(error)
        except UnicodeError as error:  # a label that is empty or too long
            results.put(socket.gaierror(str(error)))

    threading.Thread(target=look_up, daemon=True).start()
    try:
        result = results.get(timeout=seconds_left(deadline))
    except queue.Empty:
        raise TimeoutError from None
    if isinstance(result, OSError):
        raise result
    return result


def reject_private(host: str, addresses: list[Address]) -> None:
    """Raise `FetchError` if one of the addresses is not on the public internet."""
    for _, (address, *_) in addresses:
        if not is_public(ip_address(address.partition("%")[0])):
            problem = f"{host!r} resolves to {address}, not a public IP address"
            raise FetchError(problem, "if you trust it, pass allow_private=True", "allow_private")


def is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv4Address):
        return address.is_global and not address.is_multicast
    if address in NAT64:
        return is_public(IPv4Address(address.packed[-4:]))
    if address.sixtofour and not is_public(address.sixtofour):
        return False
    # IPv4-mapped addresses are outside the routed block; Teredo's are inside but not global.
    return address in ROUTED_IPV6 and address.is_global


def connect(target: Target, addresses: list[Address], deadline: float) -> socket.socket:
    """Connect to the first address that responds; each gets a share of the remaining time."""
    failure = OSError("the host has no IP address")
    for tried, (family, address) in enumerate(addresses):
        connection = socket.socket(family, socket.SOCK_STREAM)
        try:
            connection.settimeout(seconds_left(deadline) / (len(addresses) - tried))
            connection.connect(address)
            connection.settimeout(seconds_left(deadline))
            if target.scheme == "https":
                return tls_context().wrap_socket(connection, server_hostname=target.host)
            return connection
        except OSError as error:
            connection.close()
            failure = error
    raise failure


@cache
def tls_context() -> ssl.SSLContext:
    return ssl.create_default_context()


@cache
def user_agent() -> str:
    try:
        return f"webwinnow/{metadata.version('webwinnow')}"
    except metadata.PackageNotFoundError:  # run from a checkout
        return "webwinnow/0"


def request_bytes(target: Target) -> bytes:
    return (
        f"GET {target.path} HTTP/1.1\r\nHost: {target.authority}\r\nUser-Agent: {user_agent()}\r\n"
        "Accept: text/html, application/xhtml+xml, */*;q=0.8\r\nAccept-Encoding: gzip, deflate\r\n"
        "Connection: close\r\n\r\n"
    ).encode("ascii")


class BoundedSocket(io.RawIOBase):
    """A socket with a deadline and a maximum number of bytes to read.

    A socket timeout restarts with each byte, and a chunk length of -1 makes http.client read
    without end.
    """

    def __init__(self, connection: socket.socket, deadline: float, room: int) -> None:
        self.connection, self.deadline, self.room = connection, deadline, room

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        self.connection.settimeout(seconds_left(self.deadline))
        count = self.connection.recv_into(buffer)
        self.room -= count
        if self.room < 0:
            raise TooLarge
        return count


def read_body(response: HTTPResponse, limit: int) -> bytes:
    decompressor = Decompressor(response.headers.get("Content-Encoding", ""))
    body = bytearray()
    while data := response.read(CHUNK):
        # One byte beyond the limit shows that the body is too large.
        body += decompressor.decompress(data, limit + 1 - len(body))
        if len(body) > limit:
            raise TooLarge
    if response.length or not decompressor.is_done:
        raise HTTPException(f"the body ends after {len(body)} bytes")
    return bytes(body)


class Decompressor:
    """Decodes a `Content-Encoding` up to a given size, which stops decompression bombs."""

    def __init__(self, coding: str) -> None:
        coding = coding.strip().lower()
        if coding not in CODINGS:
            raise HTTPException(f"encoded as {coding!r}, not gzip or deflate as requested")
        self.is_compressed, self.stream = CODINGS[coding], cast(Any, None)

    @property
    def is_done(self) -> bool:
        return self.stream is None or bool(self.stream.eof)

    def decompress(self, data: bytes, room: int) -> bytes:
        if not self.is_compressed:
            return data
        output = b""
        while data and len(output) < room:
            if self.is_done:
                # gzip data may have several members; anything else after the end is padding.
                if self.stream and not data.startswith(GZIP_MAGIC):
                    break
                self.stream = zlib.decompressobj(window_bits(data))
            output += self.stream.decompress(data, room - len(output))
            data = self.stream.unused_data
        return output


def window_bits(data: bytes) -> int:
    """Detect the container for zlib: gzip, zlib, or none, as some servers send deflate."""
    is_zlib = data[0] & 15 == 8 and int.from_bytes(data[:2], "big") % 31 == 0
    return 47 if is_zlib or data.startswith(GZIP_MAGIC) else -15
