from webwinnow.methods.provenance import Provenance, ProvenanceSet, page_key

ONE, TWO = ProvenanceSet("one", "a1", 3), ProvenanceSet("two", "b2", 4)


def test_what_is_learned_later_is_added_and_nothing_is_counted_twice() -> None:
    both = Provenance((ONE,), frozenset({1, 2})) | Provenance((ONE, TWO), frozenset({2, 3}))
    assert both == Provenance((ONE, TWO), frozenset({1, 2, 3}))


def test_a_page_is_known_by_its_bytes() -> None:
    assert page_key(b"<p>a") == page_key(b"<p>a") != page_key(b"<p>b")
    assert page_key(b"<p>a") < 1 << 64
