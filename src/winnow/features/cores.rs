//! The cores of a page: the deepest elements that hold most of its running text.

use super::outline::Outline;
use super::shown::ratio;
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

inputs! {
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
}
