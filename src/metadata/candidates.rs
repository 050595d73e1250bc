//! What a page says of itself, by field, with how far each source is trusted.

use std::borrow::Cow;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Title,
    Author,
    Published,
    Modified,
    Description,
    SiteName,
    Language,
    Url,
    Image,
    Tags,
}

const FIELDS: usize = Field::Tags as usize + 1;

/// A page that says the same thing more often is not worth listening to.
const MAX_EACH: usize = 64;

/// Longer values are not what any field asks for.
const MAX_BYTES: usize = 8192;

#[derive(Clone, Debug)]
pub struct Candidate<'a> {
    /// The lower, the better; equals are taken in the page's order.
    pub rank: u8,
    pub text: Cow<'a, str>,
}

#[derive(Debug, Default)]
pub struct Candidates<'a> {
    lists: [Vec<Candidate<'a>>; FIELDS],
}

impl<'a> Candidates<'a> {
    pub fn add(&mut self, field: Field, rank: u8, text: impl Into<Cow<'a, str>>) {
        let text = text.into();
        let list = &mut self.lists[field as usize];
        if list.len() < MAX_EACH && text.len() <= MAX_BYTES && !text.trim().is_empty() {
            list.push(Candidate { rank, text });
        }
    }

    /// Best first.
    pub fn sort(&mut self) {
        for list in &mut self.lists {
            list.sort_by_key(|candidate| candidate.rank);
        }
    }

    pub fn of(&self, field: Field) -> &[Candidate<'a>] {
        &self.lists[field as usize]
    }

    pub fn texts(&self, field: Field) -> impl Iterator<Item = &str> {
        self.of(field).iter().map(|candidate| candidate.text.as_ref())
    }

    /// Candidates of equal rank together: several tags may name one author each.
    pub fn groups(&self, field: Field) -> impl Iterator<Item = &[Candidate<'a>]> {
        self.of(field).chunk_by(|a, b| a.rank == b.rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_rank_comes_first_and_ties_keep_their_order() {
        let mut candidates = Candidates::default();
        for (rank, text) in [(20, "c"), (10, "a"), (10, "b"), (30, " ")] {
            candidates.add(Field::Author, rank, text);
        }
        candidates.sort();
        assert_eq!(candidates.texts(Field::Author).collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(candidates.groups(Field::Author).map(<[_]>::len).collect::<Vec<_>>(), [2, 1]);
    }
}
