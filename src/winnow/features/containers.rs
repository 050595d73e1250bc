//! The element with most running text right inside, and the branches that leave the way to it.

use super::Analysis;
use super::kinds;
use super::outline::{NONE, Outline, Sums};
use super::shown::{Shown, ratio};
use crate::page::Page;

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
    pub fn of(page: &Page, shown: &[Shown], outline: &Outline) -> Branches {
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

inputs! {
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
        kinds::rank(all.page.tag(branch));
    "kind of branch" "1 for a header or menu, 2 an aside, 3 a footer, 4 a form, 0 for any other" =
        branch_kind(all, branch);
    "steps to trunk" "how far up from the trunk the branch leaves" =
        i32::from(all.page.nodes.depth[found.trunk]) - i32::from(all.page.nodes.depth[branch]);
}

fn branch_kind(all: &Analysis<'_>, branch: usize) -> u8 {
    let kinds = all.outline.around[branch].kinds;
    let order = [kinds::HEADER | kinds::NAV, kinds::ASIDE, kinds::FOOTER, kinds::FORM];
    order.iter().position(|kind| kinds & kind != 0).map_or(0, |place| place as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::super::tests::column;

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
