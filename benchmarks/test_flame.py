from collections import Counter
from xml.etree import ElementTree

from benchmarks.flame import Box, boxes, draw, fold, short_name

STACKS = """
	1 webwinnow_core::winnow::gbdt::score::<impl webwinnow_core::winnow::gbdt::Trees>::sums
	2 webwinnow_core::winnow::Winnow::scores
	3 webwinnow_core::python::winnow::PyWinnow::decide
	4 webwinnow_core::python::winnow::PyWinnow::__pymethod_decide__
	5 _PyEval_EvalFrameDefault

	1 malloc
	2 webwinnow_core::winnow::Winnow::scores
	4 webwinnow_core::python::winnow::PyWinnow::__pymethod_decide__

	1 malloc
	2 _PyEval_EvalFrameDefault
"""


def test_only_time_in_the_core_is_folded() -> None:
    assert fold(STACKS) == {
        ("decide", "winnow::Winnow::scores", "winnow::gbdt::Trees::sums"): 1,
        ("decide", "winnow::Winnow::scores", "allocation and copies"): 1,
    }


def test_closures_and_type_parameters_are_left_out() -> None:
    assert (
        short_name("webwinnow_core::html::names::Lookup<_,_>::find") == "html::names::Lookup::find"
    )
    assert (
        short_name("webwinnow_core::page::decision::kinds::{{closure}}") == "page::decision::kinds"
    )


def test_called_functions_lie_inside_their_caller() -> None:
    folded = Counter({("a", "b"): 2, ("a",): 1, ("c",): 3})
    expected = [Box("a", 0, 0, 3), Box("b", 1, 0, 2), Box("c", 0, 3, 3)]
    assert list(boxes(folded)) == expected


def test_the_picture_is_xml_with_names_and_shares() -> None:
    svg = ElementTree.fromstring(draw(Counter({("a<b>",): 3, ("c",): 1})))
    titles = [title.text for title in svg.iter("{http://www.w3.org/2000/svg}title")]
    assert titles == ["a<b>: 75.0%", "c: 25.0%"]
