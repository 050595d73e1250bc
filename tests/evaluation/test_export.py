import csv
import json

from tests.support.gold_sets import gold_set, page
from webwinnow.evaluation.export import to_csv, to_json
from webwinnow.evaluation.runner import evaluate
from webwinnow.evaluation.summary import summarise


def test_invalid_names_are_written_with_question_marks() -> None:
    found = evaluate(gold_set(page("a\udcff", type="\ud800")), ["all"])
    written = to_json(found, summarise(found))
    assert json.loads(written.encode())["scores"][0]["page"] == "a?"
    assert json.loads(written)["types"].keys() == {"?"}
    (row,) = csv.DictReader(to_csv(found).encode().decode().splitlines())
    assert (row["page"], row["type"]) == ("a?", "?")
