from webwinnow.methods.provenance import Studied, StudiedSet, page_key

ONE, TWO = StudiedSet("one", "a1", 3), StudiedSet("two", "b2", 4)


def test_what_is_learned_later_is_added_and_nothing_is_counted_twice() -> None:
    both = Studied((ONE,), frozenset({1, 2})) | Studied((ONE, TWO), frozenset({2, 3}))
    assert both == Studied((ONE, TWO), frozenset({1, 2, 3}))


def test_a_page_is_known_by_its_bytes() -> None:
    assert page_key(b"<p>a") == page_key(b"<p>a") != page_key(b"<p>b")
    assert page_key(b"<p>a") < 1 << 64
