from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.support.gold_sets import gold_set, page
from webwinnow.gold.datasets import GoldPage, digest_of, sample

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


def test_a_sample_is_the_same_for_the_same_seed_and_in_the_order_of_the_set() -> None:
    whole = gold_set(*(page(f"{i:02}") for i in range(12)))
    assert sample(whole, 5, seed=1).names() == sample(whole, 5, seed=1).names()
    assert sample(whole, 5, seed=1).names() != sample(whole, 5, seed=2).names()
    assert sample(whole, 5).names() == sorted(sample(whole, 5).names())
    assert sample(whole, 99).names() == whole.names()
    assert len(list(sample(whole, 5))) == 5
