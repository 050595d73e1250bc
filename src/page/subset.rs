//! Subsets of a page: the page without some of its runs.

use crate::page::{Blocks, Page, Runs};

impl Page {
    /// The page with only the chosen runs, one `bool` for each run. Elements stay; a block without
    /// runs is removed.
    pub fn only(&self, chosen: &[bool]) -> Page {
        let mut runs = Runs::default();
        let mut blocks = Blocks::default();
        let mut last_block = -1;
        for run in (0..self.run_count()).filter(|&run| chosen.get(run) == Some(&true)) {
            let here = runs.node.len() as i32;
            let block = self.runs.block[run];
            if block >= 0 {
                if block != last_block {
                    blocks.first.push(here);
                    blocks.end.push(here);
                    blocks.node.push(self.blocks.node[block as usize]);
                    last_block = block;
                }
                if let Some(end) = blocks.end.last_mut() {
                    *end = here + 1;
                }
            }
            runs.node.push(self.runs.node[run]);
            runs.start.push(self.runs.start[run]);
            runs.end.push(self.runs.end[run]);
            runs.block.push(if block < 0 { -1 } else { blocks.node.len() as i32 - 1 });
            runs.flags.push(self.runs.flags[run]);
            runs.opened.push(self.runs.opened[run]);
            runs.source_start.push(self.runs.source_start[run]);
        }
        Page {
            nodes: self.nodes.clone(),
            runs,
            blocks,
            attributes: self.attributes.clone(),
            text: self.text.clone(),
            other_tag_names: self.other_tag_names.clone(),
            doctype: self.doctype.clone(),
            truncated: self.truncated,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::page::{Limits, Page};

    fn blocks(page: &Page) -> Vec<String> {
        (0..page.blocks.first.len()).map(|block| page.block_text(block)).collect()
    }

    #[test]
    fn a_subset_of_all_runs_has_the_same_blocks() {
        let page = Page::parse("<p>a <b>b</b> c<p>d<script>e</script><p>f", Limits::default());
        let all = page.only(&vec![true; page.run_count()]);
        assert_eq!(blocks(&all), ["a b c", "d", "f"]);
        assert_eq!(all.blocks.first, page.blocks.first);
        assert_eq!(all.blocks.end, page.blocks.end);
        assert_eq!(all.blocks.node, page.blocks.node);
        assert_eq!(all.runs.block, page.runs.block);
    }

    #[test]
    fn a_block_without_runs_is_removed() {
        let page = Page::parse("<p>a <b>b</b> c<p>d<p>f", Limits::default());
        let part = page.only(&[false, true, true, false, true]);
        assert_eq!(blocks(&part), ["b c", "f"]);
        assert_eq!(part.runs.block, [0, 0, 1]);
        assert_eq!(part.nodes.tag, page.nodes.tag);
        assert_eq!(blocks(&page.only(&[])), Vec::<String>::new());
    }
}
