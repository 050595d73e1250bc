//! Tag context of runs: the enclosing elements and the tags between runs, by class of element.

use crate::hash::mix;
use crate::page::Page;

/// Classes of elements.
#[derive(Clone, Copy, Debug)]
pub struct ElementClasses<'a> {
    /// By tag number, one bit for each class that contains the tag. Tags beyond the end have none.
    pub bits: &'a [u64],
    pub count: usize,
}

/// The tag context of some runs. `nearest` and `crossed` have one value for each run and class.
#[derive(Debug, Default)]
pub struct TagContext {
    /// The innermost enclosing element of the class, or −1.
    pub nearest: Vec<i32>,
    /// Start and end tags of the class since the previous run, or since the start of the page.
    pub crossed: Vec<i32>,
    /// Hash of the tags of all enclosing elements.
    pub path: Vec<u64>,
}

/// Finds the tag context of `runs`, which rise.
pub fn tag_context(page: &Page, runs: &[i64], classes: ElementClasses) -> TagContext {
    let mut walk = Walk {
        page,
        classes,
        stack: Vec::new(),
        nearest: vec![-1; classes.count],
        path: Vec::new(),
        crossed: vec![0; classes.count],
    };
    let mut found = TagContext::default();
    found.nearest.reserve(runs.len() * classes.count);
    found.crossed.reserve(runs.len() * classes.count);
    let mut node = 0;
    for &run in runs {
        let run = run as usize;
        while node < page.runs.opened[run] as usize {
            walk.start(node);
            node += 1;
        }
        walk.close_to(page.runs.node[run]);
        found.nearest.extend_from_slice(walk.innermost());
        found.crossed.append(&mut walk.crossed);
        walk.crossed.resize(classes.count, 0);
        found.path.push(walk.path.last().copied().unwrap_or(0));
    }
    found
}

struct Walk<'a> {
    page: &'a Page,
    classes: ElementClasses<'a>,
    /// The open elements. `path` has a value for each, `nearest` a row for each that includes the
    /// element itself; the first row of `nearest` is for no element.
    stack: Vec<i32>,
    nearest: Vec<i32>,
    path: Vec<u64>,
    crossed: Vec<i32>,
}

impl Walk<'_> {
    fn start(&mut self, node: usize) {
        self.close_to(self.page.nodes.parent[node]);
        let count = self.classes.count;
        let tag = self.page.tag(node).0;
        let path = self.path.last().copied().unwrap_or(0);
        self.nearest.extend_from_within(self.nearest.len() - count..);
        self.stack.push(node as i32);
        self.path.push(mix(path ^ u64::from(tag)));
        let row = self.nearest.len() - count;
        for class in self.classes_of(node) {
            self.nearest[row + class] = node as i32;
            self.crossed[class] += 1;
        }
    }

    /// Closes the open elements inside `node`; all of them if `node` is −1.
    fn close_to(&mut self, node: i32) {
        while let Some(&top) = self.stack.last()
            && top != node
        {
            self.stack.pop();
            self.path.pop();
            self.nearest.truncate(self.nearest.len() - self.classes.count);
            if !self.page.tag(top as usize).is_void() {
                for class in self.classes_of(top as usize) {
                    self.crossed[class] += 1;
                }
            }
        }
    }

    fn innermost(&self) -> &[i32] {
        &self.nearest[self.nearest.len() - self.classes.count..]
    }

    fn classes_of(&self, node: usize) -> impl Iterator<Item = usize> + use<> {
        let number = self.page.tag(node).0 as usize;
        let mut bits = self.classes.bits.get(number).copied().unwrap_or(0);
        std::iter::from_fn(move || {
            let class = (bits != 0).then(|| bits.trailing_zeros() as usize);
            bits &= bits.wrapping_sub(1);
            class
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::names::Tag;
    use crate::page::Limits;

    /// Classes: `div`; `b`; `br` and `div`.
    fn found(html: &str) -> (Page, TagContext) {
        let page = Page::parse(html, Limits::default());
        let mut bits = [0; 256];
        bits[Tag::DIV.0 as usize] = 0b101;
        bits[Tag::B.0 as usize] = 0b010;
        bits[Tag::BR.0 as usize] = 0b100;
        let runs: Vec<i64> = (0..page.run_count() as i64).collect();
        let found = tag_context(&page, &runs, ElementClasses { bits: &bits, count: 3 });
        (page, found)
    }

    #[test]
    fn the_nearest_element_is_the_innermost() {
        let (page, found) = found("<div>a<div><b>b</b>c</div>d</div>e");
        let div: Vec<i32> = found.nearest.iter().copied().step_by(3).collect();
        let divs: Vec<i32> = (0..page.nodes.tag.len() as i32)
            .filter(|&n| page.tag(n as usize) == Tag::DIV)
            .collect();
        assert_eq!(div, [divs[0], divs[1], divs[1], divs[0], -1]);
        let is_bold: Vec<bool> = found.nearest.iter().skip(1).step_by(3).map(|&n| n >= 0).collect();
        assert_eq!(is_bold, [false, true, false, false, false]);
    }

    #[test]
    fn void_elements_are_counted_once_and_others_twice() {
        let (_, found) = found("<div>a<br><br>b<b></b></div><div>c");
        assert_eq!(found.crossed, [1, 0, 1, 0, 0, 2, 2, 2, 2]);
    }

    #[test]
    fn equal_tags_have_equal_paths() {
        let (_, found) = found("<div><b>a</b><b>b</b><p>c</p></div><div><b>d</b>e</div>");
        assert_eq!(found.path[0], found.path[1]);
        assert_eq!(found.path[0], found.path[3]);
        assert_ne!(found.path[0], found.path[2]);
        assert_ne!(found.path[3], found.path[4]);
    }

    #[test]
    fn a_page_without_runs_has_no_context() {
        assert!(found("<div></div>").1.path.is_empty());
    }
}
