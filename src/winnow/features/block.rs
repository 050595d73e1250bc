//! The blocks before and after.

use super::shown::Shown;

/// Sums over the blocks before each one, and over all at the end.
#[derive(Debug, Default)]
pub struct Running {
    pub words: Vec<u32>,
    pub mass: Vec<u32>,
}

impl Running {
    pub fn of(shown: &[Shown]) -> Running {
        let mut running = Running { words: vec![0], mass: vec![0] };
        let (mut words, mut mass) = (0, 0);
        for one in shown {
            words += one.text.words;
            mass += one.mass;
            running.words.push(words);
            running.mass.push(mass);
        }
        running
    }

    fn mass_between(&self, from: usize, to: usize) -> u32 {
        let to = to.min(self.mass.len() - 1);
        self.mass[to] - self.mass[from.min(to)]
    }
}

/// Words of a neighbour, 0 beyond the page.
fn words(shown: &[Shown], i: Option<usize>) -> u32 {
    i.and_then(|i| shown.get(i)).map_or(0, |one| one.text.words)
}

/// Link share of a neighbour, 1 beyond the page as in a menu.
fn links(shown: &[Shown], i: Option<usize>) -> f32 {
    i.and_then(|i| shown.get(i)).map_or(1.0, Shown::link_share)
}

inputs! {
    (all, i) {
        let shown = &all.shown;
        let [before, before2] = [i.checked_sub(1), i.checked_sub(2)];
        let [after, after2] = [Some(i + 1), Some(i + 2)];
    }
    "words of previous" "words of the previous block" = words(shown, before);
    "words of previous 2" "words of the block before that" = words(shown, before2);
    "words of next" "words of the next block" = words(shown, after);
    "words of next 2" "words of the block after that" = words(shown, after2);
    "link share of previous" "link share of the previous block, 1 at the edge" =
        links(shown, before);
    "link share of previous 2" "link share of the block before that" = links(shown, before2);
    "link share of next" "link share of the next block, 1 at the edge" = links(shown, after);
    "link share of next 2" "link share of the block after that" = links(shown, after2);
    "text before" "words of running text in the 5 blocks before" =
        all.running.mass_between(i.saturating_sub(5), i);
    "text after" "words of running text in the 5 blocks after" =
        all.running.mass_between(i + 1, i + 6);
    "same path as previous" "whether the previous block has the same path" =
        before.is_some_and(|before| all.groups.path.same(before, i));
    "same path as next" "whether the next block has the same path" =
        i + 1 < shown.len() && all.groups.path.same(i, i + 1);
}

#[cfg(test)]
mod tests {
    use super::super::tests::column;

    #[test]
    fn beyond_the_page_is_a_menu_without_words() {
        assert_eq!(column("<p>a b", "words of next"), [0.0]);
        assert_eq!(column("<p>a b", "link share of previous"), [1.0]);
    }
}
