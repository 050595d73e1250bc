import numpy as np
import pytest

from webwinnow import Page
from webwinnow.errors import ModelError, UnknownSetting
from webwinnow.methods.victor.columns import COLUMNS
from webwinnow.methods.victor.features import encode, raw_values
from webwinnow.methods.victor.setup import GROUPS, Setup, Template, quantile_edges

SMALL = """
together = [{"sentence-end" = -1, "sentence-begin" = 0}, {bullet = [-1, 0]}]

[markup]
"split.br" = [1, 2]

[content]
"sentence-begin" = "flag"
"sentence-end" = "flag"
bullet = "patterns"

[offsets]
"*" = [-1, 0]
"sentence-*" = [0]

[patterns]
bullet = ['^-', '^\\*']
"""


def names(setup: Setup) -> list[str]:
    return [feature.name for feature in setup.features]


def test_features_have_as_many_values_as_bins() -> None:
    setup = Setup.read(SMALL)
    sizes = [(feature.name, feature.group, feature.size) for feature in setup.features]
    assert sizes == [
        ("split.br", "markup", 3),
        ("sentence-begin", "content", 2),
        ("sentence-end", "content", 2),
        ("bullet", "content", 4),
    ]


def test_templates_are_offsets_and_columns() -> None:
    assert Setup.read(SMALL).templates == (
        Template(((-1, 0),)),
        Template(((0, 0),)),
        Template(((0, 1),)),
        Template(((0, 2),)),
        Template(((-1, 3),)),
        Template(((0, 3),)),
        Template(((-1, 2), (0, 1))),
        Template(((-1, 3), (0, 3))),
    )


def test_a_feature_without_offsets_is_looked_at_where_it_is() -> None:
    setup = Setup.read('[document]\nposition = [0.5]\n[offsets]\n"char.*" = [1]')
    assert setup.templates == (Template(((0, 0),)),)


def test_the_default_has_every_feature_and_those_of_the_paper_without_the_further_ones() -> None:
    setup = Setup.default()
    assert set(names(setup)) == set(COLUMNS)
    assert {feature.group for feature in setup.features} == set(GROUPS)
    assert len(setup.without("further").features) == 45


def test_features_are_switched_off_by_name_by_group_and_by_pattern() -> None:
    setup = Setup.read(SMALL)
    assert names(setup.without("bullet")) == ["split.br", "sentence-begin", "sentence-end"]
    assert names(setup.without("content")) == ["split.br"]
    assert names(setup.without("sentence-*", "split.br")) == ["bullet"]
    assert names(setup.without()) == names(setup)
    assert names(setup.without("further")) == names(setup)


def test_templates_of_what_is_switched_off_go_too() -> None:
    setup = Setup.read(SMALL).without("sentence-begin")
    assert setup.templates == (
        Template(((-1, 0),)),
        Template(((0, 0),)),
        Template(((0, 1),)),
        Template(((-1, 2),)),
        Template(((0, 2),)),
        Template(((-1, 2), (0, 2))),
    )


def test_the_text_of_a_setup_is_the_setup() -> None:
    for setup in (
        Setup.default(),
        Setup.default().without("char.*", "document"),
        Setup.read(SMALL),
    ):
        again = Setup.read(setup.text)
        assert (again.features, again.templates) == (setup.features, setup.templates)
        assert again.patterns == setup.patterns


def test_switching_off_what_there_is_not_is_an_error() -> None:
    with pytest.raises(UnknownSetting, match=r"no feature of Victor is called 'chat\.\*'"):
        Setup.default().without("chat.*")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[content", "not TOML"),
        ("[contents]", "no table 'contents'"),
        ("content = 3", r"'content' is 3; it must be a table: \[content\]"),
        (f"together = {'[' * 5000}{']' * 5000}", "nested too deeply"),
        (f"together = {'9' * 5000}", "not TOML"),
        ("[content]\nlength = [1]", "no feature 'length'"),
        ("[content]\n'sentence.count' = 3", "'sentence.count' is 3"),
        ("[content]\n'sentence.count' = [2, 1]", "it must be"),
        ("[content]\n'sentence.count' = [1, nan]", "it must be"),
        ("[content]\n'sentence.count' = ['1']", "it must be"),
        (f"[content]\n'sentence.count' = [{10**400}]", "it must be"),
        # Infinite where it is compared, with numbers of half the size.
        ("[content]\n'sentence.count' = [1e39]", "it must be"),
        ("[content]\n'sentence.count' = {quantiles = 1}", "it must be"),
        ("[content]\n'sentence.count' = {quantiles = 1001}", "1000 are the most"),
        ("[content]\n'sentence.count' = 'patterns'", "is for bullet"),
        ("[content]\nbullet = [1]", "is for bullet"),
        ("[content]\nbullet = 'patterns'", "needs expressions"),
        ("[content]\nbullet = 'patterns'\n[patterns]\nbullet = ['(']", "broken"),
        (
            f"[content]\nbullet = 'patterns'\n[patterns]\nbullet = ['{'(' * 999}{')' * 999}']",
            "nested too deeply",
        ),
        (f"[patterns]\nbullet = ['a{{{'9' * 5000}}}']", "broken"),
        (f"[words]\nMONTH = ['{'a' * 5000}']", "a word of 'MONTH' has 5000 letters; 100 are"),
        ("[content]\nbullet = 'patterns'\n[patterns]\nbullet = 'a'", "a list of texts"),
        (f"[content]\nbullet = 'patterns'\n[patterns]\nbullet = {['a'] * 11}", "10 at most"),
        ("[content]\nposition = [1]\n[document]\nposition = [1]", "in two groups"),
        ("[document]\nposition = [1]\n[offsets]\nposition = 1", "offsets of 'position'"),
        ("[document]\nposition = [1]\n[offsets]\nposition = [99]", "offsets of 'position'"),
        ("[offsets]\nposition = 1", "offsets of 'position'"),
        ("[offsets]\n'chat.*' = [0]", r"offsets are given for 'chat\.\*', which fits no feature"),
        ("together = 3", "together is 3"),
        ("together = [{position = 'x'}]", "offsets of 'position'"),
        ("together = [{place = 0}]", "no feature 'place'"),
    ],
)
def test_nonsense_is_an_error_that_says_what_is_wrong(text: str, problem: str) -> None:
    with pytest.raises(ModelError, match=problem) as refused:
        Setup.read(text)
    assert "\n" not in str(refused.value)


def test_words_as_long_as_what_is_looked_at_will_do() -> None:
    text = f"[patterns]\nbullet = ['^MONTH']\n[words]\nMONTH = ['{'a' * 100}']"
    assert Setup.read(text).patterns["bullet"].first_match("a" * 100) == 1


def test_bins_begin_at_their_edges() -> None:
    setup = Setup.read('[markup]\n"split.br" = [1, 3]')
    page = Page("a<br>b<br><br>c<br><br><br>d")
    assert encode(page, setup).tolist() == [[0], [1], [1], [2]]


def test_quantiles_are_found_in_pages() -> None:
    setup = Setup.read('[markup]\n"split.br" = {quantiles = 3}\n"split.p" = [1]')
    page = Page("a<br>b<br>c<br><br><br>d<br><br><br><br>e")
    with pytest.raises(ModelError, match=r"split\.br.*nobody has measured"):
        encode(page, setup)
    fitted = setup.fitted([raw_values(page, setup)])
    assert fitted.features[0].edges == (1, 3)
    assert encode(page, fitted)[:, 0].tolist() == [0, 1, 1, 2, 2]
    assert Setup.read(fitted.text).features == fitted.features


@pytest.mark.parametrize(
    ("values", "edges"),
    [
        ([], []),
        ([5, 5], []),
        ([0, 0, 0, 0, 2], [2]),
        ([0, 1, 2, 3, 4, 5, 6], [1, 3, 5]),
        ([0.1, 0.2], [0.2]),
        # Rounded down, the second is the first.
        ([0.1, 0.1 + 1e-9, 0.2], [0.2]),
    ],
)
def test_the_least_value_has_a_bin_for_itself(values: list[float], edges: list[float]) -> None:
    assert quantile_edges(np.array(values, float), 4) == edges
