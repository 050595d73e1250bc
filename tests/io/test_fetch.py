"""Fetching from real servers on 127.0.0.1 with fake host names and addresses."""

import gzip
import shutil
import socket
import ssl
import subprocess
import threading
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path

import pytest

import webwinnow.io.fetch as fetching
from webwinnow.errors import FetchError
from webwinnow.io.fetch import FetchLimits, fetch

PAGE = "<p>Grüße".encode()
BOMB = gzip.compress(bytes(50 * 2**20))
PUBLIC = "93.184.216.34"

Headers = dict[str, str]
CHUNKED = {"Transfer-Encoding": "chunked"}
ROUTES: dict[str, tuple[int, Headers, bytes]] = {
    "/": (200, {"Content-Type": 'Text/HTML; charset="ISO-8859-1"'}, PAGE),
    "/bare": (200, {}, PAGE),
    "/gzip": (200, {"Content-Encoding": "gzip"}, gzip.compress(PAGE)),
    "/members": (200, {"Content-Encoding": "x-gzip"}, gzip.compress(PAGE) * 2 + b"\0\0"),
    "/zlib": (200, {"Content-Encoding": "deflate"}, zlib.compress(PAGE)),
    "/deflate": (200, {"Content-Encoding": "deflate"}, zlib.compress(PAGE)[2:-4]),
    "/garbage": (200, {"Content-Encoding": "gzip"}, b"\x1f\x8bno gzip at all"),
    "/cut": (200, {"Content-Encoding": "gzip"}, gzip.compress(PAGE)[:-9]),
    "/brotli": (200, {"Content-Encoding": "br"}, PAGE),
    "/bomb": (200, {"Content-Encoding": "gzip"}, BOMB),
    "/short": (200, {"Content-Length": "100"}, PAGE),
    "/chunked": (200, CHUNKED, b"4\r\n<p>G\r\n6;x=y\r\n" + PAGE[4:] + b"\r\n0\r\n\r\n"),
    "/endless": (200, CHUNKED, b"-1\r\n" + bytes(30 * 2**20)),
    "/bad-chunk": (200, CHUNKED, b"-5\r\nx"),
    "/missing": (404, {}, b"not here"),
    "/moved": (301, {"Location": "hop?q=a b#part"}, b""),
    "/hop?q=a%20b": (307, {"Location": "/"}, b""),
    "/moved-utf8": (302, {"Location": "/Grüße".encode().decode("latin-1")}, b""),
    "/Gr%C3%BC%C3%9Fe?": (200, {}, PAGE),
    "/circle": (302, {"Location": "/circle/back"}, b""),
    "/circle/back": (302, {"Location": "/circle"}, b""),
    "/nowhere": (302, {}, b""),
    "/to-file": (302, {"Location": "file:///etc/passwd"}, b""),
    "/to-nonsense": (302, {"Location": "http://[nonsense"}, b""),
    "/to-intranet": (302, {"Location": "http://10.1.2.3/secret"}, b""),
    "/to-metadata": (302, {"Location": "http://169.254.169.254/latest/meta-data"}, b""),
}


class Handler(BaseHTTPRequestHandler):
    seen: list[tuple[str, Headers]]

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.seen.append((self.path, dict(self.headers)))
        if self.path.startswith("/count/"):
            answer = (302, {"Location": str(int(self.path[7:]) + 1)}, b"")
        else:
            answer = ROUTES.get(self.path) or ROUTES.get(self.path + "?") or (200, {}, PAGE)
        status, headers, body = answer
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()
        with suppress(OSError):
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


class Site:
    """A running server with its URL and the requests it received."""

    def __init__(self, certificate: Path | None = None) -> None:
        self.seen: list[tuple[str, Headers]] = []
        handler = type("SiteHandler", (Handler,), {"seen": self.seen})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.port = self.server.server_address[1]
        self.names: list[str | None] = []
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            context.sni_callback = lambda _socket, name, _context: self.names.append(name)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def url(self, path: str = "/", host: str = "127.0.0.1", scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}{path}"


@pytest.fixture
def site() -> Iterator[Site]:
    running = Site()
    yield running
    running.server.shutdown()
    running.server.server_close()


@pytest.fixture
def resolves(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Let a host resolve to these addresses; returns the list of lookups made."""

    def patch(host: str, *addresses: str) -> list[str]:
        real, asked = socket.getaddrinfo, []

        def lookup(name: str, port: int, **options: int) -> list[tuple[object, ...]]:
            asked.append(name)
            found = addresses if name == host else (name,)
            return [answer for address in found for answer in real(address, port, **options)]

        monkeypatch.setattr(socket, "getaddrinfo", lookup)
        return asked

    return patch


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record connections; those to `PUBLIC` are redirected to this machine."""
    real = fetching.connect
    made: list[str] = []

    def connect(
        target: fetching.Target, addresses: list[fetching.Address], deadline: float
    ) -> socket.socket:
        made.extend(address[0] for _, address in addresses)
        local = [
            (family, ("127.0.0.1" if address[0] == PUBLIC else address[0], address[1]))
            for family, address in addresses
        ]
        return real(target, local, deadline)

    monkeypatch.setattr(fetching, "connect", connect)
    return made


def drip(first: bytes) -> int:
    """Start a server that sends `first`, then `x` every 50 ms; yield its port."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with listener, suppress(OSError):
            connection, _ = listener.accept()
            with connection:
                connection.sendall(first)
                while True:
                    time.sleep(0.05)
                    connection.sendall(b"x")

    threading.Thread(target=serve, daemon=True).start()
    return int(listener.getsockname()[1])


def failure(url: str, limits: FetchLimits = fetching.LIMITS, *, allow_private: bool = True) -> str:
    with pytest.raises(FetchError) as caught:
        fetch(url, limits, allow_private=allow_private)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_page_comes_with_its_charset_and_type(site: Site) -> None:
    page = fetch(site.url(), allow_private=True)
    assert page == fetching.Fetched(site.url(), PAGE, "iso-8859-1", "text/html")


def test_page_without_content_type_has_no_charset(site: Site) -> None:
    page = fetch(site.url("/bare"), allow_private=True)
    assert (page.body, page.charset, page.content_type) == (PAGE, None, None)


def test_request_names_webwinnow_and_offers_no_brotli(site: Site) -> None:
    fetch(site.url(), allow_private=True)
    [(_, headers)] = site.seen
    assert headers["User-Agent"].startswith("webwinnow/")
    assert headers["Accept-Encoding"] == "gzip, deflate"
    assert headers["Host"] == f"127.0.0.1:{site.port}"


def test_proxies_of_the_environment_are_ignored(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert fetch(site.url(), allow_private=True).body == PAGE


@pytest.mark.parametrize("path", ["/gzip", "/zlib", "/deflate"])
def test_compressed_page_is_decompressed(site: Site, path: str) -> None:
    assert fetch(site.url(path), allow_private=True).body == PAGE


def test_chunked_page_is_joined(site: Site) -> None:
    assert fetch(site.url("/chunked"), allow_private=True).body == PAGE


def test_all_gzip_members_are_decompressed(site: Site) -> None:
    assert fetch(site.url("/members"), allow_private=True).body == PAGE * 2


def test_redirects_are_followed_to_the_final_url(site: Site) -> None:
    page = fetch(site.url("/moved#part"), allow_private=True)
    assert (page.url, page.body) == (site.url("/"), PAGE)
    assert [path for path, _ in site.seen] == ["/moved", "/hop?q=a%20b", "/"]


def test_redirect_in_raw_utf8_is_encoded(site: Site) -> None:
    assert fetch(site.url("/moved-utf8"), allow_private=True).url.endswith("/Gr%C3%BC%C3%9Fe")


def test_redirect_loop_is_detected(site: Site) -> None:
    assert "in a loop" in failure(site.url("/circle"))
    assert len(site.seen) == 2


def test_redirects_are_limited(site: Site) -> None:
    assert "over 3 times" in failure(site.url("/count/0"), FetchLimits(redirects=3))
    assert len(site.seen) == 4


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/missing", "404 Not Found"),
        ("/nowhere", "302 Found"),
        ("/to-file", "not http or https"),
        ("/to-nonsense", "is not a valid URL"),
        ("/short", "the body ends after"),
        ("/cut", "the body ends after"),
        ("/garbage", "failed"),
        ("/bad-chunk", "failed"),
        ("/brotli", "'br'"),
    ],
)
def test_bad_response_raises_a_clear_error(site: Site, path: str, reason: str) -> None:
    assert reason in failure(site.url(path))


def test_page_over_the_limit_is_rejected(site: Site) -> None:
    assert fetch(site.url(), FetchLimits(bytes=len(PAGE)), allow_private=True).body == PAGE
    assert "FetchLimits.bytes" in failure(site.url(), FetchLimits(bytes=len(PAGE) - 1))


@pytest.mark.parametrize("path", ["/bomb", "/endless"])
def test_decompression_bomb_stops_at_the_limit(site: Site, path: str) -> None:
    tracemalloc.start()
    assert "FetchLimits.bytes" in failure(site.url(path), FetchLimits(bytes=2**20))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10 * 2**20


@pytest.mark.parametrize(
    ("scheme", "first"),
    [
        ("http", b""),
        ("http", b"HTTP/1.1 200 OK\r\nX: "),
        ("http", b"HTTP/1.1 200 OK\r\n\r\n"),
        # The header of a 16 kB handshake record.
        ("https", b"\x16\x03\x03\x40\x00"),
    ],
)
def test_slow_server_times_out(scheme: str, first: bytes) -> None:
    start = time.monotonic()
    assert "0.2 s" in failure(f"{scheme}://127.0.0.1:{drip(first)}/", FetchLimits(seconds=0.2))
    assert time.monotonic() - start < 1


def test_slow_lookup_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: release.wait(5) and [])
    start = time.monotonic()
    assert "0.1 s" in failure("http://slow.test/", FetchLimits(seconds=0.1))
    assert time.monotonic() - start < 1
    release.set()


def test_closed_port_and_unknown_host_are_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    assert "failed" in failure(f"http://127.0.0.1:{port}/")

    def lookup(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    assert "cannot resolve host 'unknown.test'" in failure("http://unknown.test/")


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "169.254.169.254",
        "10.0.0.1",
        "0x7f.1",
        "2130706433",
        "0",
        "127。0。0。1",
        "[::ffff:8.8.8.8]",
        "[64:ff9b::a00:1]",
    ],
)
def test_private_host_is_rejected_without_connecting(host: str, connected: list[str]) -> None:
    assert "not a public IP address" in failure(f"http://{host}/", allow_private=False)
    assert not connected


@pytest.mark.parametrize("path", ["/to-intranet", "/to-metadata"])
def test_redirect_to_a_private_host_is_rejected(
    site: Site, resolves: Callable[..., list[str]], connected: list[str], path: str
) -> None:
    resolves("site.test", PUBLIC)
    message = failure(site.url(path, "site.test"), allow_private=False)
    assert "not a public IP address" in message
    assert connected == [PUBLIC]


def test_one_private_address_among_public_ones_is_rejected(
    resolves: Callable[..., list[str]], connected: list[str]
) -> None:
    resolves("site.test", PUBLIC, "192.168.0.1")
    assert "192.168.0.1" in failure("http://site.test/", allow_private=False)
    assert not connected


def test_host_is_resolved_once_and_the_checked_address_used(
    site: Site, resolves: Callable[..., list[str]], connected: list[str]
) -> None:
    asked = resolves("site.test", PUBLIC)
    assert fetch(site.url("/", "site.test")).body == PAGE
    assert (asked, connected) == (["site.test"], [PUBLIC])
    assert site.seen[0][1]["Host"] == f"site.test:{site.port}"


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2606:4700::1111", True),
        ("64:ff9b::808:808", True),
        ("2002:808:808::1", True),
        ("0.0.0.0", False),
        ("100.64.0.1", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("224.0.0.1", False),
        ("240.0.0.1", False),
        ("255.255.255.255", False),
        ("::", False),
        ("::1", False),
        ("::7f00:1", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b:1::808:808", False),
        ("2001:0:808:808:0:0:80ff:fffe", False),
        ("2001:db8::1", False),
        ("2002:a00:1::1", False),
        ("2002:7f00:1::", False),
        ("fc00::1", False),
        ("fe80::1", False),
        ("fec0::1", False),
        ("ff02::1", False),
    ],
)
def test_public_addresses_are_recognized(address: str, public: bool) -> None:
    assert fetching.is_public(ip_address(address)) is public


def test_next_address_is_tried_after_a_failure(
    site: Site, resolves: Callable[..., list[str]]
) -> None:
    resolves("site.test", "127.0.0.2", "127.0.0.1")
    assert fetch(site.url("/", "site.test"), allow_private=True).body == PAGE


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("file:///etc/passwd", "not http or https"),
        ("ftp://example.org/", "not http or https"),
        ("javascript:alert(1)", "not http or https"),
        ("data:text/html,x", "not http or https"),
        ("example.org/page", "begin it with https://"),
        ("", "begin it with https://"),
        ("http://", "has no valid host"),
        ("http://exa mple.org/", "has no valid host"),
        ("http://ex%61mple.org/", "has no valid host"),
        ("http://example.org:http/", "is not a valid URL"),
        ("http://example.org:99999/", "is not a valid URL"),
        ("http://[::1/", "is not a valid URL"),
        ("http://ü..test/", "is not a valid URL"),
        ("http://me:secret@example.org/", "remove it"),
        ("http://127.0.0.1@example.org/", "remove it"),
    ],
)
def test_invalid_url_is_rejected(url: str, reason: str) -> None:
    message = failure(url, allow_private=False)
    assert reason in message
    assert "secret" not in message


def test_too_long_host_label_is_an_error() -> None:
    assert "cannot resolve host" in failure(f"http://{'a' * 64}.test/")


def test_idn_host_and_unusual_characters_are_encoded(
    site: Site, resolves: Callable[..., list[str]]
) -> None:
    asked = resolves("xn--bcher-kva.test", "127.0.0.1")
    page = fetch(site.url("/a b/%C3%BC/ü?q=ä &x=%20#part", "Bücher.test"), allow_private=True)
    path = "/a%20b/%C3%BC/%C3%BC?q=%C3%A4%20&x=%20"
    assert page.url == site.url(path, "xn--bcher-kva.test")
    assert site.seen[0][0] == path
    assert asked == ["xn--bcher-kva.test"]


def test_line_breaks_cannot_inject_a_header(site: Site) -> None:
    fetch(site.url("/x\r\nX-Evil: 1"), allow_private=True)
    assert "X-Evil" not in site.seen[0][1]


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    if not shutil.which("openssl"):
        pytest.skip("needs the openssl command to make a certificate")
    path = tmp_path / "site.pem"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    names = ["-subj", "/CN=site.test", "-addext", "subjectAltName=DNS:site.test"]
    files = ["-keyout", str(path), "-out", str(tmp_path / "certificate.pem")]
    subprocess.run([*command.split(), *names, *files], check=True, capture_output=True)
    path.write_text(path.read_text() + (tmp_path / "certificate.pem").read_text())
    return path


def test_tls_checks_the_certificate_for_the_host_name(
    certificate: Path, resolves: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = Site(certificate)
    url = site.url("/", "site.test", "https")
    resolves("site.test", "127.0.0.1")
    assert "no valid certificate" in failure(url)

    trusting = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(fetching, "tls_context", lambda: trusting)
    assert fetch(url, allow_private=True).body == PAGE
    assert site.names[-1] == "site.test"
    assert "no valid certificate" in failure(site.url("/", "localhost", "https"))
    site.server.shutdown()
    site.server.server_close()
