"""html5lib's tokenizer suite."""

import json
import re
from typing import Any

from tests.support.archives import read_archive
from webwinnow import _core

# Outputs that differ on purpose.
KNOWN = {
    ("</XMP>", "Script data state"): "a script is only ever closed by </script>",
}
FLOOR = 0.995


def unescape(value: Any) -> Any:
    """Undo the suite's double escaping in all strings."""
    match value:
        case str():
            return re.sub(r"\\u([0-9A-Fa-f]{4})", lambda m: chr(int(m[1], 16)), value)
        case list():
            return [unescape(item) for item in value]
        case dict():
            return {unescape(key): unescape(item) for key, item in value.items()}
    return value


def join_characters(tokens: list[Any]) -> list[Any]:
    joined: list[Any] = []
    for token in map(list, tokens):
        if joined and token[0] == joined[-1][0] == "Character":
            joined[-1][1] += token[1]
        else:
            joined.append(token)
    return joined


def cases() -> list[tuple[str, str, str | None, list[Any]]]:
    found = []
    for name, content in read_archive("html5lib-tests.tar.xz"):
        if "/tokenizer/" not in name or not name.endswith(".test"):
            continue
        # xmlViolation.test is about XML output and has no "tests".
        for case in json.loads(content).get("tests", []):
            html, output = case["input"], case["output"]
            if case.get("doubleEscaped"):
                html, output = unescape(html), unescape(output)
            for state in case.get("initialStates", ["Data state"]):
                found.append((html, state, case.get("lastStartTag"), output))
    return found


def has_lone_surrogate(text: str) -> bool:
    return any(0xD800 <= ord(c) <= 0xDFFF for c in text)


def test_tokens_match_the_standard() -> None:
    every = cases()
    assert len(every) > 7000
    wrong = []
    for html, state, last, want in every:
        if has_lone_surrogate(html):
            # UTF-8 cannot represent one; counted as a failure.
            wrong.append((html, state, "a lone surrogate"))
            continue
        got = join_characters(_core.tokens(html, state=state, last_start_tag=last))
        if got != join_characters(want):
            wrong.append((html, state, KNOWN.get((html, state), "unexplained")))
    assert [case for case in wrong if case[2] == "unexplained"] == []
    assert 1 - len(wrong) / len(every) >= FLOOR
