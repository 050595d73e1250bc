from hypothesis import given, settings

from tests.support.soup import anything
from webwinnow import Page
from webwinnow.methods.fiasco.target_text import TargetTexts
from webwinnow.methods.fiasco.targets import Targets


def texts_of(html: str | bytes) -> TargetTexts:
    page = Page(html)
    return TargetTexts(page, Targets.of(page))


def inside(html: str) -> list[list[str]]:
    """Names of the elements that begin inside of each target."""
    texts = texts_of(html)
    ranges = zip(*(column.tolist() for column in texts.inside), strict=True)
    return [[texts.page.tag_name(node) for node in range(*bounds)] for bounds in ranges]


def test_text_is_that_of_the_targets() -> None:
    texts = texts_of("<p>a<b hidden>b</b>c<script>d</script><p>é")
    assert texts.text.decode() == "acé"
    assert texts.text_starts.tolist() == [0, 2]
    assert texts.text_ends.tolist() == [2, 4]


def test_elements_inside_are_those_below_the_root() -> None:
    assert inside("<div><p>a<b>b</b><img></p><img><p>c</p></div>") == [["b", "img"], []]


def test_elements_inside_a_part_begin_after_the_run_before() -> None:
    html = "<div>a <i>b</i><br><br><img>c <b>d</b> e<p>f</p><u></u>g</div>"
    assert inside(html) == [["i"], ["br", "br", "img", "b"], [], ["u"]]


def test_own_text_is_in_no_element_inside() -> None:
    texts = texts_of("<div>a <i>b</i> c<br>d<p><b>e</b></p></div>")
    assert texts.is_own.tolist() == [True, False, True, True, True]


def test_words_are_counted_by_target_and_once_as_types() -> None:
    texts = texts_of("<p>The rain, the <b>RAIN and</b> rain<p>the <i>a</i> b")
    assert texts.counted(slice(None)).tolist() == [6, 3]
    assert texts.counted(texts.is_own_word).tolist() == [4, 2]
    every, own = texts.types
    assert (every.tolist(), own.tolist()) == ([3, 3], [2, 2])


def test_runs_are_summed_by_target() -> None:
    texts = texts_of("<p>abc <b>de</b><p>f")
    assert texts.summed(texts.page.runs.chars).tolist() == [5, 1]
    assert texts.summed(texts.page.runs.chars, texts.is_own).tolist() == [3, 1]


def test_signs_are_found_in_their_target() -> None:
    texts = texts_of("<p>a<p>© b ©<p>c<p>d ©")
    assert texts.having("©".encode()).tolist() == [False, True, False, True]
    is_letter = bytes(chr(code).isalpha() and code < 128 for code in range(256))
    assert texts.signs(is_letter).tolist() == [1, 1, 1, 1]


@settings(max_examples=200, deadline=None)
@given(html=anything)
def test_counts_agree_on_any_page(html: bytes) -> None:
    texts = texts_of(html)
    if not len(texts.targets):
        return
    runs = texts.page.run_texts()
    assert texts.text.decode() == "".join(runs[run] for run in texts.runs)
    tokens, own = texts.counted(slice(None)), texts.counted(texts.is_own_word)
    every_type, own_types = texts.types
    assert (own_types <= own).all()
    assert (own <= tokens).all()
    assert (own_types <= every_type).all()
    assert (every_type <= tokens).all()
    assert ((every_type > 0) == (tokens > 0)).all()
    first, end = texts.inside
    assert (first <= end).all()
    assert (end <= len(texts.page.nodes)).all()
