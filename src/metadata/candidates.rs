//! Candidate values of each metadata field, ranked by how reliable their source is.

use std::borrow::Cow;

/// Citation tags for scholarly catalogues. Lower ranks are more reliable.
pub const CITATION: u8 = 10;
pub const JSON_LD: u8 = 20;
/// Tags for publishers' analytics, such as parse.ly and Sailthru.
pub const PUBLISHER: u8 = 30;
pub const OPEN_GRAPH: u8 = 40;
pub const MICRODATA: u8 = 50;
/// An author that JSON-LD declares as an organisation; often the site itself.
pub const ORGANISATION: u8 = 55;
pub const DUBLIN_CORE: u8 = 60;
pub const PLAIN_META: u8 = 70;
/// From here on: visible text, found by heuristics.
pub const VISIBLE: u8 = 80;
/// Lines after the heading.
pub const AFTER_HEADING: u8 = 81;
/// `<time>`.
pub const TIME: u8 = 82;
/// Elements found by class names.
pub const CLASS: u8 = 83;
/// Lines before the heading.
pub const BEFORE_HEADING: u8 = 84;
/// Date of a modification, if no other date is visible.
pub const CHANGED: u8 = 85;
/// Sources with another purpose.
pub const REMOTE: u8 = 90;

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

/// Limit of candidates for each field.
const MAX_EACH: usize = 64;

/// Longer values are not plausible for any field.
const MAX_BYTES: usize = 8192;

#[derive(Clone, Debug)]
pub struct Candidate<'a> {
    /// Lower is better; candidates of equal rank keep the page's order.
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

    /// Appends to the last candidate of a field, as another name beside it.
    pub fn append(&mut self, field: Field, text: &str) {
        if let Some(last) = self.lists[field as usize].last_mut()
            && last.text.len() + text.len() <= MAX_BYTES
        {
            last.text = Cow::Owned(format!("{}; {text}", last.text));
        }
    }

    /// Sorts the candidates, best first.
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

    /// Candidates grouped by rank, since several tags may name one author each.
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
