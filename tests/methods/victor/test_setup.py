import numpy as np
import pytest

from webwinnow import Page
from webwinnow.errors import ModelError, UnknownSetting
from webwinnow.methods.victor.features import FEATURES, encode, raw_values
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


def test_feature_sizes_are_their_numbers_of_values() -> None:
    setup = Setup.parse(SMALL)
    sizes = [(feature.name, feature.group, feature.size) for feature in setup.features]
    assert sizes == [
        ("split.br", "markup", 3),
        ("sentence-begin", "content", 2),
        ("sentence-end", "content", 2),
        ("bullet", "content", 4),
    ]


def test_templates_combine_offsets_and_columns() -> None:
    assert Setup.parse(SMALL).templates == (
        Template(((-1, 0),)),
        Template(((0, 0),)),
        Template(((0, 1),)),
        Template(((0, 2),)),
        Template(((-1, 3),)),
        Template(((0, 3),)),
        Template(((-1, 2), (0, 1))),
        Template(((-1, 3), (0, 3))),
    )


def test_a_feature_without_offsets_has_offset_zero() -> None:
    setup = Setup.parse('[document]\nposition = [0.5]\n[offsets]\n"char.*" = [1]')
    assert setup.templates == (Template(((0, 0),)),)


def test_the_default_has_all_features() -> None:
    setup = Setup.default()
    assert set(names(setup)) == set(FEATURES)
    assert {feature.group for feature in setup.features} == set(GROUPS)


def test_the_paper_setup_has_its_46_features_of_three_runs_on_each_side() -> None:
    setup = Setup.shipped("paper")
    assert len(setup.features) == 46
    ours = {feature.name: feature for feature in Setup.default().features}
    assert all(ours[feature.name] == feature for feature in setup.features)
    offsets: dict[str, list[int]] = {}
    for template in setup.templates:
        ((offset, column),) = template.parts
        offsets.setdefault(setup.features[column].name, []).append(offset)
    for name, found in offsets.items():
        assert found == ([0] if name.startswith("document.") else [-3, -2, -1, 0, 1, 2, 3])


def test_features_are_removed_by_name_group_and_pattern() -> None:
    setup = Setup.parse(SMALL)
    assert names(setup.without("bullet")) == ["split.br", "sentence-begin", "sentence-end"]
    assert names(setup.without("content")) == ["split.br"]
    assert names(setup.without("sentence-*", "split.br")) == ["bullet"]
    assert names(setup.without()) == names(setup)
    assert names(setup.without("further")) == names(setup)


def test_removing_a_feature_removes_its_templates() -> None:
    setup = Setup.parse(SMALL).without("sentence-begin")
    assert setup.templates == (
        Template(((-1, 0),)),
        Template(((0, 0),)),
        Template(((0, 1),)),
        Template(((-1, 2),)),
        Template(((0, 2),)),
        Template(((-1, 2), (0, 2))),
    )


def test_the_text_of_a_setup_parses_to_the_same_setup() -> None:
    for setup in (
        Setup.default(),
        Setup.default().without("char.*", "document"),
        Setup.parse(SMALL),
    ):
        again = Setup.parse(setup.text)
        assert (again.features, again.templates) == (setup.features, setup.templates)
        assert again.patterns == setup.patterns


def test_removing_an_unknown_feature_is_an_error() -> None:
    with pytest.raises(UnknownSetting, match=r"victor has no feature 'chat\.\*'"):
        Setup.default().without("chat.*")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[content", "not TOML"),
        ("[contents]", "unknown table 'contents'"),
        ("content = 3", r"'content' is 3; it must be a table: \[content\]"),
        (f"together = {'[' * 5000}{']' * 5000}", "nested too deeply"),
        (f"together = {'9' * 5000}", "not TOML"),
        ("[content]\nlength = [1]", "unknown feature 'length'"),
        ("[content]\n'sentence.count' = 3", "'sentence.count' is 3"),
        ("[content]\n'sentence.count' = [2, 1]", "it must be"),
        ("[content]\n'sentence.count' = [1, nan]", "it must be"),
        ("[content]\n'sentence.count' = ['1']", "it must be"),
        (f"[content]\n'sentence.count' = [{10**400}]", "it must be"),
        # Infinite as a 32-bit float.
        ("[content]\n'sentence.count' = [1e39]", "it must be"),
        ("[content]\n'sentence.count' = {quantiles = 1}", "it must be"),
        ("[content]\n'sentence.count' = {quantiles = 1001}", "at most 1000"),
        ("[content]\n'sentence.count' = 'patterns'", "is for bullet"),
        ("[content]\nbullet = [1]", "is for bullet"),
        ("[content]\nbullet = 'patterns'", "needs expressions"),
        ("[content]\nbullet = 'patterns'\n[patterns]\nbullet = ['(']", "invalid"),
        ("[patterns]\nbullet = ['a', '^a(?!b)']", "expression 2 is invalid: look-around"),
        ("[patterns]\nbullet = ['(a)\\1']", "without look-around and backreferences"),
        (f"[patterns]\nurl = {['a'] * 21}", "'url' has 21 expressions; at most 20"),
        ("[patterns]\nphone = ['a']", "no feature has the expressions 'phone'; choose from url"),
        (
            f"[content]\nbullet = 'patterns'\n[patterns]\nbullet = ['{'(' * 999}{')' * 999}']",
            "nested",
        ),
        (f"[patterns]\nbullet = ['a{{{'9' * 5000}}}']", "invalid"),
        (f"[words]\nMONTH = ['{'a' * 5000}']", "a word of 'MONTH' has 5000 letters; at most 100"),
        ("[content]\nbullet = 'patterns'\n[patterns]\nbullet = 'a'", "a list of strings"),
        (f"[content]\nbullet = 'patterns'\n[patterns]\nbullet = {['a'] * 11}", "at most 10"),
        ("[content]\nposition = [1]\n[document]\nposition = [1]", "in two groups"),
        ("[document]\nposition = [1]\n[offsets]\nposition = 1", "offsets of 'position'"),
        ("[document]\nposition = [1]\n[offsets]\nposition = [99]", "offsets of 'position'"),
        ("[offsets]\nposition = 1", "offsets of 'position'"),
        ("[offsets]\n'chat.*' = [0]", r"the offsets of 'chat\.\*' match no feature"),
        ("together = 3", "together is 3"),
        ("together = [{position = 'x'}]", "offsets of 'position'"),
        ("together = [{place = 0}]", "unknown feature 'place'"),
    ],
)
def test_an_invalid_setup_is_an_error(text: str, problem: str) -> None:
    with pytest.raises(ModelError, match=problem) as rejected:
        Setup.parse(text)
    assert "\n" not in str(rejected.value)


def test_words_may_be_as_long_as_the_searched_text() -> None:
    text = f"[patterns]\nbullet = ['^MONTH']\n[words]\nMONTH = ['{'a' * 100}']"
    assert Setup.parse(text).patterns["bullet"].first_matches(["a" * 100]).tolist() == [1]


def test_bins_begin_at_their_edges() -> None:
    setup = Setup.parse('[markup]\n"split.br" = [1, 3]')
    page = Page("a<br>b<br><br>c<br><br><br>d")
    assert encode(page, setup).tolist() == [[0], [1], [1], [2]]


def test_quantile_bins_are_fitted_to_pages() -> None:
    setup = Setup.parse('[markup]\n"split.br" = {quantiles = 3}\n"split.p" = [1]')
    page = Page("a<br>b<br>c<br><br><br>d<br><br><br><br>e")
    with pytest.raises(ModelError, match=r"split\.br.*are not fitted"):
        encode(page, setup)
    fitted = setup.fit_bins([raw_values(page, setup)])
    assert fitted.features[0].edges == (1, 3)
    assert encode(page, fitted)[:, 0].tolist() == [0, 1, 1, 2, 2]
    assert Setup.parse(fitted.text).features == fitted.features


@pytest.mark.parametrize(
    ("values", "edges"),
    [
        ([], []),
        ([5, 5], []),
        ([0, 0, 0, 0, 2], [2]),
        ([0, 1, 2, 3, 4, 5, 6], [1, 3, 5]),
        ([0.1, 0.2], [0.2]),
        # Rounded down, the second value equals the first.
        ([0.1, 0.1 + 1e-9, 0.2], [0.2]),
    ],
)
def test_the_lowest_value_has_its_own_bin(values: list[float], edges: list[float]) -> None:
    assert quantile_edges(np.array(values, float), 4) == edges
