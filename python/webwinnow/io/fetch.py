"""Fetch a page over HTTP, and from a private address only if told to.

Each hop looks its host up once, checks every address, and connects to one that it checked: a
second DNS answer cannot lead elsewhere. Proxies named in the environment are ignored, since a
proxy looks hosts up by itself, past the check.
"""

import io
import queue
import socket
import ssl
import threading
import time
import zlib
from dataclasses import dataclass
from functools import cache
from http.client import HTTPException, HTTPResponse
from importlib import metadata
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, cast
from urllib.parse import quote, urljoin, urlsplit

from webwinnow.errors import FetchError

__all__ = ["FetchLimits", "Fetched", "fetch"]

PORTS = {"http": 80, "https": 443}
REDIRECTS = frozenset({301, 302, 303, 307, 308})
CHUNK = 2**16
FRAMING = 2**20  # bytes to spare for headers and the lengths of chunks
HOST_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789.-_:")
# What goes on the wire as it stands; with `%`, so that nothing is encoded twice.
URL_CHARACTERS = "%!$&'()*+,/:;=?@[]~"
CODINGS = {"": False, "identity": False, "gzip": True, "x-gzip": True, "deflate": True}
GZIP_MAGIC = b"\x1f\x8b"
ROUTED_IPV6 = IPv6Network("2000::/3")
NAT64 = IPv6Network("64:ff9b::/96")

Address = tuple[int, tuple[Any, ...]]  # family, and what socket.connect takes


@dataclass(frozen=True)
class FetchLimits:
    bytes: int = 32 * 2**20  # of the body when unpacked
    seconds: float = 20.0  # for the whole fetch, redirects included
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
    """A URL as it goes on the wire, without its fragment."""

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
    """More was sent, or unpacked, than the limit."""


def fetch(url: str, limits: FetchLimits = LIMITS, *, allow_private: bool = False) -> Fetched:
    """The page at the URL, after redirects; whatever goes wrong is a `FetchError`.

    `allow_private` admits hosts that are not on the public internet, for intranets and tests.
    """
    deadline = time.monotonic() + limits.seconds
    target, seen = parse(url), set[str]()
    while target.url not in seen:
        if len(seen) > limits.redirects:
            raise FetchError(f"{url!r} redirects over {limits.redirects} times; give its last URL")
        seen.add(target.url)
        try:
            found = visit(target, limits, deadline, allow_private)
        # http.client lets a ValueError out of some malformed chunks.
        except (OSError, HTTPException, ValueError, zlib.error) as error:
            raise explain(error, target, limits) from error
        if isinstance(found, Fetched):
            return found
        target = found
    raise FetchError(f"{url!r} redirects in a circle; save the page from a browser, give the file")


def explain(error: Exception, target: Target, limits: FetchLimits) -> FetchError:
    if isinstance(error, TimeoutError):
        problem = f"{target.url!r} took over {limits.seconds:g} s"
        return FetchError(problem, "raise FetchLimits.seconds", "seconds")
    if isinstance(error, TooLarge):
        problem = f"{target.url!r} is over {limits.bytes} bytes"
        return FetchError(problem, "raise FetchLimits.bytes", "bytes")
    reason = " ".join(str(error).split()) or type(error).__name__
    if isinstance(error, socket.gaierror):
        problem = f"no host {target.host!r} found ({reason})"
        return FetchError(problem, "check its spelling and the network")
    if isinstance(error, ssl.SSLCertVerificationError):
        problem = f"{target.host!r} has no good certificate ({reason})"
        return FetchError(problem, "check its spelling")
    return FetchError(f"{target.url!r} failed ({reason})", "try again later")


def parse(url: str, base: str = "") -> Target:
    try:
        parts = urlsplit(urljoin(base, url.strip()))
        scheme, host, port = parts.scheme, parts.hostname or "", parts.port
        if not host.isascii():
            host = host.encode("idna").decode("ascii")
        path = quote(parts.path or "/", URL_CHARACTERS, errors="surrogateescape")
        query = quote(parts.query, URL_CHARACTERS, errors="surrogateescape")
    except ValueError as error:
        raise FetchError(f"{url!r} is no URL ({error}); check its spelling") from error
    if scheme not in PORTS:
        raise FetchError(f"{url!r} is not http or https; begin it with https:// or give a file")
    if "@" in parts.netloc:
        raise FetchError(f"URL of {host!r} holds a user name or password; leave it out")
    if not host or not HOST_CHARACTERS.issuperset(host):
        raise FetchError(f"{url!r} names no host; write it like https://example.org/page")
    port = PORTS[scheme] if port is None else port
    return Target(scheme, host, port, f"{path}?{query}" if query else path)


def visit(
    target: Target, limits: FetchLimits, deadline: float, allow_private: bool
) -> Fetched | Target:
    """The page, or where it redirects to."""
    addresses = resolve(target.host, target.port, deadline)
    if not allow_private:
        refuse_private(target.host, addresses)
    with connect(target, addresses, deadline) as connection:
        connection.sendall(request(target))
        # All that http.client asks of a socket is `makefile`.
        bounded = BoundedSocket(connection, deadline, limits.bytes + FRAMING)
        response = HTTPResponse(cast(Any, bounded), method="GET")
        response.begin()
        headers, location = response.headers, response.headers.get("Location")
        if response.status in REDIRECTS and location:
            # http.client takes headers for Latin-1; where not ASCII, servers write UTF-8.
            location = location.encode("latin-1").decode("utf-8", "surrogateescape")
            return parse(location, target.url)
        if not 200 <= response.status < 300:
            status = f"{response.status} {response.reason}".strip()
            raise FetchError(f"{target.url!r} answers HTTP {status}; check it in a browser")
        content_type = headers.get_content_type() if "Content-Type" in headers else None
        body = read_body(response, limits.bytes)
        return Fetched(target.url, body, headers.get_content_charset(), content_type)


def left(deadline: float) -> float:
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise TimeoutError
    return seconds


def resolve(host: str, port: int, deadline: float) -> list[Address]:
    """All addresses of the host, asked for in a thread, since getaddrinfo knows no timeout."""
    answers: queue.SimpleQueue[list[Address] | OSError] = queue.SimpleQueue()

    def ask() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answers.put([(family, address) for family, _, _, _, address in found])
        except OSError as error:
            answers.put(error)
        except UnicodeError as error:  # a label that is empty or too long
            answers.put(socket.gaierror(str(error)))

    threading.Thread(target=ask, daemon=True).start()
    try:
        answer = answers.get(timeout=left(deadline))
    except queue.Empty:
        raise TimeoutError from None
    if isinstance(answer, OSError):
        raise answer
    return answer


def refuse_private(host: str, addresses: list[Address]) -> None:
    for _, (address, *_) in addresses:
        if not is_public(ip_address(address.partition("%")[0])):
            problem = f"{host!r} is at {address}, not a public address"
            raise FetchError(problem, "if you trust it, pass allow_private=True", "allow_private")


def is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv4Address):
        return address.is_global and not address.is_multicast
    if address in NAT64:
        return is_public(IPv4Address(address.packed[-4:]))
    if address.sixtofour and not is_public(address.sixtofour):
        return False
    # IPv4-mapped addresses are outside of the routed block, Teredo's in it but not global.
    return address in ROUTED_IPV6 and address.is_global


def connect(target: Target, addresses: list[Address], deadline: float) -> socket.socket:
    """A connection to the first address that answers; each has its share of the time."""
    failure = OSError("the host has no address")
    for tried, (family, address) in enumerate(addresses):
        connection = socket.socket(family, socket.SOCK_STREAM)
        try:
            connection.settimeout(left(deadline) / (len(addresses) - tried))
            connection.connect(address)
            connection.settimeout(left(deadline))
            if target.scheme == "https":
                return tls().wrap_socket(connection, server_hostname=target.host)
            return connection
        except OSError as error:
            connection.close()
            failure = error
    raise failure


@cache
def tls() -> ssl.SSLContext:
    return ssl.create_default_context()


@cache
def user_agent() -> str:
    try:
        return f"webwinnow/{metadata.version('webwinnow')}"
    except metadata.PackageNotFoundError:  # run from a checkout
        return "webwinnow/0"


def request(target: Target) -> bytes:
    return (
        f"GET {target.path} HTTP/1.1\r\nHost: {target.authority}\r\nUser-Agent: {user_agent()}\r\n"
        "Accept: text/html, application/xhtml+xml, */*;q=0.8\r\nAccept-Encoding: gzip, deflate\r\n"
        "Connection: close\r\n\r\n"
    ).encode("ascii")


class BoundedSocket(io.RawIOBase):
    """A socket to read until the deadline, and no more than there is room for.

    Its own timeout would start anew with each byte, and a chunk that says its length is -1 makes
    http.client read without end.
    """

    def __init__(self, connection: socket.socket, deadline: float, room: int) -> None:
        self.connection, self.deadline, self.room = connection, deadline, room

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        self.connection.settimeout(left(self.deadline))
        count = self.connection.recv_into(buffer)
        self.room -= count
        if self.room < 0:
            raise TooLarge
        return count


def read_body(response: HTTPResponse, limit: int) -> bytes:
    unpacker = Unpacker(response.headers.get("Content-Encoding", ""))
    body = bytearray()
    while data := response.read(CHUNK):
        # One byte of room past the limit tells a page that fits from one that does not.
        body += unpacker.unpack(data, limit + 1 - len(body))
        if len(body) > limit:
            raise TooLarge
    if response.length or not unpacker.is_done:
        raise HTTPException(f"it broke off after {len(body)} bytes")
    return bytes(body)


class Unpacker:
    """Undoes a `Content-Encoding`, never past the room given: a bomb does not go off."""

    def __init__(self, coding: str) -> None:
        coding = coding.strip().lower()
        if coding not in CODINGS:
            raise HTTPException(f"packed as {coding!r}, not gzip or deflate as asked for")
        self.is_packed, self.stream = CODINGS[coding], cast(Any, None)

    @property
    def is_done(self) -> bool:
        return self.stream is None or bool(self.stream.eof)

    def unpack(self, data: bytes, room: int) -> bytes:
        if not self.is_packed:
            return data
        unpacked = b""
        while data and len(unpacked) < room:
            if self.is_done:
                # gzip may come in several members; anything else after the end is padding.
                if self.stream and not data.startswith(GZIP_MAGIC):
                    break
                self.stream = zlib.decompressobj(window_bits(data))
            unpacked += self.stream.decompress(data, room - len(unpacked))
            data = self.stream.unused_data
        return unpacked


def window_bits(data: bytes) -> int:
    """What zlib calls the wrapping: gzip's, its own, or none, as some servers send deflate."""
    is_zlib = data[0] & 15 == 8 and int.from_bytes(data[:2], "big") % 31 == 0
    return 47 if is_zlib or data.startswith(GZIP_MAGIC) else -15
