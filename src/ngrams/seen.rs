//! What documents before this one had.

use super::hash_set::{SHARDS, Set, Table, shard_of};
use std::hint::black_box;

/// What is known of an n-gram before its document is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// An earlier document has it.
    Seen,
    New,
    /// No other place in the whole corpus has it, so that it need not be remembered.
    Lone,
}

/// The n-grams that a document is judged by.
pub trait Known {
    fn look(&self, hash: u64) -> Look;

    /// Brings what is known of the hashes near, so that looking at each does not wait for memory.
    fn fetch(&self, _hashes: &[u64]) {}
}

/// No document came before.
#[derive(Debug)]
pub struct Nothing;

impl Known for Nothing {
    fn look(&self, _hash: u64) -> Look {
        Look::New
    }
}

/// Hashes in rising order.
#[derive(Debug)]
pub struct Sorted<'a>(pub &'a [u64]);

impl Known for Sorted<'_> {
    fn look(&self, hash: u64) -> Look {
        match self.0.binary_search(&hash) {
            Ok(_) => Look::Seen,
            Err(_) => Look::New,
        }
    }
}

/// The n-grams of earlier documents: all of them, or those that a survey found repeated.
#[derive(Debug)]
pub enum Seen {
    All(Set),
    Repeated(Repeated),
}

impl Known for Seen {
    #[inline]
    fn look(&self, hash: u64) -> Look {
        match self {
            Seen::All(set) if set.has(hash) => Look::Seen,
            Seen::All(_) => Look::New,
            Seen::Repeated(repeated) => repeated.look(hash),
        }
    }

    fn fetch(&self, hashes: &[u64]) {
        let first = |hash: &u64| match self {
            Seen::All(set) => set.first(*hash),
            Seen::Repeated(repeated) => repeated.shards[shard_of(*hash)].0.first(*hash),
        };
        black_box(hashes.iter().map(first).fold(0, |all, first| all ^ first));
    }
}

impl Seen {
    pub fn insert(&mut self, hash: u64) {
        match self {
            Seen::All(set) => {
                set.insert(hash);
            }
            Seen::Repeated(repeated) => repeated.insert(hash),
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Seen::All(set) => set.len(),
            Seen::Repeated(repeated) => repeated.seen,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// N-grams that occur at least twice, and which of them have been seen yet.
#[derive(Debug, Default)]
pub struct Repeated {
    shards: Vec<(Table, Vec<u64>)>,
    seen: usize,
}

impl Repeated {
    /// Adds the next shard, with all of its n-grams, each once.
    pub fn push(&mut self, hashes: &[u64]) {
        debug_assert!(self.shards.len() < SHARDS);
        let table = Table::of(hashes);
        let bits = vec![0; table.slots().div_ceil(64)];
        self.shards.push((table, bits));
    }

    pub fn len(&self) -> usize {
        self.shards.iter().map(|(table, _)| table.len()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    fn look(&self, hash: u64) -> Look {
        let (table, bits) = &self.shards[shard_of(hash)];
        match table.find(hash) {
            Ok(slot) if bits[slot / 64] >> (slot % 64) & 1 == 1 => Look::Seen,
            Ok(_) => Look::New,
            Err(_) => Look::Lone,
        }
    }

    fn insert(&mut self, hash: u64) {
        let (table, bits) = &mut self.shards[shard_of(hash)];
        if let Ok(slot) = table.find(hash) {
            let before = bits[slot / 64];
            bits[slot / 64] |= 1 << (slot % 64);
            self.seen += usize::from(before != bits[slot / 64]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_repeated_n_grams_are_remembered() {
        let mut repeated = Repeated::default();
        repeated.push(&[5, 7]);
        (1..SHARDS).for_each(|_| repeated.push(&[]));
        let mut seen = Seen::Repeated(repeated);
        [5, 6, 5].into_iter().for_each(|hash| seen.insert(hash));
        assert_eq!([5, 6, 7].map(|hash| seen.look(hash)), [Look::Seen, Look::Lone, Look::New]);
        assert_eq!(seen.len(), 1);
    }
}
