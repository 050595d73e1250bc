//! The elements around runs, and the tags between them, by classes of elements.

use crate::hash::mix;
use crate::page::Page;

/// An element is in each class whose bit its tag number has; numbers beyond the end have none.
#[derive(Clone, Copy, Debug)]
pub struct Classes<'a> {
    pub bits: &'a [u64],
    pub count: usize,
}

/// What is known of the chosen runs; rows have a value for each class.
#[derive(Debug, Default)]
pub struct Surroundings {
    /// The innermost element of the class around the run, or −1.
    pub nearest: Vec<i32>,
    /// Start and end tags of the class since the chosen run before, or since the page's beginning.
    pub crossed: Vec<i32>,
    /// The same number where the same tags are around the run.
    pub path: Vec<u64>,
}

/// Of the runs chosen, which are in order.
pub fn surroundings(page: &Page, runs: &[i64], classes: Classes) -> Surroundings {
    let mut walk = Walk {
        page,
        classes,
        stack: Vec::new(),
        nearest: vec![-1; classes.count],
        path: Vec::new(),
        crossed: vec![0; classes.count],
    };
    let mut found = Surroundings::default();
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
    classes: Classes<'a>,
    /// The open elements; for each of them a path and a row of the nearest ones, itself included.
    /// Before these is a row for no element.
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

    /// Ends the open elements inside this one; all of them if it is none.
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
    fn found(html: &str) -> (Page, Surroundings) {
        let page = Page::parse(html, Limits::default());
        let mut bits = [0; 256];
        bits[Tag::DIV.0 as usize] = 0b101;
        bits[Tag::B.0 as usize] = 0b010;
        bits[Tag::BR.0 as usize] = 0b100;
        let runs: Vec<i64> = (0..page.run_count() as i64).collect();
        let found = surroundings(&page, &runs, Classes { bits: &bits, count: 3 });
        (page, found)
    }

    #[test]
    fn the_nearest_element_is_the_innermost_one() {
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
    fn start_and_end_tags_are_counted_and_those_without_end_once() {
        let (_, found) = found("<div>a<br><br>b<b></b></div><div>c");
        assert_eq!(found.crossed, [1, 0, 1, 0, 0, 2, 2, 2, 2]);
    }

    #[test]
    fn the_same_tags_are_the_same_path() {
        let (_, found) = found("<div><b>a</b><b>b</b><p>c</p></div><div><b>d</b>e</div>");
        assert_eq!(found.path[0], found.path[1]);
        assert_eq!(found.path[0], found.path[3]);
        assert_ne!(found.path[0], found.path[2]);
        assert_ne!(found.path[3], found.path[4]);
    }

    #[test]
    fn a_page_without_runs_has_nothing() {
        assert!(found("<div></div>").1.path.is_empty());
    }
}
