//! Features about the elements that hold most of the running text: cores and trunk.

use super::Analysis;
use super::element_kinds;
use super::outline::{NONE, Outline, Sums};
use super::text_blocks::{TextBlock, ratio};
use crate::page::Page;

/// An element, and how many steps up from it the others meet it.
#[derive(Debug, Default)]
pub struct Core {
    pub node: usize,
    /// By node, steps from the core up to the nearest element around both; 0 inside.
    steps: Vec<u16>,
}

#[derive(Debug, Default)]
pub struct Cores {
    /// Holds 60 % of the running text.
    pub wide: Core,
    /// Holds 40 %.
    pub narrow: Core,
}

impl Cores {
    pub fn of(page: &Page, outline: &Outline) -> Cores {
        Cores { wide: Core::of(page, outline, 60), narrow: Core::of(page, outline, 40) }
    }
}

impl Core {
    fn of(page: &Page, outline: &Outline, percent: u64) -> Core {
        let needed = (u64::from(outline.total().mass) * percent).div_ceil(100).max(1);
        let mut node = 0;
        for holder in outline.holders() {
            let holds = u64::from(outline.sums[holder].mass) >= needed;
            if holds && page.nodes.depth[holder] > page.nodes.depth[node] {
                node = holder;
            }
        }
        Core { node, steps: steps_from(page, outline, node) }
    }
}

/// By node, steps from `from` up to the nearest element around both.
fn steps_from(page: &Page, outline: &Outline, from: usize) -> Vec<u16> {
    const UNKNOWN: u16 = u16::MAX;
    let mut steps = vec![UNKNOWN; outline.sums.len()];
    for (step, node) in page.ancestors(from).enumerate() {
        steps[node] = step as u16;
    }
    for node in outline.holders() {
        if steps[node] == UNKNOWN {
            steps[node] = page.parent(node).map_or(0, |parent| steps[parent]);
        }
    }
    steps
}

features! { cores
    (all, i) {
        let node = all.shown[i].node;
        let (wide, narrow) = (&all.cores.wide, &all.cores.narrow);
        let sums = &all.outline.sums[wide.node];
    }
    "in core 60" "in the deepest element with 60 % of the running text" = wide.steps[node] == 0;
    "in core 40" "in the deepest element with 40 % of the running text" = narrow.steps[node] == 0;
    "steps from core 60" "steps from the first up to the nearest element around both" =
        wide.steps[node];
    "steps from core 40" "the same from the second" = narrow.steps[node];
    "share of core 60" "share of the page's words in the first" =
        ratio(sums.words, all.outline.total().words);
    "link share of core 60" "link share of the first" = sums.link_share();
    "depth in core 60" "depth of the block below the first, or below where they meet" =
        i32::from(all.page.nodes.depth[node]) - i32::from(all.page.nodes.depth[wide.node])
            + i32::from(wide.steps[node]);
}

#[derive(Debug, Default)]
pub struct Branches {
    /// By node, words of running text that are its direct children.
    direct: Vec<u32>,
    /// The element with most of them.
    trunk: usize,
    second: u32,
    /// By node, the outermost element around it that is not around the trunk; the trunk itself
    /// inside it; `NONE` for the elements around the trunk.
    branch: Vec<u32>,
}

impl Branches {
    pub fn of(page: &Page, shown: &[TextBlock], outline: &Outline) -> Branches {
        let mut direct = vec![0; outline.sums.len()];
        for one in shown {
            direct[outline.holder(page, one.node)] += one.mass;
        }
        let (mut trunk, mut second) = (0, 0);
        for node in outline.holders().skip(1) {
            if direct[node] > direct[trunk] {
                second = direct[trunk];
                trunk = node;
            } else if direct[node] > second {
                second = direct[node];
            }
        }
        let branch = branches(page, outline, trunk);
        Branches { direct, trunk, second, branch }
    }

    pub fn node(&self, all: &Analysis<'_>, i: usize) -> Option<usize> {
        let branch = self.branch[all.shown[i].node];
        (branch != NONE).then_some(branch as usize)
    }

    /// What a block's branch holds; of text right beside the way to the trunk, only itself.
    fn sums(&self, all: &Analysis<'_>, i: usize) -> Sums {
        self.node(all, i).map_or_else(|| Sums::of(&all.shown[i]), |node| all.outline.sums[node])
    }
}

fn branches(page: &Page, outline: &Outline, trunk: usize) -> Vec<u32> {
    let mut is_around = vec![false; outline.sums.len()];
    for node in page.ancestors(trunk).skip(1) {
        is_around[node] = true;
    }
    let mut branch = vec![NONE; outline.sums.len()];
    for node in outline.holders().filter(|&node| !is_around[node]) {
        let around = page.parent(node).map_or(NONE, |parent| branch[parent]);
        branch[node] = if around == NONE { node as u32 } else { around };
    }
    branch
}

features! { trunk
    (all, i) {
        let found = &all.branches;
        let node = all.shown[i].node;
        let branch = found.node(all, i).unwrap_or(node);
        let sums = found.sums(all, i);
        let holder = all.outline.holder(all.page, node);
        let most = found.direct[found.trunk];
        let total = all.outline.total();
    }
    "direct text" "running text right inside the element it is a child of, by that of the trunk" =
        ratio(found.direct[holder], most);
    "in trunk" "in the trunk: the element with most running text right inside" =
        branch == found.trunk;
    "share of trunk" "share of the page's running text right inside the trunk" =
        ratio(most, total.mass);
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
        ratio(sums.mass, sums.words);
    "images of branch" "images there" = sums.images;
    "tag of branch" "kind of its element, as for the block's own" =
        element_kinds::rank(all.page.tag(branch));
    "kind of branch" "1 for a header or menu, 2 an aside, 3 a footer, 4 a form, 0 for any other" =
        branch_kind(all, branch);
    "steps to trunk" "how far up from the trunk the branch leaves" =
        i32::from(all.page.nodes.depth[found.trunk]) - i32::from(all.page.nodes.depth[branch]);
}

fn branch_kind(all: &Analysis<'_>, branch: usize) -> u8 {
    let kinds = all.outline.around[branch].kinds;
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
    fn exactly_enough_is_enough() {
        assert_eq!(column("<p>a b c<p>d e", "in core 60"), [1.0, 0.0]);
    }

    #[test]
    fn branches_leave_the_way_to_the_trunk() {
        let html = "<header>a<p>b</header><main>c<div><p>d e<p>f g</div></main>";
        assert_eq!(column(html, "in trunk"), [0.0, 0.0, 0.0, 1.0, 1.0]);
        assert_eq!(column(html, "blocks of branch"), [2.0, 2.0, 1.0, 2.0, 2.0]);
        assert_eq!(column(html, "steps to trunk"), [1.0, 1.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn the_second_container_is_compared_with_the_first() {
        let html = "<div><p>a b<p>c d</div><section><p>e</section>";
        assert_eq!(column(html, "second trunk"), [0.25; 3]);
        assert_eq!(column(html, "direct text"), [1.0, 1.0, 0.25]);
        assert_eq!(column(html, "share of trunk"), [0.8; 3]);
    }
}
