from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from webwinnow.gold.datasets import GoldPage, digest_of

A, B = GoldPage("a", b"<p>x", "x", "a"), GoldPage("b", b"<p>y", "y", "b")


def test_digest_depends_on_every_part_but_not_on_order() -> None:
    digest = digest_of([A, B])
    assert digest == digest_of([B, A])
    changed = [replace(A, name="c"), replace(A, html=b"<p>z"), replace(A, text="z")]
    digests = {digest, digest_of([A]), *(digest_of([page, B]) for page in changed)}
    assert len(digests) == 5


@given(st.binary(), st.binary(), st.integers(0, 20))
def test_moving_bytes_between_parts_changes_the_digest(a: bytes, b: bytes, cut: int) -> None:
    whole = a + b
    moved = replace(A, html=whole[:cut], text=whole[cut:].decode("latin-1"))
    other = replace(A, html=a, text=b.decode("latin-1"))
    same = (moved.html, moved.text) == (other.html, other.text)
    assert (digest_of([moved]) == digest_of([other])) == same
