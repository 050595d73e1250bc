"""The examples and the settings table of docs/deduplication.md are correct."""

import contextlib
import doctest
import inspect
import io
import re
from itertools import pairwise

from tests.support import ROOT
from webwinnow.corpus import Onion
from webwinnow.corpus.dedup import onion

GUIDE = (ROOT / "docs" / "deduplication.md").read_text("utf-8")
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_python_examples_print_the_shown_output() -> None:
    names: dict[str, object] = {}
    shown = 0
    for (language, code), (_, output) in pairwise(FENCED.findall(GUIDE)):
        if language == "python":
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                exec(code, names)
            assert printed.getvalue() == output
            shown += 1
    assert shown == 4


def test_every_setting_is_described_with_its_default() -> None:
    for name, parameter in inspect.signature(Onion).parameters.items():
        (default,) = re.findall(rf"^\| `{name}` \| (\S+) \|", GUIDE, re.MULTILINE)
        assert default.strip("`").replace('"', "'") in {repr(parameter.default), "on"}


def test_docstring_examples_are_correct() -> None:
    result = doctest.testmod(onion)
    assert result.attempted > 0
    assert result.failed == 0
