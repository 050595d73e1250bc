//! Features about the elements with most of the running text: cores and trunk.

use super::Analysis;
use super::element_kinds;
use super::elements::{Elements, NONE, Sums};
use super::text_blocks::{TextBlock, ratio};
use crate::page::Page;

/// A core: the deepest element with a given share of the running text.
#[derive(Debug, Default)]
pub struct Core {
    pub node: usize,
    /// By node, steps from the core up to the nearest common ancestor; 0 inside the core.
    steps: Vec<u16>,
}

#[derive(Debug, Default)]
pub struct Cores {
    /// With 60 % of the running text.
    pub wide: Core,
    /// With 40 %.
    pub narrow: Core,
}

impl Cores {
    pub fn of(page: &Page, elements: &Elements) -> Cores {
        Cores { wide: Core::of(page, elements, 60), narrow: Core::of(page, elements, 40) }
    }
}

impl Core {
    fn of(page: &Page, elements: &Elements, percent: u64) -> Core {
        let needed = (u64::from(elements.total().running_words) * percent).div_ceil(100).max(1);
        let mut node = 0;
        for holder in elements.with_blocks() {
            let holds = u64::from(elements.sums[holder].running_words) >= needed;
            if holds && page.nodes.depth[holder] > page.nodes.depth[node] {
                node = holder;
            }
        }
        Core { node, steps: steps_from(page, elements, node) }
    }
}

/// By node, steps from `from` up to the nearest common ancestor.
fn steps_from(page: &Page, elements: &Elements, from: usize) -> Vec<u16> {
    const UNKNOWN: u16 = u16::MAX;
    let mut steps = vec![UNKNOWN; elements.sums.len()];
    for (step, node) in page.ancestors(from).enumerate() {
        steps[node] = step as u16;
    }
    for node in elements.with_blocks() {
        if steps[node] == UNKNOWN {
            steps[node] = page.parent(node).map_or(0, |parent| steps[parent]);
        }
    }
    steps
}

features! { cores
    (all, i) {
        let node = all.blocks[i].node;
        let (wide, narrow) = (&all.cores.wide, &all.cores.narrow);
        let sums = &all.elements.sums[wide.node];
    }
    "in core 60" "in the deepest element with 60 % of the running text" = wide.steps[node] == 0;
    "in core 40" "in the deepest element with 40 % of the running text" = narrow.steps[node] == 0;
    "steps from core 60" "steps from the first up to the nearest element around both" =
        wide.steps[node];
    "steps from core 40" "the same from the second" = narrow.steps[node];
    "share of core 60" "share of the page's words in the first" =
        ratio(sums.words, all.elements.total().words);
    "link share of core 60" "link share of the first" = sums.link_share();
    "depth in core 60" "depth of the block below the first, or below where they meet" =
        i32::from(all.page.nodes.depth[node]) - i32::from(all.page.nodes.depth[wide.node])
            + i32::from(wide.steps[node]);
}

#[derive(Debug, Default)]
pub struct Branches {
    /// By node, words of running text in its direct children.
    direct: Vec<u32>,
    /// The trunk: the element with the most such words.
    trunk: usize,
    second: u32,
    /// By node, its branch: the outermost ancestor that does not contain the trunk, or the trunk
    /// itself; `NONE` for the ancestors of the trunk.
    branch: Vec<u32>,
}

impl Branches {
    pub fn of(page: &Page, blocks: &[TextBlock], elements: &Elements) -> Branches {
        let mut direct = vec![0; elements.sums.len()];
        for block in blocks {
            direct[elements.block_parent(page, block.node)] += block.running_words;
        }
        let (mut trunk, mut second) = (0, 0);
        for node in elements.with_blocks().skip(1) {
            if direct[node] > direct[trunk] {
                second = direct[trunk];
                trunk = node;
            } else if direct[node] > second {
                second = direct[node];
            }
        }
        let branch = branches(page, elements, trunk);
        Branches { direct, trunk, second, branch }
    }

    pub fn node(&self, all: &Analysis<'_>, i: usize) -> Option<usize> {
        let branch = self.branch[all.blocks[i].node];
        (branch != NONE).then_some(branch as usize)
    }

    /// Sums over a block's branch. A text directly inside an ancestor of the trunk is a branch of
    /// its own.
    fn sums(&self, all: &Analysis<'_>, i: usize) -> Sums {
        self.node(all, i).map_or_else(|| Sums::of(&all.blocks[i]), |node| all.elements.sums[node])
    }
}

fn branches(page: &Page, elements: &Elements, trunk: usize) -> Vec<u32> {
    let mut is_around = vec![false; elements.sums.len()];
    for node in page.ancestors(trunk).skip(1) {
        is_around[node] = true;
    }
    let mut branch = vec![NONE; elements.sums.len()];
    for node in elements.with_blocks().filter(|&node| !is_around[node]) {
        let around = page.parent(node).map_or(NONE, |parent| branch[parent]);
        branch[node] = if around == NONE { node as u32 } else { around };
    }
    branch
}

features! { trunk
    (all, i) {
        let found = &all.branches;
        let node = all.blocks[i].node;
        let branch = found.node(all, i).unwrap_or(node);
        let sums = found.sums(all, i);
        let holder = all.elements.block_parent(all.page, node);
        let most = found.direct[found.trunk];
        let total = all.elements.total();
    }
    "direct text" "running text right inside the element it is a child of, by that of the trunk" =
        ratio(found.direct[holder], most);
    "in trunk" "in the trunk: the element with most running text right inside" =
        branch == found.trunk;
    "share of trunk" "share of the page's running text right inside the trunk" =
        ratio(most, total.running_words);
    "second trunk" "running text right inside the second such element by that of the first" =
        ratio(found.second, most);
    "side of trunk" "-1 for a branch before the trunk, 1 after it, 0 for the trunk" =
        (branch > found.trunk) as i32 - (branch < found.trunk) as i32;
    "words of branch" "words in its branch: the outermost element around it not around the trunk" =
        sums.words;
    "share of branch" "share of the page's words there" = ratio(sums.words, total.words);
    "blocks of branch" "blocks there" = sums.blocks;
    "link share of branch" "link share there" = sums.link_share();
    "text share of branch" "share of words there that are running text" =
        ratio(sums.running_words, sums.words);
    "images of branch" "images there" = sums.images;
    "tag of branch" "kind of its element, as for the block's own" =
        element_kinds::rank(all.page.tag(branch));
    "kind of branch" "1 for a header or menu, 2 an aside, 3 a footer, 4 a form, 0 for any other" =
        branch_kind(all, branch);
    "steps to trunk" "how far up from the trunk the branch leaves" =
        i32::from(all.page.nodes.depth[found.trunk]) - i32::from(all.page.nodes.depth[branch]);
}

fn branch_kind(all: &Analysis<'_>, branch: usize) -> u8 {
    let kinds = all.elements.context[branch].kinds;
    let order = [
        element_kinds::HEADER | element_kinds::NAV,
        element_kinds::ASIDE,
        element_kinds::FOOTER,
        element_kinds::FORM,
    ];
    order.iter().position(|kind| kinds & kind != 0).map_or(0, |place| place as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::super::tests::column;

    #[test]
    fn the_core_is_the_deepest_element_with_enough_words() {
        let html = "<main><div><p>a b<p>c d</div><p>e</main><footer>f</footer>";
        assert_eq!(column(html, "in core 60"), [1.0, 1.0, 0.0, 0.0]);
        assert_eq!(column(html, "steps from core 60"), [0.0, 0.0, 1.0, 2.0]);
        assert_eq!(column(html, "depth in core 60"), [1.0, 1.0, 1.0, 1.0]);
    }

    #[test]
    fn a_share_of_exactly_60_percent_is_enough() {
        assert_eq!(column("<p>a b c<p>d e", "in core 60"), [1.0, 0.0]);
    }

    #[test]
    fn branches_are_outermost_elements_without_the_trunk() {
        let html = "<header>a<p>b</header><main>c<div><p>d e<p>f g</div></main>";
        assert_eq!(column(html, "in trunk"), [0.0, 0.0, 0.0, 1.0, 1.0]);
        assert_eq!(column(html, "blocks of branch"), [2.0, 2.0, 1.0, 2.0, 2.0]);
        assert_eq!(column(html, "steps to trunk"), [1.0, 1.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn the_second_trunk_is_compared_with_the_first() {
        let html = "<div><p>a b<p>c d</div><section><p>e</section>";
        assert_eq!(column(html, "second trunk"), [0.25; 3]);
        assert_eq!(column(html, "direct text"), [1.0, 1.0, 0.25]);
        assert_eq!(column(html, "share of trunk"), [0.8; 3]);
    }
}
