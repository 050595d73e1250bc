//! The seen set: the n-grams of earlier documents, in memory.

use super::hash_set::{SHARDS, Set, Table, shard_of};
use std::hint::black_box;

/// The lookup result of an n-gram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// An earlier document contains it.
    Seen,
    New,
    /// It occurs only once in the corpus, so it need not be stored.
    Lone,
}

/// Lookup of known n-grams.
pub trait Known {
    fn lookup(&self, hash: u64) -> Lookup;

    /// Prefetches the hashes, so that the lookups do not wait for memory.
    fn fetch(&self, _hashes: &[u64]) {}
}

/// No known n-grams.
#[derive(Debug)]
pub struct NoneKnown;

impl Known for NoneKnown {
    fn lookup(&self, _hash: u64) -> Lookup {
        Lookup::New
    }
}

/// Hashes in rising order.
#[derive(Debug)]
pub struct Sorted<'a>(pub &'a [u64]);

impl Known for Sorted<'_> {
    fn lookup(&self, hash: u64) -> Lookup {
        match self.0.binary_search(&hash) {
            Ok(_) => Lookup::Seen,
            Err(_) => Lookup::New,
        }
    }
}

/// The n-grams of earlier documents: all, or only those that a survey found repeated.
#[derive(Debug)]
pub enum Seen {
    All(Set),
    Repeated(Repeated),
}

impl Known for Seen {
    #[inline]
    fn lookup(&self, hash: u64) -> Lookup {
        match self {
            Seen::All(set) if set.has(hash) => Lookup::Seen,
            Seen::All(_) => Lookup::New,
            Seen::Repeated(repeated) => repeated.lookup(hash),
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

/// N-grams that occur at least twice, and whether each has been seen.
#[derive(Debug, Default)]
pub struct Repeated {
    shards: Vec<(Table, Vec<u64>)>,
    seen: usize,
}

impl Repeated {
    /// Adds the next shard with its distinct n-grams.
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
    fn lookup(&self, hash: u64) -> Lookup {
        let (table, bits) = &self.shards[shard_of(hash)];
        match table.find(hash) {
            Ok(slot) if bits[slot / 64] >> (slot % 64) & 1 == 1 => Lookup::Seen,
            Ok(_) => Lookup::New,
            Err(_) => Lookup::Lone,
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
    fn only_repeated_n_grams_are_stored() {
        let mut repeated = Repeated::default();
        repeated.push(&[5, 7]);
        (1..SHARDS).for_each(|_| repeated.push(&[]));
        let mut seen = Seen::Repeated(repeated);
        [5, 6, 5].into_iter().for_each(|hash| seen.insert(hash));
        assert_eq!(
            [5, 6, 7].map(|hash| seen.lookup(hash)),
            [Lookup::Seen, Lookup::Lone, Lookup::New]
        );
        assert_eq!(seen.len(), 1);
    }
}
