import gzip
import zlib
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
import zstandard
from fastwarc.stream_io import BrotliWriter
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.read.archives import http_response
from webwinnow.io.warc.http import HttpResponse, decode_body, parse_headers


def test_responses_have_the_values_of_their_headers() -> None:
    data = http_response(
        b"<p>",
        headers=[
            "CONTENT-TYPE : Text/HTML;Charset=X",
            "Content-Encoding: GZIP",
            "Transfer-Encoding:chunked",
        ],
    )
    assert parse_headers(data) == HttpResponse(200, "text/html", "x", "gzip", True, len(data) - 3)


@pytest.mark.parametrize(
    "data",
    [b"", b"HTTP/1.1 200 OK\r\nContent-Type: text/html", b"HTTP/1.1 2000\r\n\r\n", b"<p>\r\n\r\n"],
)
def test_data_without_headers_is_no_response(data: bytes) -> None:
    assert parse_headers(data) is None


def test_lines_may_end_without_a_carriage_return() -> None:
    found = parse_headers(b"HTTP/1.0 404\nContent-Type: text/html\n\n<p>")
    assert found
    assert (found.status, found.type) == (404, "text/html")


def packed_as(coding: str, is_chunked: bool = False) -> HttpResponse:
    return HttpResponse(200, "text/html", None, coding, is_chunked, 0)


def brotli(data: bytes) -> bytes:
    compressed = BytesIO()
    stream: Any = BrotliWriter(compressed)
    stream.write(data)
    stream.close()
    return compressed.getvalue()


def deflate(data: bytes) -> bytes:
    stream = zlib.compressobj(wbits=-15)
    return stream.compress(data) + stream.flush()


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli,
    "zstd": zstandard.compress,
}


@pytest.mark.parametrize("coding", list(PACKERS))
def test_bodies_are_decompressed_up_to_the_bound(coding: str) -> None:
    body = PACKERS[coding](b"<p>" + b"a" * 10**6)
    assert decode_body(packed_as(coding), body, 10**7) == b"<p>" + b"a" * 10**6
    assert decode_body(packed_as(coding), body, 100) == b"<p>" + b"a" * 97


def test_raw_deflate_is_decompressed() -> None:
    assert decode_body(packed_as("deflate"), deflate(b"<p>page"), 100) == b"<p>page"


def test_several_members_are_joined_and_padding_is_left_out() -> None:
    body = gzip.compress(b"<p>") + gzip.compress(b"page") + b"\x00" * 10
    assert decode_body(packed_as("gzip"), body, 100) == b"<p>page"


def test_empty_members_without_end_are_not_followed() -> None:
    body = gzip.compress(b"") * 100_000 + gzip.compress(b"<p>page")
    assert decode_body(packed_as("gzip"), body, 100) == body[:100]


def test_what_came_before_an_error_is_kept() -> None:
    body = bytearray(gzip.compress(bytes(range(256)) * 2000, 0))
    body[400_000] ^= 1
    assert len(decode_body(packed_as("gzip"), bytes(body[:400_000]), 10**6)) > 300_000


def test_chunks_are_joined_before_they_are_unpacked() -> None:
    compressed = gzip.compress(b"<p>page")
    chunks = b"%x\r\n%b\r\n5;x=y\r\n%b\r\n" % (
        len(compressed) - 5,
        compressed[:-5],
        compressed[-5:],
    )
    assert decode_body(packed_as("gzip", is_chunked=True), chunks + b"0\r\n\r\n", 100) == b"<p>page"


@settings(deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["", *PACKERS, "nonsense"]), st.booleans())
def test_any_bytes_have_a_body(data: bytes, coding: str, is_chunked: bool) -> None:
    assert len(decode_body(packed_as(coding, is_chunked), data, 50)) <= 50
    parse_headers(b"HTTP/1.1 200\r\n" + data)
