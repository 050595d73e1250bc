from webwinnow.methods.provenance import Provenance, ProvenanceSet, page_key

ONE, TWO = ProvenanceSet("one", "a1", 3), ProvenanceSet("two", "b2", 4)


def test_union_counts_sets_and_pages_once() -> None:
    both = Provenance((ONE,), frozenset({1, 2})) | Provenance((ONE, TWO), frozenset({2, 3}))
    assert both == Provenance((ONE, TWO), frozenset({1, 2, 3}))


def test_page_key_depends_on_the_bytes() -> None:
    assert page_key(b"<p>a") == page_key(b"<p>a") != page_key(b"<p>b")
    assert page_key(b"<p>a") < 1 << 64
