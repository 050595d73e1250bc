from benchmarks.papers.victor.experiments import (
    ABLATION_BASE,
    DEFAULT,
    FIRST,
    PUBLISHED,
    SEEDS,
    TABLE_2,
    ablations,
    chain_name,
    experiments,
    published_options,
)
from webwinnow.methods.victor.setup import Setup


def test_every_table_has_the_paper_and_the_default() -> None:
    names = [each.name for each in experiments()]
    assert len(set(names)) == len(names)
    assert {f"{mode}: {name}" for mode in (PUBLISHED, DEFAULT) for name in TABLE_2} <= set(names)


def test_the_published_options_are_those_of_crf_plus_plus() -> None:
    found = published_options()
    assert (found.l2, found.l1, found.chain) == (0.5, 0.0, False)


def test_chains_are_compared_on_the_same_folds() -> None:
    done = {each.name: each for each in experiments(each=True)}
    for mode in (PUBLISHED, DEFAULT):
        for seed in SEEDS:
            without, with_chain = (
                done[f"{mode}: {chain_name(chain, seed)}"] for chain in (False, True)
            )
            assert without.seed == with_chain.seed == seed
            assert without.setup().templates == with_chain.setup().templates
            assert (without.options.chain, with_chain.options.chain) == (False, True)


def test_each_of_the_46_features_is_left_out_in_turn_if_asked_for() -> None:
    found = {each.name: each for each in ablations(each=True)}
    assert len(found[ABLATION_BASE].setup().features) == 46
    names = {feature.name for feature in Setup.shipped("paper").features}
    assert {f"without {name}" for name in names} <= found.keys()
    assert all(len(found[f"without {name}"].setup().features) == 45 for name in names)


def test_every_feature_is_in_a_family() -> None:
    left = {feature.name for feature in Setup.shipped("paper").features}
    for each in ablations():
        without = {feature.name for feature in each.setup().features}
        left &= without
    assert not left


def test_experiments_leave_out_what_the_paper_says() -> None:
    done = {each.name: each for each in experiments()}
    for mode in (PUBLISHED, DEFAULT):
        groups = {each.group for each in done[f"{mode}: markup only"].setup().features}
        assert groups == {"markup"}
        everything = len(done[f"{mode}: {FIRST}"].setup().features)
        assert len(done[f"{mode}: Exp-2"].setup().features) == everything - 5
        assert len(done[f"{mode}: Exp-3"].setup().features) == everything - 7
