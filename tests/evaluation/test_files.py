import csv
import json

from tests.support.gold_sets import gold_set, page
from webwinnow.evaluation.files import as_csv, as_json
from webwinnow.evaluation.runner import evaluate
from webwinnow.evaluation.summary import summarise


def test_names_that_are_no_text_go_into_files_as_question_marks() -> None:
    found = evaluate(gold_set(page("a\udcff", type="\ud800")), ["all"])
    written = as_json(found, summarise(found))
    assert json.loads(written.encode())["scores"][0]["page"] == "a?"
    assert json.loads(written)["types"].keys() == {"?"}
    (row,) = csv.DictReader(as_csv(found).encode().decode().splitlines())
    assert (row["page"], row["type"]) == ("a?", "?")
